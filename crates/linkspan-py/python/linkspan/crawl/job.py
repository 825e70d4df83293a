"""The description of a job."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import Literal

import pyarrow

from .. import _linkspan, arrow
from .._linkspan import Detector

#: The file name extensions of each format, without those of compression.
_ENDINGS: dict[str, tuple[str, ...]] = {
    "parquet": (".parquet", ".parq"),
    "warc": (".warc", ".wet"),
    "json": (".jsonl", ".ndjson", ".json"),
    "text": (".txt", ".text", ".md", ".log"),
}
_COMPRESSED = (".gz", ".zst", ".zstd", ".bz2", ".xz")


def format_of(path: str) -> str | None:
    """Return the format that the name of a file indicates, or ``None``."""
    name = path.lower()
    for ending in _COMPRESSED:
        name = name.removesuffix(ending)
    found = (known for known, endings in _ENDINGS.items() if name.endswith(endings))
    return next(found, None)


@dataclass(frozen=True)
class Job:
    """How documents are read, and which properties of their links are wanted."""

    #: ``"parquet"``, ``"text"``, ``"json"`` or ``"warc"``.
    format: str
    #: The column or member that contains the text.
    column: str = "text"
    #: The columns of a document to keep with its links. ``kept`` has their types, once they are
    #: known.
    keep: tuple[str, ...] | None = None
    kept: pyarrow.Schema | None = None
    #: Whether a file may lack the kept columns, because they were not requested by name.
    is_optional: bool = False
    fields: tuple[str, ...] = arrow.FIELDS
    profile: str = "recommended"
    options: tuple[tuple[str, str], ...] = ()
    #: Whether candidates that are not linked become rows.
    rejected: bool = False
    #: Whether HTML is converted to text, or links are found everywhere in it.
    html: Literal["text", "links"] = "text"
    #: The maximum number of bytes of text processed at once, unless a single text is longer.
    size: int = field(default=16 << 20, compare=False)

    @property
    def columns(self) -> tuple[str, ...]:
        """The fields of the links, including those that the counts need."""
        wanted = ["domain"]
        wanted += ["linked"] if self.rejected else []
        wanted += ["within"] if self.html == "links" else []
        return (*self.fields, *(name for name in wanted if name not in self.fields))

    @property
    def page(self) -> tuple[str, ...]:
        """The columns that identify a document, for counting the documents with a domain."""
        kept = () if self.kept is None else tuple(self.kept.names)
        if "url" in kept:
            return ("url",)
        return kept if self.format == "text" else kept[:1]

    @property
    def schema(self) -> pyarrow.Schema:
        """The columns of the table of links."""
        assert self.kept is not None
        empty = self.kept.append(pyarrow.field("\x01", pyarrow.string())).empty_table()
        return arrow.links(
            empty, "\x01", keep=self.kept.names, fields=self.columns, detector=self.detector(), rejected=self.rejected
        ).schema

    def with_kept(self, kept: pyarrow.Schema) -> Job:
        """Return the job with the types of the kept columns."""
        return replace(self, keep=tuple(kept.names), kept=kept, is_optional=self.keep is None)

    def detector(self) -> Detector:
        """Return the detector, which is created once per process."""
        return _detector(self.profile, self.options)

    def fingerprint(self) -> str:
        """Return a hash that changes whenever the table of links would."""
        what = [getattr(self, name) for name in ("format", "column", "keep", "columns", "profile", "options", "html", "rejected")]
        versions = [_linkspan.__version__, _linkspan.UNICODE_VERSION, _linkspan.TLD_VERSION, _linkspan.PSL_VERSION]
        return hashlib.sha256(repr([*what, str(self.kept), *versions]).encode()).hexdigest()


_Options = tuple[tuple[str, str], ...]
_DETECTORS: dict[tuple[str, _Options], Detector] = {}


def _detector(profile: str, options: _Options) -> Detector:
    known = _DETECTORS.get((profile, options))
    return known or _DETECTORS.setdefault((profile, options), Detector(profile, **dict(options)))
