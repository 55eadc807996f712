"""What is written in the corners of drawn decks is what their truth says."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.stages.letters import ALPHABETS, LETTERS, Alphabet
from training.canvas import TRUTH_FIELDS, Canvas, place_to_matrix
from training.corners import CORNER_SIZE, corner_scene
from training.drawn import DrawnDeck
from training.layout import Place
from training.styles import random_style, with_alphabet

LETTER = TRUTH_FIELDS.index("letter")


def written(alphabet: Alphabet, name: str) -> str:
    """What the truth says that a drawn deck has above the suit of a card."""
    rng = np.random.default_rng(5)
    deck = DrawnDeck(with_alphabet(random_style(rng), alphabet, rng), [], rng)
    canvas = Canvas(np.full((400, 400, 3), 90, np.uint8))
    canvas.lay(deck.face(name), place_to_matrix(Place(200, 200, 0, 300)), rng)
    return LETTERS[int(canvas.truth()[0][LETTER])]


@pytest.mark.parametrize("alphabet", ALPHABETS, ids=lambda alphabet: alphabet.name)
@pytest.mark.parametrize("rank", ["J", "Q", "K", "A"])
def test_a_lettered_deck_has_its_alphabets_letters(alphabet: Alphabet, rank: str) -> None:
    assert written(alphabet, f"{rank}S") in alphabet.spells[rank]


@pytest.mark.parametrize(("name", "letter"), [("10H", "10"), ("9C", "9"), ("7D", "other")])
def test_number_cards_are_the_same_in_every_alphabet(name: str, letter: str) -> None:
    assert {written(alphabet, name) for alphabet in ALPHABETS} == {letter}


def test_every_letter_that_is_read_is_one_of_some_alphabet() -> None:
    spelt = {letter for alphabet in ALPHABETS for letter in alphabet.ranks}
    assert spelt | {"9", "10", "other", "none"} == set(LETTERS)


@pytest.mark.parametrize("seed", range(6))
def test_a_corner_has_an_index_near_its_middle(seed: int) -> None:
    scene = corner_scene([], np.random.default_rng(seed))
    assert scene.image.shape == (CORNER_SIZE, CORNER_SIZE, 3)
    apart = np.hypot(scene.truth[:, 0] - CORNER_SIZE / 2, scene.truth[:, 1] - CORNER_SIZE / 2)
    assert apart.min() < CORNER_SIZE / 3
