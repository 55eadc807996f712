"""Passkeys: made and listed on the account page, used on the sign-in page, and asked for before a sensitive change.

A challenge is sealed into the page that asks it, expires after five minutes, and is answered once. Without a script,
the page says so, and every device can sign in by a link instead.
"""

from __future__ import annotations

import ipaddress
import json
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any
from urllib.parse import urlsplit

from flask import request, url_for
from werkzeug.wrappers import Response

from companion.store.club import Account, Passkey
from companion.store.moments import at, now
from companion.web.club.sign_in import enter, pages
from companion.web.core.access import ANYBODY, allow
from companion.web.core.current import current_store, seal_dated, unseal_dated
from companion.web.core.forms import Form
from companion.web.core.identity import device_here, host_cookie, keep_cookie, sign_in_here
from companion.web.core.rendering import respond
from companion.web.core.request import sign_in_tried, this_app
from companion.web.core.security import COMING_IN, limited, local_path

COOKIE = "shown"
_PROOF = "a passkey was shown"
SHOWN_FOR_SECONDS = 300
"""The time for which a passkey shown on a device counts there."""
JUST_SIGNED_IN = timedelta(minutes=10)
"""Enough to read a page and make a passkey; an hour later somebody else may have the device."""


@dataclass(frozen=True)
class Assurance:
    """The proof of the person signed in here, beyond the sign-in itself."""

    has_key: bool
    has_shown: bool
    has_come: bool
    """True if this device has only just been signed in."""

    @property
    def may_add(self) -> bool:
        """Return True if a passkey may be added."""
        return self.has_shown if self.has_key else self.has_come

    @property
    def may_change(self) -> bool:
        """Return True if another device may be signed in, or a passkey removed."""
        return self.has_shown or self.has_come or not self.has_key


def proof_of(account: Account) -> Assurance:
    """Return the proof of the person signed in here as this account."""
    has_key = bool(current_store().passkeys.list_passkeys(account.id))
    return Assurance(has_key, _has_shown(), _has_come())


def keep_shown(response: Response) -> Response:
    """Mark the receiving device as having shown a passkey, for a while and for this sign-in alone."""
    return keep_cookie(response, host_cookie(COOKIE), seal_dated(_PROOF, _here()), seconds=SHOWN_FOR_SECONDS)


def _has_shown() -> bool:
    try:
        shown = unseal_dated(_PROOF, request.cookies.get(host_cookie(COOKIE), ""), SHOWN_FOR_SECONDS)
    except ValueError:
        return False
    return bool(shown) and shown == _here()


def _has_come() -> bool:
    here, moment = sign_in_here(), datetime.now(timezone.utc)
    return here is not None and at(moment - JUST_SIGNED_IN) <= here.at <= at(moment)


def _here() -> str:
    here = sign_in_here()
    return here.id if here else ""


try:
    from companion.web.club import ceremony
except ImportError:  # its library is in the extra “server”, and is not there for every machine
    INSTALLED = False
else:
    INSTALLED = True

GOOD_FOR_SECONDS = 300
LOCALHOST = "localhost"
NO_LIBRARY = "Passkeys need one more library on the machine that runs the companion: python3 bootstrap.py setup server."
NO_NAME = "Passkeys need a name: under a number, such as 192.168.1.7, no browser offers them."
NO_HTTPS = "Passkeys need https, and this line has none."
NOT_PROVEN = "That didn’t work, so nothing was changed. Try once more, or come in another way."
KEPT_ALREADY = "This passkey is yours already."
TO_SIGN_IN = "sign in"


@pages.get("/sign-in")
@allow(ANYBODY)
def sign_in() -> Response:
    """The page to sign in on; ``?next=`` is where to go afterwards."""
    return _page(Form(), request.args.get("next", ""))


@pages.post("/sign-in")
@allow(ANYBODY)
@limited(COMING_IN)
def by_passkey() -> Response:
    """Log in with a passkey."""
    form, at = Form(request.form), now()
    key = _key_shown(form, TO_SIGN_IN, at)
    token = current_store().accounts.sign_in(key.account, device_here(), at) if key else None
    sign_in_tried.send(this_app(), way="passkey", outcome="ok" if token else "refused")
    if token is None:
        form.refuse("passkey", NOT_PROVEN)
        return _page(form, form.value("next"))
    return enter(token, _wanted(form.value("next")))


def keep_key(form: Form, account: Account) -> bool:
    """Keep the passkey that a device has made for an account; else say beside its field why not."""
    place, question = place_here(), _question(form, _to_add(account))
    if place is None or question is None:
        form.refuse("passkey", NOT_PROVEN)
        return False
    try:
        made = ceremony.read_new_key(place, question, form.value("answer"))
    except ceremony.NotProven:
        form.refuse("passkey", NOT_PROVEN)
        return False
    store, at = current_store().passkeys, now()
    if not store.answer(form.value("question"), at):
        form.refuse("passkey", NOT_PROVEN)
    elif not store.add(Passkey(made.id, account.id, made.public_key, made.uses, device_here(), at)):
        form.refuse("passkey", KEPT_ALREADY)
    return not form.errors


def shows_own_key(form: Form, account: Account) -> bool:
    """Return True if one of an account's passkeys has answered, unlocked; otherwise refuse at its field."""
    key = _key_shown(form, _to_show(account), now(), of=account.id)
    if key is None:
        form.refuse("passkey", NOT_PROVEN)
    return key is not None


def asks_on_account(account: Account, may_add: bool) -> dict[str, Any]:
    """Return the account page's question to a device, to add a passkey or to show one first, or why it can't ask."""
    place, known = place_here(), current_store().passkeys.list_passkeys(account.id)
    challenge, sealed = _new_question(_to_add(account) if may_add else _to_show(account))
    asked = ""
    if place and may_add:
        asked = ceremony.ask_for_new_key(place, challenge, account, known)
    elif place:
        asked = ceremony.ask_for_key_of(place, challenge, known)
    return {"passkeys": known, "asked": asked, "question": sealed, "no_passkeys": why_not()}


def place_here() -> ceremony.RelyingParty | None:
    """Return the site of passkeys for this request; None if it can have none."""
    if why_not():
        return None
    return ceremony.RelyingParty(_host(), f"{request.scheme}://{request.host}")


def why_not() -> str:
    """Return why this address has no passkeys; empty if it has."""
    if not INSTALLED:
        return NO_LIBRARY
    if _is_number(_host()):
        return NO_NAME
    return "" if request.is_secure or _host() == LOCALHOST else NO_HTTPS


def _host() -> str:
    return urlsplit(f"//{request.host}").hostname or ""


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _page(form: Form, wanted: str) -> Response:
    place = place_here()
    challenge, sealed = _new_question(TO_SIGN_IN)
    return respond(
        "club/sign_in.html",
        status=form.status,
        form=form,
        wanted=_wanted(wanted),
        is_new=not current_store().accounts.list_accounts(),
        asked=ceremony.ask_for_any_key(place, challenge) if place else "",
        question=sealed,
        no_passkeys=why_not(),
    )


def _wanted(path: str) -> str:
    return local_path(path) or url_for("home.home_page")


def _to_add(account: Account) -> str:
    return f"add for {account.id}"


def _to_show(account: Account) -> str:
    return f"show of {account.id}"


def _key_shown(form: Form, use: str, at: str, of: str = "") -> Passkey | None:
    """The passkey that answered the page's question; None if none of ours did.

    :param of: the account whose it has to be, and then its owner has to have unlocked it.
    """
    place, question = place_here(), _question(form, use)
    key = current_store().passkeys.find(_id_of(form.value("answer")))
    if place is None or question is None or key is None or (of and key.account != of):
        return None
    try:
        uses = ceremony.uses_of(place, question, form.value("answer"), key, unlocked=bool(of))
    except ceremony.NotProven:
        return None
    if not current_store().passkeys.answer(form.value("question"), at):
        return None
    current_store().passkeys.use(key.id, uses, at)
    return key


def _id_of(answer: str) -> str:
    try:
        body = json.loads(answer)
    except (ValueError, RecursionError):
        return ""
    key = body.get("id", "") if isinstance(body, dict) else ""
    return key if isinstance(key, str) else ""


def _new_question(use: str) -> tuple[bytes, str]:
    """Random bytes for a device to sign, and the same sealed, to come back with its answer."""
    challenge = secrets.token_hex(32)
    return challenge.encode(), seal_dated(f"passkey: {use}", challenge)


def _question(form: Form, use: str) -> bytes | None:
    """The random bytes that were sealed into a page for this use, five minutes ago at most."""
    try:
        return str(unseal_dated(f"passkey: {use}", form.value("question"), GOOD_FOR_SECONDS)).encode()
    except ValueError:
        return None
