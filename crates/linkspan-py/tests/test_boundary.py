"""Random calls of everything public: each one returns, or raises an error of its arguments."""

import pickle
import random

import linkspan
from support import TOKENS, random_texts, repaired

CALLS = 20_000

# What a call may raise. Anything else, a panic of the extension in particular, is a mistake.
ERRORS = (ValueError, TypeError, IndexError, OverflowError)

NUMBERS = [0, 1, -1, 2, 5, 17, 2**31 - 1, 2**31, -(2**31), 2**32, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30]
STRANGE = [None, True, 1.5, float("nan"), b"a.com", bytearray(b"a.com"), [], ["a"], (), {}, {"a": 1}, object(), "", "\0"]
OPTIONS = {
    "profile": ["uts58", "recommended", "uasg", "nonascii", "pri185", "x", ""],
    "with_": [["file-name"], "file-name", ["x"]],
    "without": [["file-name"], [], [1]],
    "bare_ip": ["linked", "x"],
    "tlds": ["syntactic", "embedded", "x"],
    "add_tld": [["lan"], "lan", ["\ud800"]],
    "add_scheme": [["ftp://"], ["a b"], "tel:"],
    "max_name": NUMBERS,
    "max_run": NUMBERS,
    "max_length": NUMBERS,
    "today": ["2026-11-15", "2026-13-45", ""],
}
HTML = {
    "to": ["html", "markdown", "text", "defanged", "x"],
    "rel": ["", "nofollow", '"><script>'],
    "target": ["_blank", "\ud800"],
    "class_": ["x", '"'],
    "caption": ["typed", "display", "x"],
    "shorten": NUMBERS,
    "title": ["none", "display", True, 3],
    "href": ["normalized", "typed"],
    "isolate": ["always", "never", "x"],
    "bidi": ["uts58", "x"],
    "on_link": [lambda anchor: None, lambda: None, 3],
}


class Caller:
    """Chooses functions and arguments."""

    def __init__(self, seed):
        self.chooser = random.Random(seed)
        self.texts = random_texts(seed, 400)
        self.detectors = [linkspan.Detector(), linkspan.Detector("uts58"), linkspan.Detector("pri185")]
        self.anew()

    def anew(self):
        self.live = linkspan.LiveText(self.text(), self.detector())
        self.stream = linkspan.Stream(self.detector())
        self.changes = []

    def text(self):
        """A text, with lone surrogates and all."""
        text = self.chooser.choice(self.texts)
        return text if self.chooser.random() < 0.8 else text + chr(self.chooser.randrange(0x110000))

    def detector(self):
        return self.chooser.choice(self.detectors)

    def number(self):
        near = self.chooser.randint(-2, 40)
        return near if self.chooser.random() < 0.8 else self.chooser.choice(NUMBERS)

    def some(self, options):
        names = self.chooser.sample(sorted(options), self.chooser.choice([0, 0, 1, 2]))
        return {name: self.chooser.choice(options[name]) for name in names}

    def argument(self, usual):
        """The usual argument, now and then something else."""
        return usual() if self.chooser.random() < 0.95 else self.chooser.choice(STRANGE)

    def calls(self):
        """Every function and method, each with arguments of its own."""
        text, number, live, stream = self.text, self.number, self.live, self.stream
        one = lambda function: lambda: function(self.argument(text))
        two = lambda function: lambda: function(self.argument(number), self.argument(number))
        any_detector = lambda: self.argument(self.detector)
        found = lambda: [*self.detector().find(text()), *self.detector().rejected(text())]
        return [
            lambda: linkspan.Detector(**self.some(OPTIONS)),
            *[
                lambda function=function: function(self.argument(text), any_detector(), **self.some(OPTIONS))
                for function in (linkspan.find, linkspan.spans, linkspan.rejected, linkspan.explain, linkspan.linkify_markdown)
            ],
            lambda: linkspan.linkify(self.argument(text), any_detector(), **self.some(HTML)),
            lambda: linkspan.linkify_html(self.argument(text), any_detector(), **self.some(HTML)),
            lambda: linkspan.html_links(self.argument(text), any_detector(), base=self.argument(text), refang=True),
            lambda: linkspan.format(self.argument(text), self.chooser.choice(["minimal", "display", "ascii", "x", None])),
            *[one(function) for function in (linkspan.html_text, linkspan.defang, linkspan.refang, linkspan.domain)],
            *[one(getattr(self.detector(), name)) for name in ("find", "test", "count", "spans", "rejected", "explain")],
            lambda: list(self.detector().finditer(self.argument(text))),
            lambda: self.detector().match(self.argument(text), self.argument(number)),
            lambda: [thing.as_dict() for thing in self.detector().find(text())],
            lambda: [pickle.loads(pickle.dumps(thing)) == thing and hash(thing) for thing in found()],
            lambda: self.changes.append(live.edit(self.argument(number), self.argument(number), self.argument(text))),
            lambda: live.undo(self.chooser.choice(self.changes or [None])),
            two(live.links),
            two(live.dismiss),
            two(live.restore),
            lambda: live.pending(self.argument(number)),
            lambda: live.set_enabled(self.argument(lambda: True)),
            lambda: linkspan.LiveText(text(), any_detector(), dismissed=[self.argument(lambda: (number(), number()))]),
            live.state,
            one(stream.push),
            stream.finish,
        ]


def test_calls_return_or_say_what_is_wrong():
    caller = Caller(5)
    returned = 0
    for count in range(CALLS):
        if count % 200 == 0:
            caller.anew()
        call = caller.chooser.choice(caller.calls())
        try:
            call()
            returned += 1
        except ERRORS as error:
            assert str(error), type(error)
    assert CALLS / 2 < returned < CALLS


def test_results_fit_their_texts():
    for text in [*random_texts(11, 2_000), *TOKENS]:
        detector = linkspan.Detector("uts58")
        links = detector.find(text)
        assert all(text[link.start : link.end] == link.text or repaired(text) != text for link in links)
        assert detector.count(text) == len(links) == len(list(detector.finditer(text)))
        assert detector.test(text) == bool(links)
        stream, cut = linkspan.Stream(detector), len(text) // 2
        pieces = [*stream.push(text[:cut]), *stream.push(text[cut:]), *stream.finish()]
        assert [link.span() for link in pieces] == [link.span() for link in links]
        live = linkspan.LiveText(text, detector)
        assert [link.span() for link in live.links()] == [link.span() for link in links]
