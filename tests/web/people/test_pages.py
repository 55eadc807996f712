"""The pages of people: everybody is found, every number leads to its deals, nobody is shown who does not want it."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion.figures.facts import SeatInGame
from companion.figures.luck import OWN_DEALS, Tally
from companion.game.commands import CorrectDeal, EndDeal
from companion.rules.score import DealEnd
from companion.store.games import to_entries
from companion.web.core.current import current_store, journal
from companion.web.people.facts import gather
from companion.web.people.seasons import _first_to_last
from tests.conftest import PATIENCE_SECONDS
from tests.game.table import Table
from tests.web.conftest import browser
from tests.web.people.played import AT, FOUR, WON, deal, links, write_evenings, write_game
from tests.web.table_player import words

LATER = "2026-11-27T19:00:00.000+00:00"


@pytest.fixture
def played(app: Flask) -> Flask:
    """A house with ten evenings of four people, and two of others."""
    write_evenings(app, 10)
    write_evenings(app, 2, ("Ann", "Bobby", "Cy", "Eve"), seed=2)
    return app


def _games(page: str) -> int:
    """How many games a person's page counts, finished or not."""
    return sum(map(int, re.findall(r">(\d+) (?:finished games?|not finished)</a>", page)))


def test_everybody_who_played_is_found_and_nobody_else(played: Flask) -> None:
    client = browser(played)
    page = client.get("/people/").text
    assert all(f"/person/{name.lower()}" in page for name in (*FOUR, "Bobby", "Eve"))
    assert "/person/ann" not in client.get("/people/?q=bob").text
    assert "Nobody called “zed”" in client.get("/people/?q=zed").text
    assert client.get("/person/zed").status_code == 404


def test_a_grid_says_who_wins_with_whom(app: Flask, client: FlaskClient) -> None:
    for day, names in ((20, FOUR), (21, FOUR), (22, (FOUR[1], FOUR[0], FOUR[2], FOUR[3]))):
        write_game(app, names, [WON], f"2026-11-{day}T19:00:00.000+00:00")
    page = client.get("/people/").text
    one, two, three, four = FOUR
    for name, other, says in (
        (one, three, "2 of 2"),
        (two, four, "0 of 2"),
        (two, three, "1 of 1"),
        (one, four, "0 of 1"),
    ):
        assert f'aria-label="{name} with {other}: {says} won"' in page
        assert f'aria-label="{other} with {name}: {says} won"' in page
    assert f"{one} with {two}" not in page
    assert "Who wins with whom" not in client.get("/people/?q=ann").text


def test_each_number_of_a_person_leads_to_the_deals_behind_it_and_back(played: Flask) -> None:
    client = browser(played)
    page = client.get("/person/ann").text
    behind = [link for link in links(page) if "/behind/" in link]
    assert len(behind) >= 25
    for link in behind:
        answer = client.get(link)
        assert answer.status_code == 200, link
        sheets = re.findall(r'href="(/game/[^"]+)"', answer.text)
        assert sheets, link
        assert "/person/ann" in answer.text
    assert client.get(sheets[0]).status_code == 200


def test_what_is_behind_a_share_is_as_many_as_it_says(played: Flask) -> None:
    client = browser(played)
    page = client.get("/person/ann").text
    hits, of = map(int, re.findall(r"Bids made</span>.*?<strong>(\d+) of (\d+)", page, re.DOTALL)[0])
    behind = client.get("/person/ann/behind/bids-made").text
    assert len(re.findall(r'href="/game/[^"]+#deal-', behind)) == min(of, 100)
    assert behind.count("<b>counted</b>") == hits


def test_a_share_of_few_has_no_percentage_and_a_hidden_one_says_what_lacks(app: Flask, client: FlaskClient) -> None:
    for number in range(5):
        write_game(app, FOUR, [WON], f"2026-11-{10 + number}T19:00:00.000+00:00")
    page = client.get("/person/ann").text
    assert "<strong>5 of 5 <small>50 % is par" in page
    assert "3 more bids until “Bids made” can be shown" in page
    assert "Bids made</span>" not in page
    assert page.count("Still to come") == 1
    assert "Play is shown from 40 deals on" in page[page.index("Still to come") :]
    assert "Luck and play" not in page


def test_the_evenings_and_who_wins_with_whom_stand_above_the_names(app: Flask, client: FlaskClient) -> None:
    write_evenings(app, 6)
    page = client.get("/people/").text
    places = [page.index(each) for each in ("The evenings", "Seasons", "Who wins with whom", 'id="found"')]
    assert places == sorted(places)


def test_points_of_several_rules_are_never_put_together(app: Flask, client: FlaskClient) -> None:
    write_evenings(app, 6)
    write_game(app, FOUR, [deal(0, 60, (40, 20), 25)], LATER, "doubles")
    mixed, one = client.get("/person/ann").text, client.get("/person/ann?rules=site").text
    assert "Points are shown for one set of rules at a time" in mixed
    assert "Usual bid" not in mixed
    assert "Usual bid" in one


def test_a_page_follows_the_journal(app: Flask, client: FlaskClient) -> None:
    game = write_game(app, FOUR, [WON], AT)
    assert "1 finished game</a>" in client.get("/person/ann").text
    write_game(app, FOUR, [WON], LATER)
    assert "2 finished games</a>" in client.get("/person/ann").text
    client.post("/games/lay", data={"each": game, "shelf": "bin"})
    assert "1 finished game</a>" in client.get("/person/ann").text


def test_two_names_become_one_person_and_two_again(played: Flask) -> None:
    client = browser(played)
    assert client.post("/who/bob", data={"say": "same", "other": "Bobby"}).status_code == 303
    page = client.get("/person/bob").text
    assert _games(page) == 12
    assert "<h1>Bobby</h1>" in page
    client.post("/who/bobby", data={"say": "two", "other": "bob"})
    assert _games(client.get("/person/bob").text) == 10


def test_the_same_person_is_asked_for_and_a_no_is_remembered(played: Flask) -> None:
    client = browser(played)
    assert "Are Bob and Bobby one person?" in client.get("/people/").text
    client.post("/who/bob", data={"say": "two", "other": "bobby"})
    assert "one person?" not in client.get("/people/").text


def test_two_who_sat_at_one_table_stay_two(played: Flask) -> None:
    answer = browser(played).post("/who/ann", data={"say": "same", "other": "Bob"})
    assert answer.status_code == 422
    assert "Ann and Bob sat at one table on" in answer.text
    assert "they are two." in answer.text


def test_whoever_is_left_out_is_a_guest_everywhere_but_on_old_sheets(played: Flask) -> None:
    client = browser(played)
    assert client.post("/who/cy", data={"say": "leave-out"}).location == "/people/"
    assert client.get("/person/cy").status_code == 404
    for path in ("/people/?q=c", "/evenings/", "/person/ann", "/person/bob"):
        assert not re.search(r"\bCy\b", client.get(path).text.partition("Left out of the figures")[0]), path
    assert "a guest" in client.get("/evenings/").text
    game = re.findall(r"/game/([^/]+)/", client.get("/evenings/").text)[0]
    assert "Cy" in client.get(f"/game/{game}/sheet").text
    client.post("/who/cy", data={"say": "let-in"})
    assert client.get("/person/cy").status_code == 200


def test_rows_are_taken_away_as_csv_and_json(played: Flask) -> None:
    client = browser(played)
    browser(played).post("/who/bob", data={"say": "mine"})
    assert client.get("/person/bob/rows.csv").status_code == 403
    lines = client.get("/person/ann/rows.csv").data.decode("utf-8-sig").splitlines()
    told = json.loads(client.get("/person/ann/rows.json").data)
    assert len(lines) - 1 == len(told["deals"]) > 50
    assert lines[0].startswith("began,game,number,seat,name,rules,role")
    assert {row["name"] for row in told["deals"]} == {"Ann"}


def test_the_year_is_a_page_and_one_picture(played: Flask) -> None:
    client = browser(played)
    page = client.get("/person/ann/year/2026").text
    assert "Bid of the year" in page
    assert "Partner of the year" in page
    picture = client.get("/person/ann/year/2026.png")
    assert Image.open(BytesIO(picture.data)).size == (1080, 1350)
    assert client.get("/person/ann/year/1999").status_code == 404


def test_a_partner_who_is_not_for_everybody_is_in_no_picture(played: Flask) -> None:
    client = browser(played)
    client.get("/")
    client.post("/who/cy", data={"say": "mine"})
    client.post("/who/cy", data={"say": "seen-by", "seen-by": "self"})
    assert "Partner of the year" not in client.get("/person/ann/year/2026").text


def test_evenings_tell_who_played_how_long_and_who_won(app: Flask, client: FlaskClient) -> None:
    write_game(app, FOUR, [WON], AT)
    write_game(app, FOUR, [deal(1, 300, (40, 20), 100)], AT.replace("19:00", "21:00"))
    page = client.get("/evenings/").text
    assert page.count("<h2>20 November 2026</h2>") == 1
    assert '<strong>Ann &amp; Cy <span class="tag">won</span></strong>' in page
    assert "not finished" in page


def test_pairs_tables_and_rules_have_their_pages(played: Flask) -> None:
    client = browser(played)
    assert "games won as partners" in client.get("/person/ann/with/cy").text
    assert "They have never been on one side." in client.get("/person/ann/with/bob").text
    page = client.get("/people/").text
    table = next(link for link in links(page) if link.startswith("/people/table"))
    assert "Games won" in client.get(table).text
    assert "Usual bid" in client.get("/people/rules/site").text
    assert client.get("/people/rules/none").status_code == 404


def test_people_sit_down_with_one_tap_by_the_name_they_have_now(played: Flask) -> None:
    client = browser(played)
    client.post("/who/bob", data={"say": "same", "other": "Bobby"})
    page = client.get("/new/site").text
    chips = re.findall(r'name="put" value="([^"]+)"', page)
    assert {"Ann", "Bobby", "Cy", "Di", "Eve", "Guest"} == set(chips)
    seated = client.post("/new/site", data={"name-0": "", "name-1": "", "name-2": "", "name-3": "", "put": "Ann"}).text
    assert 'id="name-0" name="name-0" type="text" value="Ann"' in seated


def test_a_guest_has_no_page_and_is_in_no_list(app: Flask, client: FlaskClient) -> None:
    write_game(app, ("Ann", "Guest", "Cy", "Guest 2"), [WON], AT)
    assert "guest" not in client.get("/people/").text.casefold()
    assert client.get("/person/guest").status_code == 404
    assert "a guest" in client.get("/evenings/").text


def test_luck_is_simulated_behind_the_first_page_and_kept(make_app: Callable[..., Flask]) -> None:
    app = make_app(SIMULATED_DEALS=3)
    write_evenings(app, 4)
    client = browser(app)
    assert "once it is known what is usual" in client.get("/person/ann").text
    with app.app_context():
        for thread in threading.enumerate():
            if thread.daemon and thread.name.endswith("(_simulate)"):
                thread.join(PATIENCE_SECONDS)
        assert set(current_store().facts.usual_melds("site") or ()) == {"bidding", "against"}
    page = client.get("/person/ann").text
    assert "The cards:" in page
    assert f"comes from 3 deals dealt by chance under these rules, until {OWN_DEALS} have" in page


def test_the_band_that_chance_explains_is_told(played: Flask) -> None:
    with played.app_context():
        tallies = {"bidding": Tally(100, 15000, 100 * (150**2 + 60**2)), "against": Tally(100, 15000, 100 * 160**2)}
        current_store().facts.keep_usual_melds("site", tallies)
    page = browser(played).get("/person/ann").text
    assert re.search(r"The cards: \d+ (more|less) than is usual in \d+ deals; .* \(± \d+\)\.", page)
    assert 'id="luck-chart-title"' in page


def test_a_page_says_how_far_it_has_come_and_the_rest_is_gathered_behind_it(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_game(app, FOUR, [WON], AT)
    app.config["GATHERING_GRACE_SECONDS"] = 0
    begun: list[object] = []

    def begin(thread: object) -> None:
        begun.append(thread)

    monkeypatch.setattr("companion.web.people.facts.Thread.start", begin)
    answer = client.get("/people/")
    assert answer.status_code == 200
    assert "1 game is still being counted" in answer.text
    assert "Ann" not in answer.text
    assert len(begun) == 1
    gather(app, threading.Event())
    answer = client.get("/people/")
    assert "still being counted" not in answer.text
    assert "Ann" in answer.text


def test_only_what_was_written_since_is_gathered(app: Flask, client: FlaskClient) -> None:
    write_game(app, FOUR, [WON], AT)
    client.get("/people/")
    with app.app_context():
        facts, turn = current_store().facts, app.extensions["gathering"].turn
        assert turn == facts.last_turn() > 0
        write_game(app, FOUR, [WON], LATER)
        assert len(facts.stale("another clock", turn)) == 1


def test_an_unfinished_game_is_counted_apart(app: Flask, client: FlaskClient) -> None:
    write_game(app, FOUR, [WON], AT)
    write_game(app, ("Ann", "Eve", "Fay", "Gus"), [deal(1, 300, (40, 20), 100)], LATER)
    page = client.get("/person/ann").text
    assert "1 finished game</a> and" in page
    assert "1 not finished</a>" in page
    assert "Most often with Cy (1)" in page
    assert client.get("/person/ann/behind/unfinished").text.count('href="/game/') == 1
    assert client.get("/person/ann/behind/games").text.count('href="/game/') == 1
    assert "Most often with" not in client.get("/person/eve").text


def test_only_timed_deals_say_how_long_one_takes_and_one_of_them_was_corrected(app: Flask, client: FlaskClient) -> None:
    table = Table("site", names=FOUR).do(*deal(1, 300, (40, 20), 100))
    game, at = write_game(app, FOUR, [deal(1, 300, (40, 20), 100)], AT), AT.replace("19:00", "19:02")
    before = len(table.history)
    table.do(*deal(0, 300, (120, 40), 170), CorrectDeal(1, (EndDeal(DealEnd.POINTS, {"A": 60, "B": 20}),)))
    with app.app_context():
        journal().append(game, before, None, to_entries([each.event for each in table.history[before:]], "Ann", at))
    page = words(client.get("/person/ann"))
    assert "2 deals ; a deal takes 2 minutes (1 timed)." in page
    assert "1 of the deals was corrected." in page


def test_an_evening_of_several_tables_lasts_from_its_first_step_to_its_last_deal(
    app: Flask, client: FlaskClient
) -> None:
    rows = [
        SeatInGame("g", 0, "Ann", "site", "A", 2, 1, 1, 1, 1, 900, 800, 8, 900, 0, 0, 0, "2026-11-20", AT, *span)
        for span in ((1000, 8200), (1600, 11000), (0, 0))
    ]
    assert _first_to_last([[row] for row in rows]) == 10000
    assert _first_to_last([[rows[2]]]) == 0
