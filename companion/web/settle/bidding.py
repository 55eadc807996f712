"""Questions about the auction: a bid or a pass, who opens, and the suit that the bidder names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.rules.auction import Call
from companion.rules.names import unnamed
from companion.rules.referee import BidQuestion, OpeningQuestion, QuestionError, RefereeQuestion, TrumpQuestion
from companion.web.settle.asked import AskedQuestion, QuestionPage, piles_of, with_bids


def _seated(asked: AskedQuestion) -> dict[str, Any]:
    """Return who bids; without a game the players have numbers, clockwise from the dealer's left."""
    state, deal = asked.case.state, asked.case.deal
    if state is None or deal is None:
        return {"names": tuple(map(unnamed, range(asked.case.variant.players[1])))}
    return {"players": state.players, "dealer": deal.dealer, "sits_out": deal.sits_out, "names": state.names}


def _pose_bid(asked: AskedQuestion) -> RefereeQuestion:
    facts = asked.facts
    if facts.says("passed"):
        facts = facts.but(amount="", moon="")
    elif facts.says("moon"):
        facts = facts.but(amount="")
    elif not facts.says("amount"):
        raise QuestionError("Write the bid that was made, or tick that it was a pass.")
    asked = replace(asked, facts=facts)
    return asked.fill(calls=_calls(asked))


def _calls(asked: AskedQuestion) -> tuple[Call, ...] | None:
    """Return the calls before the word was said, as they were entered at the table; None where they were not."""
    case, facts = asked.case, asked.facts
    calls = case.deal.calls if case.deal else ()
    if not calls or facts.says("before", "unopened", "by", "out"):
        return None
    word = (case.seat(facts.word("seat")), facts.number("amount", "The bid that was made"), facts.says("moon"))
    said = [(call.seat, None if call.moon else call.amount, call.moon) for call in calls]
    if word in said:
        return calls[: said.index(word)]
    return None if case.contract else calls


def _bid_in(asked: AskedQuestion) -> dict[str, Any]:
    contract = asked.case.contract
    if contract is None:
        return {"bid": asked.case.variant.bid_min}
    return {"side": asked.case.side_of(contract.bidder)}


BID = QuestionPage(
    "bid",
    "Was that bid allowed?",
    "Too low, too high, a pass",
    BidQuestion,
    knows=_seated,
    pose=_pose_bid,
    arises=with_bids,
)
OPENING = QuestionPage(
    "opening", "Who must open?", "And with how much", OpeningQuestion, knows=_seated, arises=with_bids
)
TRUMP = QuestionPage(
    "trump",
    "May they name it?",
    "Marriage, run or dix",
    TrumpQuestion,
    piles_of(TrumpQuestion, "holds"),
    knows=_bid_in,
    arises=with_bids,
)
