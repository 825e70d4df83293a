"""Writes the links that `linkspan find --format json` prints as `c/identity.c` prints them, a line each."""

import json
import sys

KINDS = {"url": 0, "email": 1, "file": 2}
PLACES = ["file", "start", "end", "start_utf16", "end_utf16"]
# What depends on the file, or is not a field of a link.
OTHERS = {*PLACES, "start_char", "end_char", "line", "column", "linked", "reasons"}

sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
for line in sys.stdin:
    link = json.loads(line)
    values = [link[name] for name in PLACES] + [KINDS[link["kind"]]]
    for name, value in link.items():
        if name not in OTHERS and value is not None:
            values.append(f"{name}={value}")
    values.append("reasons=" + "".join(reason["id"] + " " for reason in link["reasons"]))
    print(*values, sep="\t")
