"""The chapter of the score: what a deal changes, and when the game is over."""

from companion.rules.score.deal import score_deal, score_entered
from companion.rules.score.facts import DealEnd, DealFacts, DealScore, Ending
from companion.rules.score.history import History, Result, judge_result

__all__ = [
    "DealEnd",
    "DealFacts",
    "DealScore",
    "Ending",
    "History",
    "Result",
    "judge_result",
    "score_deal",
    "score_entered",
]
