"""The standing of a season: what the nights of everybody add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from math import floor
from typing import TypeAlias

from companion.night.standing import StandingRow, standing
from companion.night.state import Night
from companion.rules.names import same_name

PLACE_POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
"""The points for the first places of a night."""


class DecidedBy(str, Enum):
    """The figure that decides a season."""

    BEST = "best"
    """The sum of the best nights."""
    AVERAGE = "average"
    """Points for each round, of those with enough rounds."""
    PLACES = "places"
    """Points for the places of each night."""


@dataclass(frozen=True)
class NightScore:
    """One person's score on one night."""

    night: int
    """The night of the season, counted from 0."""
    points: int
    """The total of the night, or the points for its place."""
    rounds: int
    place: int
    counts: bool = True
    """True if it is among those that count."""


@dataclass(frozen=True)
class SeasonPlace:
    """Somebody's place in a season."""

    names: tuple[str, ...]
    """One name, or both of two who always entered as a pair."""
    place: int
    """0 for somebody with too few rounds."""
    points: int
    """The sum; of an average, tenths of a point for each round."""
    evenings: tuple[NightScore, ...]

    @property
    def name(self) -> str:
        return " & ".join(self.names)

    @property
    def rounds(self) -> int:
        return sum(each.rounds for each in self.evenings)


def season_standing(
    nights: Sequence[Night],
    count: DecidedBy,
    best: int = 0,
    least: int = 0,
    person: Callable[[str], str] = same_name,
) -> list[SeasonPlace]:
    """Everybody who played, the best first, under the name they had last.

    Each of a pair scores what the pair did, as partners of a drawn round do. Two who entered as a pair whenever they
    came have one place together. What somebody scored under two names in one night is one result.

    :param best: how many nights count for each; 0 for all.
    :param least: how many rounds somebody must have played to be ranked.
    :param person: which person a name is of.
    """
    rows = [_row(names, evenings, count, best) for names, evenings in _scored(nights, count, person).values()]
    ranked = [row for row in rows if row.rounds >= least]
    ranked.sort(key=lambda row: (-row.points, row.name.casefold()))
    apart = sorted((row for row in rows if row.rounds < least), key=lambda row: row.name.casefold())
    first: Mapping[int, int] = {row.points: place for place, row in reversed([*enumerate(ranked, 1)])}
    return [*(replace(row, place=first[row.points]) for row in ranked), *apart]


def met_at(night: Night, one: Collection[str], other: Collection[str]) -> bool:
    """Return True if two people were there in the same round, each by any of these keys of names: so they are two."""
    keys = {entrant.number: {*map(same_name, entrant.names)} for entrant in night.entrants.values()}
    if any(not key.isdisjoint(one) and not key.isdisjoint(other) for key in keys.values()):
        return True
    ones, others = ({number for number, key in keys.items() if not key.isdisjoint(each)} for each in (one, other))
    return any(ones & there.present and others & there.present for there in night.rounds)


def _persons(nights: Sequence[Night], person: Callable[[str], str]) -> Callable[[str], str]:
    """The person of a name; names of one person that were there in the same round stay apart, whatever was said."""
    apart = set[str]()
    for night in nights:
        for there in night.rounds:
            names = {same_name(name): name for each in there.present for name in night.entrants[each].names}
            counted = Counter(map(person, names.values()))
            apart |= {each for each, number in counted.items() if number > 1}
    return lambda name: same_name(name) if person(name) in apart else person(name)


Persons: TypeAlias = frozenset[str]
"""The persons who have one place in a season together: one, or two who always entered as a pair."""


def _scored(
    nights: Sequence[Night], count: DecidedBy, said: Callable[[str], str]
) -> dict[Persons, tuple[tuple[str, ...], list[NightScore]]]:
    """Return by person or pair the names of a place in the season and the scores night by night."""
    person = _persons(nights, said)
    scored = [
        (dict(zip(map(person, names), names, strict=True)), _evening(number, row, count))
        for number, night in enumerate(nights)
        for row in standing(night)
        if row.lines and (names := night.entrants[row.entrant].names)
    ]
    entered: dict[str, set[Persons]] = {}
    for pair, _ in scored:
        for who in pair:
            entered.setdefault(who, set()).add(frozenset(pair))
    found: dict[Persons, tuple[tuple[str, ...], list[NightScore]]] = {}
    for pair, evening in scored:
        always = all(entered[who] == {frozenset(pair)} for who in pair)
        for each in [pair] if always else [{who: name} for who, name in pair.items()]:
            _, evenings = found.get(frozenset(each), ((), []))
            found[frozenset(each)] = tuple(each.values()), _added(evenings, evening, count)
    return found


def _added(evenings: list[NightScore], score: NightScore, count: DecidedBy) -> list[NightScore]:
    """The scores with one more; a second one of the same night, by another name, is part of that night's."""
    if not evenings or evenings[-1].night != score.night:
        return [*evenings, score]
    same = evenings[-1]
    points = max(same.points, score.points) if count is DecidedBy.PLACES else same.points + score.points
    place = min(filter(None, (same.place, score.place)), default=0)
    return [*evenings[:-1], replace(same, points=points, rounds=same.rounds + score.rounds, place=place)]


def _evening(number: int, row: StandingRow, count: DecidedBy) -> NightScore:
    points = row.total
    if count is DecidedBy.PLACES:
        points = PLACE_POINTS[row.place - 1] if 0 < row.place <= len(PLACE_POINTS) else 0
    return NightScore(number, points, len(row.lines), row.place)


def _row(names: tuple[str, ...], evenings: Sequence[NightScore], count: DecidedBy, best: int) -> SeasonPlace:
    if count is DecidedBy.AVERAGE:
        average = Fraction(10 * sum(each.points for each in evenings), sum(each.rounds for each in evenings))
        return SeasonPlace(names, 0, floor(average + Fraction(1, 2)), tuple(evenings))
    order = sorted(evenings, key=lambda each: -each.points)
    counted = {each.night for each in (order[:best] if best else order)}
    marked = tuple(replace(each, counts=each.night in counted) for each in evenings)
    return SeasonPlace(names, 0, sum(each.points for each in marked if each.counts), marked)
