"""``{% load linkspan %}``: the filters ``urlize`` and ``urlizetrunc``."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.defaultfilters import stringfilter

import linkspan.django

register = template.Library()


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlize(value: Any, autoescape: bool = True) -> str:
    """Render text with links."""
    return linkspan.django.urlize(value, nofollow=True, autoescape=autoescape)


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlizetrunc(value: Any, limit: Any, autoescape: bool = True) -> str:
    """Render text with links, showing at most ``limit`` characters of each."""
    return linkspan.django.urlize(value, trim_url_limit=int(limit), nofollow=True, autoescape=autoescape)
