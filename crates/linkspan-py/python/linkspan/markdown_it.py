"""Links in Markdown for markdown-it-py, instead of linkify-it-py.

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
    """What markdown-it-py asks of ``md.linkify``. Options are those of ``linkspan.Detector``.

    As for linkify-it-py, names without a scheme get ``http`` if ``default_scheme`` says nothing else.
    """

    def __init__(self, detector: Detector | str | None = None, **options: Any) -> None:
        self._detector = detector_of(detector, options, default_scheme="http")
        # For links that are read before code is: backquotes may be in them.
        self._raw = Detector(without=["delimiter"])
        self._last: tuple[str, list[Link]] = ("", [])

    def _links(self, text: str) -> list[Link]:
        # markdown-it-py asks whether a text has links, and then for them.
        if self._last[0] != text:
            # The name of a file leads nowhere.
            self._last = (text, [link for link in self._detector.find(text) if link.kind != "file"])
        return self._last[1]

    def pretest(self, text: str) -> bool:
        """Whether a text may have links."""
        return any(sign in text for sign in ".:@") or not text.isascii()

    def test(self, text: str) -> bool:
        """Whether a text has links."""
        return bool(self._links(text))

    def match(self, text: str) -> list[Match] | None:
        """The links of a text; ``None`` if there are none."""
        return [Match(link, link.href_typed) for link in self._links(text)] or None

    def match_at_start(self, text: str) -> Match | None:
        """The link with a scheme that a text starts with."""
        # A space ends a link. All that follows would be searched again for each link.
        space = _SPACE.search(text)
        run = text[: space.start()] if space else text
        link = self._detector.match(run)
        if link is not None and run[link.end : link.end + 1] == "`":
            link = self._raw.match(run)
        if link is None or "://" not in link.text:
            return None
        # markdown-it-py goes on by the length of the address, so that has to be the text.
        return Match(link, link.text)


def plugin(md: Any, detector: Detector | str | None = None, **options: Any) -> None:
    """Makes links with linkspan: ``md.use(linkspan.markdown_it.plugin)``."""
    linkify = LinkifyIt(detector, **options)
    md.linkify = linkify
    md.options["linkify"] = True
    md.enable("linkify")
    normalize = md.normalizeLinkText

    def shown(url: str) -> str:
        # A name that imitates another one is shown in A-labels, also where markdown-it-py would decode them.
        text = normalize(url)
        if text.isascii():
            return text
        link = linkify._detector.match(text)
        return link.label if link is not None and link.text == text else md.normalizeLink(url)

    md.normalizeLinkText = shown
