"""Asks about what went wrong: a wrong pack or deal, an exposed card, a word out of turn, a wrong discard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.game.state import Phase
from companion.rules.choices import Draw
from companion.rules.referee import Found, Incident, Mishap, QuestionError, Settled, settle_mishap
from companion.rules.variant import Variant
from companion.web.settle_case import Case, melded_by
from companion.web.settle_facts import Facts, Pile
from companion.web.settle_play import trump_of

CARDS = Pile("cards", "The cards", "those that it is about")
PACK_PILES = (Pile("cards", "The whole pack", "only if you have counted it card by card"),)
EXPOSED_PILES = (replace(CARDS, title="The exposed card"),)
HOPELESS_PILES = (replace(CARDS, title="The hand", hint="all of it, as it was dealt"),)
DISCARD_PILES = (
    Pile("cards", "Laid away", "the cards put aside for the kitty"),
    Pile("hand", "The other cards", "what the bidder kept"),
)
FOUND = {
    Found.DEALING: "While dealing",
    Found.AUCTION: "In the bidding",
    Found.MELD: "Before the first lead",
    Found.PLAY: "During the play",
    Found.SCORED: "After the count",
}
_FOUND_IN = {
    Phase.AUCTION: Found.AUCTION,
    Phase.TRUMP: Found.MELD,
    Phase.MELD: Found.MELD,
    Phase.PLAY: Found.PLAY,
}


def ask_mishap(mishap: Mishap) -> Callable[[Case, Facts], Settled]:
    """Who settles this kind of mishap: a function of the case and of what was told."""

    def ask(case: Case, facts: Facts) -> Settled:
        return settle_mishap(case.variant, _incident(mishap, case, facts), case.mark)

    return ask


def asks_about_mishap(case: Case, facts: Facts) -> dict[str, object]:
    """When it may have come to light, and who may have done it."""
    state, deal = case.state, case.deal
    sides = [(side, case.name(side)) for side in state.sides_in(deal)] if state and deal else []
    return {"found": FOUND, "found_now": found_in(case, facts), "sides": sides, "trump_now": trump_of(case, facts)}


def found_in(case: Case, facts: Facts) -> Found | None:
    """When it came to light: as it was told, else where the deal stands."""
    told = next((found for found in Found if found.value == facts.word("found")), None)
    return told or (_FOUND_IN.get(case.deal.phase, Found.SCORED) if case.deal else None)


def happens(mishap: Mishap, variant: Variant) -> bool:
    """Whether this can go wrong at all in this variant."""
    if mishap is Mishap.WRONG_DISCARD:
        return variant.kitty_size > 0 and not variant.kitty_deal_out
    return mishap is not Mishap.WRONG_DRAW or variant.draw is Draw.DISCARD_AND_DRAW


def _incident(mishap: Mishap, case: Case, facts: Facts) -> Incident:
    found = found_in(case, facts)
    if found is None:
        raise QuestionError("Say when it came to light.")
    cards, kept = facts.cards("cards"), facts.cards("hand")
    bidder = case.deal.contract.bidder if case.deal and case.deal.contract else None
    return Incident(
        mishap,
        found,
        side=facts.word("side") or None,
        cards=cards,
        trump=trump_of(case, facts),
        hand=(*cards, *kept),
        melded=melded_by(case, bidder),
        players=len(case.seats),
        discarded=facts.number("discarded", "Discarded") or 0,
        drawn=facts.number("drawn", "Drawn") or 0,
        exchanged=facts.says("exchanged"),
        played=facts.says("played"),
        turned=not facts.says("open"),
    )
