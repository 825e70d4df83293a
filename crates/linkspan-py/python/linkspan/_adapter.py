"""What adapters share."""

from __future__ import annotations

from typing import Any

from ._linkspan import Detector, reorders


def detector_of(detector: Detector | str | None, options: dict[str, Any], **defaults: Any) -> Detector:
    """A detector that is given, or one with a profile, options and defaults of the adapter."""
    if isinstance(detector, Detector):
        if options:
            raise TypeError("a Detector has its options already; give them to Detector()")
        return detector
    if detector is not None and not isinstance(detector, str):
        raise TypeError(f"detector must be a Detector or the name of a profile, not {type(detector).__name__}")
    return Detector(detector or "recommended", **{**defaults, **options})


def isolation(text: str) -> str:
    """Labels are kept apart only where something could reorder them: the output of adapters is given."""
    return "always" if reorders(text) else "never"
