"""The chapter of meld: the pay for cards, and the melds in them."""

from companion.rules.meld.best import MeldCount, best_meld, meld_by_trump

__all__ = ["MeldCount", "best_meld", "meld_by_trump"]
