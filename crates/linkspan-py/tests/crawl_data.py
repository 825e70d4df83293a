"""Documents for jobs, and tables of links to compare."""

import glob
import hashlib
import itertools
import random

import pyarrow
import pyarrow.parquet
import support

from linkspan import arrow

#: What the command says of each link.
FIELDS = arrow.FIELDS


def texts(seed, size):
    """Texts of some thousand characters, about ``size`` bytes of them."""
    sources = support.corpora() or [" ".join(map(support.repaired, support.random_texts(5, 20_000)))]
    chooser = random.Random(seed)
    while size > 0:
        source = chooser.choice(sources)
        start = chooser.randrange(max(len(source) - 3000, 1))
        text = source[start : start + chooser.randint(0, 4000)]
        size -= len(text.encode())
        yield text


def pages(folder, files, size):
    """Files of Parquet with pages, about ``size`` bytes of text."""
    folder.mkdir(parents=True, exist_ok=True)
    number = itertools.count()
    for file in range(files):
        found = list(texts(file, size / files))
        found[::97] = [None] * len(found[::97])
        urls = [f"https://site{next(number) % 500}.example/{next(number)}" for _ in found]
        table = pyarrow.table({"url": urls, "text": found})
        pyarrow.parquet.write_table(table, folder / f"pages-{file:02}.parquet", row_group_size=1000)


def expected(folder, fields=FIELDS, rejected=False):
    """The links of these pages, by PyArrow."""
    found = []
    for file in sorted(folder.glob("pages-*.parquet")):
        table = pyarrow.parquet.read_table(file)
        found.append(arrow.links(table, "text", keep=["url"], fields=fields, rejected=rejected))
    return pyarrow.concat_tables(found)


def written(folder):
    """A table that was written."""
    files = sorted(glob.glob(f"{folder}/*.parquet"))
    assert files, folder
    return pyarrow.concat_tables(pyarrow.parquet.read_table(file) for file in files)


def hashed(table):
    """The number of rows of a table, and two sums of the hashes of all rows, in whatever order they are."""
    exclusive, whole = 0, 0
    columns = [table.column(name).to_pylist() for name in sorted(table.column_names)]
    for row in zip(*columns, strict=True):
        number = int.from_bytes(hashlib.blake2b(repr(row).encode(), digest_size=8).digest(), "big")
        exclusive ^= number
        whole = (whole + number) % 2**64
    return table.num_rows, exclusive, whole


def counted(links, page):
    """Links and pages of each domain, by plain Python."""
    domains = {}
    for domain, one in zip(links.column("domain").to_pylist(), links.column(page).to_pylist(), strict=True):
        count, found = domains.get(domain, (0, set()))
        found.add(one)
        domains[domain] = count + 1, found
    return {(domain, count, len(found)) for domain, (count, found) in domains.items()}


def rows(table):
    """The rows of a table of counts."""
    return set(zip(*(table.column(name).to_pylist() for name in ("domain", "links", "pages")), strict=True))
