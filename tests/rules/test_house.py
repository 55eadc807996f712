"""A house variant is its base with changes, checked like any variant; its name is its own."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.dealing import deal_problems
from companion.rules.house import (
    HouseError,
    HouseVariant,
    house_name,
    house_variant,
    make_house,
    name_problems,
)
from companion.rules.names import LONGEST_NAME
from companion.rules.options import all_options
from companion.rules.variants import VARIANTS, find_variant

SITE = find_variant("site")


def test_a_house_variant_plays_as_its_base_but_for_its_changes() -> None:
    variant = house_variant(make_house("Aunt Mary’s", "site", {"end.target": 1000, "pass.count": 3}))
    differing = {key for key, value in all_options(variant).items() if value != all_options(SITE)[key]}
    assert differing == {"end.target", "pass.count"}
    assert (variant.key, variant.name, variant.parent) == ("site", "Aunt Mary’s", "site")
    assert variant.summary == "As Single deck, partners, with 2 changes of our own."


def test_only_what_differs_is_held() -> None:
    house = make_house(
        "  Aunt   Mary’s ", "site", {"end.target": 1500, "pass.count": 3, "meld.table": {"run": [20, 150]}}
    )
    assert house.name == "Aunt Mary’s"
    assert set(house.changes) == {"pass.count", "meld.table"}
    assert house.changes["meld.table"]["run"] == [20, 150]
    assert make_house(house.name, house.base, house.changes) == house


@pytest.mark.parametrize(
    ("base", "changes", "says"),
    [
        ("whist", {}, "no such variant: 'whist'"),
        ("site", {"play.haed": "never"}, "no such option: 'play.haed'"),
        ("site", {"pass.count": 99}, "pass.count: 99 does not fit; it takes a whole number from 0 to 8"),
        ("site", {"players": 3}, "3 hands of 12 are 36 cards, but the pack has 48."),
        ("joedog", {"count": "classic"}, "count: classic needs the unit tens"),
    ],
)
def test_a_house_variant_that_cannot_be_is_refused_with_the_reason(
    base: str, changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(HouseError, match=says.replace("(", r"\(")):
        make_house("Ours", base, changes)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "give these rules a name"),
        ("x" * (LONGEST_NAME + 1), "at most 60 letters; this name has 61"),
        ("A\x07B", "only letters"),
        ("A\u202eB", "only letters"),
        ("doubles", "is a variant of the rulebook"),
        ("Bruce's Five-Card", "is a variant of the rulebook"),
    ],
)
def test_a_name_that_will_not_do_says_why(name: str, says: str) -> None:
    assert says in name_problems(name)[0]
    with pytest.raises(HouseError, match=says):
        make_house(name, "site", {})


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_any_variant_can_be_copied(variant: Any) -> None:
    copy = house_variant(make_house("Ours", variant.key, {}))
    assert all_options(copy) == all_options(variant)
    assert deal_problems(copy) == ()
    assert copy.summary == f"Played as {variant.name}."


def test_only_a_house_variant_has_a_house_name() -> None:
    assert house_name(house_variant(HouseVariant("Ours", "site", {}))) == "Ours"
    assert house_name(SITE) is None
