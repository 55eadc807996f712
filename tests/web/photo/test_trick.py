"""Who played which card follows from where it lies; what does not follow is asked."""

from __future__ import annotations

import math

import pytest

from companion.cards import Suit, parse_card, parse_cards
from companion.rules.variants import find_variant
from companion.web.photo.case import Kind, Purpose
from companion.web.photo.checked import FoundCard
from companion.web.photo.outcome import _seat_at, judge_trick, missing_of, players_of_cards

BELOW, LEFT, ABOVE, RIGHT = (500, 900), (100, 500), (500, 100), (900, 500)
BETWEEN = (220, 780)


def lying(card: str, middle: tuple[int, int], player: int | None = None) -> FoundCard:
    x, y = middle
    outline = ((x - 30, y - 50), (x + 30, y - 50), (x + 30, y + 50), (x - 30, y + 50))
    return FoundCard(parse_card(card), True, outline, player=player)


ROUND = [lying("AS", BELOW), lying("KS", LEFT), lying("QH", ABOVE), lying("9S", RIGHT)]


@pytest.mark.parametrize(("own", "players"), [(0, (0, 1, 2, 3)), (1, (1, 2, 3, 0)), (3, (3, 0, 1, 2))])
def test_the_card_below_is_the_photographers_and_the_others_follow_clockwise(own: int, players: tuple[int]) -> None:
    assert players_of_cards(ROUND, 4, own) == players


def test_three_players_sit_a_third_of_the_way_round_from_each_other() -> None:
    found = [lying("AS", (500, 900)), lying("KS", (150, 300)), lying("9S", (850, 300))]
    assert players_of_cards(found, 3, 0) == (0, 1, 2)


def test_without_a_seat_nobody_is_guessed() -> None:
    assert players_of_cards(ROUND, 4, None) == (None,) * 4


def test_two_cards_before_one_player_are_asked_about() -> None:
    found = [lying("AS", BELOW), lying("KS", (480, 860)), lying("QH", ABOVE), lying("9S", RIGHT)]
    assert players_of_cards(found, 4, 0)[:2] == (None, None)


def test_a_card_between_two_players_is_asked_about() -> None:
    found = [lying("AS", (780, 780)), lying("KS", BETWEEN), lying("QH", (220, 220)), lying("9S", (780, 220))]
    assert players_of_cards(found, 4, 0) == (None,) * 4


def test_what_a_person_says_stands_against_a_guess() -> None:
    found = [lying("AS", BELOW, player=2), *ROUND[1:]]
    assert players_of_cards(found, 4, 0) == (2, 1, None, 3)


def test_a_card_that_was_added_by_hand_is_asked_about() -> None:
    assert players_of_cards([*ROUND[:3], FoundCard(parse_card("9S"), True)], 4, 0)[3] is None


TRICK = Purpose("site", Suit.HEARTS, kind=Kind.TRICK, seat=0, leader=1)


def test_a_trick_is_told_from_the_lead_on_and_goes_to_the_trump() -> None:
    trick = judge_trick(find_variant("site"), TRICK, ROUND, 4)
    assert trick is not None
    assert trick.cards == parse_cards("KS QH 9S AS")
    assert (trick.players, trick.winner, trick.points) == ((1, 2, 3, 0), 2, 20)


def test_of_two_equal_cards_the_first_played_takes_it() -> None:
    found = [lying("AS", BELOW), lying("AS", LEFT), lying("KS", ABOVE), lying("9S", RIGHT)]
    trick = judge_trick(find_variant("site"), TRICK, found, 4)
    assert trick is not None
    assert trick.winner == 1


@pytest.mark.parametrize("purpose", [Purpose("site", seat=0, kind=Kind.TRICK), Purpose("site", leader=1)])
def test_no_trick_is_judged_while_something_is_to_be_said(purpose: Purpose) -> None:
    assert judge_trick(find_variant("site"), purpose, ROUND, 4) is None


def said(*players: int | None) -> list[FoundCard]:
    return [FoundCard(each.card, True, player=player) for each, player in zip(ROUND, players, strict=True)]


def test_once_all_players_but_one_are_said_the_card_that_is_left_is_that_players() -> None:
    assert players_of_cards(said(1, None, 3, 0), 4, None) == (1, 2, 3, 0)
    assert players_of_cards(said(1, None, 1, 0), 4, None) == (1, None, 1, 0)
    assert players_of_cards(said(1, None, 3, 0)[:3], 4, None) == (1, None, 3)


@pytest.mark.parametrize(
    ("found", "leader", "missing"),
    [
        ([], 0, "Add the cards of the trick first."),
        (said(1, 2, 3, 0), None, "Say who led the trick."),
        (said(1, None, None, 0), 1, "Say who played number 2, the king of spades."),
        (said(1, 1, 3, 0), 1, "Two cards are said to be one player’s. Say whose they are."),
        (said(1, 2, 3, 0)[:2], 0, "The player who led has no card here. Say who led, or add the card."),
        (said(1, 2, 3, 0) * 2, 0, "Remove what does not belong to the trick: it has at most 4 cards."),
        (said(1, 2, 3, 0), 1, ""),
    ],
)
def test_what_is_missing_before_a_trick_is_judged_is_said(
    found: list[FoundCard], leader: int | None, missing: str
) -> None:
    purpose = Purpose("site", kind=Kind.TRICK, leader=leader)
    assert missing_of(purpose, found, 4) == missing
    assert (judge_trick(find_variant("site"), purpose, found, 4) is None) == bool(missing)


@pytest.mark.parametrize(
    ("off", "seat"), [(0.0, 1), (0.34, 1), (-0.34, 1), (0.36, None), (0.5, None), (0.64, None), (0.66, 2)]
)
def test_a_card_lies_before_a_player_up_to_a_third_of_the_way_to_the_next(off: float, seat: int | None) -> None:
    angle = math.tau * (1 + off) / 4
    assert _seat_at(-math.sin(angle), math.cos(angle), 4, 0) == seat
