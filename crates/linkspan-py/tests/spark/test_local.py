"""Data frames, and the command, on this machine."""

import json
import pickle
import subprocess
import sys

import crawl_data
import pyarrow
import pytest
import test_warc
from pyspark.sql import SparkSession, functions

import linkspan
import linkspan.spark as frames
from linkspan import arrow
from linkspan.crawl.command import main
from linkspan.spark import find_links, linkify, links_by_domain, read_warc


@pytest.fixture(scope="module")
def spark():
    made = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    yield made
    made.stop()


def test_links_of_a_data_frame(spark, pages, hashed, domains, tmp_path):
    df = spark.read.parquet(str(pages / "pages-*.parquet"))
    links = find_links(df, "text", keep=["url"], fields=crawl_data.FIELDS)
    links.write.parquet(str(tmp_path / "links"))
    assert crawl_data.hashed(crawl_data.written(tmp_path / "links")) == hashed
    found = spark.read.parquet(str(tmp_path / "links"))
    counted = links_by_domain(found, page="url").collect()
    assert {(row.domain, row.links, row.pages) for row in counted} == domains


def test_options_of_links(spark):
    texts = [(1, "see A.com, e.g. x.nonsense and 127.0.0.1"), (2, None), (3, ""), (4, "日本。b.com")]
    df = spark.createDataFrame(texts, "id long, `te.xt` string")
    found = find_links(df, "te.xt", keep=["id"], fields=["text", "port"], detector="uts58").collect()
    table = pyarrow.table({"id": [row[0] for row in texts], "t": [row[1] for row in texts]})
    expected = arrow.links(table, "t", keep=["id"], fields=["text", "port"], detector="uts58").to_pylist()
    assert sorted(row.asDict().items() for row in found) == sorted(row.items() for row in expected)
    detector = linkspan.Detector(ip_hosts="linked", bare_ip="linked")
    found = find_links(df, "te.xt", fields=["text", "reasons"], detector=detector, rejected=True).collect()
    expected = arrow.links(table, "t", fields=["text", "reasons"], detector=detector, rejected=True).to_pylist()
    assert [row.asDict() for row in found] == expected
    assert {row["linked"] for row in expected} == {True, False}
    [row] = links_by_domain(find_links(df.where("id = 1"), "te.xt")).collect()
    assert (row.domain, row.links) == ("a.com", 1)


def test_what_is_wrong_is_said_at_once(spark):
    df = spark.createDataFrame([("a", 1)], "text string, number int")
    for error, options in (
        (KeyError, {"column": "none"}),
        (KeyError, {"column": "text", "keep": ["none"]}),
        (TypeError, {"column": "number"}),
        (TypeError, {"column": "text", "keep": "number"}),
        (ValueError, {"column": "text", "fields": ["nonsense"]}),
        (ValueError, {"column": "text", "detector": "nonsense"}),
        (ValueError, {"column": "text", "keep": ["text"]}),
    ):
        with pytest.raises(error):
            find_links(df, **options)
    with pytest.raises(KeyError, match="domain"):
        links_by_domain(df)
    with pytest.raises(TypeError):
        linkify(nonsense="x")


def test_html_of_a_column(spark):
    df = spark.createDataFrame([("see a.com <b>",), (None,)], "text string")
    rows = df.select(linkify(rel="")("text").alias("html")).collect()
    assert [row.html for row in rows] == [linkspan.linkify("see a.com <b>", rel=""), None]


def test_archives_as_a_data_frame(spark, tmp_path):
    (tmp_path / "a.warc.wet.gz").write_bytes(b"".join(test_warc.GZIP))
    (tmp_path / "b.warc.wet.gz").write_bytes(b"noise" + b"".join(test_warc.GZIP))
    documents = read_warc(spark, str(tmp_path))
    assert documents.columns == ["url", "date", "language", "text"]
    counts = find_links(documents, "text", keep=["url"]).groupBy("url").agg(functions.count("*").alias("links")).collect()
    assert {row.links for row in counts} == {2}
    assert len(counts) == test_warc.COUNT


def test_workers_make_a_detector_once(spark):
    made = linkspan.Detector("uts58", localhost="linked")
    tasks = [pickle.loads(pickle.dumps(made)) for _ in range(2)]
    assert tasks[0] is not tasks[1] and frames._detector(tasks[0]) is frames._detector(tasks[1])
    df = spark.range(0, 64, 1, 16).selectExpr("concat('a', id, '.com') AS text")
    assert find_links(df, "text").count() == 64


def _run(*arguments, code=0):
    assert main(list(map(str, arguments))) == code


@pytest.mark.parametrize("kind", ["text", "json"])
def test_other_formats_give_what_one_machine_gives(spark, kind, tmp_path, capsys):
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(3):
        texts = list(crawl_data.texts(number, 300_000))
        if kind == "text":
            (folder / f"{number}.txt").write_text("\n".join(texts))
        else:
            lines = [json.dumps({"url": f"u{at}", "text": text}) for at, text in enumerate(texts)]
            (folder / f"{number}.jsonl").write_text("\n".join([*lines[:50], "{broken", *lines[50:]]))
    for engine in ("duckdb", "spark"):
        _run(folder, tmp_path / engine, "--engine", engine)
    tables = [crawl_data.hashed(crawl_data.written(tmp_path / engine / "links")) for engine in ("duckdb", "spark")]
    assert tables[0] == tables[1]
    summaries = [json.loads((tmp_path / engine / "summary.json").read_text()) for engine in ("duckdb", "spark")]
    for summary in summaries:
        summary["examples"].sort(key=str)
    assert summaries[0] == summaries[1]
    assert summaries[0]["broken"] == (3 if kind == "json" else 0)


def test_the_command(pages, hashed, domains, tmp_path):
    output = tmp_path / "out"
    command = [sys.executable, "-m", "linkspan.crawl", pages, output, "--engine", "spark"]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert crawl_data.hashed(crawl_data.written(output / "links")) == hashed
    assert crawl_data.rows(crawl_data.written(output / "domains")) == domains
    assert "broken.parquet" in made.stdout


def test_a_job_that_was_stopped_starts_anew(spark, tmp_path, capsys):
    (tmp_path / "a.txt").write_text("a.com b.com")
    (tmp_path / "b.txt").write_text("c.com")
    output = tmp_path / "out"
    _run(tmp_path / "a.txt", output, "--engine", "spark")
    _run(tmp_path / "a.txt", output, "--engine", "spark")
    assert "has the results already" in capsys.readouterr().err
    before = (output / "summary.json").read_text()
    (output / "summary.json").unlink()
    (output / "links/part-stray.parquet").write_bytes(b"half a file of a job that was stopped")
    _run(tmp_path / "a.txt", output, "--engine", "spark", "--quiet")
    assert (output / "summary.json").read_text() == before
    assert crawl_data.written(output / "links").num_rows == 2
    _run(tmp_path / "b.txt", output, "--engine", "spark", code=2)
    assert "results of other input" in capsys.readouterr().err
    (output / "_started.json").unlink()
    _run(tmp_path / "a.txt", output, "--engine", "spark", code=2)
    assert "other files in it" in capsys.readouterr().err
