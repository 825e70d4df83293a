"""Counts links on one machine, even if they do not fit into memory."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from typing import Any, Protocol

from .job import Job


class Engine(Protocol):
    """Counts links."""

    def count(self, links: list[str], job: Job, path: str) -> None:
        """Write how many links in these files point to each domain, and from how many pages."""


class DuckDB:
    """Counts with DuckDB."""

    def __init__(self, threads: int) -> None:
        self._threads = threads

    def _connection(self) -> Any:
        import duckdb

        return duckdb.connect(config={"threads": self._threads})

    def count(self, links: list[str], job: Job, path: str) -> None:
        columns = "domain, count(*) AS links"
        if job.page:
            page = ", ".join('"' + name.replace('"', '""') + '"' for name in job.page)
            columns += f", count(DISTINCT row({page})) AS pages"
        # File names may look like patterns.
        files = ", ".join(_quoted(re.sub(r"([*?\[])", r"[\1]", path)) for path in links)
        which = "WHERE linked" if job.rejected else ""
        query = f"SELECT {columns} FROM read_parquet([{files}]) {which} GROUP BY ALL ORDER BY links DESC, domain"
        with self._connection() as connection:
            connection.execute(f"COPY ({query}) TO {_quoted(path)} (FORMAT parquet, COMPRESSION zstd)")


class Polars:
    """Counts with Polars."""

    def __init__(self, threads: int) -> None:
        """Polars reads the number of threads from the environment when it is imported."""

    def count(self, links: list[str], job: Job, path: str) -> None:
        import polars

        found = polars.scan_parquet(links, glob=False)
        if job.rejected:
            found = found.filter("linked")
        counts = [polars.len().cast(polars.Int64).alias("links")]
        if job.page:
            counts.append(polars.struct(*job.page).n_unique().cast(polars.Int64).alias("pages"))
        counted = found.group_by("domain").agg(*counts)
        ordered = counted.sort("links", "domain", descending=[True, False], nulls_last=True)
        ordered.sink_parquet(path, compression="zstd")


_ENGINES: dict[str, Callable[[int], Engine]] = {"duckdb": DuckDB, "polars": Polars}


def engine(name: str | None, threads: int) -> Engine:
    """Return the engine with this name, or the first one that is installed."""
    installed = [one for one in _ENGINES if importlib.util.find_spec(one) is not None]
    if name is None and not installed:
        raise ImportError("install DuckDB or Polars: pip install duckdb")
    if name is not None and name not in installed:
        raise ImportError(f"--engine {name}: install it: pip install {name}")
    return _ENGINES[name or installed[0]](threads)


def _quoted(path: str) -> str:
    return "'" + path.replace("'", "''") + "'"
