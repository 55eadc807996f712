"""Keepers of the house and directors of a night: their phones, and links for further ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from companion.store.membership import HOUSE, Keeper
from companion.store.moments import at, now
from companion.web.core.access import ANYBODY, NAMES_KEEPERS, allow, refuse_alone
from companion.web.core.assets import shared_address
from companion.web.core.current import current_store
from companion.web.core.identity import MARK_LETTERS, account_here, is_club, this_phone
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import INVITING, JOINING, limited
from companion.web.share.phones import account_names

GOOD_FOR = timedelta(days=7)
NO_SUCH_LINK = (
    "This link is not good any more: it was used already, its week is over, or a newer one was made. "
    "Ask the person who gave it to you for a new one."
)
NO_SUCH_NIGHT = "There is no such night here. The page of nights has those that there are."
SIGN_IN = (
    "This is for the members of the club, and nobody is signed in on this phone. Sign in, then open the link again."
)

pages = Blueprint("keepers", __name__)
pages.before_request(refuse_alone)


@pages.get("/keepers/<night>")
@allow(NAMES_KEEPERS)
def keepers(night: str) -> Response:
    """The phones that look after the house, or direct a night."""
    return _page(night)


@pages.post("/keepers/<night>/link")
@allow(NAMES_KEEPERS)
@limited(INVITING)
def make_link(night: str) -> Response:
    """Make a link that names one more; the one before ends."""
    _name_of(night)
    return _page(night, url_for("keepers.look", token=current_store().keepers.make_link(night, now())))


@pages.post("/keepers/<night>/remove")
@allow(NAMES_KEEPERS)
@limited(INVITING)
def remove(night: str) -> Response:
    """Remove a keeper's phone; at home the last one stays."""
    store, gone = current_store().keepers, request.form.get("keeper", "")
    if _may_remove(store.keepers_of(night)):
        store.remove(night, gone)
    return see_other(url_for("keepers.keepers", night=night) if gone != this_phone() else url_for("home.home_page"))


@pages.get("/keep/<token>")
@allow(ANYBODY)
@limited(JOINING)
def look(token: str) -> Response:
    """A link's purpose, and the button that uses it: programs that preview links do not use it up."""
    whose = current_store().keepers.find_link(token, _oldest()) or abort(404, NO_SUCH_LINK)
    return respond("share/keep.html", token=token, name=_name_of(whose), of_house=whose == HOUSE)


@pages.post("/keep/<token>")
@allow(ANYBODY)
@limited(JOINING)
def use(token: str) -> Response:
    """Make this phone a keeper with the link, and use the link up."""
    if is_club() and account_here() is None:
        abort(403, SIGN_IN)
    whose = current_store().keepers.use_link(token, g.device, now(), _oldest()) or abort(404, NO_SUCH_LINK)
    return see_other(url_for("house.index") if whose == HOUSE else url_for("night.night_page", night=whose))


def _oldest() -> str:
    return at(datetime.now(timezone.utc) - GOOD_FOR)


def _name_of(whose: str) -> str:
    """The name of a night; nothing for the house.

    :raise 404: if there is no such night.
    """
    found = None if whose == HOUSE else current_store().nights.read(whose)
    if whose != HOUSE and found is None:
        abort(404, NO_SUCH_NIGHT)
    return found.night.plan.name if found else ""


def _may_remove(there: Sequence[Keeper]) -> bool:
    return is_club() or len(there) > 1


def _page(night: str, made: str = "") -> Response:
    names = account_names()
    there = current_store().keepers.keepers_of(night)
    return respond(
        "share/keepers.html",
        night=night,
        name=_name_of(night),
        of_house=night == HOUSE,
        keepers=[(each, names.get(each.id, each.id[:MARK_LETTERS]), each.id == this_phone()) for each in there],
        removes=_may_remove(there),
        made=made,
        address=shared_address(made),
    )
