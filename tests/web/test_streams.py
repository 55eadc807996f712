"""Streams that the server goes on with: each phone hears of each write, and whoever goes gives the place back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.entries import NewEntry, Shelf
from companion.web import streams
from tests.web.conftest import NOW, browser
from tests.web.follower import Follower

LATER = "2026-12-20T19:00:00.000+00:00"
BEAT = b"event: beat\ndata: 1\n\n"


def signal(mark: int) -> bytes:
    return b"event: changed\ndata: %d\n\n" % mark


@pytest.fixture
def follow(client: FlaskClient, game: str) -> Iterator[Callable[[], Follower]]:
    """Phones that follow the game."""
    made: list[Follower] = []

    def make() -> Follower:
        made.append(Follower(client, f"/live/{game}"))
        return made[-1]

    yield make
    for each in made:
        each.close()


def write(app: Flask, game: str) -> None:
    journal = app.extensions["store"].journal
    journal.append(game, journal.version(game), None, [NewEntry("Noted", {}, "Ann", NOW)])


def test_each_phone_hears_of_each_write_once_and_otherwise_that_the_line_stands(
    monkeypatch: pytest.MonkeyPatch, app: Flask, game: str, follow: Callable[[], Follower]
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.01)
    phones = [follow() for _ in range(3)]
    assert all(next(each) == signal(1) for each in phones)
    assert all(next(each) == BEAT for each in phones)
    for mark in (2, 3):
        write(app, game)
        assert all(next(each.news()) == signal(mark) for each in phones)
    assert all(next(each) == BEAT for each in phones)


def test_what_was_written_while_a_stream_was_opened_is_told_at_once(
    app: Flask, game: str, follow: Callable[[], Follower], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = streams.Streams.follow

    async def late(self: streams.Streams, *words: object) -> None:
        write(app, game)
        await opened(self, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(streams.Streams, "follow", late)
    phone = follow()
    assert [next(phone), next(phone)] == [signal(1), signal(2)]


def test_whoever_goes_gives_the_place_back_and_the_others_hear_on(
    app: Flask, game: str, follow: Callable[[], Follower]
) -> None:
    goes, stays = follow(), follow()
    assert app.extensions["places"].taken == 2
    goes.close()
    assert app.extensions["places"].taken == 1
    next(stays)
    write(app, game)
    assert next(stays.news()) == signal(2)


def test_a_phone_for_which_there_is_no_place_takes_none(make_app: Callable[..., Flask], game: str) -> None:
    app = make_app(WATCHERS=1)
    first, second = (Follower(browser(app), f"/live/{game}") for _ in range(2))
    assert (first.status, second.status, second.headers["retry-after"]) == (200, 503, "20")
    first.close()
    assert app.extensions["places"].taken == 0


def close_the_store(app: Flask, _: str) -> None:
    app.extensions["store"].bell.close()


def throw_the_game_away(app: Flask, game: str) -> None:
    journal = app.extensions["store"].journal
    journal.lay(game, Shelf.BIN, NOW)
    journal.empty_bin(LATER)


@pytest.mark.parametrize("end", [close_the_store, throw_the_game_away])
def test_a_stream_ends_with_what_it_tells_of(
    end: Callable[[Flask, str], None], app: Flask, game: str, follow: Callable[[], Follower]
) -> None:
    phone = follow()
    assert next(phone) == signal(1)
    end(app, game)
    assert [each for each in phone if re.match(rb"event: changed", each)] in ([], [signal(2)])
    phone.close()
    assert app.extensions["places"].taken == 0
