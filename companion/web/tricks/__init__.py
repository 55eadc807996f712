"""The trick log: what has been played, and what it proves."""

from companion.web.tricks.pages import init_app

__all__ = ["init_app"]
