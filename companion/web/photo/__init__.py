"""Photographs: sent, read, shown, corrected and taken into the game."""

from companion.web.photo.pages import init_app

__all__ = ["init_app"]
