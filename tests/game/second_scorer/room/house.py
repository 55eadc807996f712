"""House variants: options that a table may change, so that more readings are judged than the presets play."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.game.second_scorer.judge.figures import FIGURES, options_of

_SAVES = (
    {"by": "nothing"},
    {"by": "trick", "loses_tricks": True},
    {"by": "trick", "dix_safe": True},
    {"by": "points", "at_least": 50, "loses_tricks": True, "dix_safe": True},
    {"by": "points", "at_least": 20},
)
_TABLES: tuple[dict[str, Any], ...] = (
    {"pinochle": [4, 30, 90, 300]},
    {"pinochle": [15]},
    {"run": [15, 150, 225, 300]},
    {"family": [10, 150]},
    {"tens": [0, 100]},
    {"aces": [10], "jacks": [4, 40, 60]},
    {"royal": 5, "marriage": 3, "dix": 2},
    {"royal": [4, 30, 60, 90], "marriage": [2, 30, 60, 90]},
    {"royal": [4, 30, 60, 120], "marriage": [2, 4, 8, 12]},
)
_FORCED = ("dealer", "dealer-automatic", "first-hand-automatic", "first-hand", "first-with-meld", "redeal")


def house_changes(variant: str, random: Random) -> dict[str, Any]:
    """One to three options changed, now and then beside the unit; whether they stand together, the companion says."""
    changes = _other_unit(variant) if random.random() < 0.15 else {}
    figures = options_of(variant, changes)
    unit = 10 if figures["unit"] == "tens" else 1
    target, step = figures["end.target"] or 1000, figures["bid.step"][-1][1] if "bid.step" in figures else 10
    choices: list[list[dict[str, Any]]] = [
        [{"score.set": way} for way in ("bid-keeps-meld", "bid+meld", "twice", "credited", "nothing")],
        [{"score.set.opponents": pays} for pays in ("half-bid", {"bonus": 3 * unit}, {"bonus": 25 * unit})],
        [{"score.unplayed": True}],
        [{"score.bid-only": True}, {"score.bid-only": True, "score.set": "nothing"}],
        [{"score.save": save} for save in _SAVES],
        [{"score.meld-min": {"at_least": 10 * unit}}, {"score.meld-min": {"more_than": 20 * unit}}],
        [{"score.throw-in": way} for way in ("never", "always", "shortfall>pool", "shortfall>=pool")],
        [
            {"score.throw-in": "always", "score.throw-in.opponents": pays}
            for pays in ("nothing", "half-bid", {"bonus": 10 * unit})
        ],
        [{"score.renege": rule} for rule in ("bruce", "three", "side", "side-all-counters")],
        [{"score.renege": "three", "score.double-set": 1}, {"score.renege": "three", "score.bid-and-meld": "larger"}],
        [{"deal.redeal": "same"}, {"misdeal.technical": True}, {"score.no-marriage": True}],
        [{"score.no-marriage": True, "score.no-marriage.opponents": pays} for pays in ("meld", {"at_least": 6 * unit})],
        [{"misdeal.procedure": True}, {"misdeal.procedure": False}],
        [{"misdeal.hands": [{"ranks": ["A"], "at_least": least, "partner_agrees": False}]} for least in (0, 5)],
        [{"end.tie": tie} for tie in _ties(target)],
        [{"end.tie": tie, "end.target": target // 5} for tie in (*_ties(target // 5), ["bidder", "high"])],
        [{"end.target": target // 2}, {"floor": -target // 5}, {"end.spread": target // 3}],
        [{"end.all-tricks": "wins"}, {"end.all-tricks": {"bonus": 25 * unit}}],
        [{"end.no-progress": target // 3}],
        [{"meld.run-absorbs": "adds"}, {"meld.run-extra": True}],
        [{"meld.roundhouse": {"bonus": 1}}, {"meld.roundhouse": {"flat": 24}}, {"meld.roundhouse": {"flat": 60}}],
        [{"meld.table": table} for table in _TABLES],
        [{"card.rank": "standard"}],
        [{"count.first-trick": unit}, {"count.first-trick": 3 * unit, "count.last-trick": 0}],
        *_of_bidders(figures, step),
        *_of_this_variant(variant, figures),
    ]
    for several in random.sample(choices, random.randint(1, 3)):
        changes |= random.choice(several)
    return changes


def _bid_checks(figures: Any) -> dict[str, Any]:
    """Checks for bids, other melds, every trick and how the game ends."""
    lowest: int = figures["bid.min"]
    return {
        "check.contract": [[lowest, 2], [lowest * 3 // 2, 5]],
        "check.set": 1,
        "check.melds": {"around": 1, "double_around": 0, "flush": 3},
        "check.slam": 3,
        "check.lead": lowest,
        "check.minus": 4,
    }


def _other_unit(variant: str) -> dict[str, Any]:
    """The unit that the variant does not count in, where its counters allow that."""
    own = FIGURES[variant]
    other = "ones" if own["unit"] == "tens" else "tens"
    return {"unit": other} if own["count"] == "simple" else {}


def _ties(target: int) -> list[list[Any]]:
    return [
        ["another"],
        [{"extend": target // 4}],
        ["bidder", {"extend": target // 4}],
        ["high"],
        ["bidder", "another"],
    ]


def _moons(unit: int) -> list[dict[str, int]]:
    return [{"made": 150 * unit, "failed": 150 * unit}, {"made": 25 * unit, "failed": 50 * unit}]


def _of_bidders(figures: Any, step: int) -> list[list[dict[str, Any]]]:
    """What only a table with an auction can change."""
    if figures["bid"] != "auction":
        return []
    unit = 10 if figures["unit"] == "tens" else 1
    return [
        [{"bid.forced": way, "bid.forced-amount": figures["bid.min"]} for way in _FORCED],
        [{"bid.rounds": "one-turn"}, {"bid.rounds": "two-turns"}, {"bid.rounds": "until-pass"}],
        [{"bid.lone-may-decline": True}, {"bid.pass-help": True}, {"bid.max-jump": 2 * step}],
        [
            {"bid.moon": {**moon, "others_score": others, "untrumped": untrumped}}
            for moon in _moons(unit)
            for others in (False, True)
            for untrumped in (False, True)
        ],
        [{"bid.no-trick": {**moon, "others_score": others}} for moon in _moons(unit) for others in (False, True)],
        [{"bid.dealer-discount": figures["bid.step"][0][1]}],
        [{"bid.barred": [4 * unit, 9 * unit]}, {"bid.barred": [5 * unit]}],
        [{"lead.by": "first-hand"}, {"sides.defenders": "each"}, {"sides.defenders": "tricks"}],
        [{"end.bid-out": True}, {"end.bid-out": True, "end.slide-out": 2}],
        [{"score.game-points": {"made": 2, "failed": 1, "saved": saved}, "end.target": 15} for saved in (0, 1)],
    ]


def _of_this_variant(variant: str, figures: Any) -> list[list[dict[str, Any]]]:
    changes: list[list[dict[str, Any]]] = [[{"end.deals": 2}, {"end.deals": 3, "end.deals-level": "shared"}]]
    if figures["unit"] == "tens":
        changes.append([{"count": "fives"}, {"count": "classic"}, {"count": "classic", "count.round": True}])
        rounding = {"count": "classic", "count.round": True}
        changes.append([{**rounding, "count.round-up": way} for way in ("from-5", "always", "never")])
        changes.append(
            [{**rounding, "count.round-up": way, "count.round-bid": "exact"} for way in ("from-5", "from-7", "never")]
        )
    if figures["kitty.size"]:
        changes.append([{"kitty.counts": False}])
    if figures["pack"] in ("80", "96"):
        changes.append([{"end.quad-pinochle": way} for way in (1, {"run": 0}, {"either": 1})])
    if variant == "two-handed":
        changes.append([{"end.deal": True}, {"pack": "64"}])
        changes.append([{"meld.run-rest": True}, {"meld.run-rest": True, "pack": "64"}])
    if variant == "two-handed-draw":
        changes.append([{"draw": "unused"}, {"draw": "unused", "kitty.size": 3}])
    if variant in ("three-handed", "check"):
        changes.append(
            [{"check.stake": 2, "check.nines": 10, "check.game": 10}, {"check.stake": 1, **_bid_checks(figures)}]
        )
    if figures["units.prices"]:
        changes.append([{"units.spades-from": least} for least in (320, 350, 400)])
        changes.append([{"units.hearts": 3}, {"units.spades": 1}, {"units.prices": [[200, 1], [350, 4]]}])
        changes.append([{"units.kitty": 350}, {"units.kitty": 0}, {"units.kitty": 350, "deal.sits-out": "last-dealer"}])
        changes.append([{"units.prices": None}, {"units.prices": None, "end.target": 1000}, {"end.target": 20}])
    if variant in ("three-handed", "cutthroat"):
        unit = 1 if figures["unit"] == "ones" else 10
        prices = [[10 * unit, 1], [30 * unit, 3]]
        changes.append([{"units.prices": prices, "units.spades": 2, "units.kitty": 25 * unit}])
    if variant == "three-handed":
        changes.append([{"players": [3, 5], "deal.sits-out": out} for out in ("last-dealer", "dealer")])
    if variant == "four-handed":
        changes.append([{"kitty.size": 4, "kitty.deal-out": True, "hand.size": 11}])
    return changes
