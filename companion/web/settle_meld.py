"""Asks about meld: what shown cards are worth, card by card."""

from __future__ import annotations

from companion.rules.referee import QuestionError, Settled, ShownMeld, settle_meld
from companion.web.settle_case import Case
from companion.web.settle_facts import Facts, Pile
from companion.web.settle_play import trump_of

SHOWN = Pile("cards", "The cards shown", "all that one player lays down")
MELD_PILES = (SHOWN,)


def ask_meld(case: Case, facts: Facts) -> Settled:
    """What shown cards meld, and whether a sum that was claimed is right (meld.best).

    :raises QuestionError: if something is missing, or can't be so.
    """
    cards = facts.cards(SHOWN.name)
    if not cards:
        raise QuestionError("Tap the cards that were shown.")
    return settle_meld(case.variant, ShownMeld(trump_of(case, facts), cards, facts.number("claimed", "The claim")))


def asks_about_meld(case: Case, facts: Facts) -> dict[str, object]:
    """Trump, as far as it is known."""
    return {"trump_now": trump_of(case, facts)}


def share_meld(case: Case, facts: Facts) -> Facts:
    """The facts with what the game alone knows: trump."""
    trump = trump_of(case, facts)
    return facts.but(trump=trump.value if trump else "", into="")
