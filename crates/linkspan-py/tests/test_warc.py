"""Web archives: whole ones, and broken ones."""

import email.message
import gzip
import io
import random
import zlib

import pytest
import support

pytest.importorskip("fastwarc")
zstandard = pytest.importorskip("zstandard")

from linkspan import _warc_members, _warc_pages, warc  # noqa: E402

COUNT = 20


def record(number, content, kind="conversion", media="text/plain", more=""):
    if isinstance(content, str):
        content = content.encode()
    header = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://site{number}.example/\r\n"
        f"WARC-Date: 2026-10-01T00:00:{number % 60:02}Z\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\n"
        f"Content-Type: {media}\r\n{more}Content-Length: {len(content)}\r\n\r\n"
    )
    return header.encode() + content + b"\r\n\r\n"


def text(number):
    return f"record {number} see https://a{number}.com/x. " + random.Random(number).randbytes(400).hex()


RECORDS = [record(number, text(number), more="WARC-Identified-Content-Language: eng\r\n") for number in range(COUNT)]


def zstd(data):
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


PLAIN = RECORDS
GZIP = [gzip.compress(one) for one in RECORDS]
ZSTD = [zstd(one) for one in RECORDS]
KINDS = {"plain": PLAIN, "gzip": GZIP, "zstd": ZSTD}


def read(data):
    """The numbers of the documents, each of which must be right, and what is broken."""
    broken = []
    found = []
    for document in warc.documents(io.BytesIO(data), broken=broken.append):
        number = int(document.url.removeprefix("https://site").removesuffix(".example/"))
        assert document.text == text(number)
        found.append(number)
    return found, broken


def without(*numbers):
    return [number for number in range(COUNT) if number not in numbers]


@pytest.mark.parametrize("kind", KINDS)
def test_whole_archives(kind):
    assert read(b"".join(KINDS[kind])) == (without(), [])


@pytest.mark.parametrize("compress", [gzip.compress, zstd])
def test_records_that_were_compressed_together(compress):
    whole = b"".join(RECORDS)
    assert read(compress(whole)) == (without(), [])
    pieces = [compress(whole[at : at + 1000]) for at in range(0, len(whole), 1000)]
    assert read(b"".join(pieces))[0] == without()


def test_what_is_before_damage_in_one_long_member():
    whole = bytearray(gzip.compress(b"".join(RECORDS)))
    whole[len(whole) // 2] ^= 0xFF
    found, broken = read(bytes(whole))
    assert found and found == list(range(len(found)))
    assert len(broken) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_an_archive_that_is_cut_short(kind):
    members = KINDS[kind]
    start = len(b"".join(members[:10]))
    for length in (1, 5, 20, 60, len(members[10]) // 2, len(members[10]) - 12):
        found, broken = read(b"".join(members)[: start + length])
        assert found == list(range(10)), length
        assert len(broken) == 1, length


@pytest.mark.parametrize("kind", KINDS)
def test_something_else_between_records(kind):
    members = KINDS[kind]
    for noise in (random.Random(1).randbytes(500), b"\x1f\x8b\x08" + b"x" * 400, b"hello\r\n"):
        for at in (0, 10, COUNT):
            found, broken = read(b"".join([*members[:at], noise, *members[at:]]))
            assert found == without(), (at, noise)
            assert len(broken) == 1, (at, noise)


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_a_record_whose_compressed_data_are_broken(kind):
    members = list(KINDS[kind])
    for at in (len(members[10]) // 3, len(members[10]) // 2, len(members[10]) - 2):
        changed = bytearray(members[10])
        changed[at] ^= 0xFF
        found, broken = read(b"".join([*members[:10], bytes(changed), *members[11:]]))
        assert found == without(10), at
        assert len(broken) == 1, at
        hole = members[10][: at - 20] + members[10][at:]
        assert read(b"".join([*members[:10], hole, *members[11:]]))[0] == without(10), at
    zeros = bytes(len(members[10]))
    assert read(b"".join([*members[:10], zeros, *members[11:]]))[0] == without(10)


HEADERS = {
    "no length": (b"Content-Length", b"Content-Lengthy"),
    "a negative length": (b"Content-Length: ", b"Content-Length: -"),
    "a length that is a word": (b"Content-Length: ", b"Content-Length: many "),
    "a length that is too small": (b"Content-Length: 8", b"Content-Length: 7"),
    "a length that is too large": (b"Content-Length: 8", b"Content-Length: 18"),
    "a length beyond everything": (b"Content-Length: 8", b"Content-Length: 99999999999999998"),
    "a length with many digits": (b"Content-Length: ", b"Content-Length: " + b"9" * 5000),
    "another name": (b"WARC/1.0", b"WURC/1.0"),
}


@pytest.mark.parametrize("change", HEADERS)
@pytest.mark.parametrize("kind", ["plain", "gzip", "zstd"])
def test_a_record_with_a_wrong_header(change, kind):
    changed = RECORDS[10].replace(*HEADERS[change])
    assert changed != RECORDS[10]
    compress = {"plain": bytes, "gzip": gzip.compress, "zstd": zstd}[kind]
    found, broken = read(b"".join(map(compress, [*RECORDS[:10], changed, *RECORDS[11:]])))
    assert found == without(10)
    assert len(broken) == 1
    assert broken[0].message


def test_what_is_no_archive():
    for data in (b"", b"hello " * 1000, gzip.compress(b"<html>" * 1000), b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", bytes(5000)):
        found, broken = read(data)
        assert (found, len(broken)) == ([], 1), data[:10]


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_record_is_broken(kind):
    members = KINDS[kind]
    for length in (1, 4, 30):
        assert read(b"x" * length + b"".join(members)[length:])[0] == without(0), length
        assert read(b"".join(members)[length:])[0] == without(0), length


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_random_damage_costs_what_it_hits(kind):
    chooser = random.Random(7)
    whole = b"".join(KINDS[kind])
    for _ in range(300):
        start = chooser.randrange(len(whole))
        end = start + chooser.choice([0, 1, 3, 100, 1500])
        noise = chooser.randbytes(chooser.choice([0, 1, 4, 50, 2000]))
        data = whole[:start] + noise + whole[end:]
        # Whatever is found is right, as there are checksums.
        found, broken = read(data)
        hit = [number for number in without() if _span(KINDS[kind], number)[1] > start and _span(KINDS[kind], number)[0] <= end]
        assert set(found) >= set(without(*hit)), (start, end, noise[:8])
        assert found == sorted(found)
        assert broken or found == without(), (start, end, noise[:8])


def _span(members, number):
    start = len(b"".join(members[:number]))
    return start, start + len(members[number])


def test_the_warning_without_a_report():
    data = b"".join([*RECORDS[:3], b"noise\r\n", *RECORDS[3:]])
    with pytest.warns(UserWarning, match="1 broken records were passed by"):
        assert len(list(warc.documents(io.BytesIO(data)))) == COUNT


def test_an_error_of_the_disk_is_no_broken_record():
    class Disk(io.BytesIO):
        def read(self, size=-1):
            if self.tell() > 3000:
                raise OSError(5, "the disk is broken")
            return super().read(min(size, 1000) if size and size > 0 else 1000)

    with pytest.raises(OSError, match="the disk is broken"):
        list(warc.documents(Disk(b"".join(RECORDS))))


def test_batches_are_bounded(tmp_path):
    path = tmp_path / "a.warc.wet.gz"
    path.write_bytes(b"".join(GZIP))
    batches = list(warc.read(str(path), size=3000))
    assert len(batches) > 5
    assert all(batch.column("text").nbytes < 4000 for batch in batches)
    rows = [row for batch in batches for row in batch.to_pylist()]
    assert [row["text"] for row in rows] == [text(number) for number in range(COUNT)]
    assert rows[3] | {"text": ""} == {
        "url": "https://site3.example/", "date": "2026-10-01T00:00:03Z", "language": "eng", "text": ""
    }  # fmt: skip
    assert [batch.num_rows for batch in warc.read(f"file://{path}", rows=7)] == [7, 7, 6]


def test_paths_for_fsspec():
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://crawl/a.warc.wet.zst", "wb") as file:
        file.write(b"".join(ZSTD))
    assert sum(batch.num_rows for batch in warc.read("memory://crawl/a.warc.wet.zst")) == COUNT


def answer(body, media="text/html", more="", status="200 OK"):
    head = f"HTTP/1.1 {status}\r\nContent-Type: {media}\r\n{more}Content-Length: {len(body)}\r\n\r\n"
    return record(1, head.encode() + body, "response", "application/http; msgtype=response")


def page(data):
    broken = []
    found = list(warc.documents(io.BytesIO(data), broken=broken.append))
    return found, broken


def test_pages_become_text():
    [batch] = warc.read(io.BytesIO(answer(b"<title>t</title><p>see a.com&amp;b<script>x</script><p>c")))
    assert batch.column("text").to_pylist()[0].split() == ["t", "see", "a.com&b", "c"]
    [document], _ = page(answer(b"plain a.com", "text/plain"))
    assert (document.text, document.media_type) == ("plain a.com", "text/plain")
    assert page(answer(b"\x89PNG", "image/png")) == ([], [])
    assert page(record(1, b"GET / HTTP/1.1\r\n\r\n", "request", "application/http; msgtype=request")) == ([], [])


@pytest.mark.parametrize(
    ("media", "body", "wanted"),
    [
        ("text/html; charset=windows-1251", "ж".encode("cp1251"), "ж"),
        ("text/html; charset=ISO-8859-1", "€".encode("cp1252"), "€"),
        ('text/html; charset="utf-8"', "日本".encode(), "日本"),
        ("text/html", b"<meta charset=shift_jis>" + "日本".encode("cp932"), "日本"),
        ("text/html", b'<meta http-equiv=content-type content="text/html; charset=gb2312">' + "中国".encode("gbk"), "中国"),
        ("text/html; charset=nonsense", "ü".encode(), "ü"),
        ("text/html", "ü".encode("latin-1"), "ü"),
        ("text/html; charset=latin1", b"\xef\xbb\xbf" + "ü".encode(), "ü"),
        ("text/html", "\ufeffж".encode("utf-16-le"), "ж"),
    ],
)
def test_encodings_of_pages(media, body, wanted):
    [document], broken = page(answer(body, media))
    assert document.text.endswith(wanted)
    assert broken == []


def test_answers_that_are_encoded():
    body = b"<p>hello a.com</p>"
    [document], _ = page(answer(gzip.compress(body), more="Content-Encoding: gzip\r\n"))
    assert document.text == body.decode()
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body[:5], body[5:])) + b"0\r\n\r\n"
    [document], _ = page(answer(chunked, more="Transfer-Encoding: chunked\r\n"))
    assert document.text == body.decode()


def test_answers_that_are_broken_are_counted():
    good = answer(b"<p>good")
    bad = answer(gzip.compress(b"<p>bad" * 100)[:-30], more="Content-Encoding: gzip\r\n")
    found, broken = page(good + bad + good)
    assert [document.text for document in found] == ["<p>good", "<p>good"]
    assert len(broken) == 1


def test_records_that_one_reader_takes_and_the_other_does_not():
    """What was found before damage does not hide what comes after it."""
    damaged = RECORDS[10].replace(b"Content-Length: ", b"Content-Length: -")
    odd = [record(number, text(number)).replace(*change) for number, change in zip(range(3, 6), ODD, strict=True)]
    found, _ = read(b"".join([*RECORDS[:3], *odd, *RECORDS[6:10], damaged, *RECORDS[11:]]))
    assert found == without(10)


ODD = [(b"\r\n\r\n", b"\r\n\r\n"), (b"WARC/1.0", b"WARC/1.0 "), (b"WARC-Date", b"warc-date")]


@pytest.mark.parametrize("end", [b"", b"\r\n", b"\n"])
def test_fewer_line_ends_between_records(end):
    shorter = [one[:-4] + end for one in RECORDS]
    assert read(b"".join(shorter))[0] == without()
    damaged = RECORDS[10].replace(b"Content-Length: ", b"Content-Length: -")
    assert read(b"".join([*shorter[:10], damaged, *shorter[11:]]))[0] == without(10)


def test_headers_as_others_write_them():
    lower = [one.replace(b"Content-Length", b"content-length").replace(b"WARC-Type", b"warc-type") for one in RECORDS]
    assert read(b"".join(lower)) == (without(), [])
    unix = [one.replace(b"\r\n", b"\n") for one in RECORDS]
    assert read(b"".join(unix)) == (without(), [])


def test_a_record_without_a_type():
    changed = RECORDS[10].replace(b"WARC-Type", b"WARC-Tipe")
    found, broken = read(b"".join([*RECORDS[:10], changed, *RECORDS[11:]]))
    assert (found, len(broken)) == (without(10), 1)


def test_neighbours_of_long_frames():
    longer = [record(number, text(number) + " " + random.Random(number).randbytes(30_000).hex()) for number in range(6)]
    members = [zstd(one) for one in longer]
    members[2] = members[2][:5000] + b"damage" + members[2][5006:]
    broken = []
    found = list(warc.documents(io.BytesIO(b"".join(members)), broken=broken.append))
    assert [document.url for document in found] == [f"https://site{number}.example/" for number in (0, 1, 3, 4, 5)]
    assert len(broken) == 1


def test_frames_that_need_a_dictionary():
    samples = [one * 3 for one in RECORDS]
    dictionary = zstandard.train_dictionary(4000, samples)
    frame = zstd(dictionary.as_bytes())
    head = b"\x5d\x2a\x4d\x18" + len(frame).to_bytes(4, "little") + frame
    compressor = zstandard.ZstdCompressor(dict_data=dictionary)
    found, broken = read(head + b"".join(map(compressor.compress, RECORDS)))
    assert (found, broken) == (without(), [])


def test_where_a_stream_is_and_what_is_none(tmp_path):
    data = b"".join([*RECORDS[:5], b"noise", *RECORDS[5:]])
    stream = io.BytesIO(data)
    stream.seek(len(b"".join(RECORDS[:2])))
    broken = []
    assert len(list(warc.documents(stream, broken=broken.append))) == COUNT - 2
    (tmp_path / "a.wet").write_bytes(b"".join(RECORDS))
    assert len(list(warc.documents(tmp_path / "a.wet"))) == COUNT
    for wrong in (None, b"data", 7):
        with pytest.raises(TypeError, match="must be a path"):
            list(warc.documents(wrong))


def test_answers_as_servers_write_them():
    body = b"<p>hello a.com</p>"
    raw = zlib.compress(body)[2:-4]
    for answered in (
        answer(body).replace(b"\r\n", b"\n", 3),
        answer(body, more="Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"),
        answer(body, more="Content-Encoding: utf-8\r\n"),
        answer(gzip.compress(body), more="content-encoding: x-gzip\r\n"),
        answer(zlib.compress(body), more="Content-Encoding: deflate\r\n"),
        answer(raw, more="Content-Encoding: deflate\r\n"),
        answer(b"12;a=b\r\n" + body + b"\r\n0\r\n\r\n", more="Transfer-Encoding: chunked\r\n"),
        record(1, b"HTTP/1.1 200 OK\nServer: x\n\n" + body, "response", "application/http"),
    ):
        found, broken = page(answered)
        assert [document.text for document in found] == [body.decode()], answered
        assert broken == []
    long = b"<p>" + b" ".join(b"%d" % number for number in range(5000))
    half = gzip.compress(long)[:5000]
    [document], _ = page(answer(half, more="Content-Encoding: gzip\r\n"))
    assert len(document.text) > 5000 and long.startswith(document.text.encode())


def test_names_of_encodings_that_no_page_means():
    for name in ("punycode", "utf-7", "unicode_escape", "idna", "rot13", "undefined"):
        [document], _ = page(answer("é-x".encode(), f"text/html; charset={name}"))
        assert document.text == "é-x"


def test_charsets_as_others_read_them():
    """Names of encodings, compared with `email` and with html5lib, as far as these say something."""
    inputs = pytest.importorskip("bleach._vendor.html5lib._inputstream")
    chooser = random.Random(11)
    tokens = ["<meta", "<META ", "charset", "=", " ", "\n", "'", '"', "utf-8", "koi8-r", ">", "/", ";", "content", "<p>", "http-equiv", "text/html"]
    seen = 0
    for _ in range(20_000):
        page = "".join(chooser.choices(tokens, k=chooser.randint(3, 14)))
        whole = f"<meta charset=windows-1251>{page}"
        name = _warc_pages._own_charset(whole.encode())
        assert name == "windows-1251"
        tag = f"<meta charset{chooser.choice(['=', ' =', '= ', ' = '])}{chooser.choice(['%s', chr(34) + '%s' + chr(34), chr(39) + '%s' + chr(39)])}>" % "koi8-r"
        comment = page.replace("meta", "mete").replace("META", "METE").replace("<", "").replace(">", "")
        html = f"{comment}{tag}{page}".encode()
        theirs = inputs.EncodingParser(html).getEncoding()
        if theirs is not None:
            seen += 1
            assert _warc_pages._own_charset(html) == theirs.name
        header = f"text/html; charset={chooser.choice(['utf-8', chr(34) + 'utf-8' + chr(34)])}{chooser.choice(['', '; x=y', ' '])}"
        message = email.message.Message()
        message["Content-Type"] = header
        said = _warc_pages._CHARSET.search(header.encode())
        assert said[1].decode() == message.get_content_charset()
    assert seen > 10_000


BOMB = """
import brotli, io, linkspan.warc, zlib, zstandard
from linkspan import _files, _warc_members, _warc_pages, _warc_repair
def bomb(add, end):
    return b"".join(add(bytes(1 << 20)) for _ in range(1024)) + end()
{before}
for module in (_warc_pages, _warc_repair, linkspan.warc):
    module.LONGEST = 1 << 20
---
{after}
"""


@pytest.mark.parametrize(
    ("before", "encoding"),
    [
        ("made = zstandard.ZstdCompressor().compressobj(); body = bomb(made.compress, made.flush)", "zstd"),
        ("made = brotli.Compressor(quality=5); body = bomb(made.process, made.finish)", "br"),
        ("made = zlib.compressobj(wbits=31); body = bomb(made.compress, made.flush)", "gzip"),
    ],
)
def test_bodies_that_expand(before, encoding):
    after = f"assert len(_warc_pages._decompressed({encoding!r}, body)) == 1 << 20"
    # A gigabyte, of which a megabyte is read.
    assert support.grown(BOMB.format(before=before, after=after)) < 64 << 20


@pytest.mark.parametrize("middle", ["", "+ b'noise' * 9"])
@pytest.mark.parametrize(
    "new", ["zstandard.ZstdCompressor().compressobj()", "zlib.compressobj(wbits=31)"]
)
def test_archives_that_expand(new, middle):
    """The long record is passed by, and the records around it are read."""
    before = f"""
def record(number, length):
    made = {new}
    head = made.compress(b"WARC/1.0\\r\\nWARC-Type: conversion\\r\\nContent-Length: %d\\r\\n\\r\\n" % length)
    body = b"".join(made.compress(b'x' * min(length, 1 << 20)) for _ in range(max(length >> 20, 1)))
    return head + body + made.compress(b"\\r\\n\\r\\n") + made.flush()
archive = record(1, 9) {middle} + record(2, 1 << 30) + record(3, 9)
"""
    after = """
broken = []
found = list(linkspan.warc.documents(io.BytesIO(archive), broken=broken.append))
assert [len(document.text) for document in found] == [9, 9], broken
assert broken
"""
    assert support.grown(BOMB.format(before=before, after=after)) < 200 << 20


def test_a_body_that_is_encoded_again_and_again():
    body = b"<p>x"
    for _ in range(6):
        body = gzip.compress(body)
    found, broken = page(answer(body, more=f"Content-Encoding: {', '.join(['gzip'] * 6)}\r\n") + answer(b"<p>y"))
    assert [document.text for document in found] == ["<p>y"]
    assert [one.message for one in broken] == ["the answer is encoded 6 times"]


def test_zeros_after_an_archive():
    """They are read once, and not held."""
    class Zeros(io.BytesIO):
        left = 1 << 12

        def read(self, size=-1):
            found = super().read(size)
            if not found and Zeros.left:
                Zeros.left -= 1
                return bytes(1 << 16)
            return found

    data = _warc_members._Data(Zeros(b""))
    assert data.skip_zeros() is False and Zeros.left == 0 and not data.bytes


@pytest.mark.parametrize("error", [ValueError("odd"), MemoryError("odd"), type("PanicException", (BaseException,), {})("odd")])
def test_a_page_that_cannot_be_converted_is_alone(error, monkeypatch):
    def failing(page):
        if "bad" in page:
            raise error
        return page

    monkeypatch.setattr(warc, "html_text", failing)
    broken = []
    data = b"".join(answer(f"<p>{word}".encode()) for word in ("one", "bad", "two"))
    [batch] = warc.read(io.BytesIO(data), broken=broken.append)
    assert batch.column("text").to_pylist() == ["<p>one", "<p>two"]
    assert len(broken) == 1 and "odd" in broken[0].message
