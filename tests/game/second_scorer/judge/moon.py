"""The moon: every trick, or none, for a fixed amount (bid.moon, bid.no-trick, res.moon)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.game.second_scorer.judge.figures import Options


def figures(options: Options, every: bool = True) -> Mapping[str, Any] | None:
    """What it brings and costs; None where it is not bid: without an auction, or where units are paid."""
    return (
        options["bid.moon" if every else "bid.no-trick"]
        if options["bid"] == "auction" and not (options["units.prices"] or options["score.game-points"])
        else None
    )


def in_place_of_trump(options: Options, every: bool) -> bool:
    """bid.moon.untrumped, bid.no-trick: whether the bidder says it where trump would be named.

    Never where a partner is called; and that no trick is taken is never said otherwise.
    """
    moon = figures(options, every)
    return bool(moon and (not every or moon.get("untrumped"))) and options["sides"] != "called"


def silences(options: Options, every: bool) -> bool:
    """Whether nobody but the bidding side scores in it."""
    return not _record(options, every).get("others_score", False)


def fixed(options: Options, every: bool) -> tuple[int, int]:
    """What it brings, and what it costs."""
    return _record(options, every)["made"], _record(options, every)["failed"]


def _record(options: Options, every: bool) -> Mapping[str, Any]:
    record: Mapping[str, Any] = options["bid.moon" if every else "bid.no-trick"]
    return record
