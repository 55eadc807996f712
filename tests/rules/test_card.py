"""The rule card: everything that a table needs of its variant, and nothing that the variant has not."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.card import RuleCard, card_lines, clauses_played, rule_card
from companion.rules.choices import MeldNames, SaveBy, ThrowIn
from companion.rules.clauses import CLAUSES
from companion.rules.conditions import has_bids
from companion.rules.known import find_game, games, parent_of
from companion.rules.options import OPTIONS, differences, with_options
from companion.rules.phrases import count_word
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from companion.rules.words import WORDS
from tests.game.second_scorer.judge.figures import FIGURES

SITE = find_variant("site")
HOUSE: dict[str, Any] = {
    "bid.min": 300,
    "pass.count": 0,
    "meld.table": {"aces": [12, 120]},
    "kitty.counts": False,
    "score.save": {"by": "trick", "dix_safe": True},
}

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)


def card_of(variant: Variant) -> RuleCard:
    return rule_card(variant, parent_of(variant))


def says(card: RuleCard) -> str:
    return " ".join(sentence.says for part in card.parts for line in part.lines for sentence in line)


def titles(card: RuleCard) -> list[str]:
    return [part.title for part in card.parts]


def test_every_option_and_every_rule_with_a_sentence_has_its_one_place_on_the_card() -> None:
    placed = Counter(key for _, lines in card_lines() for line in lines for key in line)
    assert placed == Counter([*OPTIONS, *(clause.id for clause in CLAUSES.values() if clause.card)])


def test_an_option_that_the_file_of_the_card_does_not_name_is_below_the_one_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = card_lines()
    parts = [{"title": title, "lines": [line for line in lines if line != ("bid.barred",)]} for title, lines in usual]
    monkeypatch.setattr("companion.rules.card.read_file", lambda _name: {"parts": parts})
    assert card_lines.__wrapped__() == usual


def test_a_value_that_is_left_out_is_one_that_the_option_can_take() -> None:
    for key in (key for key, option in OPTIONS.items() if option.may_be_off):
        assert OPTIONS[key].is_off(with_options(SITE, {key: OPTIONS[key].off})), key


def test_a_rule_that_needs_nothing_at_all_is_told_and_not_taken_for_off() -> None:
    house = with_options(find_variant("triple-deck"), {"end.quad-pinochle": 0})
    assert "Four pinochles in one hand win the game." in says(rule_card(house))


@every_variant
def test_the_card_mentions_every_option_that_differs_from_the_parent(variant: Variant) -> None:
    card, parent = card_of(variant), parent_of(variant)
    if parent is None:
        assert (card.parent, card.changes, card.idle) == (None, (), ())
        return
    assert set(differences(variant, parent)) <= card.options | set(card.idle)
    marked = {sentence.option for part in card.parts for line in part.lines for sentence in line if sentence.before}
    marked |= {"meld.table"} if any(row.differs for row in card.melds) else set()
    assert marked == {change.option for change in card.changes}


@every_variant
def test_every_line_of_a_card_leads_to_its_clauses(variant: Variant) -> None:
    card = card_of(variant)
    for part in card.parts:
        for line in part.lines:
            for sentence in line:
                assert sentence.clauses
                assert set(sentence.clauses) <= CLAUSES.keys()
    assert {row.clause for row in card.melds} | set(card.rests_on) <= CLAUSES.keys()


@every_variant
def test_a_card_is_read_in_two_minutes_and_what_it_says_of_checks_in_half_a_minute_more(variant: Variant) -> None:
    card = card_of(variant)
    checks = " ".join(
        sentence.says
        for part in card.parts
        for line in part.lines
        for sentence in line
        if {clause.split(".")[0] for clause in sentence.clauses} & {"check"}
        or "res.check" in sentence.clauses
        or "end.checks" in sentence.clauses
    )
    in_checks = len(checks.split())
    assert 250 < len(says(card).split()) - in_checks < 500
    assert in_checks < 125


def test_what_a_variant_has_not_is_not_on_its_card() -> None:
    assert "Kitty and exchange" not in titles(card_of(find_variant("doubles")))
    two_handed = says(card_of(find_variant("two-handed")))
    assert "bidder" not in two_handed
    assert "kitty" not in two_handed
    assert "stock" in two_handed
    assert "Checks" not in says(card_of(find_variant("three-handed")))


def test_what_the_parent_has_and_the_variant_has_not_is_told() -> None:
    card = card_of(find_variant("cutthroat"))
    assert "There is no kitty." in says(card)
    assert "A kitty of three cards waits for the bidder." in [change.before for change in card.changes]


def test_a_change_on_which_nothing_hangs_is_named_as_such() -> None:
    assert set(card_of(find_variant("summed")).idle) == {"bid.rounds", "bid.forced-amount"}


def test_what_the_parent_has_no_use_for_is_not_told_of_it() -> None:
    before = {change.option: change.before for change in card_of(find_variant("check")).changes}
    assert before["bid.forced-amount"] == "It does not come up."
    assert before["end.target"] == "The first player to reach 100 wins."


def test_a_table_s_own_options_are_compared_with_the_preset() -> None:
    house = with_options(SITE, HOUSE)
    card = card_of(house)
    assert parent_of(house) is SITE
    assert {change.option for change in card.changes} == HOUSE.keys() - {"kitty.counts"}
    assert card.idle == ("kitty.counts",)
    assert [row.name for row in card.melds if row.differs] == ["Aces around"]


def test_house_rules_made_of_a_known_table_are_compared_with_that_table() -> None:
    table = find_game("binokel-palast")
    house = replace(with_options(table, {"end.target": 1500}), name="Ours")
    assert parent_of(house) == table
    assert [change.option for change in card_of(house).changes] == ["end.target"]
    assert parent_of(table) == find_variant("three-handed")


def test_melds_are_priced_in_the_unit_of_the_variant() -> None:
    site, triple = (card_of(find_variant(key)).melds for key in ("site", "triple-deck"))
    assert next(row.pays for row in site if row.name == "Run") == (150, 1500)
    assert next(row.pays for row in triple if row.name == "Aces around") == (10, 100, 150, 200)
    assert "Dix" not in [row.name for row in triple]


def test_a_meld_that_no_longer_pays_is_still_told() -> None:
    racehorse = card_of(find_variant("racehorse")).melds
    assert [(row.name, row.pays) for row in racehorse if row.differs] == [("Other marriage", (0,))]


@every_variant
def test_a_variant_plays_by_the_clauses_on_its_values(variant: Variant) -> None:
    played = clauses_played(variant)
    assert played <= CLAUSES.keys()
    assert f"play.head.{variant.play_head}" in played
    assert f"count.{variant.count}" in played
    assert set(variant.rests_on) <= played
    assert ("kitty.size" in played) == (variant.kitty_size > 0)


def _with_relatives(*keys: str) -> tuple[str, ...]:
    """Variants and all that were made from them: a relative has the rules of its parent's text."""
    found = set(keys)
    for variant in VARIANTS:
        if variant.parent in found:
            found.add(variant.key)
    return tuple(variant.key for variant in VARIANTS if variant.key in found)


_AUCTION_TEXT = _with_relatives("partnership", "three-handed")
_DOUBLE_DECKS = _with_relatives("double-deck")
_KITTIES = tuple(key for key, figures in FIGURES.items() if figures["kitty.size"] and not figures["kitty.deal-out"])
"""By the figures of the second scorer, which are written from the rulebook alone."""


@pytest.mark.parametrize(
    ("clause", "told_by"),
    [
        ("conduct.pass-silent", ("site",)),
        ("conduct.bid-words", ("hoyle", *_DOUBLE_DECKS)),
        ("conduct.meld-order", _AUCTION_TEXT),
        ("conduct.meld-lies", ("hoyle", "bruce-5", "bruce-7", *_AUCTION_TEXT)),
        ("conduct.puller", ("hoyle",)),
        ("conduct.sit-out", _AUCTION_TEXT),
        ("renege.exposed", _AUCTION_TEXT),
        ("misdeal.procedure", tuple(key for key in _AUCTION_TEXT if key != "two-handed-draw")),
        ("kitty.unmelded", _KITTIES),
    ],
)
def test_a_rule_stands_on_the_cards_of_the_variants_whose_texts_have_it(clause: str, told_by: tuple[str, ...]) -> None:
    cards = {variant.key: card_of(variant) for variant in VARIANTS}
    telling = {
        key
        for key, card in cards.items()
        for part in card.parts
        for line in part.lines
        for s in line
        if clause in s.clauses and s.says != "A misdeal is dealt again whenever it is noticed."
    }
    assert telling == set(told_by)
    assert {variant.key for variant in VARIANTS if clause in clauses_played(variant)} == set(told_by)


def test_conduct_that_cannot_come_up_is_not_told() -> None:
    assert "conduct.pass-silent" not in clauses_played(with_options(SITE, {"pass.count": 0}))
    hoyle = find_variant("hoyle")
    assert "(with or without help)" in says(card_of(hoyle))
    assert "help" not in says(card_of(with_options(hoyle, {"bid.pass-help": False})))


PLAIN = Variant("plain", "Plain", "Every option at its default.")
EVERY_GAME = games()
every_game = pytest.mark.parametrize("variant", EVERY_GAME.values(), ids=EVERY_GAME)


def figures_of(value: Any) -> set[int]:
    """Every number in a value as JSON writes it, signs aside."""
    if isinstance(value, dict):
        return set().union(*map(figures_of, value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*map(figures_of, value)) if value else set()
    return {abs(value)} if isinstance(value, int) and not isinstance(value, bool) else set()


_IN_ITS_OWN_WORDS = {
    "pack": "a pack of its own is said with its size, and a copy of each card in words",
    "score.save": "a single point is said as “a counter”",
    "score.double-set": "once or twice",
    "check.set": "as many or twice as many",
}
"""Options whose figures are said otherwise than as digits or as a word for the number, and how."""


@every_game
def test_each_option_that_differs_from_the_plain_game_is_on_the_card_with_its_figures(variant: Variant) -> None:
    card = card_of(variant)
    said = {sentence.option: sentence.says for part in card.parts for line in part.lines for sentence in line}
    for key, option in OPTIONS.items():
        if key == "meld.table" or not option.differs(variant, PLAIN) or not WORDS[key].asked(variant):
            continue  # in its table; the plain game's own; or nothing hangs on it in this game
        assert key in said, f"{key} = {option.read(variant)!r} is not on the card of {variant.key}"
        if key not in _IN_ITS_OWN_WORDS:
            value = option.read(variant)
            figures = figures_of(
                [value[0][1], *value[1:]] if key == "bid.step" else value
            )  # the first start is no rule
            missing = [figure for figure in figures - {0} if not _names_number(said[key], figure)]
            assert not missing, f"{key}: {said[key]}"


def _names_number(says: str, number: int) -> bool:
    return bool(re.search(rf"(?<!\d){number}(?!\d)|\b{count_word(number)}\b", says, re.IGNORECASE)) or number == 1


def test_a_value_that_a_card_leaves_out_is_the_plain_game_s_own() -> None:
    assert [key for key, option in OPTIONS.items() if option.may_be_off and not option.is_off(PLAIN)] == []


@every_game
def test_a_card_says_how_the_game_ends_and_what_several_at_the_target_do(variant: Variant) -> None:
    says = says_of(card_of(variant), "Winning")
    if variant.end_deal:
        assert "Every deal is a game of its own." in says
    elif variant.end_target is None:
        assert "The table stops when it likes" in says or "The game is over after" in says
    elif variant.end_bid_out:
        assert f"The target is {variant.end_target}." in says
        assert "who bid and made it can win" in says
        assert f"first player to reach {variant.end_target} wins" not in says
        assert "If several" not in says
    else:
        assert f"to reach {variant.end_target} wins." in says
        assert "If several reach the target at once, " in says
        assert ("The table may agree to stop there" in says) == (variant.end_tie[-1] == "another")


def says_of(card: RuleCard, title: str) -> str:
    return " ".join(s.says for part in card.parts if part.title == title for line in part.lines for s in line)


@every_game
def test_a_game_that_keeps_checks_says_what_each_is_for(variant: Variant) -> None:
    says = says_of(card_of(variant), "Winning")
    wanted = ("For every check gained", "Checks for melds", "even if the bid fails", "the game gains")
    assert all((words in says) is variant.keeps_checks or words == "the game" for words in wanted)
    if variant.keeps_checks:
        assert "A bid that fails after a look at the kitty costs" in says or "A bid that is made gains checks" in says
        assert f"Winning the game gains {variant.check_game} checks." in says


@every_game
def test_a_card_says_when_the_bidder_may_throw_in_and_what_it_costs(variant: Variant) -> None:
    says = says_of(card_of(variant), "Scoring")
    if has_bids(variant):
        assert "throw in" in says
    if has_bids(variant) and variant.score_throw_in is not ThrowIn.NEVER and variant.scores_points:
        assert re.search(r"For a throw-in( or a bid lost at once)? the bidder loses (the bid|nothing) and ", says)


@every_game
def test_a_bid_is_said_to_be_made_by_what_counts_where_something_may_not(variant: Variant) -> None:
    says = says_of(card_of(variant), "Scoring")
    may_miss = has_bids(variant) and (variant.score_save.by is not SaveBy.NOTHING or bool(variant.score_meld_min))
    assert ("the meld and tricks that count" in says) == may_miss


def test_a_table_of_binokel_reads_its_own_words_alone() -> None:
    for variant in (each for each in EVERY_GAME.values() if each.meld_names is MeldNames.BINOKEL):
        card = card_of(variant)
        text = f"{says(card)} {' '.join(row.name for row in card.melds)}"
        assert re.findall(r"\b(?:ace|king|queen|jack|marriage|pinochle|dix|run)s?\b", text, re.IGNORECASE) == []
        assert re.search(r"\bDurch\b", text)
        assert re.search(r"\bUntendurch\b", text)


def test_the_melds_of_a_card_say_their_cards_and_a_spare_king_or_queen_beside_a_run() -> None:
    melds = {row.name: (row.cards.replace("\ufe0e", ""), row.pays) for row in card_of(SITE).melds}
    assert melds["Run"] == ("A 10 K Q J", (150, 1500))
    assert melds["Pinochle"] == ("Q♠ J♦", (40, 300))
    assert melds["Spare king or queen beside a run"] == ("K / Q", (40,))
    assert "Spare king or queen beside a run" not in {row.name for row in card_of(find_variant("check")).melds}


def test_every_way_to_win_doubles_is_in_the_lines_to_know_first() -> None:
    first = " ".join(s.says for line in card_of(find_variant("doubles")).short for s in line)
    for way in ("to reach 500 wins", "takes every trick", "with 250 wins", "Four pinochles"):
        assert way in first
