"""Questions about the score: throwing in, being set, what is still needed, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.game.standing import standing_of
from companion.game.state import DealState, GameState
from companion.rules.referee import NeededQuestion, QuestionError, ThrowInQuestion, WinnerQuestion
from companion.rules.score import DealFacts, Ending, History
from companion.rules.score.facts import figure
from companion.web.settle.case import Case, Facts
from companion.web.settle.controls import QuestionControl, QuestionPage, with_bids

NO_DEAL = "There is no deal to ask about here. Open this question from the table of a game."


def pose_throw_in(case: Case, facts: Facts) -> ThrowInQuestion:
    """Whether the bidding side may throw the deal in."""
    return ThrowInQuestion(deal=deal_of(case, facts), led=facts.says("led"))


def ask_for_throw_in(case: Case, _facts: Facts) -> Iterator[QuestionControl]:
    """Whether it is too late; the deal's own numbers are shown."""
    yield from _bid_says(case)
    unknown = _unmelded(case)
    melds = tuple((name, f"meld {_meld(case, side)}") for side, name in case.sides if side not in unknown)
    if melds:
        yield QuestionControl("list", options=melds)
    yield from _melds(case)
    yield _LED


def pose_needed(case: Case, facts: Facts) -> NeededQuestion:
    """What every side still needs."""
    return NeededQuestion(deal=deal_of(case, facts), led=facts.says("led"))


def ask_for_needed(case: Case, _facts: Facts) -> Iterator[QuestionControl]:
    """What each side has taken."""
    yield from _bid_says(case)
    yield from _melds(case)
    yield QuestionControl("heading", "Counters taken so far")
    yield _taken(case)
    yield _LED


_LED = QuestionControl("tick", "The first card has been led", "led")


def _bid_says(case: Case) -> Iterator[QuestionControl]:
    if case.state and case.contract:
        yield QuestionControl(
            "say", f"Bid {case.contract.says(case.variant)}, {case.state.names[case.contract.bidder]}."
        )


def _taken(case: Case) -> QuestionControl:
    """The counters of each side, to be written."""
    unknown = _unmelded(case)
    taken = (
        QuestionControl(
            "amount", name, f"taken-{side}", "" if side in unknown else f"Meld {_meld(case, side)}", of="counters"
        )
        for side, name in case.sides
    )
    return QuestionControl("pair", inside=tuple(taken))


def _melds(case: Case) -> Iterator[QuestionControl]:
    """The meld of each side that was not entered at the table."""
    if unknown := _unmelded(case):
        yield QuestionControl("heading", "Meld")
        yield QuestionControl(
            "pair",
            inside=tuple(QuestionControl("amount", case.name(each), f"meld-{each}", of="meld") for each in unknown),
        )


def _unmelded(case: Case) -> tuple[str, ...]:
    """The sides whose meld counts and was not entered, or not of every partner."""
    state, deal = case.state, case.deal
    if state is None or deal is None or deal.meld_closed or deal.has_stock:
        return ()
    return tuple(
        side
        for side in state.sides_counting_meld(deal)
        if not all(
            state.meld_shown_by(deal, side, seat) or state.meld_shown_by(deal, side, None)
            for seat in state.seats_melding(deal)
            if state.side_of(seat) == side
        )
    )


def _meld(case: Case, side: str) -> int:
    return case.deal.meld(side) if case.deal else 0


def deal_of(case: Case, facts: Facts) -> DealFacts:
    """The deal asked about, with the counters taken so far as entered.

    :raises QuestionError: if there is no deal, or a number can't be read.
    """
    state, deal = case.state, case.deal
    if state is None or deal is None:
        raise QuestionError(NO_DEAL)
    taken = {side: facts.number(f"taken-{side}", case.name(side)) or 0 for side in state.sides_in(deal)}
    quads = frozenset(side for side in state.sides_in(deal) if facts.says(f"quad-{side}"))
    asked = state.facts_of(deal, Ending(points=taken, quad_pinochle=quads))
    typed = {side: facts.number(f"meld-{side}", case.name(side)) for side in _unmelded(case)}
    known = {side: typed.get(side, points) for side, points in asked.meld.items()}
    return replace(asked, meld={side: points for side, points in known.items() if points is not None})


NOTHING_COUNTED = "No deal has been counted yet, so nobody can have won."
COUNT_THIS = "To ask about this one, write what each side has taken."


def ask_for_winner(case: Case, _facts: Facts) -> Iterator[QuestionControl]:
    """What each side has taken of the deal on the table, if it can be counted already; the scores are shown."""
    state, deal = case.state, case.deal
    if state is None or deal is None:
        return
    scores = ((case.name(side), figure(points)) for side, points in state.standing.scores.items())
    yield QuestionControl("list", options=tuple(scores))
    if not _counts(deal):
        return
    yield QuestionControl("say", "With the deal on the table, once it is counted:")
    yield _taken(case)
    if state.variant.end_quad_pinochle is not None:
        for side, name in case.sides:
            if side not in state.quads(deal):
                yield QuestionControl("tick", f"{name} melded a {state.variant.end_quad_pinochle}", f"quad-{side}")
    yield QuestionControl("hint", "Leave them empty to ask about the deal before.")


def pose_winner(case: Case, facts: Facts) -> WinnerQuestion:
    """Who has won with the deal asked about, if anybody."""
    state, deal = case.state, case.deal
    if state is None or deal is None:
        raise QuestionError(NO_DEAL)
    if deal is state.deal and deal.ended is not None:
        return WinnerQuestion(deal=state.facts_of(deal), before=History.of(state.standing))
    if _counts(deal) and any(facts.says(f"taken-{side}") for side in state.sides):
        return WinnerQuestion(deal=deal_of(case, facts), before=History.of(state.standing))
    return _counted_last(state, deal)


def _counted_last(state: GameState, deal: DealState) -> WinnerQuestion:
    counted = [each for each in state.deals if each.scored]
    if not counted:
        raise QuestionError(f"{NOTHING_COUNTED} {COUNT_THIS}" if _counts(deal) else NOTHING_COUNTED)
    before = replace(state, deals=tuple(each for each in state.deals if each.number < counted[-1].number))
    return WinnerQuestion(deal=state.facts_of(counted[-1]), before=History.of(standing_of(before)[0]))


def _counts(deal: DealState) -> bool:
    """Whether the deal can be counted: all meld is entered, and there is no result yet."""
    return deal.meld_closed and deal.scored is None and deal.ended is None


NEEDED = QuestionPage(
    "needed", "What is still needed?", "Set already?", pose_needed, ask_for_needed, of_game=True, arises=with_bids
)
THROW_IN = QuestionPage(
    "throw-in", "May they throw in?", "Giving up", pose_throw_in, ask_for_throw_in, of_game=True, arises=with_bids
)
WINNER = QuestionPage(
    "winner", "Who has won?", "Both over, level, out by a bid", pose_winner, ask_for_winner, of_game=True
)
