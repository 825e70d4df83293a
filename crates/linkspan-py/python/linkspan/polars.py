"""Links in Polars: importing this gives expressions and series of text the namespace ``link``.

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
    """What a series of text has as ``series.link``."""

    def __init__(self, series: polars.Series) -> None:
        self._series = series

    def find(
        self, *, fields: Sequence[str] = arrow.FIELDS, detector: Detector | str | None = None, rejected: bool = False
    ) -> polars.Series:
        """The links of each text; see ``linkspan.arrow.find``."""
        return arrow.find(self._series, fields=fields, detector=detector, rejected=rejected)

    def count(self, *, detector: Detector | str | None = None) -> polars.Series:
        """The number of links of each text."""
        return arrow.count(self._series, detector=detector)

    def linkify(self, *, detector: Detector | str | None = None, **options: Any) -> polars.Series:
        """Each text as HTML, with the options of ``Detector.linkify``."""
        return arrow.linkify(self._series, detector=detector, **options)


@polars.api.register_expr_namespace("link")
class Expr:
    """What an expression has as ``expression.link``."""

    def __init__(self, expr: polars.Expr) -> None:
        self._expr = expr

    def find(
        self, *, fields: Sequence[str] = arrow.FIELDS, detector: Detector | str | None = None, rejected: bool = False
    ) -> polars.Expr:
        """The links of each text; see ``linkspan.arrow.find``."""
        names = list(fields)
        # What is wrong is said here, and not where the data are.
        kind = arrow.find(polars.Series([""]), fields=names, detector=detector, rejected=rejected).dtype
        return self._expr.map_batches(
            lambda series: arrow.find(series, fields=names, detector=detector, rejected=rejected),
            return_dtype=kind,
            is_elementwise=True,
        )

    def count(self, *, detector: Detector | str | None = None) -> polars.Expr:
        """The number of links of each text."""
        return self._expr.map_batches(
            lambda series: arrow.count(series, detector=detector), return_dtype=polars.Int32, is_elementwise=True
        )

    def linkify(self, *, detector: Detector | str | None = None, **options: Any) -> polars.Expr:
        """Each text as HTML, with the options of ``Detector.linkify``."""
        return self._expr.map_batches(
            lambda series: arrow.linkify(series, detector=detector, **options),
            return_dtype=polars.String,
            is_elementwise=True,
        )
