"""Every deal of every golden game on its pad: sent as it stands, and filled in again from nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from companion.game.commands import CorrectDeal, EndDeal, Refusal
from companion.game.decide import decide
from companion.game.decide.replay import replay_to_end, steps_of
from companion.game.state import DealState, GameState
from companion.game.view.correction import state_after
from companion.rules.score import DealEnd
from companion.web.core.forms import Form
from companion.web.sheet.correction import read_correction
from companion.web.table.pad import filled_in
from tests.game.table import Table
from tests.playthroughs.transcript import table_of, transcripts


def corrected(table: Table, number: int, form: Form) -> GameState:
    """The game after a deal was corrected to what a pad says."""
    steps = read_correction(form, table.state, table.state.deals[number - 1])
    assert not form.errors, form.errors
    events = decide(table.history, CorrectDeal(number, steps), table.state)
    assert not isinstance(events, Refusal), events.says
    return state_after(table.state, events)


def answered(form: Form) -> Form:
    """The form with the answers to what is asked about figures and melds that a pad has no field for."""
    sure = {f"sure-{name}": text for name, text in form.values.items()}
    none = {f"none-{name[-1]}": "1" for name, text in form.values.items() if name.startswith("points-") and text == "0"}
    none = {name: text for name, text in none.items() if f"empty{name[4:]}" not in form.values}
    quads = {f"no-quad-{side}": "1" for side in "ABCD" if f"quad-{side}" not in form.values}
    return Form(MultiDict({**sure, **none, **quads, **dict(form.values.items())}))


def won(deal: DealState) -> tuple[object, ...]:
    """Who won the bid, and at how much."""
    return (deal.contract.bidder, deal.contract.bid, deal.contract.aim) if deal.contract else ()


def deals(table: Table) -> Iterator[tuple[DealState, Form]]:
    """Each deal with its pad as it is filled in."""
    for deal in table.state.deals:
        replay = replay_to_end(table.state.as_of(deal.number), deal, steps_of(table.state, deal))
        yield deal, Form(MultiDict(filled_in(replay)))


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_the_pad_of_each_deal_says_the_deal(path: Path) -> None:
    table = table_of(path.read_text(encoding="utf-8"))
    for deal, form in deals(table):
        assert (
            read_correction(form, table.state, deal)
            == replay_to_end(table.state.as_of(deal.number), deal, steps_of(table.state, deal)).steps
        )


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_what_a_pad_says_is_enough_to_enter_its_deal_again(path: Path) -> None:
    """Each deal becomes a misdeal without a bid; then the fields of its pad make it what it was."""
    text = path.read_text(encoding="utf-8").replace("> sign", "# sign")
    for deal, form in deals(table_of(text)):
        table = table_of(text)
        table.do(CorrectDeal(deal.number, (EndDeal(DealEnd.MISDEAL),)))
        again = corrected(table, deal.number, answered(form)).deals[deal.number - 1]
        assert (again.change, again.checks, {*again.draws}) == (deal.change, deal.checks, {*deal.draws})
        assert won(again) == won(deal)
