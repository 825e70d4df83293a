"""Puts linkspan into bleach, for bleach's own tests. Results are compared as trees, unless LINKSPAN_EXACT is set."""

import os

import bleach
import bleach.linkifier
from bleach._vendor import html5lib

import linkspan.bleach


def tree(html):
    def plain(element):
        children = [(plain(child), child.tail or "") for child in element]
        return (str(element.tag), sorted(element.attrib.items()), element.text or "", children)

    return plain(html5lib.parseFragment(html, namespaceHTMLElements=False))


class Html(str):
    def __eq__(self, other):
        return tree(str(self)) == tree(str(other))

    def __ne__(self, other):
        return not self == other

    __hash__ = str.__hash__


class Linker(linkspan.bleach.Linker):
    def __init__(self, callbacks=linkspan.bleach.DEFAULT_CALLBACKS, skip_tags=None, parse_email=False, **others):
        super().__init__(callbacks, skip_tags, parse_email, **others)

    def linkify(self, text):
        made = super().linkify(text)
        return made if "LINKSPAN_EXACT" in os.environ else Html(made)


def linkify(text, callbacks=linkspan.bleach.DEFAULT_CALLBACKS, skip_tags=None, parse_email=False):
    return Linker(callbacks, skip_tags, parse_email).linkify(text)


bleach.linkify = linkify
bleach.linkifier.Linker = Linker
