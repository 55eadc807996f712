"""Questions about the score: throwing in, being set, what is still needed, and who has won."""

from __future__ import annotations

from dataclasses import replace

from companion.game.standing import standing_of
from companion.game.state import DealState, GameState
from companion.rules.referee import LastDeal, QuestionError, Settled, settle_needed, settle_throw_in, settle_winner
from companion.rules.score import DealFacts, Ending, History
from companion.web.settle.case import Case, Facts

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
    """The deal asked about, with the counters taken so far as entered.

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


NOTHING_COUNTED = "No deal has been counted yet, so nobody can have won."
COUNT_THIS = "To ask about this one, write what each side has taken."


def ask_winner(case: Case, facts: Facts) -> Settled:
    """Who has won with the deal asked about, if anybody (end.order, end.tie).

    :raises QuestionError: if no deal has been counted, or the counters can't be.
    """
    return settle_winner(case.variant, _last(case, facts), case.mark)


def asks_about_winner(case: Case, _facts: Facts) -> dict[str, object]:
    """The deal on the table, if it can be counted already, and the scores."""
    state, deal = case.state, case.deal
    if state is None or deal is None:
        return {"sides": (), "scores": (), "quads": ()}
    asks = state.variant.end_quad_pinochle is not None and _counts(deal)
    quads = [(side, case.name(side)) for side in state.sides_in(deal) if asks and side not in deal.quad_pinochles]
    sides = [(side, case.name(side), deal.meld(side)) for side in state.sides_in(deal)] if _counts(deal) else []
    scores = [(case.name(side), points) for side, points in state.standing.scores.items()]
    return {"sides": sides, "scores": scores, "quads": quads}


def _last(case: Case, facts: Facts) -> LastDeal:
    state, deal = case.state, case.deal
    if state is None or deal is None:
        raise QuestionError(NO_DEAL)
    if deal is state.deal and deal.ended is not None:
        return LastDeal(History.of(state.standing), state.facts_of(deal))
    if _counts(deal) and any(facts.says(f"taken-{side}") for side in state.sides):
        return LastDeal(History.of(state.standing), deal_of(case, facts))
    return _counted_last(state, deal)


def _counted_last(state: GameState, deal: DealState) -> LastDeal:
    counted = [each for each in state.deals if each.scored]
    if not counted:
        raise QuestionError(f"{NOTHING_COUNTED} {COUNT_THIS}" if _counts(deal) else NOTHING_COUNTED)
    before = replace(state, deals=tuple(each for each in state.deals if each.number < counted[-1].number))
    return LastDeal(History.of(standing_of(before)[0]), state.facts_of(counted[-1]))


def _counts(deal: DealState) -> bool:
    """Whether the deal can be counted: all meld is entered, and there is no result yet."""
    return deal.meld_closed and deal.scored is None and deal.ended is None
