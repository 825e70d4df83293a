"""Finds links in data frames of Spark.

>>> from linkspan.spark import find_links, links_by_domain             # doctest: +SKIP
>>> links = find_links(spark.read.parquet("pages"), "text", keep=["url"])  # doctest: +SKIP
>>> links_by_domain(links, page="url").write.parquet("domains")        # doctest: +SKIP

Executors need Python with this package and PyArrow. pandas is not needed from Spark 4.1 on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .. import _linkspan, arrow
from .._linkspan import Detector

if TYPE_CHECKING:
    import pyarrow as _pyarrow
    import pyspark.sql as _sql

__all__ = ["find_links", "linkify", "links_by_domain", "read_warc"]

#: The maximum number of rows returned to Spark at once.
_ROWS = 10_000


def find_links(
    df: _sql.DataFrame,
    column: str,
    *,
    keep: Sequence[str] = (),
    fields: Sequence[str] = arrow.FIELDS,
    detector: Detector | str | None = None,
    rejected: bool = False,
) -> _sql.DataFrame:
    """Return one row for each link in a column of text, together with the columns ``keep``.

    ``detector`` is a detector or the name of a profile. With ``rejected=True``, the result includes
    candidates that are not linked, and the field ``linked`` tells them apart. Wrong options raise
    an exception here, not in a task.
    """
    import pyarrow
    from pyspark.sql import functions
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructType

    kept = arrow._names("keep", keep)
    missing = [name for name in [*kept, column] if name not in df.columns]
    if missing:
        raise KeyError(f"no column '{missing[0]}'; columns are {', '.join(df.columns)}")
    kind = df.schema[column].dataType.simpleString()
    if not kind.startswith(("string", "binary", "varchar", "char")):
        raise TypeError(f"the column '{column}' has the type {kind}: expected text")
    searching = arrow._detector(detector)
    names = arrow._fields(fields, rejected)
    empty = pyarrow.table({name: pyarrow.array([], pyarrow.string()) for name in {*kept, column}})
    made = arrow.links(empty, column, keep=kept, fields=names, detector=searching, rejected=rejected).schema
    links = from_arrow_schema(pyarrow.schema([made.field(name) for name in names]))
    schema = StructType([*(df.schema[name] for name in kept), *links.fields])

    columns = list(dict.fromkeys([*kept, column]))

    def find(batches: Iterator[_pyarrow.RecordBatch]) -> Iterator[_pyarrow.RecordBatch]:
        again = _detector(searching)
        for batch in batches:
            table = pyarrow.table(batch.columns, names=columns)
            made = _linkspan.arrow_links(table, column, kept, again, names, "kept" if rejected else "left")
            # Batches are made while they are read, because kept columns can be much longer than the
            # text.
            for found in pyarrow.RecordBatchReader.from_stream(made):
                for start in range(0, len(found), _ROWS):
                    yield found.slice(start, _ROWS)

    # mapInArrow does not accept columns with dots in their names.
    plain = [functions.col(_quoted(name)).alias(f"c{number}") for number, name in enumerate(columns)]
    return df.select(*plain).mapInArrow(find, schema)


_DETECTORS: dict[Detector, Detector] = {}


def _detector(detector: Detector) -> Detector:
    """Return the first of equal detectors that tasks bring to a worker."""
    return _DETECTORS.setdefault(detector, detector)


def linkify(*, detector: Detector | str | None = None, **options: Any) -> Callable[[Any], _sql.Column]:
    """Return a function that renders columns of text as HTML, with the options of
    ``Detector.linkify``.

    >>> df.select(linkify(target="_blank")("text"))                    # doctest: +SKIP
    """
    import pyarrow
    from pyspark.sql import functions

    made = arrow._detector(detector)
    # Report errors here rather than in a task.
    arrow.linkify(pyarrow.array([""]), detector=made, **options)
    if hasattr(functions, "arrow_udf"):

        def with_arrow(column: _pyarrow.Array) -> _pyarrow.Array:
            html = arrow.linkify(column, detector=_detector(made), **options)
            return html.combine_chunks() if isinstance(html, pyarrow.ChunkedArray) else html

        with_arrow.__annotations__ = {"column": pyarrow.Array, "return": pyarrow.Array}
        return functions.arrow_udf(with_arrow, "string")
    import pandas

    def with_pandas(column: pandas.Series) -> pandas.Series:
        html = arrow.linkify(pyarrow.array(column, pyarrow.string()), detector=_detector(made), **options)
        return pandas.Series(html.to_pylist(), dtype=object)

    with_pandas.__annotations__ = {"column": pandas.Series, "return": pandas.Series}
    older: Any = functions
    return older.pandas_udf(with_pandas, "string")


def links_by_domain(links: _sql.DataFrame, *, page: str | Sequence[str] = ()) -> _sql.DataFrame:
    """Count the links to each ``domain`` and, if ``page`` names the columns that identify pages, the
    number of pages that contain them. Candidates that are not linked do not count.
    """
    from pyspark.sql import functions

    if "domain" not in links.columns:
        raise KeyError("the links need the field domain")
    if "linked" in links.columns:
        links = links.where("linked")
    counts = [functions.count("*").alias("links")]
    columns = [page] if isinstance(page, str) else list(page)
    if columns:
        names = [functions.col(_quoted(name)) for name in columns]
        counts.append(functions.countDistinct(functions.struct(*names)).alias("pages"))
    return links.groupBy("domain").agg(*counts)


def read_warc(spark: _sql.SparkSession, paths: str | Sequence[str], *, tasks: int | None = None) -> _sql.DataFrame:
    """Read the documents of web archives, with the columns url, date, language and text.

    ``paths`` are files, folders or patterns that every executor can reach. Each file is read by one
    task; set ``tasks`` to use fewer if files are small. Broken records are skipped; their number is
    in the logs of the executors.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    from .. import warc
    from .._files import listed

    named = [paths] if isinstance(paths, str) else list(paths)
    files = [file for path in named for file in listed(path)]
    if not files:
        raise ValueError(f"{', '.join(named)}: there are no such files")

    def read(batches: Iterator[_pyarrow.RecordBatch]) -> Iterator[_pyarrow.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from warc.read(files[number])

    return spark.range(len(files), numPartitions=tasks or len(files)).mapInArrow(read, from_arrow_schema(warc.SCHEMA))


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
