"""The variants as section 9 of the rulebook and the sources of auction state them, by the interface’s option keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.game.second_scorer.judge import figures_alone as alone
from tests.game.second_scorer.judge import figures_partners as partners
from tests.game.second_scorer.judge.figures_base import save
from tests.game.second_scorer.judge.units import in_unit

Options = Mapping[str, Any]

FIGURES: Mapping[str, Options] = {
    "site": partners.SITE,
    "partnership": partners.PARTNERSHIP,
    "hoyle": partners.HOYLE,
    "joedog": partners.JOEDOG,
    "four-handed": partners.FOUR_HANDED,
    "kitty-partnership": {**partners.PARTNERSHIP, "hand.size": 11, "kitty.size": 4},
    "summed": partners.SUMMED,
    "bruce-5": alone.BRUCE_5,
    "bruce-7": {**alone.BRUCE_5, "players": [2, 6], "hand.size": 7},
    "two-handed": alone.TWO_HANDED,
    "two-handed-draw": alone.TWO_HANDED_DRAW,
    "three-handed": alone.THREE_HANDED,
    "cutthroat": alone.CUTTHROAT,
    "check": alone.CHECK,
    "auction": alone.AUCTION,
    "five-handed": alone.FIVE_HANDED,
    "doubles": partners.DOUBLES,
    "double-deck": partners.DOUBLE_DECK,
    "triple-deck": partners.TRIPLE_DECK,
    "racehorse": partners.RACEHORSE,
    "eight-handed": partners.EIGHT_HANDED,
}


_BICYCLE_THREE: Options = {
    "players": [3, 3],
    "sides": "each",
    "bid.forced": "dealer",
    "bid.meld-bids": None,
    "score.save": save("points", 1),
    "score.throw-in.opponents": {"bonus": 100},
    "end.target": 4550,
}
BINOKEL: Options = {
    "unit": "tens",
    "pack": {"ranks": ["A", "10", "K", "Q", "J"], "copies": 2},
    "hand.size": 12,
    "kitty.size": 4,
    "bid.min": 150,
    "bid.step": [[150, 10]],
    "bid.forced": "first-hand",
    "bid.forced-amount": 150,
    "bid.dealer-discount": 0,
    "lead.by": "first-hand",
    "count": "classic",
    "count.last-trick": 10,
    "misdeal.procedure": False,
    "renege.exposed": "never",
    "meld.names": "binokel",
    "end.target": 1000,
}
"""The figures that all Binokel tables for three share."""
DURCH = {"made": 1000, "failed": 2000, "others_score": True, "untrumped": True}
TABLES: Mapping[str, tuple[str, Options]] = {
    "senior-games": (
        "four-handed",
        {
            "bid.min": 100,
            "bid.step": [[100, 10]],
            "bid.forced": "dealer",
            "bid.forced-amount": 100,
            "score.set": "credited",
            "score.throw-in": "never",
            "end.target": None,
            "end.deals": 4,
            "end.tie": ["another"],
        },
    ),
    "firehouse": (
        "four-handed",
        {
            "bid.min": 200,
            "bid.step": [[200, 10]],
            "bid.rounds": "one-turn",
            "bid.forced": "redeal",
            "score.throw-in": "never",
        },
    ),
    "widow": (
        "three-handed",
        {
            "unit": "tens",
            "bid.min": 300,
            "bid.step": [[300, 10]],
            "bid.forced": "first-hand",
            "bid.dealer-discount": 0,
            "count": "classic",
            "score.bid-only": True,
            "score.set": "nothing",
            "end.target": 1000,
            "end.tie": ["bidder", {"extend": 250}],
        },
    ),
    "spokane": (
        "doubles",
        {
            "deal.redeal": "next",
            "bid.forced": "redeal",
            "trump.needs": "marriage",
            "lead.first": "any",
            "score.unplayed": True,
            "score.throw-in": "never",
            "score.renege": "side-all-counters",
            "score.no-marriage.opponents": {"at_least": 20},
            "end.target": None,
            "end.deals": 6,
            "end.deals-level": "shared",
            "end.all-tricks": "nothing",
            "end.no-progress": False,
            "end.quad-pinochle": False,
        },
    ),
    "three-double-25": ("double-deck", {**_BICYCLE_THREE, "hand.size": 25, "kitty.size": 5}),
    "three-double-26": ("double-deck", {**_BICYCLE_THREE, "hand.size": 26, "kitty.size": 2}),
    "deck-and-a-half": (
        "kitty-partnership",
        {
            "unit": "ones",
            "pack": "72",
            "hand.size": 17,
            "bid.min": 41,
            "bid.step": [[41, 1]],
            "bid.forced": "dealer",
            "bid.forced-amount": 40,
            "pass.count": 0,
            "meld.table": {
                "run": [15, 40],
                "pinochle": [4, 30, 60],
                "aces": [10, 100, 150],
                "kings": [8, 80, 120],
                "queens": [6, 60, 90],
                "jacks": [4, 40, 60],
            },
            "end.target": 250,
        },
    ),
    "bicycle-check": (
        "four-handed",
        {
            "bid.min": 200,
            "bid.step": [[200, 10]],
            "bid.forced": "dealer",
            "bid.forced-amount": 200,
            "trump.needs": "marriage-unless-min",
            "score.throw-in": "never",
            "check.stake": 1,
            "check.melds": {
                "flush": 2,
                "aces_around": 2,
                "around": 1,
                "roundtable": 5,
                "double_marriage": 0,
                "double_pinochle": 2,
                "double_around": 0,
            },
            "check.nines": 0,
            "check.contract": [[200, 2], [250, 4], [300, 7], [350, 10]]
            + [[start, start // 10 - 25] for start in range(400, 1050, 50)],
            "check.slam": 5,
            "check.game": 10,
            "check.lead": 100,
            "check.minus": 5,
        },
    ),
    "six-card-racehorse": (
        "bruce-5",
        {
            "players": [2, 6],
            "hand.size": 6,
            "bid.min": 5,
            "bid.step": [[5, 1]],
            "bid.forced-amount": 5,
            "lead.first": "any",
            "score.save": save("points", 1),
            "play.broken": False,
            "meld.table": {"pinochle": [4, 50]},
            "end.bid-out": True,
        },
    ),
    "five-notes": (
        "five-handed",
        {
            "unit": "ones",
            "sides.defenders": "tricks",
            "bid.min": 35,
            "bid.step": [[35, 1]],
            "bid.forced-amount": 35,
            "meld.table": {"pinochle": [4, 30, 45, 500], "royal": [4, 30, 60, 90], "marriage": [2, 30, 60, 90]},
        },
    ),
    "eight-in-two": (
        "eight-handed",
        {
            "sides": "alternate",
            "bid": "none",
            "meld.table": {
                "run": [15, 150, 300],
                "pinochle": [4, 30, 90, 120],
                "aces": [10, 100, 200],
                "kings": [8, 80, 160],
                "queens": [6, 60, 120],
                "jacks": [4, 40, 80],
                "royal": [4, 30, 90, 120],
                "marriage": [2, 30, 90, 120],
            },
        },
    ),
    "half-pack": ("two-handed-draw", {"unit": "ones", "draw": "unused"}),
    "binokel": (
        "three-handed",
        {
            **BINOKEL,
            "card.names": "ober",
            "meld.table": {
                "run": [15],
                "family": [10],
                "kings": [8, 60],
                "queens": [6, 40],
                "jacks": [4, 20],
                "dix": 0,
            },
            "score.save": save("nothing"),
            "score.throw-in.opponents": {"bonus": 40},
        },
    ),
    "binokel-palast": (
        "three-handed",
        {
            **BINOKEL,
            "card.names": "ober",
            "meld.table": {
                "run": [15, 150],
                "family": [10, 150],
                "kings": [8, 100],
                "queens": [6, 100],
                "aces": [10, 100],
                "tens": [0, 100],
                "jacks": [4, 100],
                "dix": 0,
            },
            "score.set": "twice",
            "score.save": save("trick"),
        },
    ),
    "binokel-ennahofen": (
        "three-handed",
        {
            **BINOKEL,
            "bid.moon": DURCH,
            "count.round": True,
            "count.round-up": "from-5",
            "count.round-bid": "exact",
            "card.names": "dame",
            "meld.table": {
                "run": [15, 150],
                "family": [10, 150],
                "kings": [8, 100],
                "queens": [6, 100],
                "aces": [10, 100],
                "jacks": [4, 100],
                "dix": 0,
            },
            "score.set": "twice",
            "score.save": save("trick"),
            "score.throw-in.opponents": "half-bid",
        },
    ),
    "binokel-cross": (
        "kitty-partnership",
        {
            "pack": {"ranks": ["A", "10", "K", "Q", "J", "7"], "copies": 2},
            "pass.count": 0,
            "bid.min": 150,
            "bid.step": [[150, 10]],
            "bid.forced-amount": 150,
            "bid.moon": DURCH,
            "bid.no-trick": {"made": 300, "failed": 600, "others_score": False},
            "count": "classic",
            "meld.run-absorbs": "adds",
            "misdeal.procedure": False,
            "renege.exposed": "never",
            "card.names": "ober",
            "meld.names": "binokel",
            "meld.table": {"family": [10, 150], "kings": [8, 100], "queens": [6, 100], "jacks": [4, 100], "dix": 0},
            "score.set": "twice",
            "end.target": 1500,
        },
    ),
}
"""The known tables as their pages state them: the variant that each is made of, and what is different there."""


def options_of(variant: str, changes: Options) -> Options:
    """A table's options: those of the rulebook's variant, and what the table changed; figures of melds one by one.

    A change of unit brings the figures along that the table does not set itself.
    """
    own = in_unit(FIGURES[variant], changes.get("unit", FIGURES[variant]["unit"]))
    table = {**own["meld.table"], **changes.get("meld.table", {})}
    keeping = {**save("nothing", 1), **changes.get("score.save", own["score.save"])}
    return {**own, **changes, "meld.table": table, "score.save": keeping}
