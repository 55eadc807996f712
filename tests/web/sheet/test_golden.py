"""Every deal of every golden game on its pad: sent as it stands, and filled in again from nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from companion.game.commands import CorrectDeal, EndDeal, Refusal
from companion.game.decide import decide
from companion.game.decide.replay import Replay, replay_to_end, steps_of
from companion.game.state import DealState, GameState
from companion.game.view.correction import state_after
from companion.rules.score import DealEnd
from companion.web.core.forms import Form
from companion.web.sheet.correction import read_correction
from companion.web.table.pad import filled_in
from tests.playthroughs.transcript import rerun, transcripts


def answered(fields: Mapping[str, str]) -> Form:
    """A form with the answers to what is asked about figures and melds that a pad has no field for."""
    sure = {f"sure-{name}": text for name, text in fields.items()}
    none = {f"none-{name[-1]}": "1" for name, text in fields.items() if name.startswith("points-") and text == "0"}
    none = {name: text for name, text in none.items() if f"empty{name[4:]}" not in fields}
    quads = {f"no-quad-{side}": "1" for side in "ABCD" if f"quad-{side}" not in fields}
    return Form(MultiDict({**sure, **none, **quads, **fields}))


def won(deal: DealState) -> tuple[object, ...]:
    """Who won the bid, and at how much."""
    return (deal.contract.bidder, deal.contract.bid, deal.contract.aim) if deal.contract else ()


def as_entered(state: GameState, deal: DealState) -> Replay:
    """A deal with the steps that it was entered with."""
    return replay_to_end(state.as_of(deal.number), deal, steps_of(state, deal))


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_the_pad_of_each_deal_says_the_deal(path: Path) -> None:
    state = rerun(path.read_text(encoding="utf-8"))[1].state
    for deal in state.deals:
        was = as_entered(state, deal)
        assert read_correction(Form(MultiDict(filled_in(was))), was, deal) == was.steps


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_what_a_pad_says_is_enough_to_enter_its_deal_again(path: Path) -> None:
    """Each deal becomes a misdeal without a bid; then the fields of its pad make it what it was."""
    table = rerun(path.read_text(encoding="utf-8").replace("> sign", "# sign"))[1]
    for deal in table.state.deals:
        form = answered(filled_in(as_entered(table.state, deal)))
        events = decide(table.history, CorrectDeal(deal.number, (EndDeal(DealEnd.MISDEAL),)), table.state)
        assert not isinstance(events, Refusal), events.says
        void = state_after(table.state, events)
        steps = read_correction(form, as_entered(void, void.deals[deal.number - 1]), void.deals[deal.number - 1])
        assert not form.errors, form.errors
        again = replay_to_end(void.as_of(deal.number), void.deals[deal.number - 1], steps).deal
        assert (again.change, again.checks, {*again.draws}) == (deal.change, deal.checks, {*deal.draws})
        assert won(again) == won(deal)
