"""Who may see a person's page. Whatever decides it is in this one place."""

from __future__ import annotations

from flask import g

from companion.figures.who import SeenBy
from companion.web.base.current import current_store
from companion.web.base.device import this_phone
from companion.web.people.reckoned import House


def is_own(house: House, person: str) -> bool:
    """Whether this phone has said that it is the person's."""
    return this_phone() in house.people.phones.get(person, ())


def may_see(house: House, person: str) -> bool:
    """Whether this phone may see a person's figures: as the person chose, and always their own."""
    wish = house.people.may_be_seen_by(person)
    if person in house.people.left_out:
        return False
    if wish is SeenBy.EVERYBODY or is_own(house, person):
        return True
    return wish is SeenBy.TABLES and _sat_with(house, person)


def may_change(house: House, person: str) -> bool:
    """Whether this phone may say who sees the person, and leave the person out: theirs, or anybody's while none is."""
    return is_own(house, person) or not house.people.phones.get(person)


def viewer(house: House) -> tuple[str, frozenset[str]]:
    """This phone and its games, where what it may see is not what everybody may; else nobody in particular."""
    choosy = any(wish is not SeenBy.EVERYBODY for wish in house.people.seen_by.values())
    if not choosy and house.only is None:
        return "", frozenset()
    return this_phone(), current_store().members.games_of(g.device)


def _sat_with(house: House, person: str) -> bool:
    """Whether somebody of this phone sat at a table with the person: it belongs to the game, or it is a player's."""
    games = current_store().members.games_of(g.device)
    mine = this_phone()
    own = {each for each, phones in house.people.phones.items() if mine in phones}
    for game, rows in house.games.items():
        there = {house.people.key(row.name) for row in rows}
        if person in there and (game in games or there & own):
            return True
    return False
