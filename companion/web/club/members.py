"""The club's members: invite, appoint, sign in people without a device, and remove."""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby
from typing import NoReturn

from flask import Blueprint, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from companion.store.audit import Action
from companion.store.club import Account, Office
from companion.store.moments import now
from companion.web.club.account import ends_in
from companion.web.club.sign_in import signed_in
from companion.web.core.access import DIRECTORS, FOR_DIRECTORS_ONLY, allow, looks_after
from companion.web.core.assets import shared_address
from companion.web.core.current import current_store
from companion.web.core.forms import Form, number_asked
from companion.web.core.identity import audit_says, club_entry
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import INVITING, limited
from companion.web.setup import make_token

INVITED_FOR = timedelta(days=7)
LET_IN_FOR = timedelta(days=1)
SHOWN_AT_ONCE = 100
MOST_SHOWN = 10_000
OFFICES = (
    (Office.MEMBER, "A member", "begins games, and sees those of the others"),
    (Office.DIRECTOR, "A director", "looks after every game, the house rules and the members"),
    (Office.OWNER, "An owner", "looks after everybody in the club"),
)
NOT_YOURS = "Only an owner of the club can do that. Ask one of them."
LAST_OWNER = "A club needs at least one owner. Make someone else an owner first."
NOBODY = "This account isn’t in the club any more."


def add_to(pages: Blueprint) -> None:
    """Serve these pages with the others."""
    pages.add_url_rule("/members", "members", members)
    pages.add_url_rule("/members/log", "log", log)
    for address, view in (
        ("invite", invite),
        ("take-back", take_back),
        ("let-in", let_in),
        ("office", appoint),
        ("sign-out", sign_out_everywhere),
        ("send-out", send_out),
    ):
        pages.add_url_rule(f"/members/{address}", view.__name__, view, methods=["POST"])


@allow(DIRECTORS)
def log() -> Response:
    """The changes in the club with their authors and times, latest first."""
    most = max(number_asked("most", MOST_SHOWN), SHOWN_AT_ONCE)
    found = current_store().audit.of_club(most + 1)
    more = most + SHOWN_AT_ONCE if len(found) > most < MOST_SHOWN else None
    lines = [(audit_says(each), each) for each in found[:most]]
    days = [(day, [*each]) for day, each in groupby(lines, key=lambda line: line[1].at[:10])]
    return respond("club/log.html", days=days, more=more)


@allow(DIRECTORS)
def members() -> Response:
    """The members and the invitations."""
    return _page(Form())


@allow(DIRECTORS)
@limited(INVITING)
def invite() -> Response:
    """Make an invitation, and show it: only now, since the store keeps just its hash."""
    form = Form(request.form)
    office = _read_office(form)
    if office is None:
        return _page(form)
    _ask(office)
    token = current_store().ways_in.invite(
        office, signed_in().id, *ends_in(INVITED_FOR), club_entry(Action.INVITED, office.said)
    )
    return _page(Form(), made=(f"An invitation for {office.said}", token))


@allow(DIRECTORS)
def take_back() -> Response:
    """Revoke a link."""
    way_in, store = request.form.get("way-in", ""), current_store()
    found = next((each for each in store.ways_in.list_ways_in(now()) if each.id == way_in), None)
    if found is not None:
        _ask(found.office or _account(found.account or "").office)
        whose = _account(found.account or "").name if found.office is None else found.office.said
        says = f"{'the link' if found.office is None else 'the invitation'} for {whose}"
        store.ways_in.take_back(way_in, club_entry(Action.INVITATION_REVOKED, says))
    return see_other(url_for("club.members"))


@allow(DIRECTORS)
@limited(INVITING)
def let_in() -> Response:
    """Make a link that signs an existing account in on another device."""
    account = _account_asked()
    token = current_store().ways_in.let_in(
        account.id, signed_in().id, *ends_in(LET_IN_FOR), club_entry(Action.LET_IN, account.name)
    )
    return _page(Form(), made=(f"The link for {account.name}", token))


@allow(DIRECTORS)
def appoint() -> Response:
    """Change a member's office."""
    account, form = _account_asked(), Form(request.form)
    office = _read_office(form)
    if office is None:
        return _page(form)
    _ask(office)
    entry = club_entry(Action.OFFICE_CHANGED, f"{account.name} {office.said} ({account.office.said} until then)")
    if not current_store().accounts.appoint(account.id, office, signed_in().id, entry):
        _refuse(account)
    return see_other(url_for("club.members"))


@allow(DIRECTORS)
def sign_out_everywhere() -> Response:
    """Sign out all of a member's devices."""
    account = _account_asked()
    current_store().accounts.end_all(account.id, club_entry(Action.SIGNED_OUT, account.name))
    return see_other(url_for("club.members"))


@allow(DIRECTORS)
def send_out() -> Response:
    """Remove a member from the club; their games stay."""
    account = _account_asked()
    entry = club_entry(Action.ACCOUNT_REMOVED, account.name)
    if not current_store().accounts.remove(account.id, signed_in().id, entry):
        _refuse(account)
    return see_other(url_for("club.members"))


def _ask(office: Office) -> None:
    if not looks_after(office):
        abort(403, NOT_YOURS if signed_in().office is Office.DIRECTOR else FOR_DIRECTORS_ONLY)


def _refuse(account: Account) -> NoReturn:
    """Explain why the store changed nothing: an office may have changed since this page was opened."""
    mine, now_has = _account(signed_in().id), _account(account.id)
    if not mine.office.looks_after(now_has.office):
        abort(403, NOT_YOURS)
    abort(422, LAST_OWNER)


def _account(account: str) -> Account:
    return current_store().accounts.find_account(account) or abort(404, NOBODY)


def _account_asked() -> Account:
    account = _account(request.form.get("account", ""))
    _ask(account.office)
    return account


def _read_office(form: Form) -> Office | None:
    found = next((office for office in Office if office.value == form.value("office")), None)
    if found is None:
        form.refuse("office", "Please say as what.")
    return found


def _page(form: Form, made: tuple[str, str] | None = None) -> Response:
    path = url_for("club.look", token=made[1]) if made else ""
    accounts = current_store().accounts.list_accounts()
    return respond(
        "club/members.html",
        status=form.status,
        form=form,
        accounts=accounts,
        names={each.id: each.name for each in accounts},
        offices_held={each.id: each.office for each in accounts},
        offices=[each for each in OFFICES if looks_after(each[0])],
        called={office: says for office, says, _ in OFFICES},
        ways_in=current_store().ways_in.list_ways_in(now()),
        made=made[0] if made else None,
        path=path,
        address=shared_address(path) if made else "",
        check=_check() if signed_in().office is Office.OWNER else "",
    )


def _check() -> str:
    """The address of the owner's page about the way to the companion; valid for an hour."""
    return url_for("setup.check", token=make_token(current_app.config["SECRET_KEY"]))
