"""Who makes a change, as the audit log names them: an account, or a device with a short mark."""

from __future__ import annotations

from flask import g, request

from companion.store.audit import Action, AuditEntry
from companion.store.moments import now
from companion.web.base.device import this_phone
from companion.web.base.device_name import device_name
from companion.web.base.signed_in import account_here

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
}


def marked(name: str, hashed_id: str) -> str:
    """A device by a name that several may have, and a mark that only it has."""
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
    """What this device does now, for the audit log."""
    return AuditEntry(game, now(), actor(), action, detail)


def audit_says(entry: AuditEntry) -> str:
    """An entry in words, without who made it and when."""
    known = _SAYS.get(entry.action) if isinstance(entry.action, Action) else None
    return known.format(entry.detail) if known else f"{entry.action} {entry.detail}".strip()
