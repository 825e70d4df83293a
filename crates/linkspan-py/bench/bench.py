"""Speed beside other packages, on the lines of a folder of texts: `python bench/bench.py FOLDER [ROUNDS]`.

All are measured in one process, by the time of the processor; the best round of each counts. Ratios above 1 are in
favour of linkspan. What is not installed is left out.
"""

import importlib
import math
import pathlib
import re
import sys
import time

import linkspan

LINES = 20_000


def optional(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def looped(function):
    def run(lines):
        for line in lines:
            function(line)

    return run


def rivals():
    """Names, what is measured, what it is measured against, and on how many of the lines."""
    recommended = linkspan.Detector()
    uts58 = linkspan.Detector("uts58")
    yield "find / regex", looped(uts58.find), looped(re.compile(r"https?://\S+").findall), 1
    if turbohtml := optional("turbohtml.clean"):
        yield "find / turbohtml", looped(recommended.find), looped(turbohtml.LinkDetector().find), 1
        yield "linkify_html / turbohtml", looped(recommended.linkify_html), looped(turbohtml.Linker().linkify), 1
    if linkify_it := optional("linkify_it"):
        yield "find / linkify-it-py", looped(recommended.find), looped(linkify_it.LinkifyIt().match), 4
    if bleach := optional("bleach"):
        yield "linkify_html / bleach", looped(recommended.linkify_html), looped(bleach.linkify), 4
    if urlextract := optional("urlextract"):
        yield "find / urlextract", looped(recommended.find), looped(urlextract.URLExtract().find_urls), 20
    if pyarrow := optional("pyarrow"):
        from linkspan import arrow

        def column(**options):
            return lambda lines: arrow.find(lines, **options)

        yield "Arrow 8 fields / start, end, text", column(), column(fields=["start", "end", "text"]), pyarrow


def seconds(run, lines):
    start = time.process_time()
    run(lines)
    return time.process_time() - start


def main(folder, rounds=5):
    texts = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        if path.is_file() and path.name != "README.md":
            texts[path.name] = path.read_text("utf-8", "replace").splitlines()
    for name, ours, theirs, part in rivals():
        ratios = []
        for text in texts.values():
            if isinstance(part, int):
                lines = text[:: max(1, part * len(text) // LINES)]  # spread over the text
            else:
                lines = part.array(text)
            fastest = [min(seconds(run, lines) for _ in range(rounds)) for run in (ours, theirs)]
            ratios.append(fastest[1] / fastest[0])
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{name:34} {mean:8.2f}   " + " ".join(f"{ratio:.2f}" for ratio in ratios), flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:]))
