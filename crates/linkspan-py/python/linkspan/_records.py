"""Results and arguments that are plain data. The extension makes them.

The module ``dataclasses`` would take longer to import than the whole package.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, NoReturn

    from ._linkspan import Link, Reason


class _Record:
    """Named values that do not change, given in the order of ``__slots__``."""

    __slots__: dict[str, str] = {}

    def __init__(self, *values: Any) -> None:
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} does not change")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__reduce__() == self.__reduce__()

    def __hash__(self) -> int:
        return hash(self.span())

    def span(self) -> tuple[int, int]:
        """Return start and end, as ``re.Match.span()`` does."""
        found: Any = self
        return found.start, found.end


class Rejected(_Record):
    """A candidate that is not linked, and why."""

    __slots__ = {
        "start": "The start, in code points.",
        "end": "The end, in code points.",
        "kind": "What it would be: ``url``, ``email`` or ``file``.",
        "text": "The candidate as written.",
        "reasons": "Why it is not linked. Many rules can be disabled by the ``id``, with ``without``.",
    }
    start: int
    end: int
    kind: Literal["url", "email", "file"]
    text: str
    reasons: list[Reason]

    @property
    def linked(self) -> Literal[False]:
        """Always ``False``; links have ``True``."""
        return False

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<linkspan.Rejected {self.start}:{self.end} {self.text!r} ({self.reasons[0]['id']})>"


class HtmlLink(_Record):
    """A link of an HTML page."""

    __slots__ = {
        "start": "The start in the page, in code points.",
        "end": "The end in the page, in code points.",
        "text": "The link as written, with references decoded. It may be relative or defanged.",
        "within": "Where it is: ``text``, ``code`` or ``attribute``.",
        "decoded": "Whether the page spells it differently, such as with ``&amp;``.",
        "link": "The link that it points to. Its offsets are those in the page.",
    }
    start: int
    end: int
    text: str
    within: Literal["text", "code", "attribute"]
    decoded: bool
    link: Link

    @property
    def reasons(self) -> list[Reason]:
        """The reasons of the link, and a warning if its visible text names another site."""
        return self.link.reasons

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<linkspan.HtmlLink {self.start}:{self.end} {self.text!r} in {self.within}>"


class LiveLink(_Record):
    """A link in a text that is being edited."""

    __slots__ = {
        "id": "Stays the same while the first character and the kind of the link do.",
        "start": "The start, in code points.",
        "end": "The end, in code points.",
        "link": "The link in its current state.",
    }
    id: int
    start: int
    end: int
    link: Link

    def __repr__(self) -> str:
        return f"<linkspan.LiveLink {self.id} {self.start}:{self.end} {self.link.text!r}>"


class Anchor:
    """A link that is about to be written as HTML. ``on_link`` can change its attributes.

    Everything is escaped when it is written. If ``on_link`` sets an address that runs code or reads
    files (``javascript:``, ``data:`` …), only the text is written; an address that is already in
    the page is kept. Names in ``attributes`` that are not valid in HTML, or that have an attribute
    of their own here, are ignored.
    """

    __slots__ = {
        "href": "The address of the link.",
        "text": "The visible text of the link.",
        "image": "The address of an image to show instead, or an empty text.",
        "rel": "The attribute ``rel``, or an empty text.",
        "target": "The attribute ``target``, or an empty text.",
        "class_": "The attribute ``class``, or an empty text.",
        "title": "The attribute ``title``, or an empty text.",
        "attributes": "Other attributes, by name.",
        "link": "The link that was found, with offsets from its own start; ``None`` if it was already in the page.",
    }
    href: str
    text: str
    image: str
    rel: str
    target: str
    class_: str
    title: str
    attributes: dict[str, str]
    link: Link | None

    def __init__(self, *values: Any) -> None:
        for name, value in zip(self.__slots__, values, strict=True):
            setattr(self, name, value)

    @property
    def existing(self) -> bool:
        """Whether the link was already in the page."""
        return self.link is None

    def __repr__(self) -> str:
        return f"<linkspan.Anchor {self.text!r} href={self.href!r}>"
