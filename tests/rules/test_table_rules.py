"""What the table asks of the rules between the deal and the score: kitty, draw, called partner, checks owed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cards import Suit, parse_card, parse_cards
from companion.rules.clauses import CLAUSES
from companion.rules.contract import judge_bury
from companion.rules.dealing import (
    deal_problems,
    hands_dealt,
    judge_call,
    judge_discards,
    judge_stock_trick,
    most_discards,
    most_held,
    tricks_of_stock,
)
from companion.rules.known import find_game
from companion.rules.meld import best_meld
from companion.rules.options import with_options
from companion.rules.ruling import Ruling
from companion.rules.score import score_deal
from companion.rules.score.checks import (
    balances_of,
    check_melds_of,
    check_tiles,
    checks_for_meld,
    checks_of_deal,
    checks_working,
    judge_check_melds,
)
from companion.rules.score.facts import CheckMeld, DealEnd, DealFacts, DealScore, Ending, Misdeal, Outcome
from companion.rules.score.teams import discards_count_for, naming_side
from companion.rules.variants import find_variant

THREE, FIVE, CHECK, BRUCE_7 = (find_variant(key) for key in ("three-handed", "five-handed", "check", "bruce-7"))
_HAND = parse_cards("AS AS 10S KS QS JS KH QH 9C 9C JC QC KC AD 10D 9D 9H JH")


@pytest.mark.parametrize(
    ("away", "options", "clause", "allowed"),
    [
        ("9C 9C 9D", {}, "kitty.size", True),
        ("9C 9D", {}, "kitty.size", False),
        ("9C 9D AH", {}, "kitty.size", False),
        ("9C 9D KS", {}, "kitty.unmelded", False),
        ("9C 9D AS", {}, "kitty.size", True),
        ("9C AS AS", {}, "kitty.unmelded", False),
        ("9C 9D AS", {"kitty.bury": "no-trump"}, "kitty.bury", False),
        ("9C 9D AD", {"kitty.bury": "no-aces"}, "kitty.bury", False),
        ("9C 9D AD", {"kitty.bury": "shown"}, "kitty.bury", True),
        ("9C 9D 9H", {"kitty.bury": "shown"}, "kitty.size", True),
        ("9C 9C 9D", {"kitty.deal-out": True}, "kitty.deal-out", False),
    ],
)
def test_the_bidder_lays_away_as_many_as_the_kitty_held(
    away: str, options: dict[str, Any], clause: str, allowed: bool
) -> None:
    melded = parse_cards("AS 10S KS QS JS KH QH")
    ruling = judge_bury(with_options(THREE, options), Suit.SPADES, _HAND, melded, parse_cards(away))
    assert (ruling.allowed, ruling.clauses[0]) == (allowed, clause), ruling.says


@pytest.mark.parametrize(
    ("key", "players", "most"),
    [
        *(("bruce-5", 4, 5), ("bruce-5", 5, 4), ("bruce-5", 6, 3), ("bruce-5", 7, 1), ("bruce-5", 8, 1)),
        *(("bruce-7", 3, 7), ("bruce-7", 4, 5), ("bruce-7", 5, 2), ("bruce-7", 6, 1), ("site", 4, 0)),
    ],
)
def test_the_cards_left_over_limit_what_each_may_discard(key: str, players: int, most: int) -> None:
    assert most_discards(find_variant(key), players) == most


def test_drawing_another_number_than_was_discarded_is_a_renege() -> None:
    assert judge_discards(BRUCE_7, 4, 5, 5)
    assert judge_discards(BRUCE_7, 4, 6, 6).clauses == ("res.players-bruce",)
    assert judge_discards(BRUCE_7, 4, 3, 2).clauses[0] == "score.renege.bruce"


@pytest.mark.parametrize(("key", "card", "allowed"), [("five-handed", "AS", True), ("five-handed", "AH", False)])
def test_a_trump_is_called(key: str, card: str, allowed: bool) -> None:
    assert judge_call(find_variant(key), Suit.SPADES, parse_card(card)).allowed == allowed


def test_no_card_is_called_that_the_pack_lacks_or_where_partners_are_fixed() -> None:
    assert judge_call(FIVE, Suit.SPADES, parse_card("9S")).clauses == ("pack",)
    assert judge_call(THREE, Suit.SPADES, parse_card("AS")).clauses == ("sides",)


def test_each_check_gained_is_owed_by_each_of_the_others() -> None:
    assert balances_of({"A": -1, "B": 0, "C": 0}, 25) == {"A": -50, "B": 25, "C": 25}
    assert balances_of({"A": 3, "B": 1, "C": 0}, 1) == {"A": 5, "B": -1, "C": -4}
    assert balances_of({"A": 2, "B": 2, "C": 2}, 5) == {"A": 0, "B": 0, "C": 0}


@pytest.mark.parametrize(
    ("hand", "checks"),
    [
        ("AS 10S KS QS JS", ["flush"]),
        ("AS 10S KS QS JS AS 10S KS QS JS", ["flush", "flush", "double-marriage"]),
        ("KS QS KH QH KC QC KD QD", ["roundtable"]),
        ("KH QH KH QH", ["double-marriage"]),
        ("QS QS JD JD AS AH AC AD", ["double-pinochle", "aces-around"]),
        ("JS JH JC JD JS JH JC JD", ["double-around"]),
        ("9S 9S 9H 9H 9C 9C 9D", ["seven-nines"]),
        ("9S 9S 9H 9H 9C 9C", []),
    ],
)
def test_melds_tell_which_checks_they_earn(hand: str, checks: list[str]) -> None:
    cards = parse_cards(hand)
    assert [str(each) for each in check_melds_of(CHECK, best_meld(CHECK, Suit.SPADES, cards).melds, cards)] == checks


@pytest.mark.parametrize(
    ("house", "hand", "checks"),
    [
        ({"meld.run-absorbs": "adds"}, "AS 10S KS QS JS", ["flush"]),
        ({"meld.run-absorbs": "adds"}, "AS 10S KS QS JS KS QS", ["flush", "double-marriage"]),
        ({"meld.roundhouse": {"flat": 60}}, "KS QS KH QH KC QC KD QD", ["roundtable"]),
        ({"meld.roundhouse": {"flat": 60}}, "KS QS KH QH KC QC KD QD KH QH", ["roundtable", "double-marriage"]),
        ({"meld.roundhouse": {"bonus": 1}}, "KS QS KH QH KC QC KD QD", ["roundtable"]),
        ({"meld.table": {"aces": [10]}}, "AS AH AC AD AS AH AC AD", ["aces-around", "double-around"]),
        ({"meld.table": {"marriage": [2, 30]}}, "KH QH KH QH", ["double-marriage"]),
        ({"meld.table": {"royal": [4, 30]}}, "KS QS KS QS", ["double-marriage"]),
        ({"meld.run-extra": True}, "AS 10S KS QS JS KS QS", ["flush", "double-marriage"]),
        ({"meld.run-extra": True}, "AS 10S KS QS JS KS", ["flush"]),
        ({"meld.table": {"pinochle": [4]}}, "QS QS JD JD", ["double-pinochle"]),
        (
            {"meld.roundhouse": {"flat": 60}, "meld.table": {"kings": [8]}},
            "KS QS KH QH KC QC KD QD KS KH KC KD",
            ["roundtable", "double-around"],
        ),
    ],
)
def test_melds_earn_their_checks_once_however_the_table_pays_them(
    house: dict[str, Any], hand: str, checks: list[str]
) -> None:
    table, cards = with_options(CHECK, house), parse_cards(hand)
    assert [str(each) for each in check_melds_of(table, best_meld(table, Suit.SPADES, cards).melds, cards)] == checks


def test_tiles_are_offered_only_for_what_a_pack_can_hold() -> None:
    paid = [str(meld) for meld in CheckMeld if meld is not CheckMeld.AROUND]
    assert [str(tile.meld) for tile in check_tiles(CHECK)] == paid
    with_around = with_options(CHECK, {"check.melds": {"around": 1}})
    assert [tile.meld for tile in check_tiles(with_around)] == [*CheckMeld]
    without_nines = with_options(CHECK, {"pack": "80", "hand.size": 25, "kitty.size": 5})
    assert CheckMeld.SEVEN_NINES not in {tile.meld for tile in check_tiles(without_nines)}
    assert {tile.copies for tile in check_tiles(without_nines) if tile.meld is CheckMeld.FLUSH} == {4}
    assert check_tiles(THREE) == ()


@pytest.mark.parametrize(
    ("melds", "meld", "says"),
    [
        ("flush", 150, ""),
        ("flush flush aces-around", 1500, ""),
        ("seven-nines", 0, ""),
        ("flush", 140, "Flush is worth 150 or more, and the meld entered is 140."),
        ("double-pinochle", 200, "Double pinochle is worth 300 or more"),
        ("flush flush flush", 3000, "Flush can’t be shown 3 times."),
        ("roundtable roundtable", 3000, "Roundtable can’t be shown 2 times."),
    ],
)
def test_a_meld_is_worth_at_least_what_earns_checks_in_it(melds: str, meld: int, says: str) -> None:
    ruling = judge_check_melds(CHECK, [CheckMeld(word) for word in melds.split()], meld)
    assert ruling.allowed == (not says)
    assert not says or ruling.says.startswith(says)


@pytest.mark.parametrize(
    ("melds", "checks"),
    [
        ("roundtable roundtable", 10),
        ("aces-around aces-around", 4),
        ("flush flush around around around around roundtable", 13),
        ("roundtable", 5),
    ],
)
def test_each_partner_is_paid_for_the_highest_of_a_kind(melds: str, checks: int) -> None:
    table, shown = find_game("bicycle-check"), tuple(CheckMeld(word) for word in melds.split())
    assert checks_for_meld(table, shown) == checks
    deal = DealFacts(("A", "B"), "A", 200, ended=Ending(points={"A": 250}), check_melds={"B": shown})
    score = score_deal(table, deal)
    assert isinstance(score, DealScore)
    assert checks_of_deal(table, deal, score)["B"] == checks
    assert judge_check_melds(table, shown, 4000)


def test_what_earns_no_check_at_a_table_is_said_so() -> None:
    ruling = judge_check_melds(find_game("bicycle-check"), [CheckMeld.SEVEN_NINES], 0)
    assert (ruling.says, ruling.clauses) == (
        "At this table there is no check for seven nines.",
        ("end.checks", "check.nines"),
    )


def test_no_checks_are_told_where_none_are_kept() -> None:
    assert judge_check_melds(THREE, [CheckMeld.FLUSH], 15).clauses == ("check.stake",)


@pytest.mark.parametrize(
    ("ended", "melds", "working"),
    [
        (Ending(DealEnd.THROWN_IN), {}, "A: lost after looking at the kitty −1: −1 check."),
        (Ending(DealEnd.THROWN_IN, kitty_seen=False), {}, ""),
        (
            Ending(points={"A": 100, "B": 150}),
            {},
            "A: lost after looking at the kitty −1, played and lost −1: −2 checks.",
        ),
        (Ending(points={"A": 250}), {}, ""),
        (Ending(points={"A": 250}), {"C": (CheckMeld.SEVEN_NINES,)}, "C: seven nines +5: +5 checks."),
        (Ending(DealEnd.MISDEAL), {"A": (CheckMeld.FLUSH,)}, ""),
    ],
)
def test_checks_are_gained_by_melds_and_lost_by_a_failed_bid(ended: Ending, melds: Any, working: str) -> None:
    deal = DealFacts(("A", "B", "C"), "A", 250, ended=ended, check_melds=melds)
    score = score_deal(CHECK, deal)
    assert isinstance(score, DealScore)
    assert " ".join(checks_working(CHECK, deal, score, str)) == working


def test_an_offence_of_the_bidder_costs_as_many_checks_however_it_is_entered() -> None:
    renege = Ending(DealEnd.RENEGE, offender="A")
    misdeal = Ending(DealEnd.MISDEAL, misdeal=Misdeal.PROCEDURE, offender="A")
    for deal in (DealFacts(("A", "B", "C"), "A", 250, ended=ended) for ended in (renege, misdeal)):
        score = score_deal(CHECK, deal)
        assert isinstance(score, DealScore)
        assert (score.outcome, score.change["A"]) == (Outcome.RENEGE, -500)
        assert checks_of_deal(CHECK, deal, score) == {"A": -2, "B": 0, "C": 0}


def test_a_bidder_who_ends_the_deal_for_want_of_a_marriage_has_lost_without_playing() -> None:
    variant = with_options(CHECK, {"score.no-marriage": True})
    deal = DealFacts(("A", "B", "C"), "A", 250, ended=Ending(DealEnd.NO_MARRIAGE))
    score = score_deal(variant, deal)
    assert isinstance(score, DealScore)
    assert checks_of_deal(variant, deal, score) == {"A": -1, "B": 0, "C": 0}


def test_a_bidder_set_before_the_first_card_has_not_played_and_lost() -> None:
    variant, deal = with_options(CHECK, {"score.unplayed": True}), DealFacts(("A", "B", "C"), "A", 600)
    score = score_deal(variant, deal)
    assert isinstance(score, DealScore)
    assert checks_of_deal(variant, deal, score) == {"A": -1, "B": 0, "C": 0}


@pytest.mark.parametrize(
    ("key", "options", "players", "hands"),
    [
        ("five-handed", {}, 5, 5),
        ("five-handed", {}, 7, 5),
        ("three-handed", {"players": [3, 4]}, 4, 3),
        ("site", {}, 4, 4),
        ("bruce-5", {}, 8, 8),
    ],
)
def test_more_players_than_hands_leave_some_without_one(
    key: str, options: dict[str, Any], players: int, hands: int
) -> None:
    variant = with_options(find_variant(key), options)
    assert hands_dealt(variant, players) == hands
    assert not deal_problems(variant)


def test_a_table_whose_fewest_players_cannot_all_be_dealt_to_is_refused() -> None:
    for options in ({"players": 4}, {"hand.size": 24, "kitty.size": 0}):
        assert deal_problems(with_options(find_variant("three-handed"), options))


def test_a_hand_with_the_kitty_is_larger() -> None:
    dealt_out = with_options(find_variant("four-handed"), {"hand.size": 11, "kitty.size": 4, "kitty.deal-out": True})
    assert (most_held(THREE, bids=True), most_held(THREE, bids=False)) == (18, 15)
    assert (most_held(dealt_out, bids=True), most_held(dealt_out, bids=False)) == (12, 12)


def test_level_highest_bids_of_two_sides_leave_the_naming_open() -> None:
    assert naming_side({"A": (90, 0), "B": (60, 80)}) == "A"
    assert naming_side({"A": (90, 0), "B": (90, 0)}) is None
    assert naming_side({"A": (0, 0)}) is None


def test_rejected_cards_count_for_the_drawer_or_against_the_bidder() -> None:
    own = find_variant("two-handed-draw")
    other = with_options(own, {"draw.discards": "opponent"})
    assert discards_count_for(own, "A", bidder="A", other="B") == "A"
    assert discards_count_for(other, "A", bidder="A", other="B") == "B"
    assert discards_count_for(other, "B", bidder="A", other="A") == "B"


@pytest.mark.parametrize(
    ("key", "options", "part"),
    [
        ("three-handed", {"kitty.size": 4}, "and a kitty of 4 are 49 cards"),
        ("bruce-5", {"hand.size": 7}, "7 hands of 7 are 49 cards"),
        ("two-handed", {"hand.size": 24}, "can’t be drawn by turns"),
        ("two-handed-draw", {"hand.size": 11}, "keeping one card of every two"),
        ("four-handed", {"kitty.size": 8, "hand.size": 10, "kitty.deal-out": True}, "one card to each of 4 players"),
        ("three-handed", {"bid": "summed"}, "added up between partners"),
        ("three-handed", {"bid": "none"}, "nobody takes a kitty"),
        ("two-handed", {"bid": "auction"}, "A stock goes with a turned-up trump"),
        ("two-handed", {"end.bid-out": True}, "go out by a bid"),
        ("site", {"players": 2, "hand.size": 24}, "2 players can’t sit in sides"),
        ("site", {"pass.count": 8, "hand.size": 4, "draw": "discard-and-draw"}, "can’t pass 8 cards"),
        ("five-handed", {"players": 2, "hand.size": 40}, "too few for a partner"),
    ],
)
def test_what_cannot_be_dealt_or_played_together_is_told(key: str, options: dict[str, Any], part: str) -> None:
    problems = deal_problems(with_options(find_variant(key), options))
    assert any(part in problem.says for problem in problems)
    assert {clause for problem in problems for clause in problem.clauses} <= set(CLAUSES)


def test_a_claim_that_nobody_makes_is_refused() -> None:
    score = score_deal(find_variant("two-handed"), DealFacts(("A", "B"), None, None, ended=Ending(DealEnd.CLAIM)))
    assert isinstance(score, Ruling)
    assert (score.allowed, score.clauses) == (False, ("end.declare-out",))


@pytest.mark.parametrize(
    ("key", "options", "tricks"),
    [("two-handed", {}, 12), ("two-handed", {"pack": "64"}, 20), ("two-handed-draw", {}, 0), ("site", {}, 0)],
)
def test_a_stock_lasts_as_long_as_everyone_can_draw(key: str, options: dict[str, Any], tricks: int) -> None:
    assert tricks_of_stock(with_options(find_variant(key), options), 2) == tricks


@pytest.mark.parametrize(
    ("told", "ended", "allowed"), [(0, False, True), (11, False, True), (12, False, False), (5, True, False)]
)
def test_no_trick_of_the_stock_follows_its_last(told: int, ended: bool, allowed: bool) -> None:
    ruling = judge_stock_trick(find_variant("two-handed"), 2, told, ended)
    assert (bool(ruling), ruling.clauses) == (allowed, ("play.stock",))
