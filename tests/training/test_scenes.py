"""The scenes that the reader learns from tell the truth about what can be seen in them."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import numpy as np
import pytest

from tests.conftest import one_in
from training.canvas import TRUTH_FIELDS, Canvas, place_to_matrix
from training.faces import FACE_HEIGHT, FACE_WIDTH, Face, Mark, bent, both_ends, four_corners, make_face
from training.layout import Place, random_layout
from training.pips import draw_pip, suit_outlines
from training.scene import USUAL, Shares, random_back, random_names, random_scene
from training.styles import find_fonts

MARK = Mark(30, 60, 20, 40)


def face(name: str = "QS", corners: int = 2) -> Face:
    """A white card with its marks."""
    image = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 255, np.uint8)
    return make_face(name, image, four_corners(MARK) if corners == 4 else both_ends(MARK))


def lay(*places: Place, names: tuple[str, ...] = ("QS", "QS", "QS")) -> Canvas:
    """Cards laid on a grey table in order."""
    canvas = Canvas(np.full((800, 800, 3), 90, np.uint8))
    for place, name in zip(places, names, strict=False):
        canvas.lay(face(name), place_to_matrix(place), np.random.default_rng(1))
    return canvas


def column(canvas: Canvas, field: str) -> list[float]:
    """One field of the truth, an index a row."""
    return [float(row[TRUTH_FIELDS.index(field)]) for row in canvas.truth()]


def test_both_indices_of_an_open_card_are_in_sight() -> None:
    assert column(lay(Place(400, 400, 0.3, 300)), "visible") == [1.0, 1.0]


def test_an_index_under_another_card_is_not_in_sight() -> None:
    canvas = lay(Place(300, 400, 0, 300), Place(380, 400, 0, 300))
    assert column(canvas, "visible") == [1.0, 0.0, 1.0, 1.0]
    assert [share for _, share in canvas.cards()] == [1.0, 1.0]


def test_a_card_wholly_covered_is_not_to_be_seen() -> None:
    canvas = lay(Place(400, 400, 0, 200), Place(400, 400, 0, 400))
    assert [share for _, share in canvas.cards()] == [0.0, 1.0]


def test_what_lies_over_the_cards_hides_them() -> None:
    canvas = lay(Place(400, 400, 0, 300))
    canvas.cover(np.array([[0, 0], [800, 0], [800, 400], [0, 400]], np.int32), (80, 120, 160))
    assert column(canvas, "visible") == [0.0, 1.0]


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
def test_every_index_points_at_the_middle_of_its_card(turn: float) -> None:
    for row in lay(Place(400, 420, turn, 300)).truth():
        assert row[0] + row[2] == pytest.approx(400, abs=0.5)
        assert row[1] + row[3] == pytest.approx(420, abs=0.5)


def test_the_two_indices_of_a_card_stand_head_to_head() -> None:
    one, other = lay(Place(400, 400, 0.7, 300)).truth()
    assert one[4:6] == pytest.approx(-other[4:6], abs=1e-3)
    assert math.hypot(*one[4:6]) == pytest.approx(MARK.half_height * 300 / FACE_HEIGHT, rel=1e-3)


def test_a_deck_with_four_indices_has_four() -> None:
    canvas = Canvas(np.zeros((800, 800, 3), np.uint8))
    canvas.lay(face(corners=4), place_to_matrix(Place(400, 400, 0, 400)), np.random.default_rng(1))
    assert len(canvas.truth()) == 4


@pytest.mark.parametrize(("bow", "curl"), [(0.1, 0.0), (-0.1, 0.5), (0.05, -0.5)])
def test_the_indices_of_a_bowed_card_are_where_they_are_printed(bow: float, curl: float) -> None:
    image = np.full((FACE_HEIGHT, FACE_WIDTH, 3), 255, np.uint8)
    image[20:101, 10:51] = 0
    flat = bent(make_face("QS", image, (MARK,)), bow, curl)
    black = (flat.levels[0][..., :3].max(axis=2) < 60) & (flat.levels[0][..., 3] > 200)
    rows, columns = np.nonzero(black[:200, :150])
    (mark,) = flat.marks
    assert (columns.mean(), rows.mean()) == pytest.approx((mark.x, mark.y), abs=2)
    assert np.ptp(columns) == pytest.approx(2 * mark.half_width, abs=4)


def test_what_a_kind_of_scene_brings_shows_without_it() -> None:
    assert USUAL.without(["bent", "sheen"]) == replace(USUAL, bent=0.0, sheen=0.0)
    with pytest.raises(TypeError):
        USUAL.without(["snow"])


@pytest.mark.parametrize("kind", one_in(3, [field.name for field in fields(Shares) if field.name != "drawn"]))
def test_every_kind_of_scene_changes_the_picture(kind: str) -> None:
    if not find_fonts():
        pytest.skip("no font is installed to draw with")
    never = Shares(**dict.fromkeys((field.name for field in fields(Shares)), 0.0))
    drawn = replace(never, drawn=1.0)

    def pictures(shares: Shares) -> list[bytes]:
        return [random_scene([], np.random.default_rng(seed), 96, shares).image.tobytes() for seed in range(8)]

    assert pictures(drawn) != pictures(replace(drawn, **{kind: 1.0}))


def test_a_card_face_down_has_no_index() -> None:
    canvas = Canvas(np.zeros((400, 400, 3), np.uint8))
    canvas.lay(
        random_back(np.random.default_rng(3)), place_to_matrix(Place(200, 200, 0, 200)), np.random.default_rng(1)
    )
    assert len(canvas.truth()) == 0
    assert canvas.cards() == []


def test_twos_to_eights_are_of_another_rank() -> None:
    assert column(lay(Place(400, 400, 0, 300), names=("7H",)), "rank") == [6.0, 6.0]


def test_the_same_seed_gives_the_same_places_and_cards() -> None:
    def draw() -> tuple[list[Place], list[str]]:
        rng = np.random.default_rng(11)
        return random_layout(rng)(512, rng), random_names(12, rng)

    assert draw() == draw()


@pytest.mark.parametrize("seed", one_in(4, range(12)))
def test_there_is_a_name_for_every_place(seed: int) -> None:
    rng = np.random.default_rng(seed)
    places = random_layout(rng)(512, rng)
    assert len(random_names(len(places), rng)) == len(places)


@pytest.mark.parametrize("suit", "SHDC")
def test_a_suit_sign_fills_its_box_and_no_more(suit: str) -> None:
    image = np.full((200, 200, 3), 255, np.uint8)
    draw_pip(image, suit_outlines(suit, np.random.default_rng(2)), (100, 100), 100, (0, 0, 0))
    rows, columns = np.nonzero(image[..., 0] < 128)
    assert 40 <= np.min(rows) <= 60
    assert 140 <= np.max(rows) <= 160
    assert abs(columns.mean() - 100) < 3
