"""The letters that a deck has are seen once in a game: its next photos are read by them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.commands import Refusal
from companion.game.decide.start import start_game
from companion.game.events import GameStarted
from companion.rules.variants import find_variant
from companion.store.games import to_entries, to_new_game
from companion.vision.serve import Pack, Picture
from companion.vision.stages.letters import ALPHABETS, Evidence, add_evidence, answer_to_evidence, evidence_of
from companion.web.core.current import current_store
from companion.web.photo.case import read_purpose
from companion.web.photo.checked import CheckedReading, checked_from_json
from tests.web.conftest import NOW, browser
from tests.web.photo_reader import reading, send


class LettersReader:
    """Sees the letters that the photo names, and remembers which were known before."""

    def __init__(self) -> None:
        self.known: list[Evidence] = []

    def __call__(
        self, content: bytes, pack: Pack, deck: bytes = b"", letters: Evidence = (), sweep: str = ""
    ) -> Picture:
        self.known.append(letters)
        told, name = reading("QH QS QD QC JD"), content.decode()
        cards = tuple(each._replace(sure=False, letter="V" if name == "V" else "") for each in told.cards)
        return Picture(b"jpeg", told._replace(cards=cards, letters=OPEN if name == "V" else evidence_of(name)))


OPEN = tuple(0.0 if alphabet.name in ("French", "Dutch") else -4.0 for alphabet in ALPHABETS)
"""Evidence of a photo with nothing but V."""


@pytest.fixture
def reader() -> LettersReader:
    return LettersReader()


@pytest.fixture
def client(make_app: Callable[..., Flask], reader: LettersReader) -> FlaskClient:
    return browser(make_app(READER=reader))


def new_game(client: FlaskClient) -> str:
    events = start_game(find_variant("site"), ("Ann", "Bob", "Cy", "Di"), dealer=0)
    assert not isinstance(events, Refusal)
    started = events[0]
    assert isinstance(started, GameStarted)
    with client.application.app_context():
        return current_store().journal.create_game(to_new_game(started, NOW), to_entries(events, "Ann", NOW)).game_id


def test_a_photo_is_read_by_what_all_photos_of_its_game_said(client: FlaskClient, reader: LettersReader) -> None:
    game = new_game(client)
    for content in (b"German", b"", b"English", b""):
        send(client, content, game=game)
    german, english = evidence_of("German"), evidence_of("English")
    assert reader.known == [(), german, german, add_evidence([german, english])]


def test_a_live_camera_sees_by_what_the_photos_of_its_game_said(client: FlaskClient, reader: LettersReader) -> None:
    game = new_game(client)
    send(client, b"German", game=game)
    assert client.post(f"/photo/glance?game={game}", data=b"frame").status_code == 200
    assert reader.known == [(), evidence_of("German")]


def test_what_a_person_answers_is_remembered_for_the_game(client: FlaskClient, reader: LettersReader) -> None:
    game = new_game(client)
    address = send(client, b"V", game=game)
    client.post(f"{address}/card/0", data={"card": "JH", "was": "QH"})
    send(client, b"", game=game)
    assert reader.known[-1] == add_evidence([OPEN, answer_to_evidence("V", "J")])


def test_one_answer_names_every_card_with_the_same_letter(client: FlaskClient) -> None:
    address = send(client, b"V")
    client.post(f"{address}/card/1", data={"card": "QS", "was": "QS"})
    client.post(f"{address}/card/0", data={"card": "JH", "was": "QH"})
    asked = [client.get(f"{address}/card/{index}").text for index in range(4)]
    assert "You named this the <strong>jack of hearts" in asked[0]
    assert "You named this the <strong>queen of spades" in asked[1]
    assert "I read this as the <strong>jack of diamonds" in asked[2]
    assert "I read this as the <strong>jack of clubs" in asked[3]
    assert 'aria-label="queen of diamonds"' in asked[2]


def test_a_card_whose_letter_was_clear_teaches_nothing(client: FlaskClient, reader: LettersReader) -> None:
    game = new_game(client)
    address = send(client, b"German", game=game)
    client.post(f"{address}/card/0", data={"card": "JH", "was": "QH"})
    send(client, b"", game=game)
    assert reader.known[-1] == evidence_of("German")
    assert "I read this as the <strong>queen of spades" in client.get(f"{address}/card/1").text


def test_photos_kept_by_older_versions_say_their_letters_by_name() -> None:
    body = CheckedReading((), (800, 600), (), read_purpose({})).to_json()
    for name in ("German", ""):
        assert checked_from_json({**body, "letters": name}).letters == evidence_of(name)


def test_letters_stay_with_their_game(client: FlaskClient, reader: LettersReader) -> None:
    send(client, b"German", game=new_game(client))
    send(client, b"", game=new_game(client))
    send(client, b"")
    assert reader.known == [(), (), ()]
