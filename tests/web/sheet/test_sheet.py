"""The score sheet's page, the log, the players' names, and the game to take away."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion.rules.variants.double_deck import DOUBLES
from companion.rules.variants.partnership import SITE
from companion.store.files import import_game
from companion.store.games import fold_game
from companion.web.core.current import journal
from companion.web.core.picture import drawn_name, shortened
from tests.web.conftest import browser
from tests.web.played_game import Told, seat_game
from tests.web.table_player import FRAGMENT, Player, begin, words

DEALS = [
    Told(0, 300, (150, 40), 180),
    Told(1, 330, (20, 120), 90),
    Told(2, 300, (40, 60), 200),
]
"""Made by Ann, then set for Bob, then set for Cy: 330, 110; 440, −220; 140, −110."""


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    return seat_game(app, client, SITE, DEALS)


def sheet(player: Player, query: str = "") -> str:
    return words(player.client.get(f"/game/{player.game}/sheet{query}"))


def log(player: Player) -> str:
    return words(player.client.get(f"/game/{player.game}/log"))


def test_each_deal_is_a_row_with_what_it_changed_and_the_score_after_it(table: Player) -> None:
    says = sheet(table)
    assert "Deal 1 Ann 300 ♠ Spades made Ann dealt" in says
    assert "Ann & Cy meld 150 , tricks + 180 +330 330 Bob & Di meld 40 , tricks + 70 +110 110" in says
    assert "Deal 2 Bob 330 ♠ Spades set Bob dealt" in says
    assert "Ann & Cy meld 20 , tricks + 90 +110 440 Bob & Di meld 120 , tricks + 160 −330 −220" in says


def test_a_row_opens_to_its_working_its_clauses_and_its_correction(table: Player) -> None:
    page = table.client.get(f"/game/{table.game}/sheet")
    assert "Bob & Di: bid 330, meld 120, took 160 of 250: 280 < 330 – set, −330." in words(page)
    assert page.text.count("Which rule says so?") == 3
    assert f'href="/rules/?back=/game/{table.game}/#score.set"' in page.text
    for number in (1, 2, 3):
        assert f'href="/game/{table.game}/deal/{number}"' in page.text


def test_the_rows_are_a_table_that_can_be_heard(table: Player) -> None:
    text = table.client.get(f"/game/{table.game}/sheet").text
    assert "<caption>" in text
    assert text.count('role="columnheader"') == len(("side", "meld and tricks", "change", "score"))
    assert text.count('role="rowheader"') == len(DEALS) * len(("the deal", "Ann & Cy", "Bob & Di"))
    ids = re.findall(r'<details id="([^"]+)"', text)
    assert len(set(ids)) == len(DEALS)


def test_who_leads_and_the_target_are_said(table: Player) -> None:
    assert "Ann & Cy lead by 250." in sheet(table)
    assert "First to 1500" in sheet(table)


def test_a_level_game_is_called_level(app: Flask, client: FlaskClient) -> None:
    level = Told(0, 250, (150, 150), 120), Told(1, 250, (150, 150), 130)
    assert "All level at 550." in sheet(seat_game(app, client, SITE, level))


def test_who_can_still_win_this_deal_is_said_once_the_meld_is_told(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, SITE, [Told(0, 300, (600, 40), 180)])
    assert "win with this deal" not in sheet(table)
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="S")
    table.do("meld/close", meld_A="600", meld_B="40")
    assert "Ann & Cy can win the game with 120 or more in tricks. Bob & Di cannot win with this deal." in sheet(table)
    table.do("undo")
    table.do("meld/close", meld_A="40", meld_B="40")
    assert "can win the game" not in sheet(table), "nobody is near"


def test_the_line_chart_follows_the_deals(table: Player) -> None:
    text = table.client.get(f"/game/{table.game}/sheet").text
    assert text.count("<polyline") == 2
    assert "After 3 deals: Ann &amp; Cy 140, Bob &amp; Di −110. The game goes to 1500." in text


def test_the_chart_has_a_dot_for_the_bid_that_was_made_and_a_cross_for_each_that_was_set(table: Player) -> None:
    drawn = table.client.get(f"/game/{table.game}/sheet").text.partition("<figure")[2].partition("<figcaption")[0]
    assert drawn.count("<circle") == 1
    assert drawn.count('<path class="bid') == 2


def test_a_game_without_a_finished_deal_says_so(app: Flask, client: FlaskClient) -> None:
    says = sheet(Player(app, client, begin(app, SITE)))
    assert "No deal is finished yet" in says
    assert "lead" not in says


def test_a_deal_that_was_thrown_in_or_void_has_its_row(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(app, DOUBLES))
    table.do("end", end="misdeal", misdeal="card-fault")
    table.do("confirm")
    table.do("take", seat="0", amount="60")
    table.do("trump", trump="H")
    table.do("meld/close", meld_A="4", meld_B="30")
    table.do("end", end="thrown-in")
    table.do("confirm")
    says = sheet(table)
    assert "Deal 1 misdeal Ann dealt" in says
    assert "Ann & Cy 0 0 Bob & Di 0 0" in says
    assert "Ann 60 ♥ Hearts thrown in Ann dealt" in says


def test_the_end_of_the_game_and_its_clause_are_on_the_sheet(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, SITE, [Told(0, 300, (700, 40), 180)] * 2)
    says = sheet(table)
    assert "Ann & Cy win the game" in says
    assert "1760, at or above the target of 1500." in says
    assert "Was a deal entered wrong?" in says
    assert "Undo it at the table" not in says


def test_htmx_gets_the_sheet_alone_and_nothing_while_it_is_unchanged(table: Player) -> None:
    path = f"/game/{table.game}/sheet?since="
    assert table.client.get(f"{path}{table.version}", headers=FRAGMENT).status_code == 204
    part = table.client.get(f"{path}1", headers=FRAGMENT)
    assert part.text.lstrip().startswith('<section id="sheet"')


@pytest.mark.parametrize("page", ["sheet", "log", "names", "export.json", "export.csv", "deal/1"])
def test_a_table_that_does_not_exist_leads_home(client: FlaskClient, page: str) -> None:
    answer = client.get(f"/game/nosuchgame99/{page}")
    assert answer.status_code == 404
    assert "This table link doesn’t exist" in words(answer)


def test_the_log_tells_every_step_under_its_deal_by_whom_and_when(table: Player) -> None:
    table.client.post(f"/game/{table.game}/share/seat", data={"seat": "3"})
    table.do("take", seat="3", amount="310")
    says = log(table)
    assert says.index("Before the first deal") < says.index("Deal 1") < says.index("Deal 4")
    assert re.search(r"Deal 4 (.+ )?Di dealt\. Ann, 19:04 UTC (.+ )?Di won the bid at 310\. Di, \d\d:\d\d UTC", says)
    text = table.client.get(f"/game/{table.game}/log").text
    assert '<time datetime="2026-11-20T19:04:05.000+00:00" data-clock>19:04 UTC</time>' in text


def test_a_step_taken_back_stays_in_the_log_struck_through(table: Player) -> None:
    table.do("take", seat="3", amount="310")
    table.do("undo")
    page = table.client.get(f"/game/{table.game}/log")
    assert '<s><span class="said">No longer counts: </span>Di won the bid at 310.</s>' in page.text
    assert "Taken back: Di won the bid at 310." in words(page)
    table.do("redo")
    page = table.client.get(f"/game/{table.game}/log")
    assert "No longer counts: Di won" not in words(page)
    assert "Done again: Di won the bid at 310." in words(page)


def test_repeated_taps_at_one_meld_are_one_line_of_the_log_and_what_was_undone_stays(table: Player) -> None:
    table.do("take", seat="3", amount="310")
    table.do("trump", trump="H")
    for points in (20, 40, 60):
        table.do("meld/number", meld_A_0=points)
    says = log(table)
    assert "Ann: meld 60." in says
    assert "Ann: meld 20." not in says
    assert "Ann: meld 40." not in says
    table.do("undo")
    page = table.client.get(f"/game/{table.game}/log").text
    assert "Ann: meld 40.</span>" in page
    assert "</span>Ann: meld 60.</s>" in page


def test_the_same_meld_told_by_two_phones_is_two_lines(table: Player) -> None:
    table.do("take", seat="3", amount="310")
    table.do("trump", trump="H")
    table.do("meld/number", meld_A_0=20)
    table.client.post(f"/game/{table.game}/share/seat", data={"seat": "0"})
    table.do("meld/number", meld_A_0=40)
    says = log(table)
    assert "Ann: meld 20. a phone at the table" in says
    assert "Ann: meld 40. Ann," in says


def test_the_log_is_not_sent_again_while_it_is_unchanged(table: Player) -> None:
    path = f"/game/{table.game}/log?since="
    assert table.client.get(f"{path}{table.version}", headers=FRAGMENT).status_code == 204
    assert table.client.get(f"{path}1", headers=FRAGMENT).text.lstrip().startswith('<section id="log"')


def rename(player: Player, *names: str, substitute: str = "0") -> str:
    said = {f"substitute-{seat}": substitute for seat in range(len(names))}
    return player.do("names", **said, **{f"name-{seat}": name for seat, name in enumerate(names)})


def test_names_are_corrected_everywhere_and_scores_stay(table: Player) -> None:
    says = rename(table, " Anna ", "Bob", "Cyril", "Di")
    assert "Anna & Cyril" in says
    assert "Anna 300" in says
    assert table.state.scores() == {"A": 140, "B": -110}
    assert "Ann is now called Anna." in log(table)
    assert "Cy is now called Cyril." in log(table)
    table.do("undo")
    assert table.state.names == ("Ann", "Bob", "Cy", "Di")


def play(player: Player, deal: Told) -> None:
    player.do("take", seat=str(deal.seat), amount=str(deal.bid))
    player.do("trump", trump="S")
    player.do("meld/close", meld_A=str(deal.meld[0]), meld_B=str(deal.meld[1]))
    player.do("count", points_A=str(deal.taken))
    player.do("confirm")


def test_a_substitute_leaves_the_earlier_deals_to_the_player_who_left(table: Player) -> None:
    before = log(table)
    rename(table, "Eve", "Bob", "Cy", "Di", substitute="1")
    play(table, Told(0, 250, (150, 40), 180))
    says = sheet(table)
    assert "Ann 300" in says
    assert "Ann & Cy: bid 300" in says
    assert "Eve 250" in says
    assert "Eve & Cy: bid 250" in says
    said = log(table)
    assert "Ann won the bid at 300." in said
    assert "Eve took over from Ann." in said
    assert "Eve won the bid at 250." in said
    assert before.split("Deal 1")[1][:60] in said
    lines = list(csv.reader(io.StringIO(table.client.get(f"/game/{table.game}/export.csv").text)))
    players = lines[0].index("players")
    assert [line[players] for line in lines[1:]] == ["Ann, Bob, Cy, Di"] * 3 + ["Eve, Bob, Cy, Di"]


def test_another_name_is_asked_about_once_and_only_where_deals_were_played(table: Player) -> None:
    names = {"name-0": "Eve", "name-1": "Bob", "name-2": "Cy", "name-3": "Di"}
    asked = table.send("names", **names)
    assert asked.status_code == 422
    assert "Is Eve another player?" in words(asked)
    assert "Eve plays from deal 4 on deals 1 to 3 stay Ann’s" in words(asked)
    assert table.state.names[0] == "Ann"
    table.do("names", **names, **{"substitute-0": "1"})
    assert table.state.names_in(3)[0] == "Ann"
    assert table.state.names_in(4)[0] == "Eve"


def test_two_players_can_exchange_their_names(table: Player) -> None:
    rename(table, "Bob", "Ann", "Cy", "Di")
    assert table.state.names == ("Bob", "Ann", "Cy", "Di")


WRONG_NAMES = [
    (("Ann", "", "Cy", "Di"), "Please write a name for this player."),
    (("Ann", "ann", "Cy", "Di"), "ann is here twice"),
    (("Ann", "Bob", "Cy", "D" * 31), "Please use at most 30 letters"),
    (("Ann", "Bob", "Cy", "Di"), "there is nothing to change"),
]


@pytest.mark.parametrize(("names", "says"), WRONG_NAMES, ids=[case[1] for case in WRONG_NAMES])
def test_a_refused_name_comes_back_with_the_reason(table: Player, names: tuple[str, ...], says: str) -> None:
    answer = table.send("names", **{f"name-{seat}": name for seat, name in enumerate(names)})
    assert answer.status_code == 422
    assert says in words(answer)
    assert all(f'value="{name}"' in answer.text for name in names)


def test_the_names_form_sent_twice_counts_once(table: Player) -> None:
    form = {
        "key": "twice",
        "seen": str(table.version),
        "name-0": "Anna",
        "name-1": "Bob",
        "name-2": "Cy",
        "name-3": "Di",
        "substitute-0": "0",
    }
    path = f"/game/{table.game}/names"
    assert [table.client.post(path, data=form).status_code for _ in range(2)] == [303, 303]
    assert log(table).count("is now called") == 1


def test_names_from_an_older_page_are_not_written(table: Player) -> None:
    form = {"key": "late", "seen": "3", "name-0": "Anna", "name-1": "Bob", "name-2": "Cy", "name-3": "Di"} | {
        "substitute-0": "0"
    }
    answer = table.client.post(f"/game/{table.game}/names", data=form)
    assert answer.status_code == 409
    assert "Another phone has changed this" in words(answer)
    assert 'value="Anna"' in answer.text


def test_the_game_is_taken_away_whole_and_can_be_brought_back(app: Flask, table: Player) -> None:
    answer = table.client.get(f"/game/{table.game}/export.json")
    assert answer.mimetype == "application/json"
    assert re.search(r"filename=pinochle-ann-bob-cy-di-\d{4}-\d\d-\d\d\.json", answer.headers["Content-Disposition"])
    with app.app_context():
        again = import_game(journal(), json.loads(answer.text), fold_game).game_id
        assert fold_game(journal().read(again)) == table.state


def test_the_sheet_is_taken_away_as_a_spreadsheet(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, SITE, DEALS, ("Zoë", "Bob", "=Cy", "Di"))
    answer = table.client.get(f"/game/{table.game}/export.csv")
    assert answer.mimetype == "text/csv"
    assert "filename=pinochle-zoe-bob-cy-di-" in answer.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert [row["bid"] for row in rows] == ["300", "330", "300"]
    assert rows[0]["bidder"] == "Zoë"
    assert rows[2]["bidder"] == "'=Cy"


def test_names_that_no_file_name_can_hold_leave_the_day(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, SITE, [], ("安", "貝", "茜", "黛"))
    answer = table.client.get(f"/game/{table.game}/export.json")
    assert re.search(r"filename=pinochle-\d{4}-\d\d-\d\d\.json", answer.headers["Content-Disposition"])


def test_another_format_is_not_found(table: Player) -> None:
    answer = table.client.get(f"/game/{table.game}/export.xlsx")
    assert answer.status_code == 404
    assert "as JSON or as CSV" in words(answer)


def test_a_game_that_is_over_is_a_picture_to_share(app: Flask, client: FlaskClient) -> None:
    over = seat_game(app, client, SITE, [Told(0, 300, (900, 0), 200), Told(0, 300, (300, 20), 200)])
    assert over.state.won
    assert f'href="/game/{over.game}/result.png" download' in over.client.get(f"/game/{over.game}/").text
    answer = over.client.get(f"/game/{over.game}/result.png")
    assert answer.mimetype == "image/png"
    assert Image.open(io.BytesIO(answer.data)).size == (1080, 1350)


def test_the_picture_says_where_the_companion_is_and_a_link_beside_it_can_write_nothing(
    make_app: Callable[..., Flask],
) -> None:
    app = make_app(URL="https://cards.example")
    client = browser(app)
    over = seat_game(app, client, SITE, [Told(0, 300, (900, 0), 200), Told(0, 300, (300, 20), 200)])
    drawn = over.client.get(f"/game/{over.game}/result.png").data
    read, *_ = cv2.QRCodeDetector().detectAndDecode(np.asarray(Image.open(io.BytesIO(drawn)).convert("L")))
    assert read == "https://cards.example/"
    page = over.client.get(f"/game/{over.game}/").text
    assert f'href="/game/{over.game}/share#watchers"' in page
    assert 'id="watchers"' in over.client.get(f"/game/{over.game}/share").text


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Zoë", "Zoe"),
        ("Łukasz", "Lukasz"),
        ("Ann 🎉", "Ann"),
        ("Ann כהן", "Ann"),
        ("דוד", "Player 1"),
        ("علي", "Player 1"),
        ("สมชาย", "Player 1"),
        ("🎉", "Player 1"),
    ],
)
def test_a_name_is_drawn_in_letters_that_the_picture_has_or_as_the_player_s_number(name: str, drawn: str) -> None:
    assert drawn_name(name, "Player 1") == drawn


def test_a_picture_of_names_that_cannot_be_drawn_is_that_of_numbers(app: Flask) -> None:
    told = [Told(0, 300, (900, 0), 200), Told(0, 300, (300, 20), 200)]
    tables = (seat_game(app, browser(app), SITE, told) for _ in range(2))
    pictures = []
    for table, names in zip(
        tables, (("דוד", "علي", "สมชาย", "🎉"), ("Player 1", "Player 2", "Player 3", "Player 4")), strict=True
    ):
        table.do("names", **{f"name-{seat}": name for seat, name in enumerate(names)})
        pictures.append(table.client.get(f"/game/{table.game}/result.png").data)
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("text", [f"{'W' * 30} & Bea win", f"Bea & {'W' * 30} win", f"{'W' * 30} & {'M' * 30} win"])
def test_a_line_that_is_too_long_keeps_both_partners(text: str) -> None:
    line = shortened(text, 36, 936)
    names = line.removesuffix(" win").split(" & ")
    assert len(names) == 2 and line.endswith(" win")
    assert all(name == "Bea" or (len(name) > 5 and name.endswith("…")) for name in names)


def test_a_game_that_goes_on_is_no_picture(table: Player) -> None:
    answer = table.client.get(f"/game/{table.game}/result.png")
    assert answer.status_code == 404
    assert "This game is not over yet." in words(answer)


def test_where_nothing_draws_a_finished_game_offers_no_picture(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = seat_game(app, client, SITE, [Told(0, 300, (900, 0), 200), Told(0, 300, (300, 20), 200)])
    monkeypatch.setitem(app.jinja_env.globals, "draws_pictures", False)
    assert "result.png" not in over.client.get(f"/game/{over.game}/").text
    assert over.client.get(f"/game/{over.game}/result.png").status_code == 404
