"""What the referee is asked in JSON: every form, and what is said of one that can't be read or can't be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.ask.answers import answer

PLAY = {"question": "play", "variant": "site", "trump": "S", "trick": ["QH"], "card": "9H"}
BID = {"question": "bid", "variant": "site"}
LOG = {"question": "evidence", "variant": "site", "trump": "S", "leader": 0}
LAID = {"question": "laid-meld", "variant": "two-handed", "trump": "S"}

WRONG: list[tuple[Any, str]] = [
    ([], "must be a JSON object"),
    ({"variant": "site"}, "lacks 'question'"),
    ({**PLAY, "question": "why"}, "'question' must be one of play, trick, throw-in"),
    ({**PLAY, "deck": 1}, 'unknown key "deck"'),
    ({**PLAY, "card": "1H"}, "no such card: '1H'"),
    ({**PLAY, "card": ""}, "'card': no such card: ''"),
    ({**PLAY, "card": 5}, "'card' must be a card such as"),
    ({**PLAY, "card": None}, "lacks 'card'"),
    ({**PLAY, "hand": ["AH"]}, "must hold the card that was played"),
    ({**PLAY, "hand": ["9H"], "holds": ["AH"]}, "is the whole hand"),
    ({**PLAY, "cards_in_hand": 0}, "counts the card played too"),
    ({**PLAY, "lacks": 3}, "'lacks' must be a list of suits and cards"),
    ({**PLAY, "lacks": ["X"]}, "a letter alone is a whole suit"),
    ({**PLAY, "side": "C"}, "'side' must be one of A, B"),
    ({**BID, "players": 3}, "'players' must be from 4 to 4, not 3"),
    ({**BID, "calls": [[0]]}, "a call must be [seat, amount]"),
    ({**BID, "calls": [[7, 250]]}, "Seats run from 0 to 3"),
    ({**LAID, "meld": "QH"}, "'meld' must be an object"),
    ({**LAID, "meld": {"kind": "flush", "from_hand": ["QS"]}}, "a meld’s kind must be one of run"),
    ({"question": "mishap", "variant": "site", "mishap": "wrong-draw"}, "Nobody discards and draws"),
    ({"question": "needed", "variant": "site", "deal": {"bidder": "A", "bid": 250, "points": {"A": 300}}}, "worth 250"),
    (
        {"question": "winner", "variant": "site", "deal": {"bidder": "A", "bid": 250, "points": {"A": 10, "B": 0}}},
        "add up to 10",
    ),
    ({**LOG}, "lacks 'plays'"),
    ({**LOG, "plays": [[0]]}, "a play must be [seat, card]"),
    ({**LOG, "plays": [[0, ""]]}, "'plays': no such card: ''"),
    ({**LOG, "plays": [[4, "AS"]]}, "no seat 4"),
    ({**LOG, "plays": [], "players": 5}, "'players' must be from 4 to 4"),
]


@pytest.mark.parametrize(("request_", "says"), WRONG, ids=[says for _, says in WRONG])
def test_what_is_wrong_is_said_with_what_would_do(request_: Any, says: str) -> None:
    assert says in answer("referee", request_)["error"]


def test_each_line_is_answered_in_its_place_whatever_it_holds() -> None:
    lines = [json.dumps(PLAY), "no JSON", json.dumps({**LOG, "plays": [[0, "AS"], [1, "9H"]]})]
    shown = CliRunner().invoke(main, ["referee", "--jsonl"], input="\n".join(lines)).output.splitlines()
    ruling, error, log = map(json.loads, shown)
    assert ruling["verdict"] == "depends"
    assert "not JSON" in error["error"]
    assert (log["proofs"], log["next"]) == ([], 2)


def test_evidence_counts_the_tricks_taken() -> None:
    plays = [[0, "AH"], [1, "KH"], [2, "10H"], [3, "9H"]]
    said = answer("referee", {**LOG, "plays": plays, "kitty": [], "shown": {"0": ["KH"]}})
    assert (said["counters"], said["next"]) == ({"0": 30, "1": 0, "2": 0, "3": 0}, 0)


def _words(**asked: Any) -> list[str]:
    return CliRunner().invoke(main, ["referee", json.dumps(asked)]).output.splitlines()


def test_a_ruling_in_words_shows_the_cards_that_its_sentences_only_point_at() -> None:
    named = {"variant": "doubles", "trump": "H", "bid": 60, "hand": ["KH", "AS"]}
    assert "  Seen in the hand: the king of hearts." in _words(question="trump", **named)
    melded = _words(question="meld", variant="site", trump="S", cards=["QS", "JD", "9H", "9C"])
    assert "  Pinochle: 40. J♦ Q♠" in melded
    assert "  These are in no meld. 9♥ 9♣" in melded


@pytest.mark.parametrize(("hand", "says"), [(["9S", "AC", "KC"], "with this hand"), (None, "no matter what else")])
def test_a_ruling_on_a_hand_that_lies_open_supposes_no_other_cards(hand: list[str] | None, says: str) -> None:
    asked = {"variant": "site", "trump": "D", "trick": ["QH"], "card": "9S"}
    seen = {"lacks": ["H", "D"]} if hand is None else {"hand": hand}
    assert says in answer("referee", {"question": "play", **asked, **seen})["says"]


@pytest.mark.parametrize(
    ("cards", "more", "says"),
    [
        (["QS", "JD", "QS", "JD"], {}, "The pinochle counts: it pays 300."),
        (["QS", "JD"], {}, "The pinochle counts: it pays 40."),
        (["QS", "JD", "QS", "JD"], {"copies": 1}, "It does not count: not part of this meld: Q♠︎, J♦︎."),
    ],
)
def test_melds_that_are_laid_as_one_are_counted_by_their_cards(
    cards: list[str], more: dict[str, int], says: str
) -> None:
    meld = {"kind": "pinochle", "from_hand": cards, **more}
    assert answer("referee", {**LAID, "meld": meld})["says"] == says
