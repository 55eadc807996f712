"""What to remember where the bidder calls a partner (sides, res.five-call)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game.record.state import DealState, GameState
from companion.game.view.reminders.reminder import Reminder


def partner_is_called(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Which card may be named, and whom it finds."""
    if deal.contract is None:
        return
    name = state.names[deal.contract.bidder]
    says = f"{name} calls any card of trump. The first player from {name}’s left who holds that card is the partner."
    yield Reminder(says, "res.five-call")
    yield Reminder("Whoever holds it may say so now, or keep it secret until the card falls.", "sides")


def partner_plays(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """How the partner counts, known or still hidden."""
    if deal.contract is None or not deal.has_call:
        return
    if deal.partner_hidden and deal.called:
        says = f"Until {deal.called.symbols} falls nobody need say who plays with {state.names[deal.contract.bidder]}."
        yield Reminder(says, "res.five-call")
    yield Reminder("Partners of this deal add up meld and tricks, and each of them scores the whole.", "res.five")
