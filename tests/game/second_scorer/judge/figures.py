"""The twenty variants as section 9 of the rulebook states them, by the option keys of the public interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Options = Mapping[str, Any]

_TABLE: dict[str, Any] = {
    "run": [15, 150],
    "pinochle": [4, 30],
    "aces": [10, 100],
    "kings": [8, 80],
    "queens": [6, 60],
    "jacks": [4, 40],
    "royal": 4,
    "marriage": 2,
    "dix": 1,
}
_QUAD_TABLE: dict[str, Any] = {
    **_TABLE,
    "run": [15, 30, 45, 60],
    "pinochle": [4, 30, 45, 60],
    "aces": [10, 100, 150, 200],
    "kings": [8, 80, 120, 160],
    "queens": [6, 60, 90, 120],
    "jacks": [4, 40, 60, 80],
}
_TWO_HANDED_TABLE: dict[str, Any] = {**_TABLE, "run": [15], "aces": [10], "kings": [8], "queens": [6], "jacks": [4]}


def _save(by: str, at_least: int | None = None, loses_tricks: bool = False, dix_safe: bool = False) -> dict[str, Any]:
    figure = {} if at_least is None else {"at_least": at_least}
    return {"by": by, **figure, "loses_tricks": loses_tricks, "dix_safe": dix_safe}


_OFF: dict[str, Any] = {
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
    "meld.roundhouse": "parts",
    "score.meld-min": None,
    "score.set": "bid",
    "score.unplayed": False,
    "score.throw-in.opponents": "meld",
    "score.double-set": 2,
    "score.bid-and-meld": "sum",
    "score.no-marriage": False,
    "misdeal.technical": False,
    "floor": None,
    "end.all-tricks": "nothing",
    "end.deal": False,
    "end.declare-out": False,
    "end.bid-out": False,
    "end.slide-out": False,
    "end.no-progress": False,
    "end.quad-pinochle": False,
    "check.stake": 0,
}
"""What no clause sets is off (res.defaults)."""

_SITE: dict[str, Any] = {
    **_OFF,
    "unit": "tens",
    "players": 4,
    "sides": "opposite",
    "pack": "48",
    "hand.size": 12,
    "bid.min": 250,
    "bid.step": [[250, 10]],
    "bid.max-jump": 20,
    "bid.forced": "dealer",
    "bid.forced-amount": 250,
    "pass.count": 4,
    "play.head": "always",
    "count.last-trick": 10,
    "meld.table": _TABLE,
    "meld.run-extra": True,
    "score.save": _save("points", 1, loses_tricks=True),
    "score.throw-in": "shortfall>pool",
    "score.renege": "side",
    "end.target": 1500,
    "end.tie": ["bidder", "high"],
}
_HOYLE = {
    **_SITE,
    "bid.pass-help": True,
    "meld.run-extra": False,
    "play.head": "in-suit",
    "score.throw-in": "shortfall>=pool",
}
_JOEDOG = {
    **_SITE,
    "unit": "ones",
    "bid.min": 25,
    "bid.step": [[25, 1]],
    "bid.max-jump": None,
    "bid.forced": "redeal",
    "pass.count": 3,
    "play.head": "trump-led",
    "count.last-trick": 1,
    "meld.run-extra": False,
    "score.save": _save("points", 1),
    "score.throw-in": "never",
    "end.target": 150,
}
_PARTNERSHIP = {
    **_SITE,
    "bid.max-jump": None,
    "bid.forced": "first-hand",
    "pass.count": 3,
    "meld.run-extra": False,
    "score.save": _save("trick"),
    "score.throw-in": "always",
    "end.target": 1000,
}
_FOUR_HANDED = {
    **_PARTNERSHIP,
    "bid.min": 150,
    "bid.step": [[150, 10]],
    "bid.forced": "first-with-meld",
    "pass.count": 0,
}
_SUMMED = {**_PARTNERSHIP, "bid": "summed", "bid.min": 10, "bid.step": [[10, 10]], "bid.rounds": "one-turn"}
_BRUCE_5 = {
    **_OFF,
    "unit": "ones",
    "players": [2, 8],
    "sides": "each",
    "pack": "48",
    "hand.size": 5,
    "draw": "discard-and-draw",
    "bid.min": 1,
    "bid.step": [[1, 1]],
    "bid.rounds": "one-turn",
    "bid.forced": "dealer",
    "bid.forced-amount": 1,
    "lead.first": "no-trump",
    "play.broken": True,
    "play.head": "always",
    "count.last-trick": 1,
    "meld.table": _TABLE,
    "score.save": _save("points", 1, dix_safe=True),
    "score.throw-in": "never",
    "score.renege": "bruce",
    "end.target": 50,
    "end.tie": ["bidder", "high"],
}
_TWO_HANDED = {
    **_OFF,
    "unit": "tens",
    "players": 2,
    "sides": "each",
    "pack": "48",
    "hand.size": 12,
    "draw": "stock",
    "bid": "none",
    "play.head": "trump-led",
    "count": "classic",
    "count.last-trick": 10,
    "count.round": True,
    "meld.table": _TWO_HANDED_TABLE,
    "score.save": _save("nothing"),
    "score.throw-in": "never",
    "score.renege": "side",
    "end.target": 1000,
    "end.tie": [{"extend": 250}],
    "end.declare-out": True,
}
_TWO_HANDED_DRAW = {
    **_PARTNERSHIP,
    "players": 2,
    "sides": "each",
    "draw": "keep-or-reject",
    "bid.min": 150,
    "bid.step": [[150, 10]],
    "bid.forced": "redeal",
    "pass.count": 0,
    "score.save": _save("nothing"),
}
_THREE_HANDED = {
    **_OFF,
    "unit": "ones",
    "players": 3,
    "sides": "each",
    "pack": "48",
    "hand.size": 15,
    "bid.min": 20,
    "bid.step": [[20, 1]],
    "bid.forced": "first-with-meld",
    "bid.dealer-discount": 1,
    "kitty.size": 3,
    "play.head": "always",
    "count.last-trick": 1,
    "meld.table": _TABLE,
    "score.save": _save("trick"),
    "score.throw-in": "always",
    "score.renege": "three",
    "end.target": 100,
    "end.tie": ["another"],
}
_CUTTHROAT = {**_THREE_HANDED, "hand.size": 16, "kitty.size": 0, "end.bid-out": True, "end.slide-out": 3}
_CHECK = {
    **_THREE_HANDED,
    "unit": "tens",
    "bid.min": 200,
    "bid.step": [[200, 10]],
    "bid.forced": "dealer",
    "bid.forced-amount": 300,
    "bid.dealer-discount": 10,
    "count.last-trick": 10,
    "end.target": 1000,
    "check.stake": 1,
    "check.nines": 5,
    "check.game": 5,
}
_FIVE_HANDED = {
    **_PARTNERSHIP,
    "players": [5, 7],
    "sides": "called",
    "pack": "80",
    "hand.size": 16,
    "bid.min": 500,
    "bid.step": [[500, 10]],
    "pass.count": 0,
    "count.last-trick": 20,
    "meld.table": _QUAD_TABLE,
}
_DOUBLES = {
    **_OFF,
    "unit": "ones",
    "players": 4,
    "sides": "opposite",
    "pack": "80",
    "hand.size": 20,
    "deal.redeal": "same",
    "bid.min": 50,
    "bid.step": [[50, 1], [60, 5]],
    "bid.forced": "dealer-automatic",
    "bid.forced-amount": 50,
    "bid.meld-bids": 60,
    "trump.needs": "marriage-unless-min",
    "lead.first": "trump-unless-min",
    "play.head": "never",
    "count.last-trick": 2,
    "meld.table": _QUAD_TABLE,
    "score.meld-min": {"at_least": 20},
    "score.save": _save("points", 20, loses_tricks=True),
    "score.throw-in": "always",
    "score.renege": "side",
    "score.no-marriage": True,
    "end.target": 500,
    "end.tie": ["bidder", "high"],
    "end.all-tricks": "wins",
    "end.no-progress": 250,
    "end.quad-pinochle": 20,
}
_DOUBLE_DECK = {
    **_PARTNERSHIP,
    "pack": "80",
    "hand.size": 20,
    "bid.min": 500,
    "bid.step": [[500, 10], [600, 50]],
    "bid.meld-bids": 600,
    "pass.count": 0,
    "count.last-trick": 20,
    "meld.table": _QUAD_TABLE,
    "misdeal.technical": True,
    "end.target": 5000,
}
_TRIPLE_DECK = {
    **_DOUBLE_DECK,
    "unit": "ones",
    "players": 6,
    "sides": "alternate",
    "pack": "120",
    "bid.min": 75,
    "bid.step": [[75, 5]],
    "bid.meld-bids": None,
    "count.last-trick": 3,
    "end.target": 500,
}
_RACEHORSE = {
    **_DOUBLE_DECK,
    "players": 6,
    "sides": "alternate",
    "pack": "124",
    "bid.forced": "first-hand-automatic",
    "bid.forced-amount": 500,
    "kitty.size": 4,
    "count.last-trick": 30,
    "meld.table": {**_QUAD_TABLE, "marriage": 0},
    "score.save": _save("points", 10, loses_tricks=True),
}
_EIGHT_HANDED = {**_DOUBLE_DECK, "players": 8, "pack": "96", "hand.size": 12, "misdeal.technical": False}

FIGURES: Mapping[str, Options] = {
    "site": _SITE,
    "partnership": _PARTNERSHIP,
    "hoyle": _HOYLE,
    "joedog": _JOEDOG,
    "four-handed": _FOUR_HANDED,
    "kitty-partnership": {**_PARTNERSHIP, "hand.size": 11, "kitty.size": 4},
    "summed": _SUMMED,
    "bruce-5": _BRUCE_5,
    "bruce-7": {**_BRUCE_5, "players": [2, 6], "hand.size": 7},
    "two-handed": _TWO_HANDED,
    "two-handed-draw": _TWO_HANDED_DRAW,
    "three-handed": _THREE_HANDED,
    "cutthroat": _CUTTHROAT,
    "check": _CHECK,
    "five-handed": _FIVE_HANDED,
    "doubles": _DOUBLES,
    "double-deck": _DOUBLE_DECK,
    "triple-deck": _TRIPLE_DECK,
    "racehorse": _RACEHORSE,
    "eight-handed": _EIGHT_HANDED,
}
_SILENT_ON_MISDEALS = ("site", "hoyle", "joedog", "bruce-5", "bruce-7", "two-handed", "doubles")


def options_of(variant: str, changes: Options) -> Options:
    """A table's options: those of the rulebook's variant, and what the table changed; figures of melds one by one."""
    own = FIGURES[variant]
    table = {**own["meld.table"], **changes.get("meld.table", {})}
    family = {"misdeal-reneges": variant not in _SILENT_ON_MISDEALS}
    save = {**_save("nothing", 1), **changes.get("score.save", own["score.save"])}
    return {**own, **changes, "meld.table": table, "score.save": save, **family}
