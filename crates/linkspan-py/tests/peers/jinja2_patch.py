"""Puts linkspan into Jinja, for Jinja's own tests."""

import jinja2.filters
import jinja2.utils

import linkspan.jinja2

jinja2.utils.urlize = linkspan.jinja2.urlize
jinja2.filters.FILTERS["urlize"] = linkspan.jinja2.do_urlize
