"""How well each clause answers a question: by the questions that it is known to answer, its title and its text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from math import log, sqrt
from typing import NamedTuple

from companion.rules.clauses import CLAUSES
from companion.rules.search.reading import read_notions, split_words
from companion.rules.texts import LazyTexts, read_file

Vector = list[tuple[str, float]]
CHAPTERS = ("cards", "bidding", "melds", "play", "scoring", "ending")
"""The files in ``data/questions/``."""
_TITLE, _TEXT = 0.9, 0.5
"""What a title and a text weigh against a question that a clause is known to answer."""
_COVERED, _USUAL = 0.8, 0.4
"""What else counts, other than a clause’s best line: how much of the question the clause speaks of at all, and how near
the question is to what is usually asked of it."""


def _load() -> Mapping[str, tuple[str, ...]]:
    chapters = [read_file(f"questions/{chapter}") for chapter in CHAPTERS]
    return {clause: tuple(asked.strip().splitlines()) for chapter in chapters for clause, asked in chapter.items()}


QUESTIONS = LazyTexts(_load)
"""What players ask, by the clause that answers it: people rarely know what a rule is called."""


class _Line(NamedTuple):
    """A title, a text or a question of a clause."""

    clause: str
    weight: float
    words: list[str]


@lru_cache(maxsize=1)
def _lines() -> tuple[_Line, ...]:
    lines = []
    for clause in CLAUSES.values():
        lines += [
            _Line(clause.id, _TITLE, split_words(clause.title)),
            _Line(clause.id, _TEXT, split_words(clause.text)),
        ]
        lines += [_Line(clause.id, 1, split_words(question)) for question in QUESTIONS.get(clause.id, ())]
    return tuple(lines)


class Index:
    """Every line of every clause by the notions in it."""

    def __init__(self) -> None:
        read = [(line.clause, line.weight, read_notions(line.words)) for line in _lines()]
        self._rarity = _rarity((clause, notions) for clause, _, notions in read)
        self._clause_of = [clause for clause, _, _ in read]
        self._lines: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._usual: dict[str, list[tuple[str, float]]] = defaultdict(list)
        usual: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for line, (clause, weight, notions) in enumerate(read):
            ours = usual[clause]
            for notion, value in self._vector(notions):
                self._lines[notion].append((line, weight * value))
                ours[notion] += weight * value
        for clause, vector in usual.items():
            for notion, value in _unit(list(vector.items())):
                self._usual[notion].append((clause, value))

    def _vector(self, notions: Mapping[str, float]) -> Vector:
        """The notions that any clause speaks of, rare ones longer, as a vector of length one."""
        rarity = self._rarity
        return _unit([(notion, weight * rarity[notion]) for notion, weight in notions.items() if notion in rarity])

    def scores(self, asked: Mapping[str, float]) -> dict[str, float]:
        """How well each clause that shares a notion with the question answers it."""
        lines: dict[int, float] = defaultdict(float)
        scores: dict[str, float] = defaultdict(float)
        for notion, value in self._vector(asked):
            for line, weight in self._lines[notion]:
                lines[line] += weight * value
            for clause, weight in self._usual[notion]:
                scores[clause] += _COVERED * value * value + _USUAL * weight * value
        best: dict[str, float] = defaultdict(float)
        for line, score in lines.items():
            clause = self._clause_of[line]
            if score > best[clause]:
                best[clause] = score
        return {clause: score + best[clause] for clause, score in scores.items()}


def _rarity(read: Iterable[tuple[str, Mapping[str, float]]]) -> dict[str, float]:
    """How much each notion tells: the fewer clauses speak of it, the more."""
    spoken: dict[str, set[str]] = defaultdict(set)
    for clause, notions in read:
        spoken[clause].update(notions)
    clauses = Counter(chain.from_iterable(spoken.values()))
    return {notion: sqrt(log(1 + len(CLAUSES) / count)) for notion, count in clauses.items()}


def _unit(vector: Vector) -> Vector:
    length = sqrt(sum([value * value for _, value in vector]))
    return [(notion, value / length) for notion, value in vector] if length else []


@lru_cache(maxsize=1)
def the_index() -> Index:
    """The one index, made when somebody first asks."""
    return Index()


@lru_cache(maxsize=1)
def rulebook_words() -> frozenset[str]:
    """Every word that stands in a clause or in a question kept for one."""
    return frozenset(word for line in _lines() for word in line.words)
