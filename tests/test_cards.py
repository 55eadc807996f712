"""Spelling cards: what is read, what is written, and what names no card."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import (
    Card,
    CardError,
    CardNames,
    Rank,
    Suit,
    parse_card,
    parse_cards,
    sort_cards,
    speak,
    spell,
)

_SPELLED = re.compile(r"\s*(A|10|K|Q|J|O|U|D|B|9|8|7)[SHCD♠♥♣♦][\ufe0e\ufe0f]?\s*", re.IGNORECASE)
_CARDS = st.builds(Card, st.sampled_from(Rank), st.sampled_from(Suit))


@given(st.lists(_CARDS))
def test_cards_that_are_spelled_are_read_back(cards: list[Card]) -> None:
    assert list(parse_cards(spell(cards))) == cards
    assert list(parse_cards([str(card) for card in cards])) == cards


@given(_CARDS)
def test_a_card_is_read_with_its_sign_and_in_small_letters(card: Card) -> None:
    assert parse_card(card.symbols) == card
    assert parse_card(f"  {str(card).lower()} ") == card


@given(st.text(max_size=6).filter(lambda text: not _SPELLED.fullmatch(text)))
def test_any_other_text_names_no_card(text: str) -> None:
    with pytest.raises(CardError, match="no such card"):
        parse_card(text)


@pytest.mark.parametrize("text", ["", "S", "10", "1S", "11H", "SA", "AX", "AS KS", "6C", "🂡"])
def test_a_misspelled_card_is_named_with_the_right_spelling(text: str) -> None:
    with pytest.raises(CardError, match=r"no such card: .*; write rank then suit, as in AS, 10H, QD, 9C"):
        parse_card(text)


def test_a_line_is_parted_by_spaces_and_commas() -> None:
    assert [str(card) for card in parse_cards(" as, 10h ,QD  9♣,")] == ["AS", "10H", "QD", "9C"]
    assert parse_cards("  ") == ()


def test_the_first_misspelled_card_of_a_line_is_the_one_named() -> None:
    with pytest.raises(CardError, match="'11S'"):
        parse_cards("AS 11S QX")


def test_a_hand_is_held_by_suits_and_high_to_low() -> None:
    assert spell(sort_cards(parse_cards("9D KS AC 10S AS JH QS"))) == "AS 10S KS QS JH AC 9D"


def test_a_card_reads_as_players_and_screen_readers_say_it() -> None:
    ten = parse_card("10S")
    assert ten.words == "ten of spades"
    assert ten.rank.plural == "tens"
    assert ten.symbols.startswith("10♠")


def test_twins_are_equal() -> None:
    assert parse_card("QS") == Card(Rank.QUEEN, Suit.SPADES)
    assert len({parse_card("QS"), parse_card("qs")}) == 1


@pytest.mark.parametrize(
    ("names", "letters", "words"),
    [
        (CardNames.OBER, "A10KOU987", "Ass Zehner König Ober Unter Neuner Achter Siebener"),
        (CardNames.DAME, "A10KDB987", "Ass Zehner König Dame Bube Neuner Achter Siebener"),
    ],
)
def test_a_table_names_its_cards_and_what_is_written_stays_the_same(names: CardNames, letters: str, words: str) -> None:
    speak(names)
    assert "".join(rank.letter for rank in Rank) == letters
    assert " ".join(rank.word for rank in Rank) == words
    for card in (Card(rank, suit) for rank in Rank for suit in Suit):
        assert parse_card(card.symbols) == card
        assert parse_card(str(card)) == card
    assert spell(parse_cards(f"{letters[4]}D")) == "QD"
