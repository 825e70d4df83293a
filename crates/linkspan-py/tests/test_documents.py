"""The examples in the documentation, and the types."""

import doctest
import importlib
import inspect
import pathlib
import re
import subprocess
import sys

import pytest

import linkspan
from linkspan import _linkspan

PACKAGE = pathlib.Path(__file__).parents[1]


def documented():
    """Docstrings of the compiled module, which doctest does not find by itself."""
    for name in _linkspan.__all__:
        value = getattr(_linkspan, name)
        yield name, inspect.getdoc(value)
        if inspect.isclass(value):
            yield from ((f"{name}.{member}", inspect.getdoc(getattr(value, member))) for member in vars(value))


@pytest.mark.parametrize(("name", "text"), [pair for pair in documented() if ">>>" in (pair[1] or "")])
def test_docstrings(name, text):
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("name", ["", ".arrow", ".polars", ".duckdb", ".markdown_it", ".bleach", ".jinja2", ".warc"])
def test_modules(name):
    try:
        module = importlib.import_module(f"linkspan{name}")
    except ImportError as error:
        pytest.skip(f"{error.name} is absent")
    if name in (".arrow", ".duckdb", ".warc"):
        pytest.importorskip("pyarrow")
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


@pytest.mark.parametrize("page", ["README.md", "docs/migration.md", "docs/columns.md"])
def test_pages(page):
    needed = {"docs/migration.md": ["markdown_it", "jinja2"], "docs/columns.md": ["pyarrow", "polars", "duckdb", "pandas"]}
    for module in needed.get(page, []):
        pytest.importorskip(module)
    result = doctest.testfile(str(PACKAGE / page), module_relative=False, encoding="utf-8")
    assert result.attempted > 3 and result.failed == 0


def test_the_sample_of_the_project(capsys):
    page = (PACKAGE.parents[1] / "README.md").read_text(encoding="utf-8")
    sample = re.search("```python\n(.*?)```", page, re.DOTALL)[1]
    exec(sample, {})
    # What a line prints is in the comment after it, or below it.
    printed = capsys.readouterr().out.splitlines()
    assert printed == re.findall("# (.*)", sample) and len(printed) == 2


def test_types():
    pytest.importorskip("mypy")
    for module in ("jinja2", "polars", "django"):
        pytest.importorskip(module)
    config = str(PACKAGE / "pyproject.toml")
    run = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "linkspan", "--mypy-config-file", config], capture_output=True, text=True, cwd=PACKAGE / "tests"
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert linkspan.__file__
