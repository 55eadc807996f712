"""Signing in by a link: opening it has no effect, and its button signs the device in once."""

from __future__ import annotations

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from companion.rules.names import NameRefused, person_name, same_name
from companion.store.audit import Action, AuditEntry
from companion.store.club import Account, Office, WayIn
from companion.store.membership import hashed
from companion.store.moments import now
from companion.web.core.access import ANYBODY, allow
from companion.web.core.current import current_store
from companion.web.core.forms import Form
from companion.web.core.identity import account_here, device_here, device_of, keep, marked, sign_in_here
from companion.web.core.rendering import respond, see_other
from companion.web.core.request import sign_in_tried, this_app
from companion.web.core.security import COMING_IN, limited

pages = Blueprint("club", __name__)
"""The pages of a club, those of its other files too."""


def enter(token: str, to: str) -> Response:
    """Sign this device in by the token of a sign-in that was just made, and send it on."""
    accounts, former = current_store().accounts, sign_in_here()
    found = accounts.find_sign_in(token, "")
    if found is None:  # ended by another device in this very moment
        abort(403)
    if former is not None:
        current_store().members.leave_behind(g.device, g.phone, now())
        accounts.end(former.account, former.id)
    else:
        entry = AuditEntry(None, now(), found[0].name, Action.CARRIED_OVER, marked(device_here(), hashed(g.phone)))
        current_store().members.carry_over(g.phone, device_of(found[0]), entry)
    return keep(see_other(to), token)


def signed_in() -> Account:
    """Return the account signed in here; ``offices`` refuses everyone else."""
    account = account_here()
    if account is None:
        abort(403)
    return account


YOU_DO = {
    Office.OWNER: "As an owner you look after the club and everybody in it.",
    Office.DIRECTOR: "As a director you look after the club’s games, its house rules and its members.",
    Office.MEMBER: "As a member you begin games, and see those of the others.",
}
NO_SUCH_WAY = (
    "This link is not good any more: it was used already, its time is over, or it was taken back. "
    "Ask the person who gave it to you for a new one."
)


@pages.get("/in/<token>")
@allow(ANYBODY)
@limited(COMING_IN)
def look(token: str) -> Response:
    """A link's effect, and the button that uses it: programs that preview links do not use it up."""
    return _page(token, _found(token), Form())


@pages.post("/in/<token>")
@allow(ANYBODY)
@limited(COMING_IN)
def use(token: str) -> Response:
    """Sign this device in, and use the link up."""
    way_in, form = current_store().ways_in.find(token, now()), Form(request.form)
    name = read_name(form) if way_in and way_in.office else ""
    if way_in and form.errors:
        return _page(token, way_in, form)
    made = None
    if way_in:
        made = current_store().ways_in.use_up(token, name, device_here(), now(), _entry_of(way_in, name))
    sign_in_tried.send(this_app(), way="link", outcome="ok" if made else "refused")
    return enter(made or abort(404, NO_SUCH_WAY), url_for("club.account", came="1"))


def _entry_of(way_in: WayIn, name: str) -> AuditEntry:
    """The club log's entry for a used link: its user, their office, and the maker of the link."""
    names = {each.id: each.name for each in current_store().accounts.list_accounts()}
    by = f"by a link of {names.get(way_in.made_by, 'companion invite')}"
    if way_in.office:
        return AuditEntry(None, now(), name, Action.ACCOUNT_MADE, f"{way_in.office.said}, {by}")
    return AuditEntry(None, now(), names.get(way_in.account or "", ""), Action.SIGNED_IN, f"{by}, on {device_here()}")


def read_name(form: Form, own: str = "") -> str:
    """Return the name entered for an account; refuse one that identifies nobody, at its field.

    :param own: what they are called until now.
    """
    taken = {same_name(each.name) for each in current_store().accounts.list_accounts()} - {same_name(own)}
    try:
        name = person_name(form.value("name"), "Please write your name.")
    except NameRefused as refusal:
        form.refuse("name", str(refusal))
        return form.value("name")
    if same_name(name) in taken:
        form.refuse(
            "name", f"Somebody in the club is called {name} already. Add what tells you apart, such as a last name."
        )
    return name


def _found(token: str) -> WayIn:
    return current_store().ways_in.find(token, now()) or abort(404, NO_SUCH_WAY)


def _page(token: str, way_in: WayIn, form: Form) -> Response:
    account = current_store().accounts.find_account(way_in.account) if way_in.account else None
    return respond(
        "club/way_in.html",
        status=form.status,
        token=token,
        account=account,
        you_do=YOU_DO[way_in.office] if way_in.office else "",
        form=form,
    )
