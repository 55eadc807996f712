"""Whom a page is about, and which of their games: read from its address."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, request

from companion.figures.scope import Mine
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
    season: str
    partner: str
    mine: Mine
    whole: Mine
    """All of their games."""

    @property
    def name(self) -> str:
        return self.house.called(self.person)

    @property
    def narrowed(self) -> dict[str, str]:
        """What an address says to ask for the same part."""
        told = {"rules": self.rules, "season": self.season, "partner": self.partner}
        return {key: value for key, value in told.items() if value}

    @property
    def seasons(self) -> list[str]:
        """The years in which the person played, the last first."""
        return sorted({game.evening[:4] for game in self.whole.games if game.evening}, reverse=True)


def person_asked(name: str) -> Asked:
    """Whom an address names, with the rules, the season and the partner in its query.

    :raise 404: if nobody of that name has played here.
    :raise 403: if the person is not to be seen on this phone.
    """
    now = house()
    person = now.people.key(name)
    if person not in now.spellings or not now.people.person(name):
        abort(404, NOBODY)
    if not may_see(now, person):
        abort(403, NOT_SHOWN)
    whole = now.mine(person)
    rules, season = request.args.get("rules", ""), request.args.get("season", "")
    partner = now.people.key(request.args.get("partner", "")) if request.args.get("partner") else ""
    mine = whole.under(rules) if rules else whole
    if season:
        mine = mine.among(game for game, rows in now.games.items() if rows[0].evening.startswith(season))
    if partner:
        mine = mine.with_partner(now.mine(partner).deals)
    return Asked(now, person, rules, season, partner, mine, whole)
