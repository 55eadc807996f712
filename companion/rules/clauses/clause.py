"""The record of one clause, and the sources that it may come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Source(NamedTuple):
    """Where a rule comes from: by ``address`` where the text is public and its place is known, else in words."""

    id: str
    """Which of the texts that the rulebook was drawn from, for whoever keeps the rules."""
    name: str
    """What a player is told."""
    address: str | None = None
    """Where everybody can read the text."""
    instead: str = ""
    """What is said where there is no address."""
    read: str | None = None
    """The day on which the text was read (``2026-11-22``); ``None`` where the rule is from no text."""

    @property
    def read_on(self) -> str:
        """The day as a player reads it: ``22 November 2026``; empty without one."""
        if self.read is None:
            return ""
        year, month, day = map(int, self.read.split("-"))
        return f"{day} {_MONTHS[month - 1]} {year}"


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_READ = "2026-11-22"
_NO_ADDRESS = "no public address known"
_ENCYCLOPAEDIA = "https://en.wikipedia.org/wiki/Pinochle"
_BRUCE_HALL = "http://inthebeginning.com/articles/5CardPinochle.htm"
_SPOKANE = "http://ki7yu.com/Spokane/rules.htm"
_FRANKLIN = "http://franklincosilvergames.com/page/?p=61"


def _text(text: str, name: str, address: str | None = None, instead: str = _NO_ADDRESS) -> Source:
    return Source(text, name, address, "" if address else instead, _READ)


def _other_table(who: str, address: str | None = None, instead: str = "its address was not kept") -> Source:
    return _text("other-tables", f"A custom of some tables: {who}", address, instead)


SITE = _text("000", "Single-deck partnership rules (online card site), 2021")
BRUCE = _text("000", "Bruce Alan Hall’s 5-card and 7-card games", _BRUCE_HALL)
TWO_HANDED = _text("001", "Two-handed rules (online guide)")
DOUBLES = _text(
    "002", "Rules of the computer game Doubles, 1993", instead="the file RULES.DOC of the game, on discs of shareware"
)
AUCTION = _text("003", "Auction pinochle in all its forms (online encyclopaedia)", _ENCYCLOPAEDIA)
JOEDOG = _text("004", "Rules of JoeDog’s online game with three cards passed")
HOYLE = _text("004", "Partnership rules beside JoeDog’s online game")
SEVERAL = Source("several", "Common to most pinochle rules", instead="most of the texts that are named here say so")
RESOLUTION = Source("resolution", "The companion’s own answer", instead="no text settles it")
AGREED = Source("agreed", "Agreed by each table", instead="no text settles it")

OTHER_TABLES = Source("other-tables", "A custom of some tables", instead="no one text stands for it")
"""A reading that only other tables have; those below are the same with a text that bears it out."""
STRICT_ARTICLE = _other_table("named in an online encyclopaedia", _ENCYCLOPAEDIA)
SPOKANE = _other_table("a tournament in Spokane", _SPOKANE)
FRANKLIN = _other_table("the Franklin senior games", _FRANKLIN)
BICYCLE = _other_table("Bicycle’s three-handed game with a double pack", instead="a page of bicyclecards.com")
ERRANT_PLAY = _other_table("answers on errant play in double deck", instead="pages of experts123.com")
BUST_A_LEAD = _other_table("the program Bust-A-Lead")
HANNA = _other_table("the program philhanna/pinochle")
LOSS_FLOOR = _other_table("the program Slippedup42")
FREE_IF_BEATEN = _other_table("a program of pvegdahl")
FAMILY = _other_table("a family’s double-deck rules")


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
