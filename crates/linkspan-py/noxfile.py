"""Sessions of nox: `nox` builds the wheel and tests it, `nox --list` names the others.

While you edit, `pip install -e .` and `pytest` are quicker.
"""

import os
import pathlib

import nox

HERE = pathlib.Path(__file__).parent
TARGET = pathlib.Path(os.environ.get("LINKSPAN_TARGET", HERE / "../../target/python")).resolve()

nox.options.sessions = ["tests"]
nox.options.default_venv_backend = "venv"
nox.options.reuse_venv = "yes"
nox.options.envdir = TARGET / "nox"

#: Other versions may build other wheels.
BUILDERS = ["maturin==1.16.0", "ziglang==0.17.0"]

#: The versions that the package is for.
PYTHONS = ["3.10", "3.11", "3.12", "3.13", "3.14"]

#: The tests that need nothing but the package and pytest.
PLAIN = ["api", "boundary", "linkify", "live", "official", "program"]


def only_file(folder):
    [file] = folder.iterdir()
    return file


def build(session, *options, out):
    """Builds a distribution in an empty folder."""
    session.install(*BUILDERS)
    folder = TARGET / out
    for file in folder.glob("*"):
        file.unlink()
    # Its own folder, because the wheel is linked by another compiler than that of the machine.
    session.env["CARGO_TARGET_DIR"] = str(TARGET / "target")
    session.run("maturin", *options, "--out", str(folder))
    return only_file(folder)


def install(session, file, *others):
    session.install(*others)
    # A package of the same version may be there.
    session.install("--force-reinstall", "--no-deps", str(file))


def pytest(session, *arguments, **variables):
    # The folder of the tests, so that the installed package is tested and not its sources.
    session.chdir(HERE / "tests")
    environment = {"PYTHONDONTWRITEBYTECODE": "1", **variables}
    session.run("pytest", "--quiet", "-rs", "-p", "no:cacheprovider", *arguments, env=environment)


@nox.session
def wheel(session):
    """Builds a wheel for every CPython from 3.10 on, and for Linux systems of ten years ago."""
    file = build(session, "build", "--quiet", "--zig", "--compression-level", "9", "--compatibility", "manylinux2014", out="wheels")
    session.log(f"{file.stat().st_size} bytes: {file.name}")


@nox.session(requires=["wheel"])
def tests(session):
    """Tests the wheel with this Python."""
    install(session, only_file(TARGET / "wheels"), "--requirement", str(HERE / "tests/requirements.txt"))
    pytest(session, *session.posargs)


@nox.session(python=PYTHONS, requires=["wheel"])
def versions(session):
    """Tests the wheel with every Python that is installed, without other packages."""
    install(session, only_file(TARGET / "wheels"), "pytest")
    pytest(session, *(f"test_{name}.py" for name in PLAIN))


@nox.session(requires=["wheel"])
def spark(session):
    """Tests the wheel on Spark, on this machine and on a cluster of which parts die; needs Java."""
    install(session, only_file(TARGET / "wheels"), "--requirement", str(HERE / "tests/spark/requirements.txt"))
    pytest(session, "spark", LINKSPAN_SPARK_MB="1150" if os.environ.get("LINKSPAN_FULL") else "60")


@nox.session
def sdist(session):
    """Installs from the source distribution, and tests that."""
    file = build(session, "sdist", out="source")
    session.log(f"{file.stat().st_size} bytes: {file.name}")
    install(session, file, "pytest")
    pytest(session, *(f"test_{name}.py" for name in PLAIN))
