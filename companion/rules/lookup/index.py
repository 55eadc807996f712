"""How well each clause answers a question: by the questions that it is known to answer, its title and its text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import log, sqrt

from companion.rules.clauses import CLAUSES, Clause
from companion.rules.lookup.asked import QUESTIONS
from companion.rules.lookup.reading import read_notions
from companion.rules.lookup.stems import split_words

Vector = Mapping[str, float]
_TITLE, _TEXT = 0.9, 0.5
"""What a title and a text weigh against a question that a clause is known to answer."""
_COVERED, _USUAL = 0.8, 0.4
"""What else counts besides a clause’s best line: how much of the question the clause speaks of at all, and how near
the question is to what is usually asked of it."""


class Index:
    """Every line of every clause by the notions in it."""

    def __init__(self) -> None:
        read = [(clause.id, weight, read_notions(split_words(text))) for clause, text, weight in _texts()]
        self._rarity = _rarity((clause, notions) for clause, _, notions in read)
        self._clause_of = [clause for clause, _, _ in read]
        self._lines: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._usual: dict[str, list[tuple[str, float]]] = defaultdict(list)
        usual: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for line, (clause, weight, notions) in enumerate(read):
            for notion, value in self._vector(notions).items():
                self._lines[notion].append((line, weight * value))
                usual[clause][notion] += weight * value
        for clause, vector in usual.items():
            for notion, value in _unit(vector).items():
                self._usual[notion].append((clause, value))

    def _vector(self, notions: Vector) -> Vector:
        """The notions that any clause speaks of, rare ones longer, as a vector of length one."""
        known = {notion: weight * self._rarity[notion] for notion, weight in notions.items() if notion in self._rarity}
        return _unit(known)

    def scores(self, asked: Vector) -> dict[str, float]:
        """How well each clause that shares a notion with the question answers it."""
        lines: dict[int, float] = defaultdict(float)
        scores: dict[str, float] = defaultdict(float)
        for notion, value in self._vector(asked).items():
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


def _rarity(read: Iterable[tuple[str, Vector]]) -> dict[str, float]:
    """How much each notion tells: the fewer clauses speak of it, the more."""
    spoken = {(notion, clause) for clause, notions in read for notion in notions}
    clauses = Counter(notion for notion, _ in spoken)
    return {notion: sqrt(log(1 + len(CLAUSES) / count)) for notion, count in clauses.items()}


def _unit(vector: Vector) -> Vector:
    length = sqrt(sum(value * value for value in vector.values()))
    return {notion: value / length for notion, value in vector.items()} if length else {}


def _texts() -> Iterator[tuple[Clause, str, float]]:
    for clause in CLAUSES.values():
        yield clause, clause.title, _TITLE
        yield clause, clause.text, _TEXT
        for question in QUESTIONS.get(clause.id, ()):
            yield clause, question, 1


@lru_cache(maxsize=1)
def the_index() -> Index:
    """The one index, made when somebody first asks."""
    return Index()


@lru_cache(maxsize=1)
def rulebook_words() -> frozenset[str]:
    """Every word that stands in a clause or in a question kept for one."""
    return frozenset(word for _, text, _ in _texts() for word in split_words(text))
