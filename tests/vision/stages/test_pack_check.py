"""The pack is a check: what cannot be is said, and nothing is dropped."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Rank, Suit, parse_card, parse_cards
from companion.rules.pack import PACKS, Pack
from companion.vision.reading import Reading, SeenCard
from companion.vision.stages.notes import NO_CARDS, cards_to_checked, cards_to_open, notes_on

OUTLINE = ((0.0, 0.0), (10.0, 0.0), (10.0, 14.0), (0.0, 14.0))
PACK = {parse_card(f"{rank}{suit}"): 2 for rank in ("A", "10", "K", "Q", "J", "9") for suit in "SHCD"}


def seen(text: str) -> list[SeenCard]:
    """Cards that were seen for sure."""
    return [SeenCard(card, 0.99, OUTLINE, sure=True) for card in parse_cards(text)]


def test_more_copies_than_the_pack_has_are_marked_and_kept() -> None:
    checked = cards_to_checked(seen("QS QS QS JD"), PACK)
    assert [(str(one.card), one.sure) for one in checked] == [("QS", False), ("QS", False), ("QS", False), ("JD", True)]


CARDS = [Card(rank, suit) for rank in Rank for suit in Suit]


@given(
    st.sampled_from([*PACKS.values()]),
    st.lists(st.tuples(st.sampled_from(CARDS), st.booleans()), max_size=60),
    st.sampled_from(CARDS),
)
def test_no_copy_is_sure_of_a_card_of_which_the_pack_has_fewer(
    pack: Pack, told: list[tuple[Card, bool]], often: Card
) -> None:
    told = [*told, *[(often, True)] * (pack.counts.get(often, 0) + 1)]
    before = [SeenCard(card, 0.99, OUTLINE, sure) for card, sure in told]
    counts = Counter(card for card, _ in told)

    checked = cards_to_checked(before, pack.counts)

    assert [one.card for one in checked] == [one.card for one in before]
    for was, one in zip(before, checked, strict=True):
        assert one.sure == (was.sure and counts[one.card] <= pack.counts.get(one.card, 0))


def test_without_a_pack_any_number_is_believed() -> None:
    assert all(one.sure for one in cards_to_checked(seen("QS QS QS"), None))


@pytest.mark.parametrize(
    ("cards", "strangers", "notes"),
    [
        ("QS JD", 0, ()),
        ("QS QS QS", 0, ("Three queens of spades: the pack has only two.",)),
        ("7H", 0, ("Seven of hearts: the pack has none.",)),
        ("7H 7H", 0, ("Two sevens of hearts: the pack has none.",)),
        ("QS", 1, ("A card that is not in this pack was seen and left out.",)),
        ("QS", 3, ("Three cards that are not in this pack were seen and left out.",)),
        ("QS", 12, ("12 cards that are not in this pack were seen and left out.",)),
        ("", 0, (NO_CARDS,)),
        ("", 1, ("A card that is not in this pack was seen and left out.",)),
    ],
)
def test_what_the_pack_says_is_a_plain_sentence(cards: str, strangers: int, notes: tuple[str, ...]) -> None:
    assert notes_on(seen(cards), strangers, PACK) == notes


def test_a_pack_with_sevens_is_told_that_they_cannot_be_read() -> None:
    pack = PACK | {parse_card("7S"): 2}
    assert notes_on(seen("QS"), 2, pack) == ("Two cards that are of a rank that is not read were seen and left out.",)


def test_without_a_pack_none_is_named_of_what_was_left_out() -> None:
    assert notes_on(seen("QS"), 1, None) == (
        "A card that is of a rank that pinochle does not use was seen and left out.",
    )


def test_a_reading_is_given_to_programs_in_the_documented_form() -> None:
    reading = Reading(tuple(seen("QS QS")), ("A note.",), (640, 480), 143.4)
    assert reading.counts == {parse_card("QS"): 2}
    assert reading.to_dict() == {
        "cards": [{"card": "QS", "confidence": 0.99, "outline": [list(point) for point in OUTLINE], "sure": True}] * 2,
        "maybe": [],
        "ms": 143,
        "notes": ["A note."],
    }


def test_what_may_be_one_more_is_given_apart_from_the_cards() -> None:
    reading = Reading(tuple(seen("QS")), (), (640, 480), 143.4, maybe=tuple(seen("JD")))
    assert [one["card"] for one in reading.to_dict()["maybe"]] == ["JD"]
    assert reading.counts == {parse_card("QS"): 1}


def test_nothing_asks_for_one_more_of_a_card_that_the_pack_has_no_more_of() -> None:
    pack = {parse_card("QS"): 2, parse_card("JD"): 2}
    assert [str(one.card) for one in cards_to_open(seen("QS JD"), seen("QS QS JD"), pack)] == ["JD"]
    assert len(cards_to_open(seen("QS JD"), seen("QS QS JD"), None)) == 2
