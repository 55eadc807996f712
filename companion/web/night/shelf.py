"""A night's right day, the archive and the bin of nights."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.night.events import DayCorrected, Event
from companion.night.state import Night
from companion.store.audit import Action
from companion.store.entries import Shelf
from companion.store.errors import TwoCopies
from companion.store.moments import now
from companion.store.nights import NightRead
from companion.web.core.access import NIGHT_DIRECTOR, allow
from companion.web.core.current import current_store
from companion.web.core.forms import Form, posted, read_day
from companion.web.core.identity import club_entry
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import KEEPING, limited
from companion.web.night.case import NO_SUCH_NIGHT, carry_out
from companion.web.shelf import KEPT_FOR, kept_until, shelf_named

TWIN = "Another copy of this night is here, with other entries. Delete that one first, then restore this one."

pages = Blueprint("night_shelf", __name__, url_prefix="/nights/<night>")


@pages.get("/shelf")
@allow(NIGHT_DIRECTOR)
def ask(night: str) -> Response:
    """The forms that correct a night's day, and archive, delete or restore the night."""
    return _page(night, Form())


@pages.post("/shelf")
@allow(NIGHT_DIRECTOR)
@limited(KEEPING)
def lay(night: str) -> Response:
    """Move a night to the archive, to the bin, or back to the list."""
    row = _find(night).row
    form, shelf = posted(), shelf_named(request.form.get("shelf", ""))
    if shelf is None:
        abort(400, "This page has no such button.")
    action = Action.NIGHT_DELETED if shelf is Shelf.BIN else Action.NIGHT_RESTORED
    logged = row.shelf is not shelf and Shelf.BIN in (row.shelf, shelf)
    try:
        current_store().nights.lay(night, shelf, now(), club_entry(action, row.name) if logged else None)
    except TwoCopies:
        form.refuse("shelf", TWIN)
        return _page(night, form)
    return see_other(url_for("night.index", shelf=shelf if shelf is not Shelf.OPEN else None))


@pages.post("/day")
@allow(NIGHT_DIRECTOR)
@limited(KEEPING)
def correct_day(night: str) -> Response:
    """Give a night the day on which it was played; seasons count it there."""
    form, opened_for = posted(), _find(night).row.day
    day = read_day(form, "day", "day of the night")

    def make(found: Night) -> list[Event]:
        return [] if day == (found.day or opened_for) else [DayCorrected(day)]

    if form.errors or not carry_out(night, form, "day", make):
        return _page(night, form)
    return see_other(url_for("night.night_page", night=night))


def _find(night: str) -> NightRead:
    """A night on any shelf."""
    return current_store().nights.read(night) or abort(404, NO_SUCH_NIGHT)


def _page(night: str, form: Form) -> Response:
    read = _find(night)
    return respond(
        "night/shelf.html",
        status=form.status,
        form=form,
        id=night,
        read=read,
        night=read.night,
        Shelf=Shelf,
        days=KEPT_FOR.days,
        until=kept_until(read.row),
    )
