"""A question has one answer by whichever door it comes in: what a page asks and what JSON holds fill one record."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from companion.cli.ask.answers import answer
from companion.rules.known import find_game
from companion.rules.referee import QUESTIONS, OnPage, Question
from tests.rules.asking import cases
from tests.web.table_player import words

_REQUESTS = [case.values[0]["request"] for case in cases("referee")]
_ASKED_ANYWHERE = ("play", "trick", "meld", "bid", "opening", "trump", "mishap")
_SITE = {"variant": "site", "trump": "S"}
_PLAY = {"question": "play", **_SITE, "trick": ["QH"], "card": "9H"}
_TRICK = {"question": "trick", **_SITE}
_MELD = {"question": "meld", **_SITE}
_DISCARD = {"question": "mishap", "mishap": "wrong-discard", "variant": "site"}
_ACES = ["AS", "AH", "AC", "AD"] * 2
CANNOT_BE: tuple[tuple[dict[str, Any], str], ...] = (
    ({**_PLAY, "holds": ["9H", "9H"]}, "This pack has 2 of the nine of hearts, not 3."),
    (
        {**_PLAY, "trick": ["QH", "KH", "AH", "10H"]},
        "A trick of 4 cards is complete at a table of 4: leave out",
    ),
    ({**_PLAY, "holds": ["AH", "KH"], "cards_in_hand": 2}, "2 cards were entered for a hand of 1; take some away."),
    ({**_PLAY, "cards_in_hand": 0}, "counts the card played too"),
    ({**_PLAY, "accuser": "C"}, "'accuser' must be one of A, B"),
    (
        {**_PLAY, "variant": "doubles", "trick": [], "card": "AH", "first_lead": True},
        "the bid decides what may be led first",
    ),
    ({**_TRICK, "trick": []}, "at least the card that was led"),
    ({**_TRICK, "trick": ["AS", "AS", "AS"]}, "has 2 of the ace of spades"),
    ({**_TRICK, "trick": ["AS", "10S", "KS", "QS", "JS"]}, "more than a trick holds at a table of 4"),
    ({**_MELD, "cards": ["AS"] * 3}, "has 2 of the ace of spades, not 3"),
    (
        {**_MELD, "cards": [*_ACES, "KS", "KS", "QS", "QS", "JS"]},
        "A hand has 12 cards at most; these are 13. Two",
    ),
    ({**_DISCARD}, "say which suit it is"),
    ({**_DISCARD, "trump": "S"}, "There is no kitty in this game"),
    ({"question": "bid", "variant": "two-handed", "amount": 50}, "Nobody bids in this game"),
    ({"question": "opening", "variant": "two-handed"}, "Nobody bids in this game"),
)
"""Questions about what cannot be, and what is said of them."""
_NOT_ON_THE_ANSWER = {"question", "variant", "options", "mishap", "side"}
"""Of a request, what is no field of its page, and what changes no verdict."""


def _address(asked: dict[str, Any]) -> str | None:
    """Where the pages ask the same without a game; None where they ask for only part of it."""
    said = {key: value for key, value in asked.items() if key not in _NOT_ON_THE_ANSWER}
    form: dict[str, Any] = {"rules": json.dumps(asked["options"])} if "options" in asked else {}
    if asked["question"] in ("bid", "opening") and not _as_before(asked, said, form):
        return None
    hand = said.pop("hand", None)
    if hand is not None and asked["question"] == "mishap":
        form["hand"] = " ".join((Counter(hand) - Counter(said.get("cards", ()))).elements())
    elif hand is not None:
        form |= {"whole": 1, "held": " ".join((Counter(hand) - Counter([said.get("card")])).elements())}
    if asked["question"] == "mishap":
        said.setdefault("found", "play")
    page = {each.name: each for each in fields(QUESTIONS[Question(asked["question"])]) if "page" in each.metadata}
    if not said.keys() <= page.keys():
        return None
    for key, value in said.items():
        how: OnPage = page[key].metadata["page"]
        form |= _spelled(how.form or key, value, page[key].default)
    place = asked.get("mishap", asked["question"])
    return f"/settle/{asked['variant']}/{place}/ruling?{urlencode(form, doseq=True)}"


def _as_before(asked: dict[str, Any], said: dict[str, Any], form: dict[str, Any]) -> bool:
    """Takes the auction for one in which the first hand alone has bid, if it was, and says what was bid in it."""
    last = find_game(asked["variant"]).players[1] - 1
    calls, dealer = said.pop("calls", []), said.pop("dealer", last)
    if asked["question"] == "bid":
        if "before" not in asked:
            form |= {"before": calls[0][1], "by": calls[0][0]} if calls else {"unopened": 1}
            form |= {"out": "nobody"}
        form |= {} if "amount" in asked or "moon" in asked else {"passed": 1}
    return dealer == last and not said.get("players") and (not calls or (len(calls) == 1 and _is_bid(*calls[0])))


def _is_bid(seat: int, amount: Any) -> bool:
    return seat == 0 and isinstance(amount, int)


def _spelled(name: str, value: Any, default: Any) -> dict[str, Any]:
    if isinstance(value, bool) and default is None:
        return {name: "yes" if value else "no"}
    if isinstance(value, bool):
        return {} if value is default else {name: 1}
    return {name: value if name in ("lacks", "out") or not isinstance(value, list) else " ".join(value)}


def _questions() -> Iterator[Any]:
    for question in _ASKED_ANYWHERE:
        asked = [(address, each) for each in _REQUESTS if each["question"] == question and (address := _address(each))]
        yield pytest.param(asked, id=question)


@pytest.mark.parametrize("asked", [*_questions()])
def test_a_page_answers_what_json_does(client: FlaskClient, asked: list[tuple[str, dict[str, Any]]]) -> None:
    assert asked
    for address, request in asked:
        shown = re.search('id="verdict"[^>]*>([^<]+)', client.get(address).text)
        says = re.sub("[Ss]eat ([0-9])", lambda seat: f"Player {int(seat[1]) + 1}", answer("referee", request)["says"])
        assert shown, address
        assert unescape(shown[1]) == says, address


@pytest.mark.parametrize(("asked", "says"), CANNOT_BE, ids=[says for _, says in CANNOT_BE])
def test_what_cannot_be_is_said_alike_at_both_doors(client: FlaskClient, asked: dict[str, Any], says: str) -> None:
    address = _address(asked)
    assert address
    refused = client.get(address)
    assert refused.status_code == 422
    assert says in answer("referee", asked)["error"]
    assert answer("referee", asked)["error"] in words(refused)
