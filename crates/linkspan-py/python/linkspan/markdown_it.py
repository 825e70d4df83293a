"""Links in Markdown for markdown-it-py, as a replacement for linkify-it-py.

>>> from markdown_it import MarkdownIt
>>> import linkspan.markdown_it
>>> md = MarkdownIt("commonmark").use(linkspan.markdown_it.plugin)
>>> md.render("see https://ja.wikipedia.org/wiki/日本。 or a.com")
'<p>see <a href="https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC">https://ja.wikipedia.org/wiki/日本</a>。 or <a href="http://a.com">a.com</a></p>\\n'
"""

from __future__ import annotations

import html
import re
import weakref
from typing import Any

from ._adapter import detector_of
from ._linkspan import Detector, Link, reorders


#: How many texts are remembered: a text, an image in it, an image in the text of that one and so on.
_REMEMBERED = 8


class Match:
    """A link as linkify-it-py describes it, in a text that starts at an offset of the search."""

    def __init__(self, link: Link, url: str, offset: int = 0) -> None:
        self.schema = "mailto:" if link.kind == "email" else f"{link.scheme}:" if link.scheme else ""
        self.index = link.start - offset
        self.last_index = link.end - offset
        self.raw = link.text
        self.text = link.label
        self.url = url

    def __repr__(self) -> str:
        return f"<linkspan.markdown_it.Match {self.index}:{self.last_index} {self.url!r}>"


class LinkifyIt:
    """The interface that markdown-it-py expects of ``md.linkify``. The options are those of
    ``linkspan.Detector``.

    As with linkify-it-py, names without a scheme get ``http``, unless ``default_scheme`` is set.
    """

    def __init__(self, detector: Detector | str | None = None, **options: Any) -> None:
        self._detector = detector_of(detector, options, default_scheme="http")
        # For links that are read before code spans are: they may contain backquotes.
        self._raw = Detector(without=["delimiter"])
        self._last: tuple[str, list[Link]] = ("", [])
        self._wholes: list[tuple[str, dict[int, Link]]] = []

    def _links(self, text: str) -> list[Link]:
        # markdown-it-py first asks whether a text has links, and then for the links.
        if self._last[0] != text:
            # The name of a file cannot be opened.
            self._last = (text, [link for link in self._detector.find(text) if link.kind != "file"])
        return self._last[1]

    def _by_colon(self, text: str) -> dict[int, Link]:
        """Return the links with a scheme by the position of its colon."""
        links = _with_scheme(self._detector, text)
        if any(text.startswith("`", link.end) for link in links.values()):
            longer = _with_scheme(self._raw, text)
            return {at: longer.get(at, link) if text.startswith("`", link.end) else link for at, link in links.items()}
        return links

    def pretest(self, text: str) -> bool:
        """Whether a text may contain links."""
        return any(sign in text for sign in ".:@") or not text.isascii()

    def test(self, text: str) -> bool:
        """Whether a text contains links."""
        return bool(self._links(text))

    def match(self, text: str) -> list[Match] | None:
        """Return the links in a text; ``None`` if it contains none."""
        return [Match(link, _address(link)) for link in self._links(text)] or None

    def match_at_start(self, text: str) -> Match | None:
        """Return the link with a scheme at the start of a text, or ``None``."""
        whole, links = self._searched(text)
        start = len(whole) - len(text)
        link = links.get(start + text.find("://"))
        # markdown-it-py advances by the length of the address, so it must be the text.
        return None if link is None or link.start != start else Match(link, link.text, start)

    def _searched(self, rest: str) -> tuple[str, dict[int, Link]]:
        """Return a text that ends with this one, and its links."""
        # markdown-it-py asks for the rest of a text at each colon, and in between for that of the
        # texts of images in it. Each is searched only once.
        known = next((one for one in self._wholes if one[0].endswith(rest)), None)
        if known is None:
            known = rest, self._by_colon(rest)
        # The last ones that were asked for are kept.
        self._wholes = [*(one for one in self._wholes if one is not known), known][-_REMEMBERED:]
        return known


def _with_scheme(detector: Detector, text: str) -> dict[int, Link]:
    found = ((link, link.scheme) for link in detector.find(text))
    return {link.start + len(scheme): link for link, scheme in found if scheme and link.text.startswith("://", len(scheme))}


def _address(link: Link) -> str:
    # markdown-it-py encodes the letters of a host but does not map them, so it would open another
    # host than browsers do: `ｅｘａｍｐｌｅ.com`.
    return link.href_typed if link.text.isascii() else link.href


def plugin(md: Any, detector: Detector | str | None = None, **options: Any) -> None:
    """Find links with linkspan: ``md.use(linkspan.markdown_it.plugin)``.

    If a document contains right-to-left letters, characters that control the direction, or HTML,
    its links are isolated with ``bdi``, as in ``linkspan.linkify``.
    """
    linkify = LinkifyIt(detector, **options)
    md.linkify = linkify
    md.options["linkify"] = True
    md.enable("linkify")
    if "linkify" in md.inline.ruler.get_all_rules():
        md.inline.ruler.at("linkify", _Inline(linkify))
    md.core.ruler.before("block", "linkspan_shallow", _replace_deep)
    md.core.ruler.push("linkspan_isolate", lambda state: _isolate(linkify._detector, state))
    normalize = md.normalizeLinkText

    def shown(url: str) -> str:
        # A name that imitates another one is shown in A-labels, even where markdown-it-py would
        # decode them.
        text = normalize(url)
        if text.isascii():
            return text
        # Decoding `%20` divides a link.
        for whole in (text, url):
            link = linkify._detector.match(whole)
            if link is not None and link.text == whole:
                return link.label
        return md.normalizeLink(url)

    md.normalizeLinkText = shown


class _Inline:
    """The rule of markdown-it-py for links with a scheme, which it recognizes before emphasis.

    That of markdown-it-py reads all text before each ``://`` and copies all text after it.
    """

    def __init__(self, linkify: LinkifyIt) -> None:
        self._linkify = linkify
        # The text of an image is parsed in the middle of the text that contains it.
        self._known: weakref.WeakKeyDictionary[Any, dict[int, Link]] = weakref.WeakKeyDictionary()

    def __call__(self, state: Any, silent: bool) -> bool:
        place = state.pos
        if not state.md.options.linkify or state.linkLevel > 0 or not state.src.startswith("://", place):
            return False
        if state not in self._known:
            self._known[state] = self._linkify._by_colon(state.src)
        link = self._known[state].get(place)
        if link is None or link.end > state.posMax or not state.pending.endswith(state.src[link.start : place]):
            return False
        # A `*` at the end is more likely the end of emphasis.
        url = link.text.rstrip("*")
        address = state.md.normalizeLink(_address(link) if url == link.text else url)
        if not state.md.validateLink(address):
            return False
        if not silent:
            state.pending = state.pending[: link.start - place]
            token = state.push("link_open", "a", 1)
            token.attrs = {"href": address}
            token.markup, token.info = "linkify", "auto"
            state.push("text", "", 0).content = state.md.normalizeLinkText(url)
            token = state.push("link_close", "a", -1)
            token.markup, token.info = "linkify", "auto"
        state.pos = link.start + len(url)
        return True


#: Characters that reorder the text after them, and those that end their effect (UAX #9).
_OPENING = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"
_CONTROLS = re.compile(f"[{_OPENING}\u202c\u2069]")
_PARAGRAPHS = re.compile(r"(\n[^\S\n]*\n)")

#: How many of them may be open. Beyond 125 levels, links would not be isolated.
_MOST_OPEN = 16


def _replace_deep(state: Any) -> None:
    """Replace the characters that would be nested too deeply in a paragraph."""
    if any(c in state.src for c in _OPENING):
        state.src = "".join(map(_shallow, _PARAGRAPHS.split(state.src)))


def _shallow(paragraph: str) -> str:
    #: Whether each open character opened an isolate.
    stack: list[bool] = []

    def keep(found: re.Match[str]) -> str:
        c = found[0]
        is_isolate = c >= "\u2066"
        if c in _OPENING:
            if len(stack) >= _MOST_OPEN:
                return "\ufffd"
            stack.append(is_isolate)
        elif is_isolate and True in stack:
            while not stack.pop():
                pass
        elif not is_isolate and stack and not stack[-1]:
            stack.pop()
        return c

    return _CONTROLS.sub(keep, paragraph)


def _isolate(detector: Detector, state: Any) -> None:
    """Isolate the links of a document in which something could reorder them."""
    if not any(map(_reorders, state.tokens)):
        return
    for token in state.tokens:
        children = token.children or []
        made = []
        for number, child in enumerate(children):
            is_label = child.type == "text" and children[number - 1].type == "link_open" and children[number - 1].markup == "linkify"
            made += _isolated(detector, child) if is_label else [child]
        token.children = made if token.children else token.children


def _reorders(token: Any) -> bool:
    # HTML can change the direction in many ways.
    return token.type.startswith("html_") or reorders(token.content) or any(map(_reorders, token.children or ()))


_TAG = re.compile("(<[^<>]*>)")


def _isolated(detector: Detector, label: Any) -> list[Any]:
    """Return the tokens of a label as the library writes it."""
    from markdown_it.token import Token

    link = detector.match(label.content)
    if link is not None and link.text == label.content:
        made = detector.linkify(label.content, rel="")
        made = made[made.index(">") + 1 : made.rindex("<")]
    else:
        made = f"<bdi>{html.escape(label.content)}</bdi>"
    tokens = []
    for piece in filter(None, _TAG.split(made)):
        is_tag = piece.startswith("<")
        tokens.append(Token("html_inline" if is_tag else "text", "", 0, level=label.level, content=piece if is_tag else html.unescape(piece)))
    return tokens
