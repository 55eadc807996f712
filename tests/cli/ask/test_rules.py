"""``companion rules`` answers a question in a player's own words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["rules", *words])


def answered(*words: str) -> list[dict[str, Any]]:
    said = json.loads(ask("--json", *words).output)
    assert said.keys() == {"clauses"}
    clauses: list[dict[str, Any]] = said["clauses"]
    assert all(clause.keys() == {"id", "title", "says", "here"} for clause in clauses)
    return clauses


@pytest.mark.parametrize(
    ("question", "clause", "here"),
    [
        ("can i trump if i have no suit", "play.trump", "if you can’t, you must trump if you can"),
        ("9 of trump", "meld.dix", "Each nine of trump pays 10."),
        ("what happens if someone reneges", "score.renege", "The deal stops"),
        ("points for a run", "meld.run", "A run pays 150."),
        ("lowest bid allowed", "bid.min", "The lowest bid is 250."),
        ("how do you win five card", "end.target", "The first player to reach 50 wins."),
    ],
)
def test_the_rule_that_answers_comes_first_with_what_holds_here(question: str, clause: str, here: str) -> None:
    best = answered(question)[0]
    assert best["id"] == clause
    assert here in best["here"]


def test_the_variant_and_its_changed_options_answer() -> None:
    assert answered("--variant", "joedog", "points for a run")[0]["here"] == "A run pays 15."
    assert answered("--set", "pass.count=2", "how many cards do we pass")[0]["here"].endswith("two cards.")


def test_a_house_variant_answers_out_of_its_file(tmp_path: Path) -> None:
    document = {"format": "companion-variant", "v": 1, "name": "Ours", "base": "site", "changes": {"end.target": 2000}}
    (tmp_path / "ours.json").write_text(json.dumps(document), encoding="utf-8")
    assert "By the rules of Ours" in ask("--variant", str(tmp_path / "ours.json"), "target score").output
    assert "2000" in answered("--variant", str(tmp_path / "ours.json"), "target score")[0]["here"]


def test_a_question_needs_no_quotation_marks() -> None:
    assert ask("points", "for", "a", "run").output == ask("points for a run").output


@pytest.mark.parametrize(
    "words", [(" ",), ("--variant", "nosuch", "dix"), ("--set", "nosuch=1", "dix"), ("--variant", "", "dix")]
)
def test_what_can_not_be_read_is_an_error(words: tuple[str, ...]) -> None:
    run = ask("--json", *words)
    assert run.exit_code == 2
    assert json.loads(run.output).keys() == {"error"}


def test_nothing_found_is_no_failure() -> None:
    run = ask("qqqq")
    assert (run.exit_code, run.output) == (0, "No clause answers this. Try other words.\n")


def lines(*asked: object) -> list[dict[str, Any]]:
    given = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in asked)
    run = CliRunner().invoke(main, ["rules", "--jsonl"], input=given)
    assert run.exit_code == 0
    return [json.loads(line) for line in run.output.splitlines()]


def test_lines_are_answered_in_order_as_single_questions_are() -> None:
    said = lines({"question": "points for a run", "variant": "joedog"}, {"question": "qqqq"}, {"question": "dix"})
    assert [each["clauses"] for each in said] == [
        answered("--variant", "joedog", "points for a run"),
        [],
        answered("dix"),
    ]


def test_a_line_may_change_options_or_hold_a_house_variant() -> None:
    document = {"format": "companion-variant", "v": 1, "name": "Ours", "base": "site", "changes": {"end.target": 2000}}
    changed, house, null = lines(
        {"question": "how many cards do we pass", "options": {"pass.count": 2}},
        {"question": "target score", "variant": document},
        {"question": "how do you win five card", "variant": None},
    )
    assert changed["clauses"] == answered("--set", "pass.count=2", "how many cards do we pass")
    assert "2000" in house["clauses"][0]["here"]
    assert null["clauses"] == answered("how do you win five card")


def test_a_line_that_can_not_be_read_is_answered_with_what_would_do() -> None:
    wrong: list[tuple[object, str]] = [
        ("no JSON", "not JSON"),
        ("", "the request is empty"),
        ([], "the request must be a JSON object"),
        ({"variant": "site"}, "the request lacks 'question'"),
        ({"question": 3}, "'question' must be a text, not 3"),
        ({"question": " "}, "nothing was asked"),
        ({"question": "dix", "deck": 1}, 'unknown key "deck"; these would do: question, variant, options'),
        ({"question": "dix", "variant": "doubels"}, "did you mean doubles?"),
        ({"question": "dix", "options": {"nosuch": 1}}, "no such option"),
    ]
    said = lines(*(asked for asked, _ in wrong), {"question": "dix"})
    assert [list(each) for each in said] == [["error"]] * len(wrong) + [["clauses"]]
    assert all(says in each["error"] for (_, says), each in zip(wrong, said, strict=False))
