"""Corrects misspelled words: one that nobody knows is read as the most similar one of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache

from companion.rules.search.ranking import known_stems, known_words
from companion.rules.search.terms import stem

_SHORTEST, _SHORTEST_PART = 4, 3
"""A word shorter than the first is left alone; the second is the fewest letters that a part of a word has."""
_SIMILAR, _SIMILAR_SHORT = 0.8, 0.86
"""The least likeness of a word, and of one of five letters or fewer, in which one letter more is another word."""


def correct_words(words: Sequence[str]) -> list[str]:
    """The words with unknown ones replaced by the most similar, or split where two were run together.

    The last one is finished: a search asks while somebody is still typing.

    >>> correct_words(["minnimum", "dubble", "ninetrump", "xyzzy", "marri"])
    ['minimum', 'double', 'nine', 'trump', 'xyzzy', 'married']
    """
    return [known for at, word in enumerate(words, 1) for known in _mended(word, at == len(words))]


@lru_cache(maxsize=4096)
def _mended(word: str, last: bool) -> tuple[str, ...]:
    if len(word) < _SHORTEST or word.isdecimal() or word in known_words() or stem(word) in known_stems():
        return (word,)
    alike = _by_first_letter(word[0])
    near = (_finished(word, alike) if last else ()) or get_close_matches(
        word, alike, 1, _SIMILAR if len(word) > 5 else _SIMILAR_SHORT
    )
    return tuple(near) or _split(word) or (word,)


def _finished(word: str, alike: Iterable[str]) -> list[str]:
    """The shortest word that begins so."""
    return sorted((known for known in alike if known.startswith(word)), key=len)[:1]


def _split(word: str) -> tuple[str, ...]:
    cuts = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
    parts = ((word[:cut], word[cut:]) for cut in cuts)
    return next((pair for pair in parts if known_words().issuperset(pair)), ())


@lru_cache(maxsize=64)
def _by_first_letter(letter: str) -> tuple[str, ...]:
    return tuple(sorted(word for word in known_words() if word.startswith(letter)))
