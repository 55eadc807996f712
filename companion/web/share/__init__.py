"""Watching a game from another phone."""

from companion.web.share.pages import init_app

__all__ = ["init_app"]
