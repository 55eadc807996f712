"""Games by evening, found by name, put away, deleted and brought back, and brought in from a file."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.figures.scope import Season
from companion.figures.who import Said, Saying, SeenBy
from companion.game.events import PlayerRenamed
from companion.rules.house import make_house
from companion.rules.variants.partnership import SITE
from companion.settings import SettingError
from companion.store.entries import Shelf
from companion.store.errors import NotFound
from companion.store.files import check_store, house_document
from companion.store.games import judge_game
from companion.store.membership import Role
from companion.store.photos import Example, TaughtDeck
from companion.web import create_app
from companion.web.core.current import current_store, journal
from companion.web.shelf import KEPT_FOR, SHOWN_AT_ONCE, forget_deleted
from tests.store.examples import open_night
from tests.web.conftest import browser
from tests.web.new_game import finish, write
from tests.web.played_game import Told, seat_game
from tests.web.table_player import begin, words

WON = (Told(0, 300, (1300, 0), 200),)
AT = "2026-11-20T19:00:00.000+00:00"


def lay(client: FlaskClient, game: str, shelf: str) -> TestResponse:
    answer = client.post("/games/lay", data={"each": game, "shelf": shelf})
    assert answer.status_code == 303
    return client.get(answer.location)


def bring(client: FlaskClient, content: bytes) -> TestResponse:
    sent = {"file": (io.BytesIO(content), "game.json")}
    return client.post("/games/file", data=sent, content_type="multipart/form-data", follow_redirects=True)


def saved(client: FlaskClient, game: str, **changes: Any) -> bytes:
    """A game as a file; where it is changed on purpose, without its seal."""
    document = json.loads(client.get(f"/game/{game}/export.json").data) | changes
    if changes:
        del document["seal"]
    return json.dumps(document).encode()


def watch_link(client: FlaskClient, game: str) -> str:
    found = re.search(r"/watch/[\w-]{22}", client.post(f"/game/{game}/share/watch", data={"key": "k"}).text)
    assert found
    return found[0]


def listed(client: FlaskClient, query: str = "") -> list[str]:
    """The games on a page of the list, by their ids."""
    return re.findall(r'<a href="/game/([a-z0-9]+)/">', client.get(f"/games/{query}").text)


def test_the_game_that_runs_is_one_large_go_on(app: Flask, client: FlaskClient) -> None:
    over, game = seat_game(app, client, SITE, WON).game, begin(app, SITE)
    page = client.get("/").text
    go_on = page[page.index("go-on") : page.index("New game")]
    assert f'href="/game/{game}/"' in go_on
    assert over not in go_on
    finish(app, game)
    assert 'id="go-on"' not in client.get("/").text


def test_the_people_who_played_last_play_again_with_one_tap(app: Flask, client: FlaskClient) -> None:
    over = seat_game(app, client, SITE, WON).game
    page = client.get("/").text
    assert f'action="/game/{over}/rematch"' in page[: page.index("Play again")]
    table = client.post(f"/game/{over}/rematch", data={"key": "again"}).location
    page = client.get("/").text
    assert f'href="{table}"' in page[page.index("go-on") : page.index("New game")]
    assert "Play again" not in page


def test_a_game_left_lying_weeks_ago_is_listed_and_not_what_is_gone_on_with(app: Flask, client: FlaskClient) -> None:
    left = begin(app, SITE)
    seat_game(app, client, SITE, WON)
    with app.app_context(), current_store().database.write() as rows:
        rows.run("update game set updated_at = '2026-01-02T20:00:00.000+00:00' where id = ?", left)
    page = client.get("/").text
    assert 'id="go-on"' not in page
    assert f'href="/game/{left}/"' in page


def test_finished_games_stand_under_their_evening_with_variant_score_and_winner(make_app: Callable[..., Flask]) -> None:
    app = make_app(TIME_ZONE="America/New_York")
    client = browser(app)
    game = seat_game(app, client, SITE, WON).game
    for title, at in (("Late", "2026-11-21T04:30:00.000+00:00"), ("Early", "2026-11-20T23:00:00.000+00:00")):
        assert bring(client, saved(client, game, title=title, at=at)).status_code == 200
    says = words(client.get("/games/"))
    assert says.count("20 November 2026") == 1
    assert re.search(r"Ann & Cy 1,?500 .*Ann & Cy won · Single deck, partners", says)


def test_an_unknown_time_zone_is_named_before_the_games_are_opened(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="TIME_ZONE: there is no time zone 'Nowhere/Else'"):
        create_app(tmp_path, TIME_ZONE="Nowhere/Else")
    assert not list(tmp_path.glob("companion.db*"))


def test_games_that_were_opened_are_closed_when_a_later_setting_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "companion.web.measures", None)
    monkeypatch.delattr("companion.web.measures", raising=False)
    with pytest.raises(SettingError, match="Prometheus"):
        create_app(tmp_path, METRICS=("127.0.0.1", 9700))
    assert [file.name for file in tmp_path.glob("companion.db*")] == ["companion.db"]


def test_a_setting_is_refused_before_any_games_are_opened(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'nowhere' is not a valid Home"):
        create_app(tmp_path, HOME="nowhere")
    assert list(tmp_path.glob("companion.db*")) == []


@pytest.mark.parametrize("sought", ["zoe", "ZOË", "o’brien zoe", "o'bri", "anna", "ann"])
def test_a_game_is_found_by_any_name_that_was_played_under(app: Flask, client: FlaskClient, sought: str) -> None:
    found = begin(app, SITE, ("Zoë O’Brien", "Ann", "Cy", "Di"))
    other = begin(app, SITE, ("Bo", "Ed", "Flo", "Gus"))
    write(app, found, PlayerRenamed(1, "Anna"))
    assert listed(client, f"?q={sought}") == [found]
    assert listed(client, "?q=nobody") == []
    assert set(listed(client)) == {found, other}


def test_htmx_gets_what_was_found_alone(app: Flask, client: FlaskClient) -> None:
    begin(app, SITE)
    part = client.get("/games/?q=ann", headers={"HX-Request": "true"}).text
    assert part.startswith('<section id="found"')
    assert "1 game with “ann”." in part


def test_every_game_is_on_one_of_the_pages(app: Flask, client: FlaskClient) -> None:
    games = {begin(app, SITE) for _ in range(SHOWN_AT_ONCE + 3)}
    more = re.search(r'href="/games/(\?after=\d+)"', client.get("/games/").text)
    assert more
    assert len(listed(client)) == SHOWN_AT_ONCE
    assert {*listed(client), *listed(client, more[1])} == games


@pytest.mark.parametrize("after", ["9" * 19, "9" * 30, "-1", "x", ""])
def test_a_page_after_no_number_is_still_a_page(client: FlaskClient, after: str) -> None:
    assert client.get(f"/games/?after={after}").status_code == 200


def test_an_archived_game_leaves_the_first_page_can_be_looked_at_and_comes_back(
    app: Flask, client: FlaskClient
) -> None:
    game = seat_game(app, client, SITE, WON).game
    assert "lies in the archive now." in words(lay(client, game, "archive"))
    assert listed(client) == []
    assert listed(client, "?shelf=archive") == [game]
    assert client.get(f"/game/{game}/sheet").status_code == 200
    assert "Take it out of the archive" in client.get(f"/games/{game}").text
    assert "is on this page again." in words(lay(client, game, "open"))
    assert listed(client) == [game]


def test_a_deleted_game_is_only_among_the_deleted_and_whole_when_it_comes_back(app: Flask, client: FlaskClient) -> None:
    table = seat_game(app, client, SITE, (Told(0, 300, (100, 0), 200),))
    before, seen, watched = saved(client, table.game), table.version, watch_link(client, table.game)
    assert "is deleted. It can be brought back until" in words(lay(client, table.game, "bin"))
    assert listed(client) == []
    for path in ("", "sheet", "log", "export.json", "share", "rules", "names"):
        assert client.get(f"/game/{table.game}/{path}").status_code == 404
    assert "This game was deleted" in client.get(f"/game/{table.game}/").text
    assert client.get(watched).status_code == 404
    sent = client.post(f"/game/{table.game}/take", data={"seat": "1", "amount": "300", "seen": str(seen)})
    assert (sent.status_code, "can still be brought back" in sent.text) == (404, True)
    with app.app_context():
        assert check_store(current_store(), judge_game) == []
    assert "Bring it back" in client.get("/games/?shelf=bin").text
    lay(client, table.game, "open")
    assert saved(client, table.game) == before
    assert client.get(watched).status_code == 200


def test_undo_lays_a_game_back_where_it_lay(app: Flask, client: FlaskClient) -> None:
    game = begin(app, SITE)
    lay(client, game, "archive")
    page = lay(client, game, "bin").text
    assert re.search(rf'value="{game}">\s*<button[^>]*name="shelf" value="archive">Undo', page)


def _belongings(game: str, photo: str, token: str) -> list[bool]:
    store = current_store()
    return [
        store.photos.find_photo(photo) is not None,
        store.links.find_link(token) is not None,
        store.examples.agrees(game),
        bool(store.examples.all_of(game)),
        store.examples.find_deck(game) is not None,
    ]


def test_when_its_time_is_over_everything_of_a_deleted_game_goes_and_nothing_of_others(app: Flask) -> None:
    gone, kept = begin(app, SITE), begin(app, SITE)
    long_ago = (datetime.now(timezone.utc) - KEPT_FOR - timedelta(minutes=1)).isoformat(timespec="milliseconds")
    with app.app_context():
        store, told = current_store(), {}
        for game in (gone, kept):
            told[game] = store.photos.keep_photo(game, b"jpeg", {}, AT), store.links.make_link(game, Role.WATCHER, AT)
            store.examples.agree(game, AT)
            store.examples.keep(game, Example(told[game][0], b"jpeg", {}, AT))
            store.examples.keep_deck(game, TaughtDeck(b"deck", {}, AT))
        journal().lay(gone, Shelf.BIN, long_ago)
        assert forget_deleted(journal()) == (gone,)
        with pytest.raises(NotFound):
            journal().read(gone)
        assert _belongings(gone, *told[gone]) == [False] * 5
        assert _belongings(kept, *told[kept]) == [True] * 5
        assert check_store(store, judge_game) == []


def test_a_game_whose_time_is_over_is_not_offered_before_the_bin_is_emptied(app: Flask, client: FlaskClient) -> None:
    game = begin(app, SITE)
    with app.app_context():
        journal().lay(game, Shelf.BIN, "2020-01-01T00:00:00.000+00:00")
    assert "Bring it back" not in client.get("/games/?shelf=bin").text


@pytest.mark.parametrize(("game", "shelf"), [("nowhere", "bin"), ("", ""), (None, "cupboard")])
def test_what_is_not_there_is_laid_nowhere(app: Flask, client: FlaskClient, game: str | None, shelf: str) -> None:
    each = begin(app, SITE) if game is None else game
    assert client.post("/games/lay", data={"each": each, "shelf": shelf}).status_code == 404


def test_the_question_is_asked_with_the_way_to_save_the_game_first(app: Flask, client: FlaskClient) -> None:
    game = begin(app, SITE)
    page = client.get(f"/games/{game}").text
    assert f'href="/game/{game}/export.json"' in page
    assert "For 30 days it can be brought back" in page
    assert client.get("/games/nowhere").status_code == 404


def test_a_game_from_a_file_is_here_once_however_often_it_is_brought_in(app: Flask, client: FlaskClient) -> None:
    game = seat_game(app, client, SITE, WON).game
    assert "Nothing was added: it was here already." in words(bring(client, saved(client, game)))
    other = saved(client, game, title="Elsewhere")
    assert "It is among your games now." in words(bring(client, other))
    assert "Nothing was added" in words(bring(client, other))
    assert len(listed(client)) == 2


def test_a_deleted_game_that_is_brought_in_again_is_here_again(app: Flask, client: FlaskClient) -> None:
    game = seat_game(app, client, SITE, WON).game
    content = saved(client, game)
    lay(client, game, "bin")
    bring(client, content)
    assert listed(client) == [game]


REFUSED = [
    (b"", "Please choose a file first."),
    (b"\x89PNG", "This file holds no game: choose one that was saved under a score sheet, as JSON."),
    (b"[1, 2]", "This file holds no game"),
    (b"[" * 100_000, "This file holds no game"),
    (b'{"format": "companion-game", "v": 9}', "it is of version 9; this companion reads 1."),
    (b'{"format": "companion-game", "v": 1}', "This is no game that can be imported"),
]


@pytest.mark.parametrize(("content", "says"), REFUSED)
def test_what_is_no_game_is_refused_in_words(client: FlaskClient, content: bytes, says: str) -> None:
    answer = bring(client, content)
    assert answer.status_code == 422
    assert says in words(answer)


def test_house_rules_are_sent_where_they_belong(client: FlaskClient) -> None:
    house = json.dumps(house_document(make_house("Mary’s", "site", {"end.target": 500})))
    assert "bring it in on the page “House rules”" in words(bring(client, house.encode()))


def test_a_corrected_name_is_said_wherever_the_game_is_listed(app: Flask, client: FlaskClient) -> None:
    game = begin(app, SITE, ("Ann", "Bbo", "Cy", "Di"))
    write(app, game, PlayerRenamed(1, "Bob", substitute=False))
    for page in (bring(client, saved(client, game)), bring(client, saved(client, game, at=AT))):
        assert "Ann, Bob, Cy, Di" in words(page) and "Bbo" not in words(page)
    for shelf in ("archive", "bin"):
        assert "Bbo" not in words(lay(client, game, shelf))
    assert "Ann, Bob, Cy, Di" in words(client.get("/games/?shelf=bin"))


@pytest.mark.parametrize("in_a_copy", [False, True], ids=["alone", "in a copy of many"])
def test_names_that_no_game_takes_today_come_in_and_the_pages_say_so(
    app: Flask, client: FlaskClient, in_a_copy: bool
) -> None:
    sound = json.loads(saved(client, begin(app, SITE)))
    document = json.loads(saved(client, begin(app, SITE), at=AT))
    document["entries"][0]["body"]["names"] = ["ev\u202eil", "Bob", "y" * 100, "Di"]
    document["title"] = "ev\u202eil, Bob, " + "y" * 100 + ", Di"
    games = {"format": "companion-games", "v": 1, "games": [sound, document], "houses": []}
    page = bring(client, json.dumps(games if in_a_copy else document).encode())
    shown = "“ev\ufffdil”, “" + "y" * 29 + "…” were recorded with signs that can’t be seen, or with too many letters"
    assert shown in words(page)
    path = re.search(r'href="(/game/[^"/]+)/?"', page.text)
    assert path
    for address in ("/", "/sheet", "/log", "/names"):
        answer = client.get(f"{path[1]}{address}")
        assert answer.status_code == 200 and "\u202e" not in answer.text and "y" * 31 not in answer.text
    assert shown in words(answer)
    renamed = {"name-0": "Evi", "name-1": "Bob", "name-2": "Yan", "name-3": "Di"}
    assert client.post(f"{path[1]}/names", data=renamed).status_code == 303
    assert "were recorded" not in words(client.get(f"{path[1]}/names"))
    with app.app_context():
        assert check_store(current_store(), judge_game) == []


def test_a_game_that_was_altered_in_its_file_is_refused(app: Flask, client: FlaskClient) -> None:
    document = json.loads(saved(client, begin(app, SITE))) | {"title": "Somebody else"}
    said = words(bring(client, json.dumps(document).encode()))
    assert "was altered after it was exported: its seal does not fit it. Save it again where it was played" in said
    assert "out of the file" not in said
    assert len(listed(client)) == 1


@pytest.mark.parametrize("left", [30, 0.1, 0.5, -1])
def test_a_copy_that_is_cut_off_is_called_incomplete(app: Flask, client: FlaskClient, left: float) -> None:
    begin(app, SITE)
    for whole in (saved(client, listed(client)[0]), evenings(client, app, 2)):
        cut = whole.rstrip()[: int(left if abs(left) >= 1 else left * len(whole))]
        answer = bring(client, cut)
        assert answer.status_code == 422
        assert "This file is incomplete: a part of it is missing or damaged. Save it again where" in words(answer)


EVENING_BYTES = 50_000
"""What a game of an evening takes in a file; one of a long one twice that."""


def evenings(client: FlaskClient, app: Flask, count: int, size: int = EVENING_BYTES) -> bytes:
    """A saved copy of so many games, each of so many bytes."""
    game = begin(app, SITE)
    document = json.loads(saved(client, game, title="copy"))
    first = document["entries"][0]
    games = (
        {**document, "entries": [{**first, "who": str(number)}, *document["entries"][1:]]} for number in range(count)
    )
    listed = ",".join(f"{json.dumps(each)}{' ' * size}" for each in games)
    return f'{{"format": "companion-games", "v": 1, "games": [{listed}], "houses": []}}'.encode()


@pytest.mark.parametrize(
    ("count", "size"),
    [
        (1, EVENING_BYTES),
        (50, 2 * EVENING_BYTES),
        pytest.param(500, EVENING_BYTES, marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize("alone", [False, True], ids=["on a server", "on a phone alone"])
def test_a_copy_of_all_games_is_brought_in_whole_however_many(
    make_app: Callable[..., Flask], alone: bool, count: int, size: int
) -> None:
    app = make_app(ALONE=alone)
    client = browser(app)
    answer = bring(client, evenings(client, app, count, size))
    assert answer.status_code == 200
    assert f"New here: {count} of {count} game{'s' * (count > 1)}." in words(answer)
    with app.app_context():
        assert len(journal().list_games()) == count + 1
    again = bring(client, client.get("/games/all.json").data)
    assert f"New here: 0 of {count + 1} games." in words(again)


@pytest.mark.parametrize("alone", [False, True], ids=["on a server", "on a phone alone"])
def test_a_night_is_in_the_copy_with_its_games_and_comes_back_with_them(
    make_app: Callable[..., Flask], tmp_path: Path, alone: bool
) -> None:
    app = make_app(ALONE=alone)
    client = browser(app)
    game = seat_game(app, client, SITE, WON).game
    with app.app_context():
        night = open_night(current_store(), game)
    copy = client.get("/games/all.json").data
    other = create_app(tmp_path / "other", TESTING=True, SIMULATED_DEALS=0, ALONE=alone)
    there = browser(other)
    assert "New here: 1 of 1 game, 1 of 1 night." in words(bring(there, copy))
    with other.app_context(), closing(current_store()) as store:
        (row,), (brought,) = store.nights.every(), store.journal.list_games()
        assert store.nights.of_game(brought.id) == row.id != night
        for page in ("", "/standing", "/money", "/round/1/table/1"):
            assert there.get(f"/nights/{row.id}{page}").status_code == 200
        assert check_store(store, judge_game) == []
    for queue in ("reading_queue", "lesson_queue"):
        other.extensions[queue].close()


@pytest.mark.parametrize("alone", [False, True], ids=["on a server", "on a phone alone"])
def test_a_copy_of_a_phone_holds_what_it_says_of_people_and_that_of_a_server_does_not(
    make_app: Callable[..., Flask], tmp_path: Path, alone: bool
) -> None:
    app = make_app(ALONE=alone)
    client = browser(app)
    game = seat_game(app, client, SITE, WON).game
    client.post("/games/lay", data={"each": game, "shelf": "archive"})
    with app.app_context():
        current_store().seasons.add(Season("", "Winter", "2026-11-01"), AT)
        current_store().sayings.say(Saying(Said.SEEN_BY, "Ann", SeenBy.SELF.value), "old", AT)
    page = words(client.get("/games/"))
    assert ("who is who, and damaged games as they are" in page) is alone
    copy = client.get("/games/all.json").data
    other = create_app(tmp_path / "other", TESTING=True, SIMULATED_DEALS=0, ALONE=alone)
    said = words(bring(browser(other), copy))
    assert ("New beside them: 1 season and who is who." in said) is alone
    assert "Parts left out" not in said
    with other.app_context(), closing(current_store()) as store:
        assert [row.shelf for row in store.journal.list_games()] == [Shelf.ARCHIVE]
        assert store.sayings.people().seen_by == ({"ann": SeenBy.SELF} if alone else {})
        assert [each.season.name for each in store.seasons.list_seasons()] == ["Winter"] * alone
    for queue in ("reading_queue", "lesson_queue"):
        other.extensions[queue].close()


def test_a_copy_with_nothing_but_a_night_holds_the_night(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        open_night(current_store())
    document = json.loads(client.get("/games/all.json").data)
    assert [each["name"] for each in document["nights"]] == ["Thursday"]
    assert "New here: 0 of 0 games, 0 of 1 night." in words(bring(client, json.dumps(document).encode()))


def test_what_is_refused_of_a_copy_is_named_and_the_rest_is_here(app: Flask, client: FlaskClient) -> None:
    document = json.loads(evenings(client, app, 2))
    document["games"][0]["entries"][0]["at"] = "yesterday"
    answer = bring(client, json.dumps(document).encode())
    assert answer.status_code == 422
    assert "New here: 1 of 2 games. Refused: game 1: this is no game that can be imported" in words(answer)
    assert len(listed(client)) == 2


@pytest.mark.parametrize("odd", ["", "x", "-1", "1e9", "²"])
def test_numbers_in_the_address_that_are_none_are_no_mistake_of_ours(client: FlaskClient, odd: str) -> None:
    assert client.get("/games/", query_string={"games": odd, "new_games": odd, "nights": odd}).status_code == 200
