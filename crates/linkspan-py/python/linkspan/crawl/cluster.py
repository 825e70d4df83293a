"""Runs a job on Spark: each task reads a part of the input, and Spark writes the output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

import pyarrow

from ..spark import links_by_domain
from .documents import Source, parts
from .job import Job
from .links import links
from .output import SUMMARY
from .tally import Tally

_STARTED = "_started.json"


def run(paths: list[str], folder: str, job: Job) -> tuple[Tally, bool]:
    """Find the links in files, and return the counts and whether the results already existed.

    Spark writes all links or none: a job that was stopped starts again. Spark retries tasks that
    fail.
    """
    try:
        from pyspark.sql import SparkSession, functions
    except ImportError as error:
        raise ImportError(f"{error}: pip install 'linkspan[spark]'") from error

    # Workers on this machine need the same Python.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder: Any = SparkSession.builder
    spark = builder.appName("linkspan").config("spark.ui.showConsoleProgress", "true").getOrCreate()
    output = _Folder(spark, folder)
    marker = {"linkspan": 1, "job": job.fingerprint(), "inputs": sorted(paths)}
    started = output.read(_STARTED)
    finished = output.read(SUMMARY)
    if started is None and not output.is_empty():
        raise ValueError(f"{folder} has other files in it; name another folder")
    if started is not None and started != marker:
        raise ValueError(
            f"{folder} has results of other input, other options or another version; name another folder, or remove it"
        )
    if finished is not None:
        return Tally.from_dict(finished), True
    output.write(_STARTED, marker)

    counted = _counter(spark)
    found = _links(spark, paths, job, counted)
    found.write.mode("overwrite").option("compression", "zstd").parquet(f"{folder}/links")
    tally: Tally = counted.value
    written = spark.read.schema(found.schema).parquet(f"{folder}/links")
    domains = links_by_domain(written, page=job.page).orderBy(
        functions.desc("links"), functions.asc_nulls_last("domain")
    )
    domains.coalesce(1).write.mode("overwrite").option("compression", "zstd").parquet(f"{folder}/domains")
    output.write(SUMMARY, {**tally.as_dict(), "failed": []})
    return tally, False


def _links(spark: Any, paths: list[str], job: Job, counted: Any) -> Any:
    """The links in files, as a data frame. Each part of a file is a task."""
    from pyspark.sql.pandas.types import from_arrow_schema

    divided = spark.range(len(paths), numPartitions=_tasks(spark, len(paths))).mapInArrow(
        lambda batches: _divided(batches, paths, job), "path string, `start` long, `end` long"
    )
    sources = [Source(*row) for row in divided.collect()]
    shared = spark.sparkContext.broadcast(sources)
    schema = from_arrow_schema(job.schema)

    def found(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                tally = Tally()
                yield from links(shared.value[number], job, tally)
                counted.add(tally)

    return spark.range(len(sources), numPartitions=max(len(sources), 1)).mapInArrow(found, schema)


def _tasks(spark: Any, count: int) -> int:
    return max(min(count, 4 * spark.sparkContext.defaultParallelism), 1)


def _divided(batches: Iterator[pyarrow.RecordBatch], paths: list[str], job: Job) -> Iterator[pyarrow.RecordBatch]:
    """The parts of the files with these numbers."""
    for batch in batches:
        found = [part for number in batch.column(0).to_pylist() for part in parts(paths[number], job)]
        types = [pyarrow.string(), pyarrow.int64(), pyarrow.int64()]
        columns = [pyarrow.array([part[at] for part in found], kind) for at, kind in enumerate(types)]
        yield pyarrow.record_batch(columns, names=["path", "start", "end"])


def _counter(spark: Any) -> Any:
    """Sums up the counts of tasks. Spark adds those of a task once, when it is done."""
    from pyspark.accumulators import AccumulatorParam

    methods = {"zero": lambda self, value: Tally(), "addInPlace": lambda self, one, other: one.add(other)}
    kind: Any = type("Sum", (AccumulatorParam,), methods)
    return spark.sparkContext.accumulator(Tally(), kind())


class _Folder:
    """A folder on any file system that Spark can write to."""

    def __init__(self, spark: Any, folder: str) -> None:
        self._hadoop = spark._jvm.org.apache.hadoop
        self._folder = self._hadoop.fs.Path(folder)
        self._system = self._folder.getFileSystem(spark._jsc.hadoopConfiguration())

    def is_empty(self) -> bool:
        return not self._system.exists(self._folder) or not self._system.listStatus(self._folder)

    def read(self, name: str) -> Any:
        """Read a small JSON file, if it exists."""
        path = self._hadoop.fs.Path(self._folder, name)
        if not self._system.exists(path):
            return None
        stream = self._system.open(path)
        try:
            return json.loads(bytes(stream.readAllBytes()).decode())
        finally:
            stream.close()

    def write(self, name: str, value: Any) -> None:
        """Write a small file under a temporary name, then rename it."""
        aside = self._hadoop.fs.Path(self._folder, f".{name}.aside")
        path = self._hadoop.fs.Path(self._folder, name)
        stream = self._system.create(aside, True)
        stream.write(bytearray(json.dumps(value, ensure_ascii=False, indent=2).encode()))
        stream.close()
        self._system.delete(path, False)
        if not self._system.rename(aside, path):
            raise OSError(f"{path.toString()} cannot be written")
