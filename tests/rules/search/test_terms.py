"""A question is read as the terms in it, whatever words were used for them."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.clauses import CLAUSES
from companion.rules.search.ranking import QUESTIONS
from companion.rules.search.spelling import correct_words
from companion.rules.search.terms import SYNONYMS, read_terms, split_words, stem
from companion.rules.texts import read_file
from companion.rules.variants import VARIANTS


def terms(text: str) -> set[str]:
    return {term for term, weight in read_terms(correct_words(split_words(text))).items() if weight >= 1}


def test_no_phrase_is_a_synonym_of_two_terms() -> None:
    read_as: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for term, listed in SYNONYMS.items():
        for phrase in listed:
            read_as[tuple(map(stem, split_words(phrase)))].add(term)
    assert {phrase: read for phrase, read in read_as.items() if len(read) > 1 or not phrase} == {}


def test_the_names_of_games_lead_to_variants() -> None:
    assert read_file("search")["games"].keys() <= {variant.key for variant in VARIANTS}


def test_every_question_belongs_to_a_clause_and_reads_as_a_sentence() -> None:
    assert sorted(QUESTIONS.keys() - CLAUSES.keys()) == []
    asked = [question.strip() for listed in QUESTIONS.values() for question in listed]
    assert all(question[0].isupper() or question[0].isdecimal() for question in asked)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("widow", "kitty"),
        ("everybody passes", "no one bids"),
        ("may I", "are we allowed to"),
        ("king and queen of trump", "royal marriage"),
        ("9 of trumps", "dix"),
        ("reneging", "revoked"),
        ("concede", "throw it in"),
        ("can’t follow suit", "void"),
    ],
)
def test_what_players_say_in_two_ways_is_read_as_one(one: str, other: str) -> None:
    assert terms(one) & terms(other)


@pytest.mark.parametrize(
    ("asked", "term"),
    [
        ("one queen in every suit", "around"),
        ("four Ks", "around"),
        ("two aces of each suit", "double around"),
        ("sixteen queens", "three-fold"),
        ("five of every king", "five-fold"),
        ("he still had a spade", "no follow"),
        ("three ♥", "some suit"),
    ],
)
def test_a_synonym_may_hold_any_rank_or_suit(asked: str, term: str) -> None:
    assert term in terms(asked)


@pytest.mark.parametrize(
    ("word", "known"),
    [("biddng", "bidding"), ("partnar", "partner"), ("marrige", "marriage"), ("run", "run"), ("night", "night")],
)
def test_a_misspelled_word_is_read_as_the_most_similar(word: str, known: str) -> None:
    assert correct_words([word]) == [known]


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    assert all(0 < weight <= 1 for weight in read_terms(correct_words(split_words(text))).values())


@given(st.sampled_from(sorted(question for listed in QUESTIONS.values() for question in listed)))
def test_words_that_are_known_are_left_alone(question: str) -> None:
    words = split_words(question)
    assert correct_words(words) == [*words]
