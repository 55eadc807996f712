"""Every clause of the rulebook: what rulings cite and the rules pages show. The texts are in ``data/clauses/``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from companion.rules.names import did_you_mean
from companion.rules.texts import LazyTexts, TextError, names_in, one_line, read_entries, read_file

AGREED, OTHER_TABLES, RESOLUTION = "agreed", "other-tables", "resolution"
"""Ids of sources that are not one text: each table agrees on it, some tables have it, the companion settled it."""
CHAPTERS = ("cards", "melds", "auction", "conduct", "play", "count", "score", "ending", "units", "resolutions")
"""The files in ``data/clauses/``, in the order in which the rules are read."""
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class ClauseError(ValueError):
    """An id that names no clause; the message lists the nearest ids."""


class Source(NamedTuple):
    """The source of a rule: by ``address`` where the text is public and its place is known, else in words."""

    id: str
    """The id of one of the texts that the rulebook was drawn from."""
    name: str
    """The name that a player is shown."""
    address: str | None = None
    """The place where everybody can read the text."""
    instead: str = ""
    """The text where there is no address."""
    read: str | None = None
    """The day on which the text was read (``2026-11-22``); ``None`` where the rule is from no text."""

    @property
    def read_on(self) -> str:
        """The day as a player reads it: ``22 November 2026``; empty without one."""
        if self.read is None:
            return ""
        year, month, day = map(int, self.read.split("-"))
        return f"{day} {_MONTHS[month - 1]} {year}"


@dataclass(frozen=True)
class Clause:
    """One rule."""

    id: str
    """The rulebook's own name for the rule, as in ``play.head``."""
    title: str
    """A few words that head the rule on a page."""
    text: str
    """The rule in one to four sentences of our own."""
    source: Source
    section: str
    """The chapter in which the rule is shown."""
    resolution: bool = False
    """True if the texts leave the point open, so that this answer is our own."""
    when: tuple[str, ...] = ()
    """The conditions of a rule that no option decides; empty where an option or a variant decides."""
    card: tuple[tuple[tuple[str, ...], str], ...] = ()
    """The rule card's text for it: conditions and a sentence, the first that fits."""
    hangs_on: str = ""
    """The option that explains why it does not come up, as there is no kitty to show."""
    goes_with: tuple[str, ...] = ()
    """Options and rules without which an answer on it is only half of one."""


@lru_cache(maxsize=1)
def _sources() -> dict[str, Source]:
    entries = read_entries("sources", ("id", "name"), ("address", "instead", "read"))
    return {key: Source(**entry) for key, entry in entries.items()}


def _load() -> dict[str, Clause]:
    clauses: dict[str, Clause] = {}
    for chapter in CHAPTERS:
        for clause in _chapter(f"clauses/{chapter}"):
            if clause.id in clauses:
                raise TextError(f'data/clauses/{chapter}.toml: ["{clause.id}"] is also in another file')
            clauses[clause.id] = clause
    return clauses


def _chapter(name: str) -> list[Clause]:
    section = read_file(name)["section"]
    entries = read_entries(name, ("title", "text", "source"), ("ours", "when", "card", "hangs_on", "goes_with"))
    return [_clause(name, section, key, entry) for key, entry in entries.items()]


def _clause(name: str, section: str, key: str, entry: Mapping[str, Any]) -> Clause:
    source, when = entry["source"], names_in(entry.get("when", ()))
    if source not in _sources():
        raise TextError(f'data/{name}.toml: ["{key}"] names an unknown source {source}; see data/sources.toml')
    return Clause(
        key,
        entry["title"],
        entry["text"],
        _sources()[source],
        section,
        entry.get("ours", False) or source == RESOLUTION,
        when,
        _card_cases(when, entry.get("card", [])),
        entry.get("hangs_on", ""),
        names_in(entry.get("goes_with", ())),
    )


def _card_cases(when: tuple[str, ...], card: str | list[dict[str, Any]]) -> tuple[tuple[tuple[str, ...], str], ...]:
    if isinstance(card, str):
        return ((when, card),)
    return tuple((names_in(case["when"]), one_line(case["says"])) for case in card)


def find_source(word: str) -> Source:
    """The source that clauses name by this word.

    :raises KeyError: if there is none.
    """
    return _sources()[word]


CLAUSES = LazyTexts(_load)
"""All clauses by id, in the order in which the rules are read."""


def find_clause(clause_id: str) -> Clause:
    """Return the clause with this id.

    >>> find_clause("play.follow").title
    'Follow suit'

    :raises ClauseError: if there is none; the message names the ids most like it.
    """
    try:
        return CLAUSES[clause_id]
    except KeyError:
        hint = did_you_mean(clause_id, CLAUSES)
        raise ClauseError(f"no such clause: {clause_id!r}" + (f"; {hint}" if hint else "")) from None


def clauses_of(*ids: str) -> list[Clause]:
    """The clauses of these ids, each once."""
    return [CLAUSES[each] for each in dict.fromkeys(ids) if each in CLAUSES]
