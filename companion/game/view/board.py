"""The deal on the table as it is read from across the room: bids, trump, meld as it is told, what is still needed."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import Suit
from companion.game.record.events import MeldShown
from companion.game.record.state import DealState, GameState, Phase
from companion.game.view.bids import side_bids
from companion.game.view.needs import needs_of

_MELD_KNOWN = (Phase.MELD, Phase.PLAY, Phase.CONFIRM)


@dataclass(frozen=True)
class Laid:
    """What one player, or a side together, has told of its meld."""

    name: str
    points: int
    melds: tuple[str, ...]
    """What each meld is called; none where only a sum was told."""


@dataclass(frozen=True)
class SideMeld:
    """What a side has told of its meld so far, owner by owner."""

    name: str
    points: int
    laid: tuple[Laid, ...]


@dataclass(frozen=True)
class Board:
    """The deal on the table, as far as it has come."""

    number: int
    dealer: str
    bids: tuple[tuple[str, int], ...]
    """Who has to make how much, the bidder first; none before the auction is over."""
    trump: Suit | None
    melds: tuple[SideMeld, ...]
    """Of every side that takes part; none before trump is known."""
    needs: tuple[str, ...]
    """What each contract still needs, with the meld that has been told so far."""


def board_of(state: GameState) -> Board | None:
    """The deal on the table; None once the game is over."""
    deal = state.deal
    if deal is None:
        return None
    shows_meld = state.phase in _MELD_KNOWN
    return Board(
        number=deal.number,
        dealer=state.names[deal.dealer],
        bids=_bids(state, deal),
        trump=deal.trump,
        melds=tuple(_side_meld(state, deal, side) for side in state.sides_in(deal)) if shows_meld else (),
        needs=_needs(state, deal) if shows_meld else (),
    )


def _bids(state: GameState, deal: DealState) -> tuple[tuple[str, int], ...]:
    if deal.contract is None:
        return ()
    sums = tuple((bid.name, bid.amount) for bid in side_bids(state, deal) if bid.amount)
    return sums or ((state.names[deal.contract.bidder], deal.contract.bid),)


def _needs(state: GameState, deal: DealState) -> tuple[str, ...]:
    """While meld is still being told nobody is called set: the partner's may be to come."""
    needs = needs_of(state, deal)
    if state.phase is not Phase.MELD or deal.partner_hidden:
        return tuple(need.says for need in needs)
    return tuple(
        f"{state.side_name(need.side)}: bid {need.bid}, meld so far {deal.meld(need.side)}: {need.needed} still needed."
        for need in needs
    )


def _side_meld(state: GameState, deal: DealState, side: str) -> SideMeld:
    laid = tuple(_laid(state, shown) for shown in deal.shown if shown.side == side)
    return SideMeld(state.side_name(side), deal.meld(side), laid)


def _laid(state: GameState, shown: MeldShown) -> Laid:
    name = state.side_name(shown.side) if shown.seat is None else state.names[shown.seat]
    return Laid(name, shown.points, tuple(meld.name for meld in shown.melds))
