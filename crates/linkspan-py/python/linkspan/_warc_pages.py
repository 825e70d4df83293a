"""Decodes the responses of servers to text."""

from __future__ import annotations

import codecs
import io
import re
import zlib
from typing import Any

from . import _warc_repair
from ._files import LONGEST


def is_format(error: BaseException) -> bool:
    """Whether an error of fastwarc means that the data are malformed. fastwarc may also panic."""
    return isinstance(error, (OSError, ValueError, RuntimeError)) or type(error).__name__ == "PanicException"


def answer(content: bytes) -> tuple[str, str | None, bytes]:
    """Return the type, the language and the body of a response."""
    found = _BODY.search(content, 0, _LONGEST_HEADER)
    if found is None or not content.startswith(b"HTTP/"):
        raise ValueError("the answer has no headers")
    headers = _warc_repair.Headers(content[: found.start()])
    body = content[found.end() :]
    if "chunked" in (headers.get("Transfer-Encoding") or "").lower():
        body = _joined(body)
    encodings = (headers.get("Content-Encoding") or "").lower().split(",")
    if len(encodings) > _MOST_ENCODINGS:
        raise ValueError(f"the answer is encoded {len(encodings)} times")
    for encoding in reversed(encodings):
        body = _decompressed(encoding.strip(), body)
    media = headers.get("Content-Type")
    if media is None and _PAGE.match(body):
        media = "text/html"
    return media or "", headers.get("Content-Language"), body


_BODY = re.compile(rb"\r\n\r\n|\n\n")
_PAGE = re.compile(rb"\s*<(?:!doctype|!--|html|head|body|script|title|div|p|a|table|h1|\?xml)\b", re.I)
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[^\n]{0,200}\n")
_LONGEST_HEADER = 1 << 20
#: As in curl. Each encoding may expand the body.
_MOST_ENCODINGS = 5
_PIECE = 1 << 20


def _joined(body: bytes) -> bytes:
    """Join a chunked body. Many archives claim this for one that is not, or no longer, chunked."""
    made = []
    place = 0
    while (size := _CHUNK.match(body, place)) is not None:
        length = int(size[1], 16)
        if length == 0:
            break
        made.append(body[size.end() : size.end() + length])
        place = size.end() + length
        place += len(body[place : place + 2]) - len(body[place : place + 2].lstrip(b"\r\n"))
    return b"".join(made) if made else body


def _decompressed(encoding: str, body: bytes) -> bytes:
    """Decompress a body. Many archives claim a compression that is no longer there."""
    if encoding == "br":
        return _unbrotlied(body)
    if encoding == "zstd" and body.startswith(b"\x28\xb5\x2f\xfd"):
        import zstandard

        try:
            return _read(zstandard.ZstdDecompressor().stream_reader(body))
        except zstandard.ZstdError as error:
            raise ValueError(f"the answer cannot be decompressed: {error}") from error
    kinds = {"gzip": (47,), "x-gzip": (47,), "deflate": (15, -15)}.get(encoding, ())
    if encoding in ("gzip", "x-gzip") and not body.startswith(b"\x1f\x8b"):
        return body
    for kind in kinds:
        try:
            # Browsers show truncated data as far as they go.
            made = zlib.decompressobj(kind).decompress(body, LONGEST)
        except zlib.error:
            continue
        if made or not body:
            return made
    if kinds and body:
        raise ValueError(f"the answer cannot be decompressed: {encoding}")
    return body


def _read(reader: Any) -> bytes:
    """Read decompressed data up to the limit, in pieces, so that nothing beyond it is made."""
    made = bytearray()
    while len(made) < LONGEST and (piece := reader.read(min(_PIECE, LONGEST - len(made)))):
        made += piece
    return bytes(made)


def _unbrotlied(body: bytes) -> bytes:
    """Decompress Brotli with fastwarc."""
    from fastwarc.warc import ArchiveIterator

    http = f"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    head = f"WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: {len(http)}\r\n\r\n"
    made = b""
    try:
        for record in ArchiveIterator(io.BytesIO(head.encode() + http + b"\r\n\r\n"), parse_http=True, auto_decode="all"):
            made = _read(record.reader)
    except BaseException as error:
        if not is_format(error):
            raise
    if body and not made:
        raise ValueError("the answer cannot be decompressed: br")
    return made


#: What browsers mean by these names, where Python means something else or does not know them.
_MEANT = {
    "ascii": "cp1252", "us-ascii": "cp1252", "iso-8859-1": "cp1252", "iso8859-1": "cp1252", "latin1": "cp1252",
    "latin-1": "cp1252", "iso-8859-9": "cp1254", "iso-8859-11": "cp874", "tis-620": "cp874", "gb2312": "gb18030",
    "gbk": "gb18030", "x-gbk": "gb18030", "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932",
    "windows-31j": "cp932", "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "korean": "cp949", "big5": "big5hkscs",
    "utf-16": "utf-16-le", "unicode": "utf-16-le", "x-mac-roman": "mac-roman", "macintosh": "mac-roman",
    "windows-874": "cp874", "x-cp1250": "cp1250", "x-cp1251": "cp1251", "x-cp1252": "cp1252",
}  # fmt: skip
#: The encodings of pages. Python knows more, some of which are very slow.
_KNOWN = {
    "utf-8", "utf-16-le", "utf-16-be", "gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "cp932", "cp949", "cp866", "cp874",
    "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "tis-620", *(f"cp125{number}" for number in range(9)),
    *(f"iso8859-{number}" for number in range(1, 17)),
}  # fmt: skip
#: One class for quotes and spaces: two would share what they match in every possible way.
_CHARSET = re.compile(rb"charset\s*=[\s\"']*([\w.:-]+)", re.I)
#: Browsers look for an encoding in 1,024 bytes, but pages have longer comments.
_SEARCHED = 4096
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def _codec(name: str) -> str | None:
    """Return the codec for an encoding named in a page."""
    try:
        found = codecs.lookup(_MEANT.get(name.lower(), name)).name
    except (LookupError, ValueError):
        return None
    return found if found in _KNOWN else None


def _own_charset(start: bytes) -> str | None:
    """Return the encoding that the first ``meta`` element with one names. Each byte belongs to one
    tag and is read once.
    """
    lower = start.lower()
    at = 0
    while (at := lower.find(b"<meta", at)) >= 0:
        end = lower.find(b">", at)
        end = len(lower) if end < 0 else end
        if found := _CHARSET.search(lower, at, end):
            return found[1].decode()
        at = end
    return None


def decoded(content: bytes, media: str, name: str) -> str:
    """Decode bytes according to a byte order mark, the server, the page, or as UTF-8."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    said = _CHARSET.search(media.encode("utf-8", "replace"))
    names = [said[1].decode()] if said else []
    if name == "text/html" and (own := _own_charset(content[:_SEARCHED])):
        # A page that has been readable so far is not in UTF-16.
        names.append("utf-8" if own.startswith("utf-16") else own)
    for codec in map(_codec, names):
        if codec is not None:
            return content.decode(codec, "replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("utf-8" if name == "text/plain" else "cp1252", "replace")
