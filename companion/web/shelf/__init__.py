"""The games of the house: all of them by evening, those put away, those deleted, and one brought in from a file."""

from companion.web.shelf.pages import init_app

__all__ = ["init_app"]
