"""Identities: names merged and split, a person's viewers, and a person's phones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from companion.figures.who import Said, Saying, SeenBy, sat_together
from companion.night.season import met_at
from companion.store.audit import Action
from companion.store.membership import hashed
from companion.store.moments import now
from companion.web.core.access import FOR_DIRECTORS_ONLY, MEMBERS, allow, refuse_alone, runs_tables
from companion.web.core.assets import shared_address
from companion.web.core.current import current_store, seal_dated, unseal_dated, written_day
from companion.web.core.forms import Form
from companion.web.core.identity import club_entry, device_of, is_club, this_phone
from companion.web.core.rendering import respond, see_other
from companion.web.people.asked import NOBODY, is_own, is_reserved, may_change, may_hide, may_leave_out
from companion.web.people.facts import House, house

pages = Blueprint("who", __name__, url_prefix="/who")

GOOD_FOR_SECONDS = 3600
_USE = "another phone of a person"


def make_token(key: str, person: str, maker: str = "") -> str:
    """A part of an address that only the holder of the key can make."""
    return seal_dated(_USE, [person, maker], key)


def read_token(key: str, token: str) -> tuple[str, str]:
    """The person and phone of a token made with this key less than an hour ago; empty for any other.

    What the machine itself made names no phone.
    """
    try:
        sealed: Any = unseal_dated(_USE, token, GOOD_FOR_SECONDS, key)
        person, maker = sealed
    except ValueError:
        return "", ""
    return str(person), str(maker)


TAKEN = "Another phone is {name}’s. If you are {name}, tap “Another phone of mine” on that one, and use its link here."
RESERVED = "{name} is the name of an account of the club, so only that account can say “This is me”."
NO_SUCH_LINK = "This link is good for an hour, and that is over. Make a new one on the phone that made it."


def mine(there: House, person: str, form: Form) -> None:
    """Make this phone a person's, unless another has claimed the person."""
    hidden = there.people.may_be_seen_by(person) is not SeenBy.EVERYBODY and not is_own(there, person)
    entry = club_entry(Action.PERSON_CLAIMED, there.spelled(person))
    if is_reserved(there, person):
        form.refuse("wish", RESERVED.format(name=there.called(person)))
    elif hidden or not current_store().sayings.claim(person, this_phone(), now(), entry):
        form.refuse("wish", TAKEN.format(name=there.called(person)))


def not_mine(there: House, person: str, form: Form) -> Saying | None:
    """Release this phone from the person; the last phone must first let everybody see the page."""
    last = there.people.phones.get(person) == frozenset((this_phone(),))
    if last and there.people.may_be_seen_by(person) is not SeenBy.EVERYBODY:
        form.refuse("wish", "First let everybody see the page: no other phone could.")
    return Saying(Said.NOT_MINE, person, this_phone())


def link_for(there: House, person: str) -> str:
    """The path that makes another phone this person's too.

    :raise 403: on a phone that is not the person's.
    """
    refuse_alone()
    if not is_own(there, person):
        abort(403, TAKEN.format(name=there.called(person)))
    return url_for("who.look_at_link", token=make_token(current_app.config["SECRET_KEY"], person, this_phone()))


@pages.get("/phone/<token>")
@allow(MEMBERS)
def look_at_link(token: str) -> Response:
    """The person this phone would belong to, and the button that confirms it."""
    there, person = _opened(token)
    return respond("people/phone.html", token=token, name=there.spelled(person))


@pages.post("/phone/<token>")
@allow(MEMBERS)
def use_link(token: str) -> Response:
    """Make this phone the person's too."""
    _, person = _opened(token)
    current_store().sayings.say(Saying(Said.MINE, person, this_phone()), this_phone(), now())
    return see_other(url_for("who.show_names", name=person))


def _opened(token: str) -> tuple[House, str]:
    refuse_alone()
    there, (name, maker) = house(), read_token(current_app.config["SECRET_KEY"], token)
    person = there.people.key(name)
    # A phone makes links for a person as long as it is theirs; in a club all devices of an account are one anyway.
    if not name or (maker and (is_club() or maker not in there.people.phones.get(person, ()))):
        abort(404, NO_SUCH_LINK)
    return there, person


def holders(there: House, person: str) -> list[str]:
    """The names of the accounts that hold a person, for a director."""
    accounts = current_store().accounts.list_accounts()
    marks = there.people.phones.get(person, frozenset())
    return [each.name for each in accounts if hashed(device_of(each)) in marks]


def release(there: House, person: str, form: Form) -> None:
    """Release a person, or say which account a person is; for directors, and in the club's log.

    :raise 403: for everybody else.
    """
    if not runs_tables():
        abort(403, FOR_DIRECTORS_ONLY)
    store, name, to = current_store(), there.spelled(person), form.value("account")
    account = store.accounts.find_account(to) if to else None
    if form.value("say") == "assign" and account is None:
        form.refuse("account", "Please choose the account of this person.")
    elif account is None:
        store.sayings.release(person, this_phone(), now(), entry=club_entry(Action.PERSON_RELEASED, name))
    else:
        entry = club_entry(Action.PERSON_CLAIMED, f"{name}, for the account {account.name}")
        store.sayings.release(person, this_phone(), now(), hashed(device_of(account)), entry)


SEEN_BY = (
    (SeenBy.EVERYBODY.value, "Everybody here", "Anyone who opens this companion"),
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


@pages.get("/<person:name>")
@allow(MEMBERS)
def show_names(name: str) -> Response:
    """A person's names and viewers, and a mark if they are left out."""
    return _page(_person(house(), name), Form())


@pages.post("/<person:name>")
@allow(MEMBERS)
def change(name: str) -> Response:
    """Record a change to a person, or give the reason against it."""
    there = house()
    person, form = _person(there, name), Form(request.form)
    if form.value("say") == "another-phone":
        return _page(person, form, link_for(there, person))
    says = _SAYS.get(form.value("say"))
    if says is None:
        abort(400, "This page has no such button.")
    found = says(there, person, form)
    if form.errors:
        return _page(person, form)
    if found is None:
        return see_other(url_for("who.show_names", name=person))
    action = _LOGGED.get(found.said)
    entry = club_entry(action, there.spelled(person)) if action else None
    current_store().sayings.say(found, this_phone(), now(), entry)
    return see_other(_onward(found))


def _onward(said: Saying) -> str:
    if said.said is Said.LEFT_OUT:
        return url_for("people.show_people")
    return url_for("who.show_names", name=said.other if said.said is Said.SAME else said.name)


def _person(there: House, name: str) -> str:
    """The person of a name, even one left out; 404 if nobody of that name has played."""
    person = there.people.key(name)
    if person in there.people.left_out:
        if not may_change(there, person):
            abort(403, THEIRS)
        return person
    if not there.may_see(person):
        # A director releases a person whom they may not see; this page shows names, and no figures.
        if not runs_tables():
            abort(403, THEIRS)
    elif not there.may_be_named(person):
        abort(404, NOBODY)
    return person


def _page(person: str, form: Form, link: str = "") -> Response:
    there = house()
    others = there.everybody_named() - {person}
    return respond(
        "people/who.html",
        status=form.status,
        form=form,
        person=person,
        name=there.spelled(person),
        names=[(key, there.spelled(key)) for key in there.people.names(person) if key != person],
        others=sorted(map(there.called, others), key=str.casefold),
        suggested=[each for each in there.company.suggestions if person in (each.one, each.other)],
        house=there,
        own=is_own(there, person),
        may_change=may_change(there, person),
        claimed=bool(there.people.phones.get(person)),
        left_out=person in there.people.left_out,
        has_page=person not in there.people.left_out and (there.has_played(person) or not there.may_see(person)),
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
    if not other or not there.may_be_named(key) or key == person:
        form.refuse("other", "Please choose the other name of this person.")
        return None
    met = sat_together(there.people, person, key, there.mine(person).tables)
    if met:
        day = written_day(met)
        form.refuse("other", f"{there.called(person)} and {there.called(key)} sat at one table on {day}: they are two.")
        return None
    names = there.people.names(person), there.people.names(key)
    if met := next((day for day, night in there.nights if met_at(night, *names)), ""):
        both = f"{there.called(person)} and {there.called(key)}"
        form.refuse("other", f"{both} were there in the same round on {written_day(met)}: they are two.")
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
    # Nobody has merged these two: that they are two only turns a suggestion down, which anyone may do.
    return Saying(Said.TWO, person, other) if there.may_be_named(other) else None


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
    "mine": mine,
    "release": release,
    "assign": release,
    "same": _same,
    "two": _two,
    "leave-out": _wish(Said.LEFT_OUT),
    "let-in": _wish(Said.LET_IN),
    "seen-by": _seen_by,
    "not-mine": not_mine,
}
"""By button, what it says of a person; each checks the right itself. None where nothing is left to record."""
