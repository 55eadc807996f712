"""The facts of a game from its journal: what counts, who sat where, whose bid it was, the race, how long it took."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256

from companion.figures.facts import (
    BIDDER,
    NO_ROLE,
    OTHER,
    PARTNER,
    PASSED_OUT,
    GameFacts,
    MeldSeen,
    SeatInDeal,
    SeatInGame,
)
from companion.game.events import DealPassedOut, DealScored, MeldSource
from companion.game.fold import Recorded, fold, still_counting
from companion.game.standing import with_notes
from companion.game.state import DealState, GameState
from companion.rules.choices import Bidding
from companion.rules.options import differences
from companion.rules.score.facts import DealFacts, Outcome, taken_points
from companion.rules.score.history import NO_HISTORY
from companion.rules.score.teams import Teams
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

_FAR = ("end.target", "end.deals", "end.deals-level", "end.spread", "floor")
"""How far a game goes changes no deal of it."""


@lru_cache(maxsize=256)
def rules_id(variant: Variant) -> str:
    """The key of a variant, with a mark of its changes where it has some: ``site``, ``site~3f2a91``.

    Taken from the options as they are read today, so that an option added later changes no id.
    """
    changes = differences(variant, find_variant(variant.key))
    counted = {key: value for key, value in changes.items() if key not in _FAR}
    if not counted:
        return variant.key
    return f"{variant.key}~{sha256(json.dumps(counted, sort_keys=True).encode()).hexdigest()[:6]}"


def variant_of(rules: str) -> str:
    """The key of the variant that these rules are made of."""
    return rules.partition("~")[0]


LONGEST_PAUSE = 20 * 60
LONGEST_BREAK = 6 * 3600
"""After a longer break a game goes on another day."""


def seconds_by_deal(history: Sequence[Recorded], seconds: Mapping[int, float]) -> dict[int, int]:
    """By deal, the seconds between its steps; a pause of more than twenty minutes and a clock set back count nothing.

    :param seconds: by the number of an event, when it was written; one that is missing takes no time.
    """
    spent: dict[int, float] = defaultdict(float)
    deal, before = 1, None
    for recorded in still_counting(history):
        now = seconds.get(recorded.seq)
        if now is not None and before is not None and 0 <= now - before <= LONGEST_PAUSE:
            spent[deal] += now - before
        before = now if now is not None else before
        deal += isinstance(recorded.event, DealScored | DealPassedOut)
    return {number: round(each) for number, each in spent.items()}


def span_of(history: Sequence[Recorded], seconds: Mapping[int, float]) -> tuple[int, int]:
    """Return the times of the first step of a game and the end of its last deal, before a break of more than six hours.

    :param seconds: by the number of an event, when it was written.
    """
    times = [(recorded, seconds[recorded.seq]) for recorded in still_counting(history) if recorded.seq in seconds]
    if not times:
        return 0, 0
    first = last = before = times[0][1]
    for recorded, now in times:
        if now - before > LONGEST_BREAK:
            break
        before = max(before, now)
        if isinstance(recorded.event, DealScored | DealPassedOut):
            last = before
    return round(first), round(last)


def seats_in_game(
    game: str, rules: str, state: GameState, at: str, evening: str, span: tuple[int, int] = (0, 0)
) -> Iterator[SeatInGame]:
    """Yield a row for each player at the table at the end of a game, or after its deals so far."""
    runs = running_scores(state)
    winners = state.won.winners if state.won else ()
    counted = runs[-1]
    goal = state.variant.end_target or max((counted[side] for side in winners), default=0)
    turns = lead_turns(runs)
    deals = sum(deals_that_count(state, deal) for deal in state.deals if deal.passed_out is None)
    for seat in range(state.players):
        side = state.side_of(seat)
        yield SeatInGame(
            game=game,
            seat=seat,
            name=state.names[seat],
            rules=rules,
            side=side,
            sides=len(state.sides),
            whole=int(state.has_played_throughout(seat)),
            finished=int(state.won is not None),
            won=int(side in winners),
            also_won=len(winners),
            points=counted[side],
            best_other=_best_other(counted, side),
            deals=deals,
            goal=goal,
            behind=max(0, *(_best_other(run, side) - run[side] for run in runs)),
            ahead=max(0, *(run[side] - _best_other(run, side) for run in runs)),
            turns=turns,
            evening=evening,
            at=at,
            first_second=span[0],
            last_second=span[1],
            from_paper=int(state.history != NO_HISTORY),
        )


def running_scores(state: GameState) -> list[dict[str, int]]:
    """Every side's score before the first deal and after each that counts."""
    now = dict.fromkeys(state.sides, 0) | {**state.history.scores}
    runs = [now]
    for deal in filter(state.counts, state.deals):
        now = with_notes(state, now, deal.number)
        if deal.scored:
            now = {side: points + deal.change.get(side, 0) for side, points in now.items()}
            runs.append(now)
    return runs


def lead_turns(runs: Sequence[dict[str, int]]) -> int:
    """How often another side came to lead alone than the one that did before; level scores change nothing."""
    turns, leader = 0, None
    for run in runs:
        best = max(run.values())
        leading = [side for side, points in run.items() if points == best]
        if len(leading) == 1:
            turns += leader is not None and leading[0] != leader
            leader = leading[0]
    return turns


def _best_other(run: dict[str, int], side: str) -> int:
    return max((points for each, points in run.items() if each != side), default=run[side])


@dataclass(frozen=True)
class GameJournal:
    """The journal of a game with its times."""

    game: str
    history: Sequence[Recorded]
    seconds: Mapping[int, float]
    """By the number of an event, when it was written."""
    at: str
    """The time when the game began."""
    evening: str


def facts_of(journal: GameJournal) -> GameFacts:
    """The rows of a game, as its events that still count say.

    :raises ValueError: if the history does not begin with the start of a game.
    """
    state = fold(journal.history)
    rules = rules_id(state.variant)
    counting = [deal for deal in state.deals if deals_that_count(state, deal)]
    seconds = seconds_by_deal(journal.history, journal.seconds)
    known = [_Known(journal.game, rules, state, deal, seconds.get(deal.number, 0)) for deal in counting]
    span = span_of(journal.history, journal.seconds)
    return GameFacts(
        tuple(seats_in_game(journal.game, rules, state, journal.at, journal.evening, span)),
        tuple(row for deal in known for row in deal.rows()),
        tuple(meld for deal in known for meld in deal.melds()),
    )


def deals_that_count(state: GameState, deal: DealState) -> bool:
    """Return True if a deal counts: up to the one that decided the game, and no misdeal."""
    if not state.counts(deal):
        return False
    return deal.passed_out is not None or (deal.scored is not None and deal.scored.outcome is not Outcome.VOID)


@dataclass(frozen=True)
class _Known:
    """One deal that counts, and the facts that its rows share."""

    game: str
    rules: str
    state: GameState
    deal: DealState
    seconds: int

    def rows(self) -> Iterator[SeatInDeal]:
        """A row for each player who took part."""
        first = set[str]()
        seats = self.state.seats_in(self.deal)
        for seat in seats:
            team = self.teams.head_of(self.state.side_of(seat))
            yield self._row(seat, team, len(seats))._replace(first=int(team not in first))
            first.add(team)

    def melds(self) -> Iterator[MeldSeen]:
        """Every meld that is known by its cards or its name, and by its hand."""
        if self.deal.passed_out:
            return
        for shown in self.deal.shown:
            seat = self.state.hand_of(shown)
            if seat is not None and shown.source is not MeldSource.NUMBER:
                for meld in shown.melds:
                    yield self._seen(seat, meld.kind.value, meld.name)
        for laid in self.deal.stock.melds if self.deal.stock and not self.deal.shown else ():
            yield self._seen(laid.seat, laid.meld.kind.value, laid.name)

    def _seen(self, seat: int, kind: str, called: str) -> MeldSeen:
        name = self.names[seat]
        return MeldSeen(self.game, self.deal.number, seat, name, self.rules, kind, called)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By seat, who played it."""
        return self.state.names_in(self.deal.number)

    @cached_property
    def teams(self) -> Teams:
        """The sides of it that share a result."""
        return self.state.teams_of(self.deal)

    @cached_property
    def facts(self) -> DealFacts | None:
        """The facts that were scored, by team; None where nobody had the bid, or only the points are known."""
        return self.teams.counted(self.state.facts_of(self.deal)) if self.deal.ended and not self.only_points else None

    @property
    def only_points(self) -> bool:
        """True if nothing is known of the deal but what each side made."""
        return self.deal.scored is not None and self.deal.scored.outcome is Outcome.POINTS_ONLY

    def _row(self, seat: int, team: str, players: int) -> SeatInDeal:
        deal, contract = self.deal, self.deal.contract
        meld_own, seen = self._own_meld(seat)
        taken = self._taken
        return SeatInDeal(
            game=self.game,
            number=deal.number,
            seat=seat,
            name=self.names[seat],
            rules=self.rules,
            role=self._role(seat, team),
            team=team,
            first=0,
            players=players,
            auction=int(self.state.variant.bid is not Bidding.NONE),
            outcome=deal.scored.outcome.value if deal.scored else PASSED_OUT,
            end=deal.ended.end.value if deal.scored and deal.ended else "",
            bid=contract.bid if contract and deal.scored and not contract.aim else None,
            forced=int(contract is not None and contract.forced),
            next_bid=self._next_bid,
            least=self.state.variant.bid_min,
            meld_own=meld_own,
            seen=int(seen),
            meld_side=self.facts.meld.get(team, 0) if self.facts else 0,
            trick_side=taken.get(team, 0),
            trick_all=sum(taken.values()),
            change_side=deal.change.get(self.state.side_of(seat), 0),
            change_other=self._best_other(team),
            corrected=int(deal.corrected),
            seconds=self.seconds,
        )

    def _role(self, seat: int, team: str) -> str:
        contract = self.deal.contract
        if contract is None or self.deal.scored is None:
            return NO_ROLE
        if contract.bidder == seat:
            return BIDDER
        return PARTNER if self.teams.head_of(self.state.bidding_side(self.deal)) == team else OTHER

    @cached_property
    def _next_bid(self) -> int | None:
        contract = self.deal.contract
        if contract is None or self.state.variant.bid is not Bidding.AUCTION:
            return None
        return max(
            (call.amount for call in self.deal.calls if call.amount and call.seat != contract.bidder), default=None
        )

    @cached_property
    def _taken(self) -> Mapping[str, int]:
        """Trick points by team, as they count."""
        facts = self.facts
        return {team: taken_points(self.state.variant, facts, team) for team in facts.sides} if facts else {}

    def _best_other(self, team: str) -> int | None:
        own = self.teams.team_of(team)
        return max((points for side, points in self.deal.change.items() if side not in own), default=None)

    def _own_meld(self, seat: int) -> tuple[int | None, bool]:
        """Return the meld of a hand, and True if its melds are known one by one."""
        if self.deal.passed_out or self.only_points:
            return None, False
        side = self.state.side_of(seat)
        ours = [shown for shown in self.deal.shown if shown.side == side]
        own = next((shown for shown in ours if self.state.hand_of(shown) == seat), None)
        if own:
            return own.points, own.source is not MeldSource.NUMBER
        alone = self.state.seats_of(side) == (seat,)
        if self.deal.stock and not ours and alone:
            return self.deal.stock.points(side), True
        # Who is alone and showed nothing had nothing; a partner may be hidden in a sum, or have been left out.
        return (self.deal.meld(side), False) if alone else (None, False)
