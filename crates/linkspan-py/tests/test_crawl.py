"""The command for crawls on one machine."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
pytest.importorskip("polars")

import crawl_data  # noqa: E402
import pyarrow  # noqa: E402
import pyarrow.compute  # noqa: E402
import pyarrow.parquet  # noqa: E402
import support  # noqa: E402

from linkspan import arrow  # noqa: E402
from linkspan.crawl import documents, lines  # noqa: E402
from linkspan.crawl.documents import Source  # noqa: E402
from linkspan.crawl.job import Job, format_of  # noqa: E402
from linkspan.crawl.links import links  # noqa: E402
from linkspan.crawl.tally import Tally  # noqa: E402

ENGINES = ["duckdb", "polars"]
COMMAND = [sys.executable, "-m", "linkspan.crawl"]


def run(*arguments, code=0):
    made = subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True)
    assert made.returncode == code, made.stdout + made.stderr
    return made


def summary(output):
    return json.loads((output / "summary.json").read_text())


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    crawl_data.pages(folder, 4, 2_000_000)
    return folder


@pytest.mark.parametrize("engine", ENGINES)
def test_parquet(engine, pages, tmp_path):
    said = run(pages, tmp_path / "out", "--engine", engine)
    expected = crawl_data.expected(pages)
    assert crawl_data.hashed(crawl_data.written(tmp_path / "out/links")) == crawl_data.hashed(expected)
    domains = crawl_data.written(tmp_path / "out/domains")
    assert crawl_data.rows(domains) == crawl_data.counted(expected, "url")
    counts = summary(tmp_path / "out")
    assert counts["links"] == expected.num_rows
    texts = [text for file in pages.iterdir() for text in pyarrow.parquet.read_table(file).column("text").to_pylist()]
    assert counts["documents"] == len(texts)
    assert counts["bytes"] == sum(len(text.encode()) for text in texts if text is not None)
    everything = crawl_data.expected(pages, rejected=True).to_pylist()
    rejected = [reason for row in everything if not row["linked"] for reason in row["reasons"]]
    assert counts["rejected"] == {reason: rejected.count(reason) for reason in rejected}
    assert f"{expected.num_rows:,}" in said.stdout
    assert "4 of 4 files" in said.stderr


@pytest.mark.parametrize("engine", ENGINES)
def test_candidates_that_are_not_linked(engine, pages, tmp_path):
    run(pages, tmp_path / "out", "--engine", engine, "--rejected", "--fields", "text,reasons,domain", "--quiet")
    fields = ["text", "reasons", "domain"]
    expected = crawl_data.expected(pages, fields, rejected=True)
    assert crawl_data.hashed(crawl_data.written(tmp_path / "out/links")) == crawl_data.hashed(expected)
    linked = expected.filter(expected.column("linked"))
    assert crawl_data.rows(crawl_data.written(tmp_path / "out/domains")) == crawl_data.counted(linked, "url")
    assert summary(tmp_path / "out")["links"] == linked.num_rows


def test_one_file_on_two_threads(pages, tmp_path):
    job = documents.with_kept(Job("parquet"), [str(pages / "pages-00.parquet")])
    made = []
    for threads in (1, 2):
        tally = Tally()
        found = links(Source(str(pages / "pages-00.parquet")), job, tally, threads)
        made.append((pyarrow.Table.from_batches(found).to_pylist(), tally))
    assert made[0] == made[1]


UGLY = [b"see a.com", b"", b"\xff\xfe b.com\xff", "日本。c.com/日本".encode(), b"d.com\r", b"x" * 50_000 + b" e.com", b"f.com"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["a.txt", "a.log.gz", "a.md.zst", "a.text.bz2", "a.txt.xz"])
def test_text(engine, name, tmp_path):
    data = b"\xef\xbb\xbf" + b"\n".join(UGLY)
    path = tmp_path / name
    path.write_bytes(_compressed(name, data))
    run(path, tmp_path / "out", "--engine", engine)
    offsets = [data.index(line) if line else 0 for line in UGLY]
    table = pyarrow.table({"file": [str(path)] * len(UGLY), "offset": offsets, "x": pyarrow.array(UGLY, pyarrow.binary())})
    expected = arrow.links(table, "x", keep=["file", "offset"], fields=crawl_data.FIELDS)
    assert crawl_data.written(tmp_path / "out/links").to_pylist() == expected.to_pylist()
    assert summary(tmp_path / "out")["documents"] == len(UGLY)


def _compressed(name, data):
    import bz2
    import lzma

    zstd = pyarrow.Codec("zstd")
    kinds = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": lambda data: zstd.compress(data, asbytes=True)}
    return next((compress(data) for ending, compress in kinds.items() if name.endswith(ending)), data)


def test_parts_of_a_text_are_all_of_it(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\n".join([line[-3000:] for line in UGLY] * 3) + b"\n")
    job = documents.with_kept(Job("text"), [str(path)])
    whole = pyarrow.Table.from_batches(links(Source(str(path)), job, Tally())).to_pylist()
    assert len(whole) == 18
    for task, block in ((997, 1 << 20), (7, 1000), (64, 33), (3001, 1000)):
        monkeypatch.setattr(documents, "_TASK", task)
        monkeypatch.setattr(lines, "_BLOCK", block)
        parts = documents.parts(str(path), job)
        assert len(parts) > 1
        found = [row for part in parts for row in pyarrow.Table.from_batches(links(part, job, Tally()), job.schema).to_pylist()]
        assert found == whole, task


@pytest.mark.parametrize("name", ["a.txt.gz", "a.txt.bz2", "a.txt.xz", "a.txt.zst"])
def test_a_text_that_is_cut_short(name, tmp_path):
    """The lines before that count."""
    text = "".join(f"{number} a.com {number * 7919}\n" for number in range(300_000)).encode()
    path = tmp_path / name
    path.write_bytes(_compressed(name, text)[: len(_compressed(name, text)) * 3 // 4])
    made = run(path, tmp_path / "out")
    counts = summary(tmp_path / "out")
    assert counts["broken"] == 1
    assert 150_000 < counts["documents"] == counts["links"] < 300_000
    assert "compressed data are broken" in made.stdout


def test_something_after_compressed_text(tmp_path):
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"a.com\n" * 100) + b"garbage")
    run(tmp_path / "a.txt.gz", tmp_path / "out", "--quiet")
    assert (summary(tmp_path / "out")["links"], summary(tmp_path / "out")["broken"]) == (100, 1)


LINES = [
    (b'{"url": "u1", "text": "see a.com"}', True),
    (b'{"url": "u2"}', True),
    (b'{"text": null, "url": 7}', True),
    (b'{"url": "u3", "text": "b.com \\ud800 c.com \\u65e5"}', True),
    (b"{", False),
    (b"[1]", False),
    (b'{"text": 1}', False),
    (b'{"text": "\xff d.com", "more": {"text": "x.com"}}', True),
    (b"", None),
    (b"\xff", False),
    (b"[" * 100_000, False),
    (b'{"text": "e.com"}', True),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_json_lines(engine, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.jsonl").write_bytes(b"\n".join(line for line, _ in LINES))
    good = [json.dumps({"url": f"v{number}", "text": "g.com " * (number % 5)}) for number in range(3000)]
    (tmp_path / "in/b.ndjson.gz").write_bytes(gzip.compress("\n".join(good).encode()))
    run(tmp_path / "in", tmp_path / "out", "--engine", engine, "--fields", "start,text")
    rows = crawl_data.written(tmp_path / "out/links").to_pylist()
    found = [(row["url"], row["start"], row["text"]) for row in rows if row["text"] != "g.com"]
    assert found == [("u1", 4, "a.com"), ("u3", 0, "b.com"), ("u3", 8, "c.com"), (None, 2, "d.com"), (None, 0, "e.com")]
    assert sum(row["text"] == "g.com" for row in rows) == 6000
    counts = summary(tmp_path / "out")
    assert counts["broken"] == sum(good is False for _, good in LINES)
    assert counts["documents"] == 3000 + sum(good is True for _, good in LINES)


@pytest.mark.parametrize("engine", ENGINES)
def test_archives(engine, tmp_path):
    pytest.importorskip("fastwarc")
    pytest.importorskip("zstandard")
    import test_warc

    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.warc.wet.gz").write_bytes(b"".join(test_warc.GZIP))
    (folder / "b.warc.wet.gz").write_bytes(b"".join([*test_warc.GZIP[:5], b"noise", *test_warc.GZIP[5:]]))
    (folder / "c.warc").write_bytes(test_warc.answer(b"<p>see /x <a href='/x'>a.com</a>") + test_warc.answer(b"b.com", "text/plain"))
    (folder / "d.warc.gz").write_bytes(b"nothing of the kind")
    run(folder, tmp_path / "text", "--engine", engine)
    rows = crawl_data.written(tmp_path / "text/links").to_pylist()
    texts = [f"https://a{number}.com/x" for number in range(test_warc.COUNT)]
    assert sorted(row["text"] for row in rows) == sorted([*texts, *texts, "a.com", "b.com"])
    assert {row["language"] for row in rows} == {"eng", None}
    assert summary(tmp_path / "text")["broken"] == 2
    run(folder, tmp_path / "links", "--engine", engine, "--html", "links", "--keep", "date")
    rows = crawl_data.written(tmp_path / "links/links").to_pylist()
    assert [(row["href"], row["within"]) for row in rows if row["date"].endswith("01Z") and not row["text"].startswith("https://a1")] == [
        ("https://b.com/", "text"), ("https://site1.example/x", "attribute"), ("https://a.com/", "text")
    ]  # fmt: skip


def test_parquet_that_is_broken(tmp_path):
    crawl_data.pages(tmp_path / "in", 3, 3_000_000)
    expected = crawl_data.hashed(crawl_data.expected(tmp_path / "in"))
    (tmp_path / "in/cut.parquet").write_bytes((tmp_path / "in/pages-01.parquet").read_bytes()[:-100])
    (tmp_path / "in/empty.parquet").write_bytes(b"")
    (tmp_path / "in/other.parquet").write_bytes(b"PAR1" + b"x" * 5000 + b"PAR1")
    pyarrow.parquet.write_table(pyarrow.table({"url": ["x"]}), tmp_path / "in/without.parquet")
    pyarrow.parquet.write_table(pyarrow.table({"url": ["x"], "text": [1]}), tmp_path / "in/number.parquet")
    run(tmp_path / "in", tmp_path / "out", "--quiet")
    assert crawl_data.hashed(crawl_data.written(tmp_path / "out/links")) == expected
    counts = summary(tmp_path / "out")
    assert counts["broken"] == 5
    assert {one["file"].rpartition("/")[2] for one in counts["examples"]} == {
        "cut.parquet", "empty.parquet", "other.parquet", "without.parquet", "number.parquet"
    }  # fmt: skip


def test_a_row_group_that_is_broken(tmp_path):
    crawl_data.pages(tmp_path / "in", 1, 10_000_000)
    path = tmp_path / "in/pages-00.parquet"
    file = pyarrow.parquet.ParquetFile(path)
    assert file.num_row_groups > 2
    column = file.metadata.row_group(1).column(1)
    data = bytearray(path.read_bytes())
    start = column.dictionary_page_offset or column.data_page_offset
    data[start : start + 4000] = bytes(4000)
    whole = pyarrow.parquet.read_table(path)
    rest = pyarrow.concat_tables([file.read_row_group(group) for group in range(file.num_row_groups) if group != 1])
    path.write_bytes(data)
    run(tmp_path / "in", tmp_path / "out")
    expected = arrow.links(rest, "text", keep=["url"], fields=crawl_data.FIELDS)
    assert crawl_data.hashed(crawl_data.written(tmp_path / "out/links")) == crawl_data.hashed(expected)
    counts = summary(tmp_path / "out")
    assert (counts["broken"], counts["documents"]) == (1, rest.num_rows)
    assert rest.num_rows < whole.num_rows


def test_kinds_of_columns(tmp_path):
    texts = ["see a.com", None, "b.com c.com"]
    kinds = [pyarrow.large_string(), pyarrow.binary(), pyarrow.dictionary(pyarrow.int32(), pyarrow.string())]
    for number, kind in enumerate(kinds):
        column = pyarrow.array(texts, pyarrow.string()).cast(kind)
        ids = pyarrow.array([1, 2, 3], [pyarrow.int32(), pyarrow.int64(), pyarrow.int16()][number])
        pyarrow.parquet.write_table(pyarrow.table({"id": ids, "body": column}), tmp_path / f"{number}.parquet")
    run(tmp_path / "*.parquet", tmp_path / "out", "--column", "body", "--keep", "id", "--fields", "text")
    rows = crawl_data.written(tmp_path / "out/links").to_pylist()
    assert sorted((row["id"], row["text"]) for row in rows) == sorted([(1, "a.com"), (3, "b.com"), (3, "c.com")] * 3)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_job_that_is_killed_goes_on(engine, pages, tmp_path):
    """Whenever it is killed, nothing is lost and nothing is there twice."""
    expected = crawl_data.hashed(crawl_data.expected(pages))
    output = tmp_path / "out"
    for wanted in (0, 1, 2, 3):
        process = subprocess.Popen(
            [*COMMAND, pages, output, "--engine", engine, "--threads", "1"], start_new_session=True, stderr=subprocess.DEVNULL
        )
        while process.poll() is None and len(list(output.glob("links/*.parquet"))) < wanted:
            time.sleep(0.001)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    with open(output / "_manifest.jsonl", "a") as manifest:
        manifest.write('{"input": "a line that was cut')
    (output / "links/.aside-1-x.parquet").write_bytes(b"half a file")
    run(pages, output, "--engine", engine)
    assert crawl_data.hashed(crawl_data.written(output / "links")) == expected
    assert summary(output)["links"] == expected[0]
    again = run(pages, output, "--engine", engine)
    assert summary(output)["links"] == expected[0]
    assert "of 4 files" not in again.stderr
    assert len(list((output / "links").iterdir())) == 4


def test_a_process_that_is_killed_is_replaced(pages, tmp_path):
    expected = crawl_data.hashed(crawl_data.expected(pages))
    output = tmp_path / "out"
    process = subprocess.Popen([*COMMAND, pages, output, "--threads", "2", "--quiet"])
    killed = []
    while process.poll() is None and not killed:
        children = subprocess.run(["pgrep", "-P", str(process.pid), "-f", "spawn_main"], capture_output=True, text=True).stdout.split()
        if len(children) == 2 and list(output.glob("links/.aside*")):
            os.kill(int(children[1]), signal.SIGKILL)
            killed = children
    assert process.wait() == 0
    assert killed
    assert crawl_data.hashed(crawl_data.written(output / "links")) == expected
    assert summary(output)["failed"] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_job_that_is_stopped_says_so(number, pages, tmp_path):
    output = tmp_path / "out"
    process = subprocess.Popen(
        [*COMMAND, pages, output, "--threads", "2"], start_new_session=True, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    while process.poll() is None and not list(output.glob("links/.aside*")):
        time.sleep(0.001)
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    said = process.communicate()[1]
    assert process.returncode == 130
    assert "start the same command again" in said and "Traceback" not in said
    assert subprocess.run(["pgrep", "-g", str(process.pid), "-f", "spawn_main"]).returncode == 1
    run(pages, output, "--quiet")
    assert crawl_data.hashed(crawl_data.written(output / "links")) == crawl_data.hashed(crawl_data.expected(pages))


def test_output_inside_the_input(tmp_path):
    (tmp_path / "a.txt").write_text("a.com")
    for _ in range(2):
        run(tmp_path, tmp_path / "out")
        assert summary(tmp_path / "out")["files"] == 1


def test_results_that_were_removed_are_made_again(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(f"{name}.com")
    run(tmp_path / "*.txt", tmp_path / "out")
    next((tmp_path / "out/links").glob("*-a.txt.parquet")).unlink()
    run(tmp_path / "b.txt", tmp_path / "out")
    assert summary(tmp_path / "out")["links"] == 1
    run(tmp_path / "*.txt", tmp_path / "out")
    assert summary(tmp_path / "out")["links"] == 2


def test_one_job_at_a_time(pages, tmp_path):
    process = subprocess.Popen([*COMMAND, pages, tmp_path / "out", "--quiet"])
    while process.poll() is None and not (tmp_path / "out/links").exists():
        time.sleep(0.001)
    assert "another job" in run(pages, tmp_path / "out", code=2).stderr
    assert process.wait() == 0


def test_names_of_files(tmp_path):
    """One file is one file, whatever it is called, and any name will do."""
    (tmp_path / "a.txt").write_text("a.com")
    output = tmp_path / "o?"
    (tmp_path / "o1/domains").mkdir(parents=True)
    run(tmp_path / "a.txt", f"{tmp_path}/./a.txt", output)
    subprocess.run([*COMMAND, "a.txt", "o?", "--quiet"], cwd=tmp_path, check=True)
    assert crawl_data.written(output.parent / "o[?]" / "links").num_rows == 1
    (tmp_path / "strange").mkdir()
    for name in ["日本" * 40 + ".txt", "it's \"so\".txt", "a\nb.txt", "[x].txt"]:
        (tmp_path / "strange" / name).write_text("a.com")
    with open(os.fsencode(tmp_path) + b"/strange/\xff.txt", "w") as file:
        file.write("a.com")
    (tmp_path / "strange/loop.txt").symlink_to(tmp_path / "strange/loop.txt")
    (tmp_path / "strange/self").symlink_to(tmp_path / "strange")
    run(tmp_path / "strange", tmp_path / "out")
    assert summary(tmp_path / "out")["links"] == 5
    assert crawl_data.rows(crawl_data.written(tmp_path / "out/domains")) == {("a.com", 5, 5)}


@pytest.mark.parametrize("engine", ENGINES)
def test_columns_that_are_kept_are_not_changed(engine, tmp_path):
    import datetime

    table = pyarrow.table(
        {
            "text": ["a.com", "b.com"],
            "Text": ["x", None],
            'q"u': ["1", "2"],
            "duration": pyarrow.array([1, 2], pyarrow.duration("us")),
            "list": pyarrow.array([[1, 2], [3, 4]], pyarrow.list_(pyarrow.int8(), 2)),
            "time": pyarrow.array([datetime.datetime(2026, 1, 1)] * 2, pyarrow.timestamp("us", "Europe/Berlin")),
            "bad": pyarrow.array([b"\xff", b"ok"]).view(pyarrow.string()),
        }
    )
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet")
    run(tmp_path / "a.parquet", tmp_path / "out", "--engine", engine, "--keep", 'q"u,Text,duration,list,time,bad', "--fields", "host")
    made = crawl_data.written(tmp_path / "out/links")
    assert made.column_names == ['q"u', "Text", "duration", "list", "time", "bad", "host", "domain"]
    for name in ("Text", 'q"u', "duration", "list", "time"):
        assert made.column(name).to_pylist() == table.column(name).to_pylist(), name
    assert made.column("bad").to_pylist() == ["\ufffd", "ok"]


def test_an_address_that_only_some_files_have(tmp_path):
    for number, columns in enumerate([{"text": ["a.com"]}, {"text": ["b.com"], "url": ["u"]}, {"text": ["c.com"], "url": [7]}]):
        pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / f"{number}.parquet")
    run(tmp_path / "*.parquet", tmp_path / "out", "--fields", "text")
    rows = crawl_data.written(tmp_path / "out/links").to_pylist()
    assert {(row["url"], row["text"]) for row in rows} == {(None, "a.com"), ("u", "b.com"), ("7", "c.com")}
    (tmp_path / "a.jsonl").write_text('1\n{"text": "a.com"}\n{"url": "u", "text": "b.com"}\n')
    run(tmp_path / "a.jsonl", tmp_path / "json", "--fields", "text")
    rows = crawl_data.written(tmp_path / "json/links").to_pylist()
    assert [(row["url"], row["text"]) for row in rows] == [(None, "a.com"), ("u", "b.com")]


def test_objects_that_are_not_one_on_each_line(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "a.com"} {"text": "b.com"}\n{"text":\n"c.com"}\n{"text": "d.com"}\n')
    run(tmp_path / "a.jsonl", tmp_path / "out")
    assert (summary(tmp_path / "out")["links"], summary(tmp_path / "out")["broken"]) == (1, 3)


def test_a_manifest_that_is_damaged(tmp_path):
    (tmp_path / "a.txt").write_text("a.com")
    for line in ("garbage", '{"input": "x"}', "\0\0"):
        run(tmp_path / "a.txt", tmp_path / "out")
        manifest = tmp_path / "out/_manifest.jsonl"
        before = manifest.read_text()
        manifest.write_text(f"{before}{line}\n")
        said = run(tmp_path / "a.txt", tmp_path / "out", code=2).stderr
        assert f"{manifest}: line 3" in said
        manifest.write_text(before)


def test_processes_end_with_the_one_that_started_them(pages, tmp_path):
    process = subprocess.Popen([*COMMAND, pages, tmp_path / "out", "--threads", "2", "--quiet"], start_new_session=True)
    while process.poll() is None and not list((tmp_path / "out").glob("links/.aside*")):
        time.sleep(0.001)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    for _ in range(500):
        if subprocess.run(["pgrep", "-g", str(process.pid), "-f", "spawn_main"], stdout=subprocess.DEVNULL).returncode == 1:
            break
        time.sleep(0.02)
    else:
        pytest.fail("processes are still there")


def test_input_that_changes_or_grows(pages, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text("a.com")
    run(folder, tmp_path / "out")
    (folder / "b.txt").write_text("b.com")
    (folder / "a.txt").write_text("c.com c.com")
    run(folder, tmp_path / "out")
    assert sorted(row["text"] for row in crawl_data.written(tmp_path / "out/links").to_pylist()) == ["b.com", "c.com", "c.com"]
    assert summary(tmp_path / "out")["links"] == 3


def test_what_is_wrong_is_said(pages, tmp_path):
    (tmp_path / "a.txt").write_text("a.com")
    (tmp_path / "b.xyz").write_text("a.com")
    (tmp_path / "o.jsonl").write_text('{"text": "a.com"}')
    (tmp_path / "link.txt").symlink_to("nowhere")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.doc").write_text("mine")
    wrong = {
        "there is no such file": [tmp_path / "none", tmp_path / "out"],
        "--from": [tmp_path / "b.xyz", tmp_path / "out"],
        "several formats": [tmp_path / "a.txt", pages, tmp_path / "out"],
        "columns are url, text": [pages, tmp_path / "out", "--column", "body"],
        "columns are url, text ": [pages, tmp_path / "out", "--keep", "id"],
        "the name 'text'": [pages, tmp_path / "out", "--keep", "text"],
        "is not one of": [pages, tmp_path / "out", "--fields", "nonsense"],
        "profile": [pages, tmp_path / "out", "--profile", "nonsense"],
        "NAME=VALUE": [pages, tmp_path / "out", "--set", "nonsense"],
        "other files in it": [pages, tmp_path / "full"],
        "given twice": [pages, tmp_path / "out", "--keep", "url,url"],
        "a member 'body'": [tmp_path / "o.jsonl", tmp_path / "out", "--column", "body"],
        "no such file": [tmp_path / "link.txt", tmp_path / "out"],
        "a folder of this machine": [pages, "memory://out"],
        "from 1 on": [pages, tmp_path / "out", "--threads", "0"],
    }
    for message, arguments in wrong.items():
        said = run(*arguments, code=2).stderr
        assert message.strip() in said, said
        assert said.startswith("linkspan: ") and len(said.splitlines()) == 1, said
    run(tmp_path / "a.txt", tmp_path / "out")
    assert "other options" in run(tmp_path / "a.txt", tmp_path / "out", "--rejected", code=2).stderr


def test_a_list_of_paths(tmp_path):
    (tmp_path / "x.txt").write_text("a.com")
    (tmp_path / "wet.paths.gz").write_bytes(gzip.compress(b"x.txt\n\n"))
    run("--paths", "--base", f"{tmp_path}/", tmp_path / "wet.paths.gz", tmp_path / "out")
    assert summary(tmp_path / "out")["links"] == 1


def test_a_file_that_cannot_be_opened(tmp_path):
    (tmp_path / "a.txt").write_text("a.com")
    (tmp_path / "list").write_text("missing.txt\na.txt\n")
    made = run("--paths", "--from", "text", "--base", f"{tmp_path}/", tmp_path / "list", tmp_path / "out2", code=1)
    assert "missing.txt" in made.stderr
    assert summary(tmp_path / "out2")["links"] == 1


def test_names_say_formats():
    names = {"a.parquet": "parquet", "A.WARC.GZ": "warc", "x.warc.wet.gz": "warc", "a.jsonl.zst": "json", "a.txt": "text", "a": None}
    assert {name: format_of(name) for name in names} == names


def archived(number, content, url=None, more=""):
    content = content.encode()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url or f'https://site{number}.example/'}\r\n"
        f"Content-Type: application/http\r\nContent-Length: "
    )
    answer = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{more}\r\n".encode() + content
    return head.encode() + f"{len(answer)}\r\n\r\n".encode() + answer + b"\r\n\r\n"


@pytest.mark.parametrize("html", ["text", "links"])
def test_a_page_with_a_long_address_and_many_links(html, tmp_path):
    """Its links are written, and so are those of the other pages."""
    good = [archived(number, f"<p>see https://a{number}.com/") for number in range(50)]
    url = "https://evil.example/" + "x" * 8_000
    good.insert(20, archived(0, "<p>" + "a.co " * 40_000, url))
    (tmp_path / "a.warc").write_bytes(b"".join(good))
    run(tmp_path / "a.warc", tmp_path / "out", "--html", html, "--fields", "href", "--threads", 1)
    table = crawl_data.written(tmp_path / "out/links")
    assert table.num_rows == 40_050
    lengths = pyarrow.compute.binary_length(table.column("url")).to_pylist()
    assert lengths.count(len(url)) == 40_000
    file = pyarrow.parquet.ParquetFile(next((tmp_path / "out/links").iterdir()))
    sizes = [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)]
    # About 64 MB, and at most one batch of 16 MB more.
    assert max(sizes) * len(url) < 90 << 20
    assert summary(tmp_path / "out")["broken"] == 0


def test_a_page_whose_links_cannot_be_written(tmp_path):
    """A base that is repeated in each link: the page is reported, and the others are read."""
    good = [archived(number, f"<p>see https://a{number}.com/") for number in range(50)]
    base = "https://evil.example/" + "x" * 2_000 + "/"
    good.insert(20, archived(0, f'<base href="{base}">' + "<a href=a>" * 200_000, "https://evil.example/"))
    (tmp_path / "a.warc").write_bytes(b"".join(good))
    said = run(tmp_path / "a.warc", tmp_path / "out", "--html", "links", "--fields", "href", "--threads", 1)
    assert sorted(crawl_data.written(tmp_path / "out/links").column("href").to_pylist()) == sorted(
        f"https://a{number}.com/" for number in range(50)
    )
    [broken] = summary(tmp_path / "out")["examples"]
    assert broken["where"] == "the document of https://evil.example/" and "more than 268435456 bytes" in broken["message"]
    assert "the document of https://evil.example/" in said.stdout


@pytest.mark.parametrize("error", [ValueError("odd"), MemoryError(), type("PanicException", (BaseException,), {})("odd")])
def test_a_document_that_fails_is_alone(error, tmp_path, monkeypatch):
    from linkspan.crawl import links as module

    calls = []
    search = module._search

    def failing(batch, job):
        found = batch.documents.column("\x01").to_pylist()
        calls.append(len(found))
        if b"bad" in found:
            raise error
        return search(batch, job)

    monkeypatch.setattr(module, "_search", failing)
    (tmp_path / "a.txt").write_text("\n".join([*["a.com"] * 700, "bad", *["b.com"] * 323, ""]))
    path = str(tmp_path / "a.txt")
    job = documents.with_kept(Job("text"), [path])
    tally = Tally()
    hosts = [host for batch in links(Source(path), job, tally) for host in batch.column("host").to_pylist()]
    assert hosts == ["a.com"] * 700 + ["b.com"] * 323
    assert (tally.links, tally.documents, tally.broken) == (1023, 1024, 1)
    # Halves of halves: each document is searched about ten times at most.
    assert len(calls) == 21 and sum(calls) <= 3 * 1024


@pytest.mark.parametrize("name", [".lock", "_manifest.jsonl"])
@pytest.mark.parametrize("target", ["victim", "fifo"])
def test_files_that_are_somewhere_else(name, target, tmp_path):
    (tmp_path / "in.txt").write_text("a.com")
    (tmp_path / "out").mkdir()
    (tmp_path / "victim").write_text("mine, without a line end")
    if target == "fifo":
        os.mkfifo(tmp_path / "out" / name)
    else:
        (tmp_path / "out" / name).symlink_to("../victim")
    said = run(tmp_path / "in.txt", tmp_path / "out", code=2)
    assert name in said.stderr and "Traceback" not in said.stderr
    assert (tmp_path / "victim").read_text() == "mine, without a line end"
    os.remove(tmp_path / "out" / name)
    (tmp_path / "out/.lock").write_text("kept")
    run(tmp_path / "in.txt", tmp_path / "out")
    assert (tmp_path / "out/.lock").read_text() == "kept"


def test_escapes_in_names_headers_and_options(tmp_path):
    """On a terminal, nothing but text is written."""
    bad = archived(1, "<p>a.com").replace(b"Content-Length: ", b"Content-Length: \x1b[2J\xc2\x9b")
    file = tmp_path / "\x1b[31m\n\u202ex.warc"
    file.write_bytes(archived(0, "<p>a.com") + bad)
    for arguments in (
        [file, tmp_path / "out"],
        [file, tmp_path / "out\x1b[2J", "--column", "\x9b2J"],
        ["absent\x1b[2J", tmp_path / "out"],
        ["a", "b", "--\x1b[2J"],
        [file, tmp_path / "out", "--keep", "\x1b[2J"],
        [file, tmp_path / "out", "--set", "\x1b[2J"],
    ):
        shown = support.on_a_terminal([*COMMAND, *map(str, arguments)])
        assert "[2J" in shown or "[31m" in shown
        assert support.obeyed(shown) == set()
