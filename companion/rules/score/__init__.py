"""The chapter of the score: what a deal changes, and when the game is over."""

from companion.rules.score.deal import score_deal
from companion.rules.score.facts import DealEnd, DealFacts, DealScore, Ending

__all__ = ["DealEnd", "DealFacts", "DealScore", "Ending", "score_deal"]
