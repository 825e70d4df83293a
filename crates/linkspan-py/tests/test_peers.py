"""The own tests of other packages, with linkspan in the place of what they test.

The tests come from the source distributions, which are not part of the project: from the folder in LINKSPAN_PEERS, or
from PyPI. What still differs is in `peers/NAME.txt` with the reason, and nothing else may fail.
"""

import importlib.metadata
import os
import pathlib
import re
import subprocess
import sys
import tarfile
from collections import Counter

import pytest
from support import ROOT

HERE = pathlib.Path(__file__).parent / "peers"
FOLDER = pathlib.Path(os.environ.get("LINKSPAN_PEERS", ROOT / "target/python/peers"))

#: The name of each package, how many tests it has, and where they are.
PEERS = {
    "bleach": (111, ["tests/test_linkify.py"]),
    "jinja2": (8, ["tests", "-k", "urlize"]),
    "markdown-it-py": (63, ["tests", "-k", "linkify"]),
    "django": (49, None),
}


def sources(name):
    """The folder with the source distribution of the installed version."""
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f"{name} is absent")
    pattern = f"{name.replace('-', '_')}-{version}"
    folder = FOLDER / pattern
    if not folder.is_dir():
        FOLDER.mkdir(parents=True, exist_ok=True)
        download = ["-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(FOLDER), f"{name}=={version}"]
        subprocess.run([sys.executable, *download], capture_output=True)
        archive = FOLDER / f"{pattern}.tar.gz"
        if not archive.exists():
            pytest.skip(f"the source distribution of {name} {version} is absent; name its folder in LINKSPAN_PEERS")
        with tarfile.open(archive) as opened:
            opened.extractall(FOLDER, filter="data")
    return folder


def failed(name, exact=False):
    """The tests of a package that fail, and how many there are."""
    folder, (_, tests) = sources(name), PEERS[name]
    environment = {**os.environ, "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"}
    if exact:
        environment["LINKSPAN_EXACT"] = "1"
    if tests is None:
        command = [sys.executable, str(HERE / "django_patch.py"), str(folder / "tests")]
    else:
        patch = name.removesuffix("-py").replace("-", "_") + "_patch"
        command = [sys.executable, "-m", "pytest", "-q", "-rA", "-p", patch, "-p", "no:cacheprovider", "--no-header", *tests]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    output = run.stdout + run.stderr
    if tests is None:
        count = int(re.search(r"Ran (\d+) tests", output)[1])
        return {line.split()[1] for line in output.splitlines() if re.match(r"(FAIL|ERROR): ", line)}, count
    lines = [line for line in output.splitlines() if re.match(r"(PASSED|FAILED|ERROR) ", line)]
    names = {line.split(" ", 1)[1].partition("::")[2].partition(" - ")[0] for line in lines if not line.startswith("PASSED")}
    return names, len(lines)


def known(name):
    """How often each test is known to fail. A line has the name, the number and the reason."""
    lines = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    assert all(len(row) == 3 and row[2] for row in rows)
    return Counter({test: int(count) for test, count, _ in rows})


@pytest.mark.parametrize("name", PEERS)
def test_peer(name):
    failing, count = failed(name)
    assert count == PEERS[name][0]
    assert Counter(re.sub(r".*::|\[.*", "", test) for test in failing) == known(name)


def test_bleach_byte_for_byte():
    failing, count = failed("bleach", exact=True)
    print(f"bleach, byte for byte: {count - len(failing)} of {count}")
    assert len(failing) <= 19
