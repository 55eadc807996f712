"""Watching a game from another phone."""
