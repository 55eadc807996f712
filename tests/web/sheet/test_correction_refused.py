"""Corrections that can’t be: the reason stands beside its field; two phones at once; deals that aren’t there."""

from __future__ import annotations

from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from tests.web.corrector import page_of, with_meld
from tests.web.form_reader import forms_of
from tests.web.table_player import FRAGMENT, Player, begin, words

REFUSED: list[tuple[dict[str, str], str, str]] = [
    ({"amount": "abc"}, "amount", "“abc” is not a whole number"),
    ({"amount": ""}, "amount", "Please write how much was bid."),
    ({"amount": "335"}, "amount", "335 is not a multiple of 10: 330 or 340 would do."),
    ({"seat": "9"}, "seat", "Please choose who has the bid."),
    ({"trump": "X"}, "trump", "Please tap one of the four suits."),
    ({"meld_A": "1e3"}, "meld-A", "“1e3” is not a whole number"),
    ({"meld_A": "55"}, "meld-A", "In tens a meld ends in 0: 50 or 60, not 55."),
    ({"points_A": "251"}, "points-A", "Counters run from 0 to 250"),
    ({"points_A": "200", "points_B": "60"}, "points-B", "these add up to 260"),
    ({"end": "renege"}, "offender", "Please say which side it was."),
    ({"end": "renege", "offender": "B", "points_A": "999"}, "points-A", "Counters run from 0 to 250"),
    ({"end": "thrown-in"}, "end", "No throw-in"),
    ({"end": "lost"}, "end", "Please say how the deal ended."),
    ({"end": "misdeal", "misdeal": "rain"}, "misdeal", "Please say what was wrong with the deal."),
    ({"end": "points"}, "made-A", "Please write the points of Ann & Cy, 0 if there are none."),
]


@pytest.mark.parametrize(("changed", "field", "says"), REFUSED, ids=[case[2][:40] for case in REFUSED])
def test_what_is_refused_stands_beside_its_field_and_keeps_what_was_typed(
    table: Player, changed: dict[str, str], field: str, says: str
) -> None:
    page = page_of(table, 2).send(**changed)
    assert page.answer.status_code == 422
    assert says in unescape(page.answer.text.split(f'id="{field}-wrong">')[1].split("<")[0])
    for name, value in changed.items():
        if name.startswith(("points", "amount", "meld")):
            assert f'value="{value}"' in page.answer.text
    assert "Confirm" not in page.says
    assert table.state.deals[1].change["A"] == 330


def test_what_a_deal_still_lacks_is_asked(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("end", end="misdeal", misdeal="card-fault")
    table.do("confirm")
    page = page_of(table, 1).send(end="played", trump="S")
    assert page.answer.status_code == 422
    assert "No meld for Ann & Cy or Bob & Di?" in page.says


def test_correcting_nothing_says_so(table: Player) -> None:
    page = page_of(table, 2).tell()
    assert "This is what the score sheet says already." in page.says
    assert "Confirm" not in page.says


def test_a_confirmation_sent_twice_counts_once(table: Player) -> None:
    page = with_meld(table, 1, "60")
    sent = dict(forms_of(page.answer.text, "/deal/1")[1].sent.items()) | {"confirm": "1"}
    url = f"/game/{table.game}/deal/1"
    first, version = table.client.post(url, data=sent), table.version + 0
    second = table.client.post(url, data=sent)
    assert second.headers["Location"] == first.headers["Location"]
    assert table.version == version


def test_of_two_phones_that_correct_at_once_one_wins_and_the_other_sees_it(table: Player) -> None:
    mine, other = with_meld(table, 1, "60"), with_meld(table, 1, "70")
    other.confirm()
    mine.send_confirmation()
    assert mine.answer.status_code == 409
    assert "Another phone has changed this" in mine.says
    assert "Yours, not written Ann & Cy: meld 60. On the sheet Ann & Cy: meld 70." in mine.says
    assert "was −300" not in mine.says
    assert table.state.deals[0].meld("A") == 70
    mine.confirm()
    assert table.state.deals[0].meld("A") == 60


def test_a_pad_of_a_deal_that_was_corrected_meanwhile_says_so_before_it_is_confirmed(table: Player) -> None:
    mine = page_of(table, 1)
    page_of(table, 1).tell(amount="250").confirm()
    mine.send(points_A="170")
    assert mine.answer.status_code == 409
    assert "Another phone has changed this" in mine.says
    assert "Ann won the bid at 300." in mine.says, "what it would change back is shown"


def test_htmx_gets_the_part_alone_and_is_sent_on_when_done(table: Player) -> None:
    page = page_of(table, 1).send(FRAGMENT, meld_A="60")
    assert page.answer.text.lstrip().startswith('<section id="table"')
    page.send_confirmation(FRAGMENT)
    assert page.answer.headers["HX-Redirect"] == f"/game/{table.game}/sheet"


@pytest.mark.parametrize("number", [0, 4, 99])
def test_a_deal_that_is_not_on_the_sheet_is_not_found(table: Player, number: int) -> None:
    answer = table.client.get(f"/game/{table.game}/deal/{number}")
    assert answer.status_code == 404
    assert f"There is no finished deal {number}" in words(answer)


def test_a_confirmation_that_changes_nothing_marks_no_deal_as_corrected(table: Player) -> None:
    sent, version = page_of(table, 1).fields | {"confirm": "1"}, table.version
    assert "This is what the score sheet says already." in words(
        table.client.post(f"/game/{table.game}/deal/1", data=sent)
    )
    assert (table.version, table.state.deals[0].corrected) == (version, False)
