"""Places by links: handed out by the owner, looked at without effect, used by a tap, taken back; and a locked game."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.membership import Role
from companion.web.core.current import current_store
from tests.web.conftest import NOW
from tests.web.new_game import begin, finish, play_one_deal
from tests.web.share.invited import house, invited, link_for, newcomer, owner
from tests.web.table_player import Player, words

__all__ = ["house", "owner"]


def status(phone: FlaskClient, game: str, page: str = "") -> int:
    return phone.get(f"/game/{game}/{page}").status_code


def test_an_address_alone_opens_nothing_and_tells_nothing(owner: Player) -> None:
    stranger = newcomer(owner.app)
    there, nowhere = (stranger.get(f"/game/{game}/") for game in (owner.game, "nosuchgame99"))
    assert there.status_code == nowhere.status_code == 403
    assert words(there) == words(nowhere)
    assert "this phone was not invited" in words(there)


def test_whoever_looks_at_a_link_has_not_used_it(owner: Player) -> None:
    path, phone = link_for(owner, "1"), newcomer(owner.app)
    assert "This link is for Bob’s phone." in words(phone.get(path))
    assert status(phone, owner.game) == 403
    phone.post(path, data={"key": "k"})
    assert status(phone, owner.game) == 200


@pytest.mark.parametrize(("place", "writes"), [("scorer", True), ("1", True), ("watcher", False)])
def test_a_link_gives_its_role(owner: Player, place: str, writes: bool) -> None:
    phone = invited(owner, place)
    assert phone.send("bid", amount="250").status_code == (303 if writes else 403)
    assert phone.client.post(f"/game/{owner.game}/share/seat", data={"seat": "0"}).status_code == 403


def test_a_link_that_was_taken_back_opens_nothing_and_who_came_by_it_stays(owner: Player) -> None:
    path, phone = link_for(owner, "scorer"), newcomer(owner.app)
    phone.post(path, data={"key": "k"})
    page = owner.client.get(f"/game/{owner.game}/share").text
    assert path.rpartition("/")[2] not in page
    handed = re.findall(r'name="link" value="(\w+)"', page)[0]
    owner.client.post(f"/game/{owner.game}/share/back", data={"key": "k", "link": handed})
    assert (phone.get(path).status_code, phone.post(path, data={"key": "k"}).status_code) == (404, 404)
    assert status(phone, owner.game) == 200


def member(owner: Player, says: str) -> str:
    """The id under which the page lists a phone."""
    page = owner.client.get(f"/game/{owner.game}/share").text
    return str(re.findall(rf'name="member" value="(\w+)" aria-label="Remove: {says}"', page)[0])


def test_a_phone_that_is_let_out_sees_the_game_no_more(owner: Player) -> None:
    phone = invited(owner, "1").client
    owner.client.post(f"/game/{owner.game}/share/let_out", data={"member": member(owner, "Bob")})
    assert status(phone, owner.game) == 403


def test_a_game_that_is_handed_over_is_the_other_phones(owner: Player) -> None:
    phone, path = invited(owner, "1").client, f"/game/{owner.game}/share/link"
    assert phone.post(path, data={"place": "2"}).status_code == 403
    hand, bob = f"/game/{owner.game}/share/hand_over", member(owner, "Bob")
    asked = words(owner.client.post(hand, data={"member": bob}))
    assert "Hand the game over to Bob?" in asked
    assert "You will keep the score, as now." in asked
    assert phone.post(path, data={"place": "2"}).status_code == 403
    assert owner.client.post(hand, data={"member": bob, "sure": "1"}).status_code == 303
    assert phone.post(path, data={"place": "2"}).status_code == 200
    assert owner.client.post(path, data={"place": "2"}).status_code == 403


@pytest.mark.parametrize(
    ("place", "says"),
    [("0", "You will be Ann, as now."), ("watcher", "You will just watch.")],
)
def test_whoever_hands_a_game_over_is_told_what_it_will_be(owner: Player, place: str, says: str) -> None:
    invited(owner, "scorer")
    scorer = member(owner, "Keeps the score")
    owner.client.post(f"/game/{owner.game}/share/seat", data={"seat": place})
    asked = words(owner.client.post(f"/game/{owner.game}/share/hand_over", data={"member": scorer}))
    assert "Hand the game over to the phone that keeps the score?" in asked
    assert says in asked


def test_a_players_second_phone_takes_the_seat_over_and_the_first_looks_on(owner: Player) -> None:
    first = invited(owner, "0")
    assert "Your turn" in first.see()
    second = invited(owner, "0")
    assert "Your turn" in second.see()
    assert "This phone is view-only" in first.see()


def test_a_link_for_nobody_is_not_made(owner: Player) -> None:
    answer = owner.client.post(f"/game/{owner.game}/share/link", data={"place": "9"})
    assert answer.status_code == 422
    assert "Please say for whom the link is." in words(answer)


def test_a_phone_is_shown_its_own_games_and_no_others(owner: Player) -> None:
    phone = newcomer(owner.app)
    for page in ("/", "/games/", "/games/?q=Ann"):
        assert owner.game in owner.client.get(page).text
        assert owner.game not in phone.get(page).text
    phone.post(link_for(owner, "watcher"), data={"key": "k"})
    assert owner.game in phone.get("/").text


def test_a_file_of_a_game_is_no_way_into_it_and_that_is_said(owner: Player) -> None:
    phone, saved = newcomer(owner.app), owner.client.get(f"/game/{owner.game}/export.json").data
    begin(phone, "Mal", "Moe", "Max", "Meg")  # a phone without any game imports none
    answer = phone.post("/games/file", data={"key": "k", "file": (BytesIO(saved), "game.json")})
    page = phone.get(answer.location)
    assert "This game is here already, and this phone was not invited to it." in words(page)
    assert "Ann" not in page.text
    assert status(phone, owner.game) == 403


def test_a_finished_game_is_locked_for_everybody_until_its_owner_unlocks_it(owner: Player) -> None:
    phone, lock = invited(owner, "scorer"), f"/game/{owner.game}/share/lock"
    assert owner.client.post(lock, data={"lock": "1"}).status_code == 422
    play_one_deal(owner.app, owner.game)
    finish(owner.app, owner.game)
    assert phone.client.post(lock, data={"lock": "1"}).status_code == 403
    owner.client.post(lock, data={"lock": "1"})
    version = owner.version
    for each in (owner, phone):
        answer = each.send("undo")
        assert answer.status_code == 403
        assert "This game is locked" in words(answer)
    assert owner.version == version
    owner.client.post(lock, data={"lock": "0"})
    assert owner.send("undo").status_code == 303


def test_in_an_open_house_the_owner_alone_hands_out_links_and_everybody_joins(app: Flask) -> None:
    phone = newcomer(app)
    owner, other = Player(app, phone, begin(phone)), newcomer(app)
    assert other.post(f"/game/{owner.game}/share/link", data={"place": "1"}).status_code == 403
    assert other.post(f"/game/{owner.game}/share/seat", data={"seat": "1"}).status_code == 303
    assert other.post(link_for(owner, "watcher"), data={"key": "k"}).status_code == 303


def test_a_game_that_nobody_owns_is_everybodys_who_writes(app: Flask) -> None:
    phone = newcomer(app)
    game = begin(phone)
    with app.app_context(), current_store().database.write() as rows:
        rows.run("update member set owns = ?", False)
    assert newcomer(app).post(f"/game/{game}/share/link", data={"place": "1"}).status_code == 200


def test_a_game_of_no_phone_is_had_again_by_a_link_that_its_machine_makes(house: Flask, owner: Player) -> None:
    with house.app_context():
        token = current_store().links.make_link(owner.game, Role.SCORER, NOW)
        current_store().members.disown(owner.game)
    phone = newcomer(house)
    assert phone.post(f"/link/{token}", data={"key": "k"}).status_code == 303
    hand = {"member": member(Player(house, phone, owner.game), "Keeps the score"), "sure": "1"}
    assert phone.post(f"/game/{owner.game}/share/hand_over", data=hand).status_code == 303
    assert owner.client.post(f"/game/{owner.game}/share/link", data={"place": "2"}).status_code == 200


def test_another_games_photo_is_no_way_into_a_deck(owner: Player) -> None:
    with owner.app.app_context():
        photo = current_store().photos.keep_photo(owner.game, b"jpeg", {}, "2026-11-20T19:00:00.000+00:00")
    stranger = newcomer(owner.app)
    assert stranger.post("/deck/keep", data={"photo": photo}).status_code == 403
    assert stranger.get(f"/photo/{photo}.jpg").status_code == 403
    assert stranger.get("/photo/", query_string={"join": photo}).status_code == 403


def test_an_owner_who_looks_on_hands_out_links_still_and_writes_nothing(owner: Player) -> None:
    path = f"/game/{owner.game}/share"
    owner.client.post(f"{path}/seat", data={"seat": "watcher"})
    assert owner.send("bid", amount="250").status_code == 403
    assert "Invite someone to this game" in words(owner.client.get(path))
    assert status(invited(owner, "1").client, owner.game) == 200


def test_a_locked_game_offers_nothing_that_would_be_refused(owner: Player) -> None:
    play_one_deal(owner.app, owner.game)
    finish(owner.app, owner.game)
    pages, writes = ("", "sheet", "tricks/"), re.compile("Undo|Correct deal|Record the tricks|/names")
    assert [page for page in pages if not writes.search(owner.client.get(f"/game/{owner.game}/{page}").text)] == []
    owner.client.post(f"/game/{owner.game}/share/lock", data={"lock": "1"})
    assert [page for page in pages if writes.search(owner.client.get(f"/game/{owner.game}/{page}").text)] == []
    assert "Rematch" in owner.see()
