"""Code that the adapters share."""

from __future__ import annotations

from typing import Any

from ._linkspan import Detector, reorders


def detector_of(detector: Detector | str | None, options: dict[str, Any], **defaults: Any) -> Detector:
    """Return the given detector, or create one with options and defaults of the adapter."""
    if isinstance(detector, Detector):
        if options:
            raise TypeError("a Detector already has options; pass them to Detector()")
        return detector
    if detector is not None and not isinstance(detector, str):
        raise TypeError(f"detector must be a Detector or the name of a profile, not {type(detector).__name__}")
    return Detector(detector or "recommended", **{**defaults, **options})


def isolation(text: str) -> str:
    """Isolate captions only if something could reorder them, because users expect a fixed output."""
    return "always" if reorders(text) else "never"
