"""Reads documents of Parquet, text, JSON Lines and web archives in batches of bounded size."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pyarrow
import pyarrow.compute
import pyarrow.json
import pyarrow.parquet

from .. import _files, warc
from .._files import Broken, opened
from .job import Job
from .lines import SURROGATE, Block, blocks, is_compressed

_ROWS = 10_000
#: The approximate number of bytes of a file in one task on Spark, if the file can be split.
_TASK = 128 << 20

#: The maximum number of files to search for one that has the requested columns.
_LOOKED_AT = 100

_TEXT_KEPT = pyarrow.schema([("file", pyarrow.string()), ("offset", pyarrow.int64())])
_WARC_KEPT = pyarrow.schema([warc.SCHEMA.field(name) for name in ("url", "date", "language")])


class Source(NamedTuple):
    """A file or a part of it: bytes of text, or row groups of Parquet."""

    path: str
    start: int = 0
    end: int | None = None


class Batch(NamedTuple):
    """Documents: their kept columns, and the column with the text."""

    documents: pyarrow.RecordBatch
    #: The column that contains the text.
    column: str
    #: ``"text/plain"`` or ``"text/html"``.
    media_type: str


Report = Callable[[Broken], None]


def read(source: Source, job: Job, report: Report) -> Iterator[Batch]:
    """Yield the documents of a file. Unreadable parts are reported and skipped."""
    readers = {"parquet": _parquet, "text": _text, "json": _json, "warc": _warc}
    yield from readers[job.format](source, job, report)


def parts(path: str, job: Job) -> list[Source]:
    """Return the parts of a file that can be read in parallel."""
    try:
        if job.format == "parquet":
            return _row_groups(path)
        length = _files.size(path)
    except (OSError, pyarrow.ArrowException):
        # Reading the file reports the error.
        return [Source(path)]
    if job.format == "warc" or is_compressed(path) or length is None:
        return [Source(path)]
    starts = range(0, max(length, 1), _TASK)
    return [Source(path, start, min(start + _TASK, length)) for start in starts]


def with_kept(job: Job, paths: list[str]) -> Job:
    """Return the job with the types of the kept columns, taken from the first file that has them.

    Raises ``ValueError`` if none of the first files has them.
    """
    if job.format == "text":
        known = _TEXT_KEPT
    elif job.format == "warc":
        known = _WARC_KEPT
    elif job.format == "json":
        found = _members(job, paths)
        names = job.keep if job.keep is not None else [name for name in ["url"] if name in found]
        known = pyarrow.schema([(name, pyarrow.string()) for name in names])
    else:
        known = _parquet_kept(job, paths)
    keep = known.names if job.keep is None else job.keep
    for name in keep:
        if name not in known.names:
            raise ValueError(f"--keep {name}: {job.format} has {', '.join(known.names) or 'nothing'} to keep")
    return job.with_kept(pyarrow.schema([known.field(name) for name in keep]))


# Parquet


def _parquet(source: Source, job: Job, report: Report) -> Iterator[Batch]:
    assert job.kept is not None
    with opened(source.path) as stream:
        try:
            file = pyarrow.parquet.ParquetFile(stream)
            names = [name for name in job.kept.names if name in file.schema_arrow.names or not job.is_optional]
            for name in (*names, job.column):
                _check_column(name, file.schema_arrow)
            _check_text(file.schema_arrow.field(job.column))
        except (TypeError, ValueError, pyarrow.ArrowException) as error:
            report(Broken(source.path, "", str(error)))
            return
        columns = list(dict.fromkeys([*names, job.column]))
        for group in range(source.start, file.num_row_groups if source.end is None else source.end):
            yield from _row_group(source.path, file, group, columns, job, report)


def _row_group(
    path: str, file: Any, group: int, columns: list[str], job: Job, report: Report
) -> Iterator[Batch]:
    assert job.kept is not None
    where = f"row group {group}"
    try:
        found = file.metadata.row_group(group)
        rows = max(min(_ROWS, job.size * found.num_rows // max(found.total_byte_size, 1)), 1)
        for batch in file.iter_batches(rows, row_groups=[group], columns=columns, use_threads=False):
            text = _plain(batch.column(batch.schema.get_field_index(job.column)))
            text.validate()
            kept = [_kept_column(batch, field) for field in job.kept]
            names = [*job.kept.names, "\x01"]
            yield Batch(pyarrow.record_batch([*kept, text], names=names), "\x01", "text/plain")
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        report(Broken(path, where, f"the rest of it was passed by: {error}"))


def _kept_column(batch: pyarrow.RecordBatch, field: pyarrow.Field) -> pyarrow.Array:
    """A kept column in the type that it has in all files, with text in valid UTF-8."""
    if field.name not in batch.schema.names:
        return pyarrow.nulls(batch.num_rows, field.type)
    column = batch.column(field.name).cast(field.type)
    try:
        column.validate(full=True)
    except pyarrow.ArrowInvalid:
        if field.type not in (pyarrow.string(), pyarrow.large_string()):
            raise
        found = column.cast(pyarrow.large_binary()).to_pylist()
        return pyarrow.array([value and value.decode("utf-8", "replace") for value in found], field.type)
    return column


def _plain(column: pyarrow.Array) -> pyarrow.Array:
    """A column whose texts have lengths."""
    if pyarrow.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if column.type in (pyarrow.string_view(), pyarrow.binary_view()):
        return column.cast(pyarrow.large_binary())
    return column


def _check_column(name: str, schema: pyarrow.Schema) -> None:
    count = schema.names.count(name)
    if count != 1:
        what = "is no column" if count == 0 else f"are {count} columns"
        raise ValueError(f"there {what} '{name}'; columns are {', '.join(schema.names)}")


def _check_text(field: pyarrow.Field) -> None:
    kind = field.type.value_type if pyarrow.types.is_dictionary(field.type) else field.type
    texts = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    if str(kind) not in texts:
        raise TypeError(f"the column '{field.name}' has the type {field.type}: expected text")


def _row_groups(path: str) -> list[Source]:
    with opened(path) as stream:
        file = pyarrow.parquet.ParquetFile(stream).metadata
        found = []
        start, size = 0, 0
        for group in range(file.num_row_groups):
            size += file.row_group(group).total_byte_size
            if size >= _TASK or group + 1 == file.num_row_groups:
                found.append(Source(path, start, group + 1))
                start, size = group + 1, 0
        return found or [Source(path)]


def _parquet_kept(job: Job, paths: list[str]) -> pyarrow.Schema:
    wrong: Exception | None = None
    found: pyarrow.Schema | None = None
    for path in paths[:_LOOKED_AT]:
        try:
            with opened(path) as stream:
                found = _kept_of(path, job, pyarrow.parquet.ParquetFile(stream).schema_arrow)
        except (OSError, ValueError) as error:
            # Problems of a file are reported when it is read.
            is_data = isinstance(error, pyarrow.ArrowException) or (isinstance(error, OSError) and error.errno is None)
            wrong = wrong or (None if is_data else error)
            continue
        if found.names or job.keep is not None:
            return found
    if found is not None:
        return found
    raise wrong or ValueError("no file of the input can be read as Parquet")


def _kept_of(path: str, job: Job, schema: pyarrow.Schema) -> pyarrow.Schema:
    if job.keep is None:
        keep: tuple[str, ...] = ("url",) if "url" in schema.names else ()
    else:
        keep = job.keep
    try:
        for name in (job.column, *keep):
            _check_column(name, schema)
        _check_text(schema.field(job.column))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None
    if job.keep is None:
        return pyarrow.schema([(name, pyarrow.string()) for name in keep])
    kept = []
    for field in (schema.field(name) for name in keep):
        kind = field.type.value_type if pyarrow.types.is_dictionary(field.type) else field.type
        kept.append(pyarrow.field(field.name, kind))
    return pyarrow.schema(kept)


# Text, in which each line is a document: no link spans lines.


def _text(source: Source, job: Job, report: Report) -> Iterator[Batch]:
    assert job.kept is not None
    for block in blocks(source.path, source.start, source.end, report):
        starts, lines = block.lines()
        name = source.path.encode("utf-8", "replace").decode()
        files = pyarrow.repeat(pyarrow.scalar(name, pyarrow.string()), len(lines))
        known = {"file": files, "offset": starts}
        columns = [known[name] for name in job.kept.names]
        documents = pyarrow.record_batch([*columns, lines], names=[*job.kept.names, "\x01"])
        yield Batch(documents, "\x01", "text/plain")


# JSON Lines


def _json(source: Source, job: Job, report: Report) -> Iterator[Batch]:
    assert job.kept is not None
    for block in blocks(source.path, source.start, source.end, report):
        names = list(dict.fromkeys([*job.kept.names, job.column]))
        table = _at_once(block, names)
        if table is None:
            table = _one_by_one(source.path, block, names, job.column, report)
        columns = [table.column(name) for name in (*job.kept.names, job.column)]
        whole = pyarrow.table(columns, names=[*job.kept.names, "\x01"])
        for batch in whole.combine_chunks().to_batches():
            yield Batch(batch, "\x01", "text/plain")


def _at_once(block: Block, names: list[str]) -> pyarrow.Table | None:
    """Return the values of a block that is entirely valid, or ``None``."""
    try:
        block.data.decode()
        made = pyarrow.json.read_json(
            pyarrow.BufferReader(block.data),
            pyarrow.json.ReadOptions(use_threads=False, block_size=len(block.data) + 1),
            pyarrow.json.ParseOptions(
                pyarrow.schema([(name, pyarrow.string()) for name in names]),
                unexpected_field_behavior="ignore",
            ),
        )
        # Objects that are not one per line take the other path.
        lines = pyarrow.compute.ascii_trim_whitespace(block.lines()[1].view(pyarrow.large_string()))
        lines = lines.filter(pyarrow.compute.not_equal(lines, ""))
        whole = pyarrow.compute.and_(pyarrow.compute.starts_with(lines, "{"), pyarrow.compute.ends_with(lines, "}"))
        is_right = made.num_rows == len(lines) and pyarrow.compute.all(whole).as_py() is not False
        return made if is_right else None
    except (UnicodeDecodeError, pyarrow.ArrowException):
        return None


def _one_by_one(path: str, block: Block, names: list[str], text: str, report: Report) -> pyarrow.Table:
    """Return the values of a block, line by line. Values other than strings are kept as JSON."""
    values: list[list[str | None]] = [[] for _ in names]
    starts, lines = block.lines()
    for start, line in zip(starts.to_pylist(), lines.to_pylist(), strict=True):
        if not line.strip():
            continue
        try:
            found = json.loads(line.decode("utf-8", "surrogateescape"))
            if not isinstance(found, dict):
                raise ValueError(f"expected an object, not {type(found).__name__}")
            if not isinstance(found.get(text), str | None):
                raise ValueError(f"'{text}' is {type(found[text]).__name__}: expected a string")
        except (ValueError, RecursionError) as error:
            report(Broken(path, f"byte {start} of the data", str(error)))
            continue
        for column, name in zip(values, names, strict=True):
            value = found.get(name)
            if value is not None and not isinstance(value, str):
                value = json.dumps(value, ensure_ascii=False)
            # This character ends links, as invalid text does.
            column.append(value and SURROGATE.sub("\uffff", value))
    return pyarrow.table([pyarrow.array(column, pyarrow.string()) for column in values], names=names)


def _members(job: Job, paths: list[str]) -> set[str]:
    """Return the member names of the first objects, one of which must contain the text."""
    names: set[str] = set()
    count = 0
    for path in paths[:_LOOKED_AT]:
        try:
            for block in itertools.islice(blocks(path, 0, None, lambda _: None), 1):
                for line in block.data.split(b"\n", _LOOKED_AT)[:_LOOKED_AT]:
                    with contextlib.suppress(ValueError, RecursionError):
                        found = json.loads(line.decode("utf-8", "replace"))
                        names.update(found if isinstance(found, dict) else [])
                        count += isinstance(found, dict)
        except OSError:
            continue
        if job.column in names:
            return names
    if count:
        known = ", ".join(sorted(names)[:20])
        raise ValueError(f"no object at the start of the files has a member '{job.column}'; they have {known}")
    return names


# Web archives


def _warc(source: Source, job: Job, report: Report) -> Iterator[Batch]:
    assert job.kept is not None
    html: Any = "page" if job.html == "links" else "text"
    for batch, media_type in warc.batches(source.path, size=job.size, rows=_ROWS, html=html, broken=report):
        # The base of relative links is needed even if it is not kept.
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        names = [*job.kept.names, "\x01", "\x01url"]
        kept = [columns[name] for name in job.kept.names]
        documents = pyarrow.record_batch([*kept, columns["text"], columns["url"]], names=names)
        yield Batch(documents, "\x01", media_type)
