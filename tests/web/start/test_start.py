"""A new game: the variants, the first dealer, the start; and the rematch."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.known import KNOWN_TABLES
from companion.rules.variants import VARIANTS, find_variant
from companion.rules.variants.partnership import SITE
from companion.store.membership import hashed
from companion.web.core.current import current_store
from companion.web.start.choosing import ANY_NUMBER, KNOWN, RECOMMENDED
from tests.web.conftest import browser
from tests.web.new_game import PEOPLE, begin, finish, play_one_deal, seats, state_of
from tests.web.table_player import Player, words

HTMX = {"HX-Request": "true"}
ALL = {each.key: each for each in VARIANTS} | {key: table.variant for key, table in KNOWN_TABLES.items()}


def test_each_variant_is_a_tile_that_says_once_what_it_is(client: FlaskClient) -> None:
    page = client.get("/new").text
    for variant in VARIANTS:
        assert page.count(f'href="/new/{variant.key}"') == page.count(variant.summary) == 1


def test_what_was_played_last_comes_first_then_all(client: FlaskClient) -> None:
    for variant in ("doubles", "hoyle"):
        begin(client, *PEOPLE, variant=variant)
    begin(client, *PEOPLE[:3], variant="binokel")
    page = client.get("/new").text
    first, every = page.split("<summary>All games</summary>")
    tiles = re.findall(r'href="/new/([a-z0-9-]+)"', first)
    assert tiles == ["binokel", "hoyle", "doubles"]
    assert sorted(re.findall(r'href="/new/([a-z0-9-]+)"', every)) == sorted([*ALL])
    titles = ["For two", "For three", "For four", "For six", "For eight", ANY_NUMBER, KNOWN]
    assert re.findall(r'<h3 class="players">([^<]+)</h3>', every) == titles


def test_a_number_of_people_leaves_the_variants_that_they_can_play_and_recommends_one(client: FlaskClient) -> None:
    page = client.get("/new?players=3").text
    assert '<a href="/new" aria-current="true">3</a>' in page, "another tap takes the number back"
    shown = re.findall(r'href="/new/([^"?]+)\?players=3"', page)
    assert shown[0] == "three-handed"
    for key, each in ALL.items():
        assert (key in shown) == (each.players[0] <= 3 <= each.players[1])


@pytest.mark.parametrize("people", range(2, 9))
def test_a_recommended_variant_seats_so_many(people: int) -> None:
    least, most = find_variant(RECOMMENDED[people]).players
    assert least <= people <= most


def test_each_answer_narrows_all_games_and_is_taken_back_by_another_tap(client: FlaskClient) -> None:
    def listed(query: str) -> set[str]:
        every = client.get(f"/new?{query}").text.split("<summary>All games</summary>")[1]
        return set(re.findall(r'href="/new/([^"?]+)', every))

    assert {key for key, each in ALL.items() if each.pack.size == 80} == listed("deck=double")
    assert listed("deck=double&bids=ones&players=4") == {"doubles", "spokane"}
    page = client.get("/new?deck=double&bids=ones&players=4").text
    assert '<details class="panel" id="all" open>' in page
    assert "/new?players=4&amp;bids=ones#all" in page, "the deck is taken back"
    assert "No game goes with these answers." in client.get("/new?deck=more&cards=passed").text
    assert listed("deck=whist") == set(ALL)


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


def test_a_game_starts_without_names_and_its_players_are_named_later(app: Flask, client: FlaskClient) -> None:
    game = begin(client, "", "Bob", "", "")
    assert state_of(app, game).names == ("Player 1", "Bob", "Player 3", "Player 4")
    play_one_deal(app, game)
    names = client.get(f"/game/{game}/names").text
    assert re.findall(r'name="name-\d" type="text"[^>]*?value="([^"]*)"', names) == ["", "Bob", "", ""]
    table = client.get(f"/game/{game}/")
    assert f'href="/game/{game}/names">Players 1 &amp; 3' in table.text
    answer = client.post(f"/game/{game}/names", data=named_now(table, "Ann", "Bob", "", "Di"))
    assert answer.status_code == 303, "who had no name is not asked to be another player"
    assert state_of(app, game).names == ("Ann", "Bob", "Player 3", "Di")
    assert state_of(app, game).names_in(1)[0] == "Ann"


def test_nobody_is_offered_a_player_without_a_name(client: FlaskClient) -> None:
    begin(client, "", "Bob", "", "")
    page = client.get("/new/site").text
    assert re.findall(r'name="name-\d" type="text" value="([^"]*)"', page) == ["", "Bob", "", ""]
    assert 'value="Player' not in page


def test_the_page_behind_a_game_begins_no_second_one(app: Flask, client: FlaskClient) -> None:
    game = begin(client, key="one")
    assert begin(client, key="gone back") == game
    assert begin(client, key="another dealer", dealer="2") != game
    chosen = begin(client, key="chosen", dealer="3")
    assert begin(client, key="chosen again", dealer="3") == chosen
    assert begin(browser(app), key="another phone", dealer="3") != chosen
    play_one_deal(app, chosen)
    assert begin(client, key="once more", dealer="3") != chosen


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("binok", {"binokel", "binokel-palast", "binokel-cross", "binokel-ennahofen"}),
        ("joe dog", {"joedog"}),
        ("Racehorse", {"racehorse", "six-card-racehorse"}),
        ("3 players", {key for key, each in ALL.items() if each.players[0] <= 3 <= each.players[1]}),
        ("eight handed", {key for key, each in ALL.items() if each.players[1] == 8}),
        ("double deck 3", {"three-double-25", "three-double-26"}),
        ("pinochle", {*ALL}),
        ("whist", set[str]()),
    ],
)
def test_a_game_is_found_by_typing(client: FlaskClient, typed: str, keys: set[str]) -> None:
    for headers in ({}, HTMX):
        page = client.get("/new", query_string={"q": typed}, headers=headers).text
        assert set(re.findall(r'href="/new/([a-z0-9-]+)"', page)) == keys


def test_the_binokel_that_most_sheets_have_is_offered_first(client: FlaskClient) -> None:
    page = client.get("/new", query_string={"q": "binokel"}).text
    assert re.findall(r'href="/new/([a-z0-9-]+)"', page)[:2] == ["binokel-palast", "binokel"]


def test_no_answer_is_offered_that_leaves_no_game(client: FlaskClient) -> None:
    looked_at, waiting = set[str](), ["/new", *(f"/new?players={people}" for people in range(2, 9))]
    while waiting:
        page = client.get(address := waiting.pop()).text
        looked_at.add(address)
        assert "No game goes with these answers" not in page, address
        offered = {unescape(each) for each in re.findall(r'href="(/new\?[^"#]*)#all"', page)}
        waiting += offered - looked_at - {*waiting}
    assert len(looked_at) > 30


def named_now(table: TestResponse, *names: str) -> dict[str, str]:
    seen = re.search(r'name="seen" value="(\d+)"', table.text)
    assert seen is not None
    return {"key": "named", "seen": seen[1], **{f"name-{seat}": name for seat, name in enumerate(names)}}


def test_cutting_draws_the_first_dealer_by_lot(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.start.pages.secrets.randbelow", lambda players: players - 1)
    state = state_of(app, begin(client))
    assert state.deal is not None
    assert state.deal.dealer == 3


def test_a_form_sent_twice_starts_one_game(client: FlaskClient) -> None:
    assert begin(client, key="once") == begin(client, key="once")


def test_htmx_is_sent_on_to_the_table(client: FlaskClient) -> None:
    answer = client.post("/new/site", data=seats(), headers=HTMX)
    assert answer.status_code == 204
    assert answer.headers["HX-Redirect"].startswith("/game/")


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


def test_a_rematch_asks_who_deals_first_and_proposes_whom_the_rules_name(app: Flask, client: FlaskClient) -> None:
    game = begin(client, dealer="3")
    play_one_deal(app, game)
    assert "not over yet" in words(client.get(f"/game/{game}/rematch"))
    finish(app, game)
    assert f'href="/game/{game}/rematch"' in client.get(f"/game/{game}/").text
    page = client.get(f"/game/{game}/rematch").text
    assert re.findall(r'name="dealer" value="(\w+)"( checked)?', page) == [
        *[("0", " checked"), ("1", ""), ("2", ""), ("3", "")],
        ("cut", ""),
    ]
    assert client.post(f"/game/{game}/rematch", data={"key": "a", "dealer": "4"}).status_code == 422
    again = client.post(f"/game/{game}/rematch", data={"key": "b", "dealer": "2"}).location
    assert "Deal 1 · Cy dealt" in words(client.get(again))
    assert "Cut:" not in words(client.get(again))
    assert "Come along" in words(client.get(f"/game/{game}/rematch"))


def test_whoever_is_cut_is_named_until_trump_is_or_the_dealer_changes(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda players: players - 1)
    game, other = begin(client), begin(browser(app))
    assert "Cut: Di deals first." in words(client.get(f"/game/{game}/"))
    assert "They cut for the first deal. " in words(client.get(f"/game/{game}/log"))
    play_one_deal(app, game)
    assert "Cut:" not in words(client.get(f"/game/{game}/"))
    finish(app, game)
    again = client.post(f"/game/{game}/rematch", data={"key": "r", "dealer": "cut"}).location
    assert "Cut: Di deals first." in words(client.get(again))
    at = Player(app, client, other)
    assert "Cut:" not in at.do("dealer", dealer="1")
    assert "Cut: Di deals first." in at.do("undo")
    assert "Cut:" not in words(client.get(f"/game/{begin(client, dealer='3', key='chosen')}/"))


def test_of_two_who_begin_a_rematch_at_once_it_belongs_to_the_owner_of_the_game(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, phones = begin(client), [browser(app) for _ in range(2)]
    play_one_deal(app, game)
    finish(app, game)
    monkeypatch.setattr("companion.web.start.pages.rematch_of", lambda _game: None)  # as each of the two saw it
    for phone in phones:
        phone.get("/")
        again = phone.post(f"/game/{game}/rematch", data={"key": "k"}).location.split("/")[2]
    owner = client.get_cookie("device")
    with app.app_context():
        (member,) = current_store().members.members_of(again)
    assert owner is not None
    assert (member.id, member.owns) == (hashed(owner.value), True)


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


def test_a_table_agrees_on_a_target_without_house_rules_and_each_page_tells_it(app: Flask, client: FlaskClient) -> None:
    assert 'name="target"' in client.get("/new/site").text
    game = begin(client, target="1000")
    variant = state_of(app, game).variant
    assert (variant.end_target, variant.name) == (1000, SITE.name)
    card = words(client.get(f"/game/{game}/rules"))
    assert "As Single deck, partners in the rulebook, but to 1000." in card
    assert "The first side to reach 1000 wins." in card
    assert "The first side to reach 1500 wins. Here: The first side to reach 1000 wins." in card
    assert "first to 1500" not in card
    assert "To 1000" in words(client.get(f"/game/{game}/"))
    assert "Single deck, partners to 1000" in words(client.get("/"))
    assert client.get("/house").text.count("1000") == 0


@pytest.mark.parametrize("told", ["", "1500"])
def test_the_rulebook_s_target_changes_nothing(app: Flask, client: FlaskClient, told: str) -> None:
    assert state_of(app, begin(client, target=told)).variant == SITE


@pytest.mark.parametrize("told", ["0", "many", "-100", "1000001", "12345678"])
def test_a_target_that_nobody_can_reach_is_asked_for_again_and_nothing_typed_is_lost(
    client: FlaskClient, told: str
) -> None:
    answer = client.post("/new/site", data=seats(target=told))
    assert answer.status_code == 422
    assert f'value="{told}"' in answer.text
    assert 'value="Cy"' in answer.text
    assert 'id="target-wrong"' in answer.text


def test_a_target_survives_a_change_of_seats_and_goes_on_into_the_rematch(app: Flask, client: FlaskClient) -> None:
    moved = client.post("/new/site", data={"name-0": "Ann", "target": "700", "arrange": "0-1"})
    assert 'value="700"' in moved.text
    game = begin(client, target="700")
    play_one_deal(app, game)
    finish(app, game)
    again = client.post(f"/game/{game}/rematch", data={"key": "k"}).location.split("/")[2]
    assert state_of(app, again).variant.end_target == 700


def test_a_game_goes_on_from_the_scores_on_paper(app: Flask, client: FlaskClient) -> None:
    game = begin(client, **{"carried-A": "540", "carried-B": "120", "below-B": "1"})
    assert state_of(app, game).scores() == {"A": 540, "B": -120}
    play_one_deal(app, game)
    state = state_of(app, game)
    assert state.scores() == {"A": 540 + state.deals[0].change["A"], "B": -120 + state.deals[0].change["B"]}
    sheet = words(client.get(f"/game/{game}/sheet"))
    assert "From paper: Ann & Cy 540, Bob & Di −120." in sheet
    assert "Ann & Cy had 540" in words(client.get(f"/game/{game}/log"))


@pytest.mark.parametrize(
    ("variant", "told", "says"),
    [
        ("site", {"carried-A": "1500"}, "This game is over. Ann & Cy: 1500, at or above the target of 1500."),
        ("site", {"carried-A": "many"}, "many"),
    ],
)
def test_scores_from_paper_that_cannot_be_are_refused_beside_their_field(
    client: FlaskClient, variant: str, told: dict[str, str], says: str
) -> None:
    answer = client.post(f"/new/{variant}", data=seats(**told))
    assert answer.status_code == 422
    assert says in words(answer)
    assert 'id="carried-A-wrong"' in answer.text
    assert '<details class="panel more" open>' in answer.text


@pytest.mark.parametrize("variant", ["auction", "two-handed"])
def test_only_a_game_that_adds_up_asks_for_scores_from_paper(client: FlaskClient, variant: str) -> None:
    assert ('name="carried-A"' in client.get(f"/new/{variant}").text) == (variant == "two-handed")


def test_scores_from_paper_stay_while_seats_are_changed(client: FlaskClient) -> None:
    told = seats(**{"carried-A": "540"})
    answer = client.post("/new/site", data={name: text for name, text in told.items() if name != "start"})
    assert 'value="540"' in answer.text
