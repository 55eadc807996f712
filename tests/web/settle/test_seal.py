"""A ruling in a link comes back whole, and nothing else is taken for one."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.cards import parse_cards
from companion.rules.options import with_options
from companion.rules.referee import Condition, Consequence, Elsewhere, Question, Settled, Step, Verdict
from companion.rules.score import DealEnd
from companion.rules.variants import find_variant
from companion.web.core.current import seal_json
from companion.web.settle.ruling import NOT_WHOLE, SealedRuling, seal, unseal

SETTLED = Settled(
    Question.PLAY,
    Verdict.DEPENDS,
    "Legal only if Ann held no hearts.",
    (Step("Hearts were led.", parse_cards("QH JH")),),
    ("play.follow", "play.head.always"),
    (Elsewhere("play.head", ("never", "in-suit"), ("Nobody has to.", "Only in suit."), Verdict.LEGAL, "It is legal."),),
    (Condition("hearts", parse_cards("AH 10H")),),
    Consequence("Side A reneged.", DealEnd.RENEGE, "A"),
    "A",
)


def test_a_ruling_comes_back_from_its_link_with_the_rules_of_its_table(app: Flask) -> None:
    house = with_options(find_variant("cutthroat"), {"players": [3, 4], "bid.step": [[0, 5]], "end.tie": ["high"]})
    ruling = SealedRuling("May Ann play the jack?", house, SETTLED)
    with app.app_context():
        assert unseal(seal(ruling)) == ruling


@pytest.mark.parametrize("packed", [{}, {"variant": "site", "rules": {}, "name": "", "asked": "", "settled": []}])
def test_what_another_edition_packed_is_refused_as_not_whole(app: Flask, packed: object) -> None:
    with app.app_context(), pytest.raises(ValueError, match=NOT_WHOLE):
        unseal(seal_json("ruling", packed))


def test_what_was_sealed_for_another_use_is_no_ruling(app: Flask) -> None:
    with app.app_context(), pytest.raises(ValueError, match=NOT_WHOLE):
        unseal(seal_json("correction", []))
