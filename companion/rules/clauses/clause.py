"""The record of one clause, and the short names of the texts it may come from."""

from __future__ import annotations

from dataclasses import dataclass

SITE = "Single-deck partnership text (000)"
BRUCE = "Bruce's 5-card and 7-card text (000)"
TWO_HANDED = "Two-handed text (001)"
DOUBLES = "Doubles text (002)"
AUCTION = "Auction pinochle text (003)"
JOEDOG = "Three-card passing text (004, first part)"
HOYLE = "Partnership text (004, second part)"
SEVERAL = "Agreed by several texts (000 to 004)"
RESOLUTION = "Rulebook resolution"
OTHER_TABLES = "Other tables"
AGREED = "Set by each table"


@dataclass(frozen=True)
class Clause:
    """One rule: what rulings cite, and what the rules pages show."""

    id: str
    """The rulebook's own name for the rule, as in ``play.head``."""
    title: str
    """A few words that head the rule on a page."""
    text: str
    """The rule in one to three sentences of our own."""
    source: str
    """Where the rule comes from, in words a player understands."""
    section: str
    """The chapter in which the rule is shown."""
    resolution: bool = False
    """Whether the texts leave the point open, so that this answer is our own."""
