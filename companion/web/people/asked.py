"""Whom a page is about, and which of their games: read from its address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import abort, request

from companion.figures.scope import Mine
from companion.figures.season import Season
from companion.web.people.chosen import in_query, season_asked, seasons_of
from companion.web.people.reckoned import House, house

NOBODY = "Nobody of that name has played here. The list of people has everybody who did."
NOT_SHOWN = "This person’s figures are not shown on this phone."


@dataclass(frozen=True)
class Asked:
    """A person, and the part of their games that is asked for."""

    house: House
    person: str
    rules: str
    season: Season | None
    partner: str
    mine: Mine
    whole: Mine
    """All of their games."""

    @property
    def name(self) -> str:
        return self.house.called(self.person)

    @property
    def narrowed(self) -> dict[str, Any]:
        """What an address says to ask for the same part."""
        told = {"rules": self.rules, **in_query(self.season), "partner": self.partner}
        return {key: value for key, value in told.items() if value}

    def narrowed_but(self, part: str) -> dict[str, Any]:
        """The same without one of its parts, for links that choose another of it."""
        return {key: value for key, value in self.narrowed.items() if key != part}

    @property
    def seasons(self) -> list[Season]:
        """The seasons in which the person played."""
        return seasons_of(self.whole.games)


def person_asked(name: str) -> Asked:
    """Whom an address names, with the rules, the season and the partner in its query.

    :raise 404: if nobody of that name has played here, or there is no such season.
    :raise 403: if the person is not to be seen on this phone.
    """
    now = house()
    person = seen_person(now, name)
    whole = now.mine(person)
    rules, season = request.args.get("rules", ""), season_asked()
    partner = seen_person(now, request.args["partner"]) if request.args.get("partner") else ""
    mine = whole.under(rules) if rules else whole
    if season:
        mine = mine.on_evenings(season.holds)
    if partner:
        mine = mine.with_partner(now.mine(partner).deals)
    return Asked(now, person, rules, season, partner, mine, whole)


def seen_person(now: House, name: str) -> str:
    """The person of a name, whom the viewer may see.

    :raise 404: if nobody of that name has played here, or the person is left out.
    :raise 403: if the person is not to be seen on this phone.
    """
    person = now.people.key(name)
    if not now.may_see(person) and person not in now.people.left_out:
        abort(403, NOT_SHOWN)
    if not now.has_played(person):
        abort(404, NOBODY)
    return person
