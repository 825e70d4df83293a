"""The text of a document as a reader sees it, in pieces.

Markup inside a word does not separate it, so a piece alone may look like another name: ``*pay*pal.com``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from ._linkspan import Detector, Link

#: Elements that a reader sees as a break between words, or as something other than text: those of
#: the core (crates/linkspan-rewrite/src/html/elements.rs). All others, such as ``wbr``, are inline.
_BREAKS = frozenset(
    "address article aside audio blockquote body br button canvas caption center col colgroup dd details dialog dir div dl dt embed "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input legend li main "
    "math menu meter nav object ol optgroup option p picture pre progress search section select summary svg table tbody td textarea "
    "tfoot th thead title tr ul video".split()
)

#: Elements that must not contain links.
_CLOSED = frozenset({"a", "button", "code", "pre", "script", "style", "svg", "textarea"})

_TAG = re.compile(r"<(/?)([a-z][^\s/<>]*)(?:[\s/][^<>]*)?>", re.IGNORECASE)

Key = TypeVar("Key")


class Texts(Generic[Key]):
    """Collects a text, and finds its links."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._length = 0
        #: The pieces in which links may be made, with their keys and ranges.
        self._pieces: list[tuple[Key, int, int]] = []
        self._closed = 0

    def add(self, text: str, key: Key) -> None:
        """Add text in which links may be made. The key names the piece."""
        start = self._length
        self.skip(text)
        if self._closed == 0:
            self._pieces.append((key, start, self._length))

    def skip(self, text: str) -> None:
        """Add text in which no links may be made, such as code."""
        self._texts.append(text)
        self._length += len(text)

    def end(self) -> None:
        """Add what separates words, such as an image or a line break."""
        self.skip("\n")

    def end_block(self) -> None:
        """End a block, and the HTML elements that are open in it."""
        self._closed = 0
        self.end()

    def tag(self, html: str) -> None:
        """Add a tag of HTML."""
        found = _TAG.match(html)
        if found is None:
            return
        name = found[2].lower()
        if name in _BREAKS:
            self.end()
        if name in _CLOSED and not html.endswith("/>"):
            self._closed = max(0, self._closed + (-1 if found[1] else 1))

    def links(self, detector: Detector) -> dict[Key, list[tuple[int, int, Link]]]:
        """Return the links that lie in one piece, by its key, with their ranges in it.

        The name of a file cannot be opened, so it is text here.
        """
        found: dict[Key, list[tuple[int, int, Link]]] = {}
        pieces = iter(self._pieces)
        piece = next(pieces, None)
        for link in detector.find("".join(self._texts)):
            while piece is not None and piece[2] <= link.start:
                piece = next(pieces, None)
            if piece is None:
                break
            key, start, end = piece
            if link.kind != "file" and start <= link.start and link.end <= end:
                found.setdefault(key, []).append((link.start - start, link.end - start, link))
        return found
