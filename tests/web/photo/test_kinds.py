"""Photos of more than a meld: tricks spread out, one trick, a hand, and several photos of one table."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import parse_cards
from companion.rules.variants import find_variant
from companion.rules.variants.doubles import DOUBLES
from companion.vision.serve.picture import Pack, Picture
from companion.web.photo.checked import CheckedReading, FoundCard, copies_of, join_cards
from companion.web.photo.purpose import Kind, Purpose
from tests.web.conftest import browser
from tests.web.photo_reader import FakeReading, Seen
from tests.web.played_game import seat_game
from tests.web.settle_table import OVER, in_play
from tests.web.table_player import Player, begin

PLACES = ((400, 500), (100, 300), (400, 100), (700, 300))


def read_what_it_says(content: bytes, pack: Pack) -> Picture:
    """A reader of "photos" that spell their cards, which lie around the middle from the photographer's on."""
    cards = parse_cards(content.decode())
    seen = []
    for card, (x, y) in zip(cards, PLACES * 10, strict=False):
        outline = ((x - 30, y - 40), (x + 30, y - 40), (x + 30, y + 40), (x - 30, y + 40))
        seen.append(Seen(card, 0.99, outline, True))
    reading: Any = FakeReading(tuple(seen))
    return Picture(b"jpeg", reading)


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_what_it_says))


def send(client: FlaskClient, cards: str, **fields: str) -> str:
    answer = client.post("/photo/", data={"taken": (io.BytesIO(cards.encode()), "a.jpg"), **fields})
    return str(answer.location)


def test_tricks_spread_out_are_counted_in_the_variants_scheme(client: FlaskClient) -> None:
    assert "<output>30</output>" in client.get(send(client, "AS 10S KH QD 9C", kind="tricks", variant="site")).text
    assert "<output>3</output>" in client.get(send(client, "AS 10S KH QD 9C", kind="tricks", variant="doubles")).text


def test_the_last_trick_adds_its_own(client: FlaskClient) -> None:
    address = send(client, "AS 10S", kind="tricks", variant="site")
    client.post(f"{address}/price", data={"last": "1"})
    assert "<output>30</output>" in client.get(address).text
    client.post(f"{address}/price", data={"variant": "site"})
    assert "<output>20</output>" in client.get(address).text


def test_the_sum_goes_into_the_field_that_was_asked_for_beside_what_its_page_had(client: FlaskClient) -> None:
    page = client.get(send(client, "AS 10S", kind="tricks", next="/game/x/?points-B=60", into="points-A")).text
    assert re.search(r'<form method="get" action="/game/x/\?points-B=60"', page)
    assert '<input type="hidden" name="points-B" value="60">' in page
    assert '<input type="hidden" name="points-A" value="20">' in page


def test_a_hand_is_handed_over_card_by_card(client: FlaskClient) -> None:
    page = client.get(send(client, "AS 10S", kind="hand", variant="site", next="/referee", into="hand")).text
    assert "2 of 12 cards" in page
    assert '<input type="hidden" name="hand" value="AS 10S">' in page


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


def test_a_card_in_two_photos_of_a_meld_counts_once_unless_somebody_says_otherwise(client: FlaskClient) -> None:
    first = send(client, "QS JD", trump="S")
    second = send(client, "QS KS", trump="S", join=first.rpartition("/")[2])
    assert client.get(second).location == first
    assert "3 cards" in client.get(first).text
    client.post(f"{second}/apart", data={"apart": "1"})
    assert "4 cards" in client.get(first).text
    client.post(f"{second}/apart", data={"apart": "0"})
    assert "3 cards" in client.get(first).text


def test_the_page_says_why_joined_photos_show_more_cards_than_it_counts(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    send(client, "QS KS", join=first.rpartition("/")[2])
    assert "The photos show 4: a card that is in several of them counts once." in client.get(first).text


def test_cards_of_one_photo_need_no_such_explanation(client: FlaskClient) -> None:
    assert "The photos show" not in client.get(send(client, "QS JD")).text


def test_a_joined_photo_can_be_left_out_again(client: FlaskClient) -> None:
    first = send(client, "QS JD")
    second = send(client, "QS KS", join=first.rpartition("/")[2])
    client.post(f"{second}/leave-out", data={"photo": "2"})
    assert "2 cards" in client.get(first).text


def test_photos_of_tricks_are_summed(client: FlaskClient) -> None:
    first = send(client, "AS 10S", kind="tricks", variant="site")
    send(client, "AS", kind="tricks", variant="site", join=first.rpartition("/")[2])
    assert "<output>30</output>" in client.get(first).text


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
    client.post(f"{address}/add", data={"card": "JD", "count": "1", "outline": "10,20,110,170"})
    assert 'points="10,20 110,20 110,170 10,170"' in client.get(address).text


@pytest.mark.parametrize("outline", ["", "1,2,3", "a,b,c,d", "50,50,40,60", "0,0,9999,10"])
def test_a_card_drawn_nowhere_is_added_all_the_same(client: FlaskClient, outline: str) -> None:
    address = send(client, "QS")
    client.post(f"{address}/add", data={"card": "JD", "count": "1", "outline": outline})
    page = client.get(address).text
    assert "2 cards" in page
    assert page.count("<polygon") == 1


def checked(cards: str, apart: bool = False) -> CheckedReading:
    return CheckedReading(
        tuple(FoundCard(card, True) for card in parse_cards(cards)), (1, 1), (), Purpose("site"), apart=apart
    )


def test_joining_keeps_the_most_copies_that_one_photo_shows() -> None:
    joined = [checked("AS AS KD"), checked("AS KD KD"), checked("AS", apart=True)]
    assert join_cards(joined) == parse_cards("AS AS AS KD KD")
    assert copies_of(joined) == [[0, 1, 0], [0, 0, 1], [2]]


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


def photo_link(client: FlaskClient, page: str) -> str:
    found = re.search('href="(/photo/[^"]+)"', unescape(client.get(page).text))
    assert found
    return found[1]


def asked_for(link: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(link).query))


def test_a_photographed_trick_comes_back_to_the_referee_in_the_order_of_play_with_its_trump(
    client: FlaskClient,
) -> None:
    asked = asked_for(photo_link(client, "/settle/site/trick?trump=D"))
    address = send(client, "QS JS JD AS", **asked)
    fields = {"leader": "1", "trump": "H", **{f"player-{i}": str(i) for i in range(4)}}
    client.post(f"{address}/players", data=fields)
    page = unescape(client.get(address).text)
    assert 'name="trick" value="JS JD AS QS"' in page
    assert re.findall('type="hidden" name="trump" value="(.)"', page) == ["H"]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("trick", Kind.TRICK),
        ("play?into=trick", Kind.TRICK),
        ("play?into=held", Kind.HAND),
        ("meld", Kind.HAND),
    ],
)
def test_a_photo_for_the_referee_knows_what_it_shows_and_the_trump(
    client: FlaskClient, question: str, kind: Kind
) -> None:
    asked = asked_for(photo_link(client, f"/settle/site/{question}{'&' if '?' in question else '?'}trump=D"))
    assert (asked["kind"], asked["trump"]) == (kind, "D")


def test_a_photo_for_the_referee_of_a_game_knows_its_trump_and_who_led(client: FlaskClient) -> None:
    player = seat_game(client.application, client, find_variant("site"), [OVER])
    page = in_play(player)
    asked = asked_for(photo_link(client, f"{page}/trick?lead=2"))
    assert (asked["kind"], asked["trump"], asked["game"]) == (Kind.TRICK, "S", player.game)
    shown = client.get(send(client, "AS KS QS 9S", **asked)).text
    assert re.search(r'name="leader".*?selected>Cy<', shown, re.DOTALL)
    assert asked_for(photo_link(client, f"{page}/meld"))["trump"] == "S"


def photo_links(player: Player, way: str = "") -> list[str]:
    return re.findall('href="(/photo/[^"]+)"', unescape(player.client.get(f"/game/{player.game}/{way}").text))


@pytest.fixture
def melding(client: FlaskClient) -> Player:
    """A game of ``site`` in which Cy has named spades and the melds are told."""
    player = seat_game(client.application, client, find_variant("site"), [OVER])
    player.do("take", seat="2", amount="300")
    player.do("trump", trump="S")
    return player


@pytest.mark.parametrize("way", ["?A=number&B=number", "?A=cards.2&B=cards.3"])
def test_the_photo_pages_of_a_meld_say_whose_it_is_even_where_a_side_tells_it_together(
    melding: Player, way: str
) -> None:
    link = photo_links(melding, way)[0]
    assert "<h1>Cy’s meld</h1>" in melding.client.get(link).text
    read = melding.client.get(send(melding.client, "QS JD", **asked_for(link))).text
    assert "<h1>Cy’s meld</h1>" in read


def test_the_photo_page_of_the_tricks_says_which_side_took_them(client: FlaskClient) -> None:
    player = seat_game(client.application, client, find_variant("site"), [OVER])
    in_play(player)
    links = [link for link in photo_links(player) if asked_for(link)["kind"] == Kind.TRICKS]
    headings = [re.findall("<h1>(.*)</h1>", unescape(client.get(link).text)) for link in links]
    assert sorted(headings) == [["Counters of Ann & Cy"], ["Counters of Bob & Di"]]


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"seat": "2", "cards": "JD QS AS KS 9D"}, "This photo takes the place of the 5 cards told before."),
        ({"seat": "2", "cards": "9S"}, "This photo takes the place of the one card told before."),
    ],
)
def test_a_photo_says_which_cards_of_the_player_it_takes_the_place_of(
    melding: Player, told: dict[str, str], says: str
) -> None:
    link = photo_links(melding, "?A=cards.2")[0]
    assert "takes the place" not in melding.client.get(link).text
    melding.do("meld/cards?A=cards.2", **told, add="")
    assert says in melding.client.get(link).text
    assert says in melding.client.get(send(melding.client, "QS JD", **asked_for(link))).text
    assert "takes the place" not in melding.client.get(photo_links(melding, "?A=cards.0")[0]).text


def test_a_photo_of_one_player_says_that_it_takes_the_place_of_what_a_side_told_together(melding: Player) -> None:
    melding.do("meld/number", points_A="40")
    page = melding.client.get(photo_links(melding, "?A=number&B=number")[0]).text
    assert "This photo takes the place of the 40 told together before." in page


def test_the_trick_is_not_taken_before_the_page_has_said_what_is_missing(client: FlaskClient) -> None:
    asked = asked_for(photo_link(client, "/settle/site/trick?trump=D"))
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
