"""Finds links and e-mail addresses in text in any language.

>>> import linkspan
>>> [link.text for link in linkspan.find("Visit https://ja.wikipedia.org/wiki/日本。 or bücher.de/x?")]
['https://ja.wikipedia.org/wiki/日本', 'bücher.de/x']
>>> linkspan.linkify("see a.com")
'see <a href="https://a.com/" rel="nofollow noopener"><bdi>a.com</bdi></a>'
"""

from ._linkspan import (
    PSL_VERSION,
    TLD_VERSION,
    UNICODE_VERSION,
    Anchor,
    Changes,
    Detector,
    FormatError,
    HtmlLink,
    Link,
    LiveLink,
    LiveText,
    Rejected,
    Stream,
    __version__,
    defang,
    domain,
    explain,
    find,
    format,
    html_links,
    html_text,
    linkify,
    linkify_html,
    linkify_markdown,
    refang,
    rejected,
    spans,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._linkspan import Reason as Reason

__all__ = [
    "PSL_VERSION",
    "TLD_VERSION",
    "UNICODE_VERSION",
    "Anchor",
    "Changes",
    "Detector",
    "FormatError",
    "HtmlLink",
    "Link",
    "LiveLink",
    "LiveText",
    "Rejected",
    "Stream",
    "__version__",
    "defang",
    "domain",
    "explain",
    "find",
    "format",
    "html_links",
    "html_text",
    "linkify",
    "linkify_html",
    "linkify_markdown",
    "refang",
    "rejected",
    "spans",
]
