"""Finds links in columns of text or bytes, from any library with the Arrow interface for Python.

>>> import pyarrow
>>> from linkspan import arrow
>>> arrow.find(pyarrow.array(["see a.com", None]), fields=["start", "end", "href"]).to_pylist()
[[{'start': 4, 'end': 9, 'href': 'https://a.com/'}], None]
>>> table = pyarrow.table({"id": [7], "text": ["a.com b@c.org"]})
>>> arrow.links(table, "text", keep=["id"], fields=["kind", "text"]).to_pylist()
[{'id': 7, 'kind': 'url', 'text': 'a.com'}, {'id': 7, 'kind': 'email', 'text': 'b@c.org'}]

Columns from PyArrow, Polars or pandas are returned in the same library. For others, the result is
an object with the Arrow interface, or a chunked array of PyArrow if the column is long. Offsets
count code points. Nulls stay nulls. Invalid UTF-8 ends links, and counts as one code point where
Python would show one U+FFFD.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from . import _linkspan
from ._linkspan import Chunk, Detector, Table

__all__ = ["FIELDS", "Chunk", "Table", "count", "find", "html_links", "linkify", "links"]

#: The default ``fields``. ``reasons`` are the ids of why a candidate is not linked, or of remarks about
#: a link. Further fields are ``linked``, ``within`` and every other property of ``Link``.
FIELDS = ("start", "end", "kind", "text", "href", "host", "domain", "reasons")

_DEFAULT = Detector()


def find(
    column: Any,
    *,
    fields: Sequence[str] = FIELDS,
    detector: Detector | str | None = None,
    rejected: bool = False,
) -> Any:
    """Return the links in each text of a column, as lists of structs.

    With ``rejected=True``, the result includes candidates that are not linked, and the field
    ``linked`` tells them apart.
    """
    made = _linkspan.arrow_find(_column(column), _detector(detector), _fields(fields, rejected), rejected)
    return _like(column, made)


def links(
    table: Any,
    column: str,
    *,
    keep: Sequence[str] = (),
    fields: Sequence[str] = FIELDS,
    detector: Detector | str | None = None,
    rejected: bool = False,
) -> Any:
    """Return one row for each link in a column of a table, together with the columns ``keep``."""
    _is_table(table)
    made = _linkspan.arrow_links(
        table,
        column,
        _names("keep", keep),
        _detector(detector),
        _fields(fields, rejected),
        "kept" if rejected else "left",
    )
    return _table_like(table, made)


def html_links(
    table: Any,
    column: str,
    *,
    base: str | None = None,
    keep: Sequence[str] = (),
    fields: Sequence[str] = FIELDS,
    detector: Detector | str | None = None,
) -> Any:
    """Return one row for each link in a column of HTML pages: those that a reader sees, and those
    in attributes.

    The column ``base`` contains the addresses of the pages, which relative targets need. ``start``
    and ``end`` are offsets in the page. The field ``within`` is the location of a link: ``"text"``,
    ``"code"`` or ``"attribute"``.
    """
    _is_table(table)
    made = _linkspan.arrow_html_links(
        table, column, base, _names("keep", keep), _detector(detector), _names("fields", fields)
    )
    return _table_like(table, made)


def count(column: Any, *, detector: Detector | str | None = None) -> Any:
    """Return the number of links in each text of a column."""
    return _like(column, _linkspan.arrow_count(_column(column), _detector(detector)))


def linkify(column: Any, *, detector: Detector | str | None = None, **options: Any) -> Any:
    """Render each text of a column as HTML, with the options of ``Detector.linkify`` except ``to``
    and ``on_link``.
    """
    return _like(column, _linkspan.arrow_linkify(_column(column), _detector(detector), options))


def _detector(detector: Detector | str | None) -> Detector:
    if detector is None:
        return _DEFAULT
    if isinstance(detector, str):
        return Detector(detector)
    if isinstance(detector, Detector):
        return detector
    raise TypeError(f"detector must be a Detector or the name of a profile, not {type(detector).__name__}")


def _is_table(table: Any) -> None:
    if not hasattr(table, "__arrow_c_stream__") and not hasattr(table, "__arrow_c_array__"):
        raise TypeError(f"table must have the Arrow interface, not be {type(table).__name__}")


def _names(option: str, names: Sequence[str]) -> list[str]:
    if isinstance(names, str):
        raise TypeError(f"{option} must be a list of names, not str")
    return list(names)


def _fields(fields: Sequence[str], rejected: bool) -> list[str]:
    names = _names("fields", fields)
    return names if not rejected or "linked" in names else [*names, "linked"]


def _column(column: Any) -> Any:
    name, library = _library(column)
    if name == "polars" and column.dtype == library.Null:
        return column.cast(library.String)
    if hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__"):
        return column
    raise TypeError(
        f"column must have the Arrow interface, not be {type(column).__name__}; "
        "make one with pyarrow.array or polars.Series"
    )


def _library(value: Any) -> tuple[str, Any]:
    name = type(value).__module__.partition(".")[0]
    return name, sys.modules.get(name)


def _like(column: Any, chunks: list[Chunk]) -> Any:
    """Convert a column to the library of another one."""
    name, library = _library(column)
    if name == "polars":
        return library.concat([library.Series(chunk) for chunk in chunks], rechunk=False).rename(column.name)
    if name not in ("pandas", "pyarrow") and len(chunks) == 1:
        return chunks[0]
    import pyarrow

    made = [pyarrow.array(chunk) for chunk in chunks]
    if name == "pandas":
        values = library.arrays.ArrowExtensionArray(pyarrow.chunked_array(made))
        return library.Series(values, index=column.index, name=column.name)
    return made[0] if isinstance(column, pyarrow.Array) and len(made) == 1 else pyarrow.chunked_array(made)


def _table_like(table: Any, made: Table) -> Any:
    """Convert a table to the library of another one."""
    name, library = _library(table)
    if name == "pyarrow":
        result = library.table(made)
        if not isinstance(table, library.RecordBatch):
            return result
        batches = result.combine_chunks().to_batches()
        if len(batches) > 1:
            raise ValueError("the result does not fit into a RecordBatch; pass a table")
        return batches[0] if batches else library.RecordBatch.from_pylist([], schema=result.schema)
    if name == "polars":
        return library.DataFrame(made)
    if name == "pandas":
        import pyarrow

        return pyarrow.table(made).to_pandas(types_mapper=library.ArrowDtype)
    return made
