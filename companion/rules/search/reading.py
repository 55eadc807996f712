"""Reads a text as the notions that it speaks of, each with how much it weighs.

A notion is what several words of players stand for (``data/notions.toml``); a word in no list stands for itself.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from companion.rules.texts import LazyTexts, one_line, read_file

Stems = tuple[str, ...]

_FIGURES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ENDINGS = (("sses", "ss"), ("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("s", ""))
_SHORTEST = 3
_IN_PHRASE, _QUIET, _WEAK, _IN_ORDER = 0.6, 0.5, 0.9, 0.4
"""The weight of a word in a phrase, of one that nearly every question holds or that many hold, and of two in a row."""
_FIGURE = "#figure"


def _load_notions() -> Mapping[str, tuple[str, ...]]:
    chapters = read_file("notions").values()
    return {notion: _listed(phrases) for chapter in chapters for notion, phrases in chapter.items()}


def _listed(phrases: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in one_line(phrases).split(","))


NOTIONS = LazyTexts(_load_notions)
"""Each notion with the words and phrases that stand for it."""


def split_words(text: str) -> list[str]:
    """The words of a text in small letters, small figures as words, without apostrophes and hyphens.

    >>> split_words("Don’t over-trump my 9!")
    ['dont', 'over', 'trump', 'my', 'nine']
    """
    bare = re.sub(r"(?<=\w)['’‘`´](?=\w)", "", text.lower())
    return [_in_words(word) for word in re.findall(r"[a-zà-ÿ]+|\d+", bare)]


def _in_words(word: str) -> str:
    return _FIGURES[int(word)] if word.isdecimal() and len(word) < 3 and int(word) < len(_FIGURES) else word


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What the forms of a word have in common.

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


class Span(NamedTuple):
    """One or more words that are read as a notion."""

    notion: str
    words: Stems


def read_notions(words: Sequence[str]) -> dict[str, float]:
    """The notions of a text by its words, each with its weight.

    A phrase counts as itself and less as its words; two notions one after the other count as a pair too.
    """
    spans = list(_spans(tuple(map(stem, words))))
    weights: dict[str, float] = {}
    for span in spans:
        for notion, weight in _weighed(span):
            if weight > weights.get(notion, 0):
                weights[notion] = weight
    for one, other in pairwise(spans):
        weights[f"{one.notion} {other.notion}"] = _IN_ORDER
    return weights


@lru_cache(maxsize=8192)
def _weighed(span: Span) -> tuple[tuple[str, float], ...]:
    """The notions in a span that say something, each with its weight."""
    if len(span.words) == 1:
        weighed = [(span.notion, _weight(span.notion, span.words[0]))]
    else:
        parts = ((_notion_of(word), word) for word in span.words)
        weighed = [(span.notion, 1.0), *((notion, _IN_PHRASE * _weight(notion, word)) for notion, word in parts)]
    return tuple((notion, weight) for notion, weight in weighed if notion not in _small().silent)


def _weight(notion: str, word: str) -> float:
    if notion in _small().weak:
        return _WEAK
    return _QUIET if notion == word and word in _small().quiet_stems else 1


def _spans(stems: Stems) -> Iterator[Span]:
    """The text as phrases, the longest that fits at each place."""
    phrases, by_first = _phrases()
    at = 0
    while at < len(stems):
        first = stems[at]
        sizes = (size for size in by_first.get(first, ()) if stems[at : at + size] in phrases)
        found = stems[at : at + next(sizes, 1)]
        yield Span(phrases.get(found) or _notion_of(first), found)
        at += len(found)


def _notion_of(word: str) -> str:
    """What a single word stands for; a figure that stands in no phrase is some figure."""
    return _phrases()[0].get((word,), _FIGURE if word.isdecimal() else word)


@lru_cache(maxsize=1)
def _phrases() -> tuple[Mapping[Stems, str], Mapping[str, Sequence[int]]]:
    """Every phrase with its notion, and by their first word how many words phrases have, the longest first."""
    phrases = {
        tuple(stem(word) for word in split_words(phrase)): notion
        for notion, listed in NOTIONS.items()
        for phrase in listed
    }
    sizes: dict[str, set[int]] = defaultdict(set)
    for phrase in phrases:
        sizes[phrase[0]].add(len(phrase))
    return phrases, {first: sorted(each, reverse=True) for first, each in sizes.items()}


class _Small(NamedTuple):
    """Words that say less of what is asked than their rarity suggests."""

    silent: frozenset[str]
    quiet_stems: frozenset[str]
    weak: frozenset[str]


@lru_cache(maxsize=1)
def _small() -> _Small:
    small = read_file("search")
    return _Small(
        frozenset(small["silent"].split()), frozenset(map(stem, quiet_words())), frozenset(_listed(small["weak"]))
    )


def quiet_words() -> frozenset[str]:
    """Words that nearly every question holds."""
    return frozenset(read_file("search")["quiet"].split())


@lru_cache(maxsize=1)
def notion_words() -> frozenset[str]:
    """Every word of every notion, as it is written."""
    listed = (phrase for phrases in NOTIONS.values() for phrase in phrases)
    return frozenset(word for phrase in listed for word in split_words(phrase)) | quiet_words()
