"""A deck that was taught: what its indices look like, beyond what the reader knows of all decks."""

from __future__ import annotations

import io
import zlib
from dataclasses import dataclass
from tokenize import TokenError
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from companion.vision.stages.pixels import Pixels

Weights = npt.NDArray[np.float32]
FIELDS = ("crops", "ranks", "suits", "weights", "model")


NO_DECK = (OSError, ValueError, TypeError, KeyError, EOFError, BadZipFile, NotImplementedError, TokenError, zlib.error)
"""What NumPy may raise over bytes that are none of its files, or one that is damaged."""


class DeckError(ValueError):
    """Bytes that hold no taught deck; the message is a sentence for the person."""


@dataclass(frozen=True)
class Deck:
    """The index crops that a deck was taught with, and what was learned from them."""

    crops: Pixels
    """(n, 64, 48, 3) BGR, upright."""
    ranks: npt.NDArray[np.int64]
    """The rank class of each crop: 9 10 J Q K A, another rank."""
    suits: npt.NDArray[np.int64]
    """The suit class of each crop: S H D C, or -1 where it does not matter."""
    weights: Weights
    """(12, 1536): what the crop's features add to the logarithms of its chances, once its letters are read."""
    model: str
    """The classifier that the weights belong to."""
    letters: str = ""
    """The name of the alphabet that the crops together settled; empty if they left it open."""
    notes: tuple[str, ...] = ()
    """Sentences on what could not be learned from the examples."""

    def to_bytes(self) -> bytes:
        """The deck as a file's content."""
        stream = io.BytesIO()
        np.savez_compressed(
            stream,
            crops=self.crops,
            ranks=self.ranks,
            suits=self.suits,
            weights=self.weights,
            model=np.asarray(self.model),
            letters=np.asarray(self.letters),
        )
        return stream.getvalue()


def deck_from_bytes(content: bytes) -> Deck:
    """The deck that :meth:`Deck.to_bytes` wrote.

    If the classifier is another one since then, :func:`companion.vision.teach.relearn_deck` makes it fit.

    :raises DeckError: if the bytes hold no deck.
    """
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            crops, ranks, suits, weights, model = (stored[name] for name in FIELDS)
            letters = str(stored["letters"]) if "letters" in stored else ""
    except NO_DECK:
        raise DeckError("This file holds no taught deck. Teach the deck again.") from None
    if crops.shape[1:] != (64, 48, 3) or weights.shape != (12, 1536) or not len(crops) == len(ranks) == len(suits):
        raise DeckError("This taught deck is of another version. Teach the deck again.")
    return Deck(crops, ranks, suits, weights, str(model), letters)
