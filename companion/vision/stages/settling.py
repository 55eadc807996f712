"""What is written in the corners → the alphabet of the whole photograph → what each index says.

One deck lies in a photograph, mostly. So every index votes for the alphabets that have its letter, and then each is
read by the alphabet that the photograph has: a letter of another one counts for little.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.vision.stages.alphabets import ALPHABETS, COMMON, INTERNATIONAL, LETTERS
from companion.vision.stages.chances import Chances, softmax

STRAY = 0.02
"""How likely a letter is that the photograph's alphabet does not have: read wrongly, or of a second deck."""

ENGLISH_FIRST = 4.0
"""How much likelier, as a logarithm, English letters are than each other alphabet before anything was seen."""

REMEMBERED = 4.0
"""How much likelier, as a logarithm, the letters are that the same game showed before."""

SETTLED = 0.9
"""From this chance on the alphabet is told, and remembered."""

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


class Settled(NamedTuple):
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


def settle(letters: Chances, heats: Sequence[float], remembered: str = "") -> Settled:
    """The alphabets' chances, from the chances of what is written at each spot, (spots, letters), and its heat.

    ``remembered`` names the alphabet that was settled for another photograph of the same game.
    """
    votes = np.log(letters @ HAS.T * (1 - STRAY) + STRAY)
    logs = (votes * np.asarray(heats)[:, None]).sum(axis=0) if len(letters) else np.zeros(len(ALPHABETS))
    before = [
        ENGLISH_FIRST * (alphabet is INTERNATIONAL) + REMEMBERED * (alphabet.name == remembered)
        for alphabet in ALPHABETS
    ]
    return Settled(softmax(logs + before), softmax(logs))


def read_letters(guesses: Chances, letters: Chances, settled: Settled) -> Read:
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
