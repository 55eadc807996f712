"""Tonight's door: a code or a square to come in by, sign in by name, see one's seat and play at one's table."""

from __future__ import annotations

import hashlib

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.night.events import EntrantCame, EntrantLeft, Event
from companion.night.judge import MOST_CODES, Refused
from companion.night.standing import standing
from companion.night.state import Entrant, Night, Table
from companion.rules.names import same_name
from companion.store.errors import SeatHeld
from companion.store.membership import Role
from companion.store.nights import NightRead
from companion.web.core.access import ANYBODY, allow, directs, refuse_alone
from companion.web.core.assets import shared_address
from companion.web.core.current import current_store, seal_json, unseal_json
from companion.web.core.forms import Form, posted
from companion.web.core.game import open_game
from companion.web.core.identity import keep_cookie, this_phone
from companion.web.core.rendering import respond, see_other, wants_fragment
from companion.web.core.seat import Joined, join, joined, was_removed
from companion.web.core.security import COMING_IN, JOINING, limited
from companion.web.night.case import carry_out, clock_of, find_night, is_ahead, is_gone
from companion.web.night.forms import read_entrant, read_names
from companion.web.night.games import GAME_GONE, begin_at, playing, plays_on_phones, seats_at
from companion.web.night.seating import place_of

DOOR = "door of a night"
"""The purpose of the seal on the address of a night's door."""
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of a code, all distinct at a glance."""
CODE_LENGTH = 6
LATELY = 20
SEAT_COOKIE = "seat"
HOURS = 12
"""The duration for which a phone leads back to its seat."""
SECONDS = 15
"""The interval at which a phone asks for its seat."""
MOST_BY_PHONE = 8
"""The maximum number of people that one phone signs in at a night: a family, or two tables."""
MOST_BY_CODE = 120
"""The maximum number of people signed in by tonight's code; further places are the director's."""
NO_SUCH_CODE = "No night that is open now has this code. Look at the director’s phone or a table card again."
NO_SUCH_LINK = "This link opens no night. Ask the director for tonight’s code."
CHANGED = "Tonight’s code was changed. Ask the director for the new one, then type it here: {door}"
OVER = "This night is over, so its code lets nobody in any more. The standing is on the director’s phone."
NOBODY = "Nobody at this night has this number. Tap your name again."
TAKEN = (
    "{name} is in the list already. If that is you, tap the name there. If not, add something that tells you apart, "
    "such as {name} B."
)
TOO_LATE = "The first round is drawn. Ask the director to take you out."
NOT_YOURS = "Another phone signed this name up. Use that one, or ask the director."
REMOVED = "This phone was removed from this game. Ask the director to enter for your table."

pages = Blueprint("door", __name__, url_prefix="/door")
pages.before_request(refuse_alone)


def code_of(night: str, number: int) -> str:
    """One of the codes of a night, which only this server can compute."""
    digest = hashlib.sha256(seal_json(f"{DOOR}, code", [night, number]).encode()).digest()
    return "".join(LETTERS[each % len(LETTERS)] for each in digest[:CODE_LENGTH])


def door_of(night: str, number: int) -> str:
    """The path of one of a night's codes."""
    return url_for("door.names", token=seal_json(DOOR, [night, number]))


@pages.get("/")
@allow(ANYBODY)
def door_page() -> Response:
    """Ask for tonight's code."""
    return respond("night/door.html", form=Form())


@pages.post("/")
@allow(ANYBODY)
@limited(COMING_IN)
def come_in() -> Response:
    """Open the night that has this code."""
    form = posted()
    typed = "".join(form.value("code").upper().split()).replace("-", "")
    for row in current_store().nights.list_nights(LATELY):
        if row.fault:
            continue
        number = next((each for each in range(1, MOST_CODES + 1) if code_of(row.id, each) == typed), 0)
        if number and number == (found := find_night(row.id).night).door and not found.closed:
            return see_other(door_of(row.id, number))
    form.refuse("code", NO_SUCH_CODE)
    return respond("night/door.html", status=form.status, form=form)


@pages.get("/seat")
@allow(ANYBODY)
def seat() -> Response:
    """Lead a phone to the page that last showed its owner's seat tonight, or to the code."""
    return see_other(seat_tonight() or url_for("door.door_page"))


@pages.get("/<token>")
@allow(ANYBODY)
def names(token: str) -> Response:
    """The names here, for each person to tap their own, and the form for anyone not in the list."""
    return _names(token, Form())


@pages.post("/<token>")
@allow(ANYBODY)
@limited(JOINING)
def sign_in(token: str) -> Response:
    """Sign a person in and show their page; a name that another phone signed in needs something beside it."""
    night, form = _night_or_404(token).row.id, posted()
    typed = form.value("name")

    def make(found: Night) -> list[Event]:
        known = _known(found, typed)
        if known is not None and known.here and not _is_signed_in_here(find_night(night), known):
            raise Refused(TAKEN.format(name=known.name))
        if known is not None:
            return [] if known.here else [EntrantCame(known.number, known.names)]
        _refuse_more(find_night(night), found)
        read = read_names(typed, found.plan.movement.of_pairs)
        if len(read) != 1:
            raise Refused("Write your name alone, such as Ann Smith." if read else "Write your name.")
        return [EntrantCame(max(found.entrants, default=0) + 1, read[0])]

    if not carry_out(night, form, "name", make):
        return _names(token, form)
    entrant = _known(find_night(night).night, typed)
    return see_other(url_for("door.place", token=token, entrant=entrant.number if entrant else 0))


def _refuse_more(read: NightRead, found: Night) -> None:
    """Refuse a new name by a phone that signed in many, or one that needs a place reserved for the director."""
    if directs(read.row.id):
        return
    if sum(_is_signed_in_here(read, each) for each in found.entrants.values()) >= MOST_BY_PHONE:
        raise Refused(f"This phone has signed in {MOST_BY_PHONE} tonight. Ask the director to sign in others.")
    if len(found.here) >= MOST_BY_CODE:
        raise Refused(f"{MOST_BY_CODE} are here already. Ask the director to sign you in.")


def _is_signed_in_here(read: NightRead, entrant: Entrant) -> bool:
    came = (
        entry.device
        for entry in read.held
        if isinstance(entry.event, EntrantCame) and entry.event.number == entrant.number
    )
    return next(came, "") == this_phone()


def _known(night: Night, typed: str) -> Entrant | None:
    return night.find(read_entrant(typed, night.plan.movement.of_pairs))


@pages.get("/<token>/<int:entrant>")
@allow(ANYBODY)
def place(token: str, entrant: int) -> Response:
    """A person's seat, tablemates and score; the page refreshes itself."""
    return keep_cookie(_place(token, entrant, Form()), SEAT_COOKIE, f"{token}/{entrant}", seconds=HOURS * 3600)


def seat_tonight() -> str:
    """The page that last showed this phone's owner their seat tonight; empty if there is none.

    Not for pages that are made once for several phones, such as a game's.
    """
    token, _, entrant = request.cookies.get(SEAT_COOKIE, "").rpartition("/")
    try:
        unseal_json(DOOR, token)
        return url_for("door.place", token=token, entrant=int(entrant))
    except ValueError:
        return ""


@pages.post("/<token>/<int:entrant>/leave")
@allow(ANYBODY)
@limited(JOINING)
def sign_off(token: str, entrant: int) -> Response:
    """Take a person off the list before the first round, from the phone that signed them up."""
    night, form = _night_or_404(token).row.id, posted()

    def make(found: Night) -> list[Event]:
        if found.rounds:
            raise Refused(TOO_LATE)
        if entrant not in found.entrants or not _is_signed_in_here(find_night(night), found.entrants[entrant]):
            raise Refused(NOT_YOURS)
        return [EntrantLeft(entrant)] if found.entrants[entrant].here else []

    if not carry_out(night, form, "leave", make):
        return _place(token, entrant, form)
    return see_other(url_for("door.names", token=token))


@pages.post("/<token>/<int:entrant>/play")
@allow(ANYBODY)
@limited(JOINING)
def play(token: str, entrant: int) -> Response:
    """Take the own seat at the table's game, which begins with the first phone."""
    read = _night_or_404(token)
    found = read.night
    table = _table_of(found, entrant)
    form = Form()
    if found.last is None or table is None or table.totals or found.closed:
        form.refuse("play", "You have no table to play at now.")
        return _place(token, entrant, form)
    seats = seats_at(found, table, entrant)
    try:
        game = begin_at(read.row.id, found.last.number, table.number, seats[0])
    except Refused as refusal:
        form.refuse("play", str(refusal))
        return _place(token, entrant, form)
    _sit_down(game, seats, found.name(entrant))
    return see_other(url_for("table.show", game=game))


def _sit_down(game: str, seats: tuple[int, ...], name: str) -> None:
    """Give this phone the first of these seats that no other phone has; it watches where all are taken."""
    if joined(open_game(game)).role is not None:
        return
    if was_removed(game):
        abort(403, REMOVED)
    for seat in seats:
        try:
            join(game, Joined(Role.PLAYER, seat), detail=f"{name}, by tonight’s code")
        except SeatHeld:
            continue
        return
    join(game, Joined(Role.WATCHER), detail=f"{name}, by tonight’s code; another phone has the seat")


def _night_or_404(token: str) -> NightRead:
    """The night of a link, if its code still admits phones."""
    try:
        night, number = unseal_json(DOOR, token)
    except ValueError:
        abort(404, NO_SUCH_LINK)
    read = find_night(night)
    if not number or number != read.night.door:
        abort(404, CHANGED.format(door=shared_address(url_for("door.door_page"))))
    return read


def _table_of(night: Night, entrant: int) -> Table | None:
    if entrant not in night.entrants:
        abort(404, NOBODY)
    return night.last.table_of(entrant) if night.last else None


def _plays(night: Night, table: Table) -> bool:
    """Return True if a table may now keep its score on a phone."""
    return not (table.totals or night.closed) and plays_on_phones(night.plan, table)


def _names(token: str, form: Form) -> Response:
    read = _night_or_404(token)
    found = read.night
    if found.closed and not wants_fragment():
        abort(404, OVER)
    here = sorted((each for each in found.entrants.values() if each.here), key=lambda each: same_name(each.name))
    return respond(
        "night/names.html",
        "night/_names.html",
        status=form.status,
        form=form,
        token=token,
        night=found,
        day=read.row.played_on if is_ahead(read) else "",
        people=here,
        seconds=SECONDS,
    )


def _place(token: str, entrant: int, form: Form) -> Response:
    read = _night_or_404(token)
    found = read.night
    table, last = _table_of(found, entrant), found.last
    game = playing(table) if table and not table.totals else None
    gone = bool(table and table.game and not table.totals and is_gone(table.game))
    me = found.entrants[entrant]
    rows = standing(found) if found.shows_standing else []
    return respond(
        "night/place.html",
        "night/_place.html",
        status=form.status,
        form=form,
        token=token,
        night=found,
        day=read.row.played_on if is_ahead(read) else "",
        signs_off=me.here and not found.rounds and _is_signed_in_here(read, me),
        me=me,
        last=last,
        table=table,
        sits=place_of(found, last, entrant) if last else "",
        clock=clock_of(found, last),
        game=game,
        plays=bool(table and _plays(found, table)) and not gone,
        gone=gone and GAME_GONE,
        row=next((row for row in rows if row.entrant == entrant), None),
        rows=rows,
        seconds=SECONDS,
    )
