"""Starting a game: the variant, the names, the seats."""

from companion.web.start.pages import init_app

__all__ = ["init_app"]
