"""Reads a text as the notions that it speaks of, each with how much it weighs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from companion.rules.lookup.notions import NOTIONS, QUIET, SILENT, WEAK
from companion.rules.lookup.stems import split_words, stem

Stems = tuple[str, ...]

_IN_PHRASE, _QUIET, _WEAK, _IN_ORDER = 0.6, 0.5, 0.9, 0.4
"""The weight of a word in a phrase, of one that nearly every question holds or that many hold, and of two in a row."""


_FIGURE = "#figure"


class Span(NamedTuple):
    """One or more words that are read as a notion."""

    notion: str
    words: Stems


def read_notions(words: Sequence[str]) -> dict[str, float]:
    """The notions of a text by its words, each with its weight.

    A phrase counts as itself and less as its words; two notions one after the other count as a pair too.
    """
    spans = list(_spans(tuple(stem(word) for word in words)))
    weights: dict[str, float] = {}
    for notion, weight in chain.from_iterable(map(_weighed, spans)):
        if notion not in SILENT:
            weights[notion] = max(weight, weights.get(notion, 0))
    return weights | {f"{one.notion} {other.notion}": _IN_ORDER for one, other in pairwise(spans)}


def _weighed(span: Span) -> Iterator[tuple[str, float]]:
    if len(span.words) == 1:
        yield span.notion, _weight(span.notion, span.words[0])
        return
    yield span.notion, 1
    yield from ((_notion_of(word), _IN_PHRASE * _weight(_notion_of(word), word)) for word in span.words)


def _weight(notion: str, word: str) -> float:
    if notion in WEAK:
        return _WEAK
    return _QUIET if notion == word and word in _quiet_stems() else 1


def _spans(stems: Stems) -> Iterator[Span]:
    """The text as phrases, the longest that fits at each place."""
    phrases, longest = _phrases()
    at = 0
    while at < len(stems):
        sizes = range(min(longest, len(stems) - at), 0, -1)
        size = next((n for n in sizes if stems[at : at + n] in phrases), 1)
        found = stems[at : at + size]
        yield Span(phrases.get(found) or _notion_of(found[0]), found)
        at += size


def _notion_of(word: str) -> str:
    """What a single word stands for; a figure that stands in no phrase is some figure."""
    return _phrases()[0].get((word,), _FIGURE if word.isdecimal() else word)


@lru_cache(maxsize=1)
def _phrases() -> tuple[Mapping[Stems, str], int]:
    """Every phrase with its notion, and the length of the longest."""
    phrases = {
        tuple(stem(word) for word in split_words(phrase)): notion
        for notion, listed in NOTIONS.items()
        for phrase in listed.split(",")
    }
    return phrases, max(map(len, phrases))


@lru_cache(maxsize=1)
def _quiet_stems() -> frozenset[str]:
    return frozenset(map(stem, QUIET))


@lru_cache(maxsize=1)
def notion_words() -> frozenset[str]:
    """Every word of every notion, as it is written."""
    return frozenset(word for listed in NOTIONS.values() for word in split_words(listed)) | QUIET
