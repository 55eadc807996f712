"""What odd printers do to a deck, and what a lens does that is near the cards."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.camera import Light, photograph
from training.drawn import DrawnDeck, index_stamp
from training.melds import odd_deck
from training.pips import suit_outlines
from training.styles import (
    NO_LETTER,
    BarCode,
    Style,
    find_fonts,
    random_court_pips,
    random_hand,
    random_print,
    random_style,
)

needs_fonts = pytest.mark.skipif(not find_fonts(), reason="no font is installed to draw with")


def style() -> Style:
    """An ordinary deck without other adornments."""
    plain = random_style(np.random.default_rng(1))
    return replace(plain, rank_height=60.0, stroke=0, margin=(8, 10), corners=2, edge=0, framed=False, letters={})


def ink(rank: str, printed: Style) -> int:
    """How much of the index is dark."""
    stamp = index_stamp(rank, printed, suit_outlines("S", np.random.default_rng(2)), (0, 0, 0))
    return int((stamp < 128).sum())


@needs_fonts
@pytest.mark.parametrize("rank", ["10", "J", "Q", "K", "A"])
def test_an_outlined_letter_takes_less_ink(rank: str) -> None:
    assert ink(rank, replace(style(), hollow=2)) < ink(rank, style())


@needs_fonts
def test_a_leaning_letter_is_wider() -> None:
    upright, leaning = (
        index_stamp("K", replace(style(), slant=slant, squeeze=1.0, pip_ratio=0.1), [], (0, 0, 0)).shape[1]
        for slant in (0.0, 0.4)
    )
    assert leaning > upright


@needs_fonts
@pytest.mark.parametrize("upright", [False, True])
def test_a_bar_code_is_printed_at_both_ends(upright: bool) -> None:
    bars = BarCode(60, 180, 60, 12, upright)
    face = DrawnDeck(replace(style(), bars=bars), [], np.random.default_rng(3)).face("AS").levels[0]
    for end in (face, face[::-1, ::-1]):
        printed = end[180 : 180 + (60 if upright else 12), 60 : 60 + (12 if upright else 60), :3]
        assert 0.2 < (printed < 60).mean() < 0.9


@needs_fonts
def test_odd_prints_are_of_every_kind() -> None:
    printed = [random_print(style(), np.random.default_rng(seed)) for seed in range(40)]
    assert any(each.hollow for each in printed)
    assert any(each.slant for each in printed)
    assert any(each.bars for each in printed)


@needs_fonts
def test_a_thickened_letter_takes_more_ink() -> None:
    assert ink("K", replace(style(), swell=4)) > ink("K", style())


@needs_fonts
def test_a_font_counts_only_if_it_writes_the_letters_that_are_asked_for() -> None:
    assert find_fonts(letters="Д").keys() <= find_fonts().keys()
    assert not find_fonts(letters=NO_LETTER)


@needs_fonts
def test_two_hands_write_the_same_font_otherwise() -> None:
    shapes = {
        index_stamp("K", random_hand(style(), np.random.default_rng(seed)), [], (0, 0, 0)).tobytes()
        for seed in range(3)
    }
    assert len(shapes) == 3


@needs_fonts
def test_letters_that_are_not_bent_stay_as_they_are() -> None:
    bent = replace(style(), bend=(0.0,) * 18)
    one, other = (index_stamp("K", printed, [], (0, 0, 0)).astype(int) for printed in (style(), bent))
    assert one.shape == other.shape
    assert abs(one - other).mean() < 2


@needs_fonts
def test_a_court_has_its_suit_sign_beside_the_index_and_a_number_has_not() -> None:
    bare = replace(style(), court_pip=0.0)
    with_pips = random_court_pips(bare, np.random.default_rng(4))
    beside = (slice(10, 10 + int(bare.rank_height * 2)), slice(int(8 + bare.rank_height), 150))

    def black(printed: Style, name: str) -> float:
        face = DrawnDeck(printed, [], np.random.default_rng(3)).face(name).levels[0]
        return float((face[beside][..., :3].max(axis=2) < 90).mean())

    assert black(with_pips, "QS") > black(bare, "QS") + 0.1
    assert black(with_pips, "9S") == black(bare, "9S")


def test_a_lens_near_the_cards_is_sharp_only_along_a_strip() -> None:
    stripes = np.full((320, 320, 3), 255, np.uint8)
    stripes[:, ::8] = stripes[:, 1::8] = stripes[:, 2::8] = stripes[:, 3::8] = 0
    sharp = []
    for shallow in (0.0, 1.0):
        scene = photograph(stripes, np.random.default_rng(5), Light(1.0, 1.01, shallow=shallow))
        edges = cv2.Laplacian(cv2.GaussianBlur(scene, (0, 0), 1), cv2.CV_64F) ** 2
        tiles: list[float] = edges.mean(axis=2).reshape(8, 40, 8, 40).mean(axis=(1, 3)).ravel().tolist()
        sharp.append(min(tiles) / max(tiles))
    assert sharp[1] < 0.5 * sharp[0]


@needs_fonts
def test_an_odd_deck_has_bent_letters_and_two_indices_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.melds.random_style", lambda rng, held_out: random_style(rng, held_out=not held_out))
    deck, what = odd_deck([], np.random.default_rng(3))
    assert isinstance(deck, DrawnDeck)
    assert max(map(abs, deck.style.bend)) > 0
    assert (what, len(deck.face("JS").marks)) == ("odd", 2)
