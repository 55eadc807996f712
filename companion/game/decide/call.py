"""The called partner: judges the card that the bidder names, and who turns out to hold it (res.five-call)."""

from __future__ import annotations

from companion.game.record.commands import CallCard, TellPartner
from companion.game.record.events import CardCalled, Event, PartnerTold
from companion.game.record.refusal import Refusal, refusal_of
from companion.game.record.state import DealState, GameState
from companion.rules.dealing import judge_call
from companion.rules.score import DealEnd

_ENDS_WITHOUT_PARTNER = (DealEnd.MISDEAL, DealEnd.NO_MARRIAGE)


def call_card(state: GameState, deal: DealState, command: CallCard) -> tuple[Event, ...] | Refusal:
    """The card that finds the partner; another may be named until somebody is found."""
    if deal.contract is None or deal.trump is None:
        return Refusal("Name trump first.", ("res.five-call",))
    if deal.partner_told:
        return Refusal("Who plays with the bidder is known already.", ("res.five-call",), "card")
    ruling = judge_call(state.variant, deal.trump, command.card)
    return (CardCalled(deal.contract.bidder, command.card),) if ruling else refusal_of(ruling, "card")


def tell_partner(state: GameState, deal: DealState, command: TellPartner) -> tuple[Event, ...] | Refusal:
    """Who plays with the bidder; told once, and then only undone or corrected."""
    if deal.partner_told:
        return Refusal("Who plays with the bidder is known already.", ("res.five-call",), "partner")
    wrong = wrong_partner(state, deal, command.seat)
    return wrong or (PartnerTold(command.seat),)


def wrong_partner(state: GameState, deal: DealState, seat: int | None) -> Refusal | None:
    """Why this seat cannot be the bidder's partner; None if it can, or if the bidder plays alone."""
    if not deal.has_call:
        return Refusal("In this game partners are not called.", ("sides",), "partner")
    if seat is not None and seat not in state.seats_in(deal):
        return Refusal("Please say who the partner is.", ("res.five-call",), "partner")
    if deal.contract and seat == deal.contract.bidder:
        says = f"{state.names[deal.contract.bidder]} is the bidder, and nobody’s own partner: name another card."
        return Refusal(says, ("res.five-call",), "partner")
    return None


def partner_missing(deal: DealState, end: DealEnd) -> Refusal | None:
    """Why a deal cannot end so yet: its result hangs on who the partner is."""
    if not deal.partner_hidden or end in _ENDS_WITHOUT_PARTNER:
        return None
    whose = f"who had {deal.called.symbols}" if deal.called else "who plays with the bidder"
    return Refusal(f"First say {whose}: the result hangs on it.", ("res.five-call", "res.five"), "partner")
