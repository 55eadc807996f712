"""Rights after several actions in a row: a phone does no more than its place allows at that moment."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import closing

from flask import Flask
from flask.testing import FlaskClient

from companion.web.core.current import current_store, journal
from tests.web.conftest import browser
from tests.web.follower import Follower
from tests.web.new_game import begin, finish, play_one_deal
from tests.web.share.phones import member_of, phone
from tests.web.table_player import words

NEW = {"name-0": "Mal", "name-1": "Moe", "name-2": "Max", "name-3": "Meg", "dealer": "0", "start": "1"}


def finished(app: Flask) -> tuple[FlaskClient, str]:
    owner = browser(app)
    owner.get("/")
    game = begin(owner)
    play_one_deal(app, game)
    finish(app, game)
    return owner, game


def test_a_game_with_a_guessed_key_is_not_the_rematch(app: Flask) -> None:
    owner, game = finished(app)
    stranger = browser(app)
    taken = stranger.post("/new/site", data={**NEW, "key": f"rematch-{game}"}).location
    assert stranger.post("/new/site", data={**NEW, "key": f"rematch:{game}"}).status_code == 422
    assert owner.post(f"/game/{game}/rematch", data={"key": "r"}).location != taken


def test_a_removed_phone_does_not_come_along_again_and_writes_nothing(app: Flask) -> None:
    owner, game = finished(app)
    bob = phone(app, game, "1")
    again = owner.post(f"/game/{game}/rematch", data={"key": "r"}).location
    link = owner.post(f"{again}share/link", data={"place": "1"}).text.partition("/link/")[2][:22]
    assert bob.client.post(f"/game/{game}/come-along", data={"key": "k"}).status_code == 303
    owner.post(f"{again}share/let_out", data={"member": member_of(bob.client)})
    assert bob.client.post(f"/game/{game}/come-along", data={"key": "l"}).status_code == 403
    assert bob.client.post(f"/game/{game}/rematch", data={"key": "m"}).status_code == 403
    assert bob.client.post(f"{again}bid", data={"amount": "250"}).status_code == 403
    for device in (bob.client, browser(app)):  # one that has forgotten its cookies is another phone
        assert device.post(f"/link/{link}", data={"key": "n"}).status_code == 404
    new = owner.post(f"{again}share/link", data={"place": "1"}).text.partition("/link/")[2][:22]
    assert bob.client.post(f"/link/{new}", data={"key": "o"}).status_code == 303


def test_a_removed_phone_that_lost_the_answer_still_learns_that_its_tap_was_written(app: Flask) -> None:
    owner = browser(app)
    owner.get("/")
    game = begin(owner)
    bob = phone(app, game, "1")
    tap = {"key": "written", "amount": "250"}
    assert bob.client.post(f"/game/{game}/bid", data=tap).status_code == 303
    owner.post(f"/game/{game}/share/let_out", data={"member": member_of(bob.client)})
    assert bob.client.post(f"/game/{game}/bid", data=tap).status_code == 303
    for other in ({"key": "new"}, {"amount": "260"}):
        assert bob.client.post(f"/game/{game}/bid", data={**tap, **other}).status_code == 403
    with app.app_context():
        assert [entry.kind for entry in journal().read(game).entries].count("BidMade") == 1


def test_a_phone_comes_along_to_a_free_seat_only(app: Flask) -> None:
    owner, game = finished(app)
    bob = phone(app, game, "1")
    again = owner.post(f"/game/{game}/rematch", data={"key": "r"}).location
    other = phone(app, again.split("/")[2], "1")
    bob.client.post(f"/game/{game}/come-along", data={"key": "k"})
    with app.app_context():
        seats = {each.id: each.seat for each in current_store().members.members_of(again.split("/")[2])}
    assert (seats[member_of(bob.client)], seats[member_of(other.client)]) == (None, 1)


def test_a_held_seat_is_refused_and_every_change_is_in_the_log(app: Flask) -> None:
    owner = browser(app)
    owner.get("/")
    game = begin(owner)
    bob = phone(app, game, "1")
    refused = browser(app).post(f"/game/{game}/share/seat", data={"seat": "1"})
    assert refused.status_code == 422
    assert "Bob’s place is held by Bob’s phone" in words(refused)
    owner.post(f"/game/{game}/share/let_out", data={"member": member_of(bob.client)})
    log = words(owner.get(f"/game/{game}/log"))
    assert "joined: Bob" in log
    assert "removed Bob’s phone" in log


def test_a_key_that_comes_again_with_other_names_is_refused(client: FlaskClient) -> None:
    first = client.post("/new/site", data={**NEW, "key": "k"})
    assert client.post("/new/site", data={**NEW, "key": "k"}).location == first.location
    other = client.post("/new/site", data={**NEW, "name-0": "Zoe", "key": "k"})
    assert other.status_code == 422
    assert "Mal, Moe, Max, Meg" in words(other)
    assert "Zoe" in words(other)


def test_a_stranger_in_an_invited_home_changes_nothing_and_begins_few_games(make_app: Callable[..., Flask]) -> None:
    stranger = browser(make_app(HOME="invited"))
    for path in ("/house/new/site", "/house/file", "/seasons/", "/seasons/none/remove", "/games/file"):
        assert stranger.post(path, data={"key": "k"}).status_code == 403, path
    begun = [
        stranger.post("/new/site", data={**NEW, "name-0": f"Mal {n}", "key": f"k{n}"}).status_code for n in range(25)
    ]
    assert begun.count(303) == 20
    assert begun[-1] == 429
    for path in ("/house/new/site", "/house/file", "/seasons/", "/nights/"):
        assert stranger.post(path, data={"key": "k"}).status_code == 403, (
            "a game of one's own opens nothing of the house"
        )
    assert stranger.post("/games/file", data={"key": "k"}).status_code == 422


def test_the_stream_of_a_removed_phone_ends_before_it_hears_of_the_next_change(make_app: Callable[..., Flask]) -> None:
    app = make_app(HOME="invited")
    owner, bob = browser(app), browser(app)
    game = begin(owner)
    link = owner.post(f"/game/{game}/share/link", data={"place": "1"}).text.partition("/link/")[2][:22]
    bob.post(f"/link/{link}", data={"key": "n"})
    with closing(Follower(bob, f"/live/{game}")) as stream:
        assert b"changed" in next(stream)
        owner.post(f"/game/{game}/share/let_out", data={"member": member_of(bob)})
        assert list(stream.news()) == []


def test_only_the_owner_gets_a_deleted_game_back_from_its_file(app: Flask) -> None:
    owner = browser(app)
    owner.get("/")
    game = begin(owner)
    content = owner.get(f"/game/{game}/export.json").data
    owner.post("/games/lay", data={"each": game, "shelf": "bin"})

    def bring_in(client: FlaskClient) -> int:
        return client.post("/games/file", data={"file": (io.BytesIO(content), "game.json")}).status_code

    assert bring_in(browser(app)) == 422
    assert bring_in(owner) == 303


def test_a_key_that_comes_again_with_another_season_or_other_house_rules_is_refused(client: FlaskClient) -> None:
    cup = {"name": "Cup", "first": "2026-03-01", "key": "k"}
    first = client.post("/seasons/", data=cup)
    assert first.status_code == 303
    assert client.post("/seasons/", data=cup).location == first.location
    other = client.post("/seasons/", data={**cup, "name": "Winter"})
    assert other.status_code == 422
    assert "This form has already been used for the season Cup, so nothing was written" in words(other)
    assert 'value="Winter"' in other.text

    rules = {"name": "Ours", "end.target": "1000", "save": "1", "key": "k"}
    kept = client.post("/house/new/site", data=rules)
    assert kept.status_code == 303
    assert client.post("/house/new/site", data=rules).location == kept.location
    for path, fields in (("/house/new/site", rules), (f"{kept.location}/edit", {**rules, "key": "e", "seen": "1"})):
        client.post(path, data=fields)
        other = client.post(path, data={**fields, "end.target": "500"})
        assert other.status_code == 422
        assert "This form has already been used for the house variant Ours, so nothing was written" in words(other)
        assert 'value="500"' in other.text
    file = client.get(f"{kept.location}/file").data.replace(b"Ours", b"Theirs")
    sent = client.post("/house/file", data={"file": (io.BytesIO(file), "rules.json"), "key": "k"})
    assert sent.status_code == 422
    assert "This form has already been used for the house variant Ours, so nothing was written" in words(sent)


def test_a_key_of_another_phone_is_nobody_elses(app: Flask) -> None:
    one, other = browser(app), browser(app)
    for each in (one, other):
        each.get("/")
    for path, fields in (
        ("/seasons/", {"name": "{}", "first": "2026-03-01"}),
        ("/house/new/site", {"name": "{}", "save": "1"}),
        ("/new/site", {**NEW, "name-0": "{}"}),
    ):
        made = [
            each.post(path, data={name: told.format(who) for name, told in fields.items()} | {"key": "k"})
            for who, each in (("Zoe", one), ("Max M", other))
        ]
        assert [each.status_code for each in made] == [303, 303], path
        assert made[0].location != made[1].location
