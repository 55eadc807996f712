"""A full disk or a locked file costs nobody what was typed, and a damaged game takes no other along."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.house import make_house
from companion.rules.variants import find_variant
from companion.store import Store, StoreError, sqlite
from companion.store.files import export_game, import_game
from companion.store.games import judge_game
from companion.web import create_app
from companion.web.core.errors import DAMAGED
from companion.web.core.game import open_games
from companion.web.photo.desk import KEPT_FOR, forget_old
from tests.playthroughs.transcript import transcripts
from tests.store.full_disk import fill, held, no_room, small_disk
from tests.store.recorded import recorded
from tests.store.stores import sqlite_of
from tests.web.conftest import browser
from tests.web.table_player import NAMES, Player, begin, words

AT = "2026-11-20T19:00:00.000+00:00"
HARMS = {"no room": no_room, "held": held}
SAYS = {"no room": "Nothing was written: the disk is full.", "held": "Nothing was written: another program holds it."}


@pytest.fixture(autouse=True)
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "WAIT_FOR_OTHER_PROCESSES_S", 0.1)


@pytest.fixture
def kept(app: Flask) -> Store:
    found: Store = app.extensions["store"]
    return found


@pytest.fixture
def player(app: Flask, client: FlaskClient) -> Player:
    return Player(app, client, begin(app, find_variant("site")))


Harm = Callable[[Store], AbstractContextManager[None]]


def _until_full(player: Player) -> None:
    """Rename a player until that is refused: SQLite fills the pages that it has first."""
    names = {f"name-{seat}": name for seat, name in enumerate(NAMES)}
    for number in range(400):
        answer = player.send("names", **names | {"name-0": f"{'Ann' * 6} {number}"})
        if answer.status_code == 503:
            return
    raise AssertionError("the disk is never full")


@pytest.mark.parametrize("harm", HARMS)
def test_a_name_that_cannot_be_written_stands_in_its_form_and_the_score_is_shown(
    player: Player, kept: Store, harm: str
) -> None:
    with HARMS[harm](kept):
        if harm == "no room":
            _until_full(player)
        names = {f"name-{seat}": name for seat, name in enumerate(("Anneliese" * 2, "Bob", "Cy", "Di"))}
        answer = player.send("names", **names)
        assert answer.status_code == 503
        assert answer.headers["Retry-After"]
        assert 'value="AnnelieseAnneliese"' in answer.text
        for path in ("", "sheet", "log", "names"):
            assert player.client.get(f"/game/{player.game}/{path}").status_code == 200
    assert player.send("names", **names).status_code == 303


@pytest.mark.parametrize("as_fragment", [False, True])
def test_a_bid_that_cannot_be_written_is_refused_on_the_table_itself(
    player: Player, kept: Store, as_fragment: bool
) -> None:
    send = player.swap if as_fragment else player.send
    with held(kept):
        answer = send("pass")
        assert answer.status_code == 503
        assert SAYS["held"] in words(answer)
        assert "Bob" in words(answer)


def test_a_new_game_that_cannot_be_written_keeps_its_names(client: FlaskClient, kept: Store) -> None:
    told = {f"name-{seat}": name for seat, name in enumerate(("Anna", "Berta", "Clara", "Dora"))}
    form = {**told, "dealer": "0", "start": "1", "key": "k"}
    with held(kept):
        answer = client.post("/new/site", data=form)
        assert answer.status_code == 503
        assert SAYS["held"] in words(answer)
        assert all(f'value="{name}"' in answer.text for name in told.values())
        assert client.get("/").status_code == 200
    assert client.post("/new/site", data=form).status_code == 303


def test_house_rules_that_cannot_be_written_stand_in_their_form(client: FlaskClient, kept: Store) -> None:
    row = kept.houses.add(make_house("Aunt Mary’s", "site", {"end.target": 900}), AT)
    with held(kept):
        answer = client.post(f"/house/{row.id}/edit", data={"name": "Uncle Bob’s", "save": "1"})
        assert answer.status_code == 503
        assert "Uncle Bob’s" in answer.text
        assert client.post(f"/house/{row.id}/delete", data={"key": "k"}).status_code == 503


@pytest.mark.parametrize("harm", HARMS)
def test_whatever_watches_over_the_server_is_told_that_nothing_can_be_written(
    client: FlaskClient, player: Player, kept: Store, harm: str
) -> None:
    assert client.get("/readyz").status_code == 200
    with HARMS[harm](kept):
        if harm == "no room":
            _until_full(player)
        answers = {client.get("/readyz").status_code for _ in range(3)}
        assert answers == {503}
    assert client.get("/readyz").status_code == 200


def test_on_a_disk_that_is_really_full_the_score_stays_readable_and_what_was_typed_stands(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1200) as disk:
        app = create_app(disk, TESTING=True)
        player = Player(app, browser(app), begin(app, find_variant("site")))
        fill(disk)
        _until_full(player)
        answer = player.send("names", **{f"name-{seat}": name for seat, name in enumerate(("Anneliese", *NAMES[1:]))})
        assert (answer.status_code, 'value="Anneliese"' in answer.text) == (503, True)
        assert SAYS["no room"] in words(answer)
        assert player.client.get("/readyz").status_code == 503
        assert [player.client.get(f"/game/{player.game}/{path}").status_code for path in ("", "log")] == [200, 200]
        app.extensions["store"].close()
        for queue in ("reading_queue", "lesson_queue"):
            app.extensions[queue].close()


def test_nothing_is_taken_once_the_database_is_gone(player: Player, kept: Store) -> None:
    aside = sqlite_of(kept).path.rename(sqlite_of(kept).path.with_name("aside.db"))
    try:
        answer = player.client.post(f"/game/{player.game}/pass", data={"key": "k"})
        assert answer.status_code == 503
        assert "the file is gone" in words(answer)
        assert player.client.get("/readyz").status_code == 503
        assert not sqlite_of(kept).path.exists()
    finally:
        aside.rename(sqlite_of(kept).path)


def _damage(store: Store, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(sqlite_of(store).path)) as loose, loose:
        loose.execute(sql, values)


DAMAGES = [
    "update game set options = '{\"end' where id = ?",
    "update game set \"table\" = '7' where id = ?",
    "update game set title = cast(x'ff41' as text) where id = ?",
    "update game set updated_at = 'yesterday' where id = ?",
    "update entry set kind = 'CardsThrown' where seq = 2 and game_id = ?",
    "update entry set body = '{' where seq = 1 and game_id = ?",
    "update entry set body = cast(x'ff' as text) where seq = 1 and game_id = ?",
    "update entry set body = replace(body, '\"dealer\":0', '\"dealer\":77') where game_id = ?",
    "update entry set body = replace(body, 'site', 'sjte') where game_id = ?",
    "update entry set at = 'yesterday' where game_id = ?",
    "delete from entry where game_id = ?",
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_game_takes_no_other_along_and_its_own_page_says_so(
    app: Flask, player: Player, kept: Store, damage: str
) -> None:
    other = begin(app, find_variant("partnership"), ("Eve", "Flo", "Gus", "Hal"))
    open_games(app)
    _damage(kept, damage, player.game)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    first = player.client.get("/")
    assert first.status_code == 200
    assert f"/game/{other}/" in first.text and f"/game/{player.game}/" in first.text
    assert player.client.get("/new").status_code == 200
    assert player.client.get(f"/game/{other}/").status_code == 200
    for path in ("", "sheet", "log", "names", "export.json", "export.csv"):
        answer = player.client.get(f"/game/{player.game}/{path}")
        assert answer.status_code in (200, 422), (path, words(answer))
        assert (DAMAGED in answer.text) == (answer.status_code == 422)


def test_damaged_house_rules_take_no_others_along_and_cannot_be_played(client: FlaskClient, kept: Store) -> None:
    damaged, whole = (kept.houses.add(make_house(n, "site", {"end.target": 900}), AT) for n in ("Mary’s", "Bob’s"))
    _damage(kept, "update house_variant set changes = '{\"end' where id = ?", damaged.id)
    for path in ("/house", "/house/new", "/new", f"/house/{damaged.id}", f"/house/{damaged.id}/edit"):
        assert client.get(path).status_code == 200, path
    assert "Bob’s" in client.get("/new").text and "Mary’s" not in client.get("/new").text
    assert client.get(f"/new/{damaged.id}").status_code == 404
    assert client.get(f"/new/{whole.id}").status_code == 200


def test_a_damaged_photo_says_so(client: FlaskClient, kept: Store) -> None:
    photo = kept.photos.keep_photo(None, b"jpeg", {}, datetime.now(timezone.utc).isoformat(timespec="milliseconds"))
    _damage(kept, "update photo set reading = '{' where id = ?", photo)
    answer = client.get(f"/photo/{photo}")
    assert (answer.status_code, DAMAGED in answer.text) == (422, True)


@pytest.mark.parametrize("away", [-KEPT_FOR - timedelta(seconds=1), KEPT_FOR + timedelta(hours=1)])
def test_a_photo_is_gone_after_a_day_though_nobody_sends_another(
    client: FlaskClient, kept: Store, away: timedelta
) -> None:
    at = (datetime.now(timezone.utc) + away).isoformat(timespec="milliseconds")
    photo = kept.photos.keep_photo(None, b"jpeg", {}, at)
    assert client.get(f"/photo/{photo}.jpg").status_code == 404
    assert forget_old(kept.photos) == 1
    assert kept.photos.find_photo(photo) is None


TRIES = 60
WORTHLESS: tuple[Any, ...] = (None, -1, 0, 1, 77, 2**70, "", "A", "yesterday", "\0", [], [99], {}, True, AT)


def _spoil(document: Any, chance: random.Random) -> None:
    """Put something else in one place of a document."""
    at = document
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = chance.choice(keys)
        if not isinstance(at[key], (dict, list)) or not at[key] or chance.random() < 0.1:
            at[key] = chance.choice(WORTHLESS)
            return
        at = at[key]


@pytest.mark.parametrize("stem", ["site-undo", "check-target", "five-handed-sitting-out", "two-handed-claim-right"])
def test_whatever_is_imported_every_page_of_it_can_be_shown(client: FlaskClient, kept: Store, stem: str) -> None:
    found = recorded(next(path for path in transcripts() if path.stem == stem))
    whole = export_game(kept.journal, kept.journal.restore_game(found.game, found.entries).game_id)
    del whole["seal"]
    chance = random.Random(stem)
    taken = 0
    for _ in range(TRIES):
        document = json.loads(json.dumps(whole))
        document["entries"] = document["entries"][: chance.randrange(1, len(document["entries"]) + 1)]
        _spoil(document if chance.random() < 0.1 else document["entries"], chance)
        try:
            game = import_game(kept.journal, document, judge_game).game_id
        except StoreError:
            continue
        taken += 1
        for path in ("", "sheet", "log", "names", "export.csv", "deal/1", "rules"):
            answer = client.get(f"/game/{game}/{path}")
            assert answer.status_code in (200, 303, 404), (path, document)
        assert client.get("/").status_code == 200
    assert taken
