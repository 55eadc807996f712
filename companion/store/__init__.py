"""Rows, files and JSON: where games are kept. ``open_store(data).journal`` is the way in (docs/store.md)."""

from __future__ import annotations

from companion.store.audit import Action, AuditEntry
from companion.store.club import Account, Office, Passkey, SignIn, WayIn
from companion.store.errors import (
    Closed,
    Conflict,
    Damaged,
    InBin,
    NameTaken,
    NotFound,
    Overtaken,
    SeatHeld,
    StoreError,
    Unavailable,
)
from companion.store.journal import Appended, Entry, GameRow, Journal, Journaled, NewEntry, NewGame, Shelf
from companion.store.membership import HandedOut, Link, Member, Membership, Role
from companion.store.store import Store, data_folder, open_store
from companion.store.tables.houses import HouseRow, Houses
from companion.store.tables.links import Links
from companion.store.tables.people import People
from companion.store.tables.photos import Photo, Photos

__all__ = [
    "Account",
    "Action",
    "Appended",
    "AuditEntry",
    "Closed",
    "Conflict",
    "Damaged",
    "Entry",
    "GameRow",
    "HandedOut",
    "HouseRow",
    "Houses",
    "InBin",
    "Journal",
    "Journaled",
    "Link",
    "Links",
    "Member",
    "Membership",
    "NameTaken",
    "NewEntry",
    "NewGame",
    "NotFound",
    "Office",
    "Overtaken",
    "Passkey",
    "People",
    "Photo",
    "Photos",
    "Role",
    "SeatHeld",
    "Shelf",
    "SignIn",
    "Store",
    "StoreError",
    "Unavailable",
    "WayIn",
    "data_folder",
    "open_store",
]
