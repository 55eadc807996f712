"""What a page shows of a game, worked out before any template sees it."""

from companion.game.view.game import GameView, view

__all__ = ["GameView", "view"]
