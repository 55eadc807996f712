"""Asks from the deal's own numbers: may they throw in, are they set already, what do they still need."""

from __future__ import annotations

from companion.rules.referee import QuestionError, Settled, settle_needed, settle_throw_in
from companion.rules.score import DealFacts, Ending
from companion.web.settle.case import Case
from companion.web.settle.facts import Facts

NO_DEAL = "There is no deal to ask about here. Open this question from the table of a game."


def ask_throw_in(case: Case, facts: Facts) -> Settled:
    """Whether the bidding side may throw the deal in (score.throw-in).

    :raises QuestionError: if there is no deal, or a number can't be read.
    """
    return settle_throw_in(case.variant, deal_of(case, facts), facts.says("led"), case.mark)


def ask_needed(case: Case, facts: Facts) -> Settled:
    """What every side still needs (score.made, score.save).

    :raises QuestionError: if there is no deal, or a number can't be.
    """
    return settle_needed(case.variant, deal_of(case, facts), facts.says("led"), case.mark)


def deal_of(case: Case, facts: Facts) -> DealFacts:
    """The deal asked about, with the counters taken so far as they were told.

    :raises QuestionError: if there is no deal, or a number can't be read.
    """
    state, deal = case.state, case.deal
    if state is None or deal is None:
        raise QuestionError(NO_DEAL)
    taken = {side: facts.number(f"taken-{side}", case.name(side)) or 0 for side in state.sides_in(deal)}
    quads = frozenset(side for side in state.sides_in(deal) if facts.says(f"quad-{side}"))
    return state.facts_of(deal, Ending(points=taken, quad_pinochle=quads))


def asks_about_numbers(case: Case, facts: Facts) -> dict[str, object]:
    """The deal's own numbers, for the page to show."""
    state, deal = case.state, case.deal
    if state is None or deal is None:
        return {"sides": (), "contract": None}
    sides = [(side, case.name(side), deal.meld(side)) for side in state.sides_in(deal)]
    return {"sides": sides, "contract": deal.contract}
