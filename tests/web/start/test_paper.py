"""What came before a deal decides the same by page, by flag, by key, before the referee and in Python."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from companion.cli import main
from companion.cli.ask.answers import answer
from companion.cli.ask.deal import ScoreRequest
from companion.cli.ask.requests import read
from companion.game.commands import ConfirmDeal, EndDeal
from companion.game.state import Phase
from companion.rules.known import KNOWN_TABLES
from companion.rules.score import DealEnd, DealScore, Result, judge_result, score_deal
from companion.rules.score.ending import advance
from tests.web.form_reader import fields_of
from tests.web.new_game import begin, play_one_deal, seats, state_of
from tests.web.table_player import Player, words

_MADE = {"bidder": "A", "bid": 250, "meld": {"A": 100, "B": 0}, "points": {"A": 150, "B": 100}}
_DOUBLES = {"bidder": "B", "bid": 55, "meld": {"A": 0, "B": 30}, "points": {"A": 18, "B": 32}}
_LEVEL = {"bidder": "A", "bid": 50, "meld": {"A": 25, "B": 25}, "points": {"A": 25, "B": 25}}
_SET = {"bidder": "B", "bid": 40, "meld": {"A": 2, "B": 2, "C": 2}, "points": {"A": 5, "B": 10, "C": 10}}
_THREE = {"bidder": "A", "bid": 20, "meld": {"A": 10, "B": 2, "C": 4}, "points": {"A": 15, "B": 5, "C": 5}}
_TAKEN = {"meld": {"A": 100, "B": 0}, "points": {"A": 126, "B": 124}}
_BRUCE = {"bidder": "C", "bid": 20, "meld": {"A": 0, "B": 0, "C": 15}, "points": {"A": 1, "B": 1, "C": 8}}
MADE = (EndDeal(DealEnd.POINTS, {"A": 120, "B": 40}), ConfirmDeal())
Case = tuple[str, dict[str, int], dict[str, Any], dict[str, Any], str]

CASES: dict[str, Case] = {
    "a side above 0 has risen": ("doubles", {"A": 200, "B": 240}, {}, _DOUBLES, ""),
    "nobody else has risen": ("doubles", {"A": -20, "B": 240}, {"risen": []}, _DOUBLES, "B"),
    "a side below 0 that had risen": ("doubles", {"A": -20, "B": 240}, {"risen": ["A"]}, _DOUBLES, ""),
    "before the last deal": ("senior-games", {"A": 900, "B": 500}, {"deals": 2}, _MADE, ""),
    "the last deal": ("senior-games", {"A": 900, "B": 500}, {"deals": 3}, _MADE, "A"),
    "level after the last deal": ("spokane", {"A": 100, "B": 100}, {"deals": 5}, _LEVEL, "AB"),
    "at the target without a bid": ("cutthroat", {"A": 104, "B": 98, "C": 20}, {"failed_bids": {}}, _SET, ""),
    "the third failed bid": ("cutthroat", {"A": 104, "B": 98, "C": 20}, {"failed_bids": {"B": 1, "C": 1}}, _SET, "A"),
    "tied at the target": ("three-handed", {"A": 103, "B": 104, "C": 20}, {}, _THREE, ""),
    "no longer tied": ("three-handed", {"A": 103, "B": 104, "C": 20}, {}, _SET, "A"),
    "a target that the scores raise": ("two-handed", {"A": 1130, "B": 1000}, {}, _TAKEN, "A"),
    "a target that had risen": ("two-handed", {"A": 990, "B": 700}, {"target": 1250}, _TAKEN, ""),
    "level sides that play on alone": ("bruce-5", {"A": 48, "B": 45, "C": 35}, {"playing": ["A", "B"]}, _BRUCE, ""),
}


@pytest.mark.parametrize("case", CASES.values(), ids=[*CASES])
def test_a_page_a_flag_a_key_the_referee_and_python_say_the_same(app: Flask, client: FlaskClient, case: Case) -> None:
    key, scores, history, deal, winners = case
    asked = {**_rules(key), "scores": scores, "history": history, "deal": deal}
    request = read(asked, ScoreRequest)
    facts = request.facts()
    score = score_deal(request.rules, facts)
    assert isinstance(score, DealScore)
    state = state_of(
        app, begin(client, *["Ann", "Bob", "Cy", "Di"][: _players(key)], variant=key, **_form(scores, history))
    )
    standing, victory = advance(state.variant, state.standing, facts, score)
    by_page = (victory.winners if victory else (), dict(standing.scores))
    result = judge_result(request.rules, request.before(), facts, score)
    assert isinstance(result, Result)
    by_key, ruling = answer("score", asked), answer("referee", {"question": "winner", **asked})
    by_flag = json.loads(CliRunner().invoke(main, ["score", "--json", *_flags(asked)]).output)
    assert by_page == ((*winners,), by_key["scores"])
    assert result.winners == (*winners,)
    assert by_flag == by_key
    assert by_key["winners"] == ruling["winners"] == [*winners]
    assert by_key["winner"] == ruling["winner"] == (winners if len(winners) == 1 else None)
    assert by_key["asks"] == ruling["asks"] == []


@pytest.mark.parametrize(
    ("name", "key"),
    [("nobody else has risen", "risen"), ("the last deal", "deals"), ("the third failed bid", "failed_bids")],
)
def test_what_decides_and_is_not_said_is_asked_for(client: FlaskClient, name: str, key: str) -> None:
    variant, scores, _, deal, _ = CASES[name]
    asked = {**_rules(variant), "scores": scores, "deal": deal}
    said, ruling = answer("score", asked), answer("referee", {"question": "winner", **asked})
    assert (said["winner"], said["winners"], said["how"]) == (None, [], None)
    assert [each["key"] for each in said["asks"]] == [each["key"] for each in ruling["asks"]] == [key]
    assert ruling["verdict"] == "depends"
    form = seats(*["Ann", "Bob", "Cy", "Di"][: _players(variant)], **_form(scores, {}))
    page = client.post(f"/new/{variant}", data=form)
    assert page.status_code == 422
    assert "Please say " in words(page)
    assert all(f'value="{abs(points)}"' in page.text for points in scores.values())


@pytest.mark.parametrize(
    ("variant", "scores", "history", "says"),
    [
        ("two-handed", {"A": 1130, "B": 900}, {}, "Ann: 1130, at or above the target of 1000."),
        ("three-handed", {"A": 120, "B": 90, "C": 20}, {}, "Ann: 120, at or above the target of 100."),
        ("doubles", {"A": 260, "B": -10}, {"risen": []}, "Ann & Cy: 260 before anyone else has made any"),
        (
            "cutthroat",
            {"A": 104, "B": 9, "C": 9},
            {"failed_bids": {"B": 3}},
            "Ann wins, still at the target after the others",
        ),
        ("spokane", {"A": 200, "B": 100}, {"deals": 6}, "Ann & Cy: 200, the most after 6 deals."),
    ],
)
def test_a_game_that_the_rules_have_ended_is_not_taken_up(
    client: FlaskClient, variant: str, scores: dict[str, int], history: dict[str, Any], says: str
) -> None:
    form = seats(*["Ann", "Bob", "Cy", "Di"][: _players(variant)], **_form(scores, history))
    page = client.post(f"/new/{variant}", data=form)
    assert page.status_code == 422
    assert f"This game is over. {says}" in words(page)
    assert 'id="carried-A-wrong"' in page.text


def test_the_boxes_for_failed_bids_ask_for_what_the_command_asks_for(app: Flask, client: FlaskClient) -> None:
    scores, history = {"A": 104, "B": 98, "C": 20}, {"failed_bids": {"C": 2}}
    assert "Bids that each has failed since another reached the target" in words(client.get("/new/cutthroat"))
    game = begin(client, "Ann", "Bob", "Cy", variant="cutthroat", **_form(scores, history))
    request = read({"variant": "cutthroat", "scores": scores, "history": history, "deal": {}}, ScoreRequest)
    assert state_of(app, game).history.failed_against == request.before().failed_against == {"A": 2, "B": 2, "C": 0}


@pytest.mark.parametrize("typed", ["-20", "−20", "– 20"])
@pytest.mark.parametrize("variant", ["site", "doubles", "check"])
def test_a_score_below_0_may_be_typed_with_its_minus(app: Flask, client: FlaskClient, variant: str, typed: str) -> None:
    names = ["Ann", "Bob", "Cy", "Di"][: _players(variant)]
    said = {"carried-A": typed, "carried-B": "120", "risen-A": "yes", "checks-B": typed}
    before = state_of(app, begin(client, *names, variant=variant, **said)).history
    assert before.scores["A"] == -20
    assert before.scores["B"] == 120
    assert before.checks.get("B", 0) == (-20 if variant == "check" else 0)


def test_a_minus_and_the_box_below_0_say_the_same(app: Flask, client: FlaskClient) -> None:
    game = begin(client, variant="site", **{"carried-A": "-20", "below-A": "1", "carried-B": "120+30"})
    assert state_of(app, game).history.scores == {"A": -20, "B": 150}


def test_checks_from_paper_are_settled_with_those_of_the_game(app: Flask, client: FlaskClient) -> None:
    game = begin(
        client,
        "Ann",
        "Bob",
        "Cy",
        variant="check",
        **{"carried-A": "300", "checks-A": "4", "checks-B": "1", "minus-B": "1"},
    )
    assert dict(state_of(app, game).history.checks) == {"A": 4, "B": -1, "C": 0}
    deal = {
        "bidder": "A",
        "bid": 300,
        "meld": {"A": 60},
        "points": {"A": 250, "B": 0, "C": 0},
        "check_melds": {"A": ["aces"]},
    }
    said = answer("score", {"variant": "check", "history": {"checks": {"A": 4, "B": -1}}, "deal": deal})
    assert said["checks_so_far"] == {"A": 5, "B": -1, "C": 0}


def test_scores_from_paper_are_corrected_after_a_deal_and_every_page_follows(app: Flask, client: FlaskClient) -> None:
    table = Player(app, client, begin(client, **{"carried-A": "1300", "carried-B": "110"}))
    play_one_deal(app, table.game, MADE)
    page = f"/game/{table.game}/paper"
    assert page in client.get(f"/game/{table.game}/sheet").text
    assert "The scores on paper before deal 1" in table.see("paper")
    same = table.send("paper", carried_A="1300", carried_B="110")
    assert same.status_code == 422
    assert "These are the scores already" in words(same)
    assert "From paper: Ann & Cy 1200, Bob & Di −20." in table.do("paper", carried_A=1200, carried_B=20, below_B=1)
    assert table.state.scores() == {"A": 1320, "B": 20}
    assert "The scores from paper were corrected. Ann & Cy had 1200. Bob & Di had −20." in table.see("log")
    table.do("undo")
    assert table.state.scores() == {"A": 1420, "B": 150}


def test_a_correction_of_the_scores_from_paper_ends_the_game_and_opens_it_again(
    app: Flask, client: FlaskClient
) -> None:
    table = Player(app, client, begin(client, **{"carried-A": "100"}))
    play_one_deal(app, table.game, MADE)
    phases = []
    for carried, says in (("1380", "the target of 1500"), ("90", "From paper: Ann & Cy 90")):
        assert says in table.do("paper", carried_A=carried)
        phases.append(table.state.phase)
    assert phases == [Phase.OVER, Phase.AUCTION]
    refused = table.send("paper", carried_A="1500")
    assert refused.status_code == 422
    assert "This game is over. Ann & Cy: 1500" in words(refused)
    assert 'value="1500"' in refused.text


@pytest.mark.parametrize(
    ("key", "scores", "history"),
    [(key, scores, history) for key, scores, history, *_ in CASES.values()],
    ids=[*CASES],
)
def test_the_page_of_a_correction_is_filled_in_as_it_was_sent(
    client: FlaskClient, key: str, scores: dict[str, int], history: dict[str, Any]
) -> None:
    game = begin(client, *["Ann", "Bob", "Cy", "Di"][: _players(key)], variant=key, **_form(scores, history))
    page = f"/game/{game}/paper"
    shown = fields_of(client.get(page).text, "paper")
    refused = client.post(page, data=shown)
    assert "These are the scores already" in words(refused), shown


def _players(key: str) -> int:
    return {"cutthroat": 3, "three-handed": 3, "two-handed": 2, "bruce-5": 3}.get(key, 4)


def _rules(key: str) -> dict[str, Any]:
    table = KNOWN_TABLES.get(key)
    return {"variant": table.house.base, "options": dict(table.house.changes)} if table else {"variant": key}


def _form(scores: Mapping[str, int], history: Mapping[str, Any]) -> dict[str, str]:
    """What the page of a new game sends for this history."""
    form = {f"carried-{side}": str(abs(points)) for side, points in scores.items()}
    form |= {f"below-{side}": "1" for side, points in scores.items() if points < 0}
    if "risen" in history:
        form |= {f"risen-{side}": "yes" if side in history["risen"] else "no" for side in scores}
    failed = history.get("failed_bids")
    if failed is not None:
        form |= {f"failed-{side}": str(bids) for side, bids in failed.items()} or {"failed-A": "0"}
    if "playing" in history:
        form |= {f"out-{side}": "1" for side in scores if side not in history["playing"]}
    names = {"deals": "deals", "target": "target-now"}
    return form | {name: str(history[key]) for key, name in names.items() if key in history}


def _flags(asked: Mapping[str, Any]) -> list[str]:
    """The request as flags."""
    flags = ["--variant", asked["variant"]]
    for key, value in asked.get("options", {}).items():
        flags += ["--set", f"{key}={json.dumps(value)}"]
    for key, value in {"scores": asked["scores"], **asked["history"], **asked["deal"]}.items():
        flags += [f"--{key.replace('_', '-')}", _spelled(value)]
    return flags


def _spelled(value: Any) -> str:
    if isinstance(value, dict):
        return ",".join(f"{side}={amount}" for side, amount in value.items())
    return (",".join(value) or "none") if isinstance(value, list) else str(value)
