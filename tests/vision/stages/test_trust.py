"""How far a card can be trusted: more with each chance, less on decks with four indices, never beyond its limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bench.fit_trust import fit, judged
from companion.vision.stages.indices import Index
from companion.vision.stages.spots import Spot
from companion.vision.stages.trust import cards_to_trust


def card(
    *, heat: float = 0.9, real: float = 0.99, clear: float = 0.97, whole: float = 0.97, rank: int = 0, x: float = 0.0
) -> list[Index]:
    """A card of which one index was found, a spade."""
    ranks, suits = [(1 - clear) / 6] * 7, [1.0, 0.0, 0.0, 0.0]
    ranks[rank] = clear
    return [Index(Spot(x, 0, (30.0, 60.0), (0.0, -20.0), heat), ranks, suits, real, whole=whole)]


@pytest.mark.parametrize(
    ("less", "more"), [({"heat": 0.5}, {}), ({"real": 0.6}, {}), ({"clear": 0.6}, {}), ({"whole": 0.2}, {})]
)
def test_each_chance_adds_to_the_trust(less: dict[str, float], more: dict[str, float]) -> None:
    weak, strong = cards_to_trust([card(**less), card(**more)])  # type: ignore[arg-type]  # all are chances
    assert weak < strong


def test_a_faint_index_that_is_read_clearly_is_a_card_and_a_bright_one_that_says_nothing_is_none() -> None:
    faint, bright = cards_to_trust([card(heat=0.5, real=1.0, clear=0.98), card(heat=0.8, real=0.9, clear=0.3)])
    assert faint > 0.9
    assert bright < 0.4


def test_a_lone_corner_of_a_deck_with_four_indices_is_trusted_less() -> None:
    plain = card(heat=0.6)
    left = [replace(plain[0], spot=replace(plain[0].spot, to_centre=(-30.0, 60.0))) for _ in range(2)]
    assert cards_to_trust([plain, plain])[0] > cards_to_trust([plain, left])[0]


def test_a_card_of_which_both_ends_are_seen_is_trusted_where_either_alone_would_not_be() -> None:
    """Dim ends that half agree: of an ace whose suit is in doubt, say."""
    end, other_end = (card(heat=0.65, real=0.9, clear=0.55, whole=0.8, x=x) for x in (0.0, 90.0))
    both, alone = cards_to_trust([end + other_end, end])
    assert alone < 0.5 < both


def test_no_card_has_no_trust_and_certainty_stays_a_number() -> None:
    assert cards_to_trust([]) == []
    assert 0.99 < cards_to_trust([card(heat=1.0, real=1.0, clear=1.0)])[0] < 1


def test_of_copies_that_do_not_all_lie_there_the_clearest_does() -> None:
    cards = [card(heat=0.5), card(heat=0.9, x=200.0), card(rank=5, x=400.0)]
    assert dict(judged({"cards": ["9S"], "ambiguous": ["AS"]}, cards, cards_to_trust(cards))) == {1: True, 0: False}


def test_the_fit_finds_the_weights_that_the_cards_were_drawn_by() -> None:
    rng = np.random.default_rng(3)
    clues = np.column_stack([np.ones(20_000), rng.normal(0, 2, (20_000, 2))])
    chances = 1 / (1 + np.exp(-clues @ [-0.5, 1.4, 0.2]))
    assert fit(clues, (rng.random(20_000) < chances).astype(float)) == pytest.approx([-0.5, 1.4, 0.2], abs=0.1)


def test_an_index_half_as_high_as_those_around_it_is_trusted_less() -> None:
    clear = [card(x=100.0 * number) for number in range(1, 4)]
    plain = card(heat=0.6, real=0.95, clear=0.85)
    small = [replace(each, spot=replace(each.spot, up=(0.0, -10.0))) for each in plain]
    assert cards_to_trust([small, *clear])[0] < 0.5 < cards_to_trust([plain, *clear])[0]
    assert cards_to_trust([small])[0] == pytest.approx(cards_to_trust([plain])[0])


def test_an_index_of_a_third_of_their_height_is_trusted_no_less_than_one_of_half() -> None:
    """It may be a card that lies far from the others."""
    clear = [card(x=100.0 * number) for number in range(1, 4)]

    def trust(half_height: float) -> float:
        lone = [replace(each, spot=replace(each.spot, up=(0.0, -half_height))) for each in card()]
        return cards_to_trust([lone, *clear])[0]

    assert trust(20 / 3) == pytest.approx(trust(10.0))
    assert trust(10.0) < trust(13.0)


def test_the_nearest_cards_tell_how_high_an_index_is_there() -> None:
    """Along a table that is seen from the side."""
    near = [card(x=100.0 * number) for number in range(1, 4)]
    far = [
        [replace(each, spot=replace(each.spot, up=(0.0, -8.0))) for each in card(x=2000.0 + 100 * number)]
        for number in range(4)
    ]
    trusts = cards_to_trust([*near, *far])
    assert trusts[3] == pytest.approx(cards_to_trust(far)[0])


def test_a_card_of_which_both_ends_are_seen_may_lie_far_from_the_others() -> None:
    clear = [card(x=100.0 * number) for number in range(1, 4)]
    far = [replace(each, spot=replace(each.spot, up=(0.0, -8.0))) for x in (0.0, 40.0) for each in card(heat=0.6, x=x)]
    assert cards_to_trust([far, *clear])[0] == pytest.approx(cards_to_trust([far])[0])
