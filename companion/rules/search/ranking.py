"""Ranks the clauses by how well they answer a question: BM25 over each clause's title, text and known questions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import log, sqrt

from companion.rules.clauses import CLAUSES
from companion.rules.search.terms import SYNONYMS, read_terms, split_words, stem
from companion.rules.texts import LazyTexts, read_file

CHAPTERS = ("cards", "bidding", "melds", "play", "scoring", "ending")
"""The files in ``data/questions/``."""
_SATURATION, _LENGTH = 1.2, 0.4
"""BM25's ``k1`` and ``b``: how soon more of a term stops counting, and how much a long document is held against it."""
_BEST_LINE = 0.25
"""The share of the score of a clause's best line, without which a clause with many questions loses by the others."""


def _load() -> Mapping[str, tuple[str, ...]]:
    chapters = [read_file(f"questions/{chapter}") for chapter in CHAPTERS]
    return {clause: tuple(asked.strip().splitlines()) for chapter in chapters for clause, asked in chapter.items()}


QUESTIONS = LazyTexts(_load)
"""Players' questions, by the clause that answers them: people rarely know what a rule is called."""


class Ranking:
    """Documents by the terms in them.

    >>> ranking = Ranking({"bird": ["It flies.", "It sings."], "fish": ["It swims."], "stone": ["It is."]})
    >>> list(ranking.scores({"swim": 1}))
    ['fish']
    """

    def __init__(self, documents: Mapping[str, Iterable[str]]) -> None:
        counts = {name: _count(lines) for name, lines in documents.items()}
        mean = sum(count.total() for count in counts.values()) / len(counts)
        within: dict[str, dict[str, float]] = defaultdict(dict)
        for name, count in counts.items():
            slack = _SATURATION * (1 - _LENGTH + _LENGTH * count.total() / mean)
            for term, times in count.items():
                within[term][name] = times / (times + slack)
        self._scores = {
            term: {name: rarity * share for name, share in shares.items()}
            for term, shares in within.items()
            if (rarity := _rarity(len(shares), len(counts)))
        }

    def scores(self, query: Mapping[str, float]) -> dict[str, float]:
        """The score of each document that shares a distinctive term with the query."""
        scores: dict[str, float] = defaultdict(float)
        for term, weight in query.items():
            for name, score in self._scores.get(term, {}).items():
                scores[name] += weight * score
        return scores


def _count(lines: Iterable[str]) -> Counter[str]:
    count: Counter[str] = Counter()
    for line in lines:
        count.update(read_terms(split_words(line)))
    return count


def _rarity(having: int, documents: int) -> float:
    """How much a term counts: nothing where most documents have it, and less than BM25 says where few have.

    A player says much that is not asked, and a rare word in it would drown the question.
    """
    return sqrt(max(log((documents - having + 0.5) / (having + 0.5)), 0))


class ClauseRanking:
    """Ranks the clauses by all their lines together, and a little by the one line of each that fits best."""

    def __init__(self) -> None:
        self._whole = Ranking({clause: _lines(clause) for clause in CLAUSES})
        self._single = Ranking({f"{clause} {n}": [line] for clause in CLAUSES for n, line in enumerate(_lines(clause))})

    def scores(self, query: Mapping[str, float]) -> dict[str, float]:
        """The score of each clause that shares a distinctive term with the query."""
        best: dict[str, float] = defaultdict(float)
        for line, score in self._single.scores(query).items():
            clause = line.partition(" ")[0]
            best[clause] = max(best[clause], score)
        return {clause: score + _BEST_LINE * best[clause] for clause, score in self._whole.scores(query).items()}


@lru_cache(maxsize=1)
def clause_ranking() -> ClauseRanking:
    """The ranking of all clauses, made when somebody first asks."""
    return ClauseRanking()


def _lines(clause: str) -> tuple[str, ...]:
    return (CLAUSES[clause].title, CLAUSES[clause].text, *QUESTIONS.get(clause, ()))


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Every word in a clause, a known question or a synonym."""
    lines = [line for clause in CLAUSES for line in _lines(clause)]
    phrases = [phrase for phrases in SYNONYMS.values() for phrase in phrases]
    return frozenset(word for text in (*lines, *phrases) for word in split_words(text))


@lru_cache(maxsize=1)
def known_stems() -> frozenset[str]:
    """The stems of all known words."""
    return frozenset(map(stem, known_words()))
