"""Opens and lists local files and those that ``fsspec`` can reach, and describes broken ones."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

#: The maximum length of a text, in bytes: its results must fit into Arrow columns.
LONGEST = 256 << 20


class Broken(NamedTuple):
    """Something unreadable that was skipped."""

    file: str
    #: The position in the file, such as ``"record 7"``.
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.where}: {self.message}" if self.where else f"{self.file}: {self.message}"


def is_remote(path: str) -> bool:
    """Whether a path is for ``fsspec``."""
    return "://" in path and not path.startswith("file://")


def local(path: str) -> str:
    """Return a local path without ``file://``."""
    return path.removeprefix("file://")


def opened(path: str) -> BinaryIO:
    """Open a file for reading bytes."""
    if not is_remote(path):
        return open(local(path), "rb")
    return _fsspec(path).open(path, "rb").open()


def listed(path: str) -> list[str]:
    """Return the files that a path names: a file, all files below a folder, or those that match a
    pattern.

    Files whose names start with ``.`` or ``_`` are skipped, as in Spark.
    """
    if not is_remote(path):
        return _listed_here(local(path))
    protocol = path.partition("://")[0]
    system = _fsspec(path).filesystem(protocol)
    found = sorted(system.glob(path)) if glob.has_magic(path) else [path]
    files = []
    for one in found:
        is_folder = protocol not in ("http", "https") and system.isdir(one)
        files += sorted(filter(_is_seen, system.find(one))) if is_folder else [one]
    return [system.unstrip_protocol(file) for file in files]


def size(path: str) -> int | None:
    """Return the size of a file in bytes, if known."""
    if not is_remote(path):
        return os.path.getsize(local(path))
    found = _fsspec(path).filesystem(path.partition("://")[0]).size(path)
    return None if found is None else int(found)


def changed(path: str) -> str:
    """Return a string that changes when a file does."""
    if not is_remote(path):
        status = os.stat(local(path))
        return f"{status.st_size}:{status.st_mtime_ns}"
    return str(size(path))


def _listed_here(path: str) -> list[str]:
    if os.path.isfile(path):
        return [path]
    if os.path.isdir(path):
        return sorted(_below(path))
    if not glob.has_magic(path):
        return []
    found = sorted(glob.glob(path, recursive=True))
    return [file for one in found for file in ([one] if os.path.isfile(one) else _below(one) if os.path.isdir(one) else [])]


def _below(folder: str) -> Iterator[str]:
    for one in os.scandir(folder):
        if not _is_seen(one.name):
            continue
        if one.is_dir(follow_symlinks=False):
            yield from _below(one.path)
        elif os.path.isfile(one.path):
            yield one.path


def _is_seen(path: str) -> bool:
    return not path.rstrip("/").rpartition("/")[2].startswith((".", "_"))


def _fsspec(path: str) -> Any:
    try:
        import fsspec
    except ImportError as error:
        raise ImportError(f"{path}: install fsspec to read it: pip install fsspec") from error
    return fsspec
