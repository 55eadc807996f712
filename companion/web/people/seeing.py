"""Whose device this is, and what it may change of a person. What it may see is decided where rows are fetched."""

from __future__ import annotations

from companion.web.base.device import this_phone
from companion.web.people.reckoned import House


def is_own(house: House, person: str) -> bool:
    """Whether this phone has said that it is the person's."""
    return this_phone() in house.people.phones.get(person, ())


def may_change(house: House, person: str) -> bool:
    """Whether this phone may say who sees the person, and leave the person out: theirs, or anybody's while none is."""
    return is_own(house, person) or not house.people.phones.get(person)
