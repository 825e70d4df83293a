"""The interface of ``bleach.linkify``, for programs that migrate from bleach.

>>> from linkspan.bleach import linkify
>>> linkify('see example.com, <a href="/x">x</a>')
'see <a href="http://example.com" rel="nofollow">example.com</a>, <a href="/x" rel="nofollow">x</a>'

Callbacks are those of bleach: they are called with a dictionary of attributes and whether the link
is new, and return the dictionary, or ``None`` to write only the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

from ._adapter import detector_of
from ._linkspan import Anchor, Detector

Attributes = dict[Any, str]
Callback = Callable[[Attributes, bool], "Attributes | None"]

_NAMED = {"href": "href", "rel": "rel", "target": "target", "class": "class_", "title": "title"}


def nofollow(attrs: Attributes, new: bool = False) -> Attributes:
    """Add ``nofollow`` to ``rel``, except for e-mail addresses."""
    href = attrs.get((None, "href"), "mailto:")
    if not href.startswith("mailto:"):
        rel = attrs.get((None, "rel"), "").split()
        if "nofollow" not in map(str.lower, rel):
            attrs[(None, "rel")] = " ".join([*rel, "nofollow"])
    return attrs


def target_blank(attrs: Attributes, new: bool = False) -> Attributes:
    """Open links in a new window, except e-mail addresses."""
    if not attrs.get((None, "href"), "mailto:").startswith("mailto:"):
        attrs[(None, "target")] = "_blank"
    return attrs


DEFAULT_CALLBACKS: list[Callback] = [nofollow]


class Linker:
    """A replacement for ``bleach.linkifier.Linker``. ``detector`` defines what is linked; names
    without a scheme get ``http``.
    """

    def __init__(
        self,
        callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        detector: Detector | str | None = None,
    ) -> None:
        if isinstance(skip_tags, str):
            raise TypeError("skip_tags must be a list of texts, not str")
        self._callbacks = list(callbacks or ())
        self._skip_tags = list(skip_tags or ())
        self._parse_email = parse_email
        self._detector = detector_of(
            detector, {}, default_scheme="http", quoted_local_parts="linked", add_scheme=["ftp://"]
        )

    def linkify(self, text: str) -> str:
        """Return HTML with links."""
        return self._detector.linkify_html(
            text,
            rel="",
            href="typed",
            skip_tags=self._skip_tags,
            existing=bool(self._callbacks),
            on_link=self._on_link,
        )

    def _on_link(self, anchor: Anchor) -> bool:
        link = anchor.link
        if link is not None and link.kind == "email" and not self._parse_email:
            return False
        named = {(None, name): getattr(anchor, at) for name, at in _NAMED.items()}
        attrs: Attributes = {key: value for key, value in named.items() if value}
        attrs.update({(None, name): value for name, value in anchor.attributes.items()})
        if link is not None and link.kind == "email":
            local_part, _, domain = link.text.rpartition("@")
            attrs[(None, "href")] = f"mailto:{quote(local_part.removeprefix('mailto:'))}@{domain}"
        attrs["_text"] = anchor.text
        for callback in self._callbacks:
            changed = callback(attrs, not anchor.existing)
            if changed is None:
                return False
            if not isinstance(changed, dict):
                raise TypeError(f"a callback must return a dictionary or None, not {type(changed).__name__}")
            attrs = changed
        anchor.text = str(attrs.pop("_text", ""))
        # Attributes of other namespaces do not belong to HTML.
        values = {key[1]: str(value) for key, value in attrs.items() if key[0] is None and value is not None}
        if "href" not in values:
            return False
        for name, at in _NAMED.items():
            setattr(anchor, at, values.pop(name, ""))
        anchor.attributes = values
        return True


def linkify(
    text: str,
    callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
    skip_tags: Iterable[str] | None = None,
    parse_email: bool = False,
) -> str:
    """Return HTML with links, as ``bleach.linkify`` does."""
    return Linker(callbacks, skip_tags, parse_email).linkify(text)
