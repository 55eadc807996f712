"""A device is signed in: what it was at games before goes with it, and whoever was signed in there is not any more."""

from __future__ import annotations

from flask import abort, g
from werkzeug.wrappers import Response

from companion.store.audit import Action, AuditEntry
from companion.store.club import Account
from companion.store.membership import hashed
from companion.store.moments import now
from companion.web.base.actor import marked
from companion.web.base.current import current_store
from companion.web.base.device_name import device_here
from companion.web.base.htmx import see_other
from companion.web.base.signed_in import account_here, device_of, keep, sign_in_here


def enter(token: str, to: str) -> Response:
    """Sign this device in by the token of a sign-in that was just made, and send it on."""
    accounts, former = current_store().accounts, sign_in_here()
    found = accounts.find_sign_in(token, "")
    if found is None:  # ended by another device in this very moment
        abort(403)
    if former is not None:
        accounts.end(former.account, former.id)
    else:
        entry = AuditEntry(None, now(), found[0].name, Action.CARRIED_OVER, marked(device_here(), hashed(g.phone)))
        current_store().members.carry_over(g.phone, device_of(found[0]), entry)
    return keep(see_other(to), token)


def signed_in() -> Account:
    """Who is signed in here; ``offices`` has let nobody else ask."""
    account = account_here()
    if account is None:
        abort(403)
    return account
