"""That whoever changes how an account signs in is its owner, and not somebody who only holds its device just now.

A passkey is added by whoever has shown another one a moment ago; the first by a device that has just signed in. To sign
in another device, or to remove a passkey, either of the two is asked. Who has no passkey has nothing more to show than
the device, so that another is signed in as ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from flask import current_app, request
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.wrappers import Response

from companion.store.club import Account
from companion.store.moments import at
from companion.web.base.current import current_store
from companion.web.base.signed_in import host_cookie, sign_in_here

COOKIE = "shown"
SHOWN_FOR_SECONDS = 300
"""So long it counts that a passkey was shown, on the device on which it was."""
JUST_SIGNED_IN = timedelta(minutes=10)
"""Enough to read a page and make a passkey; by whoever has the device an hour later it is no proof."""


@dataclass(frozen=True)
class Proof:
    """What is known of whoever is signed in here, beyond that the device is."""

    has_key: bool
    has_shown: bool
    has_come: bool
    """Whether this device has only just been signed in."""

    @property
    def may_add(self) -> bool:
        """Whether a passkey may be added."""
        return self.has_shown if self.has_key else self.has_come

    @property
    def may_change(self) -> bool:
        """Whether another device may be signed in, or a passkey removed."""
        return self.has_shown or self.has_come or not self.has_key


def proof_of(account: Account) -> Proof:
    """What whoever is signed in here as this account has shown."""
    has_key = bool(current_store().passkeys.list_passkeys(account.id))
    return Proof(has_key, _has_shown(), _has_come())


def keep_shown(response: Response) -> Response:
    """Let the device that gets this answer have shown a passkey, for a while and for this sign-in alone."""
    response.set_cookie(
        host_cookie(COOKIE),
        _sealer().dumps(_here()),
        max_age=SHOWN_FOR_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response


def _has_shown() -> bool:
    try:
        told = _sealer().loads(request.cookies.get(host_cookie(COOKIE), ""), max_age=SHOWN_FOR_SECONDS)
    except BadData:
        return False
    return bool(told) and told == _here()


def _has_come() -> bool:
    here, moment = sign_in_here(), datetime.now(timezone.utc)
    return here is not None and at(moment - JUST_SIGNED_IN) <= here.at <= at(moment)


def _here() -> str:
    here = sign_in_here()
    return here.id if here else ""


def _sealer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt="a passkey was shown")
