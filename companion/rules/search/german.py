"""Reads German questions of Binokel in the English words of the rulebook, whose synonyms then apply."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from companion.cards import CardNames, Rank
from companion.rules.choices import MeldNames
from companion.rules.search.ranking import known_stems, known_words
from companion.rules.search.terms import split_words, stem
from companion.rules.texts import one_line, read_file

_Words = tuple[str, ...]
_LONGEST = 4
"""The most words in a phrase."""
_SIMILAR = 0.86
_FORM = re.compile(r"(ge(?=\w{5}))?(\w{3,}?)(e?st|et|en|er|em|es|e|n|t|s)?")
_SPELLINGS = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("ä", "a"), ("ö", "o"), ("ü", "u"), ("ß", "ss"))


def in_english(words: Sequence[str]) -> tuple[str, ...]:
    """Return a German question's words in English, without those that ask nothing; other words as they are.

    >>> in_english(("muss", "ich", "den", "tapp", "zeigen")), in_english(("may", "i", "bury", "an", "ace"))
    (('must', 'kitty', 'show'), ('may', 'i', 'bury', 'an', 'ace'))
    """
    german = {word for word in words if _known(word) is not None}
    if not german:
        return tuple(words)
    # In an English question a card's German name may itself be asked about (card.names).
    asked = words if {_known(word) for word in german} <= _named() else ()
    return (*_translated(tuple(words)), *(word for word in asked if word in german))


def _translated(words: _Words) -> Iterator[str]:
    at = 0
    while at < len(words):
        sizes = range(min(_LONGEST, len(words) - at), 1, -1)
        size = next((size for size in sizes if words[at : at + size] in _phrases()), 1)
        yield from _phrases()[words[at : at + size]] if size > 1 else _in_english(words[at])
        at += size


def _in_english(word: str) -> _Words:
    """One word of a German question: compounds are split, and what neither language knows is left out."""
    if word in _left_out_of_german():
        return ()
    if (known := _known(word)) is not None:
        return known
    if word in known_words() or stem(word) in known_stems() or not word.isalpha():
        return (word,)
    near = get_close_matches(word, [phrase[0] for phrase in _phrases() if len(phrase) == 1], 1, _SIMILAR)
    return _phrases()[(near[0],)] if near else ()


@lru_cache(maxsize=4096)
def _known(word: str) -> _Words | None:
    """The English for a German word or compound, in any of its forms; None if it is not German."""
    if word in _left_out_of_german():
        return None
    if (word,) in _phrases():
        return _phrases()[(word,)]
    if word in known_words() or stem(word) in known_stems() or len(word) < 4:
        return None
    return _forms().get(_form(word)) or _compound(word)


def _compound(word: str) -> _Words | None:
    for cut in range(4, len(word) - 2):
        one, other = (_phrases().get((part,)) or _forms().get(_form(part)) for part in (word[:cut], word[cut:]))
        if one and other:
            return (*one, *other)
    return None


def _form(word: str) -> str:
    """The stem that the forms of a German word share, however its umlauts are typed."""
    for letters, plain in _SPELLINGS:
        word = word.replace(letters, plain)
    found = _FORM.fullmatch(word)
    return found[2] if found else word


@lru_cache(maxsize=1)
def _forms() -> Mapping[str, _Words]:
    single = [(phrase[0], english) for phrase, english in _phrases().items() if len(phrase) == 1 and len(phrase[0]) > 2]
    return {_form(word): english for word, english in reversed(single)}


@lru_cache(maxsize=1)
def _left_out_of_german() -> frozenset[str]:
    return frozenset(_listed(read_file("german")["left_out_of_german"]))


@lru_cache(maxsize=1)
def _phrases() -> Mapping[_Words, _Words]:
    """Every German word and phrase in English."""
    chapters = [chapter for chapter in read_file("german").values() if isinstance(chapter, dict)]
    listed = {"": read_file("german")["left_out"]}
    named = {split_words(word): split_words(english) for word, english in _names()}
    return named | {
        split_words(phrase): split_words(english)
        for words in (listed, *chapters)
        for english, phrases in words.items()
        for phrase in _listed(phrases)
    }


@lru_cache(maxsize=1)
def _named() -> frozenset[_Words | None]:
    """The English of all names but those of numbers: “acht” counts."""
    numbers = {CardNames.ENGLISH.of(rank).word for rank in Rank if rank.value.isdecimal()}
    return frozenset(split_words(english) for _, english in _names() if english not in numbers)


def _names() -> Iterator[tuple[str, str]]:
    """The names of cards and calls that German tables see on every page, with the English ones."""
    for rank in Rank:
        english = CardNames.ENGLISH.of(rank)
        for names in (CardNames.OBER.of(rank), CardNames.DAME.of(rank)):
            yield from ((names.plural, english.plural), (names.word, english.word))
    yield MeldNames.BINOKEL.moon, MeldNames.PINOCHLE.moon
    yield "binokel", "pinochle"


def _listed(phrases: str) -> list[str]:
    return [phrase.strip() for phrase in one_line(phrases).split(",")]
