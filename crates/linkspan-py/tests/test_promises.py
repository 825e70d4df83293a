"""What SECURITY.md promises, for everything in the package that makes links.

Each cell of the table is a test, or a sentence that says why the promise does not apply.
"""

import html
import pathlib
import re
import subprocess
import sys

import pytest
from judges import Page, host, links, scheme, visual

import linkspan

# ---- texts

SCRIPTS = [
    "javascript:alert(1)", "JavaScript://a.com/%0aalert(1)", "data:text/html,<b>", "vbscript:a.com",
    "javascript:https://a.com", "file:///etc/passwd", "java\u200bscript:a.com", "java\tscript://a.com",
    "data://a.com/,x", "feed:javascript:a.com",
]  # fmt: skip
SAFE = {"http", "https", "mailto", "ftp"}
HOSTS = [
    "https://paypal.com@evil.com", "https://a.com:80@evil.com/x", "medium.com/@user", "HTTPS://EXAMPLE.COM",
    "https://evil.com\\@paypal.com", "https://evil.com/https://paypal.com", "https://paypal.co\u217f/login",
    "https://bücher.de/é", "faß.de", "日本語。jp", "ｅｘａｍｐｌｅ.com", "https://ｅｘａｍｐｌｅ.com/ｘ", "https://xn--bcher-kva.de/",
    "pay\u200bpal.com", "https://evil.com#@paypal.com", "https://evil.com?paypal.com/", "me@bücher.de",
    "my\u2011bank.com", "https://a.com./x", "mailto:paypal.com@evil.com", "paypal.com\u202e/x a.com",
]  # fmt: skip
SPOOF = "https://аррӏе.com/login"
#: Each text, and what a reader must see.
BACKWARDS = [
    ("x \u202ehttps://evil.com/moc.knab", "https://evil.com/moc.knab"),
    ("x \u2067\u202e https://evil.com/moc.knab", "https://evil.com/moc.knab"),
    ("אבג \u202dx\u202c \u202ehttps://evil.com/moc.knab דהו", "https://evil.com/moc.knab"),
]
#: UAX #9 has 125 levels. Beyond them, an isolate is ignored, and a text may be left unlinked.
DEEP = [
    (f"x {chr(0x202E) * 70} https://evil.com/moc.knab", "https://evil.com/moc.knab"),
    (f"x {(chr(0x202E) + chr(0x2066)) * 90}\u202e https://evil.com/moc.knab", "https://evil.com/moc.knab"),
]
FIELDS = [
    ("see https://אב.com/גד", "https://בא.com/דג"),
    ("see https://אב.com/גד/הו/x?זח=טי#כל", "https://בא.com/דג/וה/x?חז=יט#לכ"),
    ("see https://אב.com/1/2 x", "https://בא.com/1/2"),
    ("see https://אב.com/גד%20הו", "https://בא.com/וה%20דג"),
]
MARKUP = [
    '<img src=x onerror=alert(1)> a.com', 'https://a.com/"onmouseover="alert(1)', "a.com/'x='y",
    '"><script>alert(1)</script> https://a.com/?a&lt;b>', "https://a.com/<b>", "me@a.com<b>&amp;lt;",
    "</a><a href=x> a.com", "https://a.com/\u2028<i>", "<!-- a.com --> <b title='a.com'>",
]  # fmt: skip
#: What a long host ends with, and the texts.
OWNERS = [
    ("evil.co.uk", "https://login.paypal.com.secure.evil.co.uk/x/y/z?a=b"),
    ("evil.github.io", "www.paypal.com.and.more.evil.github.io"),
    ("evil.com", f"https://paypal.com.{'a.' * 60}evil.com/login"),
]
UNITS = ["a.com ", "https://a.com/", "a@a.", "://", "((((", "\u202ea.com ", "אa.com/", "&amp;", "x" * 20]

# ---- promises: each is given a function that makes HTML from a text and the name of a profile


def no_script_opens(make):
    for text in SCRIPTS:
        for profile in ("recommended", "uts58", "pri185"):
            for href, _ in links(make(text, profile)):
                # The grammar of PRI #185 has any scheme: `script://a.com`.
                known = SAFE if profile != "pri185" else {*SAFE, "script"}
                assert scheme(href) in known, (text, profile, href)


def host_is_shown(make):
    count = 0
    for text in HOSTS:
        for href, label in links(make(f"see {text} now")):
            assert host(href).rstrip(".") == host(label).rstrip("."), (text, href, label)
            assert "paypal" not in host(href), text
            count += 1
    assert count > len(HOSTS) / 3


def imitations_are_shown(make):
    found = links(make(f"see {SPOOF}, {SPOOF} and a.com"))
    assert found.pop()[1] == "a.com"
    assert {label for _, label in found} <= {"https://xn--80ak6aa92e.com/login"}


def links_are_isolated(make):
    in_order(make, BACKWARDS)
    in_order(make, DEEP, must_link=False)


def fields_are_in_order(make):
    in_order(make, FIELDS)


def in_order(make, cases, must_link=True):
    for text, seen in cases:
        page = make(text)
        if must_link:
            assert len(links(page)) == 1, (text, page)
        for base in "LR" if links(page) else "":
            assert seen in visual(page, base), (text, base, page)


def text_is_escaped(make):
    for text in MARKUP:
        page = Page(make(text))
        for tag, attributes in page.elements:
            assert tag in ("a", "bdi", "bdo", "span", "p"), (text, tag)
            assert set(attributes) <= {"href", "rel", "dir", "class", "style"}, (text, attributes)
        # Only the text of links may differ, and that not in letters. Markdown has entities.
        texts = (re.findall("[a-z]+", one) for one in (text, html.unescape(text)))
        assert re.findall("[a-z]+", page.text) in texts, text


def owner_is_shown(make):
    for owner, text in OWNERS:
        [(_, label)] = links(make(text))
        assert owner in label and len(label) < len(text), (owner, label)


def work_is_linear(make):
    """Counts function calls, and characters that the library gets. A clock would not be exact."""
    for unit in UNITS:
        few, many = (work(make, unit * count) for count in (100, 400))
        assert many <= 5 * few, (unit, few, many)


def work(make, text):
    count = 0

    def note(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    class Counted:
        """A detector that counts the characters that it is given."""

        def __init__(self, *arguments, **options):
            self._detector = linkspan.Detector(*arguments, **options)

        def __getattr__(self, name):
            def call(text, *arguments, **options):
                nonlocal count
                count += len(text)
                return getattr(self._detector, name)(text, *arguments, **options)

            return call

    ours = [module for name, module in sys.modules.items() if name.startswith("linkspan.")]
    with pytest.MonkeyPatch.context() as patch:
        for module in ours:
            if getattr(module, "Detector", None) is linkspan.Detector and module.__name__ != "linkspan._linkspan":
                patch.setattr(module, "Detector", Counted)
        sys.setprofile(note)
        try:
            make(text)
        finally:
            sys.setprofile(None)
    return count


PROMISES = {
    "scripts": no_script_opens,
    "host": host_is_shown,
    "imitation": imitations_are_shown,
    "isolated": links_are_isolated,
    "order": fields_are_in_order,
    "escaped": text_is_escaped,
    "owner": owner_is_shown,
    "linear": work_is_linear,
}
WHOLE = "not applicable: because it never shortens the text of a link"
NATIVE = "not applicable: because it is one call of the library, whose steps growth.rs counts"

# ---- surfaces


def plain(text, profile="recommended", **options):
    return linkspan.linkify(text, profile, **options)


def detector(text, profile="recommended", **options):
    return linkspan.Detector(profile).linkify(text, **options)


def from_html(text, profile="recommended"):
    return linkspan.linkify_html(html.escape(text), profile)


def rendered(markdown):
    """Markdown as HTML, by a renderer that makes no links of its own."""
    markdown_it = pytest.importorskip("markdown_it", reason="pip install markdown-it-py")
    return markdown_it.MarkdownIt("commonmark", {"html": False}).render(markdown)


def to_markdown(text, profile="recommended"):
    return rendered(linkspan.linkify(text, profile, to="markdown"))


def from_markdown(text, profile="recommended"):
    return rendered(linkspan.linkify_markdown(text, profile))


def program(text, profile="recommended", **options):
    chosen = [argument for name, value in options.items() for argument in (f"--{name}", str(value))]
    command = [sys.executable, "-m", "linkspan", "linkify", "--to", "html", "--profile", profile, *chosen]
    run = subprocess.run(command, input=text.encode(), capture_output=True)
    # 1 says that there is no link.
    assert run.returncode < 2, run.stderr
    return run.stdout.decode()


def columns(text, profile="recommended", **options):
    pyarrow = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    from linkspan import arrow

    return arrow.linkify(pyarrow.array([text]), detector=profile, **options)[0].as_py()


def polars(text, profile="recommended", **options):
    library = pytest.importorskip("polars", reason="pip install polars")
    import linkspan.polars

    assert linkspan.polars
    series = library.Series([text])
    made = library.select(library.lit(series).link.linkify(detector=profile, **options)).item()
    assert made == series.link.linkify(detector=profile, **options).item()
    return made


def duckdb(text, profile="recommended", **options):
    library = pytest.importorskip("duckdb", reason="pip install duckdb")
    pytest.importorskip("pyarrow", reason="pip install pyarrow")
    import linkspan.duckdb

    with linkspan.duckdb.register(library.connect(), detector=profile, **options) as connection:
        return connection.execute("SELECT linkify(?)", [text]).fetchone()[0]


def bleach(text, profile="recommended"):
    from linkspan.bleach import Linker, linkify

    if profile == "recommended":
        return linkify(html.escape(text), parse_email=True)
    return Linker(detector=profile, parse_email=True).linkify(html.escape(text))


def django(filters, limit=None, is_safe=False):
    def make(text, profile="recommended"):
        pytest.importorskip("django", reason="pip install django")
        from django.conf import settings

        if not settings.configured:
            settings.configure()
        from django.utils.safestring import mark_safe

        text = mark_safe(html.escape(text)) if is_safe else text
        if filters:
            from linkspan.django.templatetags import linkspan as tags

            return tags.urlize(text) if limit is None else tags.urlizetrunc(text, limit)
        from linkspan.django import urlize

        return urlize(text, limit, autoescape=True)

    return make


def jinja2(filters, limit=None, is_safe=False):
    def make(text, profile="recommended"):
        library = pytest.importorskip("jinja2", reason="pip install jinja2")
        import markupsafe

        import linkspan.jinja2

        text = markupsafe.Markup(html.escape(text)) if is_safe else text
        if not filters:
            return linkspan.jinja2.urlize(text, limit)
        environment = linkspan.jinja2.install(library.Environment(autoescape=True))
        return environment.from_string("{{ text|urlize(limit) }}").render(text=text, limit=limit)

    return make


def markdown_it(rules):
    def make(text, profile="recommended"):
        library = pytest.importorskip("markdown_it", reason="pip install markdown-it-py")
        import linkspan.markdown_it

        md = library.MarkdownIt(rules, {"html": False})
        return md.use(linkspan.markdown_it.plugin, profile).render(text)

    return make


def row(make, short=None, **others):
    """The promises of a surface. ``short`` makes the same with short texts of links."""
    found = {promise: lambda judge=judge: judge(make) for promise, judge in PROMISES.items()}
    return {**found, "owner": (lambda: owner_is_shown(short)) if short else WHOLE, **others}


def short(make):
    return lambda text: make(text, shorten=20)


NO_ELEMENTS = "not applicable: because Markdown has no elements that keep fields in order"


def nothing_is_linked_backwards():
    for text, _ in BACKWARDS + DEEP:
        assert linkspan.linkify_markdown(text) == text


#: The modules of the package, and the surfaces of each.
TABLE = {
    "linkspan": {
        "linkify": row(plain, short(plain), linear=NATIVE),
        "Detector.linkify": row(detector, short(detector), linear=NATIVE),
        "linkify_html": row(from_html, linear=NATIVE),
        "linkify to Markdown": row(to_markdown, linear=NATIVE, order=NO_ELEMENTS),
        "linkify_markdown": row(
            from_markdown, linear=NATIVE, order=NO_ELEMENTS, isolated=nothing_is_linked_backwards
        ),
    },
    "linkspan.__main__": {"linkify": row(program, short(program), linear=NATIVE)},
    "linkspan.arrow": {"linkify": row(columns, short(columns), linear=NATIVE)},
    "linkspan.polars": {"linkify": row(polars, short(polars), linear=NATIVE)},
    "linkspan.duckdb": {"linkify": row(duckdb, short(duckdb), linear=NATIVE)},
    "linkspan.bleach": {"linkify": row(bleach)},
    "linkspan.django": {
        "urlize": row(django(False), django(False, limit=20)),
        "urlize of safe text": row(django(False, is_safe=True), django(False, 20, True)),
    },
    "linkspan.django.templatetags.linkspan": {
        "urlize": row(django(True)),
        "urlizetrunc": row(django(True, limit=500), django(True, limit=20)),
    },
    "linkspan.jinja2": {
        "urlize": row(jinja2(False), jinja2(False, limit=20)),
        "do_urlize": row(jinja2(True), jinja2(True, limit=20)),
        "urlize of markup": row(jinja2(True, is_safe=True)),
    },
    "linkspan.markdown_it": {
        "plugin, commonmark": row(markdown_it("commonmark")),
        "plugin, js-default": row(markdown_it("js-default")),
    },
    "linkspan.spark": "no surface: because its linkify is that of linkspan.arrow, in other processes",
    "linkspan.crawl": "no surface: because it writes tables of links, not pages",
    "linkspan.warc": "no surface: because it reads pages, and makes none",
    "linkspan.django.apps": "no surface: because it is the configuration of the application",
    "linkspan.django.templatetags": "no surface: because it only contains the filters",
}
CELLS = [
    pytest.param(answer, id=f"{module}-{surface}-{promise}")
    for module, surfaces in TABLE.items()
    if isinstance(surfaces, dict)
    for surface, answers in surfaces.items()
    for promise, answer in answers.items()
]


@pytest.mark.parametrize("answer", CELLS)
def test_promise(answer):
    if isinstance(answer, str):
        assert re.match("not applicable: because .{10}", answer)
    else:
        answer()


def modules():
    """The public modules of the package, whether or not what they need is installed."""
    folder = pathlib.Path(linkspan.__file__).parent
    for file in folder.rglob("*.py"):
        name = ".".join(["linkspan", *file.relative_to(folder).with_suffix("").parts])
        name = name.removesuffix(".__init__")
        if not re.search(r"\._[^_]", name):
            yield name


def test_every_module_has_a_row():
    # What a package does not do, its modules do not do either.
    silent = tuple(f"{name}." for name, row in TABLE.items() if isinstance(row, str))
    assert sorted(name for name in modules() if not name.startswith(silent) or name in TABLE) == sorted(TABLE)
    for answer in TABLE.values():
        assert isinstance(answer, dict) or re.match("no surface: because .{10}", answer)


def test_every_function_that_makes_links_has_a_row():
    folder = pathlib.Path(linkspan.__file__).parent
    for name, surfaces in TABLE.items():
        if isinstance(surfaces, dict):
            parts = name.split(".")[1:]
            file = folder.joinpath(*parts) / "__init__.py"
            file = file if file.exists() else folder.joinpath(*parts).with_suffix(".py")
            made = re.findall(r"def ((?:linkify|do_urlize|urlize)\w*)\(", file.read_text("utf-8"))
            if name == "linkspan":
                made = [one for one in linkspan.__all__ if "linkify" in one]
            assert set(made) <= set(" ".join(surfaces).replace(".", " ").split()), name


def test_the_judges_can_say_no():
    def naked(text, profile="recommended"):
        return linkspan.linkify(text, profile, isolate="never")

    def typed(text, profile="recommended"):
        return re.sub(r"(\S*[.:]\S*)", r'<a href="\1">\1</a>', text)

    def wrong(text, profile="recommended"):
        return '<a href="https://evil.com">paypal.com</a>'

    def quadratic(text, profile="recommended"):
        for _ in range(len(text) ** 2 // 1000):
            len(text)

    for promise, make in [
        ("scripts", typed), ("host", wrong), ("imitation", typed), ("isolated", naked), ("order", naked),
        ("escaped", typed), ("owner", lambda text: '<a href="x">https://login.…</a>'), ("linear", quadratic),
    ]:  # fmt: skip
        with pytest.raises((AssertionError, IndexError)):
            PROMISES[promise](make)
