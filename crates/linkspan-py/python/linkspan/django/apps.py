"""The Django application."""

from django.apps import AppConfig


class LinkspanConfig(AppConfig):
    """Provides the template library ``linkspan``."""

    name = "linkspan.django"
    label = "linkspan"
