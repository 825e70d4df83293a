"""Adapters, beyond the own tests of the packages they are for."""

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
        '<i><a href="https://example.com/x" rel="nofollow">https:/…</a> '
        '<i> <a href="http://日本.jp" rel="nofollow">日本.jp</a>'
    ), run.stderr


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
