"""What whatever watches over the server is told."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from companion.store import Unavailable


def test_a_process_that_cannot_write_answers_and_is_not_ready(app: Flask, client: FlaskClient) -> None:
    def fail(*_: object) -> None:
        raise Unavailable("games", "the disk is full", "Make room on it.")

    assert [client.get(path).text for path in ("/healthz", "/readyz")] == ["ok\n", "ok\n"]
    app.extensions["store"].database.write = fail
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "the disk is full\n")
