"""Streams that one thread goes on with: each phone hears of each write, whoever goes gives the place back."""

from __future__ import annotations

import concurrent.futures
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event, Thread

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.entries import NewEntry, Shelf
from companion.store.journal import Journal
from companion.web.base import streams as module
from companion.web.base.current import current_store
from companion.web.base.events import BEAT, signal
from companion.web.base.following import Following
from companion.web.base.phone_line import MOST_UNSENT
from companion.web.base.streams import HandedOver, Opening, Streams
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


def test_whoever_comes_late_hears_of_each_write_once_and_in_its_order(
    journal: Journal, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    def news(mark: int) -> str:
        if mark == 2:  # while it is made, the others hear of the next
            write(journal, game)
            assert first.hears(part(signal(3)))
        return signal(mark)

    first, late = phone(1), phone(1, news=news)
    take(streams, game, first)
    write(journal, game)
    assert first.hears(part(signal(2)))
    take(streams, game, late)
    write(journal, game)
    assert late.hears(part(signal(4)))
    assert CHANGED.findall(late.heard) in ([b"2", b"3", b"4"], [b"2", b"4"])


def test_a_phone_for_which_there_is_no_thread_is_cut_off_and_the_next_hears(
    monkeypatch: pytest.MonkeyPatch, journal: Journal, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    def refused(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    unlucky, lucky = phone(1), phone(1)
    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", refused)
        take(streams, game, unlucky)
    assert unlucky.ended.wait(PATIENCE_SECONDS)
    assert unlucky.left.is_set()
    take(streams, game, lucky)
    write(journal, game)
    assert lucky.hears(part(signal(2)))


def test_a_line_that_was_not_taken_in_time_stays_with_its_server(
    monkeypatch: pytest.MonkeyPatch, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    busy, late, next_one = Event(), phone(1), phone(1)
    streams._loop.call_soon_threadsafe(busy.wait, PATIENCE_SECONDS)
    with monkeypatch.context() as patch:
        patch.setattr(module, "PATIENCE_SECONDS", 0.01)
        with pytest.raises(concurrent.futures.TimeoutError):
            take(streams, game, late)
    assert late.left.is_set()
    busy.set()
    late.line.close()
    take(streams, game, next_one)
    next_one.line.close()
    assert next_one.ended.wait(PATIENCE_SECONDS)
    assert not late.ended.is_set()
    late.servers_end.close()


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
    page = "event: page\ndata: " + "x" * 4 * MOST_UNSENT + "\n\n"
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
    assert follower.hears(b"0\r\n\r\n")
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
    opening = Opening(streams, game, Following(lambda: None), 1, "HTTP/1.1")
    assert next(opening) == signal(1).encode()


@pytest.mark.parametrize(("protocol", "sent"), [("HTTP/1.0", signal(2).encode()), ("HTTP/1.1", part(signal(2)))])
def test_a_line_is_sent_parts_only_where_it_knows_them(
    protocol: str, sent: bytes, journal: Journal, streams: Streams, game: str, phone: Callable[..., Phone]
) -> None:
    follower = phone(-1)
    opening = Opening(streams, game, follower.following, 1, protocol)
    next(opening)
    with pytest.raises(HandedOver) as handed:
        next(opening)
    handed.value.take(follower.servers_end, follower.ended.set)
    write(journal, game)
    assert follower.hears(sent)
    assert (b"\r\n" in follower.heard) == (protocol == "HTTP/1.1")
