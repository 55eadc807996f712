"""Correcting a deal through its page: the form, the preview, the refusals, and what follows on the sheet."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.variants.doubles import DOUBLES
from companion.rules.variants.site import SITE
from tests.web.played_game import Told, seat_game
from tests.web.table_player import FRAGMENT, Player, begin, words


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """Ann has made 300 in spades three times: 990 to 330."""
    return seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)] * 3)


def fields(answer: TestResponse) -> dict[str, str]:
    """What a browser would send back: typed and hidden fields, and what is chosen."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", answer.text):
        names = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if names.get("type") not in ("radio", "checkbox") or " checked" in tag:
            found[names["name"]] = unescape(names.get("value", ""))
    return found


def open_form(player: Player, number: int, **changed: Any) -> dict[str, str]:
    """The form of a deal, filled in, with some fields changed; ``meld_A`` stands for ``meld-A``."""
    answer = player.client.get(f"/game/{player.game}/deal/{number}")
    assert answer.status_code == 200
    return fields(answer) | {name.replace("_A", "-A").replace("_B", "-B"): value for name, value in changed.items()}


def send(player: Player, number: int, form: dict[str, str], **more: str) -> TestResponse:
    return player.client.post(f"/game/{player.game}/deal/{number}", data=form | more)


def correct(player: Player, number: int, **changed: Any) -> str:
    """Change a deal, look at what that does, and confirm; the score sheet that follows."""
    preview = send(player, number, open_form(player, number, **changed))
    assert "Is this right?" in words(preview), words(preview)
    answer = send(player, number, fields(preview), confirm="1")
    assert answer.status_code == 303
    return words(player.client.get(answer.headers["Location"]))


def test_the_form_says_what_the_deal_says(table: Player) -> None:
    form = open_form(table, 2)
    assert {name: form[name] for name in ("end", "seat", "bid", "trump", "meld-A", "meld-B", "points-A")} == {
        "end": "played",
        "seat": "0",
        "bid": "300",
        "trump": "S",
        "meld-A": "150",
        "meld-B": "40",
        "points-A": "180",
    }


def test_a_preview_shows_old_and_new_and_writes_nothing(table: Player) -> None:
    version = table.version
    says = words(send(table, 1, open_form(table, 1, meld_A="60")))
    assert "was +330 −300" in says
    assert "was 990 360" in says
    assert "Deals 2 and 3 stay as told; the totals after this deal follow." in says
    assert "bid 300, meld 60, took 180 of 250: 240 < 300 – set, −300" in says
    assert table.version == version


@pytest.mark.parametrize(("deals", "says"), [(2, "Deal 2 stays"), (3, "Deals 2 and 3 stay"), (4, "Deals 2 to 4 stay")])
def test_the_deals_after_the_corrected_one_are_counted_as_people_say_them(
    app: Flask, client: FlaskClient, deals: int, says: str
) -> None:
    player = seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)] * deals)
    assert f"{says} as told" in words(send(player, 1, open_form(player, 1, meld_A="60")))


def test_later_deals_follow_and_the_log_says_who_and_when(table: Player) -> None:
    table.client.post(f"/game/{table.game}/share/seat", data={"seat": "2"})
    sheet = correct(table, 1, meld_A="60")
    assert [deal.change["A"] for deal in table.state.deals] == [-300, 330, 330]
    assert table.state.scores() == {"A": 360, "B": 330}
    assert "corrected" in sheet
    log = words(table.client.get(f"/game/{table.game}/log"))
    assert re.search(r"Deal 1 was corrected: Ann & Cy −300, Bob & Di \+110\. Cy, \d\d:\d\d UTC", log)
    assert log.count("Scored: Ann & Cy +330") == 3, "nothing is deleted"


def test_undoing_a_correction_restores_the_deal(table: Player) -> None:
    before = table.state
    correct(table, 1, meld_A="60")
    table.do("undo")
    assert table.state == before
    assert "Taken back: Deal 1 was corrected" in words(table.client.get(f"/game/{table.game}/log"))


def test_the_other_side_follows_when_one_sides_tricks_change(table: Player) -> None:
    correct(table, 2, points_A="200")
    assert table.state.deals[1].change == {"A": 350, "B": 90}


def test_going_back_from_the_preview_keeps_every_field(table: Player) -> None:
    preview = send(table, 2, open_form(table, 2, bid="320", points_A="200"))
    back = fields(send(table, 2, fields(preview), edit="1"))
    assert (back["bid"], back["points-A"], back["points-B"], back["end"]) == ("320", "200", "50", "played")


def test_a_correction_that_ends_the_game_says_so_first(table: Player) -> None:
    table.do("take", seat="1", amount="300")
    says = words(send(table, 2, open_form(table, 2, meld_A="700")))
    assert "This ends the game. Ann & Cy: 1540, at or above the target of 1500." in says
    assert "The deal on the table now is given up." in says
    sheet = correct(table, 2, meld_A="700")
    assert "Ann & Cy win the game" in sheet
    assert table.state.won is not None
    says = words(send(table, 1, open_form(table, 1, meld_A="60")))
    assert "The game is no longer over: it goes on, and Di deals." in says
    assert "Ann & Cy win" not in correct(table, 1, meld_A="60")


def test_a_victory_that_moves_to_an_earlier_deal_strikes_what_came_after(table: Player) -> None:
    correct(table, 2, meld_A="700")
    says = words(send(table, 1, open_form(table, 1, meld_A="700")))
    assert "The game is decided otherwise." in says
    assert "What came after deal 2 stays on the sheet, struck through, and does not count." in says
    sheet = correct(table, 1, meld_A="700")
    assert sheet.count("does not count") == 1
    says = words(send(table, 3, open_form(table, 3, meld_A="60")))
    assert "This deal came after the end of the game, so it still counts for nobody." in says


def test_a_deal_can_become_a_misdeal_and_the_next_dealer_follows(table: Player) -> None:
    says = words(send(table, 3, open_form(table, 3, end="misdeal")))
    assert "The next deal is Cy’s, not Di’s." in says
    correct(table, 3, end="misdeal")
    assert table.state.deal is not None
    assert table.state.names[table.state.deal.dealer] == "Cy"


def test_a_deal_nobody_bid_on_can_become_a_played_one(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, SITE))
    table.do("end", end="misdeal", misdeal="card-fault")
    table.do("confirm")
    changed = {"seat": "1", "bid": "300", "trump": "H", "meld_A": "40", "meld_B": "150", "points_A": "70"}
    sheet = correct(table, 1, end="played", **changed)
    assert "Bob 300" in sheet
    assert table.state.scores() == {"A": 110, "B": 330}


def test_a_renege_tells_what_was_taken_before(table: Player) -> None:
    correct(table, 2, end="renege", offender="B", points_A="240", points_B="")
    assert table.state.deals[1].change == {"A": 390, "B": 0}


def test_a_variant_is_asked_for_all_that_it_needs(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, DOUBLES, [Told(0, 60, (30, 22), 30)])
    page = words(table.client.get(f"/game/{table.game}/deal/1"))
    assert "Who took every single trick?" in page
    assert "quadruple pinochle" in page
    correct(table, 1, all_tricks="A", points_A="50")
    assert table.state.won is not None
    assert table.state.won.clause == "end.all-tricks"


def test_no_marriage_needs_neither_trump_nor_meld(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, DOUBLES, [Told(0, 60, (30, 22), 30)])
    correct(table, 1, end="no-marriage")
    assert table.state.deals[0].change == {"A": -60, "B": 0}
    assert table.state.deals[0].trump is None


REFUSED: list[tuple[dict[str, str], str]] = [
    ({"bid": "abc"}, "“abc” is not a whole number"),
    ({"bid": ""}, "Please write how much was bid."),
    ({"bid": "335"}, "335 is not a multiple of 10: 330 or 340 would do."),
    ({"seat": "9"}, "Please tap the player who had the bid."),
    ({"trump": ""}, "Please say which suit was trump."),
    ({"trump": "X"}, "Please tap one of the four suits."),
    ({"meld_A": "1e3"}, "“1e3” is not a whole number"),
    ({"meld_A": "55"}, "In tens a meld ends in 0: 50 or 60, not 55."),
    ({"points_A": "251"}, "Counters run from 0 to 250"),
    ({"points_A": "200", "points_B": "60"}, "these add up to 260"),
    ({"end": "renege"}, "Please say which side reneged."),
    ({"end": "thrown-in"}, "No throw-in"),
    ({"end": "lost"}, "Please say how the deal ended."),
    ({"end": "misdeal", "misdeal": "rain"}, "Please say what was wrong with the deal."),
]


@pytest.mark.parametrize(("changed", "says"), REFUSED, ids=[case[1][:40] for case in REFUSED])
def test_a_refused_correction_keeps_what_was_typed(table: Player, changed: dict[str, str], says: str) -> None:
    form = open_form(table, 2, **changed)
    answer = send(table, 2, form)
    assert answer.status_code == 422
    assert words(answer).count(says) == 2, "at the top and beside its field"
    kept = fields(answer)
    for name in ("bid", "meld-A", "meld-B", "points-A", "points-B"):
        assert kept[name] == form[name]


def test_several_fields_are_refused_at_once(table: Player) -> None:
    answer = send(table, 2, open_form(table, 2, bid="abc", meld_B="x"))
    assert "Some things need another look" in words(answer)
    assert answer.text.count('aria-invalid="true"') == 2


def test_correcting_nothing_says_so(table: Player) -> None:
    answer = send(table, 2, open_form(table, 2))
    assert answer.status_code == 200
    assert "there is nothing to correct" in words(answer)


def test_a_confirmation_sent_twice_counts_once(table: Player) -> None:
    form = fields(send(table, 1, open_form(table, 1, meld_A="60")))
    first = send(table, 1, form, confirm="1")
    version = table.version
    assert send(table, 1, form, confirm="1").headers["Location"] == first.headers["Location"]
    assert table.version == version


def test_a_confirmation_after_somebody_elses_write_is_not_carried_out(table: Player) -> None:
    form = fields(send(table, 1, open_form(table, 1, meld_A="60")))
    table.do("take", seat="1", amount="300")
    answer = send(table, 1, form, confirm="1")
    assert answer.status_code == 409
    assert "The score has moved on" in words(answer)
    assert fields(answer)["meld-A"] == "60"
    assert table.state.deals[0].change["A"] == 330


def test_htmx_gets_the_form_alone_and_is_sent_on_when_done(table: Player) -> None:
    path = f"/game/{table.game}/deal/1"
    preview = table.client.post(path, data=open_form(table, 1, meld_A="60"), headers=FRAGMENT)
    assert preview.text.lstrip().startswith('<form id="correction"')
    done = table.client.post(path, data=fields(preview) | {"confirm": "1"}, headers=FRAGMENT)
    assert done.headers["HX-Redirect"] == f"/game/{table.game}/sheet"


@pytest.mark.parametrize("number", [0, 4, 99])
def test_a_deal_that_is_not_on_the_sheet_is_not_found(table: Player, number: int) -> None:
    answer = table.client.get(f"/game/{table.game}/deal/{number}")
    assert answer.status_code == 404
    assert f"There is no finished deal {number}" in words(answer)
