"""Questions about what went wrong: a wrong pack or deal, an exposed card, a word out of turn, a wrong discard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.game.state import Phase
from companion.rules.choices import Bidding, Draw, Exposed
from companion.rules.referee import Found, Mishap, MishapQuestion, QuestionError
from companion.rules.score.facts import Begun
from companion.rules.variant import Variant
from companion.web.settle.case import Case, Facts, melded_by
from companion.web.settle.controls import Pile, QuestionControl, QuestionPage, control, piles_of

_FOUND_SAYS = {
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


def pose_mishap(mishap: Mishap, case: Case, facts: Facts) -> MishapQuestion:
    """What went wrong."""
    found = _found(mishap, case, facts)
    if found is None and _times(mishap, case.variant):
        raise QuestionError("Say when it came to light.")
    if mishap is Mishap.WRONG_DRAW and not (facts.says("discarded") and facts.says("drawn")):
        raise QuestionError("Write how many cards were discarded, and how many were drawn.")
    seat, contract = case.seat_in(facts, "seat"), case.contract
    bidder = contract.bidder if contract else None
    return facts.but(found="").fill(
        MishapQuestion,
        mishap=mishap,
        found=found or Found.PLAY,
        side=_side(mishap, case, facts),
        trump=case.trump,
        hand=(*facts.cards("cards"), *facts.cards("hand")),
        melded=melded_by(case, seat if mishap is Mishap.EXPOSED_CARD else bidder),
        players=len(case.seats),
        played=_has_trick(case),
        bidder=None if seat is None or bidder is None else seat == bidder,
    )


def ask_for_mishap(mishap: Mishap, piles: tuple[Pile, ...], case: Case, facts: Facts) -> Iterator[QuestionControl]:
    """When it came to light and who did it, as far as the answer hangs on them, and what can be seen of it."""
    times = tuple((found.value, _FOUND_SAYS[found]) for found in _times(mishap, case.variant))
    if times:
        yield control(MishapQuestion, "found", times, _found(mishap, case, facts) or "")
    yield from _whose(mishap, case, facts)
    if mishap is Mishap.WRONG_DRAW:
        yield QuestionControl("pair", inside=tuple(control(MishapQuestion, name) for name in ("discarded", "drawn")))
    if mishap is Mishap.WRONG_DISCARD:
        yield control(MishapQuestion, "trump", now=case.trump_in(facts))
    if mishap is Mishap.HOPELESS_HAND:
        yield from (control(MishapQuestion, name) for name in ("exchanged", "played"))
    if mishap is Mishap.OUT_OF_TURN and case.variant.score_renege_corrected:
        yield control(MishapQuestion, "turned")
    if piles:
        yield QuestionControl("piles")


def _whose(mishap: Mishap, case: Case, facts: Facts) -> Iterator[QuestionControl]:
    if _asks_purpose(mishap, case.variant):
        yield control(MishapQuestion, "on_purpose", (("yes", "On purpose"), ("no", "By accident")))
        if case.players:
            yield QuestionControl("choices", "Who showed it?", "seat", options=case.players)
        elif case.variant.bid is not Bidding.NONE:
            yield control(MishapQuestion, "bidder", (("yes", "The bidder"), ("no", "Another player")))
    elif case.sides and _is_blamed(mishap, case.variant):
        yield control(MishapQuestion, "side", case.sides, _side(mishap, case, facts) or "")


def _asks_purpose(mishap: Mishap, variant: Variant) -> bool:
    """Whether it matters if it was done on purpose, and by whom (renege.exposed)."""
    return mishap is Mishap.EXPOSED_CARD and variant.renege_exposed is Exposed.ON_PURPOSE


def _found(mishap: Mishap, case: Case, facts: Facts) -> Found | None:
    """When it came to light: as entered, else the deal's phase."""
    times = _times(mishap, case.variant)
    stands = _FOUND_IN.get(case.deal.phase, Found.SCORED) if case.deal else None
    if stands is Found.MELD and stands not in times:
        stands = Found.PLAY  # On a score pad a deal stays at its meld until it is counted.
    said = facts.word("found") or (stands.value if stands else "")
    return next((found for found in times if found.value == said), None)


def _times(mishap: Mishap, variant: Variant) -> tuple[Found, ...]:
    times = _FOUND.get(mishap, tuple(Found))
    return tuple(found for found in times if found is not Found.AUCTION or variant.bid is not Bidding.NONE)


def _is_blamed(mishap: Mishap, variant: Variant) -> bool:
    """Whether it matters whose slip it was."""
    if mishap is Mishap.WRONG_DEAL:
        return variant.misdeal_procedure
    if mishap is Mishap.EXPOSED_CARD:
        return variant.renege_exposed is not Exposed.NEVER
    return mishap not in (Mishap.WRONG_PACK, Mishap.HOPELESS_HAND)


def _side(mishap: Mishap, case: Case, facts: Facts) -> str | None:
    """Whose slip it was where nobody has said: the dealer's or the bidder's, who alone can make it."""
    seat = case.seat_in(facts, "seat")
    if seat is None and mishap is Mishap.WRONG_DEAL and case.deal:
        seat = case.deal.dealer
    if seat is None and mishap is Mishap.WRONG_DISCARD and case.contract:
        seat = case.contract.bidder
    return case.side_of(seat)


def happens(mishap: Mishap, variant: Variant) -> bool:
    """Whether this can go wrong at all in this variant."""
    if mishap is Mishap.WRONG_DISCARD:
        return variant.kitty_size > 0 and not variant.kitty_deal_out
    return mishap is not Mishap.WRONG_DRAW or variant.draw is Draw.DISCARD_AND_DRAW


def _has_trick(case: Case) -> bool:
    """Whether the game itself knows that everybody has played to the first trick."""
    return case.state is not None and case.deal is not None and case.state.begun(case.deal) is Begun.TRICK


def _page(mishap: Mishap, title: str, note: str, *piles: Pile) -> QuestionPage:
    pose, asks = partial(pose_mishap, mishap), partial(ask_for_mishap, mishap, piles)
    return QuestionPage(mishap.value, title, note, pose, asks, piles, arises=partial(happens, mishap))


(_CARDS,) = piles_of(MishapQuestion, "cards")
CARDS_WRONG = (
    _page(Mishap.WRONG_DEAL, "It was dealt wrongly", "A misdeal: a hand with too many or too few cards"),
    _page(
        Mishap.WRONG_PACK,
        "The pack was wrong",
        "A card missing, or one too many",
        replace(_CARDS, title="The whole pack", hint="only if you have counted it card by card"),
    ),
    _page(
        Mishap.HOPELESS_HAND,
        "A hopeless hand",
        "No ace, and hardly a counter",
        replace(_CARDS, title="The hand", hint="all of it, as it was dealt"),
    ),
)
PLAYED_WRONG = (
    _page(Mishap.OUT_OF_TURN, "Out of turn", "A card or a bid before its time"),
    _page(
        Mishap.EXPOSED_CARD,
        "A card was shown",
        "Seen by others, and no meld",
        replace(_CARDS, title="The exposed card"),
    ),
    _page(
        Mishap.WRONG_DISCARD,
        "Laid away wrongly",
        "Too many, too few, or the wrong cards",
        replace(_CARDS, title="Laid away", hint="the cards put aside for the kitty"),
        Pile("hand", "The other cards", "what the bidder kept"),
    ),
    _page(Mishap.WRONG_DRAW, "Drawn wrongly", "Not as many as were discarded"),
)
