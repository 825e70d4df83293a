"""Decompresses web archives, which may be damaged."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Generator, Iterator
from typing import Any, BinaryIO, NamedTuple

_READ = 1 << 16
#: The data of a member are held back until it is known to be intact, up to this size.
_HELD = 4 << 20
_GZIP = b"\x1f\x8b\x08"
ZSTD = b"\x28\xb5\x2f\xfd"
#: A frame that zstd readers skip; the last four bits may have any value.
_PASSED_BY = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
#: The first line of a record.
START = re.compile(rb"WARC/[01]\.[0-9]{1,2}[ \t]*\r?\n")


class Member(NamedTuple):
    """A new member of a compressed file starts, usually a record."""


class Cut(NamedTuple):
    """Data were lost."""

    message: str


Event = bytes | Member | Cut


def events(stream: BinaryIO | io.RawIOBase) -> Iterator[Event]:
    """Yield the uncompressed data of a file."""
    data = _Data(stream)
    data.fill(4)
    compression = _compression(data)
    if compression is not None:
        yield from _members(data, *compression)
        return
    while data.bytes:
        yield bytes(data.bytes)
        data.drop(len(data.bytes))
        data.fill(1)


def _compression(data: _Data) -> tuple[bytes, Any] | None:
    """Return the compression of a file: that of the first record that can be found."""
    known: list[tuple[bytes, Any]] = [(_GZIP, _Gzip), (ZSTD, _Zstd)]
    if data.bytes.startswith(b"WARC"):
        return None
    data.fill(1 << 20)
    places = [(found.start(), len(known)) for found in [START.search(data.bytes)] if found]
    for number, (magic, new) in enumerate(known):
        found_at = (found.start() for found in re.finditer(re.escape(magic), data.bytes))
        records = ((at, number) for at in found_at if _has_record(bytes(data.bytes[at : at + new.enough]), new))
        places += [first for first in [next(records, None)] if first is not None]
    # Without any record, only the first bytes can tell.
    by_start = (number for number, (magic, _) in enumerate(known) if data.bytes.startswith(magic[:2]))
    number = min(places)[1] if places else next(by_start, len(known))
    return known[number] if number < len(known) else None


def _has_record(data: bytes, new: Any) -> bool:
    """Whether a member that contains a record starts here."""
    try:
        made = new().peek(data)
    except Exception:
        return False
    return bool(made.lstrip(b"\r\n").startswith(b"WARC/"))


class _Data:
    """The bytes of a file that have been read but not used."""

    def __init__(self, stream: BinaryIO | io.RawIOBase) -> None:
        self._stream = stream
        # Dropping the first bytes of a bytearray does not copy the others.
        self.bytes = bytearray()

    def fill(self, count: int) -> bool:
        """Read until there are ``count`` bytes, and return whether there are."""
        while len(self.bytes) < count:
            read = self._stream.read(_READ)
            if not read:
                return False
            self.bytes += bytes(read)
        return True

    def drop(self, count: int) -> None:
        del self.bytes[:count]

    def skip_zeros(self) -> bool:
        """Drop bytes that are zero to the end of what was read, and return whether others follow."""
        while not self.bytes.strip(b"\0"):
            self.bytes.clear()
            if not self.fill(1):
                return False
        return True


class _Gzip:
    """A member of gzip."""

    #: The number of bytes to decompress at once. One of them becomes at most a thousand.
    read = 1 << 14
    #: The number of bytes needed to see the first data.
    enough = 1 << 12

    def __init__(self, made: Any = None) -> None:
        self._made = made or zlib.decompressobj(31)

    def peek(self, data: bytes) -> bytes:
        """Return the first bytes of its data."""
        return bytes(self._made.decompress(data, 64))

    def decompress(self, data: bytes) -> bytes:
        return bytes(self._made.decompress(data))

    def copy(self) -> _Gzip:
        return _Gzip(self._made.copy())

    @property
    def rest(self) -> bytes | None:
        """The bytes after the end, if the end has been reached."""
        return bytes(self._made.unused_data) if self._made.eof else None


class _Zstd:
    """A frame of zstd."""

    #: The number of bytes to decompress at once. Four of them can become a block of 128 KB.
    read = 1 << 7
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
        """Return the first bytes of its data."""
        return bytes(self._new.stream_reader(data).read(64))

    def decompress(self, data: bytes) -> bytes:
        return bytes(self._made.decompress(data))

    @property
    def rest(self) -> bytes | None:
        """The bytes after the end, if the end has been reached."""
        return bytes(self._made.unused_data) if self._made.eof else None


def _members(data: _Data, magic: bytes, new: Any) -> Iterator[Event]:
    """Yield the members of a compressed file. After a broken one, search for the next."""
    while data.fill(len(magic)) or data.bytes:
        if not data.bytes.startswith(magic):
            if not data.skip_zeros():
                return
            if not (magic == ZSTD and _PASSED_BY.match(data.bytes)):
                yield Cut("compressed data are broken")
                if not _find(data, magic, new, 0):
                    return
        yield Member()
        message = yield from _member(data, new())
        if message is not None:
            yield Cut(message)
            if not _find(data, magic, new, 1):
                return


def _member(data: _Data, decompressor: Any) -> Generator[Event, None, str | None]:
    """Yield the data of one member, and return what is wrong with it."""
    # Until the member is known to be intact, its bytes are kept: the next one may start inside.
    taken = 0
    held = bytearray()
    is_long = False
    while True:
        if taken == len(data.bytes) and not data.fill(taken + 1):
            message = "the file ends in compressed data"
            break
        piece = bytes(data.bytes[taken : taken + decompressor.read])
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
            # It contains many records, and reading it again would gain nothing.
            data.drop(taken)
            taken = 0
    # If it contains many records, those before the last one are intact.
    if is_long or (last := held.rfind(b"\nWARC/")) < 0:
        last = len(held) if is_long else 0
    yield bytes(held[:last])
    return message


def _until_broken(decompressor: Any, piece: bytes) -> bytes:
    """Return the data that can be recovered from a broken piece."""
    made = bytearray()
    try:
        for at in range(len(piece) if decompressor is not None else 0):
            made += decompressor.decompress(piece[at : at + 1])
    except zlib.error:
        pass
    return bytes(made)


def _find(data: _Data, magic: bytes, new: Any, start: int) -> bool:
    """Skip to the start of a member that contains a record."""
    while True:
        at = data.bytes.find(magic, start)
        if at < 0:
            # The first bytes of a member may be split.
            data.drop(max(len(data.bytes) - len(magic) + 1, 0))
            start = 0
            if not data.fill(len(data.bytes) + 1):
                return False
            continue
        if at + new.enough > len(data.bytes):
            data.drop(at)
            at = 0
            data.fill(new.enough)
        if _has_record(bytes(data.bytes[at : at + new.enough]), new):
            data.drop(at)
            return True
        start = at + 1
