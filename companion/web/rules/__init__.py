"""The rulebook and the rule cards."""

from companion.web.rules.pages import init_app

__all__ = ["init_app"]
