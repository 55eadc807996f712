"""Who discarded and drew how many cards, as the table's page asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.decide.draw import judge_draw
from companion.game.record.events import CardsDrawn
from companion.game.record.state import DealState, GameState
from companion.rules.choices import Draw
from companion.rules.dealing import most_discards
from companion.rules.ruling import Ruling


@dataclass(frozen=True)
class PlayerDraw:
    """What is known of one player's exchange."""

    seat: int
    name: str
    side: str
    told: CardsDrawn | None
    ruling: Ruling | None
    """Against, where the numbers told are a renege; None where none are told."""


@dataclass(frozen=True)
class DrawView:
    """The exchange of a deal, the bidder first and then clockwise."""

    most: int
    """How many cards each may discard (res.players-bruce)."""
    players: tuple[PlayerDraw, ...]

    @property
    def told(self) -> int:
        """Of how many players the exchange has been told."""
        return sum(player.told is not None for player in self.players)


def draw_view(state: GameState, deal: DealState) -> DrawView | None:
    """The exchange of a deal; None where nobody discards and draws, or nobody has the bid yet."""
    if state.variant.draw is not Draw.DISCARD_AND_DRAW or deal.contract is None:
        return None
    seats = state.seats_in(deal)
    first = seats.index(deal.contract.bidder)
    order = seats[first:] + seats[:first]
    return DrawView(most_discards(state.variant, len(seats)), tuple(_player(state, deal, seat) for seat in order))


def _player(state: GameState, deal: DealState, seat: int) -> PlayerDraw:
    told = deal.draw_of(seat)
    ruling = judge_draw(state, deal, told) if told else None
    return PlayerDraw(seat, state.names[seat], state.side_of(seat), told, ruling)
