"""The first page."""

from companion.web.home.pages import init_app

__all__ = ["init_app"]
