"""Counts what was read, found and skipped."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .._files import Broken

#: The maximum number of broken records that are remembered individually. All are counted.
_REMEMBERED = 100


@dataclass
class Tally:
    """Counts of a part of a job."""

    files: int = 0
    documents: int = 0
    #: The bytes of the texts, in UTF-8.
    bytes: int = 0
    links: int = 0
    #: Candidates that are not linked, by reason.
    rejected: collections.Counter[str] = field(default_factory=collections.Counter)
    broken: int = 0
    #: The first broken records.
    examples: list[Broken] = field(default_factory=list)

    def add_broken(self, broken: Broken) -> None:
        """Count something that was skipped."""
        self.broken += 1
        if len(self.examples) < _REMEMBERED:
            self.examples.append(broken)

    def add(self, other: Tally) -> Tally:
        """Add the counts of another part."""
        self.files += other.files
        self.documents += other.documents
        self.bytes += other.bytes
        self.links += other.links
        self.rejected.update(other.rejected)
        self.broken += other.broken
        self.examples = [*self.examples, *other.examples][:_REMEMBERED]
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return the counts for a JSON file."""
        return {
            "files": self.files,
            "documents": self.documents,
            "bytes": self.bytes,
            "links": self.links,
            "rejected": dict(sorted(self.rejected.items(), key=lambda item: (-item[1], item[0]))),
            "broken": self.broken,
            "examples": [broken._asdict() for broken in self.examples],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Tally:
        """Restore the counts returned by ``as_dict``."""
        return cls(
            values["files"],
            values["documents"],
            values["bytes"],
            values["links"],
            collections.Counter(values["rejected"]),
            values["broken"],
            [Broken(**broken) for broken in values["examples"]],
        )

    def lines(self) -> Iterable[str]:
        """Format the counts for people."""
        yield f"files      {self.files:>15,}"
        yield f"documents  {self.documents:>15,}"
        yield f"bytes      {self.bytes:>15,}"
        yield f"links      {self.links:>15,}"
        yield f"rejected   {sum(self.rejected.values()):>15,}"
        for reason, count in self.as_dict()["rejected"].items():
            yield f"  {reason:24} {count:,}"
        yield f"broken     {self.broken:>15,}"
        for broken in self.examples[:10]:
            yield f"  {broken}".encode("utf-8", "backslashreplace").decode()
        if self.broken > 10:
            yield f"  and {self.broken - 10:,} more"
