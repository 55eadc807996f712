"""Asks about what went wrong: a wrong pack or deal, an exposed card, a word out of turn, a wrong discard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.game.state import Phase
from companion.rules.choices import Bidding, Draw, Exposed
from companion.rules.referee import Found, Incident, Mishap, QuestionError, Settled, settle_mishap
from companion.rules.score.facts import Begun
from companion.rules.variant import Variant
from companion.web.settle.case import Case, Facts, Pile, melded_by
from companion.web.settle.play import trump_of

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


_FOUND = {
    Mishap.OUT_OF_TURN: (Found.AUCTION, Found.PLAY, Found.SCORED),
    Mishap.WRONG_DISCARD: (Found.MELD, Found.PLAY, Found.SCORED),
    Mishap.WRONG_DRAW: (),
    Mishap.HOPELESS_HAND: (),
}
"""When a mishap can come to light; at any time where it is not listed, and the time is not asked where it is empty."""


def ask_mishap(mishap: Mishap) -> Callable[[Case, Facts], Settled]:
    """Who settles this kind of mishap: a function of the case and the facts entered."""

    def ask(case: Case, facts: Facts) -> Settled:
        return settle_mishap(case.variant, _incident(mishap, case, facts), case.mark)

    return ask


def asks_about_mishap(mishap: Mishap) -> Callable[[Case, Facts], dict[str, object]]:
    """When this mishap may have come to light, and who may have done it, as far as the answer hangs on them."""

    def asks(case: Case, facts: Facts) -> dict[str, object]:
        return {
            "found": {found: FOUND[found] for found in _times(mishap, case.variant)},
            "found_now": found_in(mishap, case, facts),
            "sides": _sides_asked(mishap, case),
            "side_now": _side(mishap, case, facts),
            "trump_now": trump_of(case, facts),
            "asks_purpose": _asks_purpose(mishap, case.variant),
            "asks_bidder": _asks_purpose(mishap, case.variant) and case.variant.bid is not Bidding.NONE,
        }

    return asks


def _sides_asked(mishap: Mishap, case: Case) -> list[tuple[str, str]]:
    """The sides to choose from; none where it does not matter whose slip it was, or single players are asked for."""
    state, deal = case.state, case.deal
    if state is None or deal is None or not _is_blamed(mishap, case.variant) or _asks_purpose(mishap, case.variant):
        return []
    return [(side, case.name(side)) for side in state.sides_in(deal)]


def _asks_purpose(mishap: Mishap, variant: Variant) -> bool:
    """Whether it matters if it was done on purpose, and by whom (renege.exposed)."""
    return mishap is Mishap.EXPOSED_CARD and variant.renege_exposed is Exposed.ON_PURPOSE


def _seat(case: Case, facts: Facts) -> int | None:
    """The player who was named."""
    return next((seat for seat in case.seats if str(seat) == facts.word("seat")), None)


def _by_bidder(case: Case, facts: Facts) -> bool | None:
    """Whether it was the bidder; None where nobody has said who it was."""
    seat, contract = _seat(case, facts), case.deal.contract if case.deal else None
    if seat is not None and contract is not None:
        return seat == contract.bidder
    return _yes(facts, "bidder")


def _yes(facts: Facts, name: str) -> bool | None:
    """An answer by yes or no; None where there is none."""
    return {"yes": True, "no": False}.get(facts.word(name))


def found_in(mishap: Mishap, case: Case, facts: Facts) -> Found | None:
    """When it came to light: as entered, else the deal's phase."""
    stands = _FOUND_IN.get(case.deal.phase, Found.SCORED).value if case.deal else ""
    said = facts.word("found") or stands
    return next((found for found in _times(mishap, case.variant) if found.value == said), None)


def _times(mishap: Mishap, variant: Variant) -> tuple[Found, ...]:
    times = _FOUND.get(mishap, tuple(FOUND))
    return tuple(found for found in times if found is not Found.AUCTION or variant.bid is not Bidding.NONE)


def _is_blamed(mishap: Mishap, variant: Variant) -> bool:
    """Whether it matters whose slip it was."""
    if mishap is Mishap.WRONG_DEAL:
        return variant.misdeal_procedure
    if mishap is Mishap.EXPOSED_CARD:
        return variant.renege_exposed is not Exposed.NEVER
    return mishap not in (Mishap.WRONG_PACK, Mishap.HOPELESS_HAND)


def _side(mishap: Mishap, case: Case, facts: Facts) -> str | None:
    """Whose slip it was: as entered, else the dealer's or the bidder's, who alone can make it."""
    side, state, deal = facts.word("side"), case.state, case.deal
    if side or state is None or deal is None:
        return side or None
    seat = _seat(case, facts)
    if seat is not None:
        return state.side_of(seat)
    if mishap is Mishap.WRONG_DEAL:
        return state.side_of(deal.dealer)
    return state.side_of(deal.contract.bidder) if mishap is Mishap.WRONG_DISCARD and deal.contract else None


def happens(mishap: Mishap, variant: Variant) -> bool:
    """Whether this can go wrong at all in this variant."""
    if mishap is Mishap.WRONG_DISCARD:
        return variant.kitty_size > 0 and not variant.kitty_deal_out
    return mishap is not Mishap.WRONG_DRAW or variant.draw is Draw.DISCARD_AND_DRAW


def _incident(mishap: Mishap, case: Case, facts: Facts) -> Incident:
    found = found_in(mishap, case, facts)
    if found is None and _times(mishap, case.variant):
        raise QuestionError("Say when it came to light.")
    cards, kept = facts.cards("cards"), facts.cards("hand")
    bidder = case.deal.contract.bidder if case.deal and case.deal.contract else None
    whose = _seat(case, facts) if mishap is Mishap.EXPOSED_CARD else bidder
    return Incident(
        mishap,
        found or Found.PLAY,
        side=_side(mishap, case, facts),
        cards=cards,
        trump=trump_of(case, facts),
        hand=(*cards, *kept),
        melded=melded_by(case, whose),
        players=len(case.seats),
        discarded=_figure(mishap, facts, "discarded"),
        drawn=_figure(mishap, facts, "drawn"),
        exchanged=facts.says("exchanged"),
        played=facts.says("played") or _has_trick(case),
        turned=not facts.says("open"),
        on_purpose=_yes(facts, "purpose"),
        by_bidder=_by_bidder(case, facts),
    )


def _has_trick(case: Case) -> bool:
    """Whether the game itself knows that everybody has played to the first trick."""
    return case.state is not None and case.deal is not None and case.state.begun(case.deal) is Begun.TRICK


def _figure(mishap: Mishap, facts: Facts, name: str) -> int:
    """How many cards were discarded or drawn; 0 where nobody asks.

    :raises QuestionError: if it is asked for, and missing or no number.
    """
    cards = facts.number(name, name.capitalize())
    if cards is None and mishap is Mishap.WRONG_DRAW:
        raise QuestionError("Write how many cards were discarded, and how many were drawn.")
    return cards or 0
