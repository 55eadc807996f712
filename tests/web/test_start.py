"""A new game: the variants, the seats, the first dealer; and the rematch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.cards import Suit
from companion.game.commands import CloseMeld, ConfirmDeal, EndDeal, NameTrump, TakeBid
from companion.game.decide import decide
from companion.game.events import Event, GameWon
from companion.game.refusal import Refusal
from companion.game.state import GameState
from companion.rules.choices import FirstDealer, Sides, TieRule
from companion.rules.deal import DealEnd
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from companion.store.games import to_entries
from companion.web import start
from companion.web.shelf import journal
from companion.web.table import load_table
from tests.web.conftest import NOW, browser

PEOPLE = ("Ann", "Bob", "Cy", "Di")
THROWN_IN = (
    TakeBid(0, 400),
    NameTrump(Suit.HEARTS),
    CloseMeld(),
    EndDeal(DealEnd.THROWN_IN),
    ConfirmDeal(),
)
HTMX = {"HX-Request": "true"}


def seats(*names: str, **more: str) -> dict[str, str]:
    """The fields of the seats page: Ann, Bob, Cy and Di unless others are told, dealer by lot."""
    named = {f"name-{seat}": name for seat, name in enumerate(names or PEOPLE)}
    return {**named, "dealer": "cut", "start": "1", **more}


def begin(client: FlaskClient, *names: str, variant: str = "site", **more: str) -> str:
    """Start a game; its id."""
    answer = client.post(f"/new/{variant}", data=seats(*names, **more))
    assert answer.status_code == 303
    return answer.location.split("/")[2]


def state_of(app: Flask, game: str) -> GameState:
    with app.test_request_context():
        return load_table(game).state


def typed(answer: TestResponse) -> list[str]:
    """The names in the fields, clockwise."""
    return re.findall(r'name="name-\d" type="text" value="([^"]*)"', answer.text)


def chosen_dealer(answer: TestResponse) -> list[str]:
    return re.findall(r'name="dealer" value="(\w+)" checked', answer.text)


def write(app: Flask, game: str, *events: Event) -> None:
    with app.app_context():
        journal().append(game, journal().version(game), None, to_entries(events, "Ann", NOW))


def play_one_deal(app: Flask, game: str) -> None:
    """Let the deal on the table be bid, thrown in and scored."""
    for command in THROWN_IN:
        with app.test_request_context():
            decision = decide(load_table(game).history, command)
        assert not isinstance(decision, Refusal)
        write(app, game, *decision)


def finish(app: Flask, game: str) -> None:
    """Write down that side A has won."""
    write(app, game, GameWon("A", "end.target", "Ann & Cy have 1500.", 1))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_each_variant_is_a_tile_with_what_a_table_must_know(client: FlaskClient, variant: Variant) -> None:
    page = client.get("/new").text
    assert f'href="/new/{variant.key}"' in page
    assert variant.summary in page
    least, most = variant.players
    people = f"{least} players" if least == most else f"{least} to {most} players"
    for fact in (people, f"{variant.pack.size} cards", f"first to {variant.end_target}"):
        assert fact in page


def test_the_variants_played_last_come_first(client: FlaskClient) -> None:
    for variant in ("doubles", "hoyle"):
        begin(client, *PEOPLE, variant=variant)
    tiles = re.findall(r'href="/new/([a-z0-9-]+)"', client.get("/new").text)
    assert tiles[:3] == ["hoyle", "doubles", "site"]
    assert sorted(tiles) == sorted(variant.key for variant in VARIANTS)


def test_a_number_of_people_leaves_the_variants_that_they_can_play(client: FlaskClient) -> None:
    shown = set(re.findall(r'href="/new/([^"?]+)\?players=3"', client.get("/new?players=3").text))
    assert shown == {each.key for each in VARIANTS if each.players[0] <= 3 <= each.players[1]}


def test_as_many_seats_are_set_as_people_were_told(client: FlaskClient) -> None:
    assert 'name="name-3"' in client.get("/new/bruce-5?players=4").text


@pytest.mark.parametrize("told", ["99", "1", "", "many"])
def test_a_number_that_a_variant_has_no_seats_for_sets_its_fewest(client: FlaskClient, told: str) -> None:
    page = client.get("/new/bruce-5", query_string={"players": told}).text
    assert ('name="name-1"' in page, 'name="name-2"' in page) == (True, False)


def test_an_unknown_variant_is_a_404_with_the_way_home(client: FlaskClient) -> None:
    answer = client.get("/new/whist")
    assert answer.status_code == 404
    assert "There is no variant of that name" in answer.text
    assert 'href="/"' in answer.text


def test_a_game_starts_with_the_people_as_they_sit(app: Flask, client: FlaskClient) -> None:
    state = state_of(app, begin(client, " Ann ", "Bob", "Cy", "Di", dealer="2"))
    assert state.names == PEOPLE
    assert state.deal is not None
    assert state.deal.dealer == 2


def test_cutting_draws_the_first_dealer_by_lot(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.start.secrets.randbelow", lambda players: players - 1)
    state = state_of(app, begin(client))
    assert state.deal is not None
    assert state.deal.dealer == 3


def test_a_form_sent_twice_starts_one_game(client: FlaskClient) -> None:
    assert begin(client, key="once") == begin(client, key="once")


def test_htmx_is_sent_on_to_the_table(client: FlaskClient) -> None:
    answer = client.post("/new/site", data=seats(), headers=HTMX)
    assert answer.status_code == 204
    assert answer.headers["HX-Redirect"].startswith("/game/")


@pytest.mark.parametrize(
    ("fields", "beside", "says"),
    [
        (seats("Ann", "", "Cy", "Di"), "name-1", "Please write a name"),
        (seats("Ann", "Bob", "ANN", "Di"), "name-2", "here twice"),
        (seats("Ann", "Bob", "Cy", "D" * 30), "name-3", "at most 24 letters; this name has 30"),
        (seats(dealer="9"), "dealer", "Please say who deals first"),
        (seats(dealer="abc"), "dealer", "Please say who deals first"),
        ({"start": "1", "name-0": "Ann"}, "name-3", "Please write a name"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_everything_typed_is_kept(
    client: FlaskClient, fields: Mapping[str, str], beside: str, says: str
) -> None:
    answer = client.post("/new/site", data=fields)
    assert answer.status_code == 422
    found = re.search(rf'id="{beside}-wrong">([^<]*)<', answer.text)
    assert found is not None
    assert says in found[1]
    assert typed(answer) == [fields.get(f"name-{seat}", "") for seat in range(4)]


def test_all_problems_are_told_at_once(client: FlaskClient) -> None:
    answer = client.post("/new/site", data=seats("", "Bob", "bob", ""))
    assert re.findall(r'id="(name-\d)-wrong"', answer.text) == ["name-0", "name-2", "name-3"]


def test_a_refused_form_comes_back_to_htmx_as_its_part(client: FlaskClient) -> None:
    part = client.post("/new/site", data=seats("Ann"), headers=HTMX)
    assert part.status_code == 422
    assert part.text.startswith('<form id="seating"')


def test_the_people_of_the_last_game_are_seated_again_on_the_phone_that_started_it(
    app: Flask, client: FlaskClient
) -> None:
    client.get("/")
    begin(client)
    begin(client, "Di", "Eve", "Ann", "Bob")
    page = client.get("/new/doubles")
    assert typed(page) == ["Di", "Eve", "Ann", "Bob"]
    assert '<option value="Cy">' in page.text
    assert typed(browser(app).get("/new/site")) == [""] * 4


@pytest.mark.parametrize(
    ("swap", "seated", "pairing"),
    [
        ("1-2", ["Ann", "Cy", "Bob", "Di"], "Ann plays with Bob, Cy plays with Di"),
        ("2-3", ["Ann", "Bob", "Di", "Cy"], "Ann plays with Di, Bob plays with Cy"),
        ("1-3", ["Ann", "Di", "Cy", "Bob"], "Ann plays with Cy, Di plays with Bob"),
        ("", list(PEOPLE), "Ann plays with Cy, Bob plays with Di"),
        ("7-x", list(PEOPLE), "Ann plays with Cy, Bob plays with Di"),
    ],
)
def test_a_tap_changes_partners_without_typing(client: FlaskClient, swap: str, seated: list[str], pairing: str) -> None:
    fields = seats(arrange=swap)
    del fields["start"]
    answer = client.post("/new/site", data=fields)
    assert answer.status_code == 200
    assert typed(answer) == seated
    assert pairing in answer.text


def test_the_first_dealer_stays_the_same_person_when_seats_change(client: FlaskClient) -> None:
    fields = seats(arrange="1-2", dealer="1")
    del fields["start"]
    assert chosen_dealer(client.post("/new/site", data=fields)) == ["2"]


def test_a_remembered_person_sits_down_at_the_first_empty_seat(client: FlaskClient) -> None:
    answer = client.post("/new/site", data={"name-0": "Ann", "name-1": "", "name-2": "Cy", "put": "Eve"})
    assert typed(answer) == ["Ann", "Eve", "Cy", ""]
    assert re.search(r'name="name-3"[^>]*\sautofocus', answer.text)


def test_nobody_is_pushed_off_a_seat(client: FlaskClient) -> None:
    answer = client.post("/new/site", data={**{f"name-{n}": name for n, name in enumerate(PEOPLE)}, "put": "Eve"})
    assert answer.status_code == 422
    assert "Empty the one that Eve takes" in answer.text
    assert typed(answer) == list(PEOPLE)


def test_names_are_shown_as_text_and_nothing_else(client: FlaskClient) -> None:
    answer = client.post("/new/site", data=seats("<b>Ann", '"Bob', "Cy", ""))
    assert "<b>Ann" not in answer.text
    assert "&lt;b&gt;Ann" in answer.text


@pytest.fixture
def loose(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """A variant for three to five, each alone."""
    alone = replace(find_variant("site"), players=(3, 5), sides=Sides.EACH, end_tie=(TieRule.ANOTHER,))
    variant = replace(alone, deal_first=FirstDealer.CUT, end_target=None)
    monkeypatch.setattr(start, "find_rules", lambda key: variant)
    return variant


@pytest.mark.usefixtures("loose")
@pytest.mark.parametrize(
    ("names", "button", "seated", "dealer", "deals"),
    [
        (["Ann", "Bob", "Cy"], "add", ["Ann", "Bob", "Cy", ""], "2", "2"),
        (["Ann", "Bob", "Cy", "Di", "Eve"], "add", ["Ann", "Bob", "Cy", "Di", "Eve"], "3", "3"),
        (["Ann", "Bob", "Cy", "Di"], "fewer", ["Ann", "Bob", "Cy"], "1", "1"),
        (["Ann", "Bob", "Cy", "Di"], "fewer", ["Ann", "Bob", "Cy"], "3", "cut"),
        (["Ann", "Bob", "Cy"], "fewer", ["Ann", "Bob", "Cy"], "2", "2"),
    ],
)
def test_a_variant_for_more_or_fewer_people_has_seats_to_add_and_to_remove(
    client: FlaskClient, names: list[str], button: str, seated: list[str], dealer: str, deals: str
) -> None:
    fields = {f"name-{seat}": name for seat, name in enumerate(names)} | {button: "1", "dealer": dealer}
    answer = client.post("/new/loose", data=fields)
    assert typed(answer) == seated
    assert chosen_dealer(answer) == [deals]


def test_a_variant_that_cannot_be_dealt_says_why(client: FlaskClient, loose: Variant) -> None:
    answer = client.post("/new/loose", data=seats("Ann", "Bob", "Cy"))
    assert answer.status_code == 422
    assert "3 hands of 12 are 36 cards, but the pack has 48" in answer.text
    assert start.facts(loose)[2] == "no fixed end"


def test_a_rematch_is_one_new_game_whoever_asks_and_the_deal_moves_on(app: Flask, client: FlaskClient) -> None:
    game = begin(client, dealer="3")
    play_one_deal(app, game)
    finish(app, game)
    first = client.post(f"/game/{game}/rematch", data={"key": "a"})
    other = browser(app).post(f"/game/{game}/rematch", data={"key": "b"})
    assert first.status_code == 303
    assert first.location == other.location != f"/game/{game}/"
    state = state_of(app, first.location.split("/")[2])
    assert (state.names, state.previous) == (PEOPLE, game)
    assert state.deal is not None
    assert state.deal.dealer == 0


def test_a_game_that_is_not_over_has_no_rematch(client: FlaskClient) -> None:
    answer = client.post(f"/game/{begin(client)}/rematch", data={"key": "k"})
    assert answer.status_code == 422
    assert "not over yet" in answer.text


def test_the_first_page_resumes_a_game_in_one_tap(app: Flask, client: FlaskClient) -> None:
    game = begin(client, dealer="1")
    page = client.get("/").text
    assert f'href="/game/{game}/"' in page
    assert "Ann &amp; Cy" in page
    assert "Deal 1, Bob dealt" in page
    finish(app, game)
    assert "Ann &amp; Cy won" in client.get("/").text
