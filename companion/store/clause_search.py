"""Finds clauses by the words of a question, in a full-text index that lives in memory."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from threading import Lock

from companion.rules.clauses import CLAUSES, Clause
from companion.rules.clauses.clause import RESOLUTION
from companion.rules.clauses.questions import QUESTIONS, SAME_WORDS

MOST_FOUND = 24
_WEIGHTS = "2, 8, 6, 2, 0"
"""How much a word weighs in each column."""
_RESOLUTION, _PARTICULAR = 0.6, 0.8
"""How much less a resolution weighs than the rule that it settles, and one value of a rule than the rule itself."""
_COLUMNS = "id, title, questions, text, factor unindexed, tokenize = 'porter'"
_SEARCH = f"select id from clause where clause match ? order by factor * bm25(clause, {_WEIGHTS})"  # noqa: S608 - all ours
_SMALL = (
    "a am an and are as at be by can did do does for from get give go had has have how i if in is it its me my must "
    "not now of on or our s shall should so t than that the their them then there they this to us was we what when "
    "where which who whom whose why will with would you your may"
)
_SMALL_WORDS = frozenset(_SMALL.split())
"""Words that nearly every question holds, so that they tell nothing."""
_ALIKE: Mapping[str, tuple[str, ...]] = {word: group for group in SAME_WORDS for word in group}


def find_clauses(asked: str) -> tuple[Clause, ...]:
    """The clauses that most of the words of a question lead to, best first; no words find nothing.

    Case, endings and punctuation do not matter, the last word may be unfinished, and a clause's id finds it.

    >>> [clause.title for clause in find_clauses("Who wins when both teams are over 1000?")]
    ['Several at the target', 'The bidder goes out first']
    """
    words = _words(asked)
    terms = [*(_term(word) for word in words[:-1]), *(f"({_term(word)} OR {_quoted(word)} *)" for word in words[-1:])]
    if not terms:
        return ()
    index = _index()
    found = Counter(clause_id for term in terms for clause_id in index.match(term))
    least = _least_words(max(found.values(), default=0))
    best = [clause_id for clause_id in index.match(" OR ".join(terms)) if found[clause_id] >= least]
    best.sort(key=lambda clause_id: clause_id != asked.strip().lower())
    return tuple(CLAUSES[clause_id] for clause_id in best[:MOST_FOUND])


_MAKING = Lock()


class _Index:
    """All clauses with the questions that they answer, by the stems of their words (SQLite's FTS5)."""

    def __init__(self) -> None:
        # One connection for all threads: a search takes far less than a millisecond, so they can wait for each other.
        self._lock = Lock()
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(f"create virtual table clause using fts5({_COLUMNS})")
        rows = ((c.id, c.title, " ".join(QUESTIONS.get(c.id, ())), c.text, _factor(c)) for c in CLAUSES.values())
        self._db.executemany("insert into clause values (?, ?, ?, ?, ?)", rows)

    def match(self, terms: str) -> list[str]:
        """The ids of the clauses that an expression of FTS5 finds, best first."""
        with self._lock:
            return [row[0] for row in self._db.execute(_SEARCH, [terms])]


def _index() -> _Index:
    # Without the lock two first searches at once would each make one, and leave one's connection open.
    with _MAKING:
        return _made_index()


@lru_cache(maxsize=1)
def _made_index() -> _Index:
    return _Index()


def _factor(clause: Clause) -> float:
    if clause.source is RESOLUTION:
        return _RESOLUTION
    return _PARTICULAR if clause.id.rpartition(".")[0] in CLAUSES else 1


def _words(text: str) -> list[str]:
    """The words that matter; where none does, all of them."""
    words = re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", text.lower())
    return [word for word in words if word not in _SMALL_WORDS] or words


def _term(word: str) -> str:
    """One word as FTS5 asks for it, or any of those that mean the same."""
    return f"({' OR '.join(_quoted(each) for each in _ALIKE.get(word, (word,)))})"


def _quoted(word: str) -> str:
    return f'"{word}"'


def _least_words(most: int) -> int:
    """How many of its words a clause must hold where the best hold ``most``: all of few, all but one of several."""
    return most if most < 3 else most - 1
