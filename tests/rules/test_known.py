"""The known tables: each holds, is named after no variant, and is what the second scorer has from its page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.cli.ask.answers import answer
from companion.rules.card import rule_card
from companion.rules.house import make_house
from companion.rules.known import KNOWN_TABLES, KnownTable
from companion.rules.options import OPTIONS, all_options, with_options
from companion.rules.variants import VARIANTS, find_variant
from tests.game.second_scorer.judge.figures import TABLES, options_of

LISTED: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "cases" / "known_tables.json").read_text("utf-8")
)
"""By table, what differs from its base and what does not, each as far as its page says so or leaves it open."""
PAGES = (Path(__file__).parents[2] / "companion" / "rules" / "data" / "known.toml").read_text("utf-8")

every_table = pytest.mark.parametrize("table", KNOWN_TABLES.values(), ids=KNOWN_TABLES)


@every_table
def test_a_known_table_states_nothing_but_what_differs_from_its_variant(table: KnownTable) -> None:
    assert make_house(table.house.name, table.house.base, table.house.changes).changes == table.house.changes
    assert table.key not in {variant.key for variant in VARIANTS}


@every_table
def test_both_programs_have_the_same_rules_of_a_known_table(table: KnownTable) -> None:
    base, changes = TABLES[table.key]
    theirs, ours = options_of(base, changes), all_options(table.variant)
    assert base == table.house.base
    saving = {key: value for key, value in theirs["score.save"].items() if key in ours["score.save"]}
    assert with_options(table.variant, {**theirs, "score.save": saving}) == table.variant
    assert {*theirs} <= {*ours}


@every_table
def test_a_known_table_says_where_it_was_read_and_on_what_day(table: KnownTable) -> None:
    assert table.source.read
    assert table.source.address or table.source.instead
    assert rule_card(table.variant, find_variant(table.house.base)).changes


@every_table
def test_a_list_says_what_a_known_table_has_of_its_page_and_what_of_nobody(table: KnownTable) -> None:
    listed, rules = LISTED[table.key], PAGES.split(f"[{table.key}.rules]")[1].split("\n[")[0]
    not_said = set(re.findall(r'^"?([a-z.-]+)"? = .*# (?:not said|no word of)', rules, re.MULTILINE))
    assert {*listed["differs though not said"]} == not_said
    assert {*listed["differs"]} == table.house.changes.keys() - not_said
    base = rule_card(table.variant, find_variant(table.house.base)).options - table.house.changes.keys()
    silent = {key: OPTIONS[key].read(table.variant) for key in base - {*listed["as its base"]}}
    assert {*listed["as its base"]} <= base
    assert listed["as its base though not said"] == silent


def test_the_list_has_every_known_table_and_no_other() -> None:
    assert [*LISTED] == [*KNOWN_TABLES]


SHEETS = json.loads((Path(__file__).parent / "cases" / "binokel_sheets.json").read_text("utf-8"))
"""Public sheets of Binokel, each as changes of a known table, with a deal worked by hand."""


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet["title"] for sheet in SHEETS])
def test_a_sheet_of_binokel_is_set_up_as_house_rules_and_scores_its_deals(sheet: dict[str, Any]) -> None:
    table = KNOWN_TABLES[sheet["from"]].house
    house = make_house("Our table", table.base, {**table.changes, **sheet["changes"]})
    for case in sheet["deals"]:
        said = answer("score", {"variant": house.base, "options": dict(house.changes), "deal": case["deal"]})
        assert (said["outcome"], said["change"]) == (case["outcome"], case["change"]), case["title"]
    for case in sheet.get("melds", ()):
        asked = {"variant": house.base, "options": dict(house.changes), "trump": case["trump"], "cards": case["cards"]}
        assert answer("meld", asked)["total"] == case["total"], case["title"]
