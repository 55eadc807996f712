"""Whose turn it is to tell the companion something, and what."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.record.agreeing import deals_asked, sides_open
from companion.game.record.state import DealState, GameState, Phase
from companion.rules.auction import next_bidder


@dataclass(frozen=True)
class Turn:
    """Who is waited for; nobody where anybody may tell what comes next, as at the count of the tricks."""

    seats: tuple[int, ...] = ()
    says: str = ""
    """What is waited for where several tell it at once, with their names; empty where the page's own words say so."""


NOBODYS = Turn()


def turn_of(state: GameState, deal: DealState) -> Turn:
    """Whom the deal on the table waits for."""
    match deal.phase:
        case Phase.AUCTION:
            seat = next_bidder(state.variant, state.auction_of(deal))
            return NOBODYS if seat is None else Turn((seat,))
        case Phase.TRUMP | Phase.CALL if deal.contract:
            return Turn((deal.contract.bidder,))
        case Phase.TURN:
            return Turn((deal.dealer,))
        case Phase.MELD:
            return _melding(state, deal)
    return NOBODYS


def asked_of(state: GameState) -> Turn:
    """Whose side is asked whether a deal is right, beside what the deal on the table waits for."""
    sides = {side: deal.number for deal in deals_asked(state) for side in sides_open(state, deal)}
    if not sides:
        return NOBODYS
    names = " and ".join(state.side_name(side) for side in state.sides if side in sides)
    seats = tuple(seat for seat in range(state.players) if state.side_of(seat) in sides)
    return Turn(seats, f"Is deal {max(sides.values())} right? {names}")


def _melding(state: GameState, deal: DealState) -> Turn:
    """Those of whose meld nothing has been told; once all is told, whoever closes it."""
    untold = tuple(seat for seat in state.seats_in(deal) if not _has_told(state, deal, seat))
    if not untold:
        return NOBODYS
    names = [state.names[seat] for seat in untold]
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return Turn(untold, f"{listed} {'melds' if len(names) == 1 else 'meld'}")


def _has_told(state: GameState, deal: DealState, seat: int) -> bool:
    side = state.side_of(seat)
    return any(state.told_of(deal, side, each) is not None for each in (seat, None))
