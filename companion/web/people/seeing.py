"""Whose device this is, and what it may change of a person. What it may see is decided where rows are fetched."""

from __future__ import annotations

from companion.rules.names import same_name
from companion.web.base.current import current_store
from companion.web.base.device import this_phone
from companion.web.base.homes import is_club
from companion.web.base.offices import runs_tables
from companion.web.base.signed_in import account_here
from companion.web.people.reckoned import House


def is_own(house: House, person: str) -> bool:
    """Whether this phone has said that it is the person's."""
    return this_phone() in house.people.phones.get(person, ())


def may_change(house: House, person: str) -> bool:
    """Whether this phone may say which names are the person's.

    Their own, or anybody's while none is; in a club not where the name is another account's, and directors always.
    """
    if is_own(house, person) or runs_tables():
        return True
    return not house.people.phones.get(person) and not is_reserved(house, person)


def may_leave_out(house: House, person: str) -> bool:
    """Whether this phone may leave the person out; in a club that is the person's account, or a director."""
    if not is_club():
        return may_change(house, person)
    bears_the_name = _account_id() in _accounts_named(house, person) and not house.people.phones.get(person)
    return is_own(house, person) or runs_tables() or bears_the_name


def may_hide(house: House, person: str) -> bool:
    """Whether this phone may say who sees the person: their own, or whoever may change one that nobody holds."""
    return is_own(house, person) or (may_change(house, person) and not house.people.phones.get(person))


def is_reserved(house: House, person: str) -> bool:
    """Whether the person has the name of an account of the club that is not signed in here."""
    named = _accounts_named(house, person) if is_club() else set()
    return bool(named) and _account_id() not in named


def _accounts_named(house: House, person: str) -> set[str]:
    names = set(house.people.names(person))
    return {each.id for each in current_store().accounts.list_accounts() if same_name(each.name) in names}


def _account_id() -> str:
    mine = account_here()
    return mine.id if mine else ""
