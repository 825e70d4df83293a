"""``python -m linkspan``."""

import json
import subprocess
import sys

from support import obeyed, on_a_terminal


def run(*arguments, text="see a.com and README.md\n"):
    made = subprocess.run([sys.executable, "-m", "linkspan", *arguments], input=text.encode(), capture_output=True)
    return made.returncode, made.stdout.decode(), made.stderr.decode()


def test_commands(tmp_path):
    assert run("find") == (0, "https://a.com/\n", "")
    code, out, _ = run("find", "--json")
    assert code == 0 and json.loads(out)["host"] == "a.com" and json.loads(out)["file"] == "-"
    assert run("find", "--set", "without=file-name", "--set", "default-scheme=http")[1] == "http://a.com/\nhttp://readme.md/\n"
    assert run("linkify", "--to", "defanged")[1] == "see a[.]com and README[.]md\n"
    assert run("linkify", "--from", "html", text="<b>a.com")[1].startswith('<b><a href="https://a.com/"')
    assert run("linkify", "--from", "markdown", text="https://a.com/x_y_z")[1] == "<https://a.com/x_y_z>"
    code, out, _ = run("explain")
    assert code == 0 and "1:5: a.com: linked to https://a.com/" in out and "1:15: README.md: not linked" in out
    assert run("format", "https://bücher.de/é", "--form", "ascii")[1] == "https://xn--bcher-kva.de/%C3%A9\n"
    file = tmp_path / "text"
    file.write_bytes(b"\xff b.org\n")
    assert run("find", str(file), "-")[1] == "https://b.org/\nhttps://a.com/\n"


def test_errors(tmp_path):
    for arguments, message in [
        (["find", str(tmp_path / "absent")], "No such file"),
        (["find", "--profile", "best"], "unknown profile `best`"),
        (["find", "--set", "x"], "expected NAME=VALUE"),
        (["find", "--set", "profile=uts58"], "write --profile uts58"),
        (["format", "https://[x"], "linkspan: "),
        ([], "required"),
    ]:
        code, out, errors = run(*arguments)
        assert (code, out) == (2, "") and message in errors and "Traceback" not in errors


def test_a_reader_that_goes_away():
    command = f"{sys.executable} -m linkspan find | head -1"
    made = subprocess.run(command, shell=True, input=b"a.com " * 200_000, capture_output=True)
    assert made.stdout == b"https://a.com/\n" and made.stderr == b""


def test_escapes_are_shown_and_not_obeyed(tmp_path):
    text = "\x1b[2J https://a.com/ README.md\x9b2J \u202e https://b.com/\x07 \x7f\rc.com\udc9b"
    file = tmp_path / "\x1b[2J"
    file.write_text("a.com \x1b[2J")
    for arguments in (
        ["find"], ["find", "--json", file], ["explain"], ["linkify"], ["linkify", "--to", "text"], ["linkify", "--to", "markdown"],
        ["linkify", "--to", "defanged"], ["linkify", "--from", "html"], ["linkify", "--from", "markdown"],
        ["find", tmp_path / "absent\x1b[2J"], ["find", "--set", "\x1b[2J=1"], ["find", "--profile", "\x9b2J"],
        ["find", "--\x1b[2J"], ["\x1b[2J"], ["format", "https://[\x1b[2J"],
    ):  # fmt: skip
        shown = on_a_terminal([sys.executable, "-m", "linkspan", *map(str, arguments)], text)
        assert shown and obeyed(shown) == set(), arguments
    assert "\\u{1b}[2J" in on_a_terminal([sys.executable, "-m", "linkspan", "linkify"], text)
    # A file gets everything unchanged.
    assert run("linkify", "--to", "text", text="\x1b[2J a.com")[1] == "\x1b[2J a.com"
