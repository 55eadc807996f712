"""From a photo to a meld: what was read, what a person puts right, and what is refused."""

from __future__ import annotations

import io
import json
import os
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cards import Card, parse_cards
from companion.game.decide_start import start_game
from companion.game.events import GameStarted
from companion.game.refusal import Refusal
from companion.rules.meld_table import MeldTable
from companion.rules.variants import find_variant
from companion.store.games import to_entries, to_new_game
from companion.vision.check import NO_CARDS
from companion.vision.picture import Pack, Picture, Unreadable
from companion.vision.samples import find_sample
from companion.web.purpose import Purpose
from companion.web.reading_room import ReadingRoom
from companion.web.shelf import store
from companion.web.spread import spread_from_json, spread_from_reading
from tests.web.conftest import NOW, browser


class Seen(NamedTuple):
    card: Card
    confidence: float
    outline: tuple[tuple[float, float], ...]
    sure: bool
    guesses: tuple[Card, ...] = ()


class FakeReading(NamedTuple):
    cards: tuple[Seen, ...]
    notes: tuple[str, ...] = ()
    size: tuple[int, int] = (800, 600)
    ms: float = 1.0


def reading(spelled: str, *notes: str) -> Any:
    """What a reader might have seen: the cards in a row, the last one doubtful."""
    cards = parse_cards(spelled)
    seen = [
        Seen(card, 0.9, ((i * 90, 100), (i * 90 + 80, 100), (i * 90 + 80, 220), (i * 90, 220)), i < len(cards) - 1)
        for i, card in enumerate(cards)
    ]
    return FakeReading(tuple(seen), notes)


def read_pinochle(content: bytes, pack: Pack) -> Picture:
    if content == b"no cards":
        return Picture(b"jpeg of nothing", reading("", NO_CARDS))
    return Picture(b"jpeg without exif", reading("QS JD"))


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_pinochle))


def send(client: FlaskClient, content: bytes = b"photo", **fields: str) -> str:
    """Send a photo and return the address of its reading."""
    answer = client.post("/photo/", data={"taken": (io.BytesIO(content), "meld.jpg"), **fields})
    assert answer.status_code == 303
    return answer.location


def test_the_page_offers_a_camera_a_file_and_samples(client: FlaskClient) -> None:
    page = client.get("/photo/").text
    assert 'capture="environment"' in page
    assert page.count('type="file"') == 2
    assert 'name="sample"' in page


@pytest.mark.parametrize("field", ["taken", "chosen"])
def test_a_photo_sent_either_way_is_read_and_priced(client: FlaskClient, field: str) -> None:
    answer = client.post("/photo/", data={field: (io.BytesIO(b"photo"), "meld.jpg"), "trump": "S"})
    page = client.get(answer.location).text
    assert "2 cards" in page
    assert "queen of spades" in page
    assert "Pinochle" in page
    assert "<output>40</output>" in page


def test_a_photo_may_be_longer_than_any_form(client: FlaskClient) -> None:
    assert "2 cards" in client.get(send(client, bytes(400_000))).text


def test_what_was_read_is_drawn_over_the_photo(client: FlaskClient) -> None:
    page = client.get(send(client)).text
    assert 'viewBox="0 0 800 600"' in page
    assert '<polygon points="0,100 80,100 80,220 0,220"/>' in page


def test_the_doubtful_card_is_marked_and_comes_first(client: FlaskClient) -> None:
    page = client.get(send(client)).text.split('class="found"')[1]
    assert page.index("please check") < page.index("sure")


def test_the_photo_is_shown_without_being_cached(client: FlaskClient) -> None:
    answer = client.get(send(client) + ".jpg")
    assert (answer.data, answer.mimetype) == (b"jpeg without exif", "image/jpeg")
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_corrected_card_changes_the_meld(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/card/1", data={"card": "KS", "was": "JD"})
    page = client.get(address).text
    assert "Marriage in spades" in page
    assert "please check" not in page


def test_a_removed_card_is_gone(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    page = client.get(address).text
    assert "1 card<" in page
    assert "No meld in these cards" in page


def test_a_second_tap_on_remove_takes_no_second_card(client: FlaskClient) -> None:
    address = send(client)
    for _ in range(2):
        client.post(f"{address}/card/0", data={"remove": "1", "was": "QS"})
    assert "1 card<" in client.get(address).text


def test_a_missed_card_is_added_once_however_often_it_is_tapped(client: FlaskClient) -> None:
    address = send(client)
    for _ in range(2):
        client.post(f"{address}/add", data={"card": "KS", "count": "2"})
    page = client.get(address).text
    assert "3 cards" in page
    assert "added by you" in page


def test_htmx_gets_the_reading_alone(client: FlaskClient) -> None:
    address = send(client)
    answer = client.post(f"{address}/add", data={"card": "KS", "count": "2"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert "3 cards" in answer.text


def test_a_card_that_is_none_is_refused_with_its_spelling(client: FlaskClient) -> None:
    answer = client.post(f"{send(client)}/add", data={"card": "ZZ", "count": "2"})
    assert answer.status_code == 422
    assert "rank then suit" in answer.text


def test_more_copies_than_the_pack_holds_are_pointed_out_and_kept(client: FlaskClient) -> None:
    address = send(client)
    for count in ("2", "3"):
        client.post(f"{address}/add", data={"card": "QS", "count": count})
    page = client.get(address).text
    assert "More queen of spades than the pack holds" in page
    assert "4 cards" in page


def test_the_same_cards_can_be_counted_under_another_variant_and_trump(client: FlaskClient) -> None:
    address = send(client)
    client.post(f"{address}/price", data={"variant": "doubles", "trump": "H"})
    page = client.get(address).text
    assert "<output>4</output>" in page
    assert "Hearts" in page


def test_accepting_posts_the_cards_to_the_page_that_asked(client: FlaskClient) -> None:
    page = client.get(send(client, next="/g/abc/meld", trump="S", variant="site")).text
    assert 'action="/g/abc/meld"' in page
    assert 'name="cards" value="QS JD"' in page
    assert 'name="key"' in page


def test_a_photo_without_cards_says_what_would_help(client: FlaskClient) -> None:
    page = client.get(send(client, b"no cards")).text
    assert "No cards were found" in page
    assert page.count("No cards found") == 1
    assert "Add a card that was missed" in page


def test_a_form_without_a_photo_says_so(client: FlaskClient) -> None:
    answer = client.post("/photo/", data={"trump": "S"})
    assert answer.status_code == 422
    assert "Take a photo or choose one first" in answer.text
    assert 'name="trump" value="S"' in answer.text


def test_a_photo_for_a_game_is_priced_by_what_that_table_plays(client: FlaskClient) -> None:
    house = replace(find_variant("site"), meld_table=MeldTable(pinochle=(5, 30)))
    events = start_game(house, ("Ann", "Bob", "Cy", "Di"), dealer=0)
    assert not isinstance(events, Refusal)
    started = events[0]
    assert isinstance(started, GameStarted)
    with client.application.app_context():
        game = store().journal.create_game(to_new_game(started, NOW), to_entries(events, "Ann", NOW)).game_id
    assert "<output>50</output>" in client.get(send(client, game=game, trump="S", next=f"/game/{game}/meld")).text


def test_a_photo_for_a_game_that_is_not_there_is_not_read(client: FlaskClient) -> None:
    answer = client.post("/photo/", data={"taken": (io.BytesIO(b"photo"), "a.jpg"), "game": "nosuchgame99"})
    assert answer.status_code == 404


def test_a_sample_is_counted_under_its_own_pack_and_trump(client: FlaskClient) -> None:
    page = client.get(client.post("/photo/", data={"sample": "double-deck-hand"}).location).text
    assert '<option value="doubles" selected>' in page


def test_a_sample_that_is_not_there_says_so(client: FlaskClient) -> None:
    answer = client.post("/photo/", data={"sample": "../../secret"})
    assert answer.status_code == 422
    assert "no such sample" in answer.text


def test_each_refusal_of_the_reader_is_shown_as_its_own_sentence(make_app: Callable[..., Flask]) -> None:
    def refuse(content: bytes, pack: Pack) -> Picture:
        raise Unreadable("This file is cut off.")

    answer = browser(make_app(READER=refuse)).post("/photo/", data={"taken": (io.BytesIO(b"x"), "x.jpg")})
    assert answer.status_code == 422
    assert "This file is cut off." in answer.text


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims to be huge and holds nothing."""
    chunks = (b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), b"IDAT" + bytes(9))
    packed = (struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


BAD_FILES = [
    (b"", "empty"),
    (b"Dear grandmother, here is the photo.", "not a picture"),
    (b"GIF89a" + bytes(40), "cannot be read"),
    (find_sample("roundhouse").picture.read_bytes()[:9000], "cut off"),
    (png_header(10_000, 10_000), "too many pixels"),
]


@pytest.mark.parametrize(("content", "says"), BAD_FILES, ids=[says for _, says in BAD_FILES])
def test_each_bad_file_has_its_own_sentence(make_app: Callable[..., Flask], content: bytes, says: str) -> None:
    client = browser(make_app(READING_GRACE_SECONDS=60))
    answer = client.post("/photo/", data={"chosen": (io.BytesIO(content), "meld.jpg")})
    assert answer.status_code == 422
    assert says in answer.text
    assert 'type="file"' in answer.text


def test_a_sample_is_read_by_the_real_reader(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READING_GRACE_SECONDS=60))
    address = client.post("/photo/", data={"sample": "run-and-marriage"}).location
    page = client.get(address).text
    assert "ace of spades" in page
    assert b"Exif" not in client.get(f"{address}.jpg").data


def test_a_photo_that_is_gone_says_why(client: FlaskClient) -> None:
    answer = client.get("/photo/nosuchphoto9")
    assert answer.status_code == 404
    assert "thrown away after a day" in answer.text


def test_a_spread_comes_back_from_json_as_it_was() -> None:
    spread = spread_from_reading(reading("QS JD KS", "Dark photo."), Purpose("site"))
    assert spread_from_json(json.loads(json.dumps(spread.to_json()))) == spread


class SlowReader:
    """Holds every photo until it is opened."""

    def __init__(self) -> None:
        self.opened = threading.Event()

    def __call__(self, content: bytes, pack: Pack) -> Picture:
        self.opened.wait(10)
        return read_pinochle(content, pack)


@pytest.fixture
def slow() -> Iterator[SlowReader]:
    made = SlowReader()
    yield made
    made.opened.set()


@pytest.fixture
def waiting(make_app: Callable[..., Flask], slow: SlowReader) -> FlaskClient:
    return browser(make_app(READER=slow, READING_GRACE_SECONDS=0))


def test_who_waits_sees_how_many_photos_come_first_and_then_the_reading(waiting: FlaskClient, slow: SlowReader) -> None:
    lines = [send(waiting) for _ in range(3)]
    assert "Reading your photo" in waiting.get(lines[0]).text
    page = waiting.get(lines[2]).text
    assert "2 photos come" in page
    assert 'http-equiv="refresh"' in page
    slow.opened.set()
    room: ReadingRoom = waiting.application.extensions["reading_room"]
    for line in lines:
        ticket = room.find(line.rpartition("/")[2])
        assert ticket is not None
        ticket.wait(10)
        answer = waiting.get(line)
        assert answer.status_code == 303
        assert "2 cards" in waiting.get(answer.location).text


def test_htmx_is_sent_to_the_reading_when_it_is_there(waiting: FlaskClient, slow: SlowReader) -> None:
    line = send(waiting)
    assert "<html" not in waiting.get(line, headers={"HX-Request": "true"}).text
    slow.opened.set()
    room: ReadingRoom = waiting.application.extensions["reading_room"]
    ticket = room.find(line.rpartition("/")[2])
    assert ticket is not None
    ticket.wait(10)
    answer = waiting.get(line, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, line)


def test_a_photo_that_waits_no_longer_says_what_to_do(client: FlaskClient) -> None:
    answer = client.get("/photo/line/nosuchticket")
    assert answer.status_code == 404
    assert "Take it again" in answer.text


def test_a_reader_that_dies_is_a_sentence_and_the_next_photo_is_read(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READING_GRACE_SECONDS=60))
    room: ReadingRoom = client.application.extensions["reading_room"]
    room.read = partial(room.worker.call, die_of_one_photo)
    answer = client.post("/photo/", data={"taken": (io.BytesIO(b"deadly"), "a.jpg"), "trump": "S"})
    assert answer.status_code == 422
    assert "The score is safe" in answer.text
    assert 'name="trump" value="S"' in answer.text
    assert "2 cards" in client.get(send(client)).text


def die_of_one_photo(content: bytes, pack: Pack) -> Picture:
    if content == b"deadly":
        os.abort()
    return read_pinochle(content, pack)


def test_a_frame_of_a_live_camera_is_answered_with_outlines(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app())
    answer = client.post("/photo/glance?variant=site", data=find_sample("aces-around").picture.read_bytes())
    assert answer.status_code == 200
    assert {"AS", "AH", "AC", "AD"} <= {card["card"] for card in json.loads(answer.text)["cards"]}
    assert len(json.loads(answer.text)["cards"][0]["outline"]) == 4
    assert client.get("/photo/").text.count("data-camera") == 1


def test_a_frame_is_dropped_while_a_photo_waits(waiting: FlaskClient) -> None:
    send(waiting)
    assert waiting.post("/photo/glance", data=b"frame").status_code == 204


def test_a_frame_that_is_no_picture_is_dropped(make_app: Callable[..., Flask]) -> None:
    assert browser(make_app()).post("/photo/glance", data=b"nothing").status_code == 204


def test_a_frame_is_small(client: FlaskClient) -> None:
    assert client.post("/photo/glance", data=bytes(600_000)).status_code == 413
