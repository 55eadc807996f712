"""Games begun through the page of their seats, played on and finished in a line each."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask
from flask.testing import FlaskClient

from companion.cards import Suit
from companion.game.commands import CloseMeld, Command, ConfirmDeal, EndDeal, NameTrump, Refusal, TakeBid
from companion.game.decide import decide
from companion.game.events import Event, GameWon
from companion.game.state import GameState
from companion.rules.score import DealEnd
from companion.store.games import to_entries
from companion.web.core.current import journal
from companion.web.core.game import open_game
from tests.web.conftest import NOW

PEOPLE = ("Ann", "Bob", "Cy", "Di")
THROWN_IN = (
    TakeBid(0, 400),
    NameTrump(Suit.HEARTS),
    CloseMeld(),
    EndDeal(DealEnd.THROWN_IN),
    ConfirmDeal(),
)


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
        return open_game(game).state


def write(app: Flask, game: str, *events: Event) -> None:
    with app.app_context():
        journal().append(game, journal().version(game), None, to_entries(events, "Ann", NOW))


def play_one_deal(app: Flask, game: str, commands: Iterable[Command] = THROWN_IN) -> None:
    """Let the deal on the table be bid, thrown in and scored, unless these commands say otherwise."""
    for command in commands:
        with app.test_request_context():
            decision = decide(open_game(game).history, command)
        assert not isinstance(decision, Refusal)
        write(app, game, *decision)


def finish(app: Flask, game: str) -> None:
    """Write down that side A has won."""
    write(app, game, GameWon("A", "end.target", "Ann & Cy have 1500.", 1))
