"""Other phones at a game: their address, whom each sits for, and links that only watch."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.events import BidMade, Event, GameWon
from companion.store.games import to_entries
from companion.web.core.current import journal
from tests.web.conftest import NOW, browser
from tests.web.table_player import Player

HTMX = {"HX-Request": "true"}


@pytest.fixture
def game(client: FlaskClient) -> str:
    """A game of Ann and Cy against Bob and Di, dealt by Di: Ann bids first."""
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Di"))}
    answer = client.post("/new/site", data={**names, "dealer": "3", "start": "1"})
    return str(answer.location.split("/")[2])


def write(app: Flask, game: str, event: Event) -> None:
    with app.app_context():
        journal().append(game, journal().version(game), None, to_entries([event], "Ann", NOW))


def version_of(app: Flask, game: str) -> int:
    with app.app_context():
        return journal().version(game)


def win(app: Flask, client: FlaskClient, game: str) -> None:
    """One deal thrown in, after which the game is Ann and Cy's."""
    player = Player(app, client, game)
    player.do("take", seat=0, amount=400)
    player.do("trump", trump="H")
    player.do("meld/close")
    player.do("end", end="thrown-in")
    player.do("confirm")
    write(app, game, GameWon("A", "end.target", "Ann & Cy have 1500.", 1))


def who_wrote_last(app: Flask, game: str) -> str:
    with app.app_context():
        return journal().read(game).entries[-1].who


def make_link(client: FlaskClient, game: str) -> str:
    """A link to watch; its path."""
    answer = client.post(f"/game/{game}/share/watch", data={"key": "k"})
    found = re.search(r"/watch/[\w-]+", answer.text)
    assert answer.status_code == 200
    assert found is not None
    return found[0]


def test_the_page_shows_the_address_of_the_table_in_text_and_as_a_square(client: FlaskClient, game: str) -> None:
    page = client.get(f"/game/{game}/share", base_url="http://192.168.1.7:8700").text
    assert f'src="/qr.svg?path=/game/{game}/join"' in page
    assert f"http://192.168.1.7:8700<wbr>/game/{game}/join" in page


def test_a_game_that_does_not_exist_cannot_be_shared(client: FlaskClient) -> None:
    for answer in (
        client.get("/game/nosuchgame99/share"),
        client.post("/game/nosuchgame99/share/seat", data={"seat": "0"}),
        client.post("/game/nosuchgame99/share/watch", data={"key": "k"}),
    ):
        assert answer.status_code == 404
        assert "This table link doesn’t exist" in answer.text


def test_a_phone_that_sits_for_a_player_hears_that_it_is_its_turn(client: FlaskClient, game: str) -> None:
    assert "Your turn" not in client.get(f"/game/{game}/").text
    answer = client.post(f"/game/{game}/share/seat", data={"seat": "0"})
    assert (answer.status_code, answer.location) == (303, f"/game/{game}/")
    assert "Your turn" in client.get(f"/game/{game}/").text


def test_who_a_phone_is_lies_in_the_store_and_in_no_cookie(app: Flask, client: FlaskClient, game: str) -> None:
    answer = client.post(f"/game/{game}/share/seat", data={"seat": "2"})
    assert all(cookie.startswith("device=") for cookie in answer.headers.getlist("Set-Cookie"))
    assert "Your turn" not in browser(app).get(f"/game/{game}/").text


def test_the_log_says_which_player_wrote(app: Flask, client: FlaskClient, game: str) -> None:
    client.post(f"/game/{game}/bid", data={"amount": "250"})
    assert who_wrote_last(app, game) == "a phone at the table"
    client.post(f"/game/{game}/share/seat", data={"seat": "1"})
    client.post(f"/game/{game}/bid", data={"amount": "260"})
    assert who_wrote_last(app, game) == "Bob"


def test_a_phone_can_stand_up_again(client: FlaskClient, game: str) -> None:
    client.post(f"/game/{game}/share/seat", data={"seat": "0"})
    assert re.search(r'value="0" checked', client.get(f"/game/{game}/share").text)
    client.post(f"/game/{game}/share/seat", data={"seat": "scorer"})
    assert "Your turn" not in client.get(f"/game/{game}/").text


@pytest.mark.parametrize("seat", ["", "4", "-1", "abc", "²"])
def test_a_seat_that_is_not_at_the_table_is_refused(client: FlaskClient, game: str, seat: str) -> None:
    answer = client.post(f"/game/{game}/share/seat", data={"seat": seat})
    assert answer.status_code == 422
    assert "Please tap your name" in answer.text


def test_a_link_to_watch_shows_the_score_and_no_way_to_write(app: Flask, client: FlaskClient, game: str) -> None:
    path = make_link(client, game)
    write(app, game, BidMade(0, 300))
    page = browser(app).get(path).text
    for words in ("Ann &amp; Cy", "Bob &amp; Di", "Di dealt", "Bob speaks next; Ann leads with 300"):
        assert words in page
    assert game not in page
    assert "<form" not in page


def test_the_page_of_a_watcher_follows_by_its_own_link(client: FlaskClient, game: str) -> None:
    path = make_link(client, game)
    assert f'sse-connect="{path}/live"' in client.get(path).text
    stream = client.get(f"{path}/live")
    assert next(iter(stream.response)) == b"event: changed\ndata: 2\n\n"
    stream.close()


def test_a_watcher_who_has_seen_everything_is_told_nothing(app: Flask, client: FlaskClient, game: str) -> None:
    path = make_link(client, game)
    assert client.get(f"{path}?since=2", headers=HTMX).status_code == 204
    write(app, game, GameWon("A", "end.target", "Ann & Cy have 1500.", 1))
    part = client.get(f"{path}?since=2", headers=HTMX)
    assert part.text.lstrip().startswith('<section id="watched"')
    assert "Ann &amp; Cy have 1500." in part.text
    assert "dealt" not in part.text


def test_a_link_to_watch_leads_on_to_the_rematch_and_back(app: Flask, client: FlaskClient, game: str) -> None:
    path = make_link(client, game)
    win(app, client, game)
    assert "Watch the rematch" not in client.get(path).text
    since = f"{path}?since={version_of(app, game)}"
    assert client.get(since, headers=HTMX).status_code == 204
    rematch = client.post(f"/game/{game}/rematch", data={"key": "r"}).location.split("/")[2]
    ended = client.get(since, headers=HTMX).text
    assert f'href="{path}?rematch=1"' in ended
    write(app, rematch, BidMade(1, 300))
    page = browser(app).get(f"{path}?rematch=1").text
    assert "Cy speaks next; Bob leads with 300" in page
    assert f'sse-connect="{path}/live?rematch=1"' in page
    assert f'href="{path}">The game before this one' in page
    assert "<form" not in page
    assert rematch not in page
    assert client.get(f"{path}?rematch=2").status_code == 404
    assert "No rematch of this game has begun" in client.get(f"{path}?rematch=2").text


def test_a_victory_taken_back_after_the_rematch_began_is_seen_by_the_watcher(
    app: Flask, client: FlaskClient, game: str
) -> None:
    path = make_link(client, game)
    win(app, client, game)
    client.post(f"/game/{game}/rematch", data={"key": "r"})
    seen = client.get(path).text.partition('data-live="')[2].partition('"')[0]
    client.post(f"/game/{game}/undo", data={"key": "u"})
    again = client.get(f"{path}?since={seen}", headers=HTMX)
    assert again.status_code == 200
    assert "have 1500" not in again.text


def test_a_watcher_can_read_the_rule_card_and_learns_no_address_of_the_table(client: FlaskClient, game: str) -> None:
    path = make_link(client, game)
    assert f'href="{path}/rules"' in client.get(path).text
    page = client.get(f"{path}/rules").text
    assert "The first side to reach 1500 wins." in page
    assert f'href="{path}"' in page
    assert game not in page
    assert client.get("/watch/nosuchtoken/rules").status_code == 404


def test_links_to_watch_can_be_closed(client: FlaskClient, game: str) -> None:
    paths = [make_link(client, game), make_link(client, game)]
    answer = client.post(f"/game/{game}/share/watch/close", data={"key": "k"})
    assert "2 links were closed." in answer.text
    assert [client.get(path).status_code for path in paths] == [404, 404]
    assert client.get(f"{paths[0]}/live").status_code == 404


def test_a_wrong_link_to_watch_is_a_404_with_the_way_home(client: FlaskClient) -> None:
    answer = client.get("/watch/nosuchtoken")
    assert answer.status_code == 404
    assert "This link to watch a game doesn’t exist" in answer.text
    assert 'href="/"' in answer.text


def test_a_link_is_shown_only_when_it_is_made(client: FlaskClient, game: str) -> None:
    path = make_link(client, game)
    assert path not in client.get(f"/game/{game}/share").text


def test_a_watcher_reads_the_sheet_but_corrects_nothing(app: Flask, client: FlaskClient, game: str) -> None:
    path = make_link(client, game)
    player = Player(app, client, game)
    player.do("take", seat=0, amount=400)
    player.do("trump", trump="H")
    player.do("meld/close")
    player.do("end", end="thrown-in")
    player.do("confirm")
    page = browser(app).get(path).text
    assert "Deal by deal" in page
    assert "How the game went" in page
    assert "Correct" not in page
    assert game not in page
