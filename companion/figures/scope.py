"""The games that figures are about: one person’s rows, the parts a page asks for, and seasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.figures.facts import BIDDER, OTHER, PARTNER, MeldSeen, SeatInDeal, SeatInGame
from companion.rules.names import LONGEST_NAME, name_problem


@dataclass(frozen=True)
class Mine:
    """All that counts for one person."""

    deals: tuple[SeatInDeal, ...]
    games: tuple[SeatInGame, ...]
    """The games at whose end the person sat at the table, the oldest first."""
    melds: tuple[MeldSeen, ...] = ()
    tables: Mapping[str, tuple[SeatInGame, ...]] = field(default_factory=dict)
    """By game, everybody who sat there at its end."""
    who: Callable[[str], str] = str
    """The person that a name belongs to."""

    @cached_property
    def as_bidder(self) -> tuple[SeatInDeal, ...]:
        return self.in_role(BIDDER)

    @cached_property
    def as_partner(self) -> tuple[SeatInDeal, ...]:
        return self.in_role(PARTNER)

    @cached_property
    def as_other(self) -> tuple[SeatInDeal, ...]:
        return self.in_role(OTHER)

    def in_role(self, role: str) -> tuple[SeatInDeal, ...]:
        """The deals in which it was this player's bid, the partner's, or another side's."""
        return tuple(deal for deal in self.deals if deal.role == role)

    @cached_property
    def finished(self) -> tuple[SeatInGame, ...]:
        return tuple(game for game in self.games if game.finished)

    @cached_property
    def scored(self) -> tuple[SeatInDeal, ...]:
        """The deals in which somebody had the bid, or none was needed."""
        return tuple(deal for deal in self.deals if deal.end)

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """Under which rules these deals were played, the most played first."""
        counted: dict[str, int] = {}
        for deal in self.deals:
            counted[deal.rules] = counted.get(deal.rules, 0) + 1
        return tuple(sorted(counted, key=lambda rules: (-counted[rules], rules)))

    def under(self, rules: str) -> Mine:
        """The part that was played under these rules."""
        return self._where(lambda deal: deal.rules == rules, [game.game for game in self.games if game.rules == rules])

    def among(self, games: Iterable[str]) -> Mine:
        """The part that belongs to these games, such as those of a season."""
        kept = set(games)
        return self._where(lambda deal: deal.game in kept, kept)

    def on_evenings(self, holds: Callable[[str], bool]) -> Mine:
        """Return the part played on the evenings that fit, such as those of a season."""
        return self.among(game for game, rows in self.tables.items() if rows and holds(rows[0].evening))

    def with_partner(self, others: Collection[SeatInDeal]) -> Mine:
        """The deals in which one of these rows is of the same team, and the games whole on one side."""
        together = {(each.game, each.number, each.team) for each in others}
        names = {self.who(each.name) for each in others}
        kept = [game.game for game in self.games if game.whole and self._sat_with(game, names)]
        return self._where(lambda deal: (deal.game, deal.number, deal.team) in together, kept)

    def _sat_with(self, game: SeatInGame, names: Collection[str]) -> bool:
        rows = self.tables.get(game.game, ())
        return any(
            row.whole and row.side == game.side and row.seat != game.seat and self.who(row.name) in names
            for row in rows
        )

    def _where(self, deal_counts: Callable[[SeatInDeal], bool], games: Iterable[str]) -> Mine:
        kept = set(games)
        deals = tuple(deal for deal in self.deals if deal_counts(deal))
        places = {deal.place for deal in deals}
        return replace(
            self,
            deals=deals,
            games=tuple(game for game in self.games if game.game in kept),
            melds=tuple(meld for meld in self.melds if meld.place in places),
        )


def in_order(games: Iterable[SeatInGame]) -> tuple[SeatInGame, ...]:
    """Games in the order in which they began."""
    return tuple(sorted(games, key=lambda game: (game.at, game.game)))


@dataclass(frozen=True)
class Season:
    """A stretch of evenings for which figures can be asked."""

    key: str
    """How an address says it: a year, or the id under which it is kept."""
    name: str
    first: str
    """Its first day, as ``2026-11-20``."""
    last: str = ""
    """Its last; empty while it goes on."""

    @property
    def is_year(self) -> bool:
        """True if it is a year, which nobody made."""
        return self.key == self.first[:4]

    def holds(self, evening: str) -> bool:
        """Return True if an evening, as an ISO date, belongs to it; one without a known date never does."""
        return self.first <= evening and (not self.last or evening <= self.last)


def year_season(key: str) -> Season | None:
    """The year that four figures name; None where they name none."""
    if len(key) != 4 or not key.isascii() or not key.isdecimal() or not int(key):
        return None
    return Season(key, key, f"{key}-01-01", f"{key}-12-31")


def season_problems(name: str, first: str, last: str) -> Mapping[str, str]:
    """By field (``name``, ``last``), why there can be no such season; empty where there can."""
    found: dict[str, str] = {}
    if problem := _name_problem(name):
        found["name"] = problem
    if last and last < first:
        found["last"] = "The last day lies before the first. Put one of them right."
    return found


def _name_problem(name: str) -> str:
    if year_season(name):
        return f"{name} is a year, and has its figures already. Give the season a name of its own."
    return name_problem(name, LONGEST_NAME, "Please give the season a name, such as “Winter league”.")
