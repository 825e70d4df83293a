"""Links in Markdown for markdown-it-py, as a replacement for linkify-it-py.

>>> from markdown_it import MarkdownIt
>>> import linkspan.markdown_it
>>> md = MarkdownIt("commonmark").use(linkspan.markdown_it.plugin)
>>> md.render("see https://ja.wikipedia.org/wiki/日本。 or a.com")
'<p>see <a href="https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC">https://ja.wikipedia.org/wiki/日本</a>。 or <a href="http://a.com">a.com</a></p>\\n'
"""

from __future__ import annotations

import re
from typing import Any

from ._adapter import detector_of
from ._linkspan import Detector, Link

_SPACE = re.compile(r"\s")


class Match:
    """A link as linkify-it-py describes it."""

    def __init__(self, link: Link, url: str) -> None:
        self.schema = "mailto:" if link.kind == "email" else f"{link.scheme}:" if link.scheme else ""
        self.index = link.start
        self.last_index = link.end
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

    def _links(self, text: str) -> list[Link]:
        # markdown-it-py first asks whether a text has links, and then for the links.
        if self._last[0] != text:
            # The name of a file cannot be opened.
            self._last = (text, [link for link in self._detector.find(text) if link.kind != "file"])
        return self._last[1]

    def pretest(self, text: str) -> bool:
        """Whether a text may contain links."""
        return any(sign in text for sign in ".:@") or not text.isascii()

    def test(self, text: str) -> bool:
        """Whether a text contains links."""
        return bool(self._links(text))

    def match(self, text: str) -> list[Match] | None:
        """Return the links in a text; ``None`` if it contains none."""
        return [Match(link, link.href_typed) for link in self._links(text)] or None

    def match_at_start(self, text: str) -> Match | None:
        """Return the link with a scheme at the start of a text, or ``None``."""
        # A space ends a link. Otherwise the rest would be searched again for each link.
        space = _SPACE.search(text)
        run = text[: space.start()] if space else text
        link = self._detector.match(run)
        if link is not None and run[link.end : link.end + 1] == "`":
            link = self._raw.match(run)
        if link is None or "://" not in link.text:
            return None
        # markdown-it-py advances by the length of the address, so it must be the text.
        return Match(link, link.text)


def plugin(md: Any, detector: Detector | str | None = None, **options: Any) -> None:
    """Find links with linkspan: ``md.use(linkspan.markdown_it.plugin)``."""
    linkify = LinkifyIt(detector, **options)
    md.linkify = linkify
    md.options["linkify"] = True
    md.enable("linkify")
    normalize = md.normalizeLinkText

    def shown(url: str) -> str:
        # A name that imitates another one is shown in A-labels, even where markdown-it-py would
        # decode them.
        text = normalize(url)
        if text.isascii():
            return text
        link = linkify._detector.match(text)
        return link.label if link is not None and link.text == text else md.normalizeLink(url)

    md.normalizeLinkText = shown
