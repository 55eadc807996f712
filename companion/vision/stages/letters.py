"""Letters of a deck's courts and aces: one alphabet for the whole photograph, never card by card.

Jack, queen, king and ace are J Q K A on English decks, B D K A on German ones, V D R 1 on French ones. Whether a V is a
jack or a queen only the other cards of the deck show, in this photograph or in others of the game, or a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from operator import mul
from typing import NamedTuple

from companion.vision.stages.chances import Chances, likeliest, softmax

LETTERS = (
    *("9", "10", "J", "Q", "K", "A", "other", "none"),
    *("B", "V", "D", "R", "F", "H", "Kn", "W", "Д", "Т", "1", "E"),
)  # fmt: skip
"""The letters above the suit of an index, in the order of the network's answers; a Russian В or К looks like B or K."""

COMMON = frozenset({"9", "10", "other", "none"})
"""Letters of every deck, or of none."""


Evidence = tuple[float, ...]
"""How well each of ``ALPHABETS`` explains what was seen, as logarithms; empty where nothing was."""

_WORDS = {"J": "a jack", "Q": "a queen", "K": "a king", "A": "an ace"}


@dataclass(frozen=True)
class Alphabet:
    """The letters of one kind of deck."""

    name: str
    spells: Mapping[str, tuple[str, ...]]
    """For each of J Q K A the letters that decks of this kind have for it, the usual one first."""

    @property
    def ranks(self) -> dict[str, str]:
        """The rank of each letter."""
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

BEFORE = {"English": 4.0, "Dutch": -0.7}
"""How much likelier an alphabet is than most before anything was seen, as a logarithm; a V alone is mostly French."""

REMEMBERED = 4.0
"""How far, as a logarithm, one photograph of a game may speak against an alphabet, and all earlier ones together."""

SETTLED = 0.9
"""From this chance on the alphabet is reported, and remembered."""

STRANGE = 0.2
"""An index is strange whose letter, by this chance, is not of the photograph's alphabet."""

RANKS = (*["9", "10", "J", "Q", "K", "A", "other", "none"],)
FOREIGN = tuple(letter not in INTERNATIONAL.ranks and letter not in COMMON for letter in LETTERS)
HAS = tuple(tuple(letter in alphabet.ranks or letter in COMMON for letter in LETTERS) for alphabet in ALPHABETS)
"""For each alphabet, True for each letter that it has."""


def _meanings(letter: str) -> tuple[Chances, ...]:
    """Return the chances of the letter's ranks in each alphabet: its own rank, else the usual one."""
    ranks = [alphabet.ranks.get(letter, letter if letter in COMMON else "") for alphabet in ALPHABETS]
    known = [rank for rank in ranks if rank]
    usual = tuple(known.count(rank) / len(known) for rank in RANKS)
    return tuple(tuple(float(rank == own) for rank in RANKS) if own else usual for own in ranks)


MEANINGS = tuple(map(_meanings, LETTERS))


class Read(NamedTuple):
    """The text at a spot, read by the photograph's alphabet."""

    ranks: Chances
    """The chances of eight ranks, the last for none, from all that is known."""
    spelt: Chances
    """The reading of the letters alone, which have layers of their own: a second opinion."""
    strange: bool
    """True if the alphabet lacks the letter."""
    open: float
    """The chance that the letter means another rank than its likeliest, since the alphabet is open."""
    letter: str
    """The likeliest letter."""


class AlphabetChances(NamedTuple):
    """How likely each of ``ALPHABETS`` is that of the photograph."""

    chances: Chances
    shown: Chances
    """The reading of what is written alone, as if none were likelier before."""
    evidence: Evidence
    """Logarithms of these chances, below that of the best, for other photographs of the game."""

    @property
    def name(self) -> str:
        """The alphabet's name; empty while the letters leave it open, as where there is no court."""
        best = likeliest(self.chances)
        return ALPHABETS[best].name if min(self.chances[best], self.shown[best]) >= SETTLED else ""

    @property
    def english(self) -> bool:
        """True if the photograph is read as one of an English deck."""
        return ALPHABETS[likeliest(self.chances)] is INTERNATIONAL


UNKNOWN = AlphabetChances((1.0,), (0.0,), ())
"""The chances of a deck before any of its cards was read."""


def settle(letters: Sequence[Chances], heats: Sequence[float], remembered: Evidence = ()) -> AlphabetChances:
    """The alphabets' chances, from the chances of what is written at each spot, and its heat.

    ``remembered`` is the evidence of the game's other photographs.
    """
    spots = list(zip(letters, heats, strict=True))
    logs = [sum(heat * log(_weigh(chances, has) * (1 - STRAY) + STRAY) for chances, heat in spots) for has in HAS]
    before = [BEFORE.get(alphabet.name, 0.0) for alphabet in ALPHABETS]
    known = _bounded(remembered) if len(remembered) == len(ALPHABETS) else (0.0,) * len(ALPHABETS)
    return AlphabetChances(softmax([*map(sum, zip(logs, before, known, strict=True))]), softmax(logs), _bounded(logs))


def _bounded(logs: Sequence[float]) -> Evidence:
    best = max(logs)
    return tuple(round(max(log - best, -REMEMBERED), 2) for log in logs)


def evidence_of(name: str) -> Evidence:
    """Return the evidence that leaves only the alphabet of this name; none for an empty one."""
    return tuple(0.0 if alphabet.name == name else -REMEMBERED for alphabet in ALPHABETS) if name else ()


def answer_to_evidence(letter: str, rank: str) -> Evidence:
    """Return what a person's answer says of the alphabets: the card with this letter is of this rank."""
    return tuple(log(STRAY) if alphabet.ranks.get(letter, rank) != rank else 0.0 for alphabet in ALPHABETS)


def add_evidence(photos: Iterable[Evidence]) -> Evidence:
    """Return all that a game's photographs say together; those that another version kept are left out."""
    return tuple(map(sum, zip(*(each for each in photos if len(each) == len(ALPHABETS)), strict=True)))


def read_letters(guesses: Sequence[Chances], letters: Sequence[Chances], settled: AlphabetChances) -> list[Read]:
    """Read each of the ``letters`` with its ``guesses``, the classifier's chances of the eight ranks.

    The classifier knows English letters only, and these and the numbers best; so it is asked as far as the letter is
    none of another alphabet.
    """
    has = [_weigh(settled.chances, alphabets) for alphabets in zip(*HAS, strict=True)]
    meanings = [[_weigh(settled.chances, ranks) for ranks in zip(*each, strict=True)] for each in MEANINGS]
    of_ranks = [*zip(*meanings, strict=True)]
    of_foreign = [[chance * foreign for chance, foreign in zip(rank, FOREIGN, strict=True)] for rank in of_ranks]
    kept, lost = [share + STRAY * (1 - share) for share in has], [1 - share for share in has]
    otherwise = [1 - max(ranks) for ranks in meanings]

    def read(guess: Chances, written: Chances) -> Read:
        weighed = [*map(mul, written, kept)]
        total = sum(weighed)
        weighed = [chance / total for chance in weighed]
        english = 1 - _weigh(weighed, FOREIGN)
        ranks = [chance * english + _weigh(weighed, rank) for chance, rank in zip(guess, of_foreign, strict=True)]
        spelt = [_weigh(weighed, rank) for rank in of_ranks]
        letter = LETTERS[likeliest(weighed)]
        return Read(ranks, spelt, _weigh(weighed, lost) > STRANGE, _weigh(weighed, otherwise), letter)

    return [*map(read, guesses, letters)]


def _weigh(chances: Chances, by: Sequence[float]) -> float:
    """The sum of the chances, each as often as this says."""
    return sum(map(mul, chances, by))
