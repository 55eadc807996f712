"""A bidder without a marriage where the opponents keep their meld: the fields, refusals, undo, correction."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.state import Phase
from companion.rules.options import with_options
from companion.rules.variants.double_deck import DOUBLES
from companion.rules.variants.three_handed import CUTTHROAT
from tests.web.corrector import page_of
from tests.web.form_reader import forms_of
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player, begin, words

KEEPS = with_options(DOUBLES, {"score.no-marriage.opponents": {"at_least": 20}})
STEP = "?how=step"


@pytest.fixture
def flo(app: Flask, client: FlaskClient) -> Player:
    """Flo, who has the bid for 60 and names trump."""
    table = Player(app, client, begin(app, KEEPS, ("Eve", "Flo", "Guy", "Hal")))
    table.do("take", seat="1", amount="60")
    return table


def _fields(table: Player, query: str = STEP) -> dict[str, Any]:
    """What stands in the form that ends the deal without a marriage."""
    page = table.client.get(f"/game/{table.game}/{query}").text
    return next(form.sent for form in forms_of(page, "/end") if "meld-A" in form.sent)


def _end(table: Player, **fields: str) -> str:
    return table.do(f"end{STEP}", end="no-marriage", **fields)


def test_the_opponents_meld_is_asked_and_counts(flo: Player) -> None:
    assert "Without a marriage the others’ meld counts: marriages all plain, no run." in flo.see(STEP)
    assert "the opponents score a meld of at least 20, laid with no trump." in flo.see(STEP)
    assert "meld-B" not in _fields(flo)
    page = _end(flo, meld_A="24")
    assert "Eve & Guy: meld 24 with no trump counts without a trick: +24." in page
    assert "What opponents score against no marriage" in page
    flo.do("confirm")
    assert flo.state.scores() == {"A": 24, "B": -60}
    sheet = words(flo.client.get(f"/game/{flo.game}/sheet"))
    assert "Flo 60 no marriage" in sheet
    assert "Flo & Hal: bid 60 without a marriage in any suit: −60." in sheet
    assert "meld 24" in sheet


def test_a_meld_below_the_figure_counts_for_nothing(flo: Player) -> None:
    assert "meld 18 with no trump, and at least 20 is needed: 0." in _end(flo, meld_A="18")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Please write the meld of Eve & Guy, 0 if there is none."),
        ("many", "“many” is not a whole number. Write it in digits, like 60."),
        ("4000", "4000 cannot be:"),
    ],
)
def test_a_meld_that_cannot_be_is_refused_beside_its_field(flo: Player, typed: str, says: str) -> None:
    answer = flo.send(f"end{STEP}", end="no-marriage", meld_A=typed)
    assert answer.status_code == 422
    assert says in words(answer)
    sent = next(form.sent for form in forms_of(answer.text, "/end") if "meld-A" in form.sent)
    assert sent["meld-A"] == typed
    assert 'aria-invalid="true"' in answer.text
    assert flo.state.phase is Phase.TRUMP


def test_undo_brings_the_meld_back_and_redo_the_result(flo: Player) -> None:
    _end(flo, meld_A="24")
    flo.do("undo")
    assert "Flo names trump" in flo.see(STEP)
    assert _fields(flo)["meld-A"] == "24"
    assert "+24" in flo.do("redo")
    flo.do("confirm")
    flo.do("undo")
    assert flo.state.phase is Phase.CONFIRM


def test_a_table_where_nobody_else_scores_asks_for_nothing(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, DOUBLES, ("Eve", "Flo", "Guy", "Hal")))
    table.do("take", seat="1", amount="60")
    assert "with no trump" not in table.see(STEP)
    assert "others’ meld" not in table.see(STEP)
    _end(table, meld_A="24")
    assert table.state.deal is not None
    assert table.state.deal.ended is not None
    assert not table.state.deal.ended.meld


def test_where_any_suit_may_be_named_nothing_is_asked(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, KEEPS, ("Eve", "Flo", "Guy", "Hal")))
    table.do("take", seat="0", amount="50")
    assert "with no trump" not in table.see(STEP)
    assert "others’ meld" not in table.see(STEP)
    answer = table.send(f"end{STEP}", end="no-marriage", meld_B="24")
    assert answer.status_code == 422
    assert "With the bid at 50 trump may be named without a marriage." in words(answer)


def test_each_of_two_opponents_has_a_field(app: Flask, client: FlaskClient) -> None:
    changes = {"score.no-marriage": True, "score.no-marriage.opponents": "meld"}
    table = Player(app, client, begin(app, with_options(CUTTHROAT, changes), ("Ann", "Bob", "Cy")))
    table.do("take", seat="1", amount="25")
    assert "no run, no dix" in table.see(STEP)
    answer = table.send(f"end{STEP}", end="no-marriage", meld_A="8")
    assert "Please write the meld of Cy, 0 if there is none." in words(answer)
    page = _end(table, meld_A="8", meld_C="0")
    assert "Ann: meld 8 with no trump counts without a trick: +8." in page
    assert "Cy: no meld: 0." in page


def test_a_deal_is_corrected_into_one_without_a_marriage_and_back(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, KEEPS, [Told(0, 60, (30, 22), 30)])
    page = page_of(table, 1).tell(end="no-marriage", meld_B="26")
    assert "Meld with no trump: Bob & Di 26." in page.says
    page.confirm()
    assert table.state.deals[0].change == {"A": -60, "B": 26}
    again = page_of(table, 1)
    assert again.fields["meld-B"] == "26"
    again.tell(meld_B="18").confirm()
    assert table.state.deals[0].change == {"A": -60, "B": 0}


def test_another_bidder_asks_for_the_other_sides_meld(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, KEEPS, ("Eve", "Flo", "Guy", "Hal")))
    table.do("take", seat="1", amount="60")
    _end(table, meld_A="24")
    table.do("confirm")
    page = page_of(table, 1).send(seat="2")
    assert "Please write the meld of Flo & Hal, 0 if there is none." in page.says
    page.tell(meld_B="30").confirm()
    assert table.state.deals[0].change == {"A": -60, "B": 30}


_HAND = "+".join(card for card in ("AS", "AH", "AC", "AD", "10S") for _ in range(4))
RULING = f"settle/trump/ruling?trump=S&whole=1&held={_HAND}"


def test_a_ruling_asks_for_the_meld_before_it_can_be_entered(flo: Player) -> None:
    there = f"/game/{flo.game}/{RULING}"
    page = words(flo.client.get(there))
    assert "Flo & Hal holds no marriage in any suit." in page
    assert "Please write the meld of Eve & Guy, 0 if there is none." in page
    assert "Enter it" not in page
    asked = flo.client.get(f"{there}&laid-A=24")
    assert "Enter it Eve & Guy +24 Flo & Hal −60" in words(asked)
    entered = flo.do(f"{RULING.replace('/ruling', '/enter')}&laid-A=24")
    assert "meld 24 with no trump counts without a trick: +24." in entered
