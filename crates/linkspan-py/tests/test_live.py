"""Text that is edited, and text that arrives in pieces."""

import json
import random

import pytest
from support import random_texts, repaired

import linkspan


def places(text, detector):
    return [link.span() for link in detector.find(text)]


def test_edits_give_the_links_of_a_new_search():
    chooser, detector = random.Random(1), linkspan.Detector()
    inserts = random_texts(3, 400)
    for start in random_texts(2, 60):
        text = repaired(start) * chooser.choice([1, 1, 50])
        live = linkspan.LiveText(text, detector)
        known = {link.id: link.span() for link in live.links()}
        history = []
        for _ in range(12):
            if history and chooser.random() < 0.3:
                text, changes = history.pop()
                changes = live.undo(changes)
            else:
                begin = chooser.randint(0, len(text))
                end = min(len(text), begin + chooser.randint(0, 5))
                insert = repaired(chooser.choice(inserts))
                changes = live.edit(begin, end, insert)
                history.append((text, changes))
                text = text[:begin] + insert + text[end:]
            for gone in changes.removed:
                del known[gone]
            moved = lambda at: at + changes.shift_by if at >= changes.shift_from else at
            known = {number: tuple(map(moved, span)) for number, span in known.items()}
            known.update({link.id: link.span() for link in [*changes.moved, *changes.added]})
            assert str(live) == text and len(live) == len(text)
            assert [link.span() for link in live.links()] == places(text, detector)
            assert sorted(known.values()) == places(text, detector)
            assert all(text[one.start : one.end] == one.link.text for one in live.links())


def test_dismissed_links():
    live = linkspan.LiveText("🙂 a.com b.com")
    changes = live.dismiss(2, 7)
    assert [link.link.text for link in live.links()] == ["b.com"] and len(changes.removed) == 1
    state = live.state()
    assert state == {"enabled": True, "dismissed": [(2, 7)]}
    again = linkspan.LiveText(str(live), **json.loads(json.dumps(state)))
    assert [link.span() for link in again.links()] == [(8, 13)]
    assert [link.link.href for link in again.restore(0, 13).added] == ["https://a.com/"]
    assert again.set_enabled(False).removed and again.links() == []
    assert linkspan.LiveText("a.com", enabled=False).links() == []
    assert live.pending(13).link.text == "b.com" and live.pending(0) is None
    assert [link.span() for link in live.links(12, 13)] == [(8, 13)]


def test_errors():
    live = linkspan.LiveText("日本")
    for call in [lambda: live.edit(1, 3, ""), lambda: live.edit(2, 1, ""), lambda: live.links(0, 3), lambda: live.dismiss(3, 3)]:
        with pytest.raises(IndexError, match="the range is outside the text, which has length 2"):
            call()
    with pytest.raises(ValueError, match="not those of the last edit"):
        live.undo(live.dismiss(0, 1))
    with pytest.raises(TypeError, match="insert must be str, not int"):
        live.edit(0, 0, 5)
    for pair, kind in [({}, "dict"), (3, "int"), ((0, 1, 2), "tuple")]:
        with pytest.raises(TypeError, match=f"each item of dismissed must be a start and an end, not {kind}"):
            linkspan.LiveText("a.com", dismissed=[pair])
    for call in [lambda: live.edit(-1, 0, ""), lambda: live.links(-1), lambda: linkspan.LiveText("a", dismissed=[(0, 9)])]:
        with pytest.raises(IndexError):
            call()
    assert str(live) == "日本"


def test_undo():
    live, other = linkspan.LiveText("x "), linkspan.LiveText("y ")
    one, two, elsewhere = live.edit(0, 0, "a.com "), live.edit(0, 0, "b.com "), other.edit(0, 0, "c.com ")
    for changes in (one, elsewhere):
        with pytest.raises(ValueError, match="not those of the last edit"):
            live.undo(changes)
    back = live.undo(two)
    assert str(live) == "a.com x "
    with pytest.raises(ValueError):
        live.undo(two)
    again = live.undo(back)
    assert str(live) == "b.com a.com x " and "added=1" in repr(again)
    live.undo(again)
    live.undo(one)
    assert str(live) == "x "


def test_streams():
    chooser, detector = random.Random(4), linkspan.Detector()
    for text in random_texts(5, 400):
        text = (text + " ") * 3
        stream, links, at = linkspan.Stream(detector), [], 0
        while at < len(text):
            size = chooser.randint(1, 9)
            links += stream.push(text[at : at + size])
            at += size
        links += stream.finish()
        assert [link.span() for link in links] == places(text, detector)
        assert all(text[link.start : link.end] == link.text for link in links)
    for call in [lambda: stream.push("x"), stream.finish]:
        with pytest.raises(ValueError, match="the stream is finished"):
            call()
