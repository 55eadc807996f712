"""The chapter of the score: what a deal changes, and when the game is over. Each part is loaded when it is asked."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
_PART_OF = {
    **dict.fromkeys(("score_deal", "score_entered"), "deal"),
    **dict.fromkeys(("DealEnd", "DealFacts", "DealScore", "Ending"), "facts"),
    **dict.fromkeys(("History", "Result", "judge_result"), "history"),
}


def __getattr__(name: str) -> Any:
    if name not in _PART_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PART_OF[name]}"), name)
