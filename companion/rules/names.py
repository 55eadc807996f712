"""Names that people type, for players, house variants and decks: tidied alike, and refused for the same reason."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, normalize

JOINERS = "\u200c\u200d"
"""Unseen, but part of how some scripts and pictures are written."""
UNSEEN = "Please use only letters, digits and signs that can be seen; this name holds one that can’t. Write it again."


def tidy_name(name: str) -> str:
    """A name without spaces around it, one between its words, and each letter with its accents as one.

    >>> tidy_name("  Ann \\t Lee "), tidy_name("Rene\\u0301")
    ('Ann Lee', 'René')
    """
    return normalize("NFC", " ".join(name.split()))


def unseen_in(name: str) -> str:
    """Why a name won't do that holds what is not seen (control signs, marks of direction, half a letter); else empty.

    >>> unseen_in("Ann\\u202eBob") == unseen_in("Ann\\0") == UNSEEN, unseen_in("Zoë 👩‍👧")
    (True, '')
    """
    seen = "".join(sign for sign in name if sign not in JOINERS)
    return "" if seen.isprintable() and (seen or not name) else UNSEEN


@lru_cache(10_000)
def same_name(name: str) -> str:
    """What two names share that people would take for one: whatever their capitals, and whatever is not seen."""
    return "".join(sign for sign in tidy_name(name).casefold() if sign not in JOINERS)


def plain_letters(text: str) -> str:
    """Letters as somebody in a hurry types them: small, and without accents.

    >>> plain_letters("Zoë O’Brien")
    "zoe o'brien"
    """
    letters = normalize("NFKD", text.replace("’", "'")).casefold()
    return "".join(letter for letter in letters if not combining(letter))


def words_of(text: str) -> tuple[str, ...]:
    """The words by which a game is found, each once.

    >>> words_of("Zoë, Ann Lee, Ann")
    ('zoe', 'ann', 'lee')
    """
    return tuple(dict.fromkeys(plain_letters(text).replace(",", " ").split()))
