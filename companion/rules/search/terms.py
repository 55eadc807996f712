"""Reads a text as the terms that the ranking compares: words without their endings, and the names of synonyms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.rules.texts import LazyTexts, one_line, read_file

Stems = tuple[str, ...]

_FIGURES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_IN_WORDS = {figure: word for n, word in enumerate(_FIGURES) for figure in (str(n), f"{n:02}")}
_ENDINGS = (("sses", "ss"), ("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("s", ""))
_SHORTEST = 3
_LESS = 0.5
"""The weight of a word in a phrase that is a term itself, and of two terms in a row."""
_ANY_FIGURE = "#figure"


def _load() -> Mapping[str, tuple[str, ...]]:
    chapters = read_file("synonyms").values()
    return {term: tuple(_phrases_in(phrases)) for chapter in chapters for term, phrases in chapter.items()}


def _phrases_in(listed: str) -> Iterator[str]:
    """Yield the phrases of a list; ``{rank}`` or ``{suit}`` in one gives a phrase for each of them."""
    for phrase in one_line(listed).split(","):
        kind = re.search(r"\{(\w+)\}", phrase)
        each = read_file("search")["each"][kind[1]].split() if kind else [""]
        yield from (phrase.replace(kind[0] if kind else "", word).strip() for word in each)


SYNONYMS = LazyTexts(_load)
"""Each term with the words and phrases that mean the same to a player."""


@lru_cache(maxsize=8192)
def split_words(text: str) -> tuple[str, ...]:
    """The words of a text in small letters, small figures as words, without apostrophes and hyphens.

    >>> split_words("Don’t over-trump my 9!")
    ('dont', 'over', 'trump', 'my', 'nine')
    """
    bare = re.sub(r"(?<=\w)['’‘`´](?=\w)", "", text.lower())
    return tuple(_IN_WORDS.get(word, word) for word in re.findall(r"[a-zà-ÿ]+|\d+|[♠♥♦♣]", bare))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return the stem that the forms of a word share.

    >>> [stem(word) for word in ("trumped", "bidding", "marries", "reneges", "passing", "dealt")]
    ['trump', 'bid', 'marry', 'reneg', 'pass', 'deal']
    """
    irregular: Mapping[str, str] = read_file("search")["irregular"]
    if word in irregular or word.isdecimal():
        return irregular.get(word, word)
    cut = next((_without(word, *ending) for ending in _ENDINGS if _ends(word, ending[0])), word)
    if len(cut) > _SHORTEST and cut[-1] == cut[-2] and cut[-1] not in "sl":
        return cut[:-1]
    return cut[:-1] if len(cut) > _SHORTEST and cut.endswith("e") else cut


def _ends(word: str, ending: str) -> bool:
    if ending == "s" and word.endswith(("ss", "us", "is")):
        return False
    return word.endswith(ending) and len(word) - len(ending) >= _SHORTEST


def _without(word: str, ending: str, instead: str) -> str:
    return word[: -len(ending)] + instead


def read_terms(words: Sequence[str]) -> dict[str, float]:
    """The terms of a text by its words, each with its weight.

    A phrase counts as its term and less as its words. Two terms one after the other count as a pair too, so that “beats
    a ten” is no “ten beats”.
    """
    found = list(_terms_in(tuple(map(stem, words))))
    weights = {f"{one} {other}": _LESS for (one, _), (other, _) in pairwise(found)}
    for term, stems in found:
        weights[term] = 1
        for word in stems if len(stems) > 1 else ():
            weights[_term_of(word)] = max(weights.get(_term_of(word), 0), _LESS)
    return weights


def _terms_in(stems: Stems) -> Iterator[tuple[str, Stems]]:
    """The text as terms, each with its words: the longest phrase that fits at each place."""
    phrases, longest = _phrases()
    at = 0
    while at < len(stems):
        sizes = range(longest.get(stems[at], 1), 1, -1)
        found = next((each for size in sizes if (each := stems[at : at + size]) in phrases), (stems[at],))
        yield phrases.get(found) or _term_of(stems[at]), found
        at += len(found)


def _term_of(word: str) -> str:
    """Return the term of a single word; a figure that is in no phrase is any figure."""
    return _phrases()[0].get((word,), _ANY_FIGURE if word.isdecimal() else word)


@lru_cache(maxsize=1)
def _phrases() -> tuple[Mapping[Stems, str], Mapping[str, int]]:
    """Every phrase with its term, and by the first word how long a phrase can be."""
    phrases = {
        tuple(stem(word) for word in split_words(phrase)): term
        for term, listed in SYNONYMS.items()
        for phrase in listed
    }
    longest: dict[str, int] = {}
    for phrase in phrases:
        longest[phrase[0]] = max(longest.get(phrase[0], 0), len(phrase))
    return phrases, longest
