"""Records of web archives that are partly broken."""

from __future__ import annotations

import io
import itertools
import re
import zlib
from collections.abc import Callable, Collection, Generator, Iterator
from typing import Any, BinaryIO, NamedTuple

from ._files import LONGEST, Broken

_READ = 1 << 16
#: The data of a member are held back until it is known to be right, unless there are more than these.
_HELD = 4 << 20
_GZIP = b"\x1f\x8b\x08"
_ZSTD = b"\x28\xb5\x2f\xfd"
#: A frame that readers of zstd pass by; the last four bits may be any.
_PASSED_BY = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
_START = re.compile(rb"WARC/[01]\.[0-9]{1,2}[ \t]*\r?\n")
_NEXT = re.compile(rb"(?:\r?\n){0,4}(?:WARC/|$)")
_NEW_LINES = re.compile(rb"[\r\n]*")
_LONGEST_HEADER = 1 << 15


#: All types of records.
TYPES = ("warcinfo", "response", "resource", "request", "metadata", "revisit", "conversion", "continuation")


class _Member(NamedTuple):
    """A new member of a compressed file starts, which usually is a record."""


class _Cut(NamedTuple):
    """Data were lost."""

    message: str


_Event = bytes | _Member | _Cut


def records(
    name: str, stream: BinaryIO | io.RawIOBase, types: Collection[str], report: Callable[[Broken], None]
) -> Iterator[Record]:
    """The records of these types that are whole. All others are reported."""
    for event in _Records(name, report).of(_events(stream)):
        record = Record(event)
        kind = record.headers.get("warc-type")
        if kind is None or kind.lower() not in TYPES:
            report(Broken(name, f"the record {event[:60]!r}", f"WARC-Type is {kind}"))
        elif kind.lower() in types:
            yield record


class Record:
    """A record that is whole."""

    def __init__(self, data: bytes) -> None:
        end = _header_end(data, 1) or len(data)
        self.headers = Headers(data[:end])
        self.content = data[end:]


class Headers:
    """Fields of a header. Their names may be in any case."""

    def __init__(self, data: bytes) -> None:
        self._fields: dict[str, str] = {}
        # A line that starts with a space goes on with the one before it.
        for line in re.sub(rb"\r?\n[ \t]+", b" ", data).splitlines()[1:]:
            name, colon, value = line.decode("utf-8", "replace").partition(":")
            if colon:
                self._fields.setdefault(name.strip().lower(), value.strip())

    def get(self, name: str) -> str | None:
        return self._fields.get(name.lower())


def is_last(stream: BinaryIO | io.RawIOBase) -> bool:
    """Whether the rest of an archive is one record. Within a long member, where none starts, that cannot be known."""
    broken: list[Broken] = []
    place = stream.tell()
    if stream.read(4) == _ZSTD:
        # fastwarc says so itself, and it may know a dictionary.
        return True
    stream.seek(place)
    events = _events(stream)
    first = next(events, b"")
    if isinstance(first, bytes) and not first.startswith(b"WARC/"):
        return not first.strip() and stream.tell() > 0
    count = sum(1 for _ in _Records("", broken.append).of(itertools.chain([first], events)))
    return count == 1 and not broken


def _header_end(data: bytes | bytearray, start: int = 0) -> int | None:
    """Where the content of a record starts. No other record can start before that."""
    limit = start + _LONGEST_HEADER
    other = _START.search(data, start, limit)
    limit = other.start() if other else limit
    windows = data.find(b"\r\n\r\n", start, limit)
    unix = data.find(b"\n\n", start, limit if windows < 0 else windows)
    if unix >= 0:
        return unix + 2
    return windows + 4 if windows >= 0 else None


class _Records:
    """Finds records in data that come in pieces."""

    def __init__(self, name: str, report: Callable[[Broken], None]) -> None:
        self._name = name
        self._report = report
        self._data = bytearray()
        #: Where the data are in the file without compression.
        self._place = 0
        #: As long as there are fewer bytes, nothing can be said.
        self._wanted = 1
        #: Whether the next record is being looked for, after one that was reported.
        self._is_lost = False

    def of(self, events: Iterator[_Event]) -> Iterator[bytes]:
        """The records that are whole."""
        starts = False
        is_empty = True
        for event in events:
            if isinstance(event, _Member):
                starts = True
                continue
            if isinstance(event, _Cut):
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
        """Reports what is wrong, once until there is a record again."""
        if not self._is_lost:
            self._report(Broken(self._name, f"byte {self._place} of the data", message))
        self._is_lost = True

    def _drop(self, count: int) -> None:
        del self._data[:count]
        self._place += count

    def _found(self, is_end: bool) -> Iterator[bytes]:
        """The records in the data so far. At the end, what is left is broken."""
        self._wanted = 1
        while True:
            new_lines = _NEW_LINES.match(self._data)
            self._drop(new_lines.end() if new_lines else 0)
            if not self._data:
                break
            start = _START.match(self._data)
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
        """Goes on with the next record, and says whether there is one in the data."""
        found = _START.search(self._data, start)
        if found is not None:
            self._drop(found.start())
            return True
        # The start of a record may be cut in two.
        self._drop(len(self._data) if is_end else max(len(self._data) - 16, 0))
        self._wanted = len(self._data) + 1
        return False


def _length(header: bytes) -> tuple[str | None, int]:
    """What is wrong with a header, or how long the content is."""
    value = Headers(header).get("content-length")
    if value is None:
        return "there is no Content-Length", 0
    if not (value.isascii() and value.isdigit()):
        return f"Content-Length is {value[:40]}", 0
    length = int(value)
    return (f"{length} bytes are too long: at most {LONGEST} can be read", 0) if length > LONGEST else (None, length)


def _events(stream: BinaryIO | io.RawIOBase) -> Iterator[_Event]:
    """The data of a file without compression."""
    data = _Data(stream)
    data.fill(4)
    compression = _compression(data)
    if compression is not None:
        yield from _members(data, *compression)
        return
    while data.bytes:
        yield data.bytes
        data.drop(len(data.bytes))
        data.fill(1)


def _compression(data: _Data) -> tuple[bytes, Any] | None:
    """How a file is compressed: as the first record is that can be found."""
    known: list[tuple[bytes, Any]] = [(_GZIP, _Gzip), (_ZSTD, _Zstd)]
    if data.bytes.startswith(b"WARC"):
        return None
    data.fill(1 << 20)
    places = [(found.start(), len(known)) for found in [_START.search(data.bytes)] if found]
    for number, (magic, new) in enumerate(known):
        found_at = (found.start() for found in re.finditer(re.escape(magic), data.bytes))
        records = ((at, number) for at in found_at if _has_record(data.bytes[at : at + new.enough], new))
        places += [first for first in [next(records, None)] if first is not None]
    # Without any record, the first bytes are all that there is to go by.
    by_start = (number for number, (magic, _) in enumerate(known) if data.bytes.startswith(magic[:2]))
    number = min(places)[1] if places else next(by_start, len(known))
    return known[number] if number < len(known) else None


def _has_record(data: bytes, new: Any) -> bool:
    """Whether a member starts here that has a record in it."""
    try:
        made = new().peek(data)
    except Exception:
        return False
    return bool(made.lstrip(b"\r\n").startswith(b"WARC/"))


class _Data:
    """The bytes of a file that were read and not used."""

    def __init__(self, stream: BinaryIO | io.RawIOBase) -> None:
        self._stream = stream
        self.bytes = b""

    def fill(self, count: int) -> bool:
        """Reads until there are ``count`` bytes, and says whether there are."""
        while len(self.bytes) < count:
            read = self._stream.read(_READ)
            if not read:
                return False
            self.bytes += bytes(read)
        return True

    def drop(self, count: int) -> None:
        self.bytes = self.bytes[count:]


class _Gzip:
    """A member of gzip."""

    #: How many bytes it takes to see the first data.
    enough = 1 << 12

    def __init__(self, made: Any = None) -> None:
        self._made = made or zlib.decompressobj(31)

    def peek(self, data: bytes) -> bytes:
        """The first bytes of the data in it."""
        return bytes(self._made.decompress(data, 64))

    def decompress(self, data: bytes) -> bytes:
        return bytes(self._made.decompress(data))

    def copy(self) -> _Gzip:
        return _Gzip(self._made.copy())

    @property
    def rest(self) -> bytes | None:
        """What follows, if this is the end."""
        return bytes(self._made.unused_data) if self._made.eof else None


class _Zstd:
    """A frame of zstd."""

    #: A block may have 128 KB.
    enough = 1 << 18

    def __init__(self) -> None:
        try:
            import zstandard
        except ImportError as error:
            raise ImportError("install zstandard to read files with zstd that are broken: pip install zstandard") from error
        self._new = zstandard.ZstdDecompressor()
        self._made = self._new.decompressobj()

    def peek(self, data: bytes) -> bytes:
        """The first bytes of the data in it."""
        return bytes(self._new.stream_reader(data).read(64))

    def decompress(self, data: bytes) -> bytes:
        return bytes(self._made.decompress(data))

    @property
    def rest(self) -> bytes | None:
        """What follows, if this is the end."""
        return bytes(self._made.unused_data) if self._made.eof else None


def _members(data: _Data, magic: bytes, new: Any) -> Iterator[_Event]:
    """The members of a compressed file. After one that is broken, the next one is looked for."""
    while data.fill(len(magic)) or data.bytes:
        if not data.bytes.startswith(magic):
            if not data.bytes.strip(b"\0") and not data.fill(len(data.bytes) + 1):
                return
            if not (magic == _ZSTD and _PASSED_BY.match(data.bytes)):
                yield _Cut("compressed data are broken")
                if not _find(data, magic, new, 0):
                    return
        yield _Member()
        message = yield from _member(data, new())
        if message is not None:
            yield _Cut(message)
            if not _find(data, magic, new, 1):
                return


def _member(data: _Data, decompressor: Any) -> Generator[_Event, None, str | None]:
    """The data of one member, and what is wrong with it."""
    # Until the member is known to be right, its bytes are not given up: the next one may start in it.
    taken = 0
    held = bytearray()
    is_long = False
    while True:
        if taken == len(data.bytes) and not data.fill(taken + 1):
            message = "the file ends in compressed data"
            break
        piece = data.bytes[taken : taken + _READ]
        before = decompressor.copy() if hasattr(decompressor, "copy") else None
        try:
            held += decompressor.decompress(piece)
        except Exception as error:
            message = f"compressed data are broken: {error}"
            held += _until_broken(before, piece)
            break
        taken += len(piece)
        is_long = is_long or len(held) > _HELD or taken > 4 * _HELD
        rest = decompressor.rest
        if rest is not None or is_long:
            yield bytes(held)
            held.clear()
        if rest is not None:
            data.drop(taken - len(rest))
            return None
        if is_long:
            # It has many records, and nothing would be won by looking into it again.
            data.drop(taken)
            taken = 0
    # If it has many records, those before the last one are right.
    if is_long or (last := held.rfind(b"\nWARC/")) < 0:
        last = len(held) if is_long else 0
    yield bytes(held[:last])
    return message


def _until_broken(decompressor: Any, piece: bytes) -> bytes:
    """What can be had of a piece that is broken."""
    made = bytearray()
    try:
        for at in range(len(piece) if decompressor is not None else 0):
            made += decompressor.decompress(piece[at : at + 1])
    except zlib.error:
        pass
    return bytes(made)


def _find(data: _Data, magic: bytes, new: Any, start: int) -> bool:
    """Goes on to a place where a member with a record starts."""
    while True:
        at = data.bytes.find(magic, start)
        if at < 0:
            # The first bytes of a member may be cut in two.
            data.drop(max(len(data.bytes) - len(magic) + 1, 0))
            start = 0
            if not data.fill(len(data.bytes) + 1):
                return False
            continue
        if at + new.enough > len(data.bytes):
            data.drop(at)
            at = 0
            data.fill(new.enough)
        if _has_record(data.bytes[at : at + new.enough], new):
            data.drop(at)
            return True
        start = at + 1
