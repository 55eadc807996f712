"""A person's page part by part: what is shown, what is still to come, and what lies behind each number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.figures.bids import bidding
from companion.figures.facts import Place
from companion.figures.luck import FEWEST_MELDS, FEWEST_TRICKS, Luck, Usual, meld_luck, play_above
from companion.figures.part import Part
from companion.figures.play import defence, melding
from companion.figures.records import collection, records
from companion.figures.results import (
    Form,
    With,
    clear_difference,
    favourite,
    form,
    is_comeback,
    largest_comeback,
    nemesis,
    opponents,
    partners,
    winning,
)
from companion.figures.samples import Share
from companion.figures.scope import Mine
from companion.web.people.reckoned import House, simulated
from companion.web.people.words import PARTS, RECORDS, label, missing_says, par_says, says

ALONE = ("won-lately", "cost-set", "cost-thrown-in", "cost-no-marriage", "failed-thrown-in", "failed-no-marriage")
"""Numbers of which it is not said how many are missing: another of the same kind says it."""


@dataclass(frozen=True)
class Line:
    """One number as a page shows it; its key leads to what lies behind."""

    key: str
    label: str
    says: str
    note: str = ""
    par: str = ""


@dataclass(frozen=True)
class Section:
    """Numbers of one kind, and what is missing for more of them."""

    key: str
    title: str
    lines: tuple[Line, ...]
    missing: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.lines and not self.missing


def section(key: str, title: str, parts: Iterable[Part], name: str, points: bool) -> Section:
    """A section of these numbers; amounts of points only where all deals are under the same rules."""
    told = [part for part in parts if (points or not part.in_points) and not _is_idle(part)]
    missing = (missing_says(part, name) for part in told if not part.shown and part.key not in ALONE)
    return Section(key, title, tuple(_line(part, name) for part in told if part.shown), tuple(missing))


def _is_idle(part: Part) -> bool:
    """Whether a number would say nothing: a bid that is never forced, a set that never came."""
    empty = isinstance(part.value, Share) and not part.value.hits
    return empty and (part.key in ("bids-forced", "meld-known") or part.key.startswith("failed-"))


def _line(part: Part, name: str) -> Line:
    par = par_says(part.value.par) if isinstance(part.value, Share) else ""
    note = PARTS[part.key].note.replace("{name}", name)
    return Line(part.key, label(part.key, name), says(part), note, par)


def all_parts(mine: Mine) -> list[Part]:
    """Every number of a person."""
    return [*winning(mine), *bidding(mine), *defence(mine), *melding(mine)]


def sections(mine: Mine, name: str) -> list[Section]:
    """The numbers of a person's page in their order."""
    points = len(mine.rules) == 1
    parts = (
        ("results", "Won and lost", winning(mine)),
        ("bids", "Bids", bidding(mine)),
        ("defence", "When others bid", defence(mine)),
        ("melds", "Meld", melding(mine)),
    )
    return [section(key, title, told, name, points) for key, title, told in parts]


@dataclass(frozen=True)
class LuckTold:
    """Luck and play, side by side, and what is missing for them."""

    meld: Luck | None
    play: Luck | None
    missing: tuple[str, ...]


def luck(house: House, mine: Mine) -> LuckTold | None:
    """Figures 16 and 17 under one set of rules; None where several are mixed or nothing was played."""
    if len(mine.rules) != 1:
        return None
    usual: Usual = house.usual_under(mine.rules[0])
    told = meld_luck(mine, usual, None if usual.suffices else simulated(mine.rules[0]))
    play = play_above(mine, usual)
    missing = []
    if told is None or len(told.places) < FEWEST_MELDS:
        missing.append(f"The luck of the cards is told from {FEWEST_MELDS} deals on, once it is known what is usual.")
        told = None
    if play is None or len(play.places) < FEWEST_TRICKS:
        missing.append(f"Play is told from {FEWEST_TRICKS} deals on, once 200 were played here by these rules.")
        play = None
    return LuckTold(told, play, tuple(missing))


@dataclass(frozen=True)
class Company:
    """With whom and against whom a person plays, and how it goes."""

    partners: tuple[With, ...]
    clear: With | None
    """The partner with whom it goes otherwise than with the others; rarer than one in ten by chance."""
    opponents: tuple[With, ...]
    nemesis: With | None
    favourite: With | None
    form: Form | None


def company(mine: Mine) -> Company:
    """Figures 2, 3 and 19 of a person."""
    sides, met = partners(mine), opponents(mine)
    shown = form(mine) if len(mine.finished) >= 5 else None
    return Company(tuple(sides), clear_difference(sides), tuple(met), nemesis(met), favourite(met), shown)


def behind(house: House, mine: Mine, key: str, name: str) -> tuple[str, Sequence[Place], frozenset[Place]] | None:
    """What a number is called, the games or deals behind it, and those that came true; None of no such number."""
    for part in all_parts(mine):
        if part.key == key:
            hits = part.value.hits if isinstance(part.value, Share) else ()
            return label(key, name), part.behind, frozenset(hits)
    told = luck(house, mine)
    for luck_key, title, found in (
        ("meld-luck", "Luck of the cards", told and told.meld),
        ("play", "Play above what is usual", told and told.play),
    ):
        if key == luck_key and found:
            return title, found.places, frozenset()
    return _others_behind(mine, key)


def _others_behind(mine: Mine, key: str) -> tuple[str, Sequence[Place], frozenset[Place]] | None:
    kind, _, name = key.partition(":")
    if kind == "record":
        found = next((each for each in records(mine) if each.key == name), None)
        return (RECORDS[name], (found.place,), frozenset()) if found else None
    if kind == "meld":
        seen = next((each for each in collection(mine)[0] if each.called == name), None)
        return (seen.called.capitalize(), seen.places, frozenset()) if seen else None
    if key == "games":
        won = frozenset(game.place for game in mine.finished if game.won)
        return "Finished games", tuple(game.place for game in mine.finished), won
    if key == "unfinished":
        return "Games that are not finished", tuple(game.place for game in mine.games if not game.finished), frozenset()
    if key == "deals":
        return "All deals", tuple(deal.place for deal in mine.scored), frozenset()
    if key == "corrected":
        return "Deals that were corrected", tuple(deal.place for deal in mine.deals if deal.corrected), frozenset()
    if key == "comeback":
        best = largest_comeback(mine)
        return ("The comeback", (best.place,), frozenset()) if best and is_comeback(best) else None
    return None
