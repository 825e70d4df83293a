"""Links in DuckDB: functions for SQL.

>>> import duckdb
>>> import linkspan.duckdb
>>> connection = linkspan.duckdb.register(duckdb.connect())
>>> connection.sql("SELECT link.href FROM (SELECT unnest(find_links('see a.com')) AS link)").fetchall()
[('https://a.com/',)]
>>> connection.sql("SELECT count_links('a.com b.org'), linkify('<b>')").fetchall()
[(2, '&lt;b&gt;')]
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from . import arrow
from ._linkspan import Detector

#: The types of DuckDB for those of Arrow.
_TYPES = {"int32": "INTEGER", "bool": "BOOLEAN", "string": "VARCHAR", "list<item: string>": "VARCHAR[]"}


def register(
    connection: Any,
    *,
    fields: Sequence[str] = arrow.FIELDS,
    detector: Detector | str | None = None,
    **options: Any,
) -> Any:
    """Add the functions ``find_links``, ``count_links`` and ``linkify`` to a connection, and return
    it.

    ``find_links(text)`` returns a list of structs with ``fields``. Existing functions of these
    names are replaced. The options are those of ``Detector.linkify``.
    """
    import pyarrow

    fields = list(arrow._names("fields", fields))
    # Report errors here rather than in a query.
    links = arrow.find(pyarrow.array([""]), fields=fields, detector=detector).type.value_type
    arrow.linkify(pyarrow.array([""]), detector=detector, **options)
    types = ", ".join(f'"{field.name}" {_TYPES[str(field.type)]}' for field in links)
    # DuckDB reads the names of the parameters.
    functions = {
        "find_links": (lambda text: arrow.find(text, fields=fields, detector=detector), f"STRUCT({types})[]"),
        "count_links": (lambda text: arrow.count(text, detector=detector), "INTEGER"),
        "linkify": (lambda text: arrow.linkify(text, detector=detector, **options), "VARCHAR"),
    }
    for name, (function, returned) in functions.items():
        with contextlib.suppress(Exception):
            connection.remove_function(name)
        connection.create_function(name, function, ["VARCHAR"], returned, type="arrow")
    return connection
