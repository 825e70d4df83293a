"""Where the files are that the tests need and the project does not have, and texts to try."""

import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys
import unicodedata

import pytest

ROOT = pathlib.Path(__file__).parents[3]
SHARED = ROOT.parent / "shared"
UNICODE = pathlib.Path(os.environ.get("LINKSPAN_UNICODE_DIR", SHARED / "unicode"))
CORPORA = pathlib.Path(os.environ.get("LINKSPAN_CORPORA_DIR", SHARED / "corpora"))
PROGRAM = ROOT / "target/release/linkspan"

needs_program = pytest.mark.skipif(not PROGRAM.exists(), reason="the program is absent: cargo build --release")
needs_corpora = pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora are absent; name their folder in LINKSPAN_CORPORA_DIR")


def corpora():
    """Real texts, if they are there."""
    files = sorted(CORPORA.iterdir()) if CORPORA.is_dir() else []
    return [file.read_bytes().decode() for file in files if file.name != "README.md"]


def case_files():
    """The case files of the library, without their marks."""
    files = sorted((ROOT / "crates/linkspan/tests/cases").glob("*.txt"))
    assert len(files) > 3
    return [file.read_bytes().decode().replace("⸠", "").replace("⸡", "") for file in files]


def asked(text, *options):
    """What the program prints, which is what the library gives."""
    run = subprocess.run([PROGRAM, *options, "-"], input=text.encode(), capture_output=True)
    assert run.returncode < 2, run.stderr.decode()
    return run.stdout.decode()


def found(text, *options):
    """The links that the program finds."""
    return [json.loads(line) for line in asked(text, "find", "--format", "json", *options).splitlines()]


TOKENS = (
    "a b com org x1 - _ . .. : / // :// http https mailto: @ ? # = & ( ) [ ] < > \" ' ` , ; ! | * ~ %20 % é ü я рф пример 日本 "
    "。 、 ． 中国 한국 あ ア 😀 א भारत xn--p1ai example www. localhost 127.0.0.1 README.md co.uk github.io { } + $ \\"
).split(" ") + [" ", "\n", "\u200d", "\u00ad", "\u202e", "\u200b", "\u3000", "\ud800", "\udc00", "\udc80", "\0", "\u2028"]


def random_texts(seed, count):
    """Texts of random tokens, lone surrogates among them."""
    chooser = random.Random(seed)
    return ["".join(chooser.choices(TOKENS, k=chooser.randint(1, 14))) for _ in range(count)]


def repaired(text):
    """The text with U+FFFF for lone surrogates."""
    return "".join("\uffff" if "\ud800" <= c <= "\udfff" else c for c in text)


def grown(program):
    """How many bytes of memory a program needs at most, beyond what it has after its first part.

    The parts are separated by a line with `---`.
    """
    peak = "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss"
    before, after = program.split("---\n")
    whole = f"import resource\n{before}\nstart = {peak}\n{after}\nprint(({peak} - start) * 1024)"
    run = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return int(run.stdout)


def on_a_terminal(command, text=""):
    """What a program shows on a terminal."""
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        process.stdin.write(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))
        process.stdin.close()
        shown = b""
        # At the end, reading fails.
        with contextlib.suppress(OSError):
            while piece := os.read(ours, 1 << 16):
                shown += piece
    os.close(ours)
    return shown.decode("utf-8", "surrogateescape")


def obeyed(shown):
    """The characters of a text that a terminal obeys instead of showing them, or that reorder it."""
    lines = shown.replace("\r\n", "\n")
    odd = {c for c in lines if unicodedata.category(c) in ("Cc", "Cs") or unicodedata.bidirectional(c) in BIDI}
    return odd - {"\n", "\t"}


BIDI = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
