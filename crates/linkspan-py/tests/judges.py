"""Reads pages as a browser would, without linkspan: the judges of ``test_promises.py``."""

import html.parser
import re
import urllib.parse

import pytest

CONTROLS = {"ltr": "\u2066", "rtl": "\u2067", "auto": "\u2068"}
#: What a browser removes from an address before it reads the scheme.
REMOVED = dict.fromkeys(range(0x21))


class Page(html.parser.HTMLParser):
    """The links, elements and characters of a page."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        #: The address and the text of each link.
        self.links = []
        #: The name of each element, and the names of its attributes.
        self.elements = []
        self.text = ""
        #: The text, with the controls that CSS says the elements stand for.
        self.controlled = ""
        self._open = []
        self._label = None
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.elements.append((tag, sorted(values)))
        direction = values.get("dir") or ("auto" if tag in ("bdi", "bdo") else None)
        before, after = (CONTROLS[direction], "\u2069") if direction else ("", "")
        if tag == "bdo":
            # A style may say that it overrides without isolating.
            isolates = "bidi-override" not in (values.get("style") or "")
            over = "\u202e" if direction == "rtl" else "\u202d"
            before, after = (before + over, "\u202c" + after) if isolates else (over, "\u202c")
        self.controlled += before
        self._open.append((tag, after))
        if tag == "a" and values.get("href") is not None:
            self._label = [values["href"], ""]
            self.links.append(self._label)

    def handle_endtag(self, tag):
        if tag not in [name for name, _ in self._open]:
            return
        name = None
        while name != tag:
            name, after = self._open.pop()
            self.controlled += after
        if tag == "a":
            self._label = None

    def handle_data(self, data):
        self.text += data
        self.controlled += data
        if self._label is not None:
            self._label[1] += data


def links(page):
    """The address and the text of each link, as a reader sees it."""
    return [(href, re.sub("[\u2066-\u2069\u202a-\u202e]", "", text)) for href, text in Page(page).links]


def visual(page, base):
    """The characters of a page from left to right, in text of the direction ``"L"`` or ``"R"``.

    The order is that of the Rust crate unicode-bidi; which elements isolate is decided above.
    """
    bidi = pytest.importorskip("bidi", reason="pip install python-bidi")
    shown = bidi.get_display(Page(page).controlled.replace("\n", " "), base_dir=base)
    return re.sub("[\u202a-\u202e\u2066-\u2069]", "", shown)


def scheme(href):
    """The scheme of an address, with the characters removed that browsers remove."""
    return urllib.parse.urlsplit(href.translate(REMOVED)).scheme.lower()


def host(address):
    """The host that a browser opens, in ASCII."""
    idna = pytest.importorskip("idna", reason="pip install idna")
    if address.lower().startswith("mailto:") or ("@" in address and "/" not in address):
        name = address.rpartition("@")[2]
    else:
        whole = address if "://" in address else f"https://{address}"
        # In an address for the web, a backslash is a slash.
        name = urllib.parse.urlsplit(whole.replace("\\", "/")).hostname or ""
    if name.isascii():
        return name.lower()
    return idna.encode(name, uts46=True, transitional=False).decode()
