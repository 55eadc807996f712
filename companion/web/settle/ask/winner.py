"""Asks who has won: with the deal that was counted last, or with the counters of the one on the table."""

from __future__ import annotations

from dataclasses import replace

from companion.game.record.standing import standing_of
from companion.game.record.state import DealState, GameState
from companion.rules.referee import LastDeal, QuestionError, Settled, settle_winner
from companion.web.settle.ask.standing import NO_DEAL, deal_of
from companion.web.settle.case import Case
from companion.web.settle.facts import Facts

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
        return LastDeal(state.standing, state.facts_of(deal))
    if _counts(deal) and any(facts.says(f"taken-{side}") for side in state.sides):
        return LastDeal(state.standing, deal_of(case, facts))
    return _counted_last(state, deal)


def _counted_last(state: GameState, deal: DealState) -> LastDeal:
    counted = [each for each in state.deals if each.scored]
    if not counted:
        raise QuestionError(f"{NOTHING_COUNTED} {COUNT_THIS}" if _counts(deal) else NOTHING_COUNTED)
    before = replace(state, deals=tuple(each for each in state.deals if each.number < counted[-1].number))
    return LastDeal(standing_of(before)[0], state.facts_of(counted[-1]))


def _counts(deal: DealState) -> bool:
    """Whether the deal can be counted: everybody's meld is told, and no result stands yet."""
    return deal.meld_closed and deal.scored is None and deal.ended is None
