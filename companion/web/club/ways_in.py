"""The ways into a club: a link is looked at without effect, and its button signs the device in, once."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.store.club import WayIn
from companion.store.moments import now
from companion.web.base.current import current_store
from companion.web.base.forms import Form
from companion.web.base.htmx import respond
from companion.web.base.told import sign_in_tried, this_app
from companion.web.club.devices import device_here
from companion.web.club.entering import enter

LONGEST_NAME = 60
NO_SUCH_WAY = (
    "This link is not good any more: it was used already, its time is over, or it was taken back. "
    "Ask whoever gave it to you for a new one."
)


def add_to(pages: Blueprint) -> None:
    """Serve these pages with the others."""
    pages.add_url_rule("/in/<token>", "look", look)
    pages.add_url_rule("/in/<token>", "use", use, methods=["POST"])


def look(token: str) -> Response:
    """What a link leads to, and the button that uses it: programs that look at links beforehand use none up."""
    return _page(token, _found(token), Form())


def use(token: str) -> Response:
    """Sign this device in, and use the link up."""
    way_in, form = current_store().ways_in.find(token, now()), Form(request.form)
    name = read_name(form) if way_in and way_in.office else ""
    if way_in and form.errors:
        return _page(token, way_in, form)
    made = current_store().ways_in.use_up(token, name, device_here(), now()) if way_in else None
    sign_in_tried.send(this_app(), way="link", outcome="ok" if made else "refused")
    return enter(made or abort(404, NO_SUCH_WAY), url_for("club.account", came="1"))


def read_name(form: Form, own: str = "") -> str:
    """What somebody wants to be called; refused beside its field if nobody could tell by it who it is.

    :param own: what they are called until now.
    """
    name = " ".join(form.value("name").split())
    taken = {each.name.casefold() for each in current_store().accounts.list_accounts()} - {own.casefold()}
    if not name:
        form.refuse("name", "Please write your name.")
    elif len(name) > LONGEST_NAME:
        form.refuse("name", f"Please write a name of at most {LONGEST_NAME} letters.")
    elif name.casefold() in taken:
        form.refuse(
            "name", f"Somebody in the club is called {name} already. Add what tells you apart, such as a last name."
        )
    return name


def _found(token: str) -> WayIn:
    return current_store().ways_in.find(token, now()) or abort(404, NO_SUCH_WAY)


def _page(token: str, way_in: WayIn, form: Form) -> Response:
    account = current_store().accounts.find_account(way_in.account) if way_in.account else None
    return respond(
        "club/way_in.html", status=form.status, token=token, way_in=way_in, account=account, form=form, labels=_LABELS
    )


_LABELS = {"name": "Your name"}
