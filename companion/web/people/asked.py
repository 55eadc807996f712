"""The address of these pages: its person, season and choice of games; and this device's right to change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort, request
from typing_extensions import override
from werkzeug.routing import BaseConverter

from companion.figures.facts import SeatInGame
from companion.figures.scope import Mine, Season, year_season
from companion.rules.names import same_name
from companion.web.core.access import runs_tables
from companion.web.core.current import current_store
from companion.web.core.identity import account_here, is_club, this_phone
from companion.web.people.facts import House, house

_SPELLED = (("~", "~0"), ("/", "~1"))
_DOT = "~2"


class PersonConverter(BaseConverter):
    """Spells what would end a part of an address, or lead up, as JSON pointers do."""

    @override
    def to_url(self, value: str) -> str:
        for sign, spelled in _SPELLED:
            value = value.replace(sign, spelled)
        return super().to_url(value if value.strip(".") else value.replace(".", _DOT))

    @override
    def to_python(self, value: str) -> str:
        value = value.replace(_DOT, ".")
        for sign, spelled in reversed(_SPELLED):
            value = value.replace(spelled, sign)
        return value


NO_SUCH_SEASON = "There is no such season here any more. The page of seasons, under “People”, has those that there are."


def find_season(key: str) -> Season:
    """The season that an address names: one of this house, or a year.

    :raise 404: if there is none.
    """
    made = next((row.season for row in house().seasons if row.season.key == key), None)
    return made or year_season(key) or abort(404, NO_SUCH_SEASON)


def season_asked() -> Season | None:
    """The season in the query of an address; None where it asks for all games.

    :raise 404: if there is no such season.
    """
    key = request.args.get("season", "")
    return find_season(key) if key else None


def seasons_of(games: Iterable[SeatInGame]) -> list[Season]:
    """The seasons with some of these games: the house's own, then the years, the last first."""
    nights = {game.evening for game in games if game.evening}
    made = [row.season for row in house().seasons if any(map(row.season.holds, nights))]
    years = sorted({night[:4] for night in nights}, reverse=True)
    return made + [year for year in map(year_season, years) if year]


def tables_of(games: Mapping[str, Sequence[SeatInGame]]) -> list[SeatInGame]:
    """One row of each game, for values that are equal for all its seats."""
    return [rows[0] for rows in games.values() if rows]


NOBODY = "Nobody of that name has played here. The list of people has everybody who did."
NOT_SHOWN = "This person’s figures are not shown on this phone."


@dataclass(frozen=True)
class PersonAsked:
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
        """The query for this part."""
        query = {"rules": self.rules, **({"season": self.season.key} if self.season else {}), "partner": self.partner}
        return {key: value for key, value in query.items() if value}

    def narrowed_but(self, part: str) -> dict[str, Any]:
        """The query without one of its parts, for links to another choice."""
        return {key: value for key, value in self.narrowed.items() if key != part}

    @property
    def seasons(self) -> list[Season]:
        """The seasons with games of the person."""
        return seasons_of(self.whole.games)


def person_asked(name: str) -> PersonAsked:
    """The person of an address, with the rules, the season and the partner in its query.

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
    return PersonAsked(now, person, rules, season, partner, mine, whole)


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


def is_own(house: House, person: str) -> bool:
    """Return True if this phone has claimed to be the person's."""
    return this_phone() in house.people.phones.get(person, ())


def may_change(house: House, person: str) -> bool:
    """Return True if this phone may set the person's names.

    Their own, or anybody's while none is; in a club not where the name is another account's, and directors always.
    """
    if is_own(house, person) or runs_tables():
        return True
    return not house.people.phones.get(person) and not is_reserved(house, person)


def may_leave_out(house: House, person: str) -> bool:
    """Return True if this phone may leave the person out; in a club the person's account or a director may."""
    if not is_club():
        return may_change(house, person)
    bears_the_name = _account_id() in _accounts_named(house, person) and not house.people.phones.get(person)
    return is_own(house, person) or runs_tables() or bears_the_name


def may_hide(house: House, person: str) -> bool:
    """Return True if this phone may limit the person's viewers: it is theirs, or may change a person nobody holds."""
    return is_own(house, person) or (may_change(house, person) and not house.people.phones.get(person))


def is_reserved(house: House, person: str) -> bool:
    """Return True if a club account that is not signed in here has the person's name."""
    named = _accounts_named(house, person) if is_club() else set()
    return bool(named) and _account_id() not in named


def _accounts_named(house: House, person: str) -> set[str]:
    names = set(house.people.names(person))
    return {each.id for each in current_store().accounts.list_accounts() if same_name(each.name) in names}


def _account_id() -> str:
    mine = account_here()
    return mine.id if mine else ""
