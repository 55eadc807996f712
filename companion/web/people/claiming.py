"""Whose phone this is: the first that says it is a person’s has the say, others only by a link that it makes."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, url_for
from werkzeug.wrappers import Response

from companion.figures.who import Said, Saying, SeenBy
from companion.store.moments import now
from companion.web.base.current import current_store
from companion.web.base.device import this_phone
from companion.web.base.forms import Form
from companion.web.base.htmx import respond, see_other
from companion.web.people.claim_link import make_token, read_token
from companion.web.people.reckoned import House, house
from companion.web.people.seeing import is_own

TAKEN = "Another phone is {name}’s. If you are {name}, tap “Another phone of mine” on that one, and use its link here."
NO_SUCH_LINK = "This link is good for an hour, and that is over. Make a new one on the phone that made it."


def add_to(pages: Blueprint) -> None:
    """Serve these pages with the others."""
    pages.add_url_rule("/phone/<token>", "look_at_link", look_at_link)
    pages.add_url_rule("/phone/<token>", "use_link", use_link, methods=["POST"])


def mine(there: House, person: str, form: Form) -> None:
    """Let this phone be a person's from now on, unless another has said so before."""
    hidden = there.people.may_be_seen_by(person) is not SeenBy.EVERYBODY and not is_own(there, person)
    if hidden or not current_store().sayings.claim(person, this_phone(), now()):
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
    return url_for("who.look_at_link", token=make_token(current_app.config["SECRET_KEY"], person))


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
    there, person = house(), read_token(current_app.config["SECRET_KEY"], token)
    if not person:
        abort(404, NO_SUCH_LINK)
    return there, there.people.key(person)
