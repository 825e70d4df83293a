"""Reads web archives that are partly broken."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable, Collection, Iterator
from typing import BinaryIO

from ._files import LONGEST, Broken
from ._warc_members import START, ZSTD, Cut, Event, Member, events

_NEXT = re.compile(rb"(?:\r?\n){0,4}(?:WARC/|$)")
_NEW_LINES = re.compile(rb"[\r\n]*")
_LONGEST_HEADER = 1 << 15
#: All types of records.
TYPES = ("warcinfo", "response", "resource", "request", "metadata", "revisit", "conversion", "continuation")


def records(
    name: str, stream: BinaryIO | io.RawIOBase, types: Collection[str], report: Callable[[Broken], None]
) -> Iterator[Record]:
    """Yield the intact records of these types. All others are reported."""
    for event in _Records(name, report).of(events(stream)):
        record = Record(event)
        kind = record.headers.get("warc-type")
        if kind is None or kind.lower() not in TYPES:
            report(Broken(name, f"the record {event[:60]!r}", f"WARC-Type is {kind}"))
        elif kind.lower() in types:
            yield record


class Record:
    """An intact record."""

    def __init__(self, data: bytes) -> None:
        end = _header_end(data, 1) or len(data)
        self.headers = Headers(data[:end])
        self.content = data[end:]


class Headers:
    """The fields of a header. Their names may be in any case."""

    def __init__(self, data: bytes) -> None:
        self._fields: dict[str, str] = {}
        # A line that starts with a space continues the previous one.
        for line in re.sub(rb"\r?\n[ \t]+", b" ", data).splitlines()[1:]:
            name, colon, value = line.decode("utf-8", "replace").partition(":")
            if colon:
                self._fields.setdefault(name.strip().lower(), value.strip())

    def get(self, name: str) -> str | None:
        return self._fields.get(name.lower())


def is_last(stream: BinaryIO | io.RawIOBase) -> bool:
    """Whether the rest of an archive is one record. Unknown inside a long member."""
    broken: list[Broken] = []
    place = stream.tell()
    if stream.read(4) == ZSTD:
        # fastwarc reports this itself, and may know a dictionary.
        return True
    stream.seek(place)
    found = events(stream)
    first = next(found, b"")
    if isinstance(first, bytes) and not first.startswith(b"WARC/"):
        return not first.strip() and stream.tell() > 0
    count = sum(1 for _ in _Records("", broken.append).of(itertools.chain([first], found)))
    return count == 1 and not broken


def _header_end(data: bytes | bytearray, start: int = 0) -> int | None:
    """Return the start of the content of a record. No other record can start before it."""
    limit = start + _LONGEST_HEADER
    other = START.search(data, start, limit)
    limit = other.start() if other else limit
    windows = data.find(b"\r\n\r\n", start, limit)
    unix = data.find(b"\n\n", start, limit if windows < 0 else windows)
    if unix >= 0:
        return unix + 2
    return windows + 4 if windows >= 0 else None


class _Records:
    """Finds records in data that arrive in pieces."""

    def __init__(self, name: str, report: Callable[[Broken], None]) -> None:
        self._name = name
        self._report = report
        self._data = bytearray()
        #: The position of the data in the uncompressed file.
        self._place = 0
        #: The number of bytes needed to decide anything.
        self._wanted = 1
        #: Whether the next record is being searched for, after a broken one that was reported.
        self._is_lost = False

    def of(self, events: Iterator[Event]) -> Iterator[bytes]:
        """Yield the intact records."""
        starts = False
        is_empty = True
        for event in events:
            if isinstance(event, Member):
                starts = True
                continue
            if isinstance(event, Cut):
                is_empty = False
                yield from self._found(True)
                self._broken(event.message)
                self._is_lost = False
                continue
            # A record ends with its member, unless records were compressed together.
            if starts and self._data and event.startswith(b"WARC/"):
                yield from self._found(True)
            starts = False
            is_empty = False
            self._data += event
            if len(self._data) >= self._wanted:
                yield from self._found(False)
        yield from self._found(True)
        if is_empty:
            self._broken("the file is empty")

    def _broken(self, message: str) -> None:
        """Report a problem, once until the next intact record."""
        if not self._is_lost:
            self._report(Broken(self._name, f"byte {self._place} of the data", message))
        self._is_lost = True

    def _drop(self, count: int) -> None:
        del self._data[:count]
        self._place += count

    def _found(self, is_end: bool) -> Iterator[bytes]:
        """Yield the records in the data so far. At the end, the rest is broken."""
        self._wanted = 1
        while True:
            new_lines = _NEW_LINES.match(self._data)
            self._drop(new_lines.end() if new_lines else 0)
            if not self._data:
                break
            start = START.match(self._data)
            if start is None:
                if not is_end and len(self._data) < 16:
                    self._wanted = 16
                    return
                self._broken("no record starts here")
                if not self._skip(1, is_end):
                    return
                continue
            end = _header_end(self._data, start.end() - 1)
            if end is None:
                if not is_end and len(self._data) < _LONGEST_HEADER:
                    self._wanted = len(self._data) + 1
                    return
                self._broken("a header does not end")
                if not self._skip(start.end(), is_end):
                    return
                continue
            message, length = _length(bytes(self._data[:end]))
            if message is None and len(self._data) < end + length + 16 and not is_end:
                self._wanted = end + length + 16
                return
            after = bytes(self._data[end + length : end + length + 16])
            if message is None and len(self._data) < end + length:
                message = f"the content ends after {len(self._data) - end} bytes of {length}"
            elif message is None and not after.startswith((b"\r\n\r\n", b"\n\n")) and not _NEXT.match(after):
                message = f"Content-Length is {length}, but the content does not end there"
            if message is not None:
                self._broken(message)
                if not self._skip(end, is_end):
                    return
                continue
            self._is_lost = False
            yield bytes(self._data[: end + length])
            self._drop(end + length)
        if is_end:
            self._is_lost = False

    def _skip(self, start: int, is_end: bool) -> bool:
        """Skip to the next record and return whether the data contain one."""
        found = START.search(self._data, start)
        if found is not None:
            self._drop(found.start())
            return True
        # The start of a record may be split.
        self._drop(len(self._data) if is_end else max(len(self._data) - 16, 0))
        self._wanted = len(self._data) + 1
        return False


def _length(header: bytes) -> tuple[str | None, int]:
    """Return what is wrong with a header, or the length of the content."""
    value = Headers(header).get("content-length")
    if value is None:
        return "there is no Content-Length", 0
    if not (value.isascii() and value.isdigit()):
        return f"Content-Length is {value[:40]}", 0
    # Python refuses to read very long numbers.
    digits = value.lstrip("0")
    length = int(digits[:20] or 0)
    return (f"{length} bytes are too long: at most {LONGEST} can be read", 0) if length > LONGEST else (None, length)
