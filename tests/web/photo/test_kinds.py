"""Photos of more than a meld: tricks spread out, one trick, a hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants import find_variant
from companion.rules.variants.double_deck import DOUBLES
from companion.rules.variants.partnership import SITE
from companion.vision.serve import Pack, Picture
from companion.web.photo.case import Kind
from tests.web.conftest import browser
from tests.web.form_reader import forms_of
from tests.web.photo_reader import FakeReading
from tests.web.played_game import seat_game
from tests.web.settle_table import OVER, in_play
from tests.web.spelled_photos import asked_for, photo_of_pile, read_what_it_says, send
from tests.web.table_player import begin, words


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_what_it_says))


def test_tricks_spread_out_are_counted_in_the_variants_scheme(client: FlaskClient) -> None:
    assert "<output>30</output>" in client.get(send(client, "AS 10S KH QD 9C", kind="tricks", variant="site")).text
    assert "<output>3</output>" in client.get(send(client, "AS 10S KH QD 9C", kind="tricks", variant="doubles")).text


def test_the_last_trick_adds_its_own(client: FlaskClient) -> None:
    address = send(client, "AS 10S", kind="tricks", variant="site")
    client.post(f"{address}/price", data={"last": "1"})
    assert "<output>30</output>" in client.get(address).text
    client.post(f"{address}/price", data={"variant": "site"})
    assert "<output>20</output>" in client.get(address).text


def test_the_first_trick_adds_its_own_where_it_counts(client: FlaskClient) -> None:
    game = seat_game(client.application, client, replace(SITE, count_first_trick=10), []).game
    address = send(client, "AS 10S", kind="tricks", game=game)
    client.post(f"{address}/price", data={"first": "1", "last": "1"})
    assert "<output>40</output>" in client.get(address).text


def test_the_sum_goes_into_the_field_that_was_asked_for_beside_what_its_page_had(client: FlaskClient) -> None:
    page = client.get(send(client, "AS 10S", kind="tricks", next="/game/x/?points-B=60", into="points-A")).text
    assert re.search(r'<form method="get" action="/game/x/\?points-B=60"', page)
    assert '<input type="hidden" name="points-B" value="60">' in page
    assert '<input type="hidden" name="points-A" value="20">' in page


def test_a_hand_is_handed_over_card_by_card(client: FlaskClient) -> None:
    page = client.get(send(client, "AS 10S", kind="hand", variant="site", next="/referee", into="hand")).text
    assert "2 of 12 cards" in page
    assert '<input type="hidden" name="hand" value="AS 10S">' in page


def test_a_hand_that_nobody_asked_for_is_counted_by_its_variant_and_then_as_a_meld(client: FlaskClient) -> None:
    address = send(client, "QS JD", kind="hand", variant="site")
    client.post(f"{address}/price", data={"variant": "doubles"})
    assert "2 of 20 cards" in client.get(address).text
    client.post(f"{address}/price", data={"kind": "meld"})
    page = client.get(address).text
    assert "Pinochle" in page
    assert '<option value="doubles" selected>' in page


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example/"])
def test_cards_go_to_no_other_site(client: FlaskClient, address: str) -> None:
    assert "evil" not in client.get(send(client, "AS", kind="hand", next=address)).text


def test_a_trick_asks_who_led_and_then_says_who_takes_it(client: FlaskClient) -> None:
    address = send(client, "AS KS QH 9S", kind="trick", variant="site", trump="H", seat="0")
    assert "Who takes the trick?" in client.get(address).text
    fields = {"seat": "0", "leader": "1", "trump": "H", **{f"player-{i}": str(i) for i in range(4)}}
    client.post(f"{address}/players", data=fields)
    assert "Player 3 takes it" in client.get(address).text


def test_another_seat_turns_the_whole_picture(client: FlaskClient) -> None:
    address = send(client, "AS KS QH 9S", kind="trick", variant="site", trump="H", seat="0", leader="1")
    fields = {"seat": "2", "leader": "1", "trump": "H", **{f"player-{i}": str(i) for i in range(4)}}
    client.post(f"{address}/players", data=fields)
    assert "Player 1 takes it" in client.get(address).text


def test_a_trick_of_too_many_cards_says_so(client: FlaskClient) -> None:
    page = client.get(send(client, "AS KS QH 9S 9S", kind="trick", variant="site", seat="0")).text
    assert "A trick here has 4 cards, and I see 5" in page
    assert "Who led?" in page
    assert "Who played number" not in page


def test_of_a_trick_from_which_a_card_was_removed_each_of_the_others_is_its_players(client: FlaskClient) -> None:
    address = send(client, "AS 9H KS QH 9S", kind="trick", variant="site", trump="H")
    client.post(f"{address}/card/1", data={"remove": "1", "was": "9H"})
    [form] = forms_of(client.get(address).text, "/players")
    assert [name for name in form.names if name.startswith("player-1")] == []
    told = {"leader": "2", "trump": "H", "player-0": "1", "player-2": "2", "player-3": "3", "player-4": "0"}
    client.post(form.action, data={**form.sent, **told})
    page = words(client.get(address))
    assert "Player 4 takes it" in page
    shown = re.findall(r"Player (\d)(?: led)?: \S+ \S+ number (\d)", page)
    assert shown == [("3", "2"), ("4", "3"), ("1", "4"), ("2", "1")]


def test_a_card_that_is_put_back_into_a_trick_is_the_same_players(client: FlaskClient) -> None:
    address = send(client, "AS KS QH 9S", kind="trick", variant="site", trump="H")
    told = {"leader": "1", "trump": "H", **{f"player-{index}": str(index) for index in range(4)}}
    client.post(f"{address}/players", data=told)
    client.post(f"{address}/card/2", data={"remove": "1", "was": "QH"})
    # Were the one that is put back nobody's, there would be two of which it isn't known who played them.
    client.post(f"{address}/players", data={name: seat for name, seat in told.items() if name[-1] not in "12"})
    client.post(f"{address}/card/2/put-back", data={"key": "one"})
    assert "Player 3 takes it" in client.get(address).text


def test_after_a_doubtful_card_the_next_one_is_asked(make_app: Callable[..., Flask]) -> None:
    def unsure(content: bytes, pack: Pack) -> Picture:
        picture = read_what_it_says(content, pack)
        reading: Any = FakeReading(tuple(seen._replace(sure=False) for seen in picture.reading.cards))  # type: ignore[attr-defined]  # a Seen of ours
        return Picture(picture.jpeg, reading)

    client = browser(make_app(READER=unsure))
    address = send(client, "QS JD")
    assert "2 cards I am not sure of" in client.get(address).text
    answer = client.post(f"{address}/card/0", data={"was": "QS", "card": "QS"})
    assert answer.location == f"{address}/card/1"
    assert client.post(f"{address}/card/1", data={"was": "JD", "card": "JD"}).location == address


def test_a_card_that_was_drawn_around_lies_where_it_was_drawn(client: FlaskClient) -> None:
    address = send(client, "QS")
    client.post(f"{address}/add", data={"card": "JD", "outline": "10,20,110,170"})
    assert 'points="10,20 110,20 110,170 10,170"' in client.get(address).text


@pytest.mark.parametrize("outline", ["", "1,2,3", "a,b,c,d", "50,50,40,60", "0,0,9999,10"])
def test_a_card_drawn_nowhere_is_added_all_the_same(client: FlaskClient, outline: str) -> None:
    address = send(client, "QS")
    client.post(f"{address}/add", data={"card": "JD", "outline": outline})
    page = client.get(address).text
    assert "2 cards" in page
    assert page.count("<polygon") == 1


def test_a_purpose_comes_back_from_its_link(client: FlaskClient) -> None:
    page = client.get("/photo/?kind=trick&seat=2&leader=3&last=1&into=trick&next=/x&trump=H").text
    for name, text in {"kind": Kind.TRICK, "seat": 2, "leader": 3, "last": 1, "into": "trick", "next": "/x"}.items():
        assert f'name="{name}" value="{text}"' in page


@pytest.mark.parametrize("kind", ["meld", "trick", "tricks", "hand"])
def test_no_sample_is_offered_or_taken_in_a_game(client: FlaskClient, kind: str) -> None:
    game = begin(client.application, DOUBLES)
    page = client.get(f"/photo/?kind={kind}&game={game}&trump=H").text
    assert f'name="game" value="{game}"' in page
    assert 'name="sample"' not in page
    answer = client.post("/photo/", data={"sample": "aces-around", "kind": kind, "game": game})
    assert answer.status_code == 422
    assert "A sample photo is for trying the reader" in answer.text


def test_a_photographed_trick_comes_back_to_the_referee_in_the_order_of_play_with_its_trump(
    client: FlaskClient,
) -> None:
    asked = asked_for(photo_of_pile(client, "/settle/site/trick?trump=D", "trick"))
    address = send(client, "QS JS JD AS", **asked)
    fields = {"leader": "1", "trump": "H", **{f"player-{i}": str(i) for i in range(4)}}
    client.post(f"{address}/players", data=fields)
    page = unescape(client.get(address).text)
    assert 'name="trick" value="JS JD AS QS"' in page
    assert re.findall('type="hidden" name="trump" value="(.)"', page) == ["H"]


@pytest.mark.parametrize(
    ("question", "pile", "kind"),
    [
        ("trick", "trick", Kind.TRICK),
        ("play", "trick", Kind.TRICK),
        ("play", "held", Kind.HAND),
        ("meld", "cards", Kind.HAND),
    ],
)
def test_a_photo_for_the_referee_knows_what_it_shows_and_the_trump(
    client: FlaskClient, question: str, pile: str, kind: Kind
) -> None:
    asked = asked_for(photo_of_pile(client, f"/settle/site/{question}?trump=D", pile))
    assert (asked["kind"], asked["trump"]) == (kind, "D")


def test_a_photographed_hand_of_one_s_own_comes_back_to_be_judged(client: FlaskClient) -> None:
    page = client.get("/practice/hand/four-handed").text
    camera = next(link for link in re.findall('href="(/photo/[^"]+)"', unescape(page)))
    taken = client.get(send(client, "AS 10S KS QS JS AS AH KH QD 9D JC 9C", **asked_for(camera))).text
    [judged] = forms_of(taken, "/practice/hand/four-handed")
    hand = words(client.get(judged.action, query_string={**judged.sent, **dict(judged.offers)}))
    assert "12 of 12 cards" in hand and "What can it make?" in hand


def test_a_photo_for_the_referee_of_a_game_knows_its_trump_and_who_led(client: FlaskClient) -> None:
    player = seat_game(client.application, client, find_variant("site"), [OVER])
    page = in_play(player)
    asked = asked_for(photo_of_pile(client, f"{page}/trick?lead=2", "trick"))
    assert (asked["kind"], asked["trump"], asked["game"]) == (Kind.TRICK, "S", player.game)
    shown = client.get(send(client, "AS KS QS 9S", **asked)).text
    assert re.search(r'name="leader".*?selected>Cy<', shown, re.DOTALL)
    assert re.findall('type="hidden" name="lead" value="(.)"', shown) == ["2"]
    assert asked_for(photo_of_pile(client, f"{page}/meld?", "cards"))["trump"] == "S"


def test_the_trick_is_not_taken_before_the_page_has_said_what_is_missing(client: FlaskClient) -> None:
    asked = asked_for(photo_of_pile(client, "/settle/site/trick?trump=D", "trick"))
    address = send(client, "QS JS JD AS", **asked)
    assert "Say who led the trick." in client.get(address).text
    told = {"leader": "1", "trump": "D", "player-0": "0", "player-1": "1", "player-2": "2"}
    client.post(f"{address}/players", data={**told, "player-2": ""})
    page = client.get(address).text
    assert re.search(r'disabled aria-describedby="missing">Take this trick', page)
    assert re.search(r'id="missing">Say who played number 3, the jack of diamonds\.<', page)
    client.post(f"{address}/players", data=told)
    assert 'name="trick" value="JS JD AS QS"' in client.get(address).text
    assert 'id="missing"' not in client.get(address).text
