"""Which letters a deck's courts and aces carry: one alphabet for the whole photograph, never card by card.

Jack, queen, king and ace are J Q K A on English decks, B D K A on German ones, V D R 1 on French ones. Whether a V is a
jack or a queen only the other cards of the deck can tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LETTERS = (
    *("9", "10", "J", "Q", "K", "A", "other", "none"),
    *("B", "V", "D", "R", "F", "H", "Kn", "W", "Д", "Т", "1", "E"),
)  # fmt: skip
"""What an index may say above its suit, in the order of the network's answers; a Russian В or К looks like B or K."""

COMMON = frozenset({"9", "10", "other", "none"})
"""What every deck has, or no deck."""


_WORDS = {"J": "a jack", "Q": "a queen", "K": "a king", "A": "an ace"}


@dataclass(frozen=True)
class Alphabet:
    """The letters of one kind of deck."""

    name: str
    spells: Mapping[str, tuple[str, ...]]
    """For each of J Q K A the letters that decks of this kind have for it, the usual one first."""

    @property
    def ranks(self) -> dict[str, str]:
        """The rank that each letter stands for."""
        return {letter: rank for rank, letters in self.spells.items() for letter in letters}

    @property
    def words(self) -> str:
        """A sentence on the letters that are not J Q K A; empty where all are."""
        other = [f"{letters[0]} is {_WORDS[rank]}" for rank, letters in self.spells.items() if letters[0] != rank]
        return f"{self.name} letters: {', '.join(other)}." if other else ""


def _alphabet(name: str, *spellings: str) -> Alphabet:
    """``spellings`` of jack, queen, king and ace, each one letter or several with blanks between."""
    return Alphabet(name, {rank: tuple(each.split()) for rank, each in zip("JQKA", spellings, strict=True)})


INTERNATIONAL = _alphabet("English", "J", "Q", "K", "A")
ALPHABETS = (
    INTERNATIONAL,
    _alphabet("German", "B", "D", "K", "A"),
    _alphabet("French", "V", "D", "R", "A 1"),
    _alphabet("Dutch", "B", "V", "H", "A"),
    _alphabet("Scandinavian", "Kn", "D", "K", "A E 1"),
    _alphabet("Italian", "F", "D Q", "R", "A"),
    _alphabet("Spanish", "J", "D", "R", "A 1"),
    _alphabet("Central European", "J", "D", "K", "A"),
    _alphabet("Polish", "W", "D", "K", "A"),
    _alphabet("Russian", "B", "Д", "K", "Т"),
)
"""Every alphabet that is read, English first."""


def letters_note(name: str) -> tuple[str, ...]:
    """What a person is told of the alphabet of this name, so that a wrong one is noticed; nothing of English."""
    return tuple(alphabet.words for alphabet in ALPHABETS if alphabet.name == name and alphabet.words)
