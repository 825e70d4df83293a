"""Links of pages on Spark and on one machine, beside a regular expression on Spark: ``python bench/spark.py FOLDER [ROUNDS]``.

FOLDER has Parquet files with the columns ``url`` and ``text``; without it, pages are made of the corpora. All run in turn in
one process, on two cores; times are the best of the rounds.
"""

import glob
import os
import pathlib
import resource
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests"))
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
os.environ.setdefault("POLARS_MAX_THREADS", "2")

import crawl_data
import duckdb
import polars
import pyarrow.parquet
from pyspark.sql import SparkSession, functions

import linkspan.duckdb
import linkspan.polars
from linkspan import arrow
from linkspan.crawl.command import main
from linkspan.spark import find_links

#: What people write, and finds less.
URL = r"https?://[^\s<>\"]+"


def runs(folder, work, spark):
    """What is measured, by name."""
    df = spark.read.parquet(folder)
    found = functions.expr(f"regexp_extract_all(text, r'{URL}', 0)")
    fields = list(arrow.FIELDS)
    connection = linkspan.duckdb.register(duckdb.connect(config={"threads": 2}))
    query = f"SELECT url, unnest(find_links(text), recursive := true) FROM read_parquet('{folder}/*.parquet')"

    def with_polars():
        links = polars.scan_parquet(f"{folder}/*.parquet").select("url", polars.col("text").link.find(fields=fields).alias("link"))
        links.explode("link", empty_as_null=False, keep_nulls=False).unnest("link").sink_parquet(work / "polars.parquet")

    def command(engine):
        shutil.rmtree(work / engine, ignore_errors=True)
        assert main([folder, str(work / engine), "--engine", engine, "--quiet", "--threads", "2"]) == 0

    return {
        "Spark, find_links": lambda: find_links(df, "text", keep=["url"]).write.mode("overwrite").parquet(str(work / "links")),
        "Spark, regexp_extract_all": lambda: (
            df.select("url", found.alias("link")).write.mode("overwrite").parquet(str(work / "regexp"))
        ),
        "Spark, regexp_extract_all, a row each": lambda: (
            df.select("url", functions.explode(found).alias("link")).write.mode("overwrite").parquet(str(work / "rows"))
        ),
        "DuckDB": lambda: connection.execute(f"COPY ({query}) TO '{work}/duckdb.parquet' (FORMAT parquet)"),
        "Polars": with_polars,
        "command, Spark": lambda: command("spark"),
        "command, DuckDB": lambda: command("duckdb"),
        "command, Polars": lambda: command("polars"),
    }


def main_bench():
    work = pathlib.Path(tempfile.mkdtemp())
    folder = sys.argv[1] if len(sys.argv) > 1 else str(work / "pages")
    if len(sys.argv) < 2:
        crawl_data.pages(pathlib.Path(folder), 12, 1_150_000_000)
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    files = glob.glob(f"{folder}/*.parquet")
    size = sum(pyarrow.parquet.read_table(file, columns=["text"]).nbytes for file in files)
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.memory", "4g")
    spark = spark.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    best = {}
    for _ in range(rounds):
        for name, run in runs(folder, work, spark).items():
            start = time.perf_counter()
            run()
            best[name] = min(best.get(name, 1e9), time.perf_counter() - start)
            print(f"{name:40} {time.perf_counter() - start:6.2f} s", file=sys.stderr, flush=True)
    for name, seconds in best.items():
        print(f"{name:40} {seconds:6.2f} s  {size / 1e6 / seconds:6.0f} MB/s")
    regexp = best["Spark, regexp_extract_all"]
    for name in ("Spark, find_links", "command, Spark"):
        print(f"{name} / regexp_extract_all: {regexp / best[name]:.2f} (a row each: {best['Spark, regexp_extract_all, a row each'] / best[name]:.2f})")
    for name in ("DuckDB", "Polars", "command, DuckDB", "command, Polars"):
        other = "command, Spark" if name.startswith("command") else "Spark, find_links"
        print(f"{name} / {other}: {best[other] / best[name]:.2f}")
    start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    for file in files:
        arrow.links(pyarrow.parquet.read_table(file, use_threads=False), "text", keep=["url"])
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - start
    print(f"reading, and 8 fields, in this process: {seconds / size * 1e9:.2f} s of CPU for a GB")
    spark.stop()
    shutil.rmtree(work)


if __name__ == "__main__":
    main_bench()
