"""Who is signed in on the device that asks, in a club: by the token in its cookie, looked up with every request.

At games and wherever else a device is remembered, whoever is signed in counts as one device, whichever of theirs it is:
what was ended reaches nothing any more, and a second device finds its owner's games.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta, timezone

from flask import Flask, g, request
from werkzeug.wrappers import Response

from companion.store.audit import Action, AuditEntry
from companion.store.club import Account, SignIn
from companion.store.errors import StoreError
from companion.store.moments import at
from companion.web.base.current import current_store
from companion.web.base.device import LIFETIME_SECONDS
from companion.web.base.homes import is_club
from companion.web.base.security import FOR_EVERYBODY

COOKIE = "sign-in"
SAFE = "__Host-"
"""Before a cookie’s name over https: no other host and no line without https can have put it there."""
UNSEEN_DAYS = 90
"""A device that is not heard of for so long is signed in no more."""
SEEN_AGAIN = timedelta(minutes=10)
"""So seldom it is written down that a device was heard of."""


def init_app(app: Flask) -> None:
    """Know who is signed in, with every request of ``app``."""
    app.before_request(recognise)
    app.jinja_env.globals["account_here"] = account_here


def recognise() -> None:
    """Look up the sign-in of this device, and note now and then that it was heard of."""
    if not is_club() or request.endpoint in FOR_EVERYBODY:
        return
    token = request.cookies.get(_cookie(), "")
    found = current_store().accounts.find_sign_in(token, long_unseen()) if token else None
    if found is not None:
        g.account, g.sign_in = found
        g.device = device_of(g.account)
        _note(g.sign_in)


def device_of(account: Account) -> str:
    """As which device somebody counts who is signed in; no cookie can say so."""
    return f"account:{account.id}"


def account_here() -> Account | None:
    """Who is signed in on this device."""
    found: Account | None = g.get("account")
    return found


def club_entry(action: Action, detail: str = "") -> AuditEntry | None:
    """An entry of the club's log that names the account here; None where nobody is signed in."""
    mine = account_here()
    return None if mine is None else AuditEntry(None, at(datetime.now(timezone.utc)), mine.name, action, detail)


def record_for_club(action: Action, detail: str = "") -> None:
    """Write such an entry, where somebody is signed in."""
    entry = club_entry(action, detail)
    if entry is not None:
        current_store().audit.record(entry)


def sign_in_here() -> SignIn | None:
    """The sign-in of this device."""
    found: SignIn | None = g.get("sign_in")
    return found


def host_cookie(name: str) -> str:
    """How a cookie of this host alone is called, on the line by which this request came."""
    return f"{SAFE}{name}" if request.is_secure else name


def long_unseen() -> str:
    """The moment before which a device has to have been heard of last to be signed out."""
    return at(datetime.now(timezone.utc) - timedelta(days=UNSEEN_DAYS))


def keep(response: Response, token: str) -> Response:
    """Let the device that gets this answer be signed in by a token."""
    response.set_cookie(
        _cookie(), token, max_age=LIFETIME_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def let_go(response: Response) -> Response:
    """Let the device that gets this answer forget its token."""
    response.delete_cookie(_cookie(), httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def _cookie() -> str:
    return host_cookie(COOKIE)


def _note(found: SignIn) -> None:
    moment = datetime.now(timezone.utc)
    # One that is dated ahead was noted before the clock was set back, and would last longer than the others.
    if not at(moment - SEEN_AGAIN) <= found.seen_at <= at(moment + SEEN_AGAIN):
        with suppress(StoreError):  # a disk that is full keeps nobody from reading the score
            current_store().accounts.see(found.id, at(moment))
