"""The ledger of check pinochle: what a hand and a deal earn and cost, and who owes whom (section 9, item 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tests.game.second_scorer.judge.cards import SUITS
from tests.game.second_scorer.judge.deal import Award, Deal
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.judge.meld import AROUNDS, RUN
from tests.game.second_scorer.judge.seats import side_of

_KINDS = (("roundtable", "double-marriage"), ("double-around", "aces-around"), ("double-pinochle",), ("seven-nines",))
"""The highest of each kind counts; flushes and plain arounds apart, of which each pays (res.check)."""
PRICES: Mapping[str, int] = {
    "flush": 1,
    "aces_around": 1,
    "around": 0,
    "roundtable": 2,
    "double_marriage": 1,
    "double_pinochle": 1,
    "double_around": 2,
}
"""What the melds of check pinochle gain where a table sets nothing else (check.melds)."""


NINES = 5
"""What seven nines gain where a table sets nothing else (check.nines)."""


def _price(options: Options, name: str) -> int:
    prices = {**PRICES, **options.get("check.melds", {}), "seven_nines": options.get("check.nines", NINES)}
    return int(prices[name.replace("-", "_")])


def keeps_checks(options: Options) -> bool:
    return bool(options["check.stake"])


def earned_by_cards(options: Options, trump: str, cards: Iterable[str]) -> list[str]:
    """What a shown hand earns checks for."""
    held = Counter(cards)
    flushes = min(held[rank + trump] for rank in RUN)
    couples = {s: min(held["K" + s], held["Q" + s]) for s in SUITS}
    known = [rank for kind, rank in AROUNDS.items() if kind != "tens" or any(options["meld.table"]["tens"])]
    arounds = {rank: min(held[rank + s] for s in SUITS) for rank in known}
    nines = sum(held["9" + s] for s in SUITS)
    return _earned(options, flushes, couples, min(held["JD"], held["QS"]), arounds, nines)


def earned_by_names(options: Options, trump: str, melds: Mapping[tuple[str, str], int]) -> list[str]:
    """What melds told by name earn checks for; where a run adds its marriage, that is the one inside it."""
    flushes = melds.get(("run", ""), 0)
    rounds = melds.get(("roundhouse", ""), 0) if "flat" in options["meld.roundhouse"] else 0
    couples = {s: melds.get(("royal" if s == trump else "marriage", s), 0) + rounds for s in SUITS}
    couples[trump] += min(melds.get(("extra-king", ""), 0), melds.get(("extra-queen", ""), 0))
    inside = {s: flushes if s == trump else melds.get(("family", s), 0) for s in SUITS}
    adds = options["meld.run-absorbs"] == "adds"
    couples = {s: max(n, inside[s]) if adds else n + inside[s] for s, n in couples.items()}
    arounds = {rank: melds.get((kind, ""), 0) + rounds * (rank in "KQ") for kind, rank in AROUNDS.items()}
    return _earned(options, flushes, couples, melds.get(("pinochle", ""), 0), arounds, 0)


def _earned(
    options: Options,
    flushes: int,
    couples: Mapping[str, int],
    pinochles: int,
    arounds: Mapping[str, int],
    nines: int,
) -> list[str]:
    facts = {
        "roundtable": min(couples.values()) >= 1,
        "double-marriage": max(couples.values()) >= 2,
        "double-pinochle": pinochles >= 2,
        "aces-around": arounds["A"] >= 1,
        "double-around": max(arounds.values()) >= 2,
        "seven-nines": nines >= 7,
    }
    plain = sum(arounds[rank] > (facts["roundtable"] and rank in "KQ") for rank in "KQJ")
    found = ["flush"] * flushes + [name for name, true in facts.items() if true] + ["around"] * plain
    return _paid(options, found, 1)


def _paid(options: Options, had: list[str], players: int) -> list[str]:
    """What of it is paid, where so many players showed it together."""
    paid = [name for name in had if name in ("flush", "around")]
    for kind in _KINDS:
        paid += sorted((name for name in had if name in kind), key=lambda name: -_price(options, name))[:players]
    return [name for name in paid if _price(options, name)]


def worth(options: Options, earned: Iterable[str], players: int) -> int:
    """The checks for what the players of a side showed."""
    return sum(_price(options, name) for name in _paid(options, list(earned), players))


_UNPLAYED = ("thrown-in", "no-marriage")
"""How a bid is lost without a card being played."""


def checks_of(deal: Deal, award: Award) -> dict[str, int]:
    """By side, what the deal gains or costs; nothing where it is void, and nowhere where no checks are kept."""
    if not keeps_checks(deal.options):
        return {}
    if award.outcome == "void":
        return dict.fromkeys(deal.sides, 0)
    partners = deal.players // len({side_of(deal.options, deal.players, seat) for seat in range(deal.players)})
    checks = {side: worth(deal.options, deal.check_melds.get(side, ()), partners) for side in deal.sides}
    ended, failed = deal.ended or {}, _failed(deal, award)
    if failed and deal.options.get("check.contract") is None:
        looked = ended["kitty_seen"] and deal.options["kitty.size"] > 0
        played = award.outcome not in _UNPLAYED and not award.set_unplayed
        checks[deal.bidder or ""] -= looked + played
    _add_for_the_bid(deal, award, failed, checks)
    taken = {side: ended.get("tricks", {}).get(side) for side in deal.sides}
    points = {side: ended.get("points", {}).get(side, 0) for side in deal.sides}
    took = [side for side in deal.sides if (points[side] > 0 if taken[side] is None else taken[side])]
    if ended.get("end") == "played" and len(took) == 1 and taken[took[0]] and deal.every:
        checks[took[0]] += deal.options.get("check.slam", 0)
    return checks


def _failed(deal: Deal, award: Award) -> bool:
    """Whether the bidder's side lost its bid."""
    reneged = award.outcome == "renege" and (deal.ended or {}).get("offender") in deal.allies
    return bool(deal.bidder) and (reneged or award.outcome in ("set", *_UNPLAYED))


def _add_for_the_bid(deal: Deal, award: Award, failed: bool, checks: dict[str, int]) -> None:
    """check.contract, check.set: what the bidder's side gains by a made bid, or the others by a failed one."""
    prices = deal.options.get("check.contract") or []
    price = max((gain for start, gain in prices if start <= (deal.bid or 0)), default=0)
    made = deal.moon or deal.options["score.renege"] != "bruce"
    spoiled = award.outcome == "renege" and made and not failed
    for side in deal.sides if deal.bidder else ():
        if side in deal.allies:
            checks[side] += price * (award.outcome == "made" or spoiled)
        elif failed:
            checks[side] += price * deal.options.get("check.set", 2)


def for_the_game(options: Options, scores: Mapping[str, int], winners: Iterable[str]) -> int:
    """check.game, check.lead, check.minus: what each winner gains at the end."""
    won = set(winners)
    rest = [score for side, score in scores.items() if side not in won]
    gained: int = options.get("check.game", 5)
    if not rest:
        return gained
    step = options.get("check.lead")
    ahead = max(scores[side] for side in won) - max(rest)
    if step and ahead > 0:
        gained += ahead // step + (1 if ahead % step else 0)
    return gained + (options.get("check.minus", 0) if min(rest) < 0 else 0)


def balances(options: Options, totals: Mapping[str, int]) -> dict[str, int]:
    """What each has won or lost: for every check gained each of the others owes one stake."""
    return {
        side: options["check.stake"] * sum(own - other for name, other in totals.items() if name != side)
        for side, own in totals.items()
    }
