"""The record of one clause, and the sources that it may come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Source(NamedTuple):
    """Where a rule comes from."""

    id: str
    """Which of the texts that the rulebook was drawn from, for whoever keeps the rules."""
    name: str
    """What a player is told."""


SITE = Source("000", "Single-deck partnership rules (online card site), 2021")
BRUCE = Source("000", "Bruce Alan Hall’s 5-card and 7-card games (online card site), 2021")
TWO_HANDED = Source("001", "Two-handed rules (online guide)")
DOUBLES = Source("002", "Rules of the computer game Doubles, 1993")
AUCTION = Source("003", "Auction pinochle in all its forms (online encyclopaedia)")
JOEDOG = Source("004", "Rules of JoeDog’s online game with three cards passed")
HOYLE = Source("004", "Partnership rules beside JoeDog’s online game")
SEVERAL = Source("several", "Common to most pinochle rules")
RESOLUTION = Source("resolution", "The companion’s own answer")
OTHER_TABLES = Source("other-tables", "A custom of some tables")
AGREED = Source("agreed", "Agreed by each table")


@dataclass(frozen=True)
class Clause:
    """One rule: what rulings cite, and what the rules pages show."""

    id: str
    """The rulebook's own name for the rule, as in ``play.head``."""
    title: str
    """A few words that head the rule on a page."""
    text: str
    """The rule in one to three sentences of our own."""
    source: Source
    section: str
    """The chapter in which the rule is shown."""
    resolution: bool = False
    """Whether the texts leave the point open, so that this answer is our own."""
