"""Streams that one thread goes on with: each phone hears of each write, whoever goes gives the place back."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.journal import Journal, NewEntry, Shelf
from companion.web.base import streams as module
from companion.web.base.current import current_store
from companion.web.base.events import BEAT, signal
from companion.web.base.following import Following
from companion.web.base.streams import LAST_CHUNK, HandedOver, Opening, Streams
from tests.conftest import PATIENCE_SECONDS
from tests.web.conftest import NOW

LATER = "2026-12-20T19:00:00.000+00:00"
CHANGED = re.compile(rb"event: changed\ndata: (\d+)\n\n")


@pytest.fixture
def journal(app: Flask) -> Journal:
    with app.app_context():
        return current_store().journal


@pytest.fixture
def streams(app: Flask, journal: Journal) -> Iterator[Streams]:
    made = Streams(journal)
    yield made
    app.extensions["store"].bell.close()
    made.close()


@dataclass
class Phone:
    """A phone at one end of a line, and what the server knows of it at the other."""

    following: Following
    left: Event
    line: socket.socket
    servers_end: socket.socket
    ended: Event = field(default_factory=Event)
    heard: bytes = b""

    def hears(self, wanted: bytes) -> bool:
        """Whether this comes before the line ends."""
        while wanted not in self.heard:
            part = self.line.recv(1 << 16)
            self.heard += part
            if not part:
                return False
        return True


@pytest.fixture
def phone() -> Iterator[Callable[..., Phone]]:
    """Makes phones whose streams opened at a mark."""
    made: list[Phone] = []

    def follow(mark: int, **kinds: object) -> Phone:
        left, (line, servers_end) = Event(), socket.socketpair()
        line.settimeout(PATIENCE_SECONDS)
        made.append(Phone(Following(left.set, **kinds), left, line, servers_end))  # type: ignore[arg-type]
        made[-1].following.at(mark)
        return made[-1]

    yield follow
    for each in made:
        each.line.close()


def take(streams: Streams, game: str, *phones: Phone) -> None:
    for each in phones:
        streams.take(each.servers_end, game, each.following, each.ended.set)


def write(journal: Journal, game: str) -> None:
    journal.append(game, journal.version(game), None, [NewEntry("Noted", {}, "Ann", NOW)])


def part(event: str) -> bytes:
    """An event as it is sent, in a part of its own."""
    return b"%X\r\n%b\r\n" % (len(event.encode()), event.encode())


def test_each_phone_hears_of_each_write_and_otherwise_that_the_line_stands(
    monkeypatch: pytest.MonkeyPatch, journal: Journal, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_SECONDS", 0.01)
    phones = [phone(1) for _ in range(3)]
    take(streams, game, *phones)
    assert all(each.hears(part(BEAT)) for each in phones)
    for mark in (2, 3):
        write(journal, game)
        assert all(each.hears(part(signal(mark))) for each in phones)
    assert all(CHANGED.findall(each.heard) == [b"2", b"3"] for each in phones)


def test_what_was_written_while_a_stream_was_opened_is_told_at_once(
    journal: Journal, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    first, late = phone(1), phone(1)
    take(streams, game, first)
    write(journal, game)
    assert first.hears(part(signal(2)))
    take(streams, game, late)
    assert late.hears(part(signal(2)))
    assert BEAT.encode() not in late.heard


def test_one_that_looks_on_is_sent_its_page_and_another_the_signal(
    journal: Journal, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    onlooker, player = phone(1, news=lambda mark: f"event: page\ndata: {mark}\n\n"), phone(1)
    take(streams, game, onlooker, player)
    write(journal, game)
    assert onlooker.hears(part("event: page\ndata: 2\n\n"))
    assert player.hears(part(signal(2)))


def test_whoever_goes_gives_the_place_back_and_the_others_hear_on(
    journal: Journal, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    goes, stays = phone(1), phone(1)
    take(streams, game, goes, stays)
    goes.line.close()
    assert goes.left.wait(PATIENCE_SECONDS)
    assert goes.ended.wait(PATIENCE_SECONDS)
    write(journal, game)
    assert stays.hears(part(signal(2)))
    assert not stays.left.is_set()


def test_a_phone_that_takes_nothing_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, journal: Journal, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_SECONDS", 0.01)
    page = "event: page\ndata: " + "x" * 4 * module.MOST_UNSENT + "\n\n"
    stuck = phone(1, news=lambda _: page)
    take(streams, game, stuck)
    write(journal, game)
    assert stuck.left.wait(PATIENCE_SECONDS)


def close_the_store(app: Flask, _: str) -> None:
    app.extensions["store"].bell.close()


def throw_the_game_away(app: Flask, game: str) -> None:
    journal = app.extensions["store"].journal
    journal.lay(game, Shelf.BIN, NOW)
    journal.empty_bin(LATER)


@pytest.mark.parametrize("end", [close_the_store, throw_the_game_away])
def test_a_stream_ends_in_good_order_with_what_it_tells_of(
    end: Callable[[Flask, str], None], app: Flask, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    follower = phone(1)
    take(streams, game, follower)
    end(app, game)
    assert follower.hears(LAST_CHUNK)
    assert follower.left.wait(PATIENCE_SECONDS)


def test_a_stream_is_handed_over_once_its_opening_was_sent(app: Flask, game: str, streams: Streams) -> None:
    client = app.test_client()
    with closing(client.get(f"/live/{game}", environ_overrides={module.OFFER: streams})) as answer:
        events = iter(answer.response)
        assert next(events) == signal(1).encode()
        with pytest.raises(HandedOver):
            next(events)
    assert app.extensions["places"].taken == 1


def test_a_stream_that_was_not_handed_over_gives_its_place_back(
    client: FlaskClient, app: Flask, game: str, streams: Streams
) -> None:
    client.get(f"/live/{game}", environ_overrides={module.OFFER: streams}).close()
    assert app.extensions["places"].taken == 0
    opening = Opening(streams, game, Following(lambda: None), 1)
    assert next(opening) == signal(1).encode()


def test_a_line_that_knows_no_parts_is_not_offered_to_go_on(streams: Streams) -> None:
    asked = [{"SERVER_PROTOCOL": f"HTTP/1.{minor}"} for minor in (0, 1)]
    for environ in asked:
        streams.offer(environ)
    assert [module.OFFER in environ for environ in asked] == [False, True]
