"""Corrections that can’t be: the step stays open with its ruling; two phones at once; addresses that aren’t whole."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from tests.web.corrector import page_of, with_meld
from tests.web.form_reader import forms_of
from tests.web.played_game import Told, seat_game
from tests.web.table_player import FRAGMENT, Player, words

REFUSED: list[tuple[str, str, int, dict[str, str], str]] = [
    ("Ann won", "/pad", 0, {"amount": "abc"}, "“abc” is not a whole number"),
    ("Ann won", "/pad", 0, {"amount": ""}, "Please write how much was bid."),
    ("Ann won", "/pad", 0, {"amount": "335"}, "335 is not a multiple of 10: 330 or 340 would do."),
    ("Ann won", "/pad", 0, {"seat": "9"}, "Please choose who has the bid."),
    ("Trump", "/trump", 0, {"trump": "X"}, "Please tap one of the four suits."),
    ("Ann & Cy", "/meld/close", 0, {"meld_A": "1e3"}, "“1e3” is not a whole number"),
    ("Ann & Cy", "/meld/close", 0, {"meld_A": "55"}, "In tens a meld ends in 0: 50 or 60, not 55."),
    ("Tricks", "/count", 0, {"points_A": "251"}, "Counters run from 0 to 250"),
    ("Tricks", "/count", 0, {"points_A": "200", "points_B": "60"}, "these add up to 260"),
    ("Tricks", "/end", 0, {"end": "renege"}, "Please say which side it was."),
    ("Tricks", "/end", 1, {"end": "thrown-in"}, "No throw-in"),
    ("Tricks", "/end", 1, {"end": "lost"}, "Please say how the deal ended."),
    ("Tricks", "/end", 1, {"end": "misdeal", "misdeal": "rain"}, "Please say what was wrong with the deal."),
]


@pytest.mark.parametrize(("line", "path", "which", "changed", "says"), REFUSED, ids=[case[4][:40] for case in REFUSED])
def test_a_refused_step_stays_open_and_keeps_what_was_typed(
    table: Player, line: str, path: str, which: int, changed: dict[str, str], says: str
) -> None:
    page = page_of(table, 2).tap(line).send(path, which, **changed)
    assert page.answer.status_code == 422
    assert says in page.says
    for name, value in changed.items():
        if name.startswith(("points", "amount")):
            assert f'value="{value}"' in page.answer.text
    assert table.state.deals[1].change["A"] == 330


def test_the_first_step_that_no_longer_fits_opens_with_its_ruling(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)])
    before = page_of(table, 1).tap("Tricks counted").tell("/end", 1, end="misdeal", misdeal="card-fault")
    page = before.tap("Ann & Cy: meld").tell("/meld/close", meld_A="160").tap("A misdeal")
    assert "How did it end?" in page.says
    page.tell("/count", points_A="180", points_B="").confirm()
    assert table.state.deals[0].change == {"A": 340, "B": 110}


def test_correcting_nothing_says_so(table: Player) -> None:
    page = page_of(table, 2).tap("Tricks counted").tell("/count")
    assert "there is nothing to correct" in page.says
    assert "Confirm" not in page.says


def test_a_confirmation_sent_twice_counts_once(table: Player) -> None:
    page = with_meld(table, 1, "60")
    (form,) = forms_of(page.answer.text, "/deal/1")
    first, version = table.client.post(form.action, data=form.sent | {"confirm": "1"}), table.version + 0
    second = table.client.post(form.action, data=form.sent | {"confirm": "1"})
    assert second.headers["Location"] == first.headers["Location"]
    assert table.version == version


def test_of_two_phones_that_correct_at_once_one_wins_and_the_other_sees_it(table: Player) -> None:
    mine, other = with_meld(table, 1, "60"), with_meld(table, 1, "70")
    other.confirm()
    mine.send("", confirm="1")
    assert mine.answer.status_code == 409
    assert "The score has moved on" in mine.says
    assert "Yours, not written Ann & Cy: meld 60. On the sheet Ann & Cy: meld 70." in mine.says
    assert "was −300" not in mine.says
    assert table.state.deals[0].meld("A") == 70
    assert "Ann & Cy: meld 60. new" in mine.lines()
    mine.confirm()
    assert table.state.deals[0].meld("A") == 60


def test_htmx_gets_the_part_alone_with_its_address_and_is_sent_on_when_done(table: Player) -> None:
    page = page_of(table, 1).tap("Ann & Cy").send("/meld/close", 0, FRAGMENT, meld_A="60")
    assert page.answer.text.lstrip().startswith('<section id="table"')
    assert "steps=" in page.answer.headers["HX-Push-Url"]
    page.send("", 0, FRAGMENT, confirm="1")
    assert page.answer.headers["HX-Redirect"] == f"/game/{table.game}/sheet"


@pytest.mark.parametrize("number", [0, 4, 99])
def test_a_deal_that_is_not_on_the_sheet_is_not_found(table: Player, number: int) -> None:
    answer = table.client.get(f"/game/{table.game}/deal/{number}")
    assert answer.status_code == 404
    assert f"There is no finished deal {number}" in words(answer)


@pytest.mark.parametrize("query", ["steps=nonsense", "at=99", "at=x"])
def test_an_address_that_is_not_whole_says_where_to_begin_again(table: Player, query: str) -> None:
    answer = table.client.get(f"/game/{table.game}/deal/1?{query}")
    assert answer.status_code == 400
    assert "Begin again at the score sheet" in words(answer)
