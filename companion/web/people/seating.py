"""The people whom a new game may seat with one tap each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from companion.figures.who import GUEST
from companion.rules.names import same_name
from companion.store.errors import StoreError
from companion.web.people.reckoned import House, house

OFFERED = 200
"""Of so many names that were used last people are offered."""


def seatable(remembered: Sequence[str]) -> list[str]:
    """Each person once, as they are called now: those this phone seated before, then whoever played here last.

    :param remembered: the names last used at this phone.
    """
    try:
        there = house()
    except StoreError:  # a game begins all the same
        return list(remembered)
    names = [_called_now(there, name) for name in remembered]
    lately = there.seen.last_names(OFFERED)
    names += [there.called(person) for name in lately if (person := there.people.person(name))]
    return list({same_name(name): name for name in reversed(names)}.values())[::-1]


def _called_now(there: House, name: str) -> str:
    person = there.people.person(name)
    return there.seen.spelled(person) or name


def guest_beside(seated: Sequence[str]) -> str:
    """What to call one more guest at a table: ``Guest``, then ``Guest 2``."""
    taken = {same_name(name) for name in seated}
    numbered = (GUEST if number == 1 else f"{GUEST} {number}" for number in count(1))
    return next(name for name in numbered if same_name(name) not in taken)
