"""The requester: a device by a random id in its cookie, and in a club the account signed in on it.

At games and wherever else a device is remembered, an account counts as one device, whichever of theirs it uses: a
sign-in that was ended reaches nothing any more, and a second device finds its owner's games.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from enum import Enum

from flask import Flask, Request, current_app, g, request
from flask.sessions import SessionInterface
from typing_extensions import override
from werkzeug.wrappers import Response

from companion.store import Store, club
from companion.store.audit import Action, AuditEntry
from companion.store.club import Account, SignIn
from companion.store.errors import StoreError
from companion.store.membership import hashed
from companion.store.moments import at, now
from companion.web.core.current import current_store
from companion.web.core.security import FOR_EVERYBODY


class Home(str, Enum):
    """The people admitted to the house."""

    OPEN = "open"
    """Anyone who reaches the server."""
    INVITED = "invited"
    """Anyone invited to a game, to that game."""
    CLUB = "club"
    """Anyone who signs in; and anyone invited to a game, to that game."""


def init_app(app: Flask) -> None:
    """Read whose house ``app`` serves, and recognize the device and the account of every request.

    :raises ValueError: if ``HOME`` names none.
    """
    app.config["HOME"] = Home(app.config["HOME"])
    app.jinja_env.globals.update(is_club=is_club, account_here=account_here)
    app.session_interface = NoSession()
    app.before_request(recognize_phone)
    app.before_request(recognize_account)
    app.after_request(remember)


def open_games(app: Flask) -> None:
    """Sign by the key that the store has, unless the configuration names another."""
    if not app.config["SECRET_KEY"]:
        store: Store = app.extensions["store"]
        app.config["SECRET_KEY"] = store.secret.key()


def home() -> Home:
    """Return the kind of house."""
    found: Home = current_app.config["HOME"]
    return found


def is_club() -> bool:
    """Return True if people sign in here."""
    return home() is Home.CLUB


DEVICE_COOKIE = "device"
LIFETIME_SECONDS = 400 * 24 * 3600  # the longest that browsers grant
_ID = re.compile(r"[\w-]{22}")


class NoSession(SessionInterface):
    """No Flask cookie: a device's id is its only session data, and each request would create a signer for more."""

    @override
    def open_session(self, app: Flask, request: Request) -> None:
        """Open no session: Flask then uses one that cannot be written."""


def recognize_phone() -> None:
    """Take the device's id from its cookie, or draw a new one.

    In a club ``g.device`` is afterwards the account that is signed in; ``g.phone`` stays what the cookie says.
    """
    known = request.cookies.get(DEVICE_COOKIE, "")
    g.device = g.phone = known if _ID.fullmatch(known) else secrets.token_urlsafe(16)


def remember(response: Response) -> Response:
    """Hand a new device its id, with the first page and never with a picture or a script."""
    device = g.get("phone")
    if device and device != request.cookies.get(DEVICE_COOKIE) and response.mimetype == "text/html":
        keep_cookie(response, DEVICE_COOKIE, device)
    return response


def keep_cookie(
    response: Response, name: str, value: str, *, seconds: int = LIFETIME_SECONDS, path: str = "/"
) -> Response:
    """Let a device keep a cookie that no script reads and no other site’s form sends; the same response."""
    response.set_cookie(
        name, value, max_age=seconds, path=path, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def this_phone() -> str:
    """Return this phone's name in the store: not its id, so that a copy of the store lets nobody pose as it."""
    return hashed(g.device)


_BROWSERS = {
    "Edge": r"Edg(A|iOS)?/",
    "Samsung Internet": r"SamsungBrowser/",
    "Opera": r"OPR/",
    "Firefox": r"Firefox/|FxiOS/",
    "Chrome": r"Chrome/|CriOS/|HeadlessChrome/",
    "Safari": r"Safari/",
}
"""Each takes the names of those below it, too."""
_SYSTEMS = {
    "iPhone": r"iPhone",
    "iPad": r"iPad",
    "Android": r"Android",
    "Windows": r"Windows",
    "Mac": r"Macintosh",
    "ChromeOS": r"CrOS",
    "Linux": r"Linux",
}


def device_here() -> str:
    """Return the requesting device's description of itself."""
    return device_name(request.headers.get("User-Agent", ""))


def device_name(user_agent: str) -> str:
    """The browser and the system that a ``User-Agent`` names.

    >>> device_name("Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0")
    'Firefox on Android'
    >>> device_name("")
    'A device'
    """
    browser, system = (_named(known, user_agent) for known in (_BROWSERS, _SYSTEMS))
    return f"{browser} on {system}" if browser and system else browser or system or "A device"


def _named(known: dict[str, str], user_agent: str) -> str:
    return next((name for name, pattern in known.items() if re.search(pattern, user_agent)), "")


SIGN_IN_COOKIE = "sign-in"
SAFE = "__Host-"
"""The prefix of a cookie’s name over https: it keeps out other hosts and plain http."""
UNSEEN_DAYS = 90
"""A device that sends nothing for this long is signed out."""
SEEN_AGAIN = timedelta(minutes=10)
"""The interval at which a device's activity is recorded."""


def recognize_account() -> None:
    """Look up the sign-in of this device, and note now and then that it was heard of."""
    if not is_club() or request.endpoint in FOR_EVERYBODY:
        return
    token = request.cookies.get(_cookie(), "")
    found = current_store().accounts.find_sign_in(token, long_unseen()) if token else None
    if found is None:
        return
    g.account, g.sign_in = account, sign_in = found
    g.device, moment = device_of(account), datetime.now(timezone.utc)
    # One that is dated ahead was noted before the clock was set back, and would last longer than the others.
    if not at(moment - SEEN_AGAIN) <= sign_in.seen_at <= at(moment + SEEN_AGAIN):
        with suppress(StoreError):  # a disk that is full keeps nobody from reading the score
            current_store().accounts.see(sign_in.id, at(moment))


def device_of(account: Account) -> str:
    """The device id of a signed-in account; no cookie can hold it."""
    return club.device_of(account.id)


def account_here() -> Account | None:
    """Return the account signed in on this device."""
    found: Account | None = g.get("account")
    return found


def club_entry(action: Action, detail: str = "") -> AuditEntry | None:
    """An entry of the club's log that names the account here; None where nobody is signed in."""
    mine = account_here()
    return None if mine is None else AuditEntry(None, at(datetime.now(timezone.utc)), mine.name, action, detail)


def record_for_club(action: Action, detail: str = "") -> None:
    """Write such an entry if an account is signed in."""
    entry = club_entry(action, detail)
    if entry is not None:
        current_store().audit.record(entry)


def sign_in_here() -> SignIn | None:
    """The sign-in of this device."""
    found: SignIn | None = g.get("sign_in")
    return found


def host_cookie(name: str) -> str:
    """Return the name of a cookie for this host alone, over this request's connection."""
    return f"{SAFE}{name}" if request.is_secure else name


def long_unseen() -> str:
    """The moment of last activity before which a device is signed out."""
    return at(datetime.now(timezone.utc) - timedelta(days=UNSEEN_DAYS))


def keep(response: Response, token: str) -> Response:
    """Sign in the receiving device with a token."""
    return keep_cookie(response, _cookie(), token)


def let_go(response: Response) -> Response:
    """Make the receiving device forget its token."""
    return keep_cookie(response, _cookie(), "", seconds=0)


def _cookie() -> str:
    return host_cookie(SIGN_IN_COOKIE)


MARK_LETTERS = 4
_SAYS = {
    Action.JOINED: "joined: {}",
    Action.REMOVED: "removed {}",
    Action.HANDED_OVER: "handed the game over to {}",
    Action.DISOWNED: "let the game belong to nobody",
    Action.LINK_MADE: "made a link for: {}",
    Action.LINK_REVOKED: "revoked a link for: {}",
    Action.LOCKED: "locked the game",
    Action.UNLOCKED: "unlocked the game",
    Action.CARRIED_OVER: "signed in, and has the places of {}",
    Action.DELETED: "deleted the game",
    Action.RESTORED: "restored the game",
    Action.INVITED: "made an invitation for {}",
    Action.INVITATION_REVOKED: "took back {}",
    Action.LET_IN: "made a link to sign in for {}",
    Action.ACCOUNT_MADE: "came into the club as {}",
    Action.ACCOUNT_RENAMED: "is now called {}",
    Action.ACCOUNT_REMOVED: "took {} out of the club",
    Action.OFFICE_CHANGED: "made {}",
    Action.SIGNED_IN: "signed in {}",
    Action.SIGNED_OUT: "signed {} out everywhere",
    Action.PERSON_CLAIMED: "claimed the person {}",
    Action.PERSON_RELEASED: "released the person {}",
    Action.PERSON_LEFT_OUT: "left {} out of the figures",
    Action.PERSON_TAKEN_IN: "took {} into the figures again",
    Action.NIGHT_DELETED: "deleted the night {}",
    Action.NIGHT_RESTORED: "restored the night {}",
}


def marked(name: str, hashed_id: str) -> str:
    """A device by a name that several may have, and a mark to tell them apart on pages; it proves nothing."""
    return f"{name} ({hashed_id[:MARK_LETTERS]})"


def actor() -> str:
    """The account that is signed in on this device; or else the player it sits for, or what kind of device it is."""
    account = account_here()
    if account is not None:
        return account.name
    player = g.get("player")
    name = f"{player}’s phone" if player else device_name(request.headers.get("User-Agent", ""))
    return marked(name, this_phone())


def audit_entry(game: str | None, action: Action, detail: str = "") -> AuditEntry:
    """Return an audit entry for this device's action, now."""
    return AuditEntry(game, now(), actor(), action, detail)


def audit_says(entry: AuditEntry) -> str:
    """An entry in words, without who made it and when."""
    known = _SAYS.get(entry.action) if isinstance(entry.action, Action) else None
    return known.format(entry.detail) if known else f"{entry.action} {entry.detail}".strip()
