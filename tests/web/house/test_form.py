"""Every option can be changed on the page of house rules, and comes back from its fields as it went in."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.rules.house import HouseVariant, house_variant, make_house
from companion.rules.known import KNOWN_TABLES, KnownTable
from companion.rules.options import OPTIONS, differences, with_options
from companion.rules.variants import VARIANTS, find_variant
from companion.web.core.current import current_store
from companion.web.core.forms import Form
from companion.web.house.controls import part
from companion.web.house.form import controls, filled, read_changes
from tests.conftest import one_in, tries
from tests.rules.option_strategies import HOUSES
from tests.web.form_reader import fields_of

SITE = find_variant("site")
_ALONE = {"sides": "each", "pass.count": 0}
_WITH: dict[str, dict[str, Any]] = {
    "end.deals": {"end.deals": 8},
    "pack": {"hand.size": 16, "pack": "64"},
    "hand.size": {"hand.size": 11, "kitty.size": 4},
    "players": {"players": 6, "hand.size": 8},
    "sides": {"sides": "each", "pass.count": 0},
    "draw": {"draw": "discard-and-draw", "hand.size": 7},
    "bid": {"bid": "summed"},
    "kitty.size": {"kitty.size": 4, "hand.size": 11},
    "kitty.deal-out": {"kitty.size": 4, "hand.size": 11, "kitty.deal-out": True},
    "unit": {"unit": "ones"},
    "deal.packet": {"deal.packet": "two at a time"},
    "bid.step": {"bid.step": [[250, 10], [300, 20]], "bid.max-jump": None},
    "bid.max-jump": {"bid.max-jump": None},
    "meld.table": {
        "meld.table": {**OPTIONS["meld.table"].read(SITE), "run": [20, 200, 300], "marriage": [2, 30], "dix": 0}
    },
    "meld.roundhouse": {"meld.roundhouse": {"bonus": 1}},
    "score.meld-min": {"score.meld-min": {"more_than": 20}},
    "score.save": {"score.save": {"by": "trick", "loses_tricks": False, "dix_safe": True}},
    "score.set.opponents": {"score.set.opponents": {"bonus": 30}},
    "score.throw-in.opponents": {"score.throw-in.opponents": {"bonus": 100}},
    "score.no-marriage.opponents": {
        "score.no-marriage": True,
        "score.no-marriage.opponents": {"at_least": 200},
    },
    "score.double-set": {"score.double-set": 1},
    "end.tie": {"end.tie": ["another", {"extend": 250}, "high"]},
    "end.all-tricks": {"end.all-tricks": {"bonus": 500}},
    "floor": {"floor": -1000},
    "end.spread": {"end.spread": 1500},
    "misdeal.hands": {"misdeal.hands": [{"ranks": ["J", "9"], "at_least": 5, "partner_agrees": True, "no_meld": True}]},
    "bid.barred": {"bid.barred": [40, 90], "bid.max-jump": None},
    "units.prices": {**_ALONE, "units.prices": [[250, 3], [350, 5]]},
    "units.spades": {**_ALONE, "units.prices": [[250, 3]], "units.spades": 2},
    "units.spades-from": {**_ALONE, "units.prices": [[250, 3]], "units.spades": 2, "units.spades-from": 300},
    "units.hearts": {**_ALONE, "units.prices": [[250, 3]], "units.hearts": 3},
    "units.kitty": {**_ALONE, "units.prices": [[250, 3]], "units.kitty": 350},
    "deal.sits-out": {"deal.sits-out": "dealer", "bid.forced": "first-hand"},
    "score.game-points": {"score.game-points": {"made": 2, "failed": 1, "saved": 1}},
    "bid.moon": {"bid.moon": {"made": 1500, "failed": 750, "others_score": True, "untrumped": True}},
    "bid.no-trick": {"bid.no-trick": {"made": 300, "failed": 600, "others_score": True}},
    "bid.meld-bids": {"bid.meld-bids": 300},
    "check.melds": {"check.melds": {**OPTIONS["check.melds"].read(SITE), "flush": 2, "around": 1}},
    "check.contract": {"check.contract": [[200, 2], [250, 4]]},
    "check.set": {"check.set": 1},
    "check.lead": {"check.lead": 100},
    "end.slide-out": {"end.slide-out": 3},
    "end.no-progress": {"end.no-progress": 500},
    "end.quad-pinochle": {"end.quad-pinochle": 0},
}


def _another(key: str) -> dict[str, Any]:
    """Another value of an option than that of ``site``, with what must go with it."""
    if key in _WITH:
        return _WITH[key]
    option, now = OPTIONS[key], OPTIONS[key].read(SITE)
    if option.form.choices:
        return {key: next(word for word in option.form.choices if word != now)}
    return {key: not now if isinstance(now, bool) else now + 1}


def _put(form: MultiDict[str, str], changes: dict[str, Any], scale: int) -> None:
    """Type values into the fields of their options."""
    for key, value in changes.items():
        for name in [name for name in form if name == key or name.startswith(part(key, ""))]:
            form.poplist(name)
        for name, text in controls(scale)[key].fill(key, value):
            form.add(name, text)


def _type(form: MultiDict[str, str], typed: dict[str, str]) -> None:
    for name, text in typed.items():
        form.setlist(name, [text])


@pytest.mark.parametrize("key", one_in(4, OPTIONS))
def test_an_option_that_is_changed_on_the_page_is_kept(app: Flask, client: FlaskClient, key: str) -> None:
    changes = _another(key)
    form = fields_of(client.get("/house/new/site").text, "house")
    _put(form, changes, SITE.scale)
    _type(form, {"name": "Ours", "save": "1"})
    answer = client.post("/house/new/site", data=form)
    assert answer.status_code == 303, answer.text.split("<h2")[0]
    with app.app_context():
        (row,) = current_store().houses.list_houses()
    assert row.house == HouseVariant("Ours", "site", changes)
    assert house_variant(row.house) != SITE
    assert differences(house_variant(row.house), with_options(SITE, changes)) == {}


@pytest.mark.parametrize("variant", one_in(4, VARIANTS), ids=lambda variant: variant.key)
def test_the_page_of_a_copy_says_what_its_variant_says(client: FlaskClient, variant: Any) -> None:
    form = Form(fields_of(client.get(f"/house/new/{variant.key}").text, "house"))
    assert read_changes(form, variant) == {}
    assert form.errors == {}


@pytest.mark.parametrize("table", KNOWN_TABLES.values(), ids=KNOWN_TABLES)
def test_the_form_of_a_known_table_says_what_it_changes(table: KnownTable) -> None:
    assert read_changes(filled("Ours", table.variant), find_variant(table.house.base)) == table.house.changes


@settings(max_examples=tries(150), deadline=None)
@given(HOUSES)
def test_whatever_a_house_variant_says_its_form_says_too(house: HouseVariant) -> None:
    form = filled(house.name, house_variant(house))
    assert read_changes(form, find_variant(house.base)) == house.changes
    assert form.errors == {}


_FIELDS = sorted(
    {*filled("Ours", find_variant("doubles")).values, "pack--add", "score.save--dix_safe", "end.tie--0--number"}
)
_TEXTS = st.one_of(
    st.text(max_size=8),
    st.integers(-5, 10**9).map(str),
    st.sampled_from(["", "own", "bonus", "extend", "points", "none", "9S 9H", "²", "１２", "A", "true"]),
)


@settings(max_examples=tries(300), deadline=None)
@given(st.dictionaries(st.sampled_from(_FIELDS), _TEXTS, min_size=1, max_size=10))
def test_whatever_is_typed_is_read_or_answered_with_a_sentence(typed: dict[str, str]) -> None:
    fields = MultiDict(filled("Ours", SITE).values)
    _type(fields, typed)
    form = Form(fields)
    changes = read_changes(form, SITE)
    if form.errors:
        assert changes == {}
        assert all(says[0].isupper() or says[0] in "“0123456789" for says in form.errors.values())
    else:
        assert make_house("Ours", "site", changes).changes == changes


@pytest.mark.parametrize(
    ("typed", "beside", "says"),
    [
        ({"bid.min": "many"}, "bid.min", "“many” is not a whole number"),
        ({"bid.min": ""}, "bid.min", "Please write a number in digits."),
        ({"pass.count": "9"}, "pass.count", "Please write a whole number from 0 to 8."),
        ({"floor": "0"}, "floor", "Please write a whole number from 1 to 1000000."),
        ({"end.slide-out": "0"}, "end.slide-out", "Please write a whole number from 1 to 100."),
        ({"deal.packet": ""}, "deal.packet", "Please write a line of at most 80 characters."),
        ({"play.head": "sometimes"}, "play.head", "Please choose one of these."),
        ({"players": "1"}, "players", "From 2 to 8 people can play"),
        ({"players--most": "3"}, "players", "From 2 to 8 people can play"),
        ({"bid.step--0--step": ""}, "bid.step--0--step", "Please write the step."),
        ({"bid.step--1--start": "300"}, "bid.step--1--step", "Please write the step."),
        ({"bid.step--1--step": "20"}, "bid.step--1--start", "Please write from which bid on."),
        ({"meld.roundhouse": "bonus"}, "meld.roundhouse--number", "So much: please write it in digits."),
        ({"meld.table--run-1": ""}, "meld.table--run-1", "Run: Please write a figure, or 0."),
        ({"meld.table--run-1": "155"}, "meld.table--run-1", "Run: This table counts in tens: write 150, not 155."),
        ({"meld.table--run-1": "999990"}, "meld.table--run-1", "Please write a number from 0 to 100000."),
        ({"meld.roundhouse": "flat", "meld.roundhouse--number": "0"}, "meld.roundhouse--number", "from 1 to 10000."),
        ({"bid.step--0--step": "0"}, "bid.step--0--step", "Please write a number from 1 to 10000."),
        (
            {
                "bid.step--1--start": "5000",
                "bid.step--1--step": "5",
                "bid.step--2--start": "400",
                "bid.step--2--step": "5",
            },
            "bid.step--1--start",
            "from the lowest to the highest",
        ),
        ({"score.save--at_least": ""}, "score.save--at_least", "Please write how many."),
        ({"score.save--by": "luck"}, "score.save--by", "Please choose one of these."),
        ({"end.tie--0": "", "end.tie--1": ""}, "end.tie--0", "Please choose what decides first."),
        ({"end.tie--0": "extend"}, "end.tie--0--number", "Please write by how much the target rises."),
        ({"pack": "50"}, "pack", "Please choose a pack."),
        ({"pack": "own", "pack--copies": "9"}, "pack--copies", "Please write a number from 1 to 8."),
        ({"pack": "own", "pack--add": "9S 1X"}, "pack--add", "no such card: &#39;1X&#39;"),
    ],
    ids=str,
)
def test_what_cannot_be_is_said_beside_its_field_and_everything_typed_is_kept(
    app: Flask, client: FlaskClient, typed: dict[str, str], beside: str, says: str
) -> None:
    form = fields_of(client.get("/house/new/site").text, "house")
    _type(form, {"name": "Ours", "end.target": "1234", "save": "1", **typed})
    answer = client.post("/house/new/site", data=form)
    assert answer.status_code == 422
    wrong = answer.text.split(f'id="{beside}-wrong">')[1].split("<")[0]
    assert says in wrong
    again = fields_of(answer.text, "house")
    kept = {name: text for name, text in typed.items() if name not in {"play.head", "score.save--by"} and text != "50"}
    assert {name: again[name] for name in kept} == kept
    assert (again["name"], again["end.target"]) == ("Ours", "1234")
    with app.app_context():
        assert current_store().houses.list_houses() == []


def _sent_in_ones(typed: dict[str, str]) -> Form:
    """The form of a copy of ``site``, its figures in tens, with ones chosen and something typed."""
    fields = MultiDict(filled("Ours", SITE).values)
    _type(fields, {"unit": "ones", **typed})
    return Form(fields)


def test_a_table_that_changes_the_unit_takes_every_figure_along() -> None:
    assert read_changes(_sent_in_ones({}), SITE) == {"unit": "ones"}
    form = filled("Ours", with_options(SITE, {"unit": "ones"}))
    assert (form.value("bid.min"), form.value("end.target"), form.value("count.last-trick")) == ("25", "150", "1")
    assert read_changes(form, SITE) == {"unit": "ones"}


def test_a_figure_typed_while_the_unit_changes_is_read_as_the_form_writes_figures() -> None:
    changes = read_changes(_sent_in_ones({"bid.min": "300", "end.tie--0": "extend", "end.tie--0--number": "250"}), SITE)
    assert changes == {"unit": "ones", "bid.min": 30, "end.tie": [{"extend": 25}, "high"]}
    form = _sent_in_ones({"end.target": "125"})
    assert read_changes(form, SITE) == {}
    assert form.errors["end.target"].startswith("This page shows its figures in tens still")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": 3}, "3 hands of 12 are 36 cards, but the pack has 48. 3 players can"),
        ({"bid": "none"}, "without an auction nobody is the bidder"),
        ({"bid": "none", "kitty.size": 4, "hand.size": 11}, "Without an auction nobody takes a kitty"),
        ({"unit": "ones", "count": "classic"}, "Classic needs the unit tens; in ones the count is simple."),
        ({"bid.max-jump": 5}, "so nobody could outbid anybody"),
    ],
    ids=str,
)
def test_options_that_cannot_stand_together_are_refused_with_the_reason(
    client: FlaskClient, changes: dict[str, Any], says: str
) -> None:
    form = fields_of(client.get("/house/new/site").text, "house")
    _put(form, changes, SITE.scale)
    _type(form, {"name": "Ours", "look": "1"})
    answer = client.post("/house/new/site", data=form)
    assert answer.status_code == 422
    assert says in answer.text
    again = fields_of(answer.text, "house")
    assert all(again[name] == form[name] for name in form if name not in {"key", "look"})
