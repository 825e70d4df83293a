"""Finds the links in documents."""

from __future__ import annotations

import collections
import concurrent.futures
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow
import pyarrow.compute

from .. import _linkspan
from .._files import LONGEST, Broken
from .._linkspan import Table
from .documents import Batch, Source, read
from .job import Job
from .tally import Tally

#: The maximum number of rows that Spark gets at once.
_ROWS = 10_000


def links(source: Source, job: Job, tally: Tally, threads: int = 1) -> Iterator[pyarrow.RecordBatch]:
    """Yield the links in a file in the order of its documents, and add up the counts."""
    documents = read(source, job, tally.add_broken)
    for tables, found in _each(documents, source, job, threads):
        tally.add(found)
        for table in tables:
            # Its batches are made while they are read, because kept columns can be much longer than
            # the text.
            for batch in pyarrow.RecordBatchReader.from_stream(table):
                for start in range(0, len(batch), _ROWS):
                    yield batch.slice(start, _ROWS)
    tally.files += source.start == 0


def _each(documents: Iterable[Batch], source: Source, job: Job, threads: int) -> Iterator[tuple[list[Table], Tally]]:
    """Find the links in batches on several threads, without the lock of the interpreter."""
    if threads < 2:
        for batch in documents:
            yield _found(batch, source, job)
        return
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        waiting: collections.deque[Any] = collections.deque()
        for batch in documents:
            waiting.append(pool.submit(_found, batch, source, job))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _found(batch: Batch, source: Source, job: Job) -> tuple[list[Table], Tally]:
    tally = Tally()
    documents = batch.documents
    lengths = pyarrow.compute.binary_length(documents.column(batch.column))
    tally.documents = len(documents)
    tally.bytes = pyarrow.compute.sum(lengths).as_py() or 0
    if tally.bytes > LONGEST and (longest := pyarrow.compute.max(lengths).as_py()) > LONGEST:
        tally.add_broken(Broken(source.path, "", f"a text of {longest} bytes was passed by: at most {LONGEST} can be read"))
        documents = documents.filter(pyarrow.compute.less_equal(lengths, LONGEST))
    tables = list(_searched(batch._replace(documents=documents), source, job, tally))
    for table in tables:
        tally.rejected.update(table.rejected)
        tally.links += len(table) - (sum(table.rejected.values()) if job.rejected else 0)
    return tables, tally


def _searched(batch: Batch, source: Source, job: Job, tally: Tally) -> Iterator[Table]:
    """Search documents. If that fails, search each half, so that only the document that is to blame
    is passed by.
    """
    documents = batch.documents
    try:
        table = _search(batch, job)
    except BaseException as error:
        # A panic of the library is not an ``Exception``.
        if not isinstance(error, (MemoryError, ValueError)) and type(error).__name__ != "PanicException":
            raise
        if len(documents) == 1:
            tally.add_broken(Broken(source.path, _named(batch, job), f"it was passed by: {error}"))
            return
        half = len(documents) // 2
        for part in (documents.slice(0, half), documents.slice(half)):
            yield from _searched(batch._replace(documents=part), source, job, tally)
        return
    yield table


def _search(batch: Batch, job: Job) -> Table:
    assert job.kept is not None
    keep, fields = job.kept.names, list(job.columns)
    if batch.media_type == "text/html":
        return _linkspan.arrow_html_links(batch.documents, batch.column, "\x01url", keep, job.detector(), fields)
    how: Any = "kept" if job.rejected else "counted"
    return _linkspan.arrow_links(batch.documents, batch.column, keep, job.detector(), fields, how)


def _named(batch: Batch, job: Job) -> str:
    """Say which document a batch of one is."""
    assert job.kept is not None
    return f"the document of {str(batch.documents.column(0)[0])[:200]}" if job.kept.names else ""
