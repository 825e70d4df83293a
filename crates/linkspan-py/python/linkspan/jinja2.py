"""The filter ``urlize`` for Jinja: ``linkspan.jinja2.install(environment)``.

>>> import jinja2
>>> import linkspan.jinja2
>>> environment = linkspan.jinja2.install(jinja2.Environment(autoescape=True))
>>> environment.from_string("{{ text|urlize }}").render(text="<b> 日本語.jp。")
'&lt;b&gt; <a href="https://日本語.jp" rel="noopener">日本語.jp</a>。'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jinja2
import markupsafe

from ._adapter import isolation
from ._linkspan import Anchor, Detector


#: Schemes with a host, which Jinja configures without the slashes.
_BEFORE_HOST = ("ftp:", "sftp:", "ws:", "wss:")


def urlize(
    text: str,
    trim_url_limit: int | None = None,
    rel: str | None = None,
    target: str | None = None,
    extra_schemes: Iterable[str] | None = None,
) -> str:
    """A replacement for ``jinja2.utils.urlize``: render text as HTML, and keep markup."""

    def on_link(anchor: Anchor) -> None:
        if anchor.link is not None and anchor.link.kind == "email":
            anchor.text = anchor.text.removeprefix("mailto:")

    schemes = [f"{scheme}//" if scheme in _BEFORE_HOST else scheme for scheme in extra_schemes or ()]
    options: dict[str, Any] = {
        "rel": rel or "",
        "target": target or "",
        "href": "typed",
        "isolate": isolation(str(text)),
        "on_link": on_link,
    }
    detector = Detector(add_scheme=schemes or None)
    if hasattr(text, "__html__"):
        return detector.linkify_html(str(text.__html__()), **options)
    # MarkupSafe escapes quotation marks differently.
    return detector.linkify(str(text), shorten=None if trim_url_limit is None else max(0, trim_url_limit), **options).replace("&quot;", "&#34;")


@jinja2.pass_eval_context
def do_urlize(
    eval_ctx: jinja2.nodes.EvalContext,
    value: str,
    trim_url_limit: int | None = None,
    nofollow: bool = False,
    target: str | None = None,
    rel: str | None = None,
    extra_schemes: Iterable[str] | None = None,
) -> str:
    """The filter, with the policies ``urlize.*`` of the environment."""
    policies = eval_ctx.environment.policies
    rels = set((rel or "").split()) | set((policies["urlize.rel"] or "").split())
    if nofollow:
        rels.add("nofollow")
    target = policies["urlize.target"] if target is None else target
    schemes = extra_schemes if extra_schemes is not None else policies["urlize.extra_schemes"] or ()
    made = urlize(value, trim_url_limit, " ".join(sorted(rels)) or None, target, schemes)
    return markupsafe.Markup(made) if eval_ctx.autoescape else made


def install(environment: jinja2.Environment) -> jinja2.Environment:
    """Replace the filter ``urlize`` of an environment and return the environment."""
    environment.filters["urlize"] = do_urlize
    return environment
