"""Questions about the score: throwing in, being set, what is still needed, and who has won."""

from __future__ import annotations

from dataclasses import replace

from companion.game.standing import standing_of
from companion.game.state import DealState, GameState
from companion.rules.referee import NeededQuestion, QuestionError, ThrowInQuestion, WinnerQuestion
from companion.rules.score import DealFacts, Ending, History
from companion.web.settle.asked import AskedQuestion, QuestionPage, with_bids
from companion.web.settle.case import NO_DEAL

NOTHING_COUNTED = "No deal has been counted yet, so nobody can have won."
COUNT_THIS = "To ask about this one, write what each side has taken."


def _at_table(asked: AskedQuestion) -> tuple[GameState, DealState]:
    state, deal = asked.case.state, asked.case.deal
    if state is None or deal is None:
        raise QuestionError(NO_DEAL)
    return state, deal


def _facts_of(asked: AskedQuestion) -> DealFacts:
    """Return the deal asked about, with the meld and the counters taken so far as entered."""
    (state, deal), case, facts = _at_table(asked), asked.case, asked.facts
    taken = {side: facts.number(f"taken-{side}", name) or 0 for side, name in case.sides}
    quads = frozenset(side for side, _ in case.sides if facts.says(f"quad-{side}"))
    known = state.facts_of(deal, Ending(points=taken, quad_pinochle=quads))
    typed = {side: facts.number(f"meld-{side}", case.name(side)) for side in case.unmelded}
    meld = {side: typed.get(side, points) for side, points in known.meld.items()}
    return replace(known, meld={side: points for side, points in meld.items() if points is not None})


def _pose_winner(asked: AskedQuestion) -> WinnerQuestion:
    """Return who has won with the deal on the table, if that is or can be counted, else with the last that was."""
    (state, deal), counts = _at_table(asked), asked.case.can_be_counted
    if deal is state.deal and deal.ended is not None:
        return WinnerQuestion(deal=state.facts_of(deal), before=History.of(state.standing))
    if counts and asked.facts.says(*(f"taken-{side}" for side in state.sides)):
        return WinnerQuestion(deal=_facts_of(asked), before=History.of(state.standing))
    counted = [each for each in state.deals if each.scored]
    if not counted:
        raise QuestionError(f"{NOTHING_COUNTED} {COUNT_THIS}" if counts else NOTHING_COUNTED)
    before = replace(state, deals=tuple(each for each in state.deals if each.number < counted[-1].number))
    return WinnerQuestion(deal=state.facts_of(counted[-1]), before=History.of(standing_of(before)[0]))


NEEDED = QuestionPage(
    "needed",
    "What is still needed?",
    "Set already?",
    NeededQuestion,
    pose=lambda asked: NeededQuestion(deal=_facts_of(asked), led=asked.facts.says("led")),
    of_game=True,
    arises=with_bids,
)
THROW_IN = QuestionPage(
    "throw-in",
    "May they throw in?",
    "Giving up",
    ThrowInQuestion,
    pose=lambda asked: ThrowInQuestion(deal=_facts_of(asked), led=asked.facts.says("led")),
    of_game=True,
    arises=with_bids,
)
WINNER = QuestionPage(
    "winner", "Who has won?", "Both over, level, out by a bid", WinnerQuestion, pose=_pose_winner, of_game=True
)
