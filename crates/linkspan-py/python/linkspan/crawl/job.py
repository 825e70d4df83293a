"""What is to be done with the documents."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import Literal

import pyarrow

from .. import _linkspan, arrow
from .._linkspan import Detector

#: The endings that files of a format have, without that of a compression.
_ENDINGS: dict[str, tuple[str, ...]] = {
    "parquet": (".parquet", ".parq"),
    "warc": (".warc", ".wet"),
    "json": (".jsonl", ".ndjson", ".json"),
    "text": (".txt", ".text", ".md", ".log"),
}
_COMPRESSED = (".gz", ".zst", ".zstd", ".bz2", ".xz")


def format_of(path: str) -> str | None:
    """The format that the name of a file says."""
    name = path.lower()
    for ending in _COMPRESSED:
        name = name.removesuffix(ending)
    found = (known for known, endings in _ENDINGS.items() if name.endswith(endings))
    return next(found, None)


@dataclass(frozen=True)
class Job:
    """How documents are read, and what is wanted of their links."""

    #: ``"parquet"``, ``"text"``, ``"json"`` or ``"warc"``.
    format: str
    #: The column or member that has the text.
    column: str = "text"
    #: What is kept of a document beside its links. ``kept`` has the types, when they are known.
    keep: tuple[str, ...] | None = None
    kept: pyarrow.Schema | None = None
    #: Whether a file may be without what is kept: it was not asked for by name.
    is_optional: bool = False
    fields: tuple[str, ...] = arrow.FIELDS
    profile: str = "recommended"
    options: tuple[tuple[str, str], ...] = ()
    #: Whether candidates that are not linked become rows.
    rejected: bool = False
    #: Whether HTML becomes text, or its links are found in all of it.
    html: Literal["text", "links"] = "text"
    #: The most bytes of text that are worked on at once, if no text is longer.
    size: int = field(default=16 << 20, compare=False)

    @property
    def columns(self) -> tuple[str, ...]:
        """The fields of the links, with those that the counts need."""
        wanted = ["registrable_domain_ascii"]
        wanted += ["linked"] if self.rejected else []
        wanted += ["within"] if self.html == "links" else []
        return (*self.fields, *(name for name in wanted if name not in self.fields))

    @property
    def page(self) -> tuple[str, ...]:
        """The columns by which documents are told apart: the counts say on how many of them a domain is."""
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
        """The job, with the types of what is kept."""
        return replace(self, keep=tuple(kept.names), kept=kept, is_optional=self.keep is None)

    def detector(self) -> Detector:
        """The detector, which is made once in a process."""
        return _detector(self.profile, self.options)

    def fingerprint(self) -> str:
        """Something that is another one if the table of links would be."""
        what = [getattr(self, name) for name in ("format", "column", "keep", "columns", "profile", "options", "html", "rejected")]
        versions = [_linkspan.__version__, _linkspan.UNICODE_VERSION, _linkspan.TLD_VERSION, _linkspan.PSL_VERSION]
        return hashlib.sha256(repr([*what, str(self.kept), *versions]).encode()).hexdigest()


_Options = tuple[tuple[str, str], ...]
_DETECTORS: dict[tuple[str, _Options], Detector] = {}


def _detector(profile: str, options: _Options) -> Detector:
    known = _DETECTORS.get((profile, options))
    return known or _DETECTORS.setdefault((profile, options), Detector(profile, **dict(options)))
