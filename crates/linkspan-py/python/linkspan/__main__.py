"""``python -m linkspan``: finds, renders, explains and formats links."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from . import Detector, FormatError, __version__, format
from ._terminal import one_line, printable, printing


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m linkspan", description="Finds links and e-mail addresses in text.")
    parser.add_argument("--version", action="version", version=f"linkspan {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, about: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=about, description=about)
        made.add_argument("files", nargs="*", metavar="FILE", help="files in UTF-8; - or nothing for standard input")
        made.add_argument("--profile", default="recommended", help="uts58, recommended, uasg, nonascii or pri185")
        made.add_argument(
            "--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the detector, such as ip_hosts=linked"
        )
        return made

    found = command("find", "Prints the address of each link.")
    found.add_argument("--json", action="store_true", help="all that is known of each link, an object on each line")
    linked = command("linkify", "Prints text with its links.")
    linked.add_argument("--from", dest="source", choices=["text", "html", "markdown"], default="text")
    linked.add_argument("--to", choices=["html", "markdown", "text", "defanged"], default="html", help="for --from text")
    command("explain", "Says of each candidate why it is a link or is not.")
    formatted = commands.add_parser("format", help="Writes URLs in another form.", description="Writes URLs in another form.")
    formatted.add_argument("urls", nargs="+", metavar="URL")
    formatted.add_argument("--form", choices=["minimal", "display", "ascii"], default="minimal")
    return parser


def _detector(arguments: argparse.Namespace) -> Detector:
    options = {}
    for setting in arguments.set:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"--set {setting}: expected NAME=VALUE")
        if name == "profile":
            raise ValueError(f"--set {setting}: write --profile {value}")
        options[name.replace("-", "_")] = value
    return Detector(arguments.profile, **options)


def _texts(files: list[str]) -> Iterator[tuple[str, str]]:
    for file in files or ["-"]:
        if file == "-":
            yield file, sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
        else:
            with open(file, "rb") as opened:
                yield file, opened.read().decode("utf-8", "surrogateescape")


def _explained(text: str, one: Any) -> Iterator[str]:
    line = text.count("\n", 0, one["start"]) + 1
    column = one["start"] - text.rfind("\n", 0, one["start"])
    yield f"{line}:{column}: {one['text']}: {'linked to ' + one['href'] if one['linked'] else 'not linked'}"
    for reason in one["reasons"]:
        yield f"  {reason['message']} ({reason['id']}, {reason['clause']})"


def _lines(arguments: argparse.Namespace) -> Iterator[str]:
    if arguments.command == "format":
        for url in arguments.urls:
            yield format(url, arguments.form) + "\n"
        return
    detector = _detector(arguments)
    for file, text in _texts(arguments.files):
        if arguments.command == "find":
            for link in detector.find(text):
                yield (json.dumps({"file": file, **link.as_dict()}, ensure_ascii=False) if arguments.json else link.href) + "\n"
        elif arguments.command == "explain":
            for one in detector.explain(text):
                yield from (line + "\n" for line in _explained(text, one))
        elif arguments.source == "html":
            yield detector.linkify_html(text)
        elif arguments.source == "markdown":
            yield detector.linkify_markdown(text)
        else:
            yield detector.linkify(text, to=arguments.to)


def main() -> int:
    """Run a command and return its exit status."""
    with printing():
        return _run(_parser().parse_args())


def _run(arguments: argparse.Namespace) -> int:
    # Files and pipes get everything unchanged.
    shown = printable if sys.stdout.isatty() else str
    try:
        for line in _lines(arguments):
            sys.stdout.buffer.write(shown(line).encode("utf-8", "replace"))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe; write nothing at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except (FormatError, OSError, TypeError, ValueError) as error:
        print(one_line(f"linkspan: {error}"), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
