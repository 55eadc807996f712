"""The chapter of meld: what cards pay, and what of them can be laid."""

from companion.rules.meld.best import MeldCount, best_meld, meld_by_trump

__all__ = ["MeldCount", "best_meld", "meld_by_trump"]
