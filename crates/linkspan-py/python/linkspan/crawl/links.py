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
from .documents import Batch, Source, read
from .job import Job
from .tally import Tally


def links(source: Source, job: Job, tally: Tally, threads: int = 1) -> Iterator[pyarrow.RecordBatch]:
    """Yield the links in a file in the order of its documents, and add up the counts."""
    documents = read(source, job, tally.add_broken)
    for table, found in _each(documents, source, job, threads):
        tally.add(found)
        yield from table.to_batches(max_chunksize=10_000)
    tally.files += source.start == 0


def _each(documents: Iterable[Batch], source: Source, job: Job, threads: int) -> Iterator[tuple[pyarrow.Table, Tally]]:
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


def _found(batch: Batch, source: Source, job: Job) -> tuple[pyarrow.Table, Tally]:
    assert job.kept is not None
    tally = Tally()
    documents = batch.documents
    lengths = pyarrow.compute.binary_length(documents.column(batch.column))
    tally.documents = len(documents)
    tally.bytes = pyarrow.compute.sum(lengths).as_py() or 0
    if tally.bytes > LONGEST and (longest := pyarrow.compute.max(lengths).as_py()) > LONGEST:
        tally.add_broken(Broken(source.path, "", f"a text of {longest} bytes was passed by: at most {LONGEST} can be read"))
        documents = documents.filter(pyarrow.compute.less_equal(lengths, LONGEST))
    keep, fields = job.kept.names, list(job.columns)
    if batch.media_type == "text/html":
        made = _linkspan.arrow_html_links(documents, batch.column, "\x01url", keep, job.detector(), fields)
    else:
        how: Any = "kept" if job.rejected else "counted"
        made = _linkspan.arrow_links(documents, batch.column, keep, job.detector(), fields, how)
    tally.rejected.update(made.rejected)
    tally.links = len(made) - (sum(made.rejected.values()) if job.rejected else 0)
    return pyarrow.table(made), tally
