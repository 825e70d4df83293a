"""The official files of UTS #58 through Python."""

import re

import pytest
from support import UNICODE

import linkspan

VERSIONS = ["17.0.0", "18.0.0"]


def lines(version, name):
    path = UNICODE / version / name
    if not path.exists():
        pytest.skip(f"{version}/{name} is absent: get it from unicode.org and name its folder in LINKSPAN_UNICODE_DIR")
    return [line for line in path.read_text("utf-8").split("\n") if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("version", VERSIONS)
def test_detection(version):
    marked = lines(version, "LinkDetectionTest.txt")
    detector = linkspan.Detector("uts58")
    for line in marked:
        text = re.sub("[⸠⸡]", "", line)
        made = "".join(span if isinstance(span, str) else f"⸠{span}⸡" for span in detector.spans(text))
        assert made == line
    assert len(marked) == 344
