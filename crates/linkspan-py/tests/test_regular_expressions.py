"""No regular expression of the package tries more than one way to match the same characters."""

import ast
import pathlib
import re
import sys

import pytest

import linkspan

if sys.version_info >= (3, 11):
    from re import _constants as names
    from re import _parser as parser
else:
    import sre_constants as names
    import sre_parse as parser

MODULES = sorted(pathlib.Path(linkspan.__file__).parent.rglob("*.py"))
#: A repetition up to this number costs a constant.
BOUNDED = 256


def patterns(module):
    """The regular expressions that a module writes, and the functions of `re` that they are given to."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.func.attr != "escape":
                if isinstance(node.args[0], ast.Constant):
                    yield node.args[0].value


def characters(item):
    """The characters up to U+017F that an item can start with."""
    kind, value = item
    if kind in (names.LITERAL, names.NOT_LITERAL):
        return {c for c in range(384) if (c == value) == (kind is names.LITERAL)}
    if kind is names.ANY:
        return set(range(384))
    if kind is names.IN:
        found, negated = set(), False
        for one, what in value:
            if one is names.NEGATE:
                negated = True
            elif one is names.RANGE:
                found |= set(range(what[0], min(what[1], 383) + 1))
            elif one is names.CATEGORY:
                letter = {"SPACE": r"\s", "DIGIT": r"\d", "WORD": r"\w"}[str(what).rpartition("_")[2]]
                found |= {c for c in range(384) if bool(re.match(letter, chr(c))) != ("NOT" in str(what))}
            else:
                found |= characters((one, what))
        return set(range(384)) - found if negated else found
    if kind in (names.MAX_REPEAT, names.MIN_REPEAT):
        return first(list(value[2]))
    if kind is names.SUBPATTERN:
        return first(list(value[-1]))
    if kind is names.BRANCH:
        return set().union(*(first(list(branch)) for branch in value[1]))
    return set()


def is_empty(item):
    """Whether an item can match nothing."""
    kind, value = item
    if kind in (names.MAX_REPEAT, names.MIN_REPEAT):
        return value[0] == 0 or all(map(is_empty, value[2]))
    if kind is names.SUBPATTERN:
        return all(map(is_empty, value[-1]))
    if kind is names.BRANCH:
        return any(all(map(is_empty, branch)) for branch in value[1])
    return kind in (names.AT, names.ASSERT, names.ASSERT_NOT)


def first(items):
    found = set()
    for item in items:
        found |= characters(item)
        if not is_empty(item):
            break
    return found


def is_endless(item):
    return item[0] in (names.MAX_REPEAT, names.MIN_REPEAT) and item[1][1] > BOUNDED


def inner(item):
    """The sequences inside an item."""
    kind, value = item
    if kind in (names.MAX_REPEAT, names.MIN_REPEAT):
        return [list(value[2])]
    if kind is names.SUBPATTERN:
        return [list(value[-1])]
    return [list(branch) for branch in value[1]] if kind is names.BRANCH else []


def ambiguous(items, start=None, after=()):
    """The first repetition that shares characters with what follows, or in which a search could start again."""
    start = first(items) if start is None else start
    for number, item in enumerate(items):
        rest = [*items[number + 1 :], *after]
        if is_endless(item):
            repeated = characters(item)
            # Nothing can fail after the last item.
            if rest and number and repeated & start:
                return item
            if repeated & first(rest):
                return item
        for sequence in inner(item):
            if found := ambiguous(sequence, start, [item, *rest] if is_endless(item) else rest):
                return found
    return None


def test_all_of_the_package():
    found = [(module.name, pattern) for module in MODULES for pattern in patterns(module)]
    assert len(found) > 10
    assert [one for one in found if ambiguous(list(parser.parse(one[1])))] == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"charset\s*=\s*[\"']?\s*([\w.:-]+)",
        r"<meta[^>]*?charset=x",
        r"(a+)+b",
        r"a*b?a*c",
    ],
)
def test_those_that_are_slow_are_seen(pattern):
    assert ambiguous(list(parser.parse(pattern)))
