"""Elements nested very deeply, read by every function that reads HTML or Markdown.

A stack overflow ends the process, so each function runs in a process of its own, in a thread with
a small stack. The process prints each page before it reads it: the last one is to blame.
"""

import io
import subprocess
import sys
import threading

import pytest

#: The elements of HTML, those that browsers still know, and some of SVG and MathML.
ELEMENTS = """
a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink
blockquote body br button canvas caption center cite code col colgroup command content data datalist
dd del details dfn dialog dir div dl dt element em embed fieldset figcaption figure font footer form
frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd
keygen label legend li link listing main map mark marquee math menu menuitem meta meter multicol
nav nextid nobr noembed noframes noscript object ol optgroup option output p param picture plaintext
portal pre progress q rb rbc rp rt rtc ruby s samp script search section select selectedcontent
shadow slot small source spacer span strike strong style sub summary sup svg table tbody td template
textarea tfoot th thead time title tr track tt u ul var video wbr xmp
annotation-xml desc foreignObject g maction mglyph mi mn mo ms mtext text tspan use x-custom
""".split()
#: What the elements are nested in.
AROUND = ["<svg>", "<math>", "<table>", "<select>", "<template>", "<noscript>", "<p dir=rtl>"]
MARKDOWN = ["> ", "- ", "1. ", "[", "![", "*", "_a ", "`", "<b>", "[a](", "<!-- ", "| a ", "\\", "&", "- > "]
SIZE = 30_000
WHOLE = 1_000_000
STACK = 256 * 1024


def pages():
    """Pages, and a name for each."""
    for name in ELEMENTS:
        yield name, f"<{name}>a.com " * (SIZE // (len(name) + 8))
        yield f"{name} with attributes", f"<{name} href=/x dir=rtl>" * (SIZE // (len(name) + 18))
    for outer in AROUND:
        inner = "".join(f"<{name}>" for name in ELEMENTS)
        yield f"all in {outer}", outer + inner * (SIZE // len(inner)) + " a.com"
        yield f"{outer} again", f"{outer}<b>" * (SIZE // (len(outer) + 3)) + " a.com"
    yield "all", "".join(f"<{name}>" for name in ELEMENTS) * (WHOLE // 1200) + " a.com"
    yield "div", "<div>" * (WHOLE // 5) + " a.com"
    yield "noscript", "<noscript>" * (WHOLE // 10) + " a.com"


def texts():
    """Markdown, and a name for each."""
    for sign in MARKDOWN:
        yield sign, sign * (SIZE // len(sign)) + " a.com"
    for name in ELEMENTS:
        yield name, f"<{name}>" * (SIZE // (len(name) + 2)) + " a.com"


def columns():
    import pyarrow

    from linkspan import arrow

    def read(page):
        table = pyarrow.table({"page": [page], "url": ["https://a.com/"]})
        return arrow.html_links(table, "page", base="url")

    return read


def archive():
    from linkspan import warc

    def read(page):
        body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page.encode()
        head = f"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {len(body)}\r\n"
        record = f"{head}Content-Type: application/http\r\n\r\n".encode() + body + b"\r\n\r\n"
        [batch] = warc.read(io.BytesIO(record))
        assert len(batch) == 1

    return read


def existing():
    import linkspan

    return lambda page: linkspan.linkify_html(page, existing=True, on_link=lambda anchor: None)


def bleach():
    from linkspan.bleach import linkify

    return linkify


def jinja2():
    import markupsafe

    from linkspan.jinja2 import urlize

    return lambda page: urlize(markupsafe.Markup(page))


def django():
    from django.conf import settings

    settings.configure()
    from django.utils.safestring import mark_safe

    from linkspan.django import urlize

    return lambda page: urlize(mark_safe(page))


def markdown_it():
    import markdown_it as library

    import linkspan.markdown_it

    return library.MarkdownIt("commonmark").use(linkspan.markdown_it.plugin).render


def native(name):
    def load():
        import linkspan

        return getattr(linkspan, name)

    return load


#: How each function is loaded, what it reads, and the packages that it needs.
READERS = {
    "html_links": (native("html_links"), pages, []),
    "html_text": (native("html_text"), pages, []),
    "linkify_html": (native("linkify_html"), pages, []),
    "linkify_html, existing": (existing, pages, []),
    "linkify_markdown": (native("linkify_markdown"), texts, []),
    "arrow.html_links": (columns, pages, ["pyarrow"]),
    "warc.read": (archive, pages, ["pyarrow", "fastwarc"]),
    "bleach.linkify": (bleach, pages, []),
    "jinja2.urlize": (jinja2, pages, ["jinja2"]),
    "django.urlize": (django, pages, ["django"]),
    "markdown_it": (markdown_it, texts, ["markdown_it"]),
}


@pytest.mark.parametrize("reader", READERS)
def test_nested_elements_need_little_stack(reader):
    for module in READERS[reader][2]:
        pytest.importorskip(module, reason=f"pip install {module.replace('_', '-')}")
    # The time is that of something that does not end.
    run = subprocess.run([sys.executable, __file__, reader], capture_output=True, text=True, timeout=1200)
    lines = run.stdout.splitlines()
    assert run.returncode == 0, f"ended with {run.returncode} at {lines[-1:]}: {run.stderr[-2000:]}"
    assert lines[-1] == "done"


def read_all(reader):
    """Read all pages in a thread. Printed names are those of pages that are being read."""
    load, made, _ = READERS[reader]
    read = load()
    for name, page in made():
        print(name, flush=True)
        read(page)
    print("done", flush=True)


if __name__ == "__main__":
    failed = []
    threading.excepthook = lambda raised: (failed.append(raised), threading.__excepthook__(raised))
    threading.stack_size(STACK)
    thread = threading.Thread(target=read_all, args=sys.argv[1:])
    thread.start()
    thread.join()
    sys.exit(bool(failed))
