"""The steps of a deal as JSON: what is carried along while a deal is told again."""

from __future__ import annotations

import json

import pytest

from companion.cards import Suit, parse_cards
from companion.game.commands import (
    CloseMeld,
    DealStep,
    EndDeal,
    LayMeld,
    MakeBid,
    NameTrump,
    Pass,
    RecordBids,
    ShowCards,
)
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld
from companion.rules.score import DealEnd
from companion.store.codec import JsonError, from_json, to_json

Steps = tuple[DealStep, ...]
STEPS: Steps = (
    MakeBid(250),
    Pass(helps=True),
    RecordBids({0: 60, 3: 0}),
    NameTrump(Suit.HEARTS),
    ShowCards(1, parse_cards("KH QH 10S")),
    LayMeld(0, LaidMeld(MeldKind.ACES, Suit.SPADES, parse_cards("AS AH AC AD"))),
    CloseMeld(),
    EndDeal(DealEnd.PLAYED, {"A": 180}, quad_pinochle=frozenset("B")),
)


def test_steps_survive_being_written_as_json() -> None:
    assert from_json(json.loads(json.dumps(to_json(STEPS, Steps))), Steps) == STEPS


@pytest.mark.parametrize("told", [{}, [{"is": "Undo"}], [{"is": "MakeBid"}], [{"is": "MakeBid", "amount": "much"}]])
def test_what_is_no_list_of_steps_is_refused(told: object) -> None:
    with pytest.raises(JsonError):
        from_json(told, Steps)
