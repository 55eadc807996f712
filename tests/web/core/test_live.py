"""Phones around the table hear that the score has moved."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.entries import NewEntry
from companion.web.core.current import journal
from companion.web.core.live import Places
from tests.web.conftest import NOW, browser


def write(app: Flask, game: str) -> None:
    with app.app_context():
        journal().append(game, journal().version(game), None, [NewEntry("Noted", {}, "Ann", NOW)])


def test_a_stream_opens_with_the_current_version(client: FlaskClient, game: str) -> None:
    answer = client.get(f"/live/{game}")
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert next(iter(answer.response)) == b"event: changed\ndata: 1\n\n"
    answer.close()


def test_when_every_place_is_taken_the_page_is_told_to_ask_again(make_app: Callable[..., Flask], game: str) -> None:
    client = browser(make_app(WATCHERS=1))
    first = client.get(f"/live/{game}")
    refused = client.get(f"/live/{game}")
    assert refused.status_code == 503
    assert "Too many phones follow games just now. The page tries again by itself." in refused.text
    assert int(refused.headers["Retry-After"]) > 0
    first.close()
    second = client.get(f"/live/{game}")
    assert second.status_code == 200
    second.close()


def test_one_address_does_not_take_every_place_and_has_them_again_when_it_leaves(
    make_app: Callable[..., Flask], game: str
) -> None:
    client = browser(make_app(WATCHERS=9, WATCHERS_EACH=2))
    taken = [client.get(f"/live/{game}") for _ in range(2)]
    assert client.get(f"/live/{game}").status_code == 503
    other = client.get(f"/live/{game}", environ_overrides={"REMOTE_ADDR": "192.0.2.2"})
    assert other.status_code == 200
    for answer in (*taken, other):
        answer.close()
    again = client.get(f"/live/{game}")
    assert again.status_code == 200
    again.close()


def test_nothing_is_kept_of_an_address_that_has_left() -> None:
    places = Places(9, 2)
    assert places.take("192.0.2.2") and "192.0.2.2" in repr(vars(places))
    places.leave("192.0.2.2")
    assert "192.0.2.2" not in repr(vars(places))


def test_asking_while_nothing_changed_is_answered_without_a_page(app: Flask, client: FlaskClient, game: str) -> None:
    assert client.get(f"/live/{game}/poll?since=1").status_code == 204
    write(app, game)
    answer = client.get(f"/live/{game}/poll?since=1")
    assert (answer.status_code, answer.text, answer.headers["HX-Trigger"]) == (200, "2", "changed")


@pytest.mark.parametrize("path", ["/live/nosuchgame99", "/live/nosuchgame99/poll"])
def test_a_table_that_is_not_there_is_a_page_with_the_way_home(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "table link" in answer.text
