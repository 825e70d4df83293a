"""Writes text to a terminal, which obeys some characters instead of showing them."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from typing import Any

_REORDERING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
#: Control characters that are not white space, and characters that reorder text. A carriage return
#: alone would overwrite the line.
_ODD = re.compile(f"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff{_REORDERING}]|\r(?!\n)")
_ENDS = re.compile("[\t\n\r\u2028\u2029]")


def printable(text: str) -> str:
    """Write characters that control a terminal as ``\\u{…}``, as the program does."""
    return _ODD.sub(_escaped, text)


def one_line(text: object) -> str:
    """Write a message so that what it quotes cannot look like another line."""
    return _ENDS.sub(_escaped, printable(str(text)))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{{{ord(found[0]):x}}}"


@contextlib.contextmanager
def printing() -> Iterator[None]:
    """Escape everything that is printed, such as messages of ``argparse`` and warnings."""
    output: Any = _Escaping(sys.stdout)
    errors: Any = _Escaping(sys.stderr)
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        yield


class _Escaping:
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(printable(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
