"""A page that shows every component."""

from companion.web.style.pages import init_app

__all__ = ["init_app"]
