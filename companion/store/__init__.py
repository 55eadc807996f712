"""Rows, files and JSON: where games are kept. ``open_store(data).journal`` is the way in (docs/store.md)."""

from __future__ import annotations

from companion.store.audit import Action, AuditEntry
from companion.store.club import Account, Office, Passkey, SignIn, WayIn
from companion.store.entries import Appended, Entry, GameRow, Journaled, NewEntry, NewGame, Shelf
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
from companion.store.houses import HouseRow, Houses
from companion.store.journal import Journal
from companion.store.membership import HandedOut, Link, Links, Member, Members, Role
from companion.store.people import RememberedNames
from companion.store.photos import Photo, Photos
from companion.store.store import Store, data_folder, open_store

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
    "Members",
    "NameTaken",
    "NewEntry",
    "NewGame",
    "NotFound",
    "Office",
    "Overtaken",
    "Passkey",
    "Photo",
    "Photos",
    "RememberedNames",
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
