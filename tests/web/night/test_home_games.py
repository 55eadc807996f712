"""Games that were played at home before are taken into a season, with their day."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.commands import Command
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from companion.store import Office
from companion.store.files import check_store
from companion.store.games import judge_game
from companion.store.moments import now
from companion.store.nights import NightRead
from companion.web import create_app
from companion.web.core.current import current_store
from tests.conftest import one_in
from tests.game.game_by_chance import play_to_the_end
from tests.web.club.people import come_in
from tests.web.conftest import browser, close
from tests.web.corrector import page_of
from tests.web.new_game import finish
from tests.web.night.desk import enter, open_night, state
from tests.web.night.phones import begin, door_of, drawn, id_of, play
from tests.web.people.played import FOUR, deal, write_events, write_game
from tests.web.table_player import Player, words

AT = "2026-03-05T20:30:00.000+00:00"
WON = deal(0, 300, (1300, 0), 200)
SET = deal(0, 300, (40, 20), 100)
GAMES = "/league/games?season=2026"


def play_at_home(
    app: Flask, names: Sequence[str] = FOUR, deals: Sequence[Sequence[Command]] = (WON,), at: str = AT
) -> str:
    return write_game(app, names, [tuple(each) for each in deals], at)


def take_in(client: FlaskClient, game: str, status: int = 303) -> str:
    answer = client.post(GAMES, data={"game": game, "key": f"{game} {status}"})
    assert answer.status_code == status, words(answer)
    return words(answer)


def offered(client: FlaskClient) -> list[str]:
    return re.findall(r'name="game" value="([^"]+)"', client.get(GAMES).text)


def standing(client: FlaskClient, query: str = "") -> dict[str, str]:
    page = client.get(f"/league/?season=2026{query}").text
    return dict(re.findall(r'class="who">([^<]+)</span> <b class="num">([^<]+)', page))


def nights(app: Flask) -> list[NightRead]:
    """The nights that are here and not deleted."""
    with app.app_context():
        store = current_store().nights
        found = [store.read(row.id) for row in store.list_nights()]
    return [each for each in found if each]


def test_a_finished_game_counts_on_its_day_once_however_often_it_is_added(app: Flask, client: FlaskClient) -> None:
    game, open_game = play_at_home(app), play_at_home(app, deals=[SET])
    play_at_home(app, at="2025-03-05T20:30:00.000+00:00")
    assert offered(client) == [game], "one that goes on is not offered, nor one of other days"
    page = words(client.get(GAMES))
    assert "5 March 2026: Ann & Cy 1500 , Bob & Di 50" in page
    for _ in range(2):
        take_in(client, game)
    assert standing(client) == {"Ann": "1500", "Cy": "1500", "Bob": "50", "Di": "50"}
    assert standing(client, "&count=places") == {"Ann": "10", "Cy": "10", "Bob": "6", "Di": "6"}
    (night,) = nights(app)
    assert (night.row.played_on, night.night.closed, night.night.plan.target) == ("2026-03-05", True, 1500)
    assert offered(client) == [] and "1 night." in client.get("/league/?season=2026").text
    assert "not over" in take_in(client, open_game, 422)
    with app.app_context():
        assert check_store(current_store(), judge_game) == []


def test_what_was_taken_out_is_in_the_bin_and_comes_back_by_adding_it_again(app: Flask, client: FlaskClient) -> None:
    game = play_at_home(app)
    take_in(client, game)
    (night,) = nights(app)
    assert f'action="/nights/{night.row.id}/shelf"' in client.get(GAMES).text
    client.post(f"/nights/{night.row.id}/shelf", data={"shelf": "bin", "key": "out"})
    assert standing(client) == {} and offered(client) == [game]
    assert night.row.id in client.get("/nights/?shelf=bin").text
    take_in(client, game)
    assert [each.row.id for each in nights(app)] == [night.row.id] and len(standing(client)) == 4
    client.post(f"/nights/{night.row.id}/shelf", data={"shelf": "bin", "key": "again"})
    with app.app_context():
        current_store().nights.empty_bin("9999")
    take_in(client, game)
    (again,) = nights(app)
    assert again.row.id != night.row.id and again.seals == night.seals, "the game alone decides what its night is"


def test_the_page_of_nights_leads_to_the_season_before_there_is_a_night(client: FlaskClient) -> None:
    client.get("/")
    assert "Standing of the season" in words(client.get("/nights/"))
    assert "Standing of the season" not in words(client.get("/nights/?shelf=archive"))


def test_the_next_night_is_planned_like_the_last_one_not_like_a_game_at_home(app: Flask, client: FlaskClient) -> None:
    open_night(client, rounds="5")
    take_in(client, play_at_home(app, at=now()))
    page = client.get("/nights/").text
    assert "Game at home" in page and re.search(r'name="rounds"[^>]*value="5"', page)


def test_games_that_begin_at_the_same_moment_are_two_nights(app: Flask, client: FlaskClient) -> None:
    for game in (play_at_home(app), play_at_home(app, ("Eve", "Flo", "Gus", "Hal"))):
        take_in(client, game)
    assert len(nights(app)) == 2 and standing(client)["Gus"] == "1500"


def test_a_correction_of_the_game_is_named_and_counted_by_one_tap(app: Flask, client: FlaskClient) -> None:
    game = play_at_home(app)
    take_in(client, game)
    page_of(Player(app, client, game), 1).tell(meld_A="1350").confirm()
    page = client.get("/league/?season=2026").text
    assert "says other points by now" in page and standing(client)["Ann"] == "1500"
    assert "Count it as it is now" in client.get(GAMES).text and offered(client) == [game]
    (night,) = nights(app)
    page = words(client.get(f"/nights/{night.row.id}/round/1/table/1"))
    assert "This table played on a phone On a phone: 1550 : 50. These are not the totals" in page
    take_in(client, game)
    assert standing(client)["Ann"] == "1550" and "other points" not in client.get("/league/?season=2026").text
    (night,) = nights(app)
    table = words(client.get(f"/nights/{night.row.id}/round/1/table/1"))
    assert "Before a correction: 1500 : 50 (its game was corrected)" in table
    client.post(f"/nights/{night.row.id}/undo", data={"seen": str(night.row.version), "key": "undo"})
    assert standing(client)["Ann"] == "1500" and offered(client) == [game]


def test_a_game_that_goes_on_after_a_correction_is_named_until_it_is_over(app: Flask, client: FlaskClient) -> None:
    game = play_at_home(app)
    take_in(client, game)
    page_of(Player(app, client, game), 1).tell(meld_A="400").confirm()
    assert "says other points by now" in client.get("/league/?season=2026").text
    assert "not over" in take_in(client, game, 422) and standing(client)["Ann"] == "1500"


@pytest.mark.parametrize("variant", one_in(4, VARIANTS), ids=lambda variant: variant.key)
def test_a_game_of_any_table_counts_the_points_of_its_sides(app: Flask, client: FlaskClient, variant: Variant) -> None:
    played = play_to_the_end(variant)
    take_in(client, write_events(app, [recorded.event for recorded in played.history], AT))
    (night,) = nights(app)
    state, ((table,),) = played.state, [each.tables for each in night.night.rounds]
    assert (len(state.names), len(state.sides)) == (night.night.plan.sizes.seats, night.night.plan.sizes.sides)
    assert table.totals and table.totals.points == tuple(state.standing.scores.values())
    assert {*standing(client)} == {*state.names}
    with app.app_context():
        assert check_store(current_store(), judge_game) == []


def test_a_game_with_a_substitute_is_named_with_the_reason(app: Flask, client: FlaskClient) -> None:
    game = play_at_home(app, deals=[SET])
    table = Player(app, client, game)
    named = {f"name_{seat}": name for seat, name in enumerate(("Eve", *FOUR[1:]))}
    table.send("names", **{key.replace("_", "-"): name for key, name in named.items()}, **{"substitute-0": "1"})
    finish(app, game)
    assert offered(client) == [] and "A substitute played a part" in words(client.get(GAMES))
    assert "A substitute played a part" in take_in(client, game, 422)


def test_people_are_the_same_at_home_as_at_nights_and_guests_count_nothing(app: Flask, client: FlaskClient) -> None:
    take_in(client, play_at_home(app, ("Ann", "Guest", "Cy", "Di")))
    take_in(client, play_at_home(app, ("Anna", "Bob", "Eve", "Guest"), at="2026-03-06T20:30:00.000+00:00"))
    assert client.post("/who/Anna", data={"say": "same", "other": "Ann"}).status_code == 303
    assert standing(client) == {"Anna": "3000", "Cy": "1500", "Eve": "1500", "Bob": "50", "Di": "50"}
    client.post("/who/Cy", data={"say": "mine", "key": "mine"})
    client.post("/who/Cy", data={"say": "seen-by", "seen-by": "self", "key": "self"})
    game, other = play_at_home(app, at="2026-03-07T20:30:00.000+00:00"), browser(app)
    assert "Cy" in words(client.get(GAMES)) and "Cy" not in words(other.get(GAMES))
    take_in(other, game)
    assert "Cy" not in standing(other) and standing(client)["Cy"] == "3000"


def test_a_game_played_at_a_night_counts_there_alone(app: Flask, client: FlaskClient) -> None:
    path = drawn(client)
    night = state(app, path)
    game = id_of(begin(browser(app), door_of(app, path), night.rounds[0].tables[1].entrants[0]))
    play(Player(app, client, game), "250", "60")
    enter(client, path, 1, 1, 300, 100)
    assert game not in client.get("/league/games").text
    assert "was played at Thursday" in take_in(client, game, 422)


@pytest.mark.parametrize("adds_there", [False, True])
def test_it_travels_by_file_and_is_the_same_night_elsewhere(
    make_own_app: Callable[..., Flask], tmp_path: Path, adds_there: bool
) -> None:
    here, there = make_own_app(), create_app(tmp_path / "there", TESTING=True, READER=None, READS=False)
    try:
        ours, theirs = browser(here), browser(there)
        game = play_at_home(here)
        if adds_there:
            alone = ours.get(f"/game/{game}/export.json").data
            theirs.post("/games/file", data={"file": (io.BytesIO(alone), "game.json")})
            take_in(theirs, offered(theirs)[0])
        take_in(ours, game)
        saved = ours.get("/games/all.json").data
        answer = theirs.post("/games/file", data={"file": (io.BytesIO(saved), "all.json")})
        assert answer.status_code == 303
        (one,), (other,) = nights(here), nights(there)
        assert one.seals == other.seals and standing(theirs) == standing(ours)
        assert offered(theirs) == [], "the night there has its game"
        with there.app_context():
            assert check_store(current_store(), judge_game) == []
    finally:
        close(there)


def test_a_night_stays_when_its_game_is_forgotten(app: Flask, client: FlaskClient) -> None:
    game = play_at_home(app)
    take_in(client, game)
    client.post("/games/lay", data={"each": game, "shelf": "bin", "key": "bin"})
    assert len(standing(client)) == 4 and "other points" not in client.get("/league/?season=2026").text
    with app.app_context():
        current_store().journal.empty_bin("9999")
        assert check_store(current_store(), judge_game) == []
    assert len(standing(client)) == 4 and client.get(f"/nights/{nights(app)[0].row.id}").status_code == 200


@pytest.mark.parametrize("where", ["club", "alone"])
def test_directors_of_a_club_and_who_has_the_phone_alone_add_games(make_app: Callable[..., Flask], where: str) -> None:
    app = make_app(ALONE=True) if where == "alone" else make_app(HOME="club")
    game = play_at_home(app)
    director = browser(app) if where == "alone" else come_in(app, Office.DIRECTOR, "Dora")
    if where == "club":
        member = come_in(app, Office.MEMBER, "Mia")
        assert member.get(GAMES).status_code == member.post(GAMES, data={"game": game}).status_code == 403
        assert "/league/games" not in member.get("/league/?season=2026").text
    assert "/league/games" in director.get("/league/?season=2026").text
    take_in(director, game)
    assert len(standing(director)) == 4
    (night,) = nights(app)
    assert director.get(f"/nights/{night.row.id}/shelf").status_code == 200


def test_no_game_is_no_game(client: FlaskClient) -> None:
    for told in ({"game": "none"}, {"key": "k"}):
        assert client.post(GAMES, data=told).status_code == 404


def test_more_games_than_a_page_holds_follow_on_the_next(app: Flask, client: FlaskClient) -> None:
    games = [play_at_home(app, at=f"2026-03-{day:02}T20:30:00.000+00:00") for day in range(1, 23)]
    assert offered(client) == games[:1:-1]
    (more,) = re.findall(r'href="([^"]+)">Earlier games', client.get(GAMES).text)
    assert re.findall(r'name="game" value="([^"]+)"', client.get(unescape(more)).text) == games[1::-1]
