"""The check-in of a night: the list to tick people on, and their later changes."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from companion.night.events import EntrantCame, EntrantLeft, EntrantRenamed, EntrantRested, EntryPaid, Event
from companion.night.judge import Refused
from companion.night.state import Night
from companion.rules.names import same_name
from companion.web.core.access import AT_NIGHT, DESK, allow, nights_seen_here
from companion.web.core.current import current_store
from companion.web.core.forms import Form, posted
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import KEEPING, limited
from companion.web.night.case import carry_out, find_night, of_night
from companion.web.night.forms import read_entrant, read_names
from companion.web.night.money import money_page

NAMES_OFFERED = 80

pages = Blueprint("check_in", __name__, url_prefix="/nights")


@pages.get("/<night>/here")
@allow(AT_NIGHT)
def here(night: str) -> Response:
    """The people here, and those who may come."""
    return _here(night, Form())


@pages.post("/<night>/here")
@allow(DESK)
@limited(KEEPING)
def come(night: str) -> Response:
    """Sign in the ticked people and the typed names."""
    form = posted()
    house = bool(form.value("house"))

    def make(found: Night) -> list[Event]:
        of_pairs = found.plan.movement.of_pairs
        ticked = [read_entrant(name, of_pairs) for name in form.every("name")]
        typed = [*ticked, *read_names(form.value("names"), of_pairs)]
        known = [(names, entrant) for names in typed if (entrant := found.find(names))]
        # Those who were ticked here and signed in elsewhere meanwhile are here, as asked.
        back = [entrant.number for names, entrant in known if not (names in ticked and entrant.here)]
        new = [names for names in typed if not found.find(names)]
        came: list[Event] = [EntrantCame(number, found.entrants[number].names) for number in dict.fromkeys(back)]
        first = max(found.entrants, default=0) + 1
        came += [EntrantCame(first + place, names, house) for place, names in enumerate(dict.fromkeys(new))]
        if not typed:
            raise Refused("Tick somebody, or write a name.")
        return came

    if not carry_out(night, form, "names", make):
        return _here(night, form)
    return see_other(url_for("night.night_page", night=night))


@pages.post("/<night>/who/<int:entrant>")
@allow(DESK)
@limited(KEEPING)
def change_entrant(night: str, entrant: int) -> Response:
    """Change an entrant: away, back, out for the next round, paid, or renamed."""
    form = posted()
    do = form.value("do")

    def make(found: Night) -> list[Event]:
        if entrant not in found.entrants:
            raise Refused("Nobody here has this number. Load the page again.")
        ways: dict[str, Event] = {
            "left": EntrantLeft(entrant),
            "back": EntrantCame(entrant, found.entrants[entrant].names),
            "rest": EntrantRested(entrant),
            "play": EntrantRested(entrant, rests=False),
            "paid": EntryPaid(entrant),
            "unpaid": EntryPaid(entrant, paid=False),
        }
        if do == "rename":
            called = read_entrant(form.value(f"called-{entrant}"), found.plan.movement.of_pairs)
            known = found.entrants[entrant]
            return [EntrantRenamed(entrant, called)] if called != known.names or known.shown_otherwise else []
        return [ways[do]] if do in ways else []

    of_money = do in {"paid", "unpaid"}
    field = "what" if of_money else f"called-{entrant}" if do == "rename" else "names"
    if not carry_out(night, form, field, make):
        return money_page(night, form) if of_money else _here(night, form)
    return see_other(url_for("money.treasurer_sheet" if of_money else "check_in.here", night=night))


def _here(night: str, form: Form) -> Response:
    read = find_night(night)
    found = read.night
    names = {} if found.plan.movement.of_pairs else _known_names(night)
    taken = {same_name(name) for each in found.entrants.values() for name in each.names}
    offered = [name for key, name in names.items() if key not in taken][:NAMES_OFFERED]
    return respond("night/here.html", status=form.status, form=form, offered=offered, **of_night(read))


def _known_names(night: str) -> dict[str, str]:
    """The names of people at the latest visible nights, and of the latest players, by key."""
    store, seen = current_store(), nights_seen_here()
    names = [*store.nights.names_lately(night, among=seen)]
    names += store.facts.last_names(NAMES_OFFERED) if seen is None else ()
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(same_name(name), name)
    return known
