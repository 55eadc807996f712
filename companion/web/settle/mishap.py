"""Questions about what went wrong: a wrong pack or deal, an exposed card, a word out of turn, a wrong discard."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.game.state import Phase
from companion.rules.choices import Draw
from companion.rules.referee import Found, Mishap, MishapQuestion, OnPage, QuestionError, RefereeQuestion
from companion.rules.score.facts import Begun
from companion.rules.variant import Variant
from companion.web.settle.asked import AskedQuestion, QuestionPage, piles_of

_FOUND_IN = {
    Phase.AUCTION: Found.AUCTION,
    Phase.TRUMP: Found.MELD,
    Phase.MELD: Found.MELD,
    Phase.PLAY: Found.PLAY,
}


def _known(asked: AskedQuestion) -> dict[str, Any]:
    """Return what the table knows of a mishap, such as when it came to light and whose slip it was."""
    case, mishap = asked.case, asked.page.about["mishap"]
    known: dict[str, Any] = {"hand": (*asked.laid.get("cards", ()), *asked.laid.get("hand", ()))}
    state, deal = case.state, case.deal
    if state is None or deal is None:
        return known
    found, times = _FOUND_IN.get(deal.phase, Found.SCORED), dict(asked.options("found"))
    if found is Found.MELD and found not in times:
        found = Found.PLAY  # On a score pad a deal stays at its meld until it is counted.
    seat, bidder = case.seat(asked.facts.word("seat")), case.contract.bidder if case.contract else None
    slip = {Mishap.WRONG_DEAL: deal.dealer, Mishap.WRONG_DISCARD: bidder}.get(mishap) if seat is None else seat
    return {
        **known,
        **({"found": found} if found in times else {}),
        "side": case.side_of(slip),
        "melded": case.melded_by(seat if mishap is Mishap.EXPOSED_CARD else bidder),
        "played": state.begun(deal) is Begun.TRICK,
        "bidder": None if seat is None or bidder is None else seat == bidder,
    }


def _pose(asked: AskedQuestion) -> RefereeQuestion:
    facts, times = asked.facts, dict(asked.options("found"))
    if facts.word("found") not in times:
        asked = replace(asked, facts=facts.but(found=""))
        if times and (facts.says("found") or "found" not in asked.known):
            raise QuestionError("Say when it came to light.")
    if asked.asks("drawn") and not (facts.says("discarded") and facts.says("drawn")):
        raise QuestionError("Write how many cards were discarded, and how many were drawn.")
    return asked.fill()


def happens(mishap: Mishap, variant: Variant) -> bool:
    """Return True if this can go wrong at all in this variant."""
    if mishap is Mishap.WRONG_DISCARD:
        return variant.kitty_size > 0 and not variant.kitty_deal_out
    return mishap is not Mishap.WRONG_DRAW or variant.draw is Draw.DISCARD_AND_DRAW


def _page(mishap: Mishap, title: str, note: str, *piles: OnPage) -> QuestionPage:
    return QuestionPage(
        mishap.value,
        title,
        note,
        MishapQuestion,
        piles,
        knows=_known,
        pose=_pose,
        about={"mishap": mishap},
        arises=partial(happens, mishap),
    )


(_CARDS,) = piles_of(MishapQuestion, "cards")
CARDS_WRONG = (
    _page(Mishap.WRONG_DEAL, "It was dealt wrongly", "A misdeal: a hand with too many or too few cards"),
    _page(
        Mishap.WRONG_PACK,
        "The pack was wrong",
        "A card missing, or one too many",
        replace(_CARDS, words="The whole pack", hint="only if you have counted it card by card"),
    ),
    _page(
        Mishap.HOPELESS_HAND,
        "A hopeless hand",
        "No ace, and hardly a counter",
        replace(_CARDS, words="The hand", hint="all of it, as it was dealt"),
    ),
)
PLAYED_WRONG = (
    _page(Mishap.OUT_OF_TURN, "Out of turn", "A card or a bid before its time"),
    _page(
        Mishap.EXPOSED_CARD,
        "A card was shown",
        "Seen by others, and no meld",
        replace(_CARDS, words="The exposed card"),
    ),
    _page(
        Mishap.WRONG_DISCARD,
        "Laid away wrongly",
        "Too many, too few, or the wrong cards",
        replace(_CARDS, words="Laid away", hint="the cards put aside for the kitty"),
        OnPage("The other cards", "hand", "what the bidder kept"),
    ),
    _page(Mishap.WRONG_DRAW, "Drawn wrongly", "Not as many as were discarded"),
)
