"""Every question of the referee, case by case: the verdict, its clauses, what follows, and where tables differ."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cli.ask.answers import answer
from companion.rules.clauses import CLAUSES
from companion.rules.referee import Question
from companion.rules.variants import VARIANTS
from tests.rules.asking import cases, check_answer

_CASES = cases("referee")


@pytest.mark.parametrize("case", _CASES)
def test_the_referee_answers_so(case: dict[str, Any]) -> None:
    check_answer("referee", case)
    said = answer("referee", case["request"])
    assert set(said["clauses"]) <= CLAUSES.keys()
    if "follows" in case:
        follows = said["consequence"] or {}
        assert {key: follows.get(key) for key in case["follows"]} == case["follows"]
        assert bool(follows) == bool(case["follows"])
    says = [step["says"] for step in said["steps"]]
    assert says == case.get("steps", says)
    assert says[-1:] == [case.get("ends", *says[-1:])]
    assert not set(case.get("lacks", ())) & set(said["clauses"])
    if "differs" in case:
        assert {each["option"] for each in said["elsewhere"]} == set(case["differs"])


@pytest.mark.parametrize("case", _CASES)
def test_at_other_tables_it_is_as_the_ruling_says(case: dict[str, Any]) -> None:
    request = case["request"]
    for there in answer("referee", request)["elsewhere"] if request["question"] != "opening" else ():
        for value in there["values"]:
            options = {**request.get("options", {}), there["option"]: value}
            said = answer("referee", {**request, "options": options})
            assert (said["verdict"], said["says"]) == (there["verdict"], there["says"])


def test_every_question_has_its_cases() -> None:
    asked = {case.values[0]["request"]["question"] for case in _CASES}
    assert asked == {question.value for question in Question}


@pytest.mark.parametrize("case", _CASES)
def test_a_verdict_is_one_sentence_that_fits_a_phone(case: dict[str, Any]) -> None:
    says = answer("referee", case["request"])["says"]
    assert 0 < len(says) <= 140
    assert says[0].isupper() or says[0].isdigit()
    assert says.endswith(".")
    assert ". " not in says.removesuffix(".")


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_the_whole_hand_is_judged_as_legal_does(variant: Any) -> None:
    request = {"variant": variant.key, "trump": "S", "trick": ["QH"], "hand": ["AH", "JH", "AS", "JC"]}
    legal = answer("legal", request)["legal"]
    asked = [answer("referee", {**request, "question": "play", "card": card}) for card in request["hand"]]
    assert [c for c, said in zip(request["hand"], asked, strict=True) if said["verdict"] == "legal"] == legal
