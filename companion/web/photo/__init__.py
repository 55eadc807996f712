"""Photographs: sent, read, shown, corrected and taken into the game."""

from companion.web.photo.pages import init_app, open_games

__all__ = ["init_app", "open_games"]
