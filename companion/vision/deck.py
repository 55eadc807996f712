"""A taught deck: the looks of its indices, beyond what the reader knows of all decks."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from array import array
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from companion.vision.stages.border import LEARNED

if TYPE_CHECKING:  # a phone has no NumPy
    import numpy as np
    import numpy.typing as npt

    from companion.vision.stages.pixels import Pixels

    Weights = npt.NDArray[np.float32]

FIELDS = ("crops", "ranks", "suits", "weights", "model")
MODELS = Path(__file__).parent / "models"
DIGEST = "digest.txt"
"""Stands in for the models in the edition for phones."""


@lru_cache(maxsize=1)
def classifier_digest() -> str:
    """Twelve letters that change with the classifier."""
    told = MODELS / DIGEST
    if told.exists():
        return told.read_text(encoding="ascii")
    return hashlib.sha256((MODELS / "classifier.onnx").read_bytes()).hexdigest()[:12]


NO_DECK = (OSError, ValueError, TypeError, KeyError, EOFError, BadZipFile, NotImplementedError, TokenError, zlib.error)
"""Errors that NumPy may raise over bytes from elsewhere, or over a damaged file."""


NO_FILE = "This file holds no taught deck. Teach the deck again."
NO_LEARNED = "This file holds no taught deck. Choose the one that the computer saved."
OTHER_READER = (
    "This deck was taught to another version of the card reader. Update this companion and the one on the computer, "
    "have it learn the deck again, and save it again."
)
FLOATS, TEXT = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {LEARNED}, }}", "{'descr': '<U"
"""How NumPy describes an array, and how it begins to."""

MOST_BYTES = 1 << 20
"""Of one part of a file."""
MOST_WEIGHT = 100.0
"""The bound on the weights of a file; those that were learned stay below one."""


class DeckError(ValueError):
    """Bytes that hold no taught deck; the message is a sentence for the person."""


@dataclass(frozen=True)
class Deck:
    """The index crops of a taught deck, and what was learned from them."""

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
        import numpy as np

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
    import numpy as np

    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            crops, ranks, suits, weights, model = (stored[name] for name in FIELDS)
            letters = str(stored["letters"]) if "letters" in stored else ""
    except NO_DECK:
        raise DeckError(NO_FILE) from None
    if crops.shape[1:] != (64, 48, 3) or weights.shape != LEARNED or not len(crops) == len(ranks) == len(suits):
        raise DeckError("This taught deck is of another version. Teach the deck again.")
    return Deck(crops, ranks, suits, weights, str(model), letters)


class Learned(NamedTuple):
    """The part of a deck that reading takes: what was learned, without the examples."""

    weights: bytes
    """The weights of a :class:`Deck`, row by row as the machine has them."""
    letters: str


def learned_from_bytes(content: bytes) -> Learned:
    """Read what today's classifier learned of a deck from the bytes of :meth:`Deck.to_bytes`, without NumPy.

    :raises DeckError: if the bytes hold no deck, or one that another classifier learned.
    """
    try:
        with ZipFile(io.BytesIO(content)) as stored:
            weights = array("f", _values(stored, "weights", FLOATS))
            model, letters = (_values(stored, name, TEXT).decode("utf-32-le") for name in ("model", "letters"))
    except (*NO_DECK, RuntimeError, struct.error):
        raise DeckError(NO_LEARNED) from None
    if len(weights) != LEARNED[0] * LEARNED[1] or not all(abs(weight) < MOST_WEIGHT for weight in weights):
        raise DeckError(NO_LEARNED)
    if model.rstrip("\0") != classifier_digest():
        raise DeckError(OTHER_READER)
    return Learned(weights.tobytes(), letters.rstrip("\0"))


def _values(stored: ZipFile, name: str, kind: str) -> bytes:
    """The values of one of NumPy's arrays, whose description begins so."""
    part = stored.getinfo(f"{name}.npy")
    if part.file_size > MOST_BYTES or part.compress_type != ZIP_DEFLATED:
        raise ValueError(name)
    content = stored.read(part)
    end = 10 + int.from_bytes(content[8:10], "little")
    if not content.startswith(b"\x93NUMPY\x01\0" + content[8:10] + kind.encode()):
        raise ValueError(name)
    return content[end:]
