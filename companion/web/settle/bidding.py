"""Questions about the auction: a bid or a pass, who opens, and the suit that the bidder names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.cards import Card
from companion.rules.auction import Call
from companion.rules.choices import Forced, TrumpNeeds
from companion.rules.names import unnamed
from companion.rules.referee import BidQuestion, OpeningQuestion, QuestionError, TrumpQuestion
from companion.rules.words import WORDS
from companion.web.settle.case import NOBODY, Case, Facts
from companion.web.settle.controls import YES_OR_NO, QuestionControl, QuestionPage, control, piles_of, with_bids


def pose_bid(case: Case, facts: Facts) -> BidQuestion:
    """Whether a bid or a pass was allowed."""
    if facts.says("passed"):
        facts = facts.but(amount="", moon="")
    elif facts.says("moon"):
        facts = facts.but(amount="")
    elif not facts.says("amount"):
        raise QuestionError("Write the bid that was made, or tick that it was a pass.")
    return facts.fill(BidQuestion, **_seated(case), calls=_calls(case, facts))


def ask_for_bid(case: Case, facts: Facts) -> Iterator[QuestionControl]:
    """The word that was said, and the auction before it."""
    yield control(BidQuestion, "amount")
    yield QuestionControl("tick", "It was a pass", "passed")
    if case.variant.moon:
        name = case.variant.meld_names.moon
        yield replace(control(BidQuestion, "moon"), words=f"It was the {name}: every trick")
    if WORDS["bid.pass-help"].asked(case.variant):
        yield control(BidQuestion, "helps")
    if case.variant.bid_forced is Forced.FIRST_WITH_MELD:
        yield control(BidQuestion, "holds_meld", (("", "Nobody knows"), *YES_OR_NO))
    if case.players:
        yield control(BidQuestion, "seat", case.players)
    known = bool(case.deal and case.deal.calls)
    before = [QuestionControl("hint", "Leave it empty to go by the auction as it was entered.")] if known else []
    before += [control(BidQuestion, "before"), control(BidQuestion, "unopened")]
    if case.players:
        before.append(control(BidQuestion, "before_by", case.players))
        before.append(replace(control(BidQuestion, "passed_by", (*case.players, (NOBODY, "Nobody"))), kind="ticks"))
    is_open = not known or any(map(facts.says, _BEFORE))
    yield QuestionControl("panel", "What was said before?", now=is_open, inside=tuple(before))


_BEFORE = ("before", "unopened", "by", "out")
"""The fields that say how the auction stood."""


def _calls(case: Case, facts: Facts) -> tuple[Call, ...] | None:
    """The calls before the word was said, as they were entered at the table; None where they were not."""
    calls = case.deal.calls if case.deal else ()
    if not calls or any(map(facts.says, _BEFORE)):
        return None
    amount = None if facts.says("passed") else facts.number("amount", "The bid that was made")
    word = (case.seat_in(facts, "seat"), amount, facts.says("moon"))
    said = [(call.seat, None if call.moon else call.amount, call.moon) for call in calls]
    if word in said:
        return calls[: said.index(word)]
    return None if case.contract else calls


def _seated(case: Case) -> dict[str, Any]:
    """Who bids; without a game the players have numbers, clockwise from the dealer's left."""
    state, deal = case.state, case.deal
    if state is None or deal is None:
        return {"names": tuple(map(unnamed, range(case.variant.players[1])))}
    return {"players": state.players, "dealer": deal.dealer, "sits_out": deal.sits_out, "names": state.names}


def pose_opening(case: Case, _facts: Facts) -> OpeningQuestion:
    """Who must open."""
    return OpeningQuestion(**_seated(case))


def ask_for_opening(_case: Case, _facts: Facts) -> Iterator[QuestionControl]:
    """Nothing: the rules say it all."""
    yield QuestionControl("say", "The rules of your table say who speaks first, and whether anybody has to bid.")


def pose_trump(case: Case, facts: Facts) -> TrumpQuestion:
    """Whether the bidder may name a suit."""
    contract = case.contract
    bid = contract.bid if contract else case.variant.bid_min
    side = case.side_of(contract.bidder) if contract else None
    facts, hand = whole_hand(facts, "held")
    return facts.fill(TrumpQuestion, bid=bid, side=side, hand=hand)


def ask_for_trump(case: Case, facts: Facts) -> Iterator[QuestionControl]:
    """The suit, and as much of the hand as may matter."""
    yield control(TrumpQuestion, "trump", now=facts.suit("trump"))
    if not case.contract:
        yield control(TrumpQuestion, "bid")
    if case.variant.trump_needs is not TrumpNeeds.NOTHING:
        yield QuestionControl("piles")
        yield QuestionControl("tick", "That is the whole hand", "whole")


def whole_hand(facts: Facts, *piles: str) -> tuple[Facts, tuple[Card, ...] | None]:
    """The hand where it was ticked to be whole, out of these piles, and the facts without what else says of it."""
    if not facts.says("whole"):
        return facts, None
    hand = tuple(card for pile in piles for card in facts.cards(pile))
    return facts.but(held="", lacks="", left=""), hand


BID = QuestionPage("bid", "Was that bid allowed?", "Too low, too high, a pass", pose_bid, ask_for_bid, arises=with_bids)
OPENING = QuestionPage(
    "opening", "Who must open?", "And with how much", pose_opening, ask_for_opening, arises=with_bids
)
TRUMP = QuestionPage(
    "trump",
    "May they name it?",
    "Marriage, run or dix",
    pose_trump,
    ask_for_trump,
    piles_of(TrumpQuestion, "holds"),
    arises=with_bids,
)
