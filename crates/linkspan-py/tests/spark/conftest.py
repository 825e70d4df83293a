"""What the tests on Spark share. ``LINKSPAN_SPARK_MB`` says how much text there is."""

import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import crawl_data  # noqa: E402

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """Pages, and among them a file that is broken."""
    folder = tmp_path_factory.mktemp("pages")
    crawl_data.pages(folder, 12, int(os.environ.get("LINKSPAN_SPARK_MB", "150")) * 1_000_000)
    (folder / "broken.parquet").write_bytes((folder / "pages-03.parquet").read_bytes()[:-1000])
    return folder


@pytest.fixture(scope="session")
def expected(pages):
    """The links, by PyArrow."""
    return crawl_data.expected(pages)


@pytest.fixture(scope="session")
def hashed(expected):
    """The number of links, and sums of their hashes."""
    return crawl_data.hashed(expected)


@pytest.fixture(scope="session")
def domains(expected):
    """Links and pages of each domain."""
    return crawl_data.counted(expected, "url")
