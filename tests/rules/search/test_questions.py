"""Questions in players' own words lead to the rule that answers them."""

from __future__ import annotations

import pytest

from bench.questions import BLIND, CASES, HELD, THREADS, TOLD, measure, read_cases, read_told
from companion.rules.clauses import CLAUSES
from companion.rules.options import with_options
from companion.rules.search import LONGEST_QUESTION, MOST_FOUND, look_up, variant_named
from companion.rules.search.ranking import QUESTIONS
from companion.rules.variants import VARIANTS, find_variant

SITE = find_variant("site")


def ids(question: str, variant: str = "site") -> list[str]:
    return [found.clause.id for found in look_up(question, find_variant(variant))]


def test_of_the_questions_that_only_measure_nine_in_ten_find_the_right_rule_first() -> None:
    _, to_measure = read_cases()
    figures = measure(to_measure)
    assert figures.questions >= 75
    assert figures.first >= 0.9
    assert figures.in_three >= 0.98


def test_questions_by_somebody_who_never_saw_the_synonyms_find_the_right_rule() -> None:
    _, to_measure = read_cases(BLIND)
    figures = measure(to_measure)
    assert figures.questions >= 70
    assert figures.first >= 0.85
    assert figures.in_three >= 0.97


def test_of_what_people_ask_in_public_threads_most_finds_the_right_rule() -> None:
    _, to_measure = read_cases(THREADS)
    figures = measure(to_measure)
    assert figures.questions >= 60
    assert figures.first >= 0.8
    assert figures.in_three >= 0.93


def test_situations_numbers_and_german_of_public_pages_find_the_right_rule() -> None:
    told = read_told(TOLD)
    assert {clause for case in told for clause in case.right} <= CLAUSES.keys()
    at_a_table, alone = measure(told), measure([case._replace(variant=None) for case in told])
    assert at_a_table.questions == 50
    assert at_a_table.first >= 0.78
    assert alone.first >= 0.7
    assert min(at_a_table.in_three, alone.in_three) >= 0.94


def test_the_half_of_them_that_nobody_worked_with_finds_the_right_rule() -> None:
    held = read_told(HELD)
    assert {clause for case in held for clause in case.right} <= CLAUSES.keys()
    figures = measure(held)
    assert figures.questions == 50
    assert figures.first >= 0.65
    assert figures.in_three >= 0.88


def test_the_cases_name_clauses_that_exist_and_every_variant_with_a_text_of_its_own_asks() -> None:
    cases = [case for path in (CASES, BLIND, THREADS) for half in read_cases(path) for case in half]
    assert len(cases) >= 150
    assert {clause for case in cases for clause in case.right} <= CLAUSES.keys()
    assert {case.variant.key for case in cases if case.variant} >= {
        variant.key for variant in VARIANTS if variant.parent is None
    }
    assert len({(case.variant, case.question.lower()) for case in cases}) == len(cases)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("partner already winning", "play.head"),
        ("must I play the ten", "play.head"),
        ("overtrump", "play.head"),
        ("no counters", "score.save"),
        ("count the same queen twice", "meld.best"),
        ("widow", "kitty.size"),
        ("What if nobody bids?", "bid.forced"),
        ("who leads first", "lead.who"),
        ("Somebody revoked!", "score.renege"),
        ("both teams over 1000", "end.tie"),
        ("shoot the moon", "end.all-tricks"),
        ("last trick", "count.last-trick"),
        ("Roundhouse!", "meld.roundhouse"),
    ],
)
def test_a_few_words_suffice(asked: str, answer: str) -> None:
    assert answer in ids(asked)[:3]


@pytest.mark.parametrize(
    ("variant", "asked", "answer"),
    [
        ("site", "can I tell my partner I have something when I pass", "bid.pass-help"),
        ("doubles", "can i tell partner that i have something, passing", "bid.pass-help"),
        ("site", "all the kings, both of each", "meld.double-around"),
        ("doubles", "all the queens, both of each", "meld.double-around"),
        ("site", "both jacks in all suits", "meld.double-around"),
        ("auction", "how much do I pay for a lost 350 bid in spades", "units.set"),
        ("auction", "what do i pay for a lost 400 bid in hearts", "units.set"),
        ("auction", "how much do i lose on a 350 in spades", "units.set"),
        ("auction", "what does a made 350 in spades bring", "units.prices"),
        ("auction", "how much for 350 in spades", "units.prices"),
    ],
)
def test_a_question_of_the_table_finds_its_rule_first(variant: str, asked: str, answer: str) -> None:
    assert ids(asked, variant)[0] == answer


def test_every_question_kept_for_a_clause_finds_it() -> None:
    for clause, questions in QUESTIONS.items():
        for asked in questions:
            assert clause in [found.clause.id for found in look_up(asked)][:5], asked


def test_a_clause_is_found_first_by_its_id() -> None:
    assert [clause for clause in CLAUSES if ids(clause)[0] != clause] == []


def test_the_rule_of_the_table_comes_before_other_tables_values() -> None:
    for variant in VARIANTS:
        found = ids("must I beat the highest card", variant.key)
        in_force = f"play.head.{variant.play_head.value}"
        assert found[:2] == ["play.head", in_force]
        assert not [clause for clause in found[:3] if clause.startswith("play.head.") and clause != in_force]


def test_a_house_s_changes_answer_for_its_table() -> None:
    house = with_options(SITE, {"pass.count": 2, "play.head": "never", "kitty.size": 0})
    assert (
        look_up("how many cards do we pass", house)[0].here
        == "Once trump is named, partners pass each other two cards."
    )
    assert [found.clause.id for found in look_up("do I have to beat it", house)][:2] == ["play.head", "play.head.never"]


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ("how do you win five card", "bruce-5"),
        ("Is there bidding in two-handed?", "two-handed"),
        ("three handed kitty", "three-handed"),
        ("double-deck last trick", "double-deck"),
        ("two players hit 100", None),
        ("do two runs count double", None),
    ],
)
def test_a_question_may_name_the_game_that_it_is_about(asked: str, key: str | None) -> None:
    named = variant_named(asked)
    assert (named.key if named else None) == key


def test_without_a_table_clauses_are_found_and_nothing_holds_here() -> None:
    found = look_up("how many cards do we pass")
    assert found[0].clause.id == "pass.count"
    assert {each.here for each in found} == {None}


@pytest.mark.parametrize("asked", ["common marri", "comon mariage", "commonmarriage", "COMMON  MARRIAGES?!"])
def test_unfinished_misspelled_and_joined_words_are_understood(asked: str) -> None:
    assert ids(asked)[0] == "meld.marriage"


@pytest.mark.parametrize("asked", ["qqqq", "–", "the"])
def test_what_the_rulebook_does_not_speak_of_finds_nothing(asked: str) -> None:
    assert ids(asked) == []
    assert look_up(asked) == ()


@pytest.mark.parametrize(
    "asked", ["", " – ", "xyzzyq", '"', "' or 1=1", "a AND (", "NEAR(", "*", "-", ":", "the", "9" * 999]
)
def test_what_is_no_question_is_harmless(asked: str) -> None:
    assert len(ids(asked)) <= MOST_FOUND


def test_of_an_endless_question_the_beginning_is_read() -> None:
    assert ids("last trick ".ljust(LONGEST_QUESTION) + "kitty " * 10_000) == ids("last trick")
