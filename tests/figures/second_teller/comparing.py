"""What the companion says of somebody, in the form in which the second teller says it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from companion.figures.bids import bidding, defence, melding
from companion.figures.facts import GameFacts
from companion.figures.results import form, opponents, partners, records, winning
from companion.figures.samples import Share
from companion.figures.scope import Mine, Season
from tests.figures.second_teller.games import mine_of


def parts(mine: Mine) -> dict[str, Any]:
    """By key, what the companion says: hits, tries and par of a share, or the sorted values."""
    told = chain(winning(mine), bidding(mine), defence(mine), melding(mine))
    return {
        part.key: (len(part.value.hits), part.value.n, part.value.par)
        if isinstance(part.value, Share)
        else part.value.sorted
        for part in told
    }


def company(mine: Mine) -> dict[str, Any]:
    """What the companion says of the form, of everybody met and of the records."""
    told = form(mine)
    found: dict[str, Any] = {"form": ([won for won, _ in told.last], told.current, told.longest)}
    for how, met in (("with", partners(mine)), ("against", opponents(mine))):
        found |= {f"{how} {each.person}": (each.games.n, each.mine, each.theirs) for each in met}
    return found | {each.key: (each.value, each.place, each.equalled) for each in records(mine)}


SEASONS = (("2026-12-24", "2027-01-06"), ("2027-01-01", "2027-12-31"), ("2026-12-31", ""))


def of_season(facts: Sequence[GameFacts], name: str, first: str, last: str) -> Mine:
    """What counts for somebody in the evenings from one day to another."""
    season = Season("x", "Holidays", first, last)
    return mine_of(facts, name).among(each.games[0].game for each in facts if season.holds(each.games[0].evening))
