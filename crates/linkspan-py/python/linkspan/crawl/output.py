"""The folder with the results of a job on one machine.

``links`` contains a file for each input file, and ``domains`` the counts. Files are written under a
temporary name and renamed when they are complete; ``_manifest.jsonl`` lists the finished inputs, so
a job that was stopped continues where it was.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .. import _files
from .job import Job
from .tally import Tally

MANIFEST = "_manifest.jsonl"
SUMMARY = "summary.json"
_ASIDE = ".aside-"


class Output:
    """A folder for results."""

    def __init__(self, folder: str, job: Job) -> None:
        self.folder = _files.local(folder)
        self._job = job
        #: For each finished input, its fingerprint when it was read, and the counts.
        self._done: dict[str, tuple[str, Tally]] = {}

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Create the folder or continue with it, and lock out other jobs until the end."""
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(self.folder, ".lock"), "ab", opener=_own) as lock:
            _lock(lock, self.folder)
            self._read_manifest()
            for name in ("links", "domains"):
                os.makedirs(os.path.join(self.folder, name), exist_ok=True)
            self._remove_aside()
            yield

    def _read_manifest(self) -> None:
        path = os.path.join(self.folder, MANIFEST)
        header = {"linkspan": 1, "job": self._job.fingerprint()}
        lines = []
        with suppress(FileNotFoundError), open(path, encoding="utf-8", errors="replace", opener=_own) as file:
            # A line that was being written when the machine stopped is incomplete.
            lines = [_parsed(path, number, line) for number, line in enumerate(file, 1) if line.endswith("\n")]
        if not lines:
            others = [name for name in os.listdir(self.folder) if not name.startswith((".", "_"))]
            if others:
                raise ValueError(f"{self.folder} has other files in it, such as {others[0]}; name another folder")
            self._append(header, "w")
            return
        if lines[0] != header:
            raise ValueError(
                f"{self.folder} has results of other options or of another version; name another folder, or remove it"
            )
        with open(path, "rb+", opener=_own) as file:
            data = file.read()
            file.truncate(data.rfind(b"\n") + 1)
        for number, line in enumerate(lines[1:], 2):
            if not {"input", "changed", "tally"} <= line.keys():
                raise ValueError(f"{path}: line {number} was not written by this command; remove {self.folder}")
            if os.path.exists(self.path(line["input"])):
                self._done[line["input"]] = line["changed"], Tally.from_dict(line["tally"])

    def _remove_aside(self) -> None:
        for name in ("links", "domains"):
            folder = os.path.join(self.folder, name)
            for file in os.listdir(folder):
                if file.startswith(_ASIDE):
                    os.remove(os.path.join(folder, file))

    def _append(self, line: dict[str, Any], mode: str = "a") -> None:
        with open(os.path.join(self.folder, MANIFEST), mode, encoding="utf-8", opener=_own) as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def path(self, source: str) -> str:
        """The file for the links of an input."""
        name = re.sub(r"[^\w.-]+", "_", source.rpartition("/")[2]).encode("ascii", "replace")[-80:].decode().replace("?", "_")
        number = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return os.path.join(self.folder, "links", f"{number}-{name.removesuffix('.parquet')}.parquet")

    def is_done(self, source: str) -> bool:
        """Whether the links of an input exist."""
        done = self._done.get(source)
        try:
            return done is not None and done[0] == _files.changed(source)
        except OSError:
            # Reading the input reports the error.
            return False

    def done(self, source: str, changed: str, tally: Tally) -> None:
        """Record that an input is finished. Its links have been written."""
        self._append({"input": source, "changed": changed, "tally": tally.as_dict()})
        self._done[source] = changed, tally

    def tally(self) -> Tally:
        """The counts of all finished inputs."""
        whole = Tally()
        for _, tally in self._done.values():
            whole.add(tally)
        return whole

    def files(self) -> list[str]:
        """The files with links."""
        return sorted({self.path(source) for source in self._done})

    def write_summary(self, summary: dict[str, Any]) -> None:
        """Write the counts of the job."""
        with written(os.path.join(self.folder, SUMMARY)) as aside, open(aside, "w", encoding="utf-8") as file:
            json.dump(summary, file, indent=2)
            file.write("\n")


@contextmanager
def written(path: str) -> Iterator[str]:
    """Yield a temporary path that replaces another file when it is complete."""
    folder, name = os.path.split(path)
    # Its name cannot be guessed, so that nothing is there that it would be written through.
    aside = os.path.join(folder, f"{_ASIDE}{secrets.token_hex(8)}-{name}")
    try:
        yield aside
        with open(aside, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(aside, path)
    finally:
        with suppress(FileNotFoundError):
            os.remove(aside)


def _own(path: str, flags: int) -> int:
    """Open a file of the output, but not one elsewhere that a symbolic link names."""
    # Without waiting for the other end of a pipe.
    opened = os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(errno.EINVAL, "this is not a regular file", path)
    return opened


def _parsed(path: str, number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ValueError(f"{path}: line {number} was not written by this command; remove {os.path.dirname(path)}")
    return found


def _lock(file: Any, folder: str) -> None:
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ValueError(f"{folder}: another job is writing there") from None
