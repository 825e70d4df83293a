"""What adapters share."""

from __future__ import annotations

from ._linkspan import reorders


def isolation(text: str) -> str:
    """Labels are kept apart only where something could reorder them: the output of adapters is given."""
    return "always" if reorders(text) else "never"
