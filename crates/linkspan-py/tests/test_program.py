"""The command line: that of the program, in this package."""

import importlib.metadata
import json
import os
import signal
import subprocess
import sys
import sysconfig
import time

import pytest
from support import PROGRAM, case_files, needs_program, obeyed, on_a_terminal

import linkspan

OURS = [sys.executable, "-m", "linkspan"]


def run(command, *arguments, text="see a.com and README.md\n", folder=None):
    made = subprocess.run([*command, *map(str, arguments)], input=text.encode(), capture_output=True, cwd=folder)
    return made.returncode, made.stdout.decode(), made.stderr.decode()


def test_commands(tmp_path):
    code, out, _ = run(OURS, "find", "--format", "json")
    [link] = linkspan.find("see a.com and README.md\n")
    found = json.loads(out)
    assert code == 0 and found["file"] == "-"
    assert {name: found[name] for name in link.as_dict()} == link.as_dict()
    assert run(OURS, "linkify", "--to", "defanged")[1] == "see a[.]com and README[.]md\n"
    assert run(OURS, "format", "https://bücher.de/é", "--form", "ascii")[1] == "https://xn--bcher-kva.de/%C3%A9\n"
    assert run(OURS, "find", text="nothing")[0] == 1
    assert run(OURS, "--version")[1].startswith(f"linkspan {linkspan.__version__}\n")


def test_scripts():
    scripts = {script.name: script.value for script in importlib.metadata.distribution("linkspan").entry_points}
    assert scripts == {"linkspan": "linkspan.__main__:main", "linkspan-crawl": "linkspan.crawl.__main__:main"}
    script = os.path.join(sysconfig.get_path("scripts"), "linkspan")
    assert run([script], "find", "--format", "json") == run(OURS, "find", "--format", "json")


COMMANDS = [
    ["find"],
    ["find", "--format", "json"],
    ["find", "--format", "json", "--rejected"],
    ["find", "--format", "csv"],
    ["find", "--from", "html", "--format", "json"],
    ["find", "--print", "domain"],
    ["linkify", "--to", "html"],
    ["linkify", "--to", "markdown"],
    ["linkify", "--to", "defanged"],
    ["linkify", "--from", "html"],
    ["linkify", "--from", "markdown"],
    ["explain", "--file", "-"],
    ["explain", "--format", "json", "--file", "-"],
    ["bidi"],
    ["format", "--form", "ascii"],
    ["tlds", "status"],
    ["find", "--help"],
    ["-h"],
    ["--help"],
    ["--version"],
    ["completions", "bash"],
    ["man"],
    [],
    ["find", "--set", "x"],
    ["find", "--profile", "best"],
    ["find", "absent\udcff"],
    ["absent\x1b[2J"],
]


@needs_program
@pytest.mark.parametrize("arguments", COMMANDS, ids=str)
def test_the_same_bytes_as_the_program(arguments, tmp_path):
    """Files and standard input, help and errors."""
    text = "\n".join(case_files())
    made = [run([*command], *arguments, text=text, folder=tmp_path) for command in ([PROGRAM], OURS)]
    assert made[0] == made[1]
    assert any(made[0][1:])


def test_errors(tmp_path):
    for arguments, message in [
        (["find", tmp_path / "absent"], "absent"),
        (["find", "--profile", "best"], "best"),
        ([], "Usage"),
    ]:
        code, out, errors = run(OURS, *arguments)
        assert (code, out) == (2, "") and message in errors and "Traceback" not in errors


def test_a_reader_that_goes_away():
    command = f"{sys.executable} -m linkspan find | head -1"
    made = subprocess.run(command, shell=True, input=b"a.com " * 200_000, capture_output=True)
    assert made.stdout.startswith(b"1:1: a.com") and made.stdout.count(b"\n") == 1 and made.stderr == b""


@pytest.mark.skipif(os.name != "posix", reason="signals of another kind")
def test_interrupt():
    process = subprocess.Popen([*OURS, "find"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(b"a.com\n")
    process.stdin.flush()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == -signal.SIGINT
    assert process.stderr.read() == b""


def test_escapes_are_shown_and_not_obeyed(tmp_path):
    text = "\x1b[2J https://a.com/ README.md\x9b2J \u202e https://b.com/\x07 \x7f\rc.com\udc9b"
    file = tmp_path / "\x1b[2J"
    file.write_text("a.com \x1b[2J")
    for arguments in (
        ["find", "--color", "never"], ["find", "--format", "json", file], ["linkify", "--to", "html"],
        ["linkify", "--to", "markdown"], ["linkify", "--to", "defanged"], ["linkify", "--from", "html"], ["linkify", "--from", "markdown"],
        ["find", tmp_path / "absent\x1b[2J"], ["find", "--set", "\x1b[2J=1"], ["find", "--profile", "\x9b2J"],
        ["find", "--\x1b[2J"], ["\x1b[2J"], ["format", "https://[\x1b[2J"],
    ):  # fmt: skip
        shown = on_a_terminal([*OURS, *map(str, arguments)], text)
        assert shown and obeyed(shown) == set(), arguments
