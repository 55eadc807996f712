"""Somebody who plays at a table through its pages: each form is sent as the page last seen had it."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from html import unescape
from typing import Any

from flask import Flask, g
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.game.commands import Refusal
from companion.game.decide.start import start_game
from companion.game.events import GameStarted
from companion.game.state import GameState
from companion.rules.variant import Variant
from companion.web.core.game import begin_game, open_game

NAMES = ("Ann", "Bob", "Cy", "Di")
FRAGMENT = {"HX-Request": "true"}


@dataclass
class Player:
    """A browser at one game."""

    app: Flask
    client: FlaskClient
    game: str

    def see(self, query: str = "") -> str:
        """The words of the table's page."""
        return words(self.client.get(f"/game/{self.game}/{query}"))

    def send(self, path: str, **fields: Any) -> TestResponse:
        """Send a form of the page as it stands; the field ``points-A`` is given as ``points_A``."""
        return self._post(path, fields, {})

    def swap(self, path: str, **fields: Any) -> TestResponse:
        """The same as htmx sends it."""
        return self._post(path, fields, FRAGMENT)

    def _post(self, path: str, fields: dict[str, Any], headers: dict[str, str]) -> TestResponse:
        stamp = {"key": secrets.token_urlsafe(8), "seen": str(self.version)}
        sent = {re.sub("_(?=[A-H])|(?<=[A-H])_", "-", name): value for name, value in fields.items()}
        return self.client.post(f"/game/{self.game}/{path}", data=stamp | sent, headers=headers)

    def do(self, path: str, **fields: Any) -> str:
        """Send a form that must be taken, and see the page that follows."""
        answer = self.send(path, **fields)
        assert answer.status_code == 303, words(answer)
        return words(self.client.get(answer.headers["Location"]))

    @property
    def state(self) -> GameState:
        """The game as the server has it."""
        with self.app.test_request_context():
            return open_game(self.game).state

    @property
    def version(self) -> int:
        with self.app.test_request_context():
            return open_game(self.game).version


def begin(app: Flask, variant: Variant, names: tuple[str, ...] = NAMES) -> str:
    """A new game of a variant; the first player deals."""
    events = start_game(variant, names, dealer=0)
    assert not isinstance(events, Refusal), events.says
    started = events[0]
    assert isinstance(started, GameStarted)
    with app.test_request_context(method="POST", data={}):
        g.device = "a device in a test"
        return begin_game(events, started).game_id


def words(answer: TestResponse) -> str:
    """What a page says, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).replace("\ufe0e", "").split())
