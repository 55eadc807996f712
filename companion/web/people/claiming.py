"""Whose phone this is: the first that says it is a person’s has the say, others only by a link that it makes."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, url_for
from werkzeug.wrappers import Response

from companion.figures.who import Said, Saying, SeenBy
from companion.store.audit import Action
from companion.store.membership import hashed
from companion.store.moments import now
from companion.web.base.admission import FOR_DIRECTORS_ONLY
from companion.web.base.current import current_store
from companion.web.base.device import this_phone
from companion.web.base.forms import Form
from companion.web.base.homes import is_club
from companion.web.base.htmx import respond, see_other
from companion.web.base.offices import runs_tables
from companion.web.base.signed_in import club_entry, device_of
from companion.web.people.claim_link import make_token, read_token
from companion.web.people.reckoned import House, house
from companion.web.people.seeing import is_own, is_reserved

TAKEN = "Another phone is {name}’s. If you are {name}, tap “Another phone of mine” on that one, and use its link here."
RESERVED = "{name} is the name of an account of the club, so only that account can say “This is me”."
NO_SUCH_LINK = "This link is good for an hour, and that is over. Make a new one on the phone that made it."


def add_to(pages: Blueprint) -> None:
    """Serve these pages with the others."""
    pages.add_url_rule("/phone/<token>", "look_at_link", look_at_link)
    pages.add_url_rule("/phone/<token>", "use_link", use_link, methods=["POST"])


def mine(there: House, person: str, form: Form) -> None:
    """Let this phone be a person's from now on, unless another has said so before."""
    hidden = there.people.may_be_seen_by(person) is not SeenBy.EVERYBODY and not is_own(there, person)
    entry = club_entry(Action.PERSON_CLAIMED, there.spelled(person))
    if is_reserved(there, person):
        form.refuse("wish", RESERVED.format(name=there.called(person)))
    elif hidden or not current_store().sayings.claim(person, this_phone(), now(), entry):
        form.refuse("wish", TAKEN.format(name=there.called(person)))


def not_mine(there: House, person: str, form: Form) -> Saying | None:
    """This phone is the person's no more; the last one lets everybody see the page first."""
    last = there.people.phones.get(person) == frozenset((this_phone(),))
    if last and there.people.may_be_seen_by(person) is not SeenBy.EVERYBODY:
        form.refuse("wish", "First let everybody see the page: no other phone could.")
    return Saying(Said.NOT_MINE, person, this_phone())


def link_for(there: House, person: str) -> str:
    """The path by which another phone becomes this person's too.

    :raise 403: on a phone that is not the person's.
    """
    if not is_own(there, person):
        abort(403, TAKEN.format(name=there.called(person)))
    return url_for("who.look_at_link", token=make_token(current_app.config["SECRET_KEY"], person, this_phone()))


def look_at_link(token: str) -> Response:
    """Whose phone this would be, and the button that makes it so."""
    there, person = _opened(token)
    return respond("people/phone.html", token=token, name=there.spelled(person))


def use_link(token: str) -> Response:
    """Let this phone be the person's too."""
    _, person = _opened(token)
    current_store().sayings.say(Saying(Said.MINE, person, this_phone()), this_phone(), now())
    return see_other(url_for("who.show", name=person))


def _opened(token: str) -> tuple[House, str]:
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
