"""The figures of the games of two sides and more, items 1 to 7 and 16 to 20 of section 9."""

from __future__ import annotations

from typing import Any

from tests.game.second_scorer.judge.figures_base import OFF, QUAD_TABLE, TABLE, save

SITE: dict[str, Any] = {
    **OFF,
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
    "meld.table": TABLE,
    "meld.run-extra": True,
    "score.save": save("points", 1, loses_tricks=True),
    "score.throw-in": "shortfall>pool",
    "score.renege": "side",
    "end.target": 1500,
    "end.tie": ["bidder", "high"],
}
HOYLE = {
    **SITE,
    "bid.pass-help": True,
    "meld.run-extra": False,
    "play.head": "in-suit",
    "score.throw-in": "shortfall>=pool",
}
JOEDOG = {
    **SITE,
    "unit": "ones",
    "bid.min": 25,
    "bid.step": [[25, 1]],
    "bid.max-jump": None,
    "bid.forced": "redeal",
    "bid.forced-amount": 25,
    "pass.count": 3,
    "play.head": "trump-led",
    "count.last-trick": 1,
    "meld.run-extra": False,
    "score.save": save("points", 1),
    "score.throw-in": "never",
    "end.target": 150,
}
PARTNERSHIP = {
    **SITE,
    "bid.max-jump": None,
    "bid.forced": "first-hand",
    "pass.count": 3,
    "meld.run-extra": False,
    "score.save": save("trick"),
    "score.throw-in": "always",
    "misdeal.procedure": True,
    "renege.exposed": "on-purpose",
    "end.target": 1000,
}
FOUR_HANDED = {
    **PARTNERSHIP,
    "bid.min": 150,
    "bid.step": [[150, 10]],
    "bid.forced": "first-with-meld",
    "pass.count": 0,
}
SUMMED = {**PARTNERSHIP, "bid": "summed", "bid.min": 10, "bid.step": [[10, 10]], "bid.rounds": "one-turn"}
DOUBLES = {
    **OFF,
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
    "meld.table": QUAD_TABLE,
    "score.meld-min": {"at_least": 20},
    "score.save": save("points", 20, loses_tricks=True),
    "score.throw-in": "always",
    "score.renege": "side",
    "score.no-marriage": True,
    "end.target": 500,
    "end.tie": ["bidder", "high"],
    "end.all-tricks": "wins",
    "end.no-progress": 250,
    "end.quad-pinochle": 20,
}
DOUBLE_DECK = {
    **PARTNERSHIP,
    "pack": "80",
    "hand.size": 20,
    "bid.min": 500,
    "bid.step": [[500, 10], [600, 50]],
    "bid.meld-bids": 600,
    "pass.count": 0,
    "count.last-trick": 20,
    "meld.table": QUAD_TABLE,
    "misdeal.technical": True,
    "end.target": 5000,
}
TRIPLE_DECK = {
    **DOUBLE_DECK,
    "unit": "ones",
    "players": 6,
    "sides": "alternate",
    "pack": "120",
    "bid.min": 75,
    "bid.step": [[75, 5]],
    "bid.forced-amount": 75,
    "bid.meld-bids": None,
    "count.last-trick": 3,
    "end.target": 500,
}
RACEHORSE = {
    **DOUBLE_DECK,
    "players": 6,
    "sides": "alternate",
    "pack": "124",
    "bid.forced": "first-hand-automatic",
    "bid.forced-amount": 500,
    "kitty.size": 4,
    "count.last-trick": 30,
    "meld.table": {**QUAD_TABLE, "marriage": 0},
    "score.save": save("points", 10, loses_tricks=True),
}
EIGHT_HANDED = {**DOUBLE_DECK, "players": 8, "pack": "96", "hand.size": 12, "misdeal.technical": False}
