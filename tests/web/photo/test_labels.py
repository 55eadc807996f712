"""Where the names of the cards are written over a photo."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, cycle, permutations
from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.photo.checked import Point
from companion.web.photo.labels import Label, Name, Plate, place_labels

SIZE = (800, 600)


def card(left: float, top: float, turn: float = 0.0, text: str = "10♠ ?", numbers: str = "") -> Name:
    """A card of 100 by 140 pixels, turned by so many degrees about its lower left corner."""
    across, down = (cos(radians(turn)), sin(radians(turn))), (-sin(radians(turn)), cos(radians(turn)))

    def corner(right: float, up: float) -> Point:
        return left + right * across[0] - up * down[0], top + 140 + right * across[1] - up * down[1]

    return Name(text, numbers, (corner(0, 140), corner(100, 140), corner(100, 0), corner(0, 0)))


def overlap(one: Plate, other: Plate) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def lies_on(box: Plate, outline: Sequence[Point]) -> bool:
    """Whether any of many points of the box lies within the card, which goes round clockwise."""
    points = [
        (box.left + (box.right - box.left) * across / 20, box.top + (box.bottom - box.top) * down / 20)
        for across in range(1, 20)
        for down in range(1, 20)
    ]
    edges = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    return any(all((b[0] - a[0]) * (y - a[1]) >= (b[1] - a[1]) * (x - a[0]) for a, b in edges) for x, y in points)


def placed(*names: Name) -> list[Label]:
    return place_labels(names, SIZE)


def test_a_name_is_written_at_the_upper_left_of_its_card() -> None:
    [label] = placed(card(300, 200))
    assert (label.x, label.y, label.lead) == (320, 192, None)


def test_on_a_card_that_lies_upside_down_it_is_written_at_the_upper_left_all_the_same() -> None:
    upright = card(300, 200)
    [label] = placed(upright._replace(outline=(*upright.outline[2:], *upright.outline[:2])))
    assert (label.x, label.y) == (320, 192)


TURNS, NUMBERS = range(-54, 55, 9), cycle(["1", "2·4", ""])
FANS = {
    "a fan": [card(380, 330, turn, numbers=numbers) for turn, numbers in zip(TURNS, NUMBERS, strict=False)],
    "a row": [card(100 + 60 * place, 200, text="K♥") for place in range(8)],
    "two rows": [card(100 + 110 * (place % 6), 100 + 180 * (place // 6)) for place in range(12)],
}


@pytest.mark.parametrize("names", FANS.values(), ids=FANS.keys())
def test_no_name_lies_on_another_card_or_name(names: list[Name]) -> None:
    labels = placed(*names)
    for (one, label), (other, _) in permutations(zip(names, labels, strict=True), 2):
        assert not lies_on(label.box, other.outline), (one, other)
    for one_label, other_label in combinations(labels, 2):
        assert not overlap(one_label.box, other_label.box)


def test_a_name_that_stands_away_from_its_card_has_a_line_to_its_edge() -> None:
    names = FANS["a fan"]
    led = [(name, label) for name, label in zip(names, placed(*names), strict=True) if label.lead]
    assert led
    for name, label in led:
        assert label.lead is not None
        (x, y), end = label.lead
        box = label.box
        assert box.left <= x <= box.right
        assert box.top <= y <= box.bottom
        assert not lies_on(box, name.outline)
        around = zip(name.outline, (*name.outline[1:], name.outline[0]), strict=True)
        assert any(abs((b[0] - a[0]) * (end[1] - a[1]) - (b[1] - a[1]) * (end[0] - a[0])) < 1e-6 for a, b in around)


cards = st.builds(
    card,
    st.floats(-150, 850),
    st.floats(-200, 650),
    st.floats(-180, 180),
    st.sampled_from(["A♠", "10♥ ?"]),
    st.sampled_from(["", "1", "1·5·7"]),
)


@given(st.lists(cards, max_size=8))
def test_every_name_is_seen_whole_with_its_numbers(names: list[Name]) -> None:
    labels = placed(*names)
    assert len(labels) == len(names)
    for label in labels:
        left, top, right, bottom = label.box
        assert left >= -1
        assert top >= -1
        assert right <= SIZE[0] + 1
        assert bottom <= SIZE[1] + 1
        assert 12 / 346 * SIZE[0] - 1 <= label.size, "too small on a phone"
