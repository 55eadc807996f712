"""Which letters a deck's courts and aces carry: one alphabet for the whole photograph, never card by card.

Jack, queen, king and ace are J Q K A on English decks, B D K A on German ones, V D R 1 on French ones. Whether a V is a
jack or a queen only the other cards of the deck show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.vision.stages.chances import Chances, softmax

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
    """A note on the alphabet of this name, so that a wrong one is noticed; none for English."""
    return tuple(alphabet.words for alphabet in ALPHABETS if alphabet.name == name and alphabet.words)


STRAY = 0.02
"""How likely a letter is that the photograph's alphabet does not have: read wrongly, or of a second deck."""

ENGLISH_FIRST = 4.0
"""How much likelier, as a logarithm, English letters are than each other alphabet before anything was seen."""

REMEMBERED = 4.0
"""How much likelier, as a logarithm, the letters are that the same game showed before."""

SETTLED = 0.9
"""From this chance on the alphabet is reported, and remembered."""

STRANGE = 0.2
"""An index is strange whose letter, by this chance, is not of the photograph's alphabet."""

RANKS = (*["9", "10", "J", "Q", "K", "A", "other", "none"],)
FOREIGN = np.array([letter not in INTERNATIONAL.ranks and letter not in COMMON for letter in LETTERS])
HAS = np.array([[letter in alphabet.ranks or letter in COMMON for letter in LETTERS] for alphabet in ALPHABETS])


def _meanings() -> Chances:
    """What each letter stands for in each alphabet, (alphabets, letters, ranks): its own rank, else the usual one."""
    meant = np.zeros((len(ALPHABETS), len(LETTERS), len(RANKS)))
    for number, letter in enumerate(LETTERS):
        ranks = [alphabet.ranks.get(letter, letter if letter in COMMON else "") for alphabet in ALPHABETS]
        usual = np.mean([np.eye(len(RANKS))[RANKS.index(rank)] for rank in ranks if rank], axis=0)
        for place, rank in enumerate(ranks):
            meant[place, number] = np.eye(len(RANKS))[RANKS.index(rank)] if rank else usual
    return meant


MEANINGS = _meanings()


class Read(NamedTuple):
    """What stands at each spot, read by the photograph's alphabet."""

    ranks: Chances
    """The chances of eight ranks, the last for none, (spots, 8), from all that is known."""
    spelt: Chances
    """The same from the letters alone, which have layers of their own: a second opinion."""
    strange: npt.NDArray[np.bool_]
    """Whether the letter is none of the alphabet, (spots,)."""
    open: Chances
    """The chance that the letter stands for another rank than its likeliest, since the alphabet is open, (spots,)."""


class AlphabetChances(NamedTuple):
    """How likely each of ``ALPHABETS`` is that of the photograph."""

    chances: Chances
    shown: Chances
    """The same from what is written alone, as if none were likelier before."""

    @property
    def name(self) -> str:
        """The alphabet's name; empty while what is written leaves it open, as where no court lies."""
        best = int(np.argmax(self.chances))
        return ALPHABETS[best].name if min(self.chances[best], self.shown[best]) >= SETTLED else ""

    @property
    def english(self) -> bool:
        """Whether the photograph is read as one of an English deck."""
        return ALPHABETS[int(np.argmax(self.chances))] is INTERNATIONAL


def settle(letters: Chances, heats: Sequence[float], remembered: str = "") -> AlphabetChances:
    """The alphabets' chances, from the chances of what is written at each spot, (spots, letters), and its heat.

    ``remembered`` names the alphabet that was settled for another photograph of the same game.
    """
    votes = np.log(letters @ HAS.T * (1 - STRAY) + STRAY)
    logs = (votes * np.asarray(heats)[:, None]).sum(axis=0) if len(letters) else np.zeros(len(ALPHABETS))
    before = [
        ENGLISH_FIRST * (alphabet is INTERNATIONAL) + REMEMBERED * (alphabet.name == remembered)
        for alphabet in ALPHABETS
    ]
    return AlphabetChances(softmax(logs + before), softmax(logs))


def read_letters(guesses: Chances, letters: Chances, settled: AlphabetChances) -> Read:
    """What the ``letters`` say, (spots, letters), and the ``guesses``, the classifier's chances of the eight ranks.

    The classifier knows English letters only, and these and the numbers best; so it is asked as far as the letter is
    none of another alphabet.
    """
    has = settled.chances @ HAS
    weighed = letters * (has + STRAY * (1 - has))
    weighed = weighed / weighed.sum(axis=1, keepdims=True)
    strange = np.asarray((weighed * (1 - has)).sum(axis=1))
    meanings = np.einsum("a,alr->lr", settled.chances, MEANINGS)
    foreign = weighed * FOREIGN
    ranks = guesses * (1 - foreign.sum(axis=1, keepdims=True)) + foreign @ meanings
    return Read(ranks, weighed @ meanings, strange > STRANGE, weighed @ (1 - meanings.max(axis=1)))
