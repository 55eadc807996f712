"""The moon: every trick for a fixed amount, bid above all others (bid.moon, res.moon)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.game.second_scorer.judge.figures import Options


def figures(options: Options) -> Mapping[str, Any] | None:
    """What it brings and costs; None where it is not bid: without an auction, or where units are paid."""
    return (
        options["bid.moon"]
        if options["bid"] == "auction" and not (options["units.prices"] or options["score.game-points"])
        else None
    )


def in_place_of_trump(options: Options) -> bool:
    """bid.moon.untrumped: whether the bidder says it where trump would be named; never where a partner is called."""
    moon = figures(options)
    return bool(moon and moon.get("untrumped")) and options["sides"] != "called"


def silences(options: Options) -> bool:
    """Whether nobody but the bidding side scores in it."""
    return not options["bid.moon"].get("others_score", False)
