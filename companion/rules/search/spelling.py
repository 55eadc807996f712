"""Puts right what is misspelled: a word that nobody knows is read as the nearest that the rulebook knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from companion.rules.search.index import rulebook_words
from companion.rules.search.reading import notion_words, stem

_SHORTEST, _LONG = 4, 6
"""A word shorter than the first is left alone; from the second on two slips are forgiven."""
_SHORTEST_PART = 3


def mend(words: Iterable[str]) -> list[str]:
    """The words with unknown ones finished, replaced by their nearest neighbour, or parted where two were run together.

    >>> mend(["minnimum", "dubble", "ninetrump", "xyzzy"])
    ['minimum', 'double', 'nine', 'trump', 'xyzzy']
    """
    return [known for word in words for known in _mended(word)]


@lru_cache(maxsize=4096)
def _mended(word: str) -> tuple[str, ...]:
    if len(word) < _SHORTEST or word.isdecimal() or _is_known(word):
        return (word,)
    near = _finished(word) or _nearest(word)
    return (near,) if near else _parted(word) or (word,)


def _is_known(word: str) -> bool:
    return word in _known() or stem(word) in _known_stems()


def _finished(word: str) -> str:
    """The shortest word that begins so: a search asks while somebody is still writing."""
    return min(
        (known for known in _known() if known.startswith(word)), key=lambda known: (len(known), known), default=""
    )


def _nearest(word: str) -> str:
    slips = 2 if len(word) >= _LONG else 1
    candidates = {known for part in _deletions(word, slips) for known in _neighbours().get(part, ())}
    alike = (known for known in candidates if known[0] == word[0] or sorted(known[:2]) == sorted(word[:2]))
    best = min(((distance(word, known), known) for known in alike), default=(slips + 1, ""))
    return best[1] if best[0] <= slips else ""


def _parted(word: str) -> tuple[str, ...]:
    cuts = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
    parts = ((word[:cut], word[cut:]) for cut in cuts)
    return next((pair for pair in parts if all(part in _known() for part in pair)), ())


def distance(one: str, other: str) -> int:
    """How many slips make one word of the other: a letter wrong, missing, too many, or two in the wrong order."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, theirs in enumerate(other, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != theirs)))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == theirs:
                row[j] = min(row[j], older[j - 2] + 1)
    return row[-1]


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    return rulebook_words() | notion_words()


@lru_cache(maxsize=1)
def _known_stems() -> frozenset[str]:
    return frozenset(map(stem, _known()))


@lru_cache(maxsize=1)
def _neighbours() -> Mapping[str, tuple[str, ...]]:
    """Each known word under everything that is left of it without one or two of its letters."""
    left: dict[str, list[str]] = defaultdict(list)
    for word in sorted(_known()):
        if len(word) >= _SHORTEST and not word.isdecimal():
            for part in _deletions(word, 2 if len(word) >= _LONG else 1):
                left[part].append(word)
    return {part: tuple(words) for part, words in left.items()}


def _deletions(word: str, slips: int) -> set[str]:
    parts = {word}
    for _ in range(slips):
        parts |= {part[:i] + part[i + 1 :] for part in parts for i in range(len(part))}
    return parts
