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
from typing import Any, Literal

from ._adapter import detector_of
from ._linkspan import Detector, Link, reorders
from ._texts import Texts


#: How many texts are remembered: a text, an image in it, an image in the text of that one and so on.
_REMEMBERED = 8

#: Escapes that say that there is no link: of these characters, and before any letter.
_PREVENTING = re.compile(r"[:/.@]|\\.", re.DOTALL)

_ESCAPE = re.compile(r"\\[!-/:-@\[-`{-~]")

_TEXTS = {"text", "text_special"}


class Match:
    """A link as linkify-it-py describes it, in a text that starts at an offset of the search."""

    def __init__(self, link: Link, url: str, offset: int = 0) -> None:
        self.schema = "mailto:" if link.kind == "email" else f"{link.scheme}:" if link.scheme else ""
        self.index = link.start - offset
        self.last_index = link.end - offset
        self.raw = link.text
        self.text = link.caption
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
    md.core.ruler.at("linkify", lambda state: _link(linkify, state))
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
                return link.caption
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
        # What is escaped is found in the text. As usual in markdown-it-py, references are not.
        if link is None or _ESCAPE.search(link.text) or link.end > state.posMax or not state.pending.endswith(state.src[link.start : place]):
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
            token.meta = {_SOURCE: url}
            state.push("text", "", 0).content = state.md.normalizeLinkText(url)
            token = state.push("link_close", "a", -1)
            token.markup, token.info = "linkify", "auto"
        state.pos = link.start + len(url)
        return True


#: Where the first token of a link of a source has its text, until it is known what a reader sees.
_SOURCE = "linkspan"


class _Part:
    """Adjacent texts, with the links of the source between them; or a single other token."""

    def __init__(self, is_open: bool, *items: tuple[str, list[Any]]) -> None:
        self.is_open = is_open
        #: Texts, each with the token or the tokens of a link.
        self.items = list(items)
        self.has_sources = False


def _is_source(tokens: list[Any]) -> bool:
    return len(tokens) > 1


def _parts(tokens: list[Any]) -> list[_Part]:
    parts: list[_Part] = []

    def add(text: str, of: list[Any]) -> None:
        if not parts or not parts[-1].is_open:
            parts.append(_Part(True))
        parts[-1].items.append((text, of))
        parts[-1].has_sources |= _is_source(of)

    level = number = 0
    while number < len(tokens):
        token = tokens[number]
        source = token.meta.get(_SOURCE) if token.type == "link_open" else None
        if source is not None:
            # After a stray `</a>`, markdown-it-py looks for links in a link.
            if level > 0:
                parts.append(_Part(False, (source, tokens[number + 1 : number + 2])))
                parts[-1].has_sources = True
            else:
                add(source, tokens[number : number + 3])
            number += 3
            continue
        number += 1
        level += (token.type == "link_open") - (token.type == "link_close")
        if token.type not in _TEXTS or level > 0 or (token.info == "escape" and _PREVENTING.match(token.content)):
            parts.append(_Part(False, (token.content, [token])))
        elif token.content:
            add(token.content, [token])
    return parts


def _link(linkify: LinkifyIt, state: Any) -> None:
    """Make the links of a document, in place of the rule of markdown-it-py, which copies all tokens
    of a block for each text.

    That rule looks at each text alone, but a link of a text or of a source is one only if it also is
    in the text that a reader sees.
    """
    if not state.md.options.linkify:
        return
    texts: Texts[_Part] = Texts()
    blocks = [(token, _parts(token.children)) for token in state.tokens if token.type == "inline" and token.children]
    for _, parts in blocks:
        texts.end_block()
        for part in parts:
            _read(part, texts)
    links = texts.links(linkify._detector)
    sources = [source for _, parts in blocks for part in parts for source, tokens in part.items if _is_source(tokens)]
    raw = texts.links(linkify._raw) if any("`" in source for source in sources) else {}
    for block, parts in blocks:
        # Without a link, the tokens stay as they are.
        if any(part in links or part.has_sources for part in parts):
            block.children = [token for part in parts for token in _written(state, part, _chosen(part, links.get(part, []), raw.get(part, [])))]


def _read(part: _Part, texts: Texts[_Part]) -> None:
    text, [token, *_] = part.items[0]
    if part.is_open:
        texts.add("".join(text for text, _ in part.items), part)
    elif token.type == "html_inline":
        texts.tag(text)
    elif token.type in {"softbreak", "hardbreak", "image"}:
        texts.end()
    else:
        texts.skip(text)


_Found = list[tuple[int, int, Link]]


def _chosen(part: _Part, links: _Found, raw: _Found) -> _Found:
    """Return the links of a part, with the longer ones for links of a source with backquotes."""
    if not raw:
        return links
    place = 0
    sources = {}
    for text, tokens in part.items:
        if _is_source(tokens) and "`" in text:
            sources[place] = place + len(text)
        place += len(text)
    longer = {start: (start, end, link) for start, end, link in raw if end >= sources.get(start, end + 1)}
    chosen, done = [], 0
    for found in links:
        start, end, _ = found = longer.get(found[0], found)
        if start >= done:
            chosen.append(found)
            done = end
    return chosen


def _written(state: Any, part: _Part, links: _Found) -> list[Any]:
    """Return the tokens of a part, with links in it."""
    if not part.is_open:
        return part.items[0][1]
    made: list[Any] = []
    items = part.items
    # The next item and its start, and the end of the last link.
    number = at = done = 0

    def until(place: int) -> None:
        nonlocal number, at
        while number < len(items) and at < place:
            text, [token, *others] = items[number]
            start, end = max(0, done - at), min(len(text), place - at)
            if start == 0 and end == len(text) and not others:
                made.append(token)
            elif start < end:
                made.append(_token("text" if others else token.type, "", 0, token.level, content=text[start:end]))
            if at + len(text) > place:
                return
            at += len(text)
            number += 1

    for start, end, link in links:
        until(start)
        text, tokens = items[number]
        if _is_source(tokens) and at == start and len(text) == end - start:
            del tokens[0].meta[_SOURCE]
        else:
            address = state.md.normalizeLink(_address(link))
            if not state.md.validateLink(address):
                continue
            tokens = _tokens(state.md, link, address, tokens[0].level)
        made += tokens
        done = end
    until(at + sum(len(text) for text, _ in items[number:]))
    return made


def _token(kind: str, tag: str, nesting: Literal[-1, 0, 1], level: int, **properties: Any) -> Any:
    from markdown_it.token import Token

    return Token(kind, tag, nesting, level=level, **properties)


def _tokens(md: Any, link: Link, address: str, level: int) -> list[Any]:
    """Return the tokens of a link."""
    made = {"markup": "linkify", "info": "auto"}
    # markdown-it-py normalizes addresses, not texts.
    before = "" if link.scheme else "mailto:" if link.kind == "email" else "http://"
    shown = md.normalizeLinkText(before + link.caption)
    return [
        _token("link_open", "a", 1, level, attrs={"href": address}, **made),
        _token("text", "", 0, level + 1, content=shown.removeprefix(before)),
        _token("link_close", "a", -1, level, **made),
    ]


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
            is_caption = child.type == "text" and children[number - 1].type == "link_open" and children[number - 1].markup == "linkify"
            made += _isolated(detector, child) if is_caption else [child]
        token.children = made if token.children else token.children


def _reorders(token: Any) -> bool:
    # HTML can change the direction in many ways.
    return token.type.startswith("html_") or reorders(token.content) or any(map(_reorders, token.children or ()))


_TAG = re.compile("(<[^<>]*>)")


def _isolated(detector: Detector, caption: Any) -> list[Any]:
    """Return the tokens of a caption as the library writes it."""
    from markdown_it.token import Token

    link = detector.match(caption.content)
    if link is not None and link.text == caption.content:
        made = detector.linkify(caption.content, rel="")
        made = made[made.index(">") + 1 : made.rindex("<")]
    else:
        made = f"<bdi>{html.escape(caption.content)}</bdi>"
    tokens = []
    for piece in filter(None, _TAG.split(made)):
        is_tag = piece.startswith("<")
        tokens.append(Token("html_inline" if is_tag else "text", "", 0, level=caption.level, content=piece if is_tag else html.unescape(piece)))
    return tokens
