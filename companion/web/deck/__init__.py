"""Teaching the reader a table's own deck."""

from companion.web.deck.pages import init_app

__all__ = ["init_app"]
