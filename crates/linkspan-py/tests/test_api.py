"""What the module offers: types, errors, copies in other processes, threads and interrupts."""

import copy
import datetime
import inspect
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import linkspan

TEXT = "siehe bücher.de:8080/a?b#c:~:text=d und me@example.com!"


def test_attributes():
    url, email = linkspan.find(TEXT)
    assert url.span() == (url.start, url.end) == (6, 35)
    assert (url.kind, url.text, url.scheme, url.host_typed, url.port) == ("url", "bücher.de:8080/a?b#c:~:text=d", None, "bücher.de", 8080)
    assert (url.path, url.query, url.fragment, url.directives) == ("/a", "b", "c", "text=d")
    assert (url.host, url.host_display) == ("xn--bcher-kva.de", "bücher.de")
    assert (url.domain, url.domain_display, url.tld) == ("xn--bcher-kva.de", "bücher.de", "de")
    assert url.href == "https://xn--bcher-kva.de:8080/a?b#c:~:text=d"
    assert url.href_typed == "https://bücher.de:8080/a?b#c:~:text=d"
    assert (email.kind, email.local_part, email.host, email.href) == ("email", "me", "example.com", "mailto:me@example.com")
    assert (email.scheme, email.path, email.port, email.reasons, email.linked) == (None, None, None, [], True)
    assert str(url) == url.text and "6:35" in repr(url)
    values = url.as_dict()
    assert all(getattr(url, name) == value for name, value in values.items()) and len(values) == 23
    assert (linkspan.find("HTTPS://a.com/?#")[0].scheme, linkspan.find("https://a.com/?#x")[0].query) == ("HTTPS", "")
    assert linkspan.find("https://аррӏе.com")[0].caption == "https://xn--80ak6aa92e.com"


def test_links_outlive_their_text():
    link = linkspan.find("see " + "a" * 3 + ".com")[0]
    assert link.text == "aaa.com"


def test_pickles_and_copies():
    links = linkspan.find(TEXT)
    for again in [pickle.loads(pickle.dumps(links)), copy.deepcopy(links)]:
        assert again == links and [one.as_dict() for one in again] == [one.as_dict() for one in links]
        assert [hash(one) for one in again] == [hash(one) for one in links]
    detector = linkspan.Detector("uts58", ip_hosts="linked", without=["file-name"])
    assert pickle.loads(pickle.dumps(detector)) == detector == copy.copy(detector)
    rejected = linkspan.rejected("README.md")
    again = pickle.loads(pickle.dumps(rejected))
    assert again == rejected and again[0].reasons == rejected[0].reasons
    warned = linkspan.find("**https://a.com/x**")
    assert pickle.loads(pickle.dumps(warned))[0].reasons == warned[0].reasons and warned[0].reasons[0]["id"] == "trailing-markup"
    page = linkspan.html_links('<a href="/x?a&amp;b">y</a>', base="https://a.com/")
    again = pickle.loads(pickle.dumps(page))
    assert [(one.span(), one.text, one.within, one.decoded, one.link.href) for one in again] == [
        ((9, 19), "/x?a&b", "attribute", True, "https://a.com/x?a&b")
    ]
    # A link of a long text does not take the text with it.
    assert len(pickle.dumps(linkspan.find("a.com " + "x" * 10**6))) < 2000


def test_detectors():
    one, other = linkspan.Detector(tlds="syntactic"), linkspan.Detector(tlds="syntactic")
    assert one == other and hash(one) == hash(other) and one != linkspan.Detector() and one != "recommended"
    assert repr(one) == 'linkspan.Detector("recommended", tlds="syntactic")'
    assert eval(repr(linkspan.Detector(with_="file-name", max_length=5))) == linkspan.Detector(max_length=5, with_=["file-name"])
    assert linkspan.Detector(max_run=None) == linkspan.Detector()
    assert linkspan.Detector("uasg", today=datetime.date(2026, 11, 16)) == linkspan.Detector("uasg", today="2026-11-16")
    assert one.profile == "recommended"
    assert [link.href for link in linkspan.find("a.internal b.com", add_tld=["internal"], default_scheme="http")] == [
        "http://a.internal/",
        "http://b.com/",
    ]
    assert linkspan.find("10.0.0.1", one) == [] and linkspan.find("README.md", "uts58")[0].host == "readme.md"
    with pytest.raises(AttributeError):
        one.profile = "uts58"


def test_rejected_candidates():
    [one] = linkspan.rejected("see README.md")
    assert (one.span(), one.linked, one.kind, one.text) == ((4, 13), False, "url", "README.md")
    [reason] = one.reasons
    assert list(reason) == ["id", "clause", "about", "message"] and (reason["id"], reason["about"]) == ("file-name", "README.md")


def test_explanations():
    text = "é README.md **https://a.com/b.** me@b.com"
    rejected, *linked = linkspan.explain(text)
    assert list(rejected) == ["start", "end", "linked", "kind", "text", "reasons"]
    assert (rejected["start"], rejected["linked"], rejected["reasons"]) == (2, False, linkspan.rejected(text)[0].reasons)
    for one, link in zip(linked, linkspan.find(text), strict=True):
        ending = one.pop("ending")
        assert one == link.as_dict() and list(one) == list(link.as_dict())
        names = ["rule", "character", "code_point", "link_term", "clause", "message", "open", "stop", "stopped_at"]
        assert list(ending) == names
    assert (linked[0]["reasons"][0]["id"], ending["rule"], ending["character"]) == ("trailing-markup", "text-end", None)


def test_options_are_those_of_the_library():
    with pytest.raises(TypeError) as error:
        linkspan.Detector(colour=1)
    message = str(error.value)
    names = message.rpartition("options are ")[2].split(", ")
    parameters = list(inspect.signature(linkspan.Detector).parameters)
    assert parameters == ["profile", *names] and "'colour' is not an option" in message


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: linkspan.find(None), TypeError, "text must be str, not NoneType"),
        (lambda: linkspan.find(b"a.com"), TypeError, "text must be str, not bytes; decode it first"),
        (lambda: linkspan.find(), TypeError, "missing 1 required positional argument"),
        (lambda: linkspan.find("a", 5), TypeError, "detector must be a Detector or the name of a profile, not int"),
        (lambda: linkspan.find("a", "best"), ValueError, "unknown profile `best`: expected uts58"),
        (lambda: linkspan.find("a", linkspan.Detector(), tlds="syntactic"), TypeError, "a Detector already has options"),
        (lambda: linkspan.Detector(ip_hosts="yes"), ValueError, "ip_hosts: expected ignored, linked or bare, not `yes`"),
        (lambda: linkspan.Detector(localhost=True), TypeError, "localhost must be text, a number or a list of texts, not bool"),
        (lambda: linkspan.Detector(without=[1]), TypeError, "without must be a list of texts, not int"),
        (lambda: linkspan.Detector(max_length=-1), ValueError, "max_length: expected a number or `none`, not `-1`"),
        (lambda: linkspan.Detector(add_scheme="javascript:"), ValueError, "add_scheme: refusing scheme `javascript`"),
        (lambda: linkspan.linkify("a", colour=1), TypeError, "'colour' is not an option"),
        (lambda: linkspan.Detector().linkify("a", colour=1), TypeError, "linkify() got an unexpected keyword argument 'colour'"),
        (lambda: linkspan.linkify("a", to="pdf"), ValueError, "to: expected 'html', 'markdown', 'text' or 'defanged', not 'pdf'"),
        (lambda: linkspan.linkify("a", caption="x"), ValueError, "caption: expected typed or display, not `x`"),
        (lambda: linkspan.linkify("a", caption=True), TypeError, "caption must be str, not bool"),
        (lambda: linkspan.linkify("a", shorten="5"), TypeError, "shorten must be int, not str"),
        (lambda: linkspan.linkify("a", shorten=True), TypeError, "shorten must be int, not bool"),
        (lambda: linkspan.linkify("a", shorten=-1), ValueError, "shorten: expected a number, not `-1`"),
        (lambda: linkspan.linkify("a", class_=1), TypeError, "class_ must be str, not int"),
        (lambda: linkspan.linkify("a", bidi="x"), ValueError, "bidi: expected plain, ltr, constant, environment, content or tld, not `x`"),
        (lambda: linkspan.format(3), TypeError, "url must be str, not int"),
        (lambda: linkspan.html_links("", base="nope"), ValueError, "base: expected the address of the page"),
        (lambda: linkspan.linkify("a", rel=1), TypeError, "rel must be str, not int"),
        (lambda: linkspan.linkify("a", on_link=1), TypeError, "on_link must be a function, not int"),
        (lambda: linkspan.linkify("a.com", to="text", on_link=print), ValueError, "on_link works only with to='html'"),
        (lambda: linkspan.linkify_html("a", shorten=3), TypeError, "unexpected keyword argument 'shorten'"),
        (lambda: linkspan.linkify_html("a", skip_tags="pre"), TypeError, "skip_tags must be a list of texts, not str"),
        (lambda: linkspan.linkify_html("a", existing=1), TypeError, "existing must be bool, not int"),
        (lambda: linkspan.format("a b", "x"), ValueError, "form: expected 'minimal', 'display' or 'ascii', not 'x'"),
        (lambda: linkspan.format("https://[x"), linkspan.FormatError, ""),
        (lambda: linkspan.Detector().match("a", 2), IndexError, "pos 2 is after the end of the text"),
        (lambda: linkspan.Detector().match("a", -1), IndexError, "pos -1 is outside the text"),
        (lambda: linkspan.Detector().match("a", "b"), TypeError, "pos must be int, not str"),
        (lambda: linkspan.Link(), TypeError, ""),
    ],
)
def test_errors(call, kind, message):
    with pytest.raises(kind) as error:
        call()
    assert message in str(error.value)
    assert type(error.value) is kind


def test_match():
    detector = linkspan.Detector()
    text = "日本 a.com, b.com"
    assert detector.match(text, 3).text == "a.com" and detector.match(text, 4) is None
    assert detector.match(text, 10).span() == (10, 15) and detector.match(text, len(text)) is None
    assert detector.match("a.com").start == 0
    assert [link.text for link in detector.finditer(text)] == ["a.com", "b.com"]
    assert detector.test(text) and not detector.test("nothing")


def test_spans_are_the_text():
    text = "a.com \ud800 b.com\udfff"
    assert "".join(map(str, linkspan.spans(text))) == text


def test_surrogates_are_replaced_in_output():
    assert linkspan.linkify("\ud800 a.com", rel="") == '\ufffd <a href="https://a.com/"><bdi>a.com</bdi></a>'
    assert linkspan.linkify_html("<p>\udc80") == "<p>\ufffd"
    assert linkspan.defang("\ud800 a.com") == "\ufffd a[.]com"


def test_text_that_is_a_subclass():
    class Text(str):
        pass

    assert linkspan.find(Text("a.com"))[0].text == "a.com"
    assert type(linkspan.linkify_html(Text("nothing"))) is str


def test_hostile_texts():
    for unit in ["http://a.com/(", "a.", "@", "a@b.", "://", "<a href=", "日", "\ud800", "&amp;", "((((", "a.com:"]:
        text = unit * (300_000 // len(unit))
        links = linkspan.find(text)
        assert all(text[link.start : link.end] == link.text for link in links)
        linkspan.linkify(text)
        linkspan.linkify_html(text[:50_000])


def test_pieces_of_a_long_text():
    text = "é a.com " * 1_200_000
    assert linkspan.Detector().count(text) == 1_200_000
    links = linkspan.find(text)
    assert all(link.start == 8 * at + 2 for at, link in enumerate(links))
    assert linkspan.linkify(text[:6_000_000]).count("<a ") == 750_000


def test_threads():
    text = TEXT * 40_000
    detector = linkspan.Detector()
    expected = detector.count(text)
    counts = []
    threads = [threading.Thread(target=lambda: counts.append(len(detector.find(text)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [expected] * 4


def test_other_threads_run_meanwhile():
    """The interpreter is free while a long text is searched."""
    text = "a.com/(" * 6_000_000
    progress = []
    thread = threading.Thread(target=linkspan.Detector().count, args=(text,))
    thread.start()
    while thread.is_alive():
        progress.append(1)
        time.sleep(0.001)
    thread.join()
    assert len(progress) > 3


def _found(detector, text):
    return detector.find(text)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    detector = linkspan.Detector("uts58")
    linkspan.find(TEXT)
    with multiprocessing.get_context(method).Pool(2) as pool:
        made = pool.starmap(_found, [(detector, TEXT)] * 4)
    assert made == [detector.find(TEXT)] * 4


@pytest.mark.skipif(os.name != "posix", reason="signals of another kind")
def test_interrupt():
    program = (
        "import linkspan, sys\n"
        "text = 'a.com/(b a@b.c ' * 20_000_000\n"
        "print('ready', flush=True)\n"
        "while True: linkspan.Detector().rejected(text)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert b"KeyboardInterrupt" in errors and process.returncode != 0


def test_sub_interpreters_are_refused():
    program = """
try:
    import linkspan
except ImportError as error:
    assert "interpreter" in str(error), error
else:
    raise AssertionError("imported")
"""
    if sys.version_info >= (3, 13):
        import _interpreters

        interpreter = _interpreters.create()
        assert _interpreters.run_string(interpreter, program) is None
        _interpreters.destroy(interpreter)
    else:
        import _xxsubinterpreters

        interpreter = _xxsubinterpreters.create()
        _xxsubinterpreters.run_string(interpreter, program)
        _xxsubinterpreters.destroy(interpreter)


def test_domains():
    for host in ["www.BÜCHER.co.uk", "xn--bcher-kva.co.uk", "a.bücher。co.uk.", "аррӏе.com"]:
        assert linkspan.domain(host) == linkspan.find(f"https://{host}/", "uts58")[0].domain
    assert linkspan.domain("www.BÜCHER.co.uk") == "xn--bcher-kva.co.uk"
    for other in ["", "com", "https://bank.com/x", "www.a.com?x=evil.com", "user@a.com", " a.com", "a.com:80", "a\0.com", "127.0.0.1"]:
        assert linkspan.domain(other) is None, other


def test_versions():
    assert linkspan.__version__.count(".") == 2 and linkspan.UNICODE_VERSION == "18.0.0"
    assert linkspan.TLD_VERSION >= "2026" and linkspan.PSL_VERSION >= "2026"


def test_everything_has_a_docstring():
    for name in linkspan.__all__:
        value = getattr(linkspan, name)
        if name.isupper() or name == "__version__":
            continue
        assert inspect.getdoc(value), name
        if inspect.isclass(value) and not issubclass(value, Exception):
            members = [member for member in vars(value) if not member.startswith("_")]
            assert all(inspect.getdoc(getattr(value, member)) for member in members), name
