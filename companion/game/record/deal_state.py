"""Where one deal stands: a plain record that the fold builds, and what the table does by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.cards import Card, Suit
from companion.game.record.events import CardsDrawn, DealEnded, DealPassedOut, DealScored, MeldShown
from companion.game.record.stock_state import StockState
from companion.game.record.trick_events import PlayRecord
from companion.rules.auction import Call
from companion.rules.contract import Contract
from companion.rules.meld.kinds import MeldKind
from companion.rules.score.facts import CheckMeld


class Phase(str, Enum):
    """What the table does now."""

    AUCTION = "auction"
    TRUMP = "trump"
    CALL = "call"
    TURN = "turn"
    STOCK = "stock"
    MELD = "meld"
    PLAY = "play"
    CONFIRM = "confirm"
    OVER = "over"

    __hash__ = str.__hash__


_QUAD = 8
"""The cards of a quadruple pinochle."""


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
    partner_told: bool = False
    """Whether it is known who plays with the bidder."""
    draws: tuple[CardsDrawn, ...] = ()
    """At most one a player."""
    shown: tuple[MeldShown, ...] = ()
    """At most one a player, or one for a whole side."""
    check_melds: Mapping[str, tuple[CheckMeld, ...]] = field(default_factory=dict)
    """By side, what is known of its melds that earn checks."""
    meld_closed: bool = False
    record: tuple[PlayRecord, ...] = ()
    """Cards played, accusations and rulings, the oldest first."""
    ended: DealEnded | None = None
    scored: DealScored | None = None
    passed_out: DealPassedOut | None = None
    corrected: bool = False
    answers: Mapping[str, bool] = field(default_factory=dict)
    """By side, whether it says that the deal is right as it stands."""
    has_auction: bool = True
    """Whether trump is bid for; if not, a card is turned up."""
    has_call: bool = False
    """Whether the bidder calls a partner."""
    has_stock: bool = False
    """Whether hands are filled from a stock, and melds laid one by one while it lasts."""
    stock: StockState | None = None
    """What has come of the turned-up card; None before, and where there is none."""

    @property
    def phase(self) -> Phase:
        """What this deal waits for."""
        if self.scored or self.passed_out:
            return Phase.OVER
        if self.ended:
            return Phase.CONFIRM
        if self.meld_closed:
            return Phase.PLAY
        if self.has_auction and self.contract is None:
            return Phase.AUCTION
        if self.trump is None:
            return Phase.TRUMP if self.has_auction else Phase.TURN
        if self.has_call and self.called is None and not self.partner_told:
            return Phase.CALL
        return Phase.STOCK if self.has_stock else Phase.MELD

    @property
    def partner_hidden(self) -> bool:
        """Whether a partner has been called whom nobody knows yet, so that nothing can be scored."""
        return self.has_call and self.trump is not None and not self.partner_told

    def meld(self, side: str) -> int:
        """What a side has shown so far; a sum told after the last meld stands in place of what was laid."""
        told = [shown.points for shown in self.shown if shown.side == side]
        return self.stock.points(side) if self.stock and not told else sum(told)

    def dix(self, side: str) -> int:
        """The part of it that dixes made."""
        told = [shown.dix for shown in self.shown if shown.side == side]
        return self.stock.dix(side) if self.stock and not told else sum(told)

    def draw_of(self, seat: int) -> CardsDrawn | None:
        """What has been told of the cards that a player drew."""
        return next((draw for draw in self.draws if draw.seat == seat), None)

    @property
    def quad_pinochles(self) -> frozenset[str]:
        """The sides of which a meld, told by its cards or its name, is a quadruple pinochle (end.quad-pinochle)."""
        melds = ((shown.side, meld) for shown in self.shown for meld in shown.melds)
        return frozenset(side for side, meld in melds if meld.kind is MeldKind.PINOCHLE and len(meld.cards) == _QUAD)

    @property
    def change(self) -> Mapping[str, int]:
        """By side, what the deal changed."""
        return {entry.side: entry.points for entry in self.scored.change} if self.scored else {}

    @property
    def checks(self) -> Mapping[str, int]:
        """By side, the checks that the deal gained or cost."""
        return {entry.side: entry.points for entry in self.scored.checks} if self.scored else {}
