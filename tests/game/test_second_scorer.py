"""The second scorer: it owes the companion nothing, finds what is wrong, and agrees with the room over whole games."""

from __future__ import annotations

import ast
import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.rules.options import OPTIONS, with_options
from companion.rules.variants import VARIANTS, find_variant
from tests.conftest import tries
from tests.game.second_scorer import __main__ as program
from tests.game.second_scorer.__main__ import report
from tests.game.second_scorer.games import judge_games, play
from tests.game.second_scorer.judge.figures import FIGURES, TABLES
from tests.game.second_scorer.judge.judge import judge
from tests.game.second_scorer.judge.tally import SUBJECTS, Mismatch, Tally
from tests.game.second_scorer.judge.units import in_unit

_JUDGE = Path(__file__).parent / "second_scorer" / "judge"
_OWN = "tests.game.second_scorer.judge"
_MODULES = sorted(_JUDGE.glob("*.py"))


def _imported(module: Path) -> set[str]:
    """The names of all modules that a file imports, those inside its functions too."""
    names = set[str]()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


@pytest.mark.parametrize("module", _MODULES, ids=lambda path: path.stem)
def test_no_module_of_the_judge_imports_anything_of_the_companion(module: Path) -> None:
    allowed = {"__future__", "collections", "copy", "dataclasses", "functools", "typing", _OWN}
    for name in _imported(module):
        assert name.split(".")[0] in allowed or name == _OWN or name.startswith(f"{_OWN}."), name


def test_the_judge_is_more_than_its_first_module() -> None:
    assert {"auction", "meld", "scoring", "ending", "checks"} <= {path.stem for path in _MODULES}


@pytest.mark.parametrize("key", FIGURES)
def test_both_programs_have_the_same_figures_for_a_variant(key: str) -> None:
    variant = find_variant(key)
    theirs = {option: OPTIONS[option].read(variant) for option in FIGURES[key]}
    assert theirs == dict(FIGURES[key])


_IN_OTHER_UNIT = {"ones": "tens", "tens": "ones"}


@pytest.mark.parametrize("key", [key for key, figures in FIGURES.items() if figures["count"] == "simple"])
def test_both_programs_bring_a_variant_s_figures_along_where_a_table_changes_its_unit(key: str) -> None:
    unit = _IN_OTHER_UNIT[FIGURES[key]["unit"]]
    variant = with_options(find_variant(key), {"unit": unit})
    assert {option: OPTIONS[option].read(variant) for option in FIGURES[key]} == in_unit(FIGURES[key], unit)


_OF_NO_SCORE = {
    "card.names": "what cards are called",
    "meld.names": "what melds are called",
    "deal.first": "who deals first, which a record states",
    "deal.packet": "how cards are dealt out",
    "bid.meld-bids": "what a bid says of the meld",
    "kitty.shown": "who sees the kitty",
    "kitty.bury": "which cards may be buried, of which the card page reminds",
    "pass.count": "cards that partners pass unseen",
    "pass.order": "who of the partners passes first",
    "lead.by": "who leads, which the rules' own tests judge",
    "lead.first": "what is led first, which the rules' own tests judge",
    "play.head": "which card may be played, which the rules' own tests judge",
    "play.broken": "which card may be played, which the rules' own tests judge",
    "score.false-claim": "who is charged with a renege, which a record states",
    "score.renege.corrected": "whether there was a renege, which a record states",
    "renege.exposed": "whether there was a renege, which a record states",
}
"""The options that the judge does not read, and what they are about instead of a score."""


def _read_by(*modules: Path) -> set[str]:
    """The texts in these modules: an option is read by its key."""
    nodes = (node for each in modules for node in ast.walk(ast.parse(each.read_text(encoding="utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_the_judge_reads_every_option_or_a_reason_says_why_not() -> None:
    figures = [each for each in _MODULES if each.stem == "units" or each.stem.startswith("figures")]
    unread = OPTIONS.keys() - _read_by(*({*_MODULES} - {*figures}))
    assert sorted(unread - _OF_NO_SCORE.keys()) == [], "read these in tests/game/second_scorer/judge/"
    assert sorted(_OF_NO_SCORE.keys() - unread) == [], "these are read: take them out of _OF_NO_SCORE"


_NOT_TRIED = {
    "sides": "each way has its variants, which it is part of",
    "draw.discards": "no variant has the other way, and only a game with discards asks for it",
    "trump.needs": "its ways have their variants, or cases in tests/rules/auction/test_trump.py",
    "end.declare-out": "only two-handed games have it",
}
"""The options that no house variant of the room changes, and why."""


def test_the_room_tries_every_option_that_the_judge_reads() -> None:
    tried = _read_by(_JUDGE.parent / "room" / "house.py") | _OF_NO_SCORE.keys() | _NOT_TRIED.keys()
    assert sorted(OPTIONS.keys() - tried) == [], "add values of these to tests/game/second_scorer/room/house.py"


def test_the_judge_changes_the_unit_of_every_option_in_points() -> None:
    in_points = {key for key, option in OPTIONS.items() if option.points}
    unchanged = in_points - _read_by(_JUDGE / "units.py")
    assert sorted(unchanged) == [], "name these in tests/game/second_scorer/judge/units.py"


def test_the_judge_knows_every_variant() -> None:
    says = "the figures are in tests/game/second_scorer/judge/figures.py, in the order of companion/rules/variants/"
    assert list(FIGURES) == [variant.key for variant in VARIANTS], says


def test_both_programs_agree_on_whole_games_of_every_variant() -> None:
    everything, each = {*FIGURES, *TABLES}, tries(3)
    tally = judge_games(range(each * len(everything)), seed=1)
    assert tally.mismatches == []
    assert {variant for variant, games in tally.games.items() if games == each} == everything
    assert {subject for _, subject in tally.compared} == set(SUBJECTS)
    assert report(tally)[-1].startswith(f"{each * len(everything)} games (")


@pytest.mark.parametrize(
    ("found", "status"),
    [
        ([], 0),
        ([Mismatch("site", "score", "game 1, deal 2", 10, 20)], 1),
    ],
)
def test_the_program_ends_with_status_1_where_the_two_differ(
    found: list[Mismatch], status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "judge_games", lambda _numbers, _seed: Tally(mismatches=found))
    assert program.main(["--games", "1"]) == status
    said = capsys.readouterr().out
    assert f"{status} mismatches" in said
    assert ("site game 1, deal 2, score: judge 10, room 20" in said) is (status == 1)


def test_a_record_is_plain_json_and_is_the_same_whenever_its_game_is_played() -> None:
    record = play("site", 0, 3)
    assert json.loads(json.dumps(record)) == record
    assert play("site", 0, 3) == record


_played = cache(play)
"""A record to look into, which nobody may change: many tests look through the same games."""


def _with_event(
    kind: str, variant: str, found: Any = lambda _event: True
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The record of a game in which such an event came up, and that event."""
    for number in range(200):
        record = _played(variant, number, 5)
        struck = any(line.get("kind") in ("StepUndone", "DealCorrected") for line in record)
        places = [place for place, line in enumerate(record) if line.get("kind") == kind and found(line)]
        if places and not struck:
            own = deepcopy(record)
            return own, own[places[-1]]
    raise AssertionError(f"no game of {variant} has a {kind}")


def _award_more(event: dict[str, Any]) -> None:
    event["change"][0]["points"] += 10


def _pay_more(event: dict[str, Any]) -> None:
    event["points"] += 10


def _count_more(event: dict[str, Any]) -> None:
    event["points"]["A"] += 10


def _deal_elsewhere(event: dict[str, Any]) -> None:
    event["dealer"] = (event["dealer"] + 1) % 3


def _raise_the_bid(event: dict[str, Any]) -> None:
    event["amount"] += 1000


def _another_winner(event: dict[str, Any]) -> None:
    event["side"] = "B" if event["side"] == "A" else "A"


def _another_target(line: dict[str, Any]) -> None:
    line["target"] += 250


def _gain_a_check(event: dict[str, Any]) -> None:
    event["checks"][0]["points"] += 1


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "variant", "subject", "tamper"),
    [
        ("DealScored", "site", "score", _award_more),
        ("DealScored", "five-handed", "score", _award_more),
        ("MeldShown", "double-deck", "meld", _pay_more),
        ("MeldLaid", "two-handed", "meld", _pay_more),
        ("DealEnded", "three-handed", "counters", _count_more),
        ("DealBegun", "cutthroat", "dealer", _deal_elsewhere),
        ("AuctionWon", "doubles", "auction", _raise_the_bid),
        ("GameWon", "partnership", "winner", _another_winner),
        ("DealScored", "check", "checks", _gain_a_check),
    ],
)
def test_what_the_room_gets_wrong_is_found(kind: str, variant: str, subject: str, tamper: Any) -> None:
    by_cards = {
        "MeldShown": lambda e: e["source"] == "cards",
        "DealEnded": lambda e: e["end"] == "played" and e["points"],
    }
    record, event = _with_event(kind, variant, by_cards.get(kind, lambda _event: True))
    assert judge(record).mismatches == []
    tamper(event)
    assert subject in {each.subject for each in judge(record).mismatches}


def test_a_target_that_the_room_raised_wrongly_is_found() -> None:
    record = deepcopy(_played("two-handed", 9, 5))
    _another_target(next(line for line in reversed(record) if line["line"] == "said"))
    assert [each.subject for each in judge(record).mismatches] == ["target"]


def test_counters_that_the_room_fills_in_wrongly_are_found_in_the_trick_log() -> None:
    logs = (_played("joedog", number, 5) for number in range(60))
    record = deepcopy(next(each for each in logs if any("counters" in line for line in each)))
    line = next(line for line in record if "counters" in line)
    line["counters"]["A"] += 1
    assert [each.subject for each in judge(record).mismatches] == ["counters"]


def _with_correction(variant: str) -> tuple[list[dict[str, Any]], dict[str, Any], dict[str, Any]]:
    """The record of a game in which a deal was told again with a meld, how it was asked, and what it led to."""
    for number in range(200):
        record = _played(variant, number, 5)
        for place, event in enumerate(record):
            steps = [step["kind"] for step in event.get("steps", ())]
            if event.get("kind") == "DealCorrected" and {"MeldShown", "DealScored"} <= {*steps}:
                own = deepcopy(record)
                return own, own[place - 1], own[place]
    raise AssertionError(f"no deal of {variant} is corrected")


def _score_the_corrected_deal_higher(_asked: dict[str, Any], event: dict[str, Any]) -> None:
    _award_more(event["steps"][-1])


def _count_a_corrected_meld_higher(asked: dict[str, Any], _event: dict[str, Any]) -> None:
    _pay_more(next(e for step in asked["retold"] for e in step["events"] if e["kind"] == "MeldShown"))


def _write_down_another_step(_asked: dict[str, Any], event: dict[str, Any]) -> None:
    event["steps"].insert(0, event["steps"][0])


def _refuse_what_may_be_corrected(asked: dict[str, Any], _event: dict[str, Any]) -> None:
    asked["allowed"] = False


def _take_half_a_deal(asked: dict[str, Any], _event: dict[str, Any]) -> None:
    asked["retold"].pop()


@pytest.mark.parametrize("variant", ["site", "cutthroat", "two-handed-draw"])
@pytest.mark.parametrize(
    "tamper",
    [
        _score_the_corrected_deal_higher,
        _count_a_corrected_meld_higher,
        _write_down_another_step,
        _refuse_what_may_be_corrected,
        _take_half_a_deal,
    ],
)
def test_what_the_room_gets_wrong_in_a_correction_is_found(variant: str, tamper: Any) -> None:
    record, asked, event = _with_correction(variant)
    assert judge(record).mismatches == []
    tamper(asked, event)
    assert {each.subject for each in judge(record).mismatches} & {"score", "meld"}


@pytest.mark.thorough
def test_corrections_of_every_kind_are_asked_and_some_are_refused() -> None:
    records = (_played(variant, number, 5) for number, variant in enumerate(list(FIGURES) * 2))
    lines = [line for each in records for line in each if line.get("command", {}).get("kind") == "CorrectDeal"]
    told = {step["kind"] for line in lines if line["allowed"] for step in line["command"]["steps"]}
    assert {"TakeBid", "MakeBid", "NameTrump", "ShowCards", "ShowNumber", "ShowMelds", "EndDeal"} <= told
    assert sum(line["allowed"] for line in lines) > len(lines) // 2
    assert any(line["refused"] for line in lines)
