"""Melds told by name: what each tile pays, what they add up to, and what can't lie side by side."""

from __future__ import annotations

import pytest

from companion.cards import Suit
from companion.rules.known import find_game
from companion.rules.meld.tiles import count_picks, judge_picks, meld_tiles, picks_under
from companion.rules.options import with_options
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

SITE, DOUBLES = find_variant("site"), find_variant("doubles")
_BINOKEL, _CROSS = find_game("binokel"), find_game("binokel-cross")
_ADDS = with_options(SITE, {"meld.run-absorbs": "adds", "meld.run-extra": False})
_BONUS, _FLAT = (with_options(SITE, {"meld.roundhouse": rule}) for rule in ({"bonus": 1}, {"flat": 30}))
_FOUR_MARRIAGES = {"royal": 1, "marriage-H": 1, "marriage-C": 1, "marriage-D": 1}


def test_the_tiles_come_in_the_order_in_which_players_call_them() -> None:
    assert [tile.key for tile in meld_tiles(SITE, Suit.HEARTS)] == [
        *("run", "extra-king", "extra-queen", "royal", "marriage-S", "marriage-C", "marriage-D", "dix"),
        *("pinochle", "aces", "kings", "queens", "jacks"),
    ]


def test_a_pack_without_nines_shows_no_dix() -> None:
    assert "dix" not in {tile.key for tile in meld_tiles(DOUBLES, Suit.HEARTS)}


def test_a_tile_tells_what_each_number_of_copies_pays() -> None:
    points = {tile.key: tile.points for tile in meld_tiles(DOUBLES, Suit.HEARTS)}
    assert points["aces"] == (10, 100, 150, 200)
    assert points["marriage-S"] == (2, 4, 6, 8)
    assert points["run"] == (15, 30, 45, 60)


def test_a_table_names_its_melds_in_its_own_words() -> None:
    names = [tile.name for tile in meld_tiles(_BINOKEL, Suit.HEARTS)]
    assert names[:2] + names[-5:] == [
        *("trump family", "family in spades", "Binokel", "four Asse", "four Könige", "four Ober", "four Unter"),
    ]
    twice = count_picks(_CROSS, Suit.HEARTS, {"pinochle": 2, "aces": 2, "family-S": 2})
    assert [meld.name for meld in twice.melds] == ["double Binokel", "eight Asse", "double family in spades"]


@pytest.mark.parametrize(
    ("variant", "told", "under_spades"),
    [
        (SITE, {"run": 1, "royal": 1}, {"marriage-H": 2}),
        (_ADDS, {"run": 1, "royal": 1}, {"marriage-H": 1}),
        (_BINOKEL, {"run": 1, "family-S": 1, "marriage-S": 1}, {"family-H": 1, "run": 1, "royal": 1}),
        (_CROSS, {"run": 1, "royal": 1, "family-S": 1}, {"family-H": 1, "marriage-H": 1, "run": 1, "royal": 1}),
    ],
)
def test_melds_keep_their_cards_under_another_trump(
    variant: Variant, told: dict[str, int], under_spades: dict[str, int]
) -> None:
    assert picks_under(variant, Suit.HEARTS, Suit.SPADES, told) == under_spades


@pytest.mark.parametrize(
    ("variant", "picks", "total"),
    [
        (SITE, {}, 0),
        (SITE, {"run": 1, "pinochle": 2, "aces": 1}, 550),
        (SITE, {"run": 1, "extra-king": 1, "extra-queen": 1}, 230),
        (SITE, {"dix": 2, "royal": 1}, 60),
        (DOUBLES, {"pinochle": 4, "marriage-S": 3}, 66),
        (_ADDS, {"run": 2, "royal": 2}, 1580),
        (_BONUS, {**_FOUR_MARRIAGES, "roundhouse": 1, "kings": 1, "queens": 1}, 250),
        (_FLAT, {"roundhouse": 2}, 600),
        (_BINOKEL, {"family-S": 2, "pinochle": 1}, 240),
        (_CROSS, {"family-S": 2, "marriage-S": 2, "run": 1, "royal": 1}, 1730),
    ],
)
def test_melds_add_up(variant: Variant, picks: dict[str, int], total: int) -> None:
    trump = Suit.SPADES if "marriage-H" in picks else Suit.HEARTS
    assert judge_picks(variant, trump, picks)
    assert count_picks(variant, trump, picks).total == total


@pytest.mark.parametrize(
    ("variant", "picks", "says", "clause"),
    [
        (SITE, {"run": 3}, "2 of the ace of spades, not 3", "pack.48"),
        (SITE, {"run": 1, "royal": 2}, "king of spades, not 3", "meld.best"),
        (_BINOKEL, {"family-H": 2, "marriage-H": 1}, "king of hearts, not 3", "meld.best"),
        (SITE, {"run": 2, "extra-king": 1}, "king of spades, not 3", "meld.best"),
        (SITE, {"extra-queen": 1}, "only beside a run", "meld.run-extra"),
        (SITE, {"dix": 3}, "nine of spades, not 3", "pack.48"),
        (DOUBLES, {"aces": 5}, "ace of spades, not 5", "pack.80"),
        (_ADDS, {"run": 1, "royal": 3}, "king of spades, not 3", "meld.best"),
        (_BONUS, {"roundhouse": 1, "royal": 1}, "a marriage in every suit", "meld.roundhouse"),
        (_FLAT, {"roundhouse": 2, "kings": 1}, "king of spades, not 3", "meld.best"),
        (_FLAT, {"roundhouse": 2, "marriage-H": 1}, "king of hearts, not 3", "meld.best"),
    ],
)
def test_melds_that_the_pack_has_no_cards_for_are_refused(
    variant: Variant, picks: dict[str, int], says: str, clause: str
) -> None:
    ruling = judge_picks(variant, Suit.SPADES, picks)
    assert not ruling
    assert says in ruling.says
    assert clause in ruling.clauses


def test_a_card_may_serve_in_several_classes_at_once() -> None:
    assert judge_picks(SITE, Suit.SPADES, {"royal": 2, "pinochle": 2, "queens": 2, "kings": 2})


def test_a_name_that_is_no_tile_is_an_error() -> None:
    with pytest.raises(KeyError):
        count_picks(SITE, Suit.SPADES, {"tens": 1})
