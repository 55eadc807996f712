"""Whom a page is about, and which of their games: read from its address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import abort, request

from companion.figures.scope import Mine
from companion.figures.season import Season
from companion.web.people.chosen import in_query, season_asked, seasons_of
from companion.web.people.reckoned import House, house
from companion.web.people.seeing import may_see

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
    person = now.people.key(name)
    if person not in now.spellings or not now.people.person(name):
        abort(404, NOBODY)
    if not may_see(now, person):
        abort(403, NOT_SHOWN)
    whole = now.mine(person)
    rules, season = request.args.get("rules", ""), season_asked()
    partner = now.people.key(request.args.get("partner", "")) if request.args.get("partner") else ""
    mine = whole.under(rules) if rules else whole
    if season:
        mine = mine.among(now.games_in(season))
    if partner:
        mine = mine.with_partner(now.mine(partner).deals)
    return Asked(now, person, rules, season, partner, mine, whole)
