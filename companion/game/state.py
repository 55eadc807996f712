"""The state of a game and of the deal on the table: plain records that the fold builds and everyone else reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from companion.cards import Card, Suit
from companion.game.events import (
    CardPlayed,
    CardsDrawn,
    DealEnded,
    DealPassedOut,
    DealScored,
    GameWon,
    MeldShown,
    NoteWritten,
    PlayRecord,
    TrickLogChosen,
)
from companion.game.stock import StockState
from companion.rules.auction import Auction, Call
from companion.rules.choices import Aim, Bidding, Draw, Sides
from companion.rules.contract import Contract, summed_bids
from companion.rules.count import total_range
from companion.rules.dealing import all_sides, seats_of, side_of
from companion.rules.meld.kinds import MeldKind, copies_held
from companion.rules.names import team_name
from companion.rules.score.facts import Begun, CheckMeld, DealFacts, DealScore, Ending, Standing
from companion.rules.score.history import NO_HISTORY, History
from companion.rules.score.teams import Teams, each_alone, forms_teams, teams_of
from companion.rules.score.units import asks_trump
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Agreement:
    """A table's choice to ask its sides, and the sides that have signed; their answers on a deal are the deal's."""

    since: int | None = None
    """The number of the first deal about which they are asked; None where they are not."""
    signed: frozenset[str] = frozenset()
    """The sides whose signature is under the result."""
    released: frozenset[str] = frozenset()
    """The signed sides that would release the result; empty until every side has signed."""

    def is_signed(self, sides: Collection[str]) -> bool:
        """Return True if every side has signed, so that none changes the result alone."""
        return bool(self.signed) and self.signed >= frozenset(sides)

    def after_signing(self, side: str) -> Agreement:
        """Return the agreement with this side's signature."""
        return replace(self, signed=self.signed | {side}, released=self.released - {side})

    def after_release(self, side: str, sides: Collection[str]) -> Agreement:
        """Return the agreement once this side lets go: a result signed by all is open when the last of them does."""
        if not self.is_signed(sides):
            return replace(self, signed=self.signed - {side})
        released = self.released | {side}
        return self.unsigned() if released >= self.signed else replace(self, released=released)

    def unsigned(self) -> Agreement:
        """Return the agreement without signatures."""
        return replace(self, signed=frozenset(), released=frozenset())


NOT_ASKED = Agreement()
"""The agreement until a table chooses otherwise."""


class Phase(str, Enum):
    """The steps of a deal, by what the table does."""

    AUCTION = "auction"
    TRUMP = "trump"
    CALL = "call"
    TURN = "turn"
    STOCK = "stock"
    MELD = "meld"
    PLAY = "play"
    CONFIRM = "confirm"
    OVER = "over"


_FOUR_FOLD = 4
"""Copies of a meld in one hand that win the game at some tables."""


@dataclass(frozen=True)
class DealState:
    """One deal, as far as it has come."""

    number: int
    dealer: int
    sits_out: tuple[int, ...] = ()
    """The seats that take no part."""
    calls: tuple[Call, ...] = ()
    contract: Contract | None = None
    trump: Suit | None = None
    called: Card | None = None
    """The card that finds the bidder's partner, once it is named."""
    partner: int | None = None
    """The seat of the called partner; None until it is known, and where the bidder plays alone."""
    partner_known: bool = False
    """True if it is known who plays with the bidder."""
    draws: tuple[CardsDrawn, ...] = ()
    """At most one a player."""
    shown: tuple[MeldShown, ...] = ()
    """At most one a player, or one for a whole side."""
    check_melds: Mapping[str, tuple[CheckMeld, ...]] = field(default_factory=dict)
    """By side, its known melds that earn checks."""
    meld_closed: bool = False
    record: tuple[PlayRecord, ...] = ()
    """Cards played, accusations and rulings, the oldest first."""
    ended: DealEnded | None = None
    scored: DealScored | None = None
    passed_out: DealPassedOut | None = None
    corrected: bool = False
    answers: Mapping[str, bool] = field(default_factory=dict)
    """By side, whether it says that the deal is right as it is now."""
    has_auction: bool = True
    """True if trump is bid for; if not, a card is turned up."""
    has_call: bool = False
    """True if the bidder calls a partner."""
    said_for_trump: tuple[Aim, ...] = ()
    """The aims that the bidder may name, so that no suit is trump."""
    has_stock: bool = False
    """True if hands are filled from a stock, and players lay melds one by one while it lasts."""
    stock: StockState | None = None
    """The state of the turned-up card; None before, and where there is none."""

    @property
    def phase(self) -> Phase:
        """The step that this deal waits for."""
        if self.scored or self.passed_out:
            return Phase.OVER
        if self.ended:
            return Phase.CONFIRM
        if self.meld_closed:
            return Phase.PLAY
        if self.has_auction and self.contract is None:
            return Phase.AUCTION
        if not self.trump_settled:
            return Phase.TRUMP if self.has_auction else Phase.TURN
        if self.has_call and self.called is None and not self.partner_known:
            return Phase.CALL
        return Phase.STOCK if self.has_stock else Phase.MELD

    @property
    def aim(self) -> Aim:
        """The task of the bidder: an amount, every trick, or none (bid.moon, bid.no-trick)."""
        return self.contract.aim if self.contract else Aim.POINTS

    @property
    def untrumped(self) -> bool:
        """True if no suit is trump (bid.moon.untrumped, bid.no-trick)."""
        return self.aim in self.said_for_trump

    @property
    def trump_settled(self) -> bool:
        """True if a suit is trump, or it is known that none is."""
        return self.trump is not None or self.untrumped

    @property
    def partner_hidden(self) -> bool:
        """True if a partner has been called whom nobody knows yet, so that nothing can be scored."""
        return self.has_call and self.trump is not None and not self.partner_known

    def meld(self, side: str) -> int:
        """Return a side's meld so far; a sum entered after the last meld replaces what was laid."""
        if self.ended and side in self.ended.meld:
            return self.ended.meld[side]
        sums = [shown.points for shown in self.shown if shown.side == side]
        return self.stock.points(side) if self.stock and not sums else sum(sums)

    def dix(self, side: str) -> int:
        """The part of it that dixes made."""
        sums = [shown.dix for shown in self.shown if shown.side == side]
        return self.stock.dix(side) if self.stock and not sums else sum(sums)

    def draw_of(self, seat: int) -> CardsDrawn | None:
        """The cards that a player discarded and drew, if entered."""
        return next((draw for draw in self.draws if draw.seat == seat), None)

    @property
    def change(self) -> Mapping[str, int]:
        """By side, what the deal changed."""
        return {entry.side: entry.points for entry in self.scored.change} if self.scored else {}

    @property
    def checks(self) -> Mapping[str, int]:
        """By side, the checks that the deal gained or cost."""
        return {entry.side: entry.points for entry in self.scored.checks} if self.scored else {}


NO_TRICK_LOG = TrickLogChosen(kept=False)
"""The trick log until a table chooses otherwise."""


@dataclass(frozen=True)
class Predecessor:
    """A player who left a seat to a substitute."""

    seat: int
    name: str
    until: int
    """The first deal that the substitute plays."""


@dataclass(frozen=True)
class GameState:
    """A game from its first deal until now."""

    variant: Variant
    names: tuple[str, ...]
    """By seat, clockwise."""
    standing: Standing
    """The scores, and what the ways to win look back on."""
    deals: tuple[DealState, ...] = ()
    """The deals that are over, oldest first."""
    deal: DealState | None = None
    """The one on the table; None once the game is over."""
    won: GameWon | None = None
    trick_log: TrickLogChosen = NO_TRICK_LOG
    """The table's choice that the cards are recorded as they are played."""
    agreement: Agreement = NOT_ASKED
    previous: str | None = None
    cut: bool = False
    """True if the first dealer is the one who was cut."""
    history: History = NO_HISTORY
    """The record before a game that goes on from paper."""
    predecessors: tuple[Predecessor, ...] = ()
    """The players who left a seat, in the order in which they left."""
    notes: tuple[NoteWritten, ...] = ()
    """The notes in their order, each as it was corrected last."""

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def sides(self) -> tuple[str, ...]:
        return all_sides(self.variant, self.players)

    @property
    def phase(self) -> Phase:
        """The step that the table is at."""
        return self.deal.phase if self.deal else Phase.OVER

    @property
    def needs_trump(self) -> bool:
        """True if the deal can't go on without trump: its price or its partner depends on it."""
        return asks_trump(self.variant) or (self.deal is not None and self.deal.has_call)

    def seats_in(self, deal: DealState) -> tuple[int, ...]:
        """The seats that take part in a deal."""
        return tuple(seat for seat in range(self.players) if seat not in deal.sits_out)

    def seats_from(self, deal: DealState, first: int) -> tuple[int, ...]:
        """The seats that take part in a deal, clockwise from one on."""
        return tuple(sorted(self.seats_in(deal), key=lambda seat: (seat - first) % self.players))

    def sides_in(self, deal: DealState) -> tuple[str, ...]:
        """The sides that take part in a deal."""
        if not deal.sits_out:
            return self.sides
        return tuple(side for side in self.sides if not set(self.seats_of(side)) <= set(deal.sits_out))

    def seats_melding(self, deal: DealState) -> tuple[int, ...]:
        """The seats whose meld counts: the bidder’s alone where deals are settled in units (units.bidder)."""
        if self.variant.pays_units and deal.contract:
            return (deal.contract.bidder,)
        return self.seats_in(deal)

    def sides_melding(self, deal: DealState) -> tuple[str, ...]:
        """The sides whose meld counts."""
        if self.variant.pays_units and deal.contract:
            return (self.bidding_side(deal),)
        return self.sides_in(deal)

    def sides_counting_meld(self, deal: DealState) -> tuple[str, ...]:
        """Return the sides whose meld can bring points: in a moon the bidder's opponents, at most tables no side."""
        moon = self.variant.moon_for(deal.aim)
        if moon is None or deal.contract is None:
            return self.sides_melding(deal)
        team = self.teams_of(deal).team_of(self.bidding_side(deal))
        return tuple(side for side in self.sides_melding(deal) if moon.others_score and side not in team)

    def sides_unmelded(self, deal: DealState) -> tuple[str, ...]:
        """Return the sides whose meld counts and was not entered, or not of every partner."""
        if deal.meld_closed or deal.has_stock:
            return ()
        return tuple(
            side
            for side in self.sides_counting_meld(deal)
            if not all(
                self.meld_shown_by(deal, side, seat) or self.meld_shown_by(deal, side, None)
                for seat in self.seats_melding(deal)
                if self.side_of(seat) == side
            )
        )

    def begun(self, deal: DealState) -> Begun | None:
        """How far the play has come, as the cards recorded and the meld show; None where it may have begun."""
        fallen = sum(isinstance(event, CardPlayed) for event in deal.record)
        if fallen >= len(self.seats_in(deal)) or (deal.stock is not None and deal.stock.tricks):
            return Begun.TRICK
        if fallen:
            return Begun.LED
        is_melding = not deal.meld_closed and (deal.trump is None or not deal.has_stock)
        return Begun.UNLED if is_melding else None

    def trick_range(self, deal: DealState) -> tuple[int, int]:
        """The least and the most that all tricks of a deal can come to (count.total)."""
        return total_range(self.variant, len(self.seats_in(deal)))

    def side_of(self, seat: int) -> str:
        """The side that a seat plays for."""
        return side_of(self.variant, self.players, seat)

    def bidding_side(self, deal: DealState) -> str:
        """The side of the bidder; empty as long as a deal has none."""
        return self.side_of(deal.contract.bidder) if deal.contract else ""

    def bidder_first(self, deal: DealState, sides: Iterable[str]) -> tuple[str, ...]:
        """Sides in their order, but the bidder's before the others."""
        return tuple(sorted(sides, key=lambda side: side != self.bidding_side(deal)))

    def seats_of(self, side: str) -> tuple[int, ...]:
        """The seats of a side."""
        return seats_of(self.variant, self.players, side)

    def hand_of(self, shown: MeldShown) -> int | None:
        """The seat whose hand a meld is of; None if it is of several hands together."""
        seats = self.seats_of(shown.side)
        return seats[0] if len(seats) == 1 else shown.seat

    def meld_shown_by(self, deal: DealState, side: str, seat: int | None) -> MeldShown | None:
        """The meld entered for a hand, or for the whole side if ``seat`` is None."""
        seats = self.seats_of(side)
        hand = seats[0] if len(seats) == 1 else seat
        return next((each for each in deal.shown if each.side == side and self.hand_of(each) == hand), None)

    def side_name(self, side: str) -> str:
        """The names of a side's players: ``Ann & Bob``."""
        return team_name([self.names[seat] for seat in self.seats_of(side)])

    def names_in(self, deal: int) -> tuple[str, ...]:
        """By seat, the names of those who played the deal with this number."""
        names = dict(enumerate(self.names))
        for left in reversed(self.predecessors):
            if deal < left.until:
                names[left.seat] = left.name
        return tuple(names.values())

    def as_of(self, deal: int) -> GameState:
        """The game with the names of those who played the deal with this number."""
        return replace(self, names=self.names_in(deal)) if self.predecessors else self

    def has_played_throughout(self, seat: int) -> bool:
        """Return True if the player at a seat has been there from the first deal."""
        return all(left.seat != seat for left in self.predecessors)

    def renamed(self, seat: int, name: str, *, substitute: bool) -> GameState:
        """Put another name at a seat; deals played by a predecessor keep that one's name."""
        deal = len(self.deals) + 1
        last = next((left.until for left in reversed(self.predecessors) if left.seat == seat), 1)
        left = (Predecessor(seat, self.names[seat], deal),) if substitute and deal > last else ()
        names = (*self.names[:seat], name, *self.names[seat + 1 :])
        return replace(self, names=names, predecessors=(*self.predecessors, *left))

    def counts(self, deal: DealState) -> bool:
        """Return True if a deal counts: it was not played after the one that decided the game."""
        return self.won is None or deal.number <= self.won.deal

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who have won; none while the game goes on."""
        sides = self.won.winners if self.won else ()
        return tuple(self.names[seat] for side in sides for seat in self.seats_of(side))

    def with_names(self, says: str) -> str:
        """A recorded sentence with the sides' names as they are spelled now."""
        for mark, name in self._marks:
            says = says.replace(mark, name)
        return says

    @cached_property
    def _marks(self) -> tuple[tuple[str, str], ...]:
        """How recorded sentences name each side, and its names as they are spelled now."""
        return tuple((side_mark(side), self.side_name(side)) for side in self.sides)

    def named(self, scored: DealScored) -> DealScored:
        """A recorded score, its working with the sides' names as they are spelled now."""
        checks_working = tuple(map(self.with_names, scored.checks_working))
        return replace(scored, working=tuple(map(self.with_names, scored.working)), checks_working=checks_working)

    def scores(self) -> dict[str, int]:
        """By side, the sum of what the deals changed."""
        return dict(self.standing.scores)

    def new_deal(self, number: int, dealer: int, sits_out: tuple[int, ...] = ()) -> DealState:
        """A deal of this game for which nothing is entered yet."""
        auction, stock = self.variant.bid is not Bidding.NONE, self.variant.draw is Draw.STOCK
        called = self.variant.sides is Sides.CALLED
        return DealState(
            number,
            dealer,
            sits_out,
            has_auction=auction,
            has_stock=stock,
            has_call=called,
            said_for_trump=self.variant.said_for_trump,
        )

    def auction_of(self, deal: DealState) -> Auction:
        """The deal's auction, as the rules look at it."""
        return Auction(self.players, deal.dealer, deal.calls, deal.sits_out)

    def bids_of(self, deal: DealState) -> Mapping[str, tuple[int, ...]]:
        """By side, each partner's bid, where bids are added up; empty where they are not (bid.summed)."""
        return summed_bids(self.variant, self.auction_of(deal))

    def teams_of(self, deal: DealState) -> Teams:
        """Return the sides that share a result; each is alone while nobody knows a called partner (res.five)."""
        if not forms_teams(self.variant) or deal.partner_hidden:
            return each_alone(self.sides_in(deal))
        return teams_of(self.variant, self.so_far(deal))

    def quads(self, deal: DealState) -> frozenset[str]:
        """The sides of which a meld, entered by its cards or its name, wins the game four-fold (end.quad-pinochle)."""
        kinds = self.variant.end_quad_pinochle.melds if self.variant.end_quad_pinochle else ()

        def most(shown: MeldShown) -> int:
            of = (MeldKind(kind) for kind in kinds)
            return max(copies_held(self.variant, kind, deal.trump, shown.melds, shown.cards) for kind in of)

        return frozenset(shown.side for shown in deal.shown if kinds and most(shown) >= _FOUR_FOLD)

    def so_far(self, deal: DealState) -> DealFacts:
        """The facts of a deal of which no trick is counted yet."""
        return self.facts_of(deal, Ending())

    def facts_of(self, deal: DealState, ended: Ending | None = None) -> DealFacts:
        """The deal as the scoring looks at it; a four-fold meld that was shown need not be in its ending.

        :raises ValueError: if it has not ended and no ending is given.
        """
        ended = ended or deal.ended
        if ended is None:
            raise ValueError(f"deal {deal.number} has not ended")
        sides = self.sides_in(deal)
        return DealFacts(
            sides=sides,
            bidder=self.bidding_side(deal) or None,
            bid=deal.contract.bid if deal.contract else None,
            meld={side: ended.meld.get(side, deal.meld(side)) for side in sides},
            dix={side: deal.dix(side) for side in sides},
            ended=replace(ended, quad_pinochle=ended.quad_pinochle | self.quads(deal)),
            begun=self.begun(deal),
            partner=None if deal.partner is None else self.side_of(deal.partner),
            trump=deal.trump,
            aim=deal.aim,
            sits_out=tuple(side for side in self.sides if side not in sides),
            check_melds=deal.check_melds,
            bids=self.bids_of(deal),
        )


def side_mark(side: str) -> str:
    """Return the mark for a side's name in a recorded sentence: ``{A}``."""
    return f"{{{side}}}"


def score_of(scored: DealScored) -> DealScore:
    """A recorded score as the rules spell it."""
    change = {entry.side: entry.points for entry in scored.change}
    return DealScore(scored.outcome, change, scored.working, scored.clauses)
