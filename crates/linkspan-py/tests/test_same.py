"""The same text gives the same links as in the native library."""

import json

import pytest
from support import asked, case_files, corpora, found, needs_corpora, needs_program, random_texts, repaired

import linkspan

#: What is known of a link: all of it is compared.
FIELDS = [name for name in linkspan.find("a.com")[0].as_dict() if name not in ("start", "end")]


def described(links):
    return [[*link.span(), *(getattr(link, field) for field in FIELDS)] for link in links]


def native(text, profile):
    links = found(text, "--profile", profile)
    return [[link["start_char"], link["end_char"], *(link[field] for field in FIELDS)] for link in links]


@needs_program
@pytest.mark.parametrize("profile", ["recommended", "uts58", "uasg", "nonascii", "pri185"])
def test_case_files(profile):
    detector = linkspan.Detector(profile)
    for text in case_files():
        links = detector.find(text)
        assert described(links) == native(text, profile)
        assert all(text[link.start : link.end] == link.text for link in links)


@needs_program
@needs_corpora
@pytest.mark.parametrize("profile", ["recommended", "uts58"])
def test_corpora(profile):
    detector = linkspan.Detector(profile)
    for text in corpora():
        links = detector.find(text)
        assert described(links) == native(text, profile)
        assert all(text[link.start : link.end] == link.text for link in links)
        assert detector.count(text) == len(links)


@needs_program
@pytest.mark.parametrize("profile", ["recommended", "uts58", "nonascii", "pri185"])
def test_random_texts_with_lone_surrogates(profile):
    detector = linkspan.Detector(profile)
    apart = "\n\u2029\n"
    texts = random_texts(profile, 25_000)
    expected = native(apart.join(map(repaired, texts)), profile)
    at, all_links = 0, []
    for text in texts:
        links = detector.find(text)
        assert all(text[link.start : link.end] == link.text for link in links)
        all_links += [[start + at, end + at, *rest] for start, end, *rest in described(links)]
        at += len(text) + len(apart)
    assert all_links == expected


@needs_program
@pytest.mark.parametrize("profile", ["recommended", "uts58"])
def test_reasons_and_outputs(profile):
    detector = linkspan.Detector(profile)
    random = "\n\u2029\n".join(map(repaired, random_texts(7, 10_000)))
    for text in [*case_files(), *(text[:300_000] for text in corpora()), random]:
        rejected = [
            [one["start_char"], one["end_char"], one["kind"], one["text"], one["reasons"]]
            for one in found(text, "--profile", profile, "--rejected")
            if not one["linked"]
        ]
        assert [[*one.span(), one.kind, one.text, one.reasons] for one in detector.rejected(text)] == rejected
        explained = detector.explain(text)
        assert [[one["start"], one["end"]] for one in explained if one["linked"]] == [list(link.span()) for link in detector.find(text)]
        assert detector.linkify(text) == asked(text, "linkify", "--to", "html", "--profile", profile)
        assert detector.linkify(text, to="markdown") == asked(text, "linkify", "--to", "markdown", "--profile", profile)
        if profile == "recommended":
            assert detector.linkify_html(text) == asked(text, "linkify", "--from", "html")
            assert detector.linkify_markdown(text) == asked(text, "linkify", "--from", "markdown")


@needs_program
@pytest.mark.parametrize("profile", ["recommended", "pri185"])
def test_explanations(profile):
    lines = [line for text in case_files() for line in text.splitlines() if line.strip()]
    lines += [repaired(text).replace("\n", " ") for text in random_texts(8, 2_000)]
    printed = asked("\n".join(lines), "explain", "--format", "json", "--profile", profile, "--file")
    explained = [json.loads(line) for line in printed.split("\n") if line]
    names = {"start", "end", "tld_known", "tld_list_date", "found_by", "passed", "file", "line"}
    detector = linkspan.Detector(profile)
    ours = [one for line in lines for one in detector.explain(line)]
    assert [{name: one[name] for name in one if name not in names} for one in ours] == [
        {name: one[name] for name in one if name not in names} for one in explained
    ]


@needs_program
def test_links_of_pages():
    page = '<p title="x">a.com &amp; <a href="/b?c&amp;d">bank.com</a><code>e.org</code> 日本 <img src=//f.net/x.png>'
    expected = found(page, "--from", "html", "--set", "tlds=embedded")
    ours = linkspan.html_links(page)
    assert [[*one.span(), one.text, one.within, one.decoded, one.link.href, one.reasons] for one in ours] == [
        [one["start_char"], one["end_char"], one["text"], one["within"], "decoded" in one, one["href"], one["reasons"]]
        for one in expected
    ]
    assert len(ours) == 4
