"""``python -m training.copies --out DIR``: 300 pictures of each of four kinds with a card more than once.

The decks, fonts and table tops are those of :mod:`.melds`, which training never sees. The kinds:

- ``crossed``: melded pairs of twins, one across the other;
- ``queens``: four queens of spades of an 80-card pack among other cards, in a fan, in rows or strewn;
- ``corners``: decks with an index in every corner, twins pushed over each other so that two of the four are left;
- ``quarters``: one card each in the picture's quarters, two of them the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from training.artwork import ArtworkDeck, Deck
from training.camera import photograph
from training.canvas import Canvas
from training.drawn import DrawnDeck
from training.faces import RANKS, SUITS, Pixels
from training.held_out import CARDS, DECKS, FOUR_INDICES, load_held_out
from training.layout import Place, fan_of
from training.melds import (
    LIGHTS,
    MOST_TILT,
    SIDE,
    Meld,
    cards_in_sight,
    choose_deck,
    lay_cards,
    lay_out,
    write_set,
)
from training.other_tables import other_table
from training.scene import tilted_view
from training.styles import random_style

SEED = 80_048
LOOSE = ("row", "spread")
Laid = list[tuple[Place, str]]


def crossed(rng: np.random.Generator) -> Laid:
    """In each quarter two twins across each other or a single card; at least one pair."""

    def across(place: Place) -> Place:
        # So far along the lower card that one of its ends is in sight.
        over = _pushed(place, 0.0, rng.uniform(0.12, 0.35) * rng.choice([-1, 1]))
        return replace(over, turn=place.turn + np.pi / 2 + rng.uniform(-0.5, 0.5))

    return _with_twins(across, rng)


def queens(rng: np.random.Generator) -> Laid:
    """Four queens of spades and up to six other cards of an 80-card pack."""
    places: list[Place] = []
    while len(places) < 4:
        fanned = rng.random() < 1 / 3
        places = fan_of(int(rng.integers(4, 11)), SIDE, rng) if fanned else lay_out(str(rng.choice(LOOSE)), rng)[:10]
    others = [rank + suit for rank in RANKS[1:] for suit in SUITS if rank + suit != "QS"] * 4
    names = [*["QS"] * 4, *rng.permutation(others)[: len(places) - 4]]
    return list(zip(places, (str(name) for name in rng.permutation(names)), strict=True))


def corners(rng: np.random.Generator) -> Laid:
    """In each quarter a card; over one to three of them its twin, along or across the card."""

    def along(place: Place) -> Place:
        push = float(rng.uniform(0.35, 0.6) * rng.choice([-1, 1]))
        over = _pushed(place, push, 0.0) if rng.random() < 0.5 else _pushed(place, 0.0, push)
        return replace(over, turn=over.turn + rng.normal(0, 0.03))

    return _with_twins(along, rng)


def quarters(rng: np.random.Generator) -> Laid:
    """A card in each quarter, two of the four the same."""
    names = _names(rng)[:3]
    shown = [str(name) for name in rng.permutation([*names, names[0]])]
    return list(zip(_quarters(rng), shown, strict=True))


KINDS: dict[str, Callable[[np.random.Generator], Laid]] = {
    "crossed": crossed,
    "queens": queens,
    "corners": corners,
    "quarters": quarters,
}


def _names(rng: np.random.Generator) -> list[str]:
    return [str(name) for name in rng.permutation([rank + suit for rank in RANKS for suit in SUITS])[:4]]


def _with_twins(over: Callable[[Place], Place], rng: np.random.Generator) -> Laid:
    """In each quarter a card; on one to three of them its twin, where ``over`` says."""
    pairs, names = int(rng.integers(1, 4)), _names(rng)
    laid: Laid = []
    for number, place in enumerate(_quarters(rng)):
        laid.append((place, names[number]))
        if number < pairs:
            laid.append((over(place), names[number]))
    return laid


def _quarters(rng: np.random.Generator) -> list[Place]:
    """A place in the middle of each quarter of the picture, turned anyhow, all of one size."""
    height = SIDE * rng.uniform(0.17, 0.3)
    middles = [(x * SIDE, y * SIDE) for x in (0.27, 0.73) for y in (0.27, 0.73)]
    return [
        Place(x + rng.normal(0, 0.015 * SIDE), y + rng.normal(0, 0.015 * SIDE), rng.uniform(0, 2 * np.pi), height)
        for x, y in (middles[number] for number in rng.permutation(4))
    ]


def _pushed(place: Place, across: float, along: float) -> Place:
    """The place moved by shares of the card's width and height."""
    right, down = across * place.width, along * place.height
    cos, sin = np.cos(place.turn), np.sin(place.turn)
    return replace(place, x=place.x + right * cos - down * sin, y=place.y + right * sin + down * cos)


def _deck(kind: str, artwork: Sequence[ArtworkDeck], rng: np.random.Generator) -> tuple[Deck, str]:
    if kind != "corners":
        return choose_deck(artwork, rng)
    owned = [deck for deck in artwork if deck.name in FOUR_INDICES]
    if owned and rng.random() < 0.3:
        return owned[int(rng.integers(len(owned)))], "four indices"
    return DrawnDeck(replace(random_style(rng, held_out=True), corners=4), artwork, rng), "four indices"


def render_copies(kind: str, artwork: Sequence[ArtworkDeck], number: int, seed: int = SEED) -> tuple[Pixels, Meld]:
    """A picture and its row of the manifest; the same kind, ``seed`` and number give the same."""
    rng = np.random.default_rng((seed, list(KINDS).index(kind), number))
    light = str(rng.choice(list(LIGHTS), p=(0.6, 0.2, 0.2)))
    deck, source = _deck(kind, artwork, rng)
    canvas = Canvas(other_table(SIDE, rng))
    view = tilted_view(SIDE, rng.uniform(0, MOST_TILT), rng.uniform(0, 2 * np.pi), rng.uniform(1.2, 3.0))
    lay_cards(canvas, deck, view, KINDS[kind](rng), int(rng.integers(2**31)), rng)
    cards, doubtful = cards_in_sight(canvas)
    row = Meld(f"{kind}-{number:03}.jpg", cards, doubtful, source, kind, light)
    return photograph(canvas.image, rng, LIGHTS[light]), row


def main() -> None:
    """Render the kinds into one set."""
    parser = argparse.ArgumentParser(prog="python -m training.copies", description="Render a set to count copies in.")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--cards", type=Path, default=CARDS, help="folder of gnome-cards-data's decks")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=300, help="how many pictures of each kind")
    parser.add_argument("--seed", type=int, default=SEED, help="another gives other pictures, to choose thresholds by")
    arguments = parser.parse_args()
    artwork = load_held_out(arguments.cards, arguments.out / "decks", DECKS)
    wanted = product(arguments.kinds, range(arguments.count))
    write_set(arguments.out, (render_copies(kind, artwork, number, arguments.seed) for kind, number in wanted))


if __name__ == "__main__":
    main()
