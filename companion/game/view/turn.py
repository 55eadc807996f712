"""Players whose turn it is to enter something; the questions, disputes and signatures of the sides."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.game.fold import deals_asked, disputed_deals, is_signed, sides_against, sides_open
from companion.game.state import DealState, GameState, Phase
from companion.rules.auction import next_bidder
from companion.rules.phrases import series


@dataclass(frozen=True)
class Awaited:
    """The players that the table waits for; nobody where anybody may enter what comes next, as in the count."""

    seats: tuple[int, ...] = ()
    says: str = ""
    """Text for an entry that several wait for at once, with their names; empty where the page's own words say so."""


NOBODYS = Awaited()


def turn_of(state: GameState, deal: DealState) -> Awaited:
    """Return the players that the deal on the table waits for."""
    match deal.phase:
        case Phase.AUCTION:
            seat = next_bidder(state.variant, state.auction_of(deal))
            return NOBODYS if seat is None else Awaited((seat,))
        case Phase.TRUMP | Phase.CALL if deal.contract:
            return Awaited((deal.contract.bidder,))
        case Phase.TURN:
            return Awaited((deal.dealer,))
        case Phase.MELD:
            return _melding(state, deal)
    return NOBODYS


def asked_of(state: GameState) -> Awaited:
    """Return the side that is asked if a deal is right, beside what the deal on the table waits for."""
    sides = {side: deal.number for deal in deals_asked(state) for side in sides_open(state, deal)}
    if not sides:
        return NOBODYS
    names = series(state.side_name(side) for side in state.sides if side in sides)
    seats = tuple(seat for seat in range(state.players) if state.side_of(seat) in sides)
    return Awaited(seats, f"Is deal {max(sides.values())} right? {names}")


def _melding(state: GameState, deal: DealState) -> Awaited:
    """Return the players whose meld is yet to be entered; nobody once all is."""
    missing = tuple(seat for seat in state.seats_melding(deal) if not _has_melded(state, deal, seat))
    if not missing:
        return NOBODYS
    names = [state.names[seat] for seat in missing]
    return Awaited(missing, f"{series(names)} {'melds' if len(names) == 1 else 'meld'}")


def _has_melded(state: GameState, deal: DealState, seat: int) -> bool:
    side = state.side_of(seat)
    return any(state.meld_shown_by(deal, side, each) is not None for each in (seat, None))


@dataclass(frozen=True)
class Speaker:
    """A side that says something for itself."""

    side: str
    name: str
    seats: tuple[int, ...]


@dataclass(frozen=True)
class UnansweredDeal:
    """A deal about which sides are still asked whether it is right."""

    number: int
    changes: tuple[tuple[str, int], ...]
    """Each side's name, and what the deal changed for it."""
    working: tuple[str, ...]
    asked: tuple[Speaker, ...]
    """The sides that have not answered."""


@dataclass(frozen=True)
class Dispute:
    """A deal that sides say is not right; the game goes on."""

    number: int
    by: tuple[Speaker, ...]

    @property
    def names(self) -> str:
        """The names of those who say so."""
        return series(speaker.name for speaker in self.by)


@dataclass(frozen=True)
class Signature(Speaker):
    """A side and its signature under the result."""

    signed: bool
    released: bool
    """True if it has released its signature and waits for the others."""


@dataclass(frozen=True)
class AgreementView:
    """The state of a table's agreement."""

    asked: bool
    """True if it asks them at all."""
    questions: tuple[UnansweredDeal, ...]
    disputes: tuple[Dispute, ...]
    signatures: tuple[Signature, ...]
    """Every side's, once somebody has won; none where nobody is asked to sign."""
    is_signed: bool
    """True if every side has signed, so that none changes the result alone."""


def agreement_view(state: GameState) -> AgreementView:
    """Return the questions, disputes and signatures of the sides."""
    asked = state.agreement.since is not None
    return AgreementView(
        asked,
        tuple(_question(state, deal) for deal in deals_asked(state) if sides_open(state, deal)),
        tuple(Dispute(deal.number, _speakers(state, sides_against(deal))) for deal in disputed_deals(state)),
        _signatures(state) if asked and state.won else (),
        is_signed(state),
    )


def _question(state: GameState, deal: DealState) -> UnansweredDeal:
    state = state.as_of(deal.number)
    changes = tuple((state.side_name(side), points) for side, points in deal.change.items())
    working = state.named(deal.scored).working if deal.scored else ()
    return UnansweredDeal(deal.number, changes, working, _speakers(state, sides_open(state, deal)))


def _speakers(state: GameState, sides: Collection[str]) -> tuple[Speaker, ...]:
    return tuple(Speaker(side, state.side_name(side), state.seats_of(side)) for side in sides)


def _signatures(state: GameState) -> tuple[Signature, ...]:
    signed, released = state.agreement.signed, state.agreement.released
    return tuple(
        Signature(each.side, each.name, each.seats, each.side in signed, each.side in released)
        for each in _speakers(state, state.sides)
    )
