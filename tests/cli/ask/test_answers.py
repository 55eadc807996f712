"""Whatever JSON a rules request holds, the answer is JSON: an answer, a refusal or an error with a sentence."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli.ask.answers import answer
from companion.rules.options import OPTIONS
from tests.conftest import tries

_DEAL = {
    "bidder": "A",
    "bid": 52,
    "meld": {"A": 22, "B": 18},
    "points": {"A": 31, "B": 19},
    "tricks": {"A": 12, "B": 8},
}
_GOOD: dict[str, dict[str, Any]] = {
    "meld": {"variant": "doubles", "options": {}, "trump": "S", "cards": ["KS", "QS", "JD"]},
    "legal": {"variant": "site", "options": {}, "trump": "D", "trick": ["QH", "10H"], "hand": ["AH", "10H"], "bid": 50},
    "trick": {"variant": "site", "options": {}, "trump": "H", "trick": ["AS", "9H", "KH", "10S"]},
    "score": {
        "variant": "doubles",
        "options": {},
        "scores": {"A": 0, "B": 0},
        "history": {"risen": ["A"], "failed_bids": {"B": 2}},
        "deal": _DEAL | {"end": "played", "offender": None, "misdeal": None, "quad_pinochle": []},
    },
    "referee": {"question": "play", "variant": "site", "options": {}, "trump": "S", "trick": ["QH"], "card": "9H"},
}
_words = st.sampled_from(
    ["A", "B", "C", "AS", "site", "S", "thrown-in", "renege", "misdeal", "technical", "by", "bonus"]
)
_anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4) | _words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_words | st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def _spoiled(draw: st.DrawFn) -> tuple[str, Any]:
    """A good request with one thing in it, or one option, replaced by anything."""
    command = draw(st.sampled_from(sorted(_GOOD)))
    request = copy.deepcopy(_GOOD[command])
    place: Any = draw(st.sampled_from([request, request["options"], request.get("deal", request)]))
    keys = sorted(OPTIONS) if place is request["options"] else sorted(place)
    place[draw(st.sampled_from(keys))] = draw(_anything)
    return command, request


@settings(deadline=None, max_examples=tries(400))
@given(_spoiled())
def test_a_spoiled_request_is_answered_with_json(asked: tuple[str, Any]) -> None:
    said = answer(*asked)
    assert json.loads(json.dumps(said)) == said
    assert said.keys() & {"total", "legal", "winner", "verdict", "proofs", "refused", "error"}


@settings(deadline=None)
@given(st.sampled_from(sorted(_GOOD)), _anything)
def test_anything_else_is_an_error_with_a_sentence(command: str, request: Any) -> None:
    said = answer(command, request)
    assert list(said) == ["error"]
    assert len(said["error"]) > 10
