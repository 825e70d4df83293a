"""Reads the lines of files as columns."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import zlib
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

import pyarrow
import pyarrow.compute

from .._files import LONGEST, Broken, opened

_BLOCK = 8 << 20
_MARK = b"\xef\xbb\xbf"


class Block(NamedTuple):
    """Whole lines, and their start in the uncompressed file."""

    start: int
    #: Without the end of the last line.
    data: bytes

    def lines(self) -> tuple[pyarrow.Array, pyarrow.Array]:
        """Return the start of each line, and the lines."""
        whole = pyarrow.array([self.data], pyarrow.large_binary())
        lines = pyarrow.compute.split_pattern(whole, b"\n").flatten()
        lengths = pyarrow.compute.add(pyarrow.compute.binary_length(lines), 1)
        ends = pyarrow.compute.cumulative_sum(lengths.cast(pyarrow.int64()))
        starts = pyarrow.compute.add(pyarrow.compute.subtract(ends, lengths), self.start)
        return starts.cast(pyarrow.int64()), lines


def is_compressed(path: str) -> bool:
    """Whether a file must be read from its start."""
    return path.lower().endswith((".gz", ".bz2", ".xz", ".zst", ".zstd"))


def blocks(path: str, start: int, end: int | None, report: Callable[[Broken], None]) -> Iterator[Block]:
    """Yield the lines of a file that start in a range of it."""
    with opened(path) as stream:
        data = _decompressed(path, stream)
        if start:
            stream.seek(start - 1)
        yield from _blocks(path, data, start, end, report)


def _blocks(
    path: str, data: Any, start: int, end: int | None, report: Callable[[Broken], None]
) -> Iterator[Block]:
    # The line before the range belongs to another range, and so does its end.
    place = max(start - 1, 0)
    rest = b""
    is_inside = start == 0
    is_too_long = False
    while end is None or place < end:
        try:
            read = data.read(_BLOCK)
        except (EOFError, OSError, zlib.error, lzma.LZMAError, pyarrow.ArrowException) as error:
            if not is_compressed(path) or not _is_format(error):
                raise
            report(Broken(path, f"byte {place + len(rest)} of the data", f"compressed data are broken: {error}"))
            return
        is_end = not read
        rest += read
        if not is_inside:
            line = rest.find(b"\n") + 1
            place, rest = place + (line or len(rest)), rest[line or len(rest) :]
            is_inside = line > 0
            if end is not None and place >= end:
                return
            if not is_inside and not is_end:
                continue
        cut = len(rest) if is_end else rest.rfind(b"\n") + 1
        if end is not None and place + cut > end:
            # The last line starts before the end of the range.
            last = rest.find(b"\n", max(end - 1 - place, 0)) + 1
            cut = last or (len(rest) if is_end else 0)
        if is_too_long and cut:
            line = rest.find(b"\n") + 1 or len(rest)
            place, rest, cut, is_too_long = place + line, rest[line:], cut - line, False
        if cut:
            mark = len(_MARK) if place == 0 and rest.startswith(_MARK) else 0
            yield Block(place + mark, rest[mark:cut].removesuffix(b"\n"))
            place, rest = place + cut, rest[cut:]
        elif len(rest) > LONGEST:
            if not is_too_long:
                report(Broken(path, f"byte {place} of the data", f"a line has more than {LONGEST} bytes"))
            is_too_long = True
            place, rest = place + len(rest), b""
        if is_end:
            return


def _is_format(error: BaseException) -> bool:
    """Whether the data are malformed, as opposed to a failure of the machine."""
    return not isinstance(error, OSError) or error.errno is None


def _decompressed(path: str, stream: BinaryIO) -> Any:
    name = path.lower()
    if name.endswith(".gz"):
        return _Gathered(gzip.GzipFile(fileobj=stream).read1)
    if name.endswith(".bz2"):
        return _Gathered(bz2.BZ2File(stream).read1)
    if name.endswith(".xz"):
        return _Gathered(lzma.LZMAFile(stream).read1)
    if name.endswith((".zst", ".zstd")):
        return _Gathered(pyarrow.CompressedInputStream(pyarrow.PythonFile(stream, mode="r"), "zstd").read)
    return stream


class _Gathered:
    """Reads data in small pieces, so that the data before a broken piece are not lost."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._error: Exception | None = None

    def read(self, size: int) -> bytes:
        if self._error is not None:
            raise self._error
        pieces: list[bytes] = []
        while size > 0:
            try:
                piece = self._read(min(size, 1 << 14))
            except Exception as error:
                self._error = error
                if not pieces:
                    raise
                break
            if not piece:
                break
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)


#: A lone surrogate, which UTF-8 text cannot contain.
SURROGATE = re.compile("[\ud800-\udfff]")
