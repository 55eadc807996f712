"""What the pages tell whoever counts or writes a log. They know nothing of who listens, and mostly nobody does.

Each is sent by the application: ``answered.send(app, route=…)``.
"""

from __future__ import annotations

from blinker import Signal
from flask import Flask, current_app

answered = Signal("A request was answered: route, method, status, seconds, request_id, game.")
command_done = Signal("A command was judged: command, outcome (written, refused, stale, replayed, unwritten), seconds.")
live_refused = Signal("Somebody who wanted to follow a game found no place.")
sign_in_tried = Signal("Somebody wanted to sign in to the club: way (passkey, link), outcome (ok, refused).")
phone_told = Signal("A phone that follows was told of a write: seconds since that was heard of here.")
work_done = Signal("A photo was read, or a deck learnt: kind, seconds, failed (why, or nothing).")


def this_app() -> Flask:
    """The application itself, by which listeners know whose it is, and not Flask's stand-in for it."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # as Flask's documentation does it
    return app
