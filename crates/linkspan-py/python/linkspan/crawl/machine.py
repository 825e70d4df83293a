"""Runs a job on one machine: several processes read files in parallel."""

from __future__ import annotations

import concurrent.futures
import concurrent.futures.process
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess

import pyarrow
import pyarrow.parquet

from .. import _files
from .documents import Source
from .engines import engine
from .job import Job
from .links import links
from .output import Output, written
from .tally import Tally

#: The signals that stop a job.
_STOPPING = (signal.SIGINT, signal.SIGTERM)

#: The approximate number of rows in a row group of the links.
_ROW_GROUP = 100_000
#: The approximate number of bytes in one, if rows are long.
_ROW_GROUP_SIZE = 64 << 20


def run(
    paths: list[str],
    folder: str,
    job: Job,
    *,
    engine_name: str | None = None,
    threads: int | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> tuple[Tally, list[str]]:
    """Find the links in files, and return the counts and the errors of files that were not read.

    ``progress`` is called with each finished file, the number of finished files, and the total.
    """
    threads = threads or _cores()
    made = engine(engine_name, threads)
    output = Output(folder, job)
    with output.opened():
        left = [path for path in paths if not output.is_done(path)]
        done = len(paths) - len(left)
        failed = []
        for path, changed, result in _results(left, output, job, threads):
            if isinstance(result, Tally):
                output.done(path, changed, result)
            else:
                failed.append(f"{path}: {result}")
            done += 1
            progress(path, done, len(paths))
        if output.files():
            with written(os.path.join(output.folder, "domains", "part-0.parquet")) as aside:
                made.count(output.files(), job, aside)
        tally = output.tally()
        output.write_summary({**tally.as_dict(), "failed": failed})
        return tally, failed


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Delay signals while processes start: a process that gets no task because of one prints a traceback.
    Processes inherit the mask, until ``_started`` removes it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handlers = {number: signal.signal(number, lambda number, _: came.append(number)) for number in _STOPPING}
    _mask("SIG_BLOCK")
    try:
        yield
    finally:
        _mask("SIG_UNBLOCK")
        for number, handler in handlers.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        for late in came:
            signal.raise_signal(late)


def _mask(how: str) -> None:
    """Block or unblock the signals that stop a job, where systems can."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(getattr(signal, how), _STOPPING)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _results(
    paths: list[str], output: Output, job: Job, threads: int
) -> Iterator[tuple[str, str, Tally | str]]:
    """Yield the counts of files, or their errors, in the order in which they finish."""
    left = dict.fromkeys(paths)
    processes = min(threads, len(left))
    while left:
        threads_each = max(threads // processes, 1)
        count = len(left)
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(processes, context, _started) as pool:
            try:
                with _undisturbed():
                    waiting = {pool.submit(_file, path, output.path(path), job, threads_each): path for path in left}
                for future in concurrent.futures.as_completed(waiting):
                    path = waiting[future]
                    result: Tally | str
                    try:
                        changed, result = future.result()
                    except concurrent.futures.process.BrokenProcessPool:
                        continue
                    except Exception as error:
                        changed, result = "", f"{type(error).__name__}: {error}"
                    del left[path]
                    yield path, changed, result
            except KeyboardInterrupt:
                started = list((pool._processes or {}).values())
                pool.shutdown(wait=False, cancel_futures=True)
                for process in started:
                    process.kill()
                raise
        # A process died. Its files are tried again, finally by a single process.
        if len(left) == count and processes == 1:
            path = next(iter(left))
            del left[path]
            yield path, "", "its process died; is there enough memory?"
        elif len(left) == count:
            processes = 1


def _file(path: str, made: str, job: Job, threads: int) -> tuple[str, Tally]:
    """Write the links in a file."""
    changed = _files.changed(path)
    tally = Tally()
    schema = job.schema
    with written(made) as aside, pyarrow.parquet.ParquetWriter(aside, schema, compression="zstd") as writer:
        # Row groups are bounded to bound memory.
        waiting: list[pyarrow.RecordBatch] = []
        rows, size = 0, 0
        for batch in links(Source(path), job, tally, threads):
            waiting.append(batch)
            rows += batch.num_rows
            size += batch.nbytes
            if rows >= _ROW_GROUP or size >= _ROW_GROUP_SIZE:
                writer.write_table(pyarrow.Table.from_batches(waiting, schema))
                waiting, rows, size = [], 0, 0
        writer.write_table(pyarrow.Table.from_batches(waiting, schema))
    return changed, tally


def _started() -> None:
    """Prepare a worker process: it ignores interrupts and ends when its parent process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _mask("SIG_UNBLOCK")
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(process: BaseProcess) -> None:
    process.join()
    os._exit(1)
