"""Views of a game for its pages, worked out before any template sees them."""

from companion.game.view.game import GameView, view

__all__ = ["GameView", "view"]
