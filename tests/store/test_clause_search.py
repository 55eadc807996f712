"""Questions as players ask them find the clause that answers them."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from companion.rules.clauses import CLAUSES
from companion.rules.clauses.questions import QUESTIONS
from companion.store import clause_search
from companion.store.clause_search import MOST_FOUND, find_clauses


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("partner already winning", "play.head"),
        ("must I play the ten", "play.head"),
        ("can I play low", "play.head.never"),
        ("overtrump", "play.head.always"),
        ("no counters", "score.save"),
        ("two queens of spades", "meld.double-pinochle"),
        ("count the same queen twice", "meld.best"),
        ("does the marriage in the run count", "meld.run-absorbs"),
        ("nine of trump", "meld.dix"),
        ("widow", "kitty.size"),
        ("bury aces", "kitty.bury"),
        ("What if nobody bids?", "bid.forced"),
        ("how many cards do we pass", "pass.count"),
        ("who leads first", "lead.who"),
        ("Somebody revoked!", "score.renege"),
        ("wrong number of cards", "score.misdeal.card-fault"),
        ("both teams over 1000", "end.tie-bidder"),
        ("shoot the moon", "end.all-tricks"),
        ("throw in", "score.throw-in"),
        ("last trick", "count.last-trick"),
        ("renege accus", "score.false-claim"),
        ("Roundhouse!", "meld.roundhouse"),
    ],
)
def test_a_question_in_plain_words_finds_its_clause(asked: str, answer: str) -> None:
    assert answer in [clause.id for clause in find_clauses(asked)][:3]


@pytest.mark.parametrize("clause_id", QUESTIONS)
def test_every_question_kept_for_a_clause_finds_it(clause_id: str) -> None:
    for asked in QUESTIONS[clause_id]:
        assert clause_id in [clause.id for clause in find_clauses(asked)][:5], asked


@pytest.mark.parametrize("clause_id", CLAUSES)
def test_a_clause_is_found_first_by_its_id(clause_id: str) -> None:
    assert find_clauses(clause_id)[0].id == clause_id


def test_an_unfinished_word_finds_what_the_whole_one_would() -> None:
    assert "meld.marriage" in [clause.id for clause in find_clauses("common marri")][:2]


def test_small_words_are_not_looked_for_unless_there_are_no_others() -> None:
    assert find_clauses("what is the dix") == find_clauses("dix")
    assert len(find_clauses("the")) == MOST_FOUND


@pytest.mark.parametrize("asked", ["", " – ", "xyzzy", '"', "' or 1=1", "a AND (", "NEAR(", "*", "-", ":"])
def test_what_is_no_question_is_harmless(asked: str) -> None:
    assert len(find_clauses(asked)) <= MOST_FOUND


def test_many_may_search_at_once() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(find_clauses, ["last trick"] * 40))) == 1


def test_first_searches_at_once_share_one_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    connect = sqlite3.connect

    def slowly(*where: Any, **how: Any) -> Any:
        opened.append(1)
        time.sleep(0.05)  # long enough for the other searches to begin
        return connect(*where, **how)

    clause_search._made_index()._db.close()
    clause_search._made_index.cache_clear()
    monkeypatch.setattr(sqlite3, "connect", slowly)
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(find_clauses, ["dix"] * 4))) == 1
    assert opened == [1]
