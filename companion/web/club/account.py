"""The account page: its devices, a link for another one, and signing out."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from flask import g, request, url_for
from werkzeug.wrappers import Response

from companion.store.audit import Action
from companion.store.moments import at, now
from companion.web.club.passkeys import asks_on_account, keep_key, keep_shown, proof_of, shows_own_key
from companion.web.club.sign_in import pages, read_name, signed_in
from companion.web.core.access import MEMBERS, allow
from companion.web.core.assets import shared_address
from companion.web.core.current import current_store
from companion.web.core.forms import Form
from companion.web.core.identity import club_entry, let_go, sign_in_here
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import INVITING, limited

PAIRED_FOR = timedelta(minutes=5)
SHOW_FIRST = "Nothing was changed. Show first that it is you: that counts for five minutes, and then it is asked again."


@pages.get("/account")
@allow(MEMBERS)
def account() -> Response:
    """The account signed in on this device, and its other sign-ins."""
    return show_account(Form())


@pages.post("/account/name")
@allow(MEMBERS)
def rename() -> Response:
    """Be called otherwise from now on."""
    mine, form = signed_in(), Form(request.form)
    name = read_name(form, mine.name)
    if form.errors:
        return show_account(form)
    if name != mine.name:
        current_store().accounts.rename(mine.id, name, club_entry(Action.ACCOUNT_RENAMED, name))
    return see_other(url_for("club.account"))


@pages.post("/account/passkey")
@allow(MEMBERS)
@limited(INVITING)
def add_passkey() -> Response:
    """Keep the passkey that this device has just made."""
    mine, form = signed_in(), Form(request.form)
    if not proof_of(mine).may_add:
        return _show_first(form)
    if not keep_key(form, mine):
        return show_account(form)
    return see_other(url_for("club.account", kept="1"))


@pages.post("/account/passkey/show")
@allow(MEMBERS)
@limited(INVITING)
def show_passkey() -> Response:
    """Confirm who is signed in here, by one of their passkeys."""
    form = Form(request.form)
    if not shows_own_key(form, signed_in()):
        return show_account(form)
    return keep_shown(see_other(url_for("club.account", shown="1")))


@pages.post("/account/passkey/remove")
@allow(MEMBERS)
def remove_passkey() -> Response:
    """Remove one of the account's own passkeys."""
    mine, form = signed_in(), Form(request.form)
    if not proof_of(mine).may_change:
        return _show_first(form)
    current_store().passkeys.remove(mine.id, form.value("passkey"))
    return see_other(url_for("club.account"))


@pages.post("/account/pair")
@allow(MEMBERS)
@limited(INVITING)
def pair() -> Response:
    """Show, on this device, what signs another one in: for five minutes, and once."""
    account = signed_in()
    if not proof_of(account).may_change:
        return _show_first(Form(request.form))
    mine = account.id
    entry = club_entry(Action.LET_IN, "another device of their own")
    token = current_store().ways_in.let_in(mine, mine, *ends_in(PAIRED_FOR), entry)
    path = url_for("club.look", token=token)
    return show_account(Form(), pairing=path, pairing_address=shared_address(path))


@pages.post("/account/end")
@allow(MEMBERS)
def end() -> Response:
    """Sign another of one's devices out: it finds that out with whatever it asks next."""
    current_store().accounts.end(signed_in().id, request.form.get("sign-in", ""))
    return see_other(url_for("club.account"))


@pages.post("/account/sign-out")
@allow(MEMBERS)
def sign_out() -> Response:
    """Sign this device out."""
    here = sign_in_here()
    if here is not None:
        current_store().members.leave_behind(g.device, g.phone, now())
        current_store().accounts.end(here.account, here.id)
    return let_go(see_other(url_for("home.home_page")))


def show_account(form: Form, **more: Any) -> Response:
    """The page of the account that is signed in."""
    mine, here = signed_in(), sign_in_here()
    proof = proof_of(mine)
    return respond(
        "club/account.html",
        status=form.status,
        form=form,
        mine=mine,
        here=here.id if here else "",
        sign_ins=current_store().accounts.sign_ins_of(mine.id),
        came=request.args.get("came"),
        kept=request.args.get("kept"),
        shown=request.args.get("shown") and proof.has_shown,
        proof=proof,
        **asks_on_account(mine, proof.may_add),
        **more,
    )


def _show_first(form: Form) -> Response:
    form.refuse("passkey", SHOW_FIRST)
    return show_account(form)


def ends_in(time: timedelta) -> tuple[str, str]:
    """The present time, and the end of something that lasts this long."""
    return now(), at(datetime.now(timezone.utc) + time)
