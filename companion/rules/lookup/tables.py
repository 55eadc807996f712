"""Which game a question names: “cutthroat, how do you win?” names one, “how do you win?” none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from companion.rules.lookup.stems import split_words
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

Words = tuple[str, ...]

TABLES: Mapping[str, str] = {
    "bruce-5": "five card pinochle, five card game, five card, bruce five",
    "bruce-7": "seven card pinochle, seven card game, seven card, bruce seven",
    "two-handed-draw": "two handed draw, two handed drawn hands",
    "two-handed": (
        "two handed pinochle, two handed game, two handed, two hander, two player pinochle, two player game, two player"
    ),
    "three-handed": (
        "three handed pinochle, three handed game, three handed, three player pinochle, three player game, three player"
    ),
    "cutthroat": "cutthroat, cut throat",
    "check": "check pinochle",
    "five-handed": "five handed pinochle, five handed, five player game, five player pinochle",
    "doubles": "in doubles, play doubles, playing doubles, for doubles",
    "double-deck": "double deck pinochle, double deck",
    "triple-deck": "triple deck pinochle, triple deck, six handed",
    "racehorse": "racehorse pinochle, racehorse, race horse",
    "eight-handed": "eight handed pinochle, eight handed, eight player game, eight player pinochle",
    "joedog": "joedog, joe dog",
    "hoyle": "hoyle",
    "summed": "summed bids",
    "kitty-partnership": "partners with a kitty, kitty partnership",
}
"""What players call the variants, by key."""


def variant_named(question: str) -> Variant | None:
    """The variant of the rulebook that a question names; None where it names none.

    >>> variant_named("How do you win two-handed?").key
    'two-handed'
    """
    words = tuple(split_words(question))
    return next((find_variant(key) for name, key in _names() if _places(words, name)), None)


def without_name(words: Sequence[str], variant: Variant | None) -> list[str]:
    """The words without the name of the very game that is asked about: it tells nothing more of what is asked."""
    for name, key in _names():
        if variant is not None and key == variant.key:
            for at in _places(tuple(words), name):
                return [*words[:at], *words[at + len(name) :]]
    return list(words)


def _places(words: Words, name: Words) -> list[int]:
    return [at for at in range(len(words) - len(name) + 1) if words[at : at + len(name)] == name]


@lru_cache(maxsize=1)
def _names() -> tuple[tuple[Words, str], ...]:
    """Every name of a variant as its words, the longest first."""
    return tuple(sorted(_each_name(), key=lambda named: -len(named[0])))


def _each_name() -> Iterator[tuple[Words, str]]:
    for key, names in TABLES.items():
        yield from ((tuple(split_words(name)), key) for name in names.split(","))
