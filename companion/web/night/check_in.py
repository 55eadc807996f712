"""The check-in of a night: the list to tick people on, and their later changes."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from companion.night.events import (
    MOST_DEALS,
    EntrantCame,
    EntrantLeft,
    EntrantRenamed,
    EntrantRested,
    EntrantStays,
    EntryPaid,
    Event,
    SetsPaid,
    SubstituteGets,
    SubstituteSeated,
)
from companion.night.judge import MOST_CENTS, Refused, may_leave, may_substitute, most_tables
from companion.night.state import Night
from companion.rules.names import same_name
from companion.web.core.access import AT_NIGHT, DESK, allow, nights_seen_here
from companion.web.core.current import current_store
from companion.web.core.forms import Form, number_posted, parse_signed, posted, read_within
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
    house, paid = bool(form.value("house")), bool(form.value("paid"))

    def make(found: Night) -> list[Event]:
        of_pairs = found.plan.movement.of_pairs
        ticked = [read_entrant(name, of_pairs) for name in form.every("name")]
        typed = [*ticked, *read_names(form.value("names"), of_pairs)]
        known = [(names, entrant) for names in typed if (entrant := found.find(names))]
        # Those who were ticked here and signed in elsewhere meanwhile are here, as asked.
        back = [entrant.number for names, entrant in known if not (names in ticked and entrant.here)]
        new = [names for names in typed if not found.find(names)]
        came = [EntrantCame(number, found.entrants[number].names) for number in dict.fromkeys(back)]
        first = max(found.entrants, default=0) + 1
        came += [EntrantCame(first + place, names, house) for place, names in enumerate(dict.fromkeys(new))]
        if not typed:
            raise Refused("Tick somebody, or write a name.")
        return [*came, *(EntryPaid(each.number) for each in came if paid)]

    if not carry_out(night, form, "names", make):
        return _here(night, form)
    return see_other(url_for("night.night_page", night=night))


@pages.post("/<night>/who/<int:entrant>")
@allow(DESK)
@limited(KEEPING)
def change_entrant(night: str, entrant: int) -> Response:
    """Change an entrant: away, back, out for the next round, at one table, paid, or renamed."""
    form, stays = posted(), number_posted("stays")
    do, cents = form.value("do"), read_within(form, "cents", 0, 0, MOST_CENTS)

    def make(found: Night) -> list[Event]:
        if entrant not in found.entrants:
            raise Refused("Nobody here has this number. Load the page again.")
        ways: dict[str, Event] = {
            "left": EntrantLeft(entrant),
            "back": EntrantCame(entrant, found.entrants[entrant].names),
            "rest": EntrantRested(entrant),
            "play": EntrantRested(entrant, rests=False),
            "stay": EntrantStays(entrant, stays),
            "paid": EntryPaid(entrant),
            "unpaid": EntryPaid(entrant, paid=False),
            "sets": SetsPaid(entrant, cents),
        }
        if do == "rename":
            called = read_entrant(form.value(f"called-{entrant}"), found.plan.movement.of_pairs)
            known = found.entrants[entrant]
            return [EntrantRenamed(entrant, called)] if called != known.names or known.shown_otherwise else []
        return [ways[do]] if do in ways else []

    of_money = do in {"paid", "unpaid", "sets"}
    fields = {"rename": f"called-{entrant}", "stay": f"stays-{entrant}"}
    field = "what" if of_money else fields.get(do, "names")
    if not carry_out(night, form, field, make):
        return money_page(night, form) if of_money else _here(night, form)
    page = "money.treasurer_sheet" if of_money else "check_in.here"
    return see_other(url_for(page, night=night, _anchor=f"{'sets' if do == 'sets' else 'of'}-{entrant}"))


@pages.get("/<night>/substitute")
@allow(DESK)
def substitute(night: str) -> Response:
    """The form that seats somebody in the place of one who leaves."""
    return _substitute(night, Form())


@pages.post("/<night>/substitute")
@allow(DESK)
@limited(KEEPING)
def seat_substitute(night: str) -> Response:
    """Seat somebody in the place of one who leaves, or of half a pair."""
    form = posted()
    leaving, _, half = form.value("leaving").partition("-")
    who, entrant = int(leaving) if leaving.isdecimal() else 0, number_posted("entrant")
    gets = next((each for each in SubstituteGets if each.value == form.value("gets")), SubstituteGets.NOTHING)
    deals = points = sets = 0
    if gets is SubstituteGets.REST:
        deals = read_within(form, "deals", 0, 0, MOST_DEALS)
        points = parse_signed(form, "points", "below") or 0
        sets = read_within(form, "sets", 0, 0, MOST_DEALS)
        if not form.value("points"):
            form.refuse("points", "Write what their side had scored by then; 0 if nothing.")

    def make(found: Night) -> list[Event]:
        names = () if entrant else read_entrant(form.value("called"), found.plan.movement.of_pairs and not half)
        pair = found.entrants[who].names if who in found.entrants else ()
        if half and names and len(pair) == 2:
            names = (pair[0], names[0]) if half == "1" else (names[0], pair[1])
        number = entrant or max(found.entrants, default=0) + 1
        return [SubstituteSeated(len(found.rounds), who, number, names, gets, deals, points, sets)]

    if form.errors or not carry_out(night, form, "called", make):
        return _substitute(night, form)
    return see_other(url_for("night.night_page", night=night))


def _substitute(night: str, form: Form) -> Response:
    read = find_night(night)
    found = read.night
    by_name = sorted(found.entrants.values(), key=lambda each: same_name(each.name))
    may = [each for each in by_name if may_leave(found, each.number)]
    leaving = [(str(each.number), each.name) for each in may]
    if found.plan.movement.of_pairs:
        halves = ((each, half, name) for each in may for half, name in enumerate(each.names))
        leaving = [*((f"{each.number}-{half}", f"{name}, of {each.name}") for each, half, name in halves), *leaving]
    return respond(
        "night/substitute.html",
        status=form.status,
        form=form,
        leaving=leaving,
        free=[each for each in by_name if may_substitute(found, each.number)],
        **of_night(read),
    )


def _here(night: str, form: Form) -> Response:
    read = find_night(night)
    found = read.night
    names = {} if found.plan.movement.of_pairs else _known_names(night)
    taken = {same_name(name) for each in found.entrants.values() for name in each.names}
    offered = [name for key, name in names.items() if key not in taken][:NAMES_OFFERED]
    return respond(
        "night/here.html",
        status=form.status,
        form=form,
        offered=offered,
        tables=most_tables(found),
        **of_night(read),
    )


def _known_names(night: str) -> dict[str, str]:
    """The names of people at the latest visible nights, and of the latest players, by key."""
    store, seen = current_store(), nights_seen_here()
    names = [*store.nights.names_lately(night, among=seen)]
    names += store.facts.last_names(NAMES_OFFERED) if seen is None else ()
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(same_name(name), name)
    return known
