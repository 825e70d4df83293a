"""Links in Polars: importing this module adds the namespace ``link`` to expressions and series.

>>> import polars
>>> import linkspan.polars
>>> frame = polars.DataFrame({"text": ["see a.com", "nothing"]})
>>> frame.select(polars.col("text").link.count()).to_series().to_list()
[1, 0]
>>> frame.select(polars.col("text").link.find(fields=["href"])).to_series().to_list()
[[{'href': 'https://a.com/'}], []]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars

from . import arrow
from ._linkspan import Detector


@polars.api.register_series_namespace("link")
class Series:
    """The namespace ``series.link`` of a series of text."""

    def __init__(self, series: polars.Series) -> None:
        self._series = series

    def find(
        self, *, fields: Sequence[str] = arrow.FIELDS, detector: Detector | str | None = None, rejected: bool = False
    ) -> polars.Series:
        """Return the links in each text; see ``linkspan.arrow.find``."""
        return arrow.find(self._series, fields=fields, detector=detector, rejected=rejected)

    def count(self, *, detector: Detector | str | None = None) -> polars.Series:
        """Return the number of links in each text."""
        return arrow.count(self._series, detector=detector)

    def linkify(self, *, detector: Detector | str | None = None, **options: Any) -> polars.Series:
        """Render each text as HTML, with the options of ``Detector.linkify``."""
        return arrow.linkify(self._series, detector=detector, **options)


@polars.api.register_expr_namespace("link")
class Expr:
    """The namespace ``expression.link``."""

    def __init__(self, expr: polars.Expr) -> None:
        self._expr = expr

    def find(
        self, *, fields: Sequence[str] = arrow.FIELDS, detector: Detector | str | None = None, rejected: bool = False
    ) -> polars.Expr:
        """Return the links in each text; see ``linkspan.arrow.find``."""
        names = list(fields)
        # Report errors here rather than during execution.
        kind = arrow.find(polars.Series([""]), fields=names, detector=detector, rejected=rejected).dtype
        return self._expr.map_batches(
            lambda series: arrow.find(series, fields=names, detector=detector, rejected=rejected),
            return_dtype=kind,
            is_elementwise=True,
        )

    def count(self, *, detector: Detector | str | None = None) -> polars.Expr:
        """Return the number of links in each text."""
        return self._expr.map_batches(
            lambda series: arrow.count(series, detector=detector), return_dtype=polars.Int32, is_elementwise=True
        )

    def linkify(self, *, detector: Detector | str | None = None, **options: Any) -> polars.Expr:
        """Render each text as HTML, with the options of ``Detector.linkify``."""
        return self._expr.map_batches(
            lambda series: arrow.linkify(series, detector=detector, **options),
            return_dtype=polars.String,
            is_elementwise=True,
        )
