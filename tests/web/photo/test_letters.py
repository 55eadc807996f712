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
from companion.web.core.current import current_store
from tests.web.conftest import NOW, browser
from tests.web.photo_reader import reading, send


class LettersReader:
    """Sees the letters that the photo names, and remembers which were known before."""

    def __init__(self) -> None:
        self.known: list[str] = []

    def __call__(self, content: bytes, pack: Pack, deck: bytes = b"", letters: str = "", sweep: str = "") -> Picture:
        self.known.append(letters)
        return Picture(b"jpeg", reading("QS JD")._replace(letters=content.decode()))


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


def test_the_next_photo_of_a_game_is_read_by_the_letters_of_the_last_that_showed_any(
    client: FlaskClient, reader: LettersReader
) -> None:
    game = new_game(client)
    for content in (b"German", b"", b"English", b""):
        send(client, content, game=game)
    assert reader.known == ["", "German", "German", "English"]


def test_letters_stay_with_their_game(client: FlaskClient, reader: LettersReader) -> None:
    send(client, b"German", game=new_game(client))
    send(client, b"", game=new_game(client))
    send(client, b"")
    assert reader.known == ["", "", ""]
