"""Who is who: two names made one and taken apart again, who may see a person, and whose phone this is."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.figures.alike import sat_together
from companion.figures.who import Said, Saying, SeenBy
from companion.store.audit import Action
from companion.store.moments import now
from companion.web.base.assets import shared_address
from companion.web.base.clock import written_day
from companion.web.base.current import current_store
from companion.web.base.device import this_phone
from companion.web.base.forms import Form
from companion.web.base.homes import is_club
from companion.web.base.htmx import respond, see_other
from companion.web.base.offices import runs_tables
from companion.web.base.signed_in import club_entry
from companion.web.people import claiming
from companion.web.people.asked import NOBODY
from companion.web.people.claiming import TAKEN, holders, link_for, mine, not_mine, release
from companion.web.people.reckoned import House, house
from companion.web.people.seeing import is_own, is_reserved, may_change, may_hide, may_leave_out

SEEN_BY = (
    (SeenBy.EVERYBODY.value, "Everybody here", "Whoever opens this companion"),
    (SeenBy.TABLES.value, "My tables", "Phones of those who sat at a table with this person"),
    (SeenBy.SELF.value, "Only me", "Phones that said “This is me”"),
)
THEIRS = "This person’s own phone says that. It is said there."

THEIRS_OR_A_DIRECTORS = "In a club only the person’s own account does that, or a director. Ask one of them."
_LOGGED = {
    Said.LEFT_OUT: Action.PERSON_LEFT_OUT,
    Said.LET_IN: Action.PERSON_TAKEN_IN,
    Said.NOT_MINE: Action.PERSON_RELEASED,
}

pages = Blueprint("who", __name__, url_prefix="/who")
claiming.add_to(pages)


@pages.get("/<person:name>")
def show(name: str) -> Response:
    """The names of a person, who may see them, and whether they are left out."""
    return _page(_person(house(), name), Form())


@pages.post("/<person:name>")
def change(name: str) -> Response:
    """Write down what was said of a person, or say why it can't be so."""
    there = house()
    person, form = _person(there, name), Form(request.form)
    if form.value("say") == "mine":
        mine(there, person, form)
        return _page(person, form) if form.errors else see_other(url_for("who.show", name=person))
    if form.value("say") == "another-phone":
        return _page(person, form, link_for(there, person))
    if form.value("say") in ("release", "assign"):
        release(there, person, form)
        return _page(person, form) if form.errors else see_other(url_for("who.show", name=person))
    says = _SAYS.get(form.value("say"))
    if says is None:
        abort(400, "This page has no such button.")
    found = says(there, person, form)
    if form.errors or found is None:
        return _page(person, form)
    action = _LOGGED.get(found.said)
    entry = club_entry(action, there.spelled(person)) if action else None
    current_store().sayings.say(found, this_phone(), now(), entry)
    return see_other(_onward(found))


def _onward(said: Saying) -> str:
    if said.said is Said.LEFT_OUT:
        return url_for("people.show")
    return url_for("who.show", name=said.other if said.said is Said.SAME else said.name)


def _person(there: House, name: str) -> str:
    """The person of a name, left out or not; 404 where nobody of that name has played."""
    person = there.people.key(name)
    if person in there.people.left_out:
        if not may_change(there, person):
            abort(403, THEIRS)
        return person
    if not there.may_see(person):
        # A director releases a person whom they may not see; this page shows names, and no figures.
        if not runs_tables():
            abort(403, THEIRS)
    elif not there.has_played(person):
        abort(404, NOBODY)
    return person


def _page(person: str, form: Form, link: str = "") -> Response:
    there = house()
    others = {there.people.person(row.name) for table in there.games.values() for row in table} - {"", person}
    return respond(
        "people/who.html",
        status=form.status,
        form=form,
        person=person,
        name=there.spelled(person),
        names=[(key, there.store.facts.spelled((key,)) or key) for key in there.people.names(person) if key != person],
        others=sorted(map(there.called, others), key=str.casefold),
        suggested=[each for each in there.suggested if person in (each.one, each.other)],
        house=there,
        own=is_own(there, person),
        may_change=may_change(there, person),
        claimed=bool(there.people.phones.get(person)),
        left_out=person in there.people.left_out,
        seen_by=there.people.may_be_seen_by(person),
        choices=SEEN_BY,
        may_leave_out=may_leave_out(there, person),
        may_hide=may_hide(there, person),
        reserved=is_reserved(there, person),
        directs=runs_tables(),
        holders=holders(there, person) if runs_tables() else [],
        accounts=current_store().accounts.list_accounts() if runs_tables() else [],
        link=link,
        link_address=shared_address(link) if link else "",
        taken=TAKEN.format(name=there.spelled(person)),
    )


def _same(there: House, person: str, form: Form) -> Saying | None:
    other = form.value("other")
    key = there.people.key(other)
    if not other or not there.has_played(key) or key == person:
        form.refuse("other", "Please choose the other name of this person.")
        return None
    met = sat_together(there.people, person, key, there.mine(person).tables)
    if met:
        day = written_day(met)
        form.refuse("other", f"{there.called(person)} and {there.called(key)} sat at one table on {day}: they are two.")
        return None
    one, two = (there.people.phones.get(each, frozenset()) for each in (person, key))
    held_by_two = bool(one and two) and one != two and not (is_own(there, person) and is_own(there, key))
    if held_by_two or not (may_change(there, person) and may_change(there, key)):
        form.refuse("other", THEIRS)
        return None
    return Saying(Said.SAME, person, key)


def _two(there: House, person: str, form: Form) -> Saying | None:
    other = there.people.key(form.value("other"))
    name = form.value("other")
    if other == person:  # a name of this person, to be one of its own again
        if not may_change(there, person):
            form.refuse("other", THEIRS)
        return Saying(Said.TWO, name, person)
    return Saying(Said.TWO, person, other) if there.has_played(other) else None


def _wish(said: Said) -> Callable[[House, str, Form], Saying | None]:
    def wish(there: House, person: str, form: Form) -> Saying | None:
        if not may_leave_out(there, person):
            form.refuse("wish", THEIRS_OR_A_DIRECTORS if is_club() else THEIRS)
        return Saying(said, person)

    return wish


def _seen_by(there: House, person: str, form: Form) -> Saying | None:
    chosen = next((each for each in SeenBy if each == form.value("seen-by")), None)
    if chosen is None or not may_hide(there, person):
        form.refuse("seen-by", THEIRS if chosen else "Please choose who may see it.")
        return None
    if chosen is not SeenBy.EVERYBODY and not is_own(there, person):
        form.refuse("seen-by", "Say “This is me” on your phone first, so that somebody can still see it.")
        return None
    return Saying(Said.SEEN_BY, person, chosen.value)


_SAYS: dict[str, Callable[[House, str, Form], Saying | None]] = {
    "same": _same,
    "two": _two,
    "leave-out": _wish(Said.LEFT_OUT),
    "let-in": _wish(Said.LET_IN),
    "seen-by": _seen_by,
    "not-mine": not_mine,
}
