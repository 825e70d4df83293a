"""The filters ``urlize`` and ``urlizetrunc`` for Django, with links found by linkspan.

Add ``linkspan.django`` to ``INSTALLED_APPS`` and write ``{% load linkspan %}``, or replace the
filters of Django everywhere:

    TEMPLATES = [{…, "OPTIONS": {"builtins": ["linkspan.django.templatetags.linkspan"]}}]
"""

from __future__ import annotations

from typing import Any

from django import conf
from django.utils.html import escape
from django.utils.safestring import SafeData, mark_safe

from .._adapter import isolation
from .._linkspan import Anchor, Detector, Link

__all__ = ["urlize"]


def _caption(detector: Detector, link: Link, limit: int | None) -> str:
    """Return the visible text of a link. Shortening never hides the domain."""
    caption = link.caption
    if limit is not None and len(caption) > limit:

        def on_link(anchor: Anchor) -> None:
            nonlocal caption
            caption = anchor.text

        detector.linkify(link.text, shorten=max(0, limit), on_link=on_link)
    return caption


def _href(link: Link) -> str:
    # Django does not add a slash.
    return link.href_typed if link.path is None else link.href


def urlize(text: Any, trim_url_limit: int | None = None, nofollow: bool = False, autoescape: bool = False) -> str:
    """A replacement for ``django.utils.html.urlize``: safe text is HTML, and other text is escaped
    if ``autoescape`` is set.
    """
    assumes_https = getattr(conf.settings, "URLIZE_ASSUME_HTTPS", False)
    detector = Detector(default_scheme="https" if assumes_https else "http")
    rel = "nofollow" if nofollow else ""
    is_safe = isinstance(text, SafeData)
    text = str(text)

    def on_link(anchor: Anchor) -> None:
        assert anchor.link is not None
        anchor.href = _href(anchor.link)
        if trim_url_limit is not None:
            anchor.text = _caption(detector, anchor.link, trim_url_limit)

    options: dict[str, Any] = {"rel": rel, "isolate": isolation(text), "on_link": on_link}
    if is_safe:
        return mark_safe(detector.linkify_html(text, **options))
    if autoescape:
        # Django escapes apostrophes differently.
        return mark_safe(detector.linkify(text, **options).replace("&#39;", "&#x27;"))
    spans = detector.spans(text)
    return "".join(span if isinstance(span, str) else _unescaped(span, rel, _caption(detector, span, trim_url_limit)) for span in spans)


def _unescaped(link: Link, rel: str, caption: str) -> str:
    """Return a link in text that is not escaped."""
    attribute = f' rel="{rel}"' if rel and link.kind == "url" else ""
    return f'<a href="{escape(_href(link))}"{attribute}>{caption}</a>'
