"""The ledger of check pinochle: what a hand and a deal earn and cost, and who owes whom (section 9, item 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tests.game.second_scorer.judge.cards import SUITS
from tests.game.second_scorer.judge.deal import Award, Deal
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.meld import AROUNDS, RUN

_KINDS = (("roundtable", "double-marriage"), ("double-around", "aces-around"), ("double-pinochle",), ("seven-nines",))
"""The highest of each kind counts, the dearest named first; flushes apart, of which each pays (res.check)."""


def keeps_checks(options: Options) -> bool:
    return bool(options["check.stake"])


def earned_by_cards(trump: str, cards: Iterable[str]) -> list[str]:
    """What a shown hand earns checks for."""
    held = Counter(cards)
    flushes = min(held[rank + trump] for rank in RUN)
    couples = {s: min(held["K" + s], held["Q" + s]) for s in SUITS}
    arounds = {rank: min(held[rank + s] for s in SUITS) for rank in AROUNDS.values()}
    return _earned(flushes, couples, min(held["JD"], held["QS"]), arounds, sum(held["9" + s] for s in SUITS))


def earned_by_names(options: Options, trump: str, melds: Mapping[tuple[str, str], int]) -> list[str]:
    """What melds told by name earn checks for; where a run adds its marriage, that is the one inside it."""
    flushes = melds.get(("run", ""), 0)
    rounds = melds.get(("roundhouse", ""), 0) if "flat" in options["meld.roundhouse"] else 0
    couples = {s: melds.get(("royal" if s == trump else "marriage", s), 0) + rounds for s in SUITS}
    couples[trump] += min(melds.get(("extra-king", ""), 0), melds.get(("extra-queen", ""), 0))
    adds = options["meld.run-absorbs"] == "adds"
    couples[trump] = max(couples[trump], flushes) if adds else couples[trump] + flushes
    arounds = {rank: melds.get((kind, ""), 0) + rounds * (rank in "KQ") for kind, rank in AROUNDS.items()}
    return _earned(flushes, couples, melds.get(("pinochle", ""), 0), arounds, 0)


def _earned(
    flushes: int, couples: Mapping[str, int], pinochles: int, arounds: Mapping[str, int], nines: int
) -> list[str]:
    facts = {
        "roundtable": min(couples.values()) >= 1,
        "double-marriage": max(couples.values()) >= 2,
        "double-pinochle": pinochles >= 2,
        "aces-around": arounds["A"] >= 1,
        "double-around": max(arounds.values()) >= 2,
        "seven-nines": nines >= 7,
    }
    return ["flush"] * flushes + [name for name, true in facts.items() if true]


def worth(options: Options, earned: Iterable[str]) -> int:
    """The checks for what one player showed."""
    had = list(earned)
    price: dict[str, int] = {"roundtable": 2, "double-around": 2, "seven-nines": options["check.nines"]}
    best = [next((name for name in kind if name in had), None) for kind in _KINDS]
    return had.count("flush") + sum(price.get(name, 1) for name in best if name)


_UNPLAYED = ("thrown-in", "no-marriage")
"""How a bid is lost without a card being played."""


def checks_of(deal: Deal, award: Award) -> dict[str, int]:
    """By side, what the deal gains or costs; nothing where it is void, and nowhere where no checks are kept."""
    if not keeps_checks(deal.options):
        return {}
    if award.outcome == "void":
        return dict.fromkeys(deal.sides, 0)
    checks = {side: worth(deal.options, deal.check_melds.get(side, ())) for side in deal.sides}
    ended = deal.ended or {}
    reneged = award.outcome == "renege" and ended.get("offender") == deal.bidder
    if deal.bidder and (reneged or award.outcome in ("set", *_UNPLAYED)):
        looked = ended["kitty_seen"] and deal.options["kitty.size"] > 0
        played = award.outcome not in _UNPLAYED and not award.set_unplayed
        checks[deal.bidder] -= looked + played
    return checks


def balances(options: Options, totals: Mapping[str, int]) -> dict[str, int]:
    """What each has won or lost: for every check gained each of the others owes one stake."""
    return {
        side: options["check.stake"] * sum(own - other for name, other in totals.items() if name != side)
        for side, own in totals.items()
    }
