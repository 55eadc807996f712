"""What several variants share: the tables of melds, and what is off where no clause sets it (sections 2 and 8)."""

from __future__ import annotations

from typing import Any

TABLE: dict[str, Any] = {
    "run": [15, 150],
    "family": [0],
    "pinochle": [4, 30],
    "aces": [10, 100],
    "tens": [0],
    "kings": [8, 80],
    "queens": [6, 60],
    "jacks": [4, 40],
    "royal": 4,
    "marriage": 2,
    "dix": 1,
}
QUAD_TABLE: dict[str, Any] = {
    **TABLE,
    "run": [15, 30, 45, 60],
    "family": [0],
    "pinochle": [4, 30, 45, 60],
    "aces": [10, 100, 150, 200],
    "kings": [8, 80, 120, 160],
    "queens": [6, 60, 90, 120],
    "jacks": [4, 40, 60, 80],
}
TWO_HANDED_TABLE: dict[str, Any] = {**TABLE, "run": [15], "aces": [10], "kings": [8], "queens": [6], "jacks": [4]}


def save(by: str, at_least: int | None = None, loses_tricks: bool = False, dix_safe: bool = False) -> dict[str, Any]:
    figure = {} if at_least is None else {"at_least": at_least}
    return {"by": by, **figure, "loses_tricks": loses_tricks, "dix_safe": dix_safe}


OFF: dict[str, Any] = {
    "draw": "none",
    "draw.discards": "drawer",
    "deal.redeal": "next",
    "bid": "auction",
    "bid.max-jump": None,
    "bid.rounds": "until-pass",
    "bid.dealer-discount": 0,
    "bid.lone-may-decline": False,
    "bid.pass-help": False,
    "bid.meld-bids": None,
    "bid.moon": None,
    "bid.no-trick": None,
    "trump.needs": "nothing",
    "kitty.size": 0,
    "kitty.counts": True,
    "kitty.deal-out": False,
    "pass.count": 0,
    "lead.first": "any",
    "play.broken": False,
    "count": "simple",
    "count.round": False,
    "meld.run-absorbs": "absorbs",
    "meld.run-extra": False,
    "meld.run-rest": False,
    "score.game-points": None,
    "card.names": "english",
    "meld.names": "pinochle",
    "meld.roundhouse": "parts",
    "score.meld-min": None,
    "score.set": "bid",
    "score.unplayed": False,
    "score.throw-in.opponents": "meld",
    "score.double-set": 2,
    "score.bid-and-meld": "sum",
    "score.no-marriage": False,
    "score.no-marriage.opponents": "nothing",
    "misdeal.technical": False,
    "misdeal.hands": [],
    "misdeal.procedure": False,
    "renege.exposed": "never",
    "floor": None,
    "end.all-tricks": "nothing",
    "end.deal": False,
    "end.deals": None,
    "end.deals-level": "tie",
    "end.declare-out": False,
    "end.bid-out": False,
    "end.slide-out": False,
    "end.no-progress": False,
    "end.quad-pinochle": False,
    "check.stake": 0,
    "deal.sits-out": "last-dealer",
    "bid.barred": [],
    "lead.by": "bidder",
    "sides.defenders": "together",
    "score.bid-only": False,
    "units.prices": None,
    "units.spades": 1,
    "units.spades-from": None,
    "count.first-trick": 0,
    "units.hearts": 1,
    "units.kitty": None,
}
"""What no clause sets is off (res.defaults)."""
