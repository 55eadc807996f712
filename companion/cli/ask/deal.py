"""Reads a deal and its history, and scores it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

from companion.cards import Suit
from companion.cli.ask.requests import Request, read
from companion.rules.choices import Aim, Bidding, Sides
from companion.rules.dealing import all_sides, hands_dealt
from companion.rules.json_text import RequestError, show
from companion.rules.records import Score, whole
from companion.rules.ruling import Ruling
from companion.rules.score import DealScore, score_entered
from companion.rules.score.checks import checks_for_game, checks_of_deal
from companion.rules.score.deal import scored_ways
from companion.rules.score.facts import CheckMeld, DealEnd, DealFacts, Ending, Misdeal, MissingFact, side_name
from companion.rules.score.history import History, Result, failed_by_others, judge_result, resume
from companion.rules.score.teams import asked_tricks, naming_side, with_rest
from companion.rules.score.units import asks_trump
from companion.rules.variant import Variant

_ALSO_CALLED = {
    "run": CheckMeld.FLUSH,
    "aces": CheckMeld.ACES_AROUND,
    "nines": CheckMeld.SEVEN_NINES,
    "roundhouse": CheckMeld.ROUNDTABLE,
}
BySide = Mapping[str, int]


@dataclass(frozen=True)
class Deal:
    """The facts of a deal as a request holds them."""

    bidder: str | None = None
    bid: int | None = None
    moon: bool = False
    """True if every trick was bid, which is no amount (bid.moon)."""
    no_trick: bool = False
    """True if the bidder announced to take no trick (bid.no-trick)."""
    trump: Suit | None = None
    meld: BySide = field(default_factory=dict)
    dix: BySide = field(default_factory=dict)
    points: BySide = field(default_factory=dict)
    tricks: BySide = field(default_factory=dict)
    end: DealEnd = DealEnd.PLAYED
    offender: str | None = None
    partner: str | None = None
    bids: Mapping[str, Any] = field(default_factory=dict)
    misdeal: Any = None
    """Read if the deal ended in a misdeal."""
    claimant: str | None = None
    quad_pinochle: Any = ()
    kitty_seen: bool = True
    check_melds: Mapping[str, Any] = field(default_factory=dict)
    sits_out: Any = ()

    @property
    def by_side(self) -> dict[str, Mapping[str, Any]]:
        """Everything that is given side by side."""
        return {key: getattr(self, key) for key in ("meld", "dix", "points", "tricks", "bids", "check_melds")}

    def facts(self, variant: Variant, sides: tuple[str, ...]) -> DealFacts:
        """The deal as the rules take it.

        :raises RequestError: if it can't have been so.
        """
        for key in ("offender", "partner", "claimant"):
            check_side(getattr(self, key), key, sides)
        for key, given in self.by_side.items():
            check_keys(given, key, sides)
        ended = self._ended(sides)
        # A misdeal may be found before anyone has bid; only one that is judged as a renege needs the bid.
        void = ended.end is DealEnd.MISDEAL and not (ended.misdeal is Misdeal.PROCEDURE and ended.offender)
        bids = self._bids(variant, sides)
        bidder, bid = (None, None) if variant.bid is Bidding.NONE else self._contract(variant, sides, bids, void)
        for side, points in self.dix.items():
            if points > (most := self.meld.get(side, 0)):
                raise RequestError(f"'dix' is a part of 'meld': side {side} cannot have {points} of {most}")
        checks = {side: _check_melds(side, listed) for side, listed in self.check_melds.items()}
        partner = self._partner(variant, bidder)
        out = tuple(sorted(_side_list(self.sits_out, "sits_out", sides)))
        playing = tuple(side for side in sides if side not in out)
        facts = DealFacts(playing, bidder, bid, self.meld, self.dix, ended, None, partner, bids, checks)
        if self.end in (DealEnd.PLAYED, DealEnd.RENEGE) and asks_trump(variant):
            self._need("trump", self.trump)
        return replace(facts, trump=self.trump, sits_out=out, aim=self.aim if bid is not None else Aim.POINTS)

    def _ended(self, sides: tuple[str, ...]) -> Ending:
        key = {DealEnd.MISDEAL: "misdeal", DealEnd.RENEGE: "offender", DealEnd.CLAIM: "claimant"}.get(self.end)
        if key:
            self._need(key, getattr(self, key))
        misdeal = read(self.misdeal, Misdeal, "'misdeal'") if self.end is DealEnd.MISDEAL else None
        quad = frozenset(_side_list(self.quad_pinochle, "quad_pinochle", sides))
        return Ending(
            self.end, self.points, self.tricks, quad, self.offender, misdeal, self.claimant, kitty_seen=self.kitty_seen
        )

    def _need(self, key: str, held: Any) -> Any:
        if held is None:
            raise RequestError(f"'deal' lacks {key!r}")
        return held

    def _contract(
        self, variant: Variant, sides: Sequence[str], bids: Mapping[str, Any], void: bool
    ) -> tuple[str | None, int | None]:
        """The bidder and the bid; where bids are added up, the side of the highest bid and its sum."""
        check_side(self.bidder, "bidder", sides)
        bidder = self.bidder or naming_side(bids)
        if self.aim:
            return self._need("bidder", bidder), self._moon(variant)
        if void:
            return bidder, self.bid
        if variant.bid is Bidding.SUMMED:
            self._need("bids", self.bids or None)
        bidder = self._need("bidder", bidder)
        if not bids:
            return bidder, self._need("bid", self.bid)
        best = max(chain.from_iterable(bids.values()))
        if best not in bids.get(bidder, ()):
            raise RequestError(f"'bidder' must be the side of the highest bid, {best}, not {show(bidder)}")
        own = sum(bids[bidder])
        if self.bid not in (None, own):
            raise RequestError(f"'bid' must be the sum of the side's 'bids', {own}, or left out")
        return bidder, own

    @property
    def aim(self) -> Aim:
        """The bidder's aim."""
        return Aim.of(self.moon, self.no_trick)

    def _moon(self, variant: Variant) -> int:
        """The value of the moon, or of no trick; it has no amount of its own."""
        moon, key = variant.moon_for(self.aim), "moon" if self.moon else "no_trick"
        if moon is None:
            name = variant.meld_names.called(self.aim)
            raise RequestError(f"{key!r} cannot be true: the {name} cannot be bid at this table")
        if self.bid is not None:
            raise RequestError(f"'bid' must be left out where {key!r} is true")
        if self.moon and self.no_trick:
            raise RequestError("'no_trick' must be left out where 'moon' is true")
        return moon.failed

    def _bids(self, variant: Variant, sides: tuple[str, ...]) -> Mapping[str, tuple[int, ...]]:
        """Each partner's single bid by side; nothing where bids are not added up."""
        most = max(variant.players[1] // len(sides), 1)
        for side, listed in self.bids.items():
            if not isinstance(listed, list) or not 1 <= len(listed) <= most:
                raise RequestError(f"'bids.{side}' must list {most} bids, 0 for a pass, not {show(listed)}")
        each = {side: tuple(whole(bid, f"bids.{side}") for bid in listed) for side, listed in self.bids.items()}
        return each if variant.bid is Bidding.SUMMED else {}

    def _partner(self, variant: Variant, bidder: str | None) -> str | None:
        if variant.sides is not Sides.CALLED:
            return None
        if self.partner is not None and self.partner == bidder:
            raise RequestError("'partner' must be another player than the bidder, or null for a bidder alone")
        return self.partner


@dataclass(frozen=True)
class GameSoFar:
    """The game's state in a request, apart from the scores."""

    risen: Any = None
    failed_bids: BySide | None = None
    target: int | None = None
    playing: Any = ()
    deals: int | None = None
    checks: Mapping[str, Score] = field(default_factory=dict)

    def history(self, sides: tuple[str, ...], scores: BySide) -> History:
        """All that came before the deal.

        :raises RequestError: if a side is none of the game's.
        """
        for key, given in {"scores": scores, "failed_bids": self.failed_bids or {}, "checks": self.checks}.items():
            check_keys(given, key, sides)
        risen = None if self.risen is None else frozenset(_side_list(self.risen, "risen", sides))
        return History(
            scores=dict.fromkeys(sides, 0) | {**scores},
            risen=risen,
            failed_against=None if self.failed_bids is None else failed_by_others(self.failed_bids, sides),
            target=self.target,
            playing=_side_list(self.playing, "playing", sides),
            deals=self.deals,
            checks=self.checks,
        )


@dataclass(frozen=True, kw_only=True)
class DealRequest(Request):
    """A request about a deal."""

    deal: Deal

    def facts(self) -> DealFacts:
        """The deal as the rules take it.

        :raises RequestError: if it can't have been so.
        """
        return self.deal.facts(self.rules, self.sides)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides' letters: as many as in the request, if the variant allows several numbers of sides.

        Where some take no part, as many are dealt to as the others are.
        """
        least, most = self.rules.players
        out = set(self.deal.sits_out) if isinstance(self.deal.sits_out, (list, tuple)) else set[str]()
        named = set(chain(getattr(self, "scores", ()), out, *self.deal.by_side.values()))
        for players in range(least, most + 1):
            sides = all_sides(self.rules, players)
            spare = players - hands_dealt(self.rules, players)
            if named <= set(sides) and len(out) in (0, spare):
                return sides
        return all_sides(self.rules, most)


@dataclass(frozen=True, kw_only=True)
class ScoreRequest(DealRequest):
    """A deal with its history."""

    scores: Mapping[str, Score] = field(default_factory=dict)
    history: GameSoFar = GameSoFar()

    def facts(self) -> DealFacts:
        """The deal with the trick points of the one side, or team, that was left out.

        :raises RequestError: if it can't have been so.
        """
        return with_rest(self.rules, super().facts())

    def before(self) -> History:
        """The history before the deal.

        :raises RequestError: if it can't have been so.
        """
        history = self.history.history(self.sides, self.scores)
        try:
            resume(self.rules, self.sides, history)
        except ValueError as fault:
            raise RequestError(f"'history': {fault}") from None
        return history

    def answer(self) -> dict[str, Any]:
        """A deal's score with its working and clauses, and the winner if the game is over (end.order).

        What the rules do not allow to have happened is answered ``{"refused": …}``.

        :raises RequestError: if the request can't be so.
        """
        variant, deal = self.rules, self.facts()
        score = score_entered(variant, deal)
        if isinstance(score, Ruling):
            return _refused(score)
        ways = [judge_result(variant, self.before(), way, each) for way, each in scored_ways(variant, deal)]
        result = judge_result(variant, self.before(), deal, score)
        if isinstance(result, Ruling):
            return _refused(result)
        others = [each for each in ways if isinstance(each, Result)]
        said = _said(score, result, others, asked_tricks(variant, deal, side_name))
        if not variant.keeps_checks:
            return said
        checks = checks_of_deal(variant, deal, score)
        for winner in said["winners"]:
            checks[winner] += checks_for_game(variant, result.after.scores, result.winners)
        so_far = {side: self.history.checks.get(side, 0) + each for side, each in checks.items()}
        return {**said, "checks": checks, "checks_so_far": so_far, "clauses": [*said["clauses"], "end.checks"]}


def _refused(ruling: Ruling) -> dict[str, Any]:
    return {"refused": {"says": ruling.says, "clauses": list(ruling.clauses)}}


def missing(asked: MissingFact) -> dict[str, str]:
    """A missing fact: its key, its flag, and in words."""
    key = {"failed_against": "failed_bids"}.get(asked.field, asked.field)
    return {"key": key, "flag": f"--{key.replace('_', '-')}", "says": asked.says}


def _said(score: DealScore, result: Result, ways: list[Result], unsaid: tuple[MissingFact, ...]) -> dict[str, Any]:
    """The score; ``ways`` are the results for every way that the missing facts allow."""
    is_open = any((each.winners, each.open_says) != (result.winners, result.open_says) for each in ways)
    unsure = [side for side, now in result.after.scores.items() if any(each.after.scores[side] != now for each in ways)]
    working, clauses, victory = list(score.working), list(score.clauses), None if is_open else result.victory
    if victory:
        working.append(victory.says)
        clauses.append(victory.clause)
    elif result.goes_on.surprising and not is_open:
        working.append(result.open_says)
        clauses += result.goes_on.clauses
    working += [f"Not given: {each.says}." for each in unsaid]
    return {
        "outcome": str(score.outcome),
        "change": dict(score.change),
        "scores": dict(result.after.scores),
        "unsure": unsure,
        "winner": None if is_open else result.winner,
        "winners": [] if is_open else list(result.winners),
        "how": victory.clause if victory else None,
        "checks": None,
        "checks_so_far": None,
        "working": working,
        "clauses": list(dict.fromkeys(clauses)),
        "asks": [missing(each) for each in (*result.asks, *unsaid)],
    }


def check_side(side: str | None, key: str, sides: Sequence[str]) -> None:
    """:raises RequestError: if a side is not one of these."""
    if side is not None and side not in sides:
        raise RequestError(f"{key!r} must be one of {', '.join(sides)}, not {show(side)}")


def check_keys(given: Iterable[str], name: str, known: Sequence[str]) -> None:
    """:raises RequestError: if a key is not one of these."""
    for key in given:
        if key not in known:
            raise RequestError(f"{name!r} has an unknown key {show(key)}; these would do: {', '.join(known)}")


def _side_list(listed: Any, key: str, sides: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(listed, (list, tuple)) or not all(side in sides for side in listed):
        raise RequestError(f"{key!r} must be a list of sides out of {', '.join(sides)}, not {show(listed)}")
    return tuple(listed)


def _check_melds(side: str, listed: Any) -> tuple[CheckMeld, ...]:
    if not isinstance(listed, list):
        raise RequestError(f"'check_melds.{side}' must be a list of melds, not {show(listed)}")
    return tuple(map(_check_meld, listed))


def _check_meld(word: object) -> CheckMeld:
    spelled = word.strip().lower().replace(" ", "-").replace("_", "-") if isinstance(word, str) else ""
    try:
        return _ALSO_CALLED.get(spelled) or CheckMeld(spelled)
    except ValueError:
        known = ", ".join(map(str, CheckMeld))
        raise RequestError(f"'check_melds' must hold melds out of {known}, not {show(word)}") from None
