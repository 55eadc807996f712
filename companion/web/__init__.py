"""The pages: Flask, complete without JavaScript, the same partials swapped by htmx where it runs."""

from companion.web.app import create_app, make_app, open_games

__all__ = ["create_app", "make_app", "open_games"]
