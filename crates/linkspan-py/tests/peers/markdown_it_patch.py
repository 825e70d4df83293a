"""Puts linkspan into markdown-it-py, for its own tests."""

import linkify_it

import linkspan.markdown_it

linkify_it.LinkifyIt = linkspan.markdown_it.LinkifyIt
