"""What to remember about the kitty: who takes it, what becomes of it, and what a look at it may cost."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game.record.state import DealState, GameState
from companion.game.view.reminders.reminder import Reminder
from companion.rules.choices import Bury


def kitty_comes(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Who takes the kitty up before trump is named, or shares it out (kitty.size, kitty.deal-out)."""
    variant = state.variant
    if deal.contract is None or not variant.kitty_size:
        return
    bidder, size = state.names[deal.contract.bidder], variant.kitty_size
    if variant.kitty_deal_out:
        look = "turns up" if variant.kitty_shown else "looks at"
        says = f"{bidder} {look} the kitty of {size} and gives one card to each player, then names trump."
        yield Reminder(says, "kitty.deal-out")
    elif variant.kitty_shown:
        yield Reminder(f"{bidder} turns up the kitty of {size} for all to see, then takes it.", "kitty.shown")
    else:
        yield Reminder(f"{bidder} takes the kitty of {size} without showing it.", "kitty.size")
    if variant.keeps_checks:
        says = "Conceding before a look at the kitty costs no checks, after it one; to play and lose costs two."
        yield Reminder(says, "end.checks")


def kitty_goes(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """What is laid away for the kitty, and which cards may not be (kitty.size, kitty.bury)."""
    variant = state.variant
    if deal.contract is None or not variant.kitty_size:
        return
    if variant.kitty_deal_out:
        yield Reminder(f"Everyone holds {variant.hand_size + 1} cards now.", "kitty.deal-out")
        return
    bidder = state.names[deal.contract.bidder]
    says = f"Before the first lead {bidder} lays {variant.kitty_size} cards away that were not melded."
    yield Reminder(says, "kitty.size")
    if variant.kitty_bury in _BURY:
        yield Reminder(_BURY[variant.kitty_bury], "kitty.bury")


_BURY = {
    Bury.NO_TRUMP: "No trump may be laid away.",
    Bury.NO_ACES: "No ace may be laid away.",
    Bury.SHOWN: "Trumps and aces that are laid away must be shown.",
}


def kitty_counts(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """Whose the counters are that were laid away (kitty.counts)."""
    variant = state.variant
    if deal.contract is None or not variant.kitty_size or variant.kitty_deal_out:
        return
    whose = f"{state.names[deal.contract.bidder]}’s" if variant.kitty_counts else "nobody’s"
    yield Reminder(f"Counters among the {variant.kitty_size} cards laid away are {whose}.", "kitty.counts")
