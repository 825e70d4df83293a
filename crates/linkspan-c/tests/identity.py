"""Writes the links that `linkspan find --format json` prints as `c/identity.c` prints them, a line each."""

import json
import sys

KINDS = {"url": 0, "email": 1, "file": 2}
FIELDS = [
    "file", "start", "end", "start_utf16", "end_utf16", "kind",
    "href", "display", "host_ascii", "host_display", "registrable_domain",
]  # fmt: skip

sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
for line in sys.stdin:
    link = json.loads(line)
    link["kind"] = KINDS[link["kind"]]
    values = (link.get(name) for name in FIELDS)
    print(*("-" if value is None else value for value in values), sep="\t")
