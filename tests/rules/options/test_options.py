"""Options that do not fit: each misfit is named, with what would do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.rules.dealing import deal_problems
from companion.rules.options import OPTIONS, OptionError, find_option, with_options
from companion.rules.ruling import Ruling
from companion.rules.variants import VARIANTS, VariantError, find_variant

SITE = find_variant("site")


@pytest.mark.parametrize("value", [[[]], {"x": 1}, -(10**9), 10**9, 1.5, "no such word", [1, "a"], ""])
def test_a_value_that_does_not_fit_is_named_with_what_would_do(value: Any) -> None:
    for key in OPTIONS.keys() - ({"deal.packet"} if value == "no such word" else set()):
        with pytest.raises(OptionError, match=rf"^{key}: .* does not fit; it takes .+"):
            with_options(SITE, {key: value})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pack", {"ranks": ["A"], "copies": 9}),
        ("pack", {"ranks": [], "copies": 2}),
        ("pack", {"ranks": ["A"], "copies": 2, "add": ["XX"]}),
        ("pack", "50"),
        ("bid.step", [[60, 5], [50, 1]]),
        ("bid.step", []),
        ("meld.table", {"nines": [1]}),
        ("meld.table", {"run": 15}),
        ("score.save", {"by": "trick", "at_least": 2}),
        ("score.meld-min", {"at_least": 1, "more_than": 2}),
        ("meld.roundhouse", {"bonus": 0}),
        ("players", [6, 3]),
        ("bid.pass-help", 1),
        ("bid.min", True),
        ("end.tie", "bidder"),
    ],
)
def test_a_shape_that_is_nearly_right_is_refused_too(key: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"^{key}: "):
        with_options(SITE, {key: value})


def test_an_unknown_key_is_answered_with_the_nearest() -> None:
    with pytest.raises(OptionError, match=r"^no such option: 'xyz'; “companion variants site” lists them all$"):
        find_option("xyz")
    with pytest.raises(OptionError, match=r"^no such option: 'play.haed'; did you mean play\.head( or play\.\w+)*\?$"):
        find_option("play.haed")


def test_in_ones_only_the_simple_count_can_be() -> None:
    with pytest.raises(OptionError, match="count: classic needs the unit tens"):
        with_options(SITE, {"unit": "ones", "count": "classic"})


def test_a_partial_meld_table_keeps_the_other_figures() -> None:
    assert with_options(SITE, {"meld.table": {"royal": 5}}).meld_table.aces == SITE.meld_table.aces


@pytest.mark.parametrize(
    ("options", "says", "clauses"),
    [
        ({"hand.size": 13}, "4 hands of 13 are 52 cards, but the pack has 48.", ("hand.size", "pack")),
        (
            {"players": 3, "hand.size": 16},
            "3 players can’t sit in sides of two and more.",
            ("sides", "players"),
        ),
        (
            {"players": 3, "sides": "each", "hand.size": 16},
            "Cards are passed between partners, and nobody has a lasting partner here.",
            ("pass.count", "sides"),
        ),
        (
            {"bid": "none"},
            "Cards are passed between the bidder and partner, and without an auction nobody is the bidder.",
            ("pass.count", "bid.none"),
        ),
        (
            {"bid.dealer-discount": 300},
            "The dealer can’t bid 300 less than 250: that is below 0.",
            ("bid.dealer-discount", "bid.min"),
        ),
        (
            {"trump.needs": "marriage", "pack": {"ranks": ["A", "10", "J", "9"], "copies": 3}},
            "Trump must hold a marriage, but this pack has no kings and queens to marry.",
            ("trump.needs", "pack"),
        ),
        (
            {"bid.max-jump": 5},
            "A largest jump of 5 is less than the step of 10, so nobody could outbid anybody.",
            ("bid.max-jump", "bid.step"),
        ),
    ],
)
def test_a_table_that_cannot_be_dealt_is_told_why(options: dict[str, Any], says: str, clauses: tuple[str, ...]) -> None:
    assert deal_problems(with_options(SITE, options)) == (Ruling(False, says, clauses),)


def test_every_variant_can_be_dealt() -> None:
    assert [deal_problems(variant) for variant in VARIANTS] == [()] * len(VARIANTS)


_ROOT = Path(companion.__file__).parent
_TELLS = tuple(
    f"rules/{module}"
    for module in (
        *("variant.py", "variants", "choices.py", "values.py", "pack.py", "options.py"),
        *("words.py", "conditions.py", "describe.py", "card.py"),
    )
)
_MODULES = [path.relative_to(_ROOT).as_posix() for path in sorted(_ROOT.rglob("*.py"))]
_APPLIES = "\n".join(
    (_ROOT / module).read_text(encoding="utf-8")
    for module in _MODULES
    if module.startswith(("rules/", "game/", "web/")) and not module.startswith(_TELLS)
)


def test_every_option_is_looked_at_where_the_game_is_judged_or_shown() -> None:
    looked_at = set(re.findall(r"\.(\w+)\b", _APPLIES))
    unread = [option.key for option in OPTIONS.values() if option.field not in looked_at]
    assert unread == [], "judge by these in companion/rules/, or in game/ or web/"


def test_the_modules_that_only_tell_of_options_are_where_this_file_looks_for_them() -> None:
    assert [told for told in _TELLS if not any(module.startswith(told) for module in _MODULES)] == []


def test_an_option_names_the_clauses_of_the_value_in_force() -> None:
    assert "play.head.always" in find_option("play.head").clauses_for(SITE)


def test_the_clauses_of_a_value_in_force_are_among_the_readings_of_its_option() -> None:
    for option in OPTIONS.values():
        assert {clause for each in VARIANTS for clause in option.value_clauses(each)} <= option.readings, option.key


def test_an_option_that_may_be_left_empty_says_so_where_it_is_filled_in() -> None:
    assert [o.key for o in OPTIONS.values() if o.form.unset and "Leave it empty" not in o.hint] == []


def test_a_key_that_is_no_variant_is_answered_with_the_nearest() -> None:
    with pytest.raises(VariantError, match=r"no such variant: 'dubbles'; did you mean doubles\?"):
        find_variant("dubbles")
    with pytest.raises(VariantError, match=r"there are site, partnership, .*eight-handed"):
        find_variant("xyz")
