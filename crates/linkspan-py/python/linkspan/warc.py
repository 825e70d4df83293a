"""Reads the documents of web archives: WET and WARC files, plain or compressed with gzip or zstd.

>>> from linkspan import warc
>>> for batch in warc.read("crawl.warc.wet.gz"):      # doctest: +SKIP
...     batch.schema.names
['url', 'date', 'language', 'text']

Paths are local, or addresses for ``fsspec`` such as ``s3://…``. Broken records are skipped and
counted; reading continues with the next record that can be found.
"""

from __future__ import annotations

import collections
import io
import os
import warnings
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Literal, NamedTuple

import pyarrow

from . import _warc_pages, _warc_repair
from ._files import LONGEST, Broken, opened
from ._linkspan import html_text

__all__ = ["Broken", "Document", "documents", "read"]

#: The types of the columns that ``read`` returns.
SCHEMA = pyarrow.schema([(name, pyarrow.string()) for name in ("url", "date", "language", "text")])

#: The types of records that contain documents.
_TYPES = ("conversion", "response", "resource")
_PAGES = ("text/html", "application/xhtml+xml")


_Source = str | os.PathLike[str] | BinaryIO


class Document(NamedTuple):
    """A document of a web archive."""

    url: str | None
    date: str | None
    language: str | None
    text: str
    #: ``"text/html"`` or ``"text/plain"``.
    media_type: str


def read(
    source: _Source,
    *,
    size: int = 16 << 20,
    rows: int = 10_000,
    broken: Callable[[Broken], None] | None = None,
) -> Iterator[pyarrow.RecordBatch]:
    """Yield batches of (url, date, language, text). HTML is converted to the text that a reader
    sees.

    A batch has at most ``rows`` rows and, unless a single document is longer, ``size`` bytes of
    text. ``broken`` is called for each record that is skipped; without it, a warning at the end
    gives their number.
    """
    for batch, _ in batches(source, size=size, rows=rows, html="text", broken=broken):
        yield batch


def batches(
    source: _Source,
    *,
    size: int,
    rows: int,
    html: Literal["text", "page"],
    broken: Callable[[Broken], None] | None = None,
) -> Iterator[tuple[pyarrow.RecordBatch, str]]:
    """Yield batches like ``read``, each with the type of its documents. HTML can be kept."""
    found: dict[str, list[_Raw]] = {"text/plain": [], "text/html": []}
    lengths = dict.fromkeys(found, 0)
    for raw in _raws(source, broken, html):
        waiting = found[raw.media_type]
        length = sum(len(value or "") for value in (raw.text, raw.url, raw.date, raw.language))
        if waiting and (lengths[raw.media_type] + length > size or len(waiting) >= rows):
            yield _batch(waiting), raw.media_type
            waiting.clear()
            lengths[raw.media_type] = 0
        waiting.append(raw)
        lengths[raw.media_type] += length
    for media_type, waiting in found.items():
        if waiting:
            yield _batch(waiting), media_type


def documents(source: _Source, *, broken: Callable[[Broken], None] | None = None) -> Iterator[Document]:
    """Yield the documents of an archive: text of WET files, pages and texts of WARC files."""
    for raw in _raws(source, broken, "page"):
        yield Document(raw.url, raw.date, raw.language, raw.text.decode("utf-8", "replace"), raw.media_type)


class _Raw(NamedTuple):
    """A document whose text is UTF-8, possibly with errors."""

    url: str | None
    date: str | None
    language: str | None
    text: bytes
    media_type: str


def _raws(source: _Source, broken: Callable[[Broken], None] | None, html: Literal["text", "page"]) -> Iterator[_Raw]:
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        stream = opened(name)
    elif hasattr(source, "read") and hasattr(source, "seek"):
        name = str(getattr(source, "name", "the archive"))
        stream = source
    else:
        raise TypeError(f"source must be a path or a binary file that can be read twice, not {type(source).__name__}")
    report = broken or _Warning(name)
    try:
        yield from _documents(name, _Watched(stream), report, html)
    finally:
        if stream is not source:
            stream.close()
        if isinstance(report, _Warning):
            report.say()


class _Warning:
    """Counts broken records and warns once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0
        self.first: Broken | None = None

    def __call__(self, broken: Broken) -> None:
        self.count += 1
        self.first = self.first or broken

    def say(self) -> None:
        if self.count:
            message = f"{self.name}: {self.count} broken records were passed by, the first: {self.first}"
            warnings.warn(message, stacklevel=4)


def _documents(name: str, stream: _Watched, report: Callable[[Broken], None], html: Literal["text", "page"]) -> Iterator[_Raw]:
    """Yield the documents of a stream. If it is malformed, it is read again with more care."""
    given: collections.Counter[int] = collections.Counter()
    try:
        for headers, content in _quickly(stream):
            document = _document(headers, content, html)
            given[hash((headers.get("WARC-Target-URI"), content))] += 1
            if document is not None:
                yield document
        return
    except ValueError:
        stream.seek(0)
    for record in _warc_repair.records(name, stream, _TYPES, report):
        key = hash((record.headers.get("WARC-Target-URI"), record.content))
        if given[key]:
            given[key] -= 1
            continue
        try:
            document = _document(record.headers, record.content, html)
        except ValueError as error:
            report(Broken(name, f"the record of {record.headers.get('WARC-Target-URI')}", str(error)))
            continue
        if document is not None:
            yield document


class _Trouble(ValueError):
    """An archive is malformed."""


def _quickly(stream: _Watched) -> Iterator[tuple[Any, bytes]]:
    """Yield the headers and contents of records with documents. Raises ``_Trouble`` before a record
    that may be broken.
    """
    from fastwarc.warc import ArchiveIterator

    last = None
    place: int | None = None
    try:
        # A record is yielded only after reading on, which shows whether its length was right.
        for record in ArchiveIterator(stream, parse_http=False):
            if last is not None:
                yield last
            last = None
            place = record.stream_pos
            length = record.headers.get("Content-Length")
            if length is None or not length.strip().isdecimal() or int(length) > LONGEST:
                raise _Trouble(f"Content-Length is {length}")
            kind = record.headers.get("WARC-Type")
            if kind is None or kind.lower() not in _warc_repair.TYPES:
                raise _Trouble(f"WARC-Type is {kind}")
            if kind.lower() not in _TYPES:
                continue
            content = record.reader.read()
            if len(content) != int(length):
                raise _Trouble(f"{len(content)} bytes of {length}")
            last = record.headers, content
    except BaseException as error:
        if stream.error is not None:
            raise stream.error from None
        if not _warc_pages.is_format(error):
            raise
        raise _Trouble(str(error)) from error
    if stream.error is not None:
        raise stream.error
    # fastwarc reports neither that a file ends too early nor that it gave up.
    if place is None:
        raise _Trouble("there is no record")
    stream.seek(place)
    if not _warc_repair.is_last(stream):
        raise _Trouble("the file does not end with a record")
    if last is not None:
        yield last


class _Watched(io.RawIOBase):
    """A stream from its current position that records whether reading failed, as opposed to
    malformed data.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._start = stream.tell()
        self.error: Exception | None = None

    def read(self, size: int = -1) -> bytes:
        try:
            return self._stream.read(size)
        except Exception as error:
            self.error = error
            raise

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._stream.seek(offset + (self._start if whence == 0 else 0), whence) - self._start

    def tell(self) -> int:
        return self._stream.tell() - self._start


def _document(headers: Any, content: bytes, html: Literal["text", "page"]) -> _Raw | None:
    """Return the document of a record, if it has one. Raises ``ValueError`` for whatever is wrong
    with it, so that other records are read.
    """
    try:
        raw = _raw(headers, content)
        if raw is not None and raw.media_type == "text/html" and html == "text":
            return raw._replace(text=html_text(raw.text.decode("utf-8", "replace")).encode(), media_type="text/plain")
        return raw
    except BaseException as error:
        # A panic of the library is not an ``Exception``.
        if isinstance(error, (LookupError, MemoryError)) or type(error).__name__ == "PanicException":
            raise ValueError(f"{type(error).__name__}: {error}") from error
        raise


def _raw(headers: Any, content: bytes) -> _Raw | None:
    kind = (headers.get("WARC-Type") or "").lower()
    media = headers.get("Content-Type") or ""
    language = headers.get("WARC-Identified-Content-Language")
    if kind == "response":
        if not media.lower().replace(" ", "").startswith("application/http"):
            return None
        media, own_language, content = _warc_pages.answer(content)
        language = language or own_language
    name = media.partition(";")[0].strip().lower()
    if name in _PAGES:
        name = "text/html"
    elif kind == "conversion" and not name:
        name = "text/plain"
    if name not in ("text/html", "text/plain"):
        return None
    text = content if kind == "conversion" else _warc_pages.decoded(content, media, name).encode("utf-8", "replace")
    url = headers.get("WARC-Target-URI")
    return _Raw(url and url.strip("<>"), headers.get("WARC-Date"), language, text, name)


def _batch(found: list[_Raw]) -> pyarrow.RecordBatch:
    columns: list[Any] = [[raw[at] for raw in found] for at in range(len(SCHEMA))]
    try:
        return pyarrow.record_batch(columns, schema=SCHEMA)
    except pyarrow.ArrowInvalid:
        # Some text is not UTF-8.
        columns[-1] = [raw.text.decode("utf-8", "replace") for raw in found]
        return pyarrow.record_batch(columns, schema=SCHEMA)
