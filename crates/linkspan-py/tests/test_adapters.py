"""Adapters, beyond the own tests of the packages they are for."""

import html.parser
import importlib
import re
import subprocess
import sys

import pytest

DJANGO = """
import django
from django.conf import settings
settings.configure(
    INSTALLED_APPS=["linkspan.django"],
    USE_TZ=True,
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": OPTIONS}],
)
django.setup()
from django.template import engines
from django.utils.safestring import mark_safe
template = engines["django"].from_string(LOAD + "{{ a|urlize }} {{ b|urlizetrunc:8 }} {% autoescape off %}{{ a|urlize }}{% endautoescape %}")
print(template.render({"a": "<i> 日本.jp", "b": mark_safe("<i>https://example.com/x")}))
"""


@pytest.mark.parametrize(
    ("options", "load"),
    [({}, "{% load linkspan %}"), ({"builtins": ["linkspan.django.templatetags.linkspan"]}, "")],
)
def test_django_templates(options, load):
    pytest.importorskip("django")
    program = DJANGO.replace("OPTIONS}", f"{options!r}}}").replace("LOAD", repr(load))
    run = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True)
    assert run.stdout.strip() == (
        '&lt;i&gt; <a href="http://日本.jp" rel="nofollow">日本.jp</a> '
        '<i><a href="https://example.com/x" rel="nofollow">example.com/…</a> '
        '<i> <a href="http://日本.jp" rel="nofollow">日本.jp</a>'
    ), run.stderr


HOSTS = """
import django
from django.conf import settings
settings.configure()
django.setup()
from django.utils.safestring import mark_safe
from linkspan.django import urlize
for text in ("https://login.paypal.com.secure.evil.co.uk/x", "www.paypal.com.evil.github.io", "https://paypal.com@evil.com", "me.paypal.com@evil.co.uk"):
    for limit in (-1, 0, 1, 8, 15, 20, 30, 44, 99):
        print(urlize(text, limit, autoescape=True), urlize(mark_safe(text), limit), urlize(text, limit), sep="\\n")
"""


def test_django_shows_the_owner_of_a_link():
    pytest.importorskip("django")
    from linkspan import domain

    run = subprocess.run([sys.executable, "-W", "ignore", "-c", HOSTS], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    count = 0
    for line in run.stdout.splitlines():
        for href, label in re.findall('<a href="([^"]*)"[^>]*>([^<]*)</a>', line):
            host = re.split("[/@]", href)[-1 if "@" in href else 2]
            assert domain(host) in label, line
            count += 1
    assert count == 3 * 9 * 3


def test_jinja_markup_stays_markup():
    jinja2 = pytest.importorskip("jinja2")
    import markupsafe

    import linkspan.jinja2

    environment = linkspan.jinja2.install(jinja2.Environment(autoescape=True))
    template = environment.from_string("{{ text|urlize }}")
    assert template.render(text="\"<b>\" a.com") == '&#34;&lt;b&gt;&#34; <a href="https://a.com" rel="noopener">a.com</a>'
    assert template.render(text=markupsafe.Markup("<b>a.com</b>")) == '<b><a href="https://a.com" rel="noopener">a.com</a></b>'
    made = environment.from_string("{{ 'https://www.example.com/a/long/path'|urlize(18) }}").render()
    assert made.endswith(">www.example.com/a…</a>")


def test_labels_are_isolated_where_something_reorders_them():
    from linkspan.bleach import linkify

    assert linkify("https://a.com/x") == '<a href="https://a.com/x" rel="nofollow">https://a.com/x</a>'
    assert "<bdi>" in linkify("\u202e https://a.com/x")
    assert linkify("аррӏе.com") == "аррӏе.com"


def test_bleach_callbacks():
    from linkspan.bleach import Linker, linkify, target_blank

    seen = []

    def callback(attrs, new):
        seen.append((dict(attrs), new))
        return None if attrs[(None, "href")].endswith("/drop") else attrs

    page = '<a href="/x" data-y="z" title="t">x</a> a.com b.com/drop'
    made = linkify(page, callbacks=[callback, target_blank])
    assert made == '<a href="/x" target="_blank" title="t" data-y="z">x</a> <a href="http://a.com" target="_blank">a.com</a> b.com/drop'
    assert sorted(new for _, new in seen) == [False, True, True]
    assert {(None, "href"): "/x", (None, "title"): "t", (None, "data-y"): "z", "_text": "x"} in [attrs for attrs, _ in seen]
    assert linkify("me@a.com") == "me@a.com"
    assert Linker(parse_email=True, callbacks=None).linkify("me@a.com") == '<a href="mailto:me@a.com">me@a.com</a>'
    for call, message in [
        (lambda: linkify(None), "html must be str"),
        (lambda: linkify("a.com", [lambda attrs, new: True]), "a callback must return a dictionary or None, not bool"),
        (lambda: linkify("a.com", skip_tags="b"), "skip_tags must be a list of texts"),
        (lambda: Linker(detector=3), "detector must be a Detector or the name of a profile, not int"),
    ]:
        with pytest.raises(TypeError, match=message):
            call()
    without_href = lambda attrs, new: {key: value for key, value in attrs.items() if key != (None, "href")}
    assert linkify("a.com", [without_href]) == "a.com"
    assert Linker(detector="uts58", callbacks=()).linkify("README.md").startswith('<a href="http://README.md"')


def test_markdown_it():
    markdown_it = pytest.importorskip("markdown_it")
    import linkspan.markdown_it

    md = markdown_it.MarkdownIt("commonmark").use(linkspan.markdown_it.plugin, default_scheme="https")
    assert 'href="https://a.com">a.com</a>' in md.render("*a.com*")
    assert md.render("`a.com` [a.com](/x)") == '<p><code>a.com</code> <a href="/x">a.com</a></p>\n'
    assert ">xn--80ak6aa92e.com</a>" in md.render("аррӏе.com")
    assert md.render("https://a.com/b_c_/") == '<p><a href="https://a.com/b_c_/">https://a.com/b_c_/</a></p>\n'
    with pytest.raises(TypeError, match="a Detector already has options"):
        linkspan.markdown_it.LinkifyIt(linkspan.Detector(), tlds="syntactic")
    linkify = linkspan.markdown_it.LinkifyIt()
    assert linkify.match("nothing") is None and not linkify.test("nothing") and not linkify.pretest("nothing")
    match = linkify.match("see me@a.com")[0]
    assert (match.schema, match.index, match.last_index, match.url, match.raw) == ("mailto:", 4, 12, "mailto:me@a.com", "me@a.com")
    assert linkify.match_at_start("https://a.com b.com").url == "https://a.com" and linkify.match_at_start("a.com") is None


class Counted:
    """A detector that counts the characters that it is given."""

    def __init__(self, detector):
        self.detector, self.characters = detector, 0

    def __getattr__(self, name):
        def call(text, *arguments, **options):
            self.characters += len(text)
            return getattr(self.detector, name)(text, *arguments, **options)

        return call


@pytest.mark.parametrize("is_plugin", [True, False])
@pytest.mark.parametrize(
    "unit",
    [
        "a://b", "https://", "https://a.com/", "https://a.com/`", "https://a.com/*", "https://a.com/[x]", "https://a.com/_",
        "![https://a.com/](b) https://c.com/ ", "![https://aNUMBER.com/](b) https://c.com/ ", "https://a.com/ ", "http:", "א.com/://", "**https://a.com/**", "\u202ehttps://a.com/",
        "a.com*", "a@b.com*", "a.com_", "*ⅿ*icrosoft.com ", "&#x217f;a.com ", "\\_a.com", "a<wbr>.com ",
    ],
)  # fmt: skip
def test_markdown_it_searches_a_text_once(unit, is_plugin):
    markdown_it = pytest.importorskip("markdown_it")
    import linkspan.markdown_it

    def characters(count):
        md = markdown_it.MarkdownIt("commonmark", {"linkify": True}).enable("linkify")
        md.linkify = linkspan.markdown_it.LinkifyIt()
        if is_plugin:
            md.use(linkspan.markdown_it.plugin)
        counted = md.linkify._detector = Counted(md.linkify._detector)
        raw = md.linkify._raw = Counted(md.linkify._raw)
        md.render("".join(unit.replace("NUMBER", str(number)) for number in range(count)))
        return counted.characters + raw.characters

    # A text is searched for links with a scheme, and what remains of it for the others. Labels are
    # looked at once more, and twice if they are isolated. An image has a text of its own.
    for count in (400, 1600):
        assert characters(count) <= 6 * count * len(unit)


@pytest.mark.parametrize("unit", ["a.com *b.com* ", "*x* a@b.com ", "https://a.com/x\n"])
def test_markdown_it_copies_no_list_of_tokens_for_each_text(unit, monkeypatch):
    pytest.importorskip("markdown_it")
    from markdown_it import MarkdownIt

    import linkspan.markdown_it

    # A function of the package has the name of this module.
    rule = importlib.import_module("markdown_it.rules_core.linkify")

    copied = 0
    replace = rule.arrayReplaceAt

    def counting(tokens, position, new):
        nonlocal copied
        copied += len(tokens)
        return replace(tokens, position, new)

    monkeypatch.setattr(rule, "arrayReplaceAt", counting)
    for count in (100, 400):
        copied = 0
        page = MarkdownIt("commonmark").use(linkspan.markdown_it.plugin).render(unit * count)
        assert page.count("<a ") >= count - 1
        assert copied <= 6 * count


# Documents with the addresses of their links, separated by spaces.
WHOLE = [
    ("*ⅿ*icrosoft.com", ""),
    ("*pay*pal.com", ""),
    ("paypal.com.*evil.com*", ""),
    ("*https*://a.com", ""),
    ("*https://*a.com", ""),
    ("*see https://pay*pal.com", ""),
    ("**https://paypal.com**.evil.com", ""),
    ("`x`a.com", ""),
    ("[x](/b)a.com", "/b"),
    ("https://a.com[x](/b)", "/b"),
    ("https://paypal.co&#x217f;/login", ""),
    ("https://paypal.co&#8575;", ""),
    ("my&#x2011;bank.com", ""),
    ("john&#9332;doe@example.com", ""),
    ("a.com&eacute;", ""),
    ("paypal.co<wbr>m", ""),
    ("<b>ⅿ</b>icrosoft.com", ""),
    ("https\\://a.com \\https://a.com", ""),
    ("</a>[https://a.com](https://b.com)", "https://b.com"),
    ("a.com/a\\_b https://a.com/a\\_b", "http://a.com/a_b https://a.com/a_b"),
    ("*a.com*, **b.com**. (c.com) **https://d.com/x**。", "http://a.com http://b.com http://c.com https://d.com/x"),
    ("*x* a.com *y*", "http://a.com"),
    ("x  \na.com\ny", "http://a.com"),
    ("x<br>a.com<br>y", "http://a.com"),
    ("<code>a.com</code> b.com", "http://b.com"),
    ("![x](y)a.com", "http://a.com"),
    ("# x\na.com\n\ny", "http://a.com"),
    ("&quot;a.com&quot;&nbsp;b.com&hellip;", "http://a.com http://b.com"),
    ("https://a.com/`x`*y* https://b.com/*x*", "https://a.com/%60x%60*y* https://b.com/*x*"),
]


@pytest.mark.parametrize(("text", "expected"), WHOLE)
def test_markdown_it_links_no_piece_of_a_name(text, expected):
    markdown_it = pytest.importorskip("markdown_it")
    import linkspan.markdown_it

    page = markdown_it.MarkdownIt("commonmark").use(linkspan.markdown_it.plugin).render(text)
    assert " ".join(re.findall('<a href="([^"]*)"', page)) == expected


class Shown(html.parser.HTMLParser):
    """The links of a page: the text of each, and what is inside it."""

    def __init__(self, page):
        super().__init__()
        self.links, self.inside = [], None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag == "a":
            self.inside = []
            self.links.append(self.inside)
        elif self.inside is not None:
            self.inside.append((tag, *attributes))

    def handle_data(self, data):
        if self.inside is not None:
            self.inside.append(data)

    def handle_endtag(self, tag):
        if tag == "a":
            self.inside = None
        elif self.inside is not None:
            self.inside.append(f"/{tag}")


def test_links_in_markdown_are_isolated_as_in_html():
    markdown_it = pytest.importorskip("markdown_it")
    import linkspan
    import linkspan.markdown_it

    md = markdown_it.MarkdownIt("commonmark").use(linkspan.markdown_it.plugin)
    for text in (
        "x \u202ehttps://evil.com/moc.knab and a.com",
        "https://אבג.com/דהו?ו=א#ב, א.com (me@א.com)",
        "ראו https://a.com/x_y_ שם",
        "\u2067 https://a.com/(b) \u2069 אבג https://b.com/ab",
    ):
        assert Shown(md.render(text)).links == Shown(linkspan.linkify(text)).links
    # References, HTML, and other paragraphs.
    for text in ("&#x202e; https://a.com/", "*&#8238;* b.com", "<bdo dir=rtl>https://a.com/</bdo>", "<div dir=rtl>\n\na.com\n\n</div>", "א\n\n# b.com"):
        links = Shown(md.render(text)).links
        assert [(link[0], link[-1]) for link in links] == [(("bdi",), "/bdi")]
    # Otherwise the output is that of markdown-it-py.
    assert md.render("https://a.com/ a.com") == '<p><a href="https://a.com/">https://a.com/</a> <a href="http://a.com">a.com</a></p>\n'
    # What the author has linked is not touched.
    assert "<bdi>" not in md.render("\u202e [a.com](/b) ![a.com](/c)")
    assert 'alt="https://a.com/"' in md.render("\u202e ![https://a.com/](/c)")
