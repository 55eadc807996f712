"""A bonus, a penalty and a note are written from the score sheet, stand on it, and are corrected there."""

from __future__ import annotations

import csv
import io
import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants import find_variant
from tests.web.form_reader import fields_of
from tests.web.table_player import Player, begin, words

BONUS = {"says": "Brought the cake", "points": "30+20", "kind": "bonus", "side": "A"}


@pytest.fixture
def ann(app: Flask, client: FlaskClient) -> Player:
    """A game of one deal: Ann and Cy made 330, Bob and Di 110."""
    player = Player(app, client, begin(app, find_variant("site")))
    rows = {"seat": "0", "amount": "300", "trump": "S", "meld-A": "150", "meld-B": "40", "points-A": "180"}
    player.do("pad?how=pad", pad="1", **rows)
    return player


def _page(player: Player, path: str) -> str:
    return words(player.client.get(f"/game/{player.game}/{path}"))


def test_a_bonus_stands_on_the_sheet_in_the_score_and_in_what_is_taken_away(ann: Player) -> None:
    assert "Bonus, penalty, note" in _page(ann, "sheet")
    assert ann.send("note", **BONUS).headers["Location"].endswith("/sheet")
    assert ann.state.scores() == {"A": 380, "B": 110}
    sheet = _page(ann, "sheet")
    assert "Bonus for Ann & Cy: 50. Brought the cake" in sheet
    assert "Undo: Bonus for Ann & Cy: 50" in _page(ann, "")
    lines = list(csv.DictReader(io.StringIO(ann.client.get(f"/game/{ann.game}/export.csv").text)))
    assert [line["notes"] for line in lines] == [""]
    taken = json.loads(ann.client.get(f"/game/{ann.game}/export.json").text)
    assert taken["entries"][-1]["body"] == {
        "v": 1,
        "number": 1,
        "deal": 2,
        "says": BONUS["says"],
        "side": "A",
        "points": 50,
    }


def test_the_chart_ends_at_the_score_with_the_bonuses_and_penalties_since_the_last_deal(ann: Player) -> None:
    ann.send("note", **BONUS)
    assert "After 1 deal: Ann & Cy 380, Bob & Di 110." in _page(ann, "sheet")


def test_a_note_is_corrected_from_the_sheet_and_removed(ann: Player) -> None:
    ann.send("note", **BONUS)
    assert f'href="/game/{ann.game}/note/1"' in ann.client.get(f"/game/{ann.game}/sheet").text
    form = fields_of(ann.client.get(f"/game/{ann.game}/note/1").text, "note")
    assert {name: form[name] for name in BONUS} == {**BONUS, "points": "50"}
    ann.send("note/1", **{**BONUS, "kind": "penalty", "side": "B"})
    assert ann.state.scores() == {"A": 330, "B": 60}
    assert "Undo the correction: Penalty for Bob & Di: 50" in _page(ann, "")
    ann.send("note/1", do="remove")
    assert ann.state.scores() == {"A": 330, "B": 110}
    assert ann.client.get(f"/game/{ann.game}/note/1").status_code == 404
    assert "Removed: Penalty for Bob & Di: 50. Brought the cake" in _page(ann, "log")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"points": "5o"}, "“5o” is not a whole number"),
        ({"kind": ""}, "Please tap whether the points are a bonus or a penalty."),
        ({"side": ""}, "Please tap who gets the points, or loses them."),
        ({"points": "1600"}, "Really 1600? The whole game goes to 1500."),
        ({"points": "", "says": ""}, "Please write a note, or the points of a bonus or a penalty."),
        ({"says": "x" * 81}, "A note has at most 80 letters; this one has 81."),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_nothing_typed_is_lost(
    ann: Player, changed: dict[str, str], says: str
) -> None:
    typed = {**BONUS, **changed}
    answer = ann.send("note", **typed)
    assert answer.status_code == 422
    assert says in words(answer)
    form = fields_of(answer.text, "note")
    assert {name: form.get(name, "") for name in typed} == typed
    assert ann.state.notes == ()


def test_where_nothing_is_carried_on_only_a_note_is_asked_for(app: Flask, client: FlaskClient) -> None:
    player = Player(app, client, begin(app, find_variant("auction")))
    assert "Bonus" not in words(client.get(f"/game/{player.game}/note")).replace("Bonus, penalty, note", "")
    player.send("note", says="Kitty 3")
    assert "Note: Kitty 3" in _page(player, "sheet")
    assert "Note: Kitty 3" in _page(player, "log")
