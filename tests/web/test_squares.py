"""A game in squares: what they say is the game as it is saved, and any companion brings it in."""

from __future__ import annotations

import base64
import io
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.rules.variants import find_variant
from companion.web import create_app
from companion.web.squares import squares
from tests.web.conftest import browser
from tests.web.table_player import Player, begin


def table(app: Flask) -> Player:
    """A game in which a bid was made."""
    player = Player(app, browser(app), begin(app, find_variant("site")))
    player.do("take", seat=0, amount=300)
    return player


def parts_of(app: Flask, game: str) -> list[str]:
    """What the squares of a game say."""
    with app.test_request_context("/"):
        return squares(game)


def put_together(parts: list[str]) -> bytes:
    """The game in squares that were read in whatever order."""
    said = sorted((part.partition("#square.")[2].split(".") for part in parts), key=lambda each: int(each[1]))
    assert len({(mark, count) for mark, _, count, _ in said}) == 1
    return zlib.decompress(b"".join(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)) for *_, part in said))


def test_what_the_squares_say_is_brought_in_as_the_same_game(make_app: Callable[..., Flask], tmp_path: Path) -> None:
    here, there = make_app(), create_app(tmp_path / "another")
    player = table(here)
    parts = parts_of(here, player.game)
    content = put_together(parts[::-1])

    answer = browser(there).post("/games/file", data={"file": (io.BytesIO(content), "game.json")})
    (row,) = there.extensions["store"].journal.list_games()
    there.extensions["store"].close()

    assert len(parts) > 1
    assert row.id in answer.location
    assert row.version == player.version


def test_each_square_of_the_page_is_a_picture_and_there_are_no_others(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    player = table(app)
    count = len(parts_of(app, player.game))

    page = player.client.get(f"/game/{player.game}/squares").text
    pictures = [player.client.get(f"/game/{player.game}/squares/{number}.svg") for number in range(count + 2)]

    assert page.count("<img") == count
    assert [each.status_code for each in pictures] == [404, *[200] * count, 404]
    assert all(each.mimetype == "image/svg+xml" for each in pictures[1:-1])


def test_a_square_carries_its_part_where_no_host_sees_it(make_app: Callable[..., Flask]) -> None:
    app = make_app(URL="https://cards.example")
    alone = make_app(URL="https://cards.example/pinochle", ALONE=True)

    assert parts_of(app, table(app).game)[0].startswith("https://cards.example/games/squares#square.")
    assert parts_of(alone, table(alone).game)[0].startswith("https://cards.example/pinochle/#square.")


def test_a_game_too_long_for_squares_is_offered_as_a_file(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = table(make_app())
    monkeypatch.setattr("companion.web.squares.MOST_PARTS", 1)

    page = player.client.get(f"/game/{player.game}/squares").text

    assert "too long for squares" in page
    assert f"/game/{player.game}/export.json" in page
    assert "<img" not in page
