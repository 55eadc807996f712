"""From a photo to a meld: how it is sent, what is shown of its reading, and what is refused."""

from __future__ import annotations

import io
import json
import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.commands import Refusal
from companion.game.decide.start import start_game
from companion.game.events import GameStarted
from companion.rules.choices import MeldTable
from companion.rules.variants import find_variant
from companion.store.games import to_entries, to_new_game
from companion.vision.reading import Unreadable
from companion.vision.samples import find_sample
from companion.vision.serve import Pack, Picture
from companion.vision.stages.notes import ANOTHER_HELPS, HARD, MIRRORED, NO_LETTERS, UNUSUAL
from companion.web.core.current import current_store
from companion.web.photo.case import Purpose
from companion.web.photo.checked import checked_from_json, checked_from_reading
from tests.web.conftest import NOW, browser
from tests.web.photo_reader import read_pinochle, reading, send


@pytest.fixture
def client(make_app: Callable[..., Flask]) -> FlaskClient:
    return browser(make_app(READER=read_pinochle))


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


def test_a_photo_without_cards_says_what_would_help(client: FlaskClient) -> None:
    page = client.get(send(client, b"no cards")).text
    assert page.count('role="alert"') == page.count("No cards found") == 1
    assert re.search(r'<details[^>]* id="missed" open>', page)


def test_a_photo_without_cards_is_taken_again_and_lists_nothing(client: FlaskClient) -> None:
    page = unescape(client.get(send(client, b"no cards", whose="2", game="", back="/x")).text)
    [link] = re.findall(r'class="button wide primary" href="([^"]+)">Take it again<', page)
    assert 'name="whose" value="2"' in client.get(link).text
    for idle in ("Tap a card", "No meld in these cards", "With a trump suit", "0 cards", "Another photo of"):
        assert idle not in page


@pytest.mark.parametrize("note", ANOTHER_HELPS)
def test_a_photo_that_another_would_better_is_taken_again_while_a_card_is_in_doubt(
    make_app: Callable[..., Flask], note: str
) -> None:
    client = browser(make_app(READER=lambda _content, _pack: Picture(b"jpeg", reading("QS JD", note))))
    address = send(client)
    assert "Take it again" in client.get(address).text
    client.post(f"{address}/card/1", data={"card": "JD", "was": "JD"})
    assert "Take it again" not in client.get(address).text


@pytest.mark.parametrize("note", [HARD, MIRRORED])
def test_what_another_photo_would_not_better_is_not_taken_again(make_app: Callable[..., Flask], note: str) -> None:
    client = browser(make_app(READER=lambda _content, _pack: Picture(b"jpeg", reading("QS JD", note))))
    page = client.get(send(client)).text
    assert note in page
    assert "Take it again" not in page


@pytest.mark.parametrize(("cards", "note"), [("QS JD", UNUSUAL), ("", NO_LETTERS)])
def test_a_deck_with_unusual_letters_may_be_taught(make_app: Callable[..., Flask], cards: str, note: str) -> None:
    client = browser(make_app(READER=lambda _content, _pack: Picture(b"jpeg", reading(cards, note))))
    page = client.get(send(client)).text
    assert unescape(page).count(note) == 1
    assert page.count('<a class="button wide" href="/deck/">Teach the reader your deck</a>') == 1
    assert "Teach the reader your deck" not in client.get(send(client, kind="deck")).text


def test_that_a_deck_has_no_letters_is_said_until_its_cards_are_added(make_app: Callable[..., Flask]) -> None:
    client = browser(make_app(READER=lambda _content, _pack: Picture(b"jpeg", reading("", NO_LETTERS))))
    address = send(client)
    client.post(f"{address}/add", data={"card": "AD", "key": "one"})
    page = unescape(client.get(address).text)
    assert NO_LETTERS not in page
    assert "1 card" in page


def test_one_of_several_photos_is_taken_again_beside_the_others(client: FlaskClient) -> None:
    address = send(client)
    photo = address.rpartition("/")[2]
    send(client, b"no cards", join=photo)
    [link] = re.findall(r'href="([^"]+)">Take it again<', unescape(client.get(address).text))
    assert f"join={photo}" in link


def test_a_photo_in_which_nothing_is_in_doubt_is_not_to_be_taken_again(client: FlaskClient) -> None:
    assert "Take it again" not in client.get(send(client)).text


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
        game = current_store().journal.create_game(to_new_game(started, NOW), to_entries(events, "Ann", NOW)).game_id
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
    checked = checked_from_reading(reading("QS JD KS", "Dark photo."), Purpose("site"))
    assert checked_from_json(json.loads(json.dumps(checked.to_json()))) == checked
