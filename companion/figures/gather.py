"""The facts of a game out of its journal: what counts, who sat where, and whose bid it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.figures.facts import (
    BIDDER,
    NO_ROLE,
    OTHER,
    PARTNER,
    PASSED_OUT,
    GameFacts,
    MeldSeen,
    SeatInDeal,
)
from companion.figures.races import seats_in_game
from companion.figures.rules import rules_id
from companion.figures.timing import seconds_by_deal, span_of
from companion.game.record.events import MeldSource
from companion.game.record.fold import Recorded, fold
from companion.game.record.state import DealState, GameState
from companion.rules.choices import Bidding
from companion.rules.score.facts import DealFacts, Outcome, taken_points
from companion.rules.score.teams import Teams


@dataclass(frozen=True)
class Told:
    """The journal of a game with its times."""

    game: str
    history: Sequence[Recorded]
    seconds: Mapping[int, float]
    """By the number of an event, when it was written."""
    at: str
    """When the game began."""
    evening: str


def facts_of(told: Told) -> GameFacts:
    """The rows of a game, as its events that still count say.

    :raises ValueError: if the history does not begin with the start of a game.
    """
    state = fold(told.history)
    rules = rules_id(state.variant)
    counting = [deal for deal in state.deals if deals_that_count(state, deal)]
    seconds = seconds_by_deal(told.history, told.seconds)
    known = [_Known(told.game, rules, state, deal, seconds.get(deal.number, 0)) for deal in counting]
    span = span_of(told.history, told.seconds)
    return GameFacts(
        tuple(seats_in_game(told.game, rules, state, told.at, told.evening, span)),
        tuple(row for deal in known for row in deal.rows()),
        tuple(meld for deal in known for meld in deal.melds()),
    )


def deals_that_count(state: GameState, deal: DealState) -> bool:
    """Whether a deal counts: up to the one that decided the game, and no misdeal."""
    if state.won and deal.number > state.won.deal:
        return False
    return deal.passed_out is not None or (deal.scored is not None and deal.scored.outcome is not Outcome.VOID)


@dataclass(frozen=True)
class _Known:
    """One deal that counts, and what its rows have in common."""

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
        """Who shares a result in it."""
        return self.state.teams_of(self.deal)

    @cached_property
    def facts(self) -> DealFacts | None:
        """What the scoring saw, by team; None where nobody had the bid."""
        return self.teams.counted(self.state.facts_of(self.deal)) if self.deal.ended else None

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
            bid=contract.bid if contract and deal.scored else None,
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
        return PARTNER if self.teams.head_of(self.state.side_of(contract.bidder)) == team else OTHER

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
        """What a hand melded, and whether its melds are known one by one."""
        if self.deal.passed_out:
            return None, False
        side = self.state.side_of(seat)
        told = [shown for shown in self.deal.shown if shown.side == side]
        own = next((shown for shown in told if self.state.hand_of(shown) == seat), None)
        if own:
            return own.points, own.source is not MeldSource.NUMBER
        alone = self.state.seats_of(side) == (seat,)
        if self.deal.stock and not told and alone:
            return self.deal.stock.points(side), True
        # Who is alone and showed nothing had nothing; a partner may be hidden in a sum, or have been left out.
        return (0, False) if alone else (None, False)
