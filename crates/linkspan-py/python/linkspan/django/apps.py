"""The application."""

from django.apps import AppConfig


class LinkspanConfig(AppConfig):
    """Gives templates the library ``linkspan``."""

    name = "linkspan.django"
    label = "linkspan"
