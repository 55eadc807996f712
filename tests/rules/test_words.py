"""Every option, and every value it can take, is told to a player in whole sentences."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from companion.cards import Suit
from companion.rules.choices import SaveBy
from companion.rules.clauses import CLAUSES
from companion.rules.describe import describe, describe_change, describe_option
from companion.rules.options import OPTIONS, with_options
from companion.rules.pack import PACKS, Pack
from companion.rules.phrases import count_word, series
from companion.rules.score import DealFacts, Ending
from companion.rules.score.deal import keep
from companion.rules.values import FLAG
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from companion.rules.words import WORDS, groups

SITE = find_variant("site")
_FAMILIES: dict[str, list[Any]] = {
    "pack": [*PACKS, {"ranks": ["A", "K"], "copies": 3, "add": ["9S"], "without": ["AS", "AH"]}],
    "bid.step": [[[0, 10]], [[50, 1], [60, 5]]],
    "meld.roundhouse": ["parts", {"bonus": 1}, {"flat": 24}],
    "score.meld-min": [None, {"at_least": 20}, {"more_than": 20}],
    "score.save": [{"by": by, "dix_safe": safe} for by in ("nothing", "trick", "points") for safe in (False, True)],
    "bid.moon": [
        None,
        *(
            {"made": 250, "failed": 500, "others_score": others, "untrumped": untrumped}
            for others in (False, True)
            for untrumped in (False, True)
        ),
    ],
    "bid.no-trick": [None, *({"made": 30, "failed": 60, "others_score": others} for others in (False, True))],
    "score.set.opponents": ["own", "half-bid", {"bonus": 30}],
    "score.throw-in.opponents": ["meld", "half-bid", "nothing", {"bonus": 100}],
    "score.no-marriage.opponents": ["nothing", "meld", {"at_least": 20}],
    "end.tie": [["bidder", "high"], ["another"], ["bidder", {"extend": 25}, "high"]],
    "end.all-tricks": ["wins", "nothing", {"bonus": 100}],
    "end.quad-pinochle": [False, 0, 20, {"run": 0}, {"run": 20}, {"either": 0}, {"either": 20}],
}
_BOTH = "its meld and its trick points"
_BY_POINTS = [variant for variant in VARIANTS if variant.score_save.by is SaveBy.POINTS]
_SENTENCES = re.compile(r"[A-Z].*\.")

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def _told(key: str, value: Any) -> str:
    changes = {key: value} if key != "count" else {"count": value, "unit": "tens"}
    return describe_option(with_options(SITE, changes), key).says


def test_a_marriage_is_needed_at_the_lowest_bid_too_where_trump_always_needs_one() -> None:
    above = describe_option(with_options(SITE, {"score.no-marriage": True}), "score.no-marriage").says
    always = with_options(SITE, {"score.no-marriage": True, "trump.needs": "marriage"})
    assert above.startswith("A bidder above the lowest bid who holds no marriage")
    assert describe_option(always, "score.no-marriage").says.startswith("A bidder who holds no marriage at all loses")


def test_every_option_has_its_words() -> None:
    assert set(WORDS) == set(OPTIONS), "each option has its words in companion/rules/data/options/"


def test_every_option_has_its_place_under_one_heading() -> None:
    told = [told.key for group in describe(SITE) for told in group.options]
    assert sorted(told) == sorted(OPTIONS)
    assert [group.title for group in describe(SITE)] == list(groups())


def test_every_word_of_a_choice_has_a_title_and_a_sentence_of_its_own_which_is_told_where_it_is_in_force() -> None:
    for option in (each for each in OPTIONS.values() if each.form.choices):
        choices = WORDS[option.key].choices
        assert sorted(choices) == sorted(option.form.choices)
        assert len({saying.title for saying in choices.values()}) == len(choices), option.key
        assert len({saying.says for saying in choices.values()}) == len(choices), option.key
        assert all(_SENTENCES.fullmatch(saying.says) for saying in choices.values()), option.key
        assert len({_told(option.key, value) for value in option.form.choices}) == len(choices), option.key


def test_yes_and_no_are_told_apart() -> None:
    booleans = [key for key, option in OPTIONS.items() if option.form is FLAG]
    assert [key for key in booleans if _told(key, True) == _told(key, False)] == []


@pytest.mark.parametrize("key", _FAMILIES)
def test_every_shape_of_a_value_is_told_apart(key: str) -> None:
    told = [_told(key, value) for value in _FAMILIES[key]]
    apart = {"score.save": len(told) - 1}.get(key, len(told))
    assert len(set(told)) == apart, told
    assert all(_SENTENCES.fullmatch(says) for says in told)


@every_variant
def test_a_variant_is_told_in_whole_sentences_with_clauses_that_exist(variant: Variant) -> None:
    for group in describe(variant):
        for told in group.options:
            assert _SENTENCES.fullmatch(told.says), told
            assert told.label[0].isupper()
            assert told.clauses
            assert set(told.clauses) <= CLAUSES.keys()


@every_variant
def test_a_variant_told_against_its_parent_names_what_differs_and_nothing_else(variant: Variant) -> None:
    parent = find_variant(variant.parent) if variant.parent else SITE
    changes = describe_change(parent, variant)
    differing = {key for key, option in OPTIONS.items() if option.read(parent) != option.read(variant)}
    assert {change.key for change in changes} >= differing - {"bid.step"}
    assert all(change.key in differing and change.before != change.says for change in changes)


def test_a_value_that_is_only_spelled_otherwise_is_no_change() -> None:
    assert describe_change(SITE, with_options(SITE, {"bid.step": [[150, 10]]})) == ()
    assert describe_change(SITE, with_options(SITE, {"bid.step": [[250, 20]]}))[0].key == "bid.step"


def test_a_changed_price_list_tells_the_changed_figures_alone() -> None:
    house = with_options(SITE, {"meld.table": {"run": [15, 150, 225], "dix": 0}})
    (change,) = describe_change(SITE, house)
    assert change.says == ("A run pays 150 / 1500 / 2250 instead of 150 / 1500 and the dix pays 0 instead of 10.")


def test_the_price_list_leaves_out_a_dix_that_the_pack_does_not_have() -> None:
    assert "dix" in describe_option(SITE, "meld.table").says
    assert "dix" not in describe_option(find_variant("doubles"), "meld.table").says


@pytest.mark.parametrize(
    ("key", "options", "says"),
    [
        ("bid.step", {"bid.step": [[50, 1], [60, 5]]}, "Bids go up in steps of 1 and from 60 in steps of 5."),
        ("players", {"players": [2, 6]}, "Two to six people play."),
        ("floor", {"floor": -500}, "A side that falls to −500 loses the game."),
        ("kitty.size", {"kitty.size": 1}, "A kitty of one card waits for the bidder."),
        (
            "pack",
            {"pack": "70"},
            "The pack has 70 cards: in each suit three of ace, ten, king, queen, jack and nine; without a nine of "
            "clubs and a nine of diamonds.",
        ),
        ("score.save", {}, f"A side that takes neither a counter nor the last trick loses {_BOTH}."),
        ("score.save", {"count.last-trick": 0}, f"A side that takes no counter at all loses {_BOTH}."),
        ("end.slide-out", {"end.slide-out": False}, "A side can’t win the game without a bid of its own."),
    ],
)
def test_an_option_says_what_is_agreed(key: str, options: dict[str, Any], says: str) -> None:
    assert describe_option(with_options(SITE, options), key).says == says


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_the_sentence_of_a_pack_names_its_cards(pack: Pack) -> None:
    told = describe_option(replace(SITE, pack=pack), "pack").says
    each_suit = f"{count_word(pack.copies)} of {series(rank.word for rank in pack.ranks)}"
    assert told.startswith(f"The pack has {pack.size} cards: in each suit {each_suit}")
    one_each = {
        card.rank.word for card in pack.add if {*Suit} == {each.suit for each in pack.add if each.rank is card.rank}
    }
    named = [f", and one {rank}." for rank in one_each]
    named += [card.words for card in (*pack.add, *pack.without) if card.rank.word not in one_each]
    assert all(each in told for each in named)


def test_nothing_is_asked_about_a_kitty_that_is_not_there() -> None:
    assert not describe_option(SITE, "kitty.shown").asked
    assert describe_option(find_variant("three-handed"), "kitty.shown").asked


@pytest.mark.parametrize("variant", _BY_POINTS, ids=lambda variant: variant.key)
def test_whoever_keeps_meld_by_the_last_trick_alone_is_told_so(variant: Variant) -> None:
    least, last = variant.score_save.at_least, variant.count_last_trick
    assert ("the last trick" in describe_option(variant, "score.save").says) == (least == 1)
    deal = DealFacts(("A", "B"), "A", variant.bid_min, {"A": 20, "B": 20}, ended=Ending(points={"B": last}))
    assert keep(variant, deal, "B").saved == (last >= least)
