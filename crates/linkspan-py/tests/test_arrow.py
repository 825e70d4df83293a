"""Columns of Arrow from several libraries."""

import math
import multiprocessing
import random

import pytest
from support import corpora, grown, random_texts

import linkspan

pyarrow = pytest.importorskip("pyarrow")

from linkspan import arrow  # noqa: E402

TEXTS = ["see a.com and me@b.org", None, "", "日本 bücher.de/é", "README.md", "a.com"]


def expected(texts, fields=arrow.FIELDS, detector=None):
    detector = detector or linkspan.Detector()

    def described(link):
        values = {**link.as_dict(), "reasons": [reason["id"] for reason in link.reasons]}
        return {field: values[field] for field in fields}

    return [None if text is None else [described(link) for link in detector.find(text)] for text in texts]


TYPES = [
    pyarrow.string(),
    pyarrow.large_string(),
    pyarrow.string_view(),
    pyarrow.binary(),
    pyarrow.large_binary(),
    pyarrow.binary_view(),
    pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
]


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_types(kind):
    values = [text if text is None or "binary" not in str(kind) else text.encode() for text in TEXTS]
    if "dictionary" in str(kind):
        column = pyarrow.array(values, pyarrow.string()).dictionary_encode()
    else:
        column = pyarrow.array(values, kind)
    assert arrow.find(column).to_pylist() == expected(TEXTS)
    assert arrow.find(column.slice(1, 4)).to_pylist() == expected(TEXTS[1:5])
    chunked = pyarrow.chunked_array([column, column.slice(3), column.slice(0, 0)])
    assert arrow.find(chunked).to_pylist() == expected(TEXTS + TEXTS[3:])
    assert arrow.count(column).to_pylist() == [2, None, 0, 1, 0, 1]
    assert arrow.linkify(column).to_pylist() == [None if text is None else linkspan.linkify(text) for text in TEXTS]


def test_other_types():
    assert arrow.find(pyarrow.nulls(2)).to_pylist() == [None, None]
    assert arrow.find(pyarrow.array([], pyarrow.string())).to_pylist() == []
    for kind in (pyarrow.string(), pyarrow.large_binary(), pyarrow.string_view()):
        column = pyarrow.array(["a.com", "x"], kind)
        assert arrow.count(column[2:]).to_pylist() == [] and arrow.count(column[1:]).to_pylist() == [0]
        assert arrow.links(pyarrow.record_batch({"text": column})[2:], "text").num_rows == 0
    assert arrow.find(pyarrow.array([b"a.com", b"b.com"], pyarrow.binary(5))).to_pylist() == expected(["a.com", "b.com"])
    with pytest.raises(TypeError, match="the column has the type Int64: expected text or bytes"):
        arrow.find(pyarrow.array([1]))
    with pytest.raises(TypeError, match="column must have the Arrow interface, not be list"):
        arrow.find(["a.com"])


def test_results_have_types_that_everybody_reads():
    kind = arrow.find(pyarrow.array(["a.com"]), fields=[*arrow.FIELDS, "port", "linked"]).type
    assert kind.value_type.field("start").type == pyarrow.int32() and kind.value_type.field("href").type == pyarrow.string()
    assert kind.value_type.field("linked").type == pyarrow.bool_() and kind.value_type.field("port").type == pyarrow.int32()
    assert kind.value_type.field("reasons").type == pyarrow.list_(pyarrow.string())


def test_bytes_that_are_not_utf8():
    values = [b"\xffa.com \xc3 b.com\xe3\x81", b"ok.com", b"\xf0\x9f\x98 x.com"]
    for kind in (pyarrow.binary(), pyarrow.binary_view()):
        found = arrow.find(pyarrow.array(values, kind), fields=["start", "end", "text"]).to_pylist()
        for value, links in zip(values, found):
            text = value.decode("utf-8", "replace")
            assert [text[link["start"] : link["end"]] for link in links] == [link["text"] for link in links]
        assert [[link["text"] for link in links] for links in found] == [["a.com", "b.com"], ["ok.com"], ["x.com"]]
    # A column that says that it is text, and is not.
    liar = pyarrow.array(values, pyarrow.binary()).view(pyarrow.string())
    assert [len(links) for links in arrow.find(liar).to_pylist()] == [2, 1, 1]
    assert arrow.linkify(liar, rel="")[1].as_py() == '<a href="https://ok.com/"><bdi>ok.com</bdi></a>'
    assert "\ufffd" in arrow.linkify(liar)[0].as_py()


def test_fields_and_detectors():
    column = pyarrow.array(["1.2.3.4 http://1.2.3.4:80/x?y#z a.com:81 me@b.com"])
    fields = list(linkspan.find("a.com")[0].as_dict())
    for detector in [linkspan.Detector(), linkspan.Detector("uts58", ip_hosts="linked", default_scheme="http")]:
        assert arrow.find(column, fields=fields, detector=detector).to_pylist() == expected(column.to_pylist(), fields, detector)
    assert arrow.find(column, detector="uts58", fields=["text"]).to_pylist() == expected(column.to_pylist(), ["text"], linkspan.Detector("uts58"))
    for call, message in [
        (lambda: arrow.find(column, fields=["x"]), "fields: 'x' is not one of start, end"),
        (lambda: arrow.find(column, fields=["text", "text"]), "a field is given twice"),
        (lambda: arrow.linkify(column, to="markdown"), "a column can only be converted to 'html'"),
        (lambda: arrow.find(column, fields=[]), "name at least one field"),
        (lambda: arrow.find(column, fields="text"), "fields must be a list of names"),
        (lambda: arrow.find(column, detector=1), "detector must be a Detector"),
        (lambda: arrow.linkify(column, on_link=print), "on_link is not supported for columns"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            call()


def test_rejected():
    column = pyarrow.array(["see README.md or a.com"])
    found = arrow.find(column, fields=["kind", "text", "href", "reasons"], rejected=True).to_pylist()[0]
    assert found == [
        {"kind": "url", "text": "README.md", "href": None, "reasons": ["file-name"], "linked": False},
        {"kind": "url", "text": "a.com", "href": "https://a.com/", "reasons": [], "linked": True},
    ]


def test_one_row_for_each_link():
    table = pyarrow.table({"url": ["x", "y", "z"], "text": ["a.com b.com", None, "日本 me@c.com"], "n": [1, 2, 3]})
    made = arrow.links(table, "text", keep=["n", "url"], fields=["start", "text"])
    assert isinstance(made, pyarrow.Table) and made.to_pydict() == {
        "n": [1, 1, 3],
        "url": ["x", "x", "z"],
        "start": [0, 6, 3],
        "text": ["a.com", "b.com", "me@c.com"],
    }
    batch = arrow.links(table.to_batches()[0], "text")
    assert isinstance(batch, pyarrow.RecordBatch) and batch.num_rows == 3
    assert isinstance(arrow.links(table.slice(1, 1).to_batches()[0], "text"), pyarrow.RecordBatch)
    assert arrow.links(table.slice(0, 0), "text", keep=["n"]).num_rows == 0
    reader = pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches() * 2)
    assert arrow.links(reader, "text").num_rows == 6
    for call, kind, message in [
        (lambda: arrow.links(table, "x"), KeyError, "no column 'x'; columns are url, text, n"),
        (lambda: arrow.links(table, "text", keep=["x"]), KeyError, "no column 'x'"),
        (lambda: arrow.links(table, "text", keep=["text"]), ValueError, "two columns would have the name 'text'"),
        (lambda: arrow.links(table, "text", keep="n"), TypeError, "keep must be a list of names"),
        (lambda: arrow.links(5, "text"), TypeError, "table must have the Arrow interface"),
        (lambda: arrow.links(table, "n"), TypeError, "expected text or bytes"),
    ]:
        with pytest.raises(kind) as error:
            call()
        assert message in str(error.value)


def test_same_as_find():
    texts = [line for text in corpora() for line in text[:200_000].splitlines()]
    texts += [text.encode("utf-8", "surrogatepass").decode("utf-8", "replace") for text in random_texts(9, 5_000)]
    for profile in ["recommended", "uts58"]:
        detector = linkspan.Detector(profile)
        assert arrow.find(pyarrow.array(texts), detector=detector).to_pylist() == expected(texts, detector=detector)


def test_long_columns_come_in_chunks():
    text = "é a.com " * 500_000
    column = pyarrow.array([text] * 40, pyarrow.large_string())
    counts = arrow.find(pyarrow.chunked_array([column]), fields=["start"])
    assert counts.num_chunks > 1 and len(counts) == 40
    assert {len(links) for links in counts.slice(38).to_pylist()} == {500_000}


def _total(texts):
    return len(arrow.find(pyarrow.array(texts)).flatten())


def test_processes():
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(_total, [TEXTS] * 3) == [4] * 3


def test_polars():
    polars = pytest.importorskip("polars")
    import linkspan.polars

    frame = polars.DataFrame({"id": range(len(TEXTS)), "text": TEXTS})
    column = polars.col("text")
    assert frame.select(column.link.find()).to_series().to_list() == expected(TEXTS)
    assert frame["text"].link.find().to_list() == expected(TEXTS)
    assert frame.lazy().select(column.link.count()).collect().to_series().to_list() == [2, None, 0, 1, 0, 1]
    assert frame.select(column.link.linkify(rel="")).to_series().to_list()[5] == linkspan.linkify("a.com", rel="")
    made = arrow.links(frame, "text", keep=["id"])
    assert isinstance(made, polars.DataFrame) and made["id"].to_list() == [0, 0, 3, 5]
    assert frame["text"].link.count().name == "text" and arrow.find(polars.Series("n", [], dtype=polars.String)).name == "n"
    nothing = polars.DataFrame({"t": [None, None]})
    assert nothing.select(polars.col("t").link.count()).to_series().to_list() == [None, None]
    rejected = polars.Series(["README.md"]).link.find(fields=(name for name in ["text"]), rejected=True)
    assert rejected.to_list() == [[{"text": "README.md", "linked": False}]]
    with pytest.raises(ValueError, match="'zz' is not one of"):
        column.link.find(fields=["zz"])
    categories = polars.Series("x", ["a.com", "a.com", "b"], dtype=polars.Categorical)
    assert arrow.count(categories).to_list() == [1, 1, 0]


def test_pandas():
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(TEXTS, index=list("uvwxyz"), name="text")
    found = arrow.find(series)
    assert list(found.index) == list("uvwxyz") and found.name == "text"
    assert [None if value is pandas.NA or value is None or (isinstance(value, float) and math.isnan(value)) else list(value) for value in found] == expected(TEXTS)
    made = arrow.links(pandas.DataFrame({"text": ["a.com b.com"], "id": [1]}), "text", keep=["id"], fields=["host"])
    assert list(made["host"]) == ["a.com", "b.com"] and list(made["id"]) == [1, 1]


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    import linkspan.duckdb

    connection = linkspan.duckdb.register(linkspan.duckdb.register(duckdb.connect()), rel="")
    with pytest.raises(ValueError, match="'zz' is not one of"):
        linkspan.duckdb.register(connection, fields=["zz"])
    documents = pyarrow.table({"text": TEXTS})  # noqa: F841
    rows = connection.sql("SELECT find_links(text) AS links, count_links(text) AS n, linkify(text) AS html FROM documents").fetchall()
    found, counts, pages = zip(*rows)
    assert list(found) == expected(TEXTS) and list(counts) == [2, None, 0, 1, 0, 1]
    assert pages[5] == linkspan.linkify("a.com", rel="")


def test_the_same_table_from_all():
    polars, duckdb = pytest.importorskip("polars"), pytest.importorskip("duckdb")
    import linkspan.duckdb
    import linkspan.polars

    chooser = random.Random(6)
    texts = [chooser.choice([None, *random_texts(seed, 3)]) for seed in range(2_000)]
    texts = [text and text.encode("utf-8", "replace").decode() for text in texts]
    documents = pyarrow.table({"text": texts})
    one = arrow.find(documents["text"]).to_pylist()
    two = polars.from_arrow(documents).select(polars.col("text").link.find()).to_series().to_list()
    connection = linkspan.duckdb.register(duckdb.connect())
    three = [row[0] for row in connection.sql("SELECT find_links(text) FROM documents").fetchall()]
    assert one == two == three


def buffer(numbers, kind):
    return pyarrow.py_buffer(b"".join(number.to_bytes(kind, "little", signed=True) for number in numbers))


def malformed():
    """Columns of three rows that PyArrow makes without a look, and `validate(full=True)` refuses."""
    text = pyarrow.py_buffer(b"abcdefghij")
    make = pyarrow.Array.from_buffers
    for kind in (pyarrow.string(), pyarrow.binary()):
        yield make(kind, 3, [None, buffer([0, 100_000, 3, 10], 4), text])
        yield make(kind, 3, [None, buffer([0, -5, 3, 10], 4), text])
    yield make(pyarrow.large_string(), 3, [None, buffer([0, 1 << 40, 3, 10], 8), text])
    views = (200).to_bytes(4, "little") + bytes(4) + (9).to_bytes(4, "little") + bytes(36)
    yield make(pyarrow.string_view(), 3, [None, pyarrow.py_buffer(views), text])
    keys = pyarrow.array([0, 7, -1], pyarrow.int32())
    yield pyarrow.DictionaryArray.from_arrays(keys, pyarrow.array(["x", "y"]), safe=False)
    inside = make(pyarrow.string(), 3, [None, buffer([0, 100_000, 3, 10], 4), text])
    yield pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1, 2], pyarrow.int32()), inside, safe=False)
    yield make(pyarrow.struct([("a", pyarrow.string())]), 3, [None], children=[inside])
    numbers = pyarrow.array(range(10), pyarrow.int32())
    yield make(pyarrow.list_(pyarrow.int32()), 3, [None, buffer([0, 100_000, 3, 10], 4)], children=[numbers])
    yield make(pyarrow.list_view(pyarrow.int32()), 3, [None, buffer([0, 100_000, 3], 4), buffer([1, 1, 1], 4)], children=[numbers])
    union = pyarrow.dense_union([pyarrow.field("a", pyarrow.int32())])
    yield make(union, 3, [None, buffer([0, 0, 0], 1), buffer([0, 1000, 1], 4)], children=[numbers])


@pytest.mark.parametrize("number", range(12))
def test_kept_columns_that_are_malformed(number):
    # Not an argument, because showing it would crash PyArrow.
    column = list(malformed())[number]
    with pytest.raises((pyarrow.ArrowInvalid, IndexError)):
        column.validate(full=True)
    for make in (pyarrow.table, pyarrow.record_batch):
        table = make({"kept": column, "text": ["a.com b.com", "c.com", "d.com"]})
        with pytest.raises(ValueError, match="the column 'kept' is malformed: "):
            arrow.links(table, "text", keep=["kept"])
        with pytest.raises(ValueError, match="the column 'kept' is malformed: "):
            arrow.html_links(table, "text", keep=["kept"])
        assert len(arrow.links(table, "text")) == 4


def test_kept_text_that_is_not_utf8():
    liar = pyarrow.array([b"\xff", b"x"], pyarrow.binary()).view(pyarrow.string())
    made = arrow.links(pyarrow.table({"kept": liar, "text": ["a.com b.com", "c.com"]}), "text", keep=["kept"])
    assert made.column("kept").cast(pyarrow.binary()).to_pylist() == [b"\xff", b"\xff", b"x"]


def test_long_values_next_to_many_links():
    """They are repeated while the result is read, so that their product is never in memory."""
    program = """
import pyarrow
from linkspan import _linkspan, Detector
text = "a.co " * 300_000
table = pyarrow.table({"url": ["short", "x" * 8_000, None], "text": ["b.co", text, "c.co"]})
---
made = _linkspan.arrow_links(table, "text", ["url"], Detector(), ["start"], "left")
rows = 0
for batch in pyarrow.RecordBatchReader.from_stream(made):
    lengths = pyarrow.compute.binary_length(batch.column("url"))
    wanted = [5] * (rows == 0) + [8_000] * (len(batch) - (rows == 0))
    assert lengths.to_pylist() == wanted if rows + len(batch) < 300_002 else lengths[-1].as_py() is None
    rows += len(batch)
assert rows == len(made) == 300_002
"""
    # The product is 2.4 GB, which one column cannot hold either.
    assert grown(program.replace("import pyarrow\n", "import pyarrow, pyarrow.compute\n", 1)) < 200 << 20
    texts = ["a.co " * 5_000, "b.co", None, "", "c.co " * 5_000]
    table = pyarrow.table({"url": [str(number) * 10_000 for number in range(5)], "text": texts})
    found = arrow.links(table, "text", keep=["url"], fields=["text"])
    assert found.column("url").to_pylist() == ["0" * 10_000] * 5_000 + ["1" * 10_000] + ["4" * 10_000] * 5_000
    assert found.column("text").to_pylist() == ["a.co"] * 5_000 + ["b.co"] + ["c.co"] * 5_000


def test_a_base_in_front_of_many_links():
    page = "<a href=a>" * 200_000
    table = pyarrow.table({"url": ["https://a.com/" + "x" * 2_000 + "/"], "page": [page]})
    with pytest.raises(ValueError, match="the links up to row 0 have more than"):
        arrow.html_links(table, "page", base="url", fields=["href"])
    # A longer base resolves nothing.
    table = table.set_column(0, "url", [["https://a.com/" + "x" * 20_000 + "/"]])
    assert len(arrow.html_links(table, "page", base="url", fields=["href"])) == 0
