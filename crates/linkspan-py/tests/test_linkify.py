"""Links in HTML, looked at with another parser, and what functions make of them."""

import html
import random
from html.parser import HTMLParser

import pytest
from support import case_files, random_texts, repaired

import linkspan


class Reader(HTMLParser):
    """The text of a page, and the addresses and texts of its links."""

    def __init__(self, page):
        super().__init__()
        self.text, self.links, self.tags = "", [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag == "a":
            self.links.append([dict(attributes)["href"], ""])

    def handle_data(self, data):
        self.text += data
        if self.links and "a" in self.tags:
            self.links[-1][1] += data

    def handle_endtag(self, tag):
        while self.tags and self.tags.pop() != tag:
            pass


def test_html_is_read_back():
    for text in [*case_files(), *map(repaired, random_texts(5, 5_000))]:
        text = text.replace("\0", "\ufffd").replace("\r", "")
        read = Reader(linkspan.linkify(text, "uts58", isolate="never"))
        links = [link for link in linkspan.find(text, "uts58")]
        assert [link[0] for link in read.links] == [link.href for link in links]


def test_options():
    made = linkspan.linkify("bücher.de/a/long/path me@a.com", rel="ugc", target="_blank", class_="x", shorten=14, title="display")
    assert made == (
        '<a href="https://xn--bcher-kva.de/a/long/path" rel="ugc" target="_blank" class="x" title="bücher.de/a/long/path">'
        '<bdi>bücher.de/a/l…</bdi></a> <a href="mailto:me@a.com" class="x" title="me@a.com"><bdi>me@a.com</bdi></a>'
    )
    assert linkspan.linkify("xn--bcher-kva.de", rel="", caption="display", title="display", isolate="never") == (
        '<a href="https://xn--bcher-kva.de/" title="bücher.de">bücher.de</a>'
    )
    assert linkspan.linkify("a.com", caption="typed", title="none") == linkspan.linkify("a.com")
    assert linkspan.linkify("https://a.com", href="typed", rel="", isolate="when-reordered") == '<a href="https://a.com">https://a.com</a>'
    assert linkspan.linkify("\u202ea.com", to="text") == "\u202e\u2066a.com\u2069"
    assert linkspan.linkify("see a.com", to="defanged") == "see a[.]com"


@pytest.mark.parametrize("blanks", ["  ", " \t ", "! "])
def test_lines_of_a_long_text(blanks):
    """A long text is processed in pieces, which end with a line."""
    long = "a" * (4 << 20)
    ours = linkspan.linkify(f"{long}{blanks}\n    b.com", to="markdown")
    short = linkspan.linkify(f"a{blanks}\n    b.com", to="markdown")
    assert "&#32;" in short
    assert ours == long[1:] + short


def test_on_link():
    def external(anchor):
        assert not anchor.existing and anchor.link.text == anchor.text
        if anchor.link.host == "a.com":
            return False
        anchor.text, anchor.target = "<b>", "_blank"
        anchor.attributes["data-host"] = '"' + anchor.link.host
        return None

    made = linkspan.linkify("a.com b.com", rel="", on_link=external)
    assert made == 'a.com <a href="https://b.com/" target="_blank" data-host="&quot;b.com"><bdi>&lt;b&gt;</bdi></a>'

    def script(anchor):
        anchor.href = " java\nscript:alert(1)"

    assert linkspan.linkify("a.com", on_link=script) == "a.com"
    assert linkspan.linkify("a.com", on_link=lambda anchor: True) == linkspan.linkify("a.com")


def test_what_on_link_raises():
    def broken(anchor):
        raise LookupError(anchor.text)

    for call in [linkspan.linkify, linkspan.linkify_html]:
        with pytest.raises(LookupError, match="a.com"):
            call("<b> a.com b.com", on_link=broken)
    with pytest.raises(TypeError, match="on_link must return None, True or False"):
        linkspan.linkify("a.com", on_link=lambda anchor: "x")
    with pytest.raises(TypeError, match="attributes must be str"):
        linkspan.linkify("a.com", on_link=lambda anchor: anchor.attributes.update(x=1))


def test_existing_links():
    seen = []

    def changed(anchor):
        seen.append((anchor.existing, anchor.href, anchor.text))
        if anchor.existing:
            anchor.rel = "nofollow"
            return anchor.href != "/no"
        return None

    page = '<a href="/x" id="y">x</a> a.com <a href="/no"><i>no</i></a>'
    made = linkspan.linkify_html(page, rel="", existing=True, on_link=changed)
    assert made == '<a href="/x" rel="nofollow" id="y">x</a> <a href="https://a.com/">a.com</a> <i>no</i>'
    assert sorted(seen) == [(False, "https://a.com/", "a.com"), (True, "/no", "no"), (True, "/x", "x")]
    assert linkspan.linkify_html("<h1>a.com</h1>", skip_tags=["H1"]) == "<h1>a.com</h1>"


def test_unchanged_text_is_the_same_object():
    page = "nothing <b>at</b> all"
    assert linkspan.linkify_html(page) is page


def test_a_lone_surrogate_ends_a_link_everywhere():
    chooser = random.Random(4)
    texts = ["https://a.com/\udc00x", "a.com\ud800b.com", "me@a.com\udfff.org", "<https://a.com/\udc80>"]
    texts += [text for text in random_texts(12, 3_000) if text.encode("utf-8", "replace") != text.encode("utf-8", "surrogatepass")]
    assert len(texts) > 500
    for text in texts:
        text = text.replace("\0", " ").replace("\r", "")
        hrefs = [link.href for link in linkspan.find(text)]
        assert [link[0] for link in Reader(linkspan.linkify(text, isolate="never")).links] == hrefs
        # The same, in a page that is only text.
        plain = html.escape(text.replace("&", chooser.choice(["and", "+"])))
        hrefs = [link.link.href for link in linkspan.html_links(plain)]
        assert [link[0] for link in Reader(linkspan.linkify_html(plain, isolate="never")).links] == hrefs
    assert linkspan.linkify("https://a.com/\udc00x", rel="", isolate="never") == '<a href="https://a.com/">https://a.com/</a>\ufffdx'
    assert linkspan.linkify_markdown("https://a.com/\udc00x") == "<https://a.com/>\ufffdx"
    assert linkspan.defang("https://a.com/\udc00b.com") == "hxxps://a[.]com/\ufffdb[.]com"
