"""House variants: a table's own rules."""

from companion.web.house.pages import init_app

__all__ = ["init_app"]
