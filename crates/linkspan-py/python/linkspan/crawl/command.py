"""The command ``linkspan-crawl``."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from collections.abc import Sequence

from .. import __version__, arrow
from .._files import Broken, is_remote, listed, local
from .._terminal import one_line, printing
from . import machine
from .documents import with_kept
from .job import Job, format_of
from .tally import Tally

_ABOUT = """\
Finds the links of a crawl: of Parquet, text, JSON Lines or web archives (WET, WARC). OUTPUT becomes a folder with the
table "links" (one row for each link), the table "domains" (links and pages of each registrable domain), both in
Parquet, and summary.json.

On one machine, a job that was stopped goes on where it was if it is started again. On Spark it starts anew, and
nothing is written twice either.
"""


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    made = argparse.ArgumentParser(
        "linkspan-crawl", description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "input", nargs="+", metavar="INPUT", help="files, folders or patterns, local or at an address that fsspec supports"
    )
    made.add_argument("output", metavar="OUTPUT", help="the folder for the results")
    made.add_argument("--version", action="version", version=f"linkspan {__version__}")
    made.add_argument(
        "--engine",
        choices=["duckdb", "polars", "spark"],
        help="what runs the job: DuckDB or Polars on this machine (the first that is installed), or Spark",
    )
    made.add_argument(
        "--from", dest="source", choices=["parquet", "text", "json", "warc"], help="format of the input (default: by file extension)"
    )
    made.add_argument(
        "--column",
        default="text",
        metavar="NAME",
        help="column of Parquet or member of JSON that contains the text (default: text)",
    )
    made.add_argument(
        "--keep",
        metavar="NAMES",
        help="comma-separated columns to keep with each link: columns of Parquet and JSON (default: url), file and "
        "offset of text, url, date and language of archives",
    )
    made.add_argument(
        "--fields", metavar="NAMES", help=f"comma-separated fields of each link (default: {','.join(arrow.FIELDS)})"
    )
    made.add_argument("--profile", default="recommended", help="uts58, recommended, uasg, nonascii or pri185")
    made.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the detector, such as ip_hosts=linked"
    )
    made.add_argument("--rejected", action="store_true", help="also rows for candidates that are not linked")
    made.add_argument(
        "--html",
        choices=["text", "links"],
        default="text",
        help="for pages of archives: find links in the text that readers see, or also in attributes",
    )
    made.add_argument("--paths", action="store_true", help="INPUT names files that list paths, one on each line")
    made.add_argument("--base", default="", metavar="URL", help="what to put before each of these paths")
    made.add_argument("--threads", type=int, metavar="N", help="how many cores to use on this machine (all)")
    made.add_argument("--quiet", action="store_true", help="no progress and no summary; errors only")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    with printing():
        return _main(parser().parse_args(arguments))


def _main(options: argparse.Namespace) -> int:
    try:
        return _run(options)
    except KeyboardInterrupt:
        print("linkspan: stopped; start the same command again to go on", file=sys.stderr)
        return 130
    except (ImportError, OSError, TypeError, ValueError) as error:
        print(one_line(f"linkspan: {error}"), file=sys.stderr)
        return 2
    except Exception as error:
        # The message of Spark has many lines, only one of which names the cause.
        if options.engine != "spark":
            raise
        print(one_line(f"linkspan: Spark gave up: {_cause(error)}"), file=sys.stderr)
        return 1


def _run(options: argparse.Namespace) -> int:
    if options.threads is not None and options.threads < 1:
        raise ValueError(f"--threads {options.threads}: expected a number from 1 on")
    if options.engine != "spark" and is_remote(options.output):
        raise ValueError(f"{options.output}: on one machine, OUTPUT must be a folder of this machine")
    paths = _paths(options)
    job = with_kept(_job(options, paths), paths)
    if job.format == "warc" and importlib.util.find_spec("fastwarc") is None:
        raise ImportError("archives are read by fastwarc: pip install fastwarc")
    # Errors in options are reported here.
    names = job.schema.names
    start = time.monotonic()
    if options.engine == "spark":
        from . import cluster

        tally, was_done = cluster.run(paths, _absolute(options.output), job)
        failed: list[str] = []
        if was_done and not options.quiet:
            print(one_line(f"{options.output} has the results already"), file=sys.stderr)
    else:
        tally, failed = machine.run(
            paths,
            options.output,
            job,
            engine_name=options.engine,
            threads=options.threads,
            progress=(lambda *_: None) if options.quiet else _Progress(start),
        )
    for message in failed:
        print(one_line(f"linkspan: not read: {message}"), file=sys.stderr)
    if not options.quiet:
        _say(options.output, names, tally, len(failed), time.monotonic() - start)
    elif tally.broken:
        print(f"linkspan: {tally.broken} broken records or files were passed by; see summary.json", file=sys.stderr)
    return 1 if failed else 0


def _paths(options: argparse.Namespace) -> list[str]:
    """Return all input files, without duplicates."""
    found: dict[str, None] = {}
    for one in options.input:
        files = listed(one)
        if not files:
            raise ValueError(f"{one}: there is no such file, and no file in such a folder")
        if options.paths:
            named = [path for file in files for path in _named(file)]
            files = [options.base + path for path in named]
        found.update(dict.fromkeys(map(_absolute, files)))
    # The output of an earlier run is not input.
    made = _absolute(local(options.output)) + os.sep
    found = {path: None for path in found if not path.startswith(made)}
    if not found:
        raise ValueError("no file is named")
    return list(found)


def _named(file: str) -> list[str]:
    from .lines import blocks

    broken: list[Broken] = []
    found = [line.decode().strip() for block in blocks(file, 0, None, broken.append) for line in block.data.splitlines()]
    if broken:
        raise ValueError(str(broken[0]))
    return [path for path in found if path]


def _job(options: argparse.Namespace, paths: list[str]) -> Job:
    given = []
    for setting in options.set:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"--set {setting}: expected NAME=VALUE")
        given.append((name.replace("-", "_"), value))
    return Job(
        format=options.source or _format(paths),
        column=options.column,
        keep=_names(options.keep),
        fields=_names(options.fields) or arrow.FIELDS,
        profile=options.profile,
        options=tuple(sorted(given)),
        rejected=options.rejected,
        html=options.html,
    )


def _names(option: str | None) -> tuple[str, ...] | None:
    if option is None:
        return None
    names = [name.strip() for name in option.split(",") if name.strip()]
    if len(set(names)) < len(names):
        raise ValueError(f"{option}: a name is given twice")
    return tuple(names)


def _format(paths: list[str]) -> str:
    formats = {format_of(path) for path in paths}
    if None in formats:
        unknown = next(path for path in paths if format_of(path) is None)
        raise ValueError(f"{unknown}: its name does not say the format; name it with --from")
    if len(formats) > 1:
        raise ValueError(f"files have several formats ({', '.join(sorted(map(str, formats)))}); name one with --from")
    [known] = formats
    assert known is not None
    return known


def _absolute(path: str) -> str:
    return path if is_remote(path) else os.path.abspath(local(path))


class _Progress:
    """Reports the progress of the job."""

    def __init__(self, start: float) -> None:
        self._start = start
        self._last = start

    def __call__(self, path: str, done: int, whole: int) -> None:
        now = time.monotonic()
        if now - self._last < 1 and done < whole and not sys.stderr.isatty():
            return
        self._last = now
        left = (now - self._start) / done * (whole - done)
        print(one_line(f"{done} of {whole} files, about {left:.0f} s left: {path}"), file=sys.stderr, flush=True)


def _say(output: str, names: list[str], tally: Tally, failed: int, seconds: float) -> None:
    print(one_line(f"{output}: {', '.join(names)}"))
    for line in tally.lines():
        print(one_line(line))
    if failed:
        print(f"not read   {failed:>15,}  files; start again to try them again")
    print(f"{seconds:.1f} s, {tally.bytes / 1e6 / max(seconds, 1e-9):.0f} MB/s of text")


def _cause(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if "Error: " in line or "Exception: " in line]
    return (told or lines or [type(error).__name__])[-1 if told else 0][:1000]
