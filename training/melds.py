"""``python -m training.melds --out DIR``: at least 200 rendered melds to measure the reader with.

Their decks, fonts, table tops and seeds are none that training uses: artwork of ``gnome-cards-data``
(:mod:`.held_out`), decks drawn in the fonts of :data:`.styles.HELD_OUT_FONTS`, tops of :mod:`.other_tables`. Every
meld is dealt from one pinochle pack of two or four copies, mostly with its twins. The manifest beside the
pictures is what ``bench/read_photos.py`` reads.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.vision.stages.letters import ALPHABETS, INTERNATIONAL
from training.artwork import ArtworkDeck, Deck
from training.camera import Light, photograph
from training.canvas import Canvas, Matrix, place_to_matrix
from training.drawn import DrawnDeck
from training.faces import RANKS, SUITS, Pixels
from training.fingers import add_hand
from training.held_out import CARDS, DECKS, FOUR_INDICES, LETTERED, load_held_out
from training.layout import Place, fan_of, row, scatter
from training.other_tables import other_table
from training.scene import paper, random_back, tilted_view
from training.styles import random_hand, random_style, with_alphabet

SIDE = 1400
SEED = 90_210
MOST_TILT = 0.75
"""How far the camera leans back from looking straight down, in radians."""

Choice = Callable[[Sequence[ArtworkDeck], np.random.Generator], tuple[Deck, str]]

READABLE, HIDDEN = 0.8, 0.2
"""A card counts as seen from the first share of an index in sight, and counts neither way down to the second."""

HALF = 0.5
"""The first share in fans whose covered cards count too."""

LIGHTS = {"day": Light(0.75, 1.1), "glare": Light(0.75, 1.1, glare=1.0), "dusk": Light(0.22, 0.5, glare=0.1)}


@dataclass(frozen=True)
class Meld:
    """One row of the manifest."""

    file: str
    cards: list[str]
    ambiguous: list[str]
    source_repo: str
    scene: str
    difficulty: str
    pinochle_ranks_only: bool = True


def deal_meld(count: int, rng: np.random.Generator) -> tuple[str, ...]:
    """``count`` cards of one pack; half the time taken twin by twin, as melds are."""
    copies = int(rng.choice([2, 4]))
    ranks = RANKS if copies == 2 else RANKS[1:]
    names = [rank + suit for rank in ranks for suit in SUITS]
    if rng.random() < 0.5:
        return tuple(str(name) for name in rng.permutation(names * copies)[:count])
    few = rng.permutation(names)[: max(1, -(-count * 2 // (copies + 1)))]
    dealt = [str(name) for name in few for _ in range(copies)][: max(count, copies)]
    return tuple(str(name) for name in rng.permutation(dealt)[:count])


def lay_out(kind: str, rng: np.random.Generator) -> list[Place]:
    """Place the cards: a fan of ten to twenty, rows, or put down without care."""
    if kind == "fan":
        return fan_of(int(rng.integers(10, 21)), SIDE, rng)
    places = row(SIDE, rng) if kind == "row" else scatter(SIDE, rng)
    return places[:20]


def choose_deck(artwork: Sequence[ArtworkDeck], rng: np.random.Generator, drawn: float = 0.33) -> tuple[Deck, str]:
    """A held-out deck with what is special about it: ``drawn`` of them drawn, half of these jumbo."""
    if rng.random() >= drawn:
        deck = artwork[int(rng.integers(len(artwork)))]
        return deck, "four indices" if deck.name in FOUR_INDICES else deck.name
    style = random_style(rng, held_out=True)
    jumbo = rng.random() < 0.5
    style = replace(style, rank_height=float(rng.uniform(64, 92) if jumbo else rng.uniform(36, 56)))
    kind = "jumbo" if jumbo else "drawn"
    return DrawnDeck(style, artwork, rng), "four indices" if style.corners == 4 else kind


def lettered_deck(artwork: Sequence[ArtworkDeck], rng: np.random.Generator) -> tuple[Deck, str]:
    """A deck drawn in a held-out font with other letters than J Q K A, and whose letters they are."""
    alphabet = [each for each in ALPHABETS if each is not INTERNATIONAL][int(rng.integers(len(ALPHABETS) - 1))]
    style = with_alphabet(random_style(rng, held_out=True), alphabet, rng, held_out=True)
    return DrawnDeck(style, artwork, rng), alphabet.name


def odd_deck(artwork: Sequence[ArtworkDeck], rng: np.random.Generator) -> tuple[Deck, str]:
    """Draw a deck in a held-out font, its letters bent twice as far as any in the training."""
    style = random_hand(random_style(rng, held_out=True), rng)
    bend = tuple(2 * by for by in style.bend)
    return DrawnDeck(replace(style, bend=bend, corners=2), artwork, rng), "odd"


def render_meld(
    artwork: Sequence[ArtworkDeck],
    number: int,
    choose: Choice = choose_deck,
    seed: int = SEED,
    *,
    covered: bool = False,
) -> tuple[Pixels, Meld]:
    """A picture and its row of the manifest; the same ``seed`` and number give the same.

    ``choose`` gives the deck and what is special about it; ``covered`` asks for fans whose covered cards count too.
    """
    rng = np.random.default_rng((seed, number))
    kind = str(rng.choice(["fan"] if covered else ["fan", "row", "spread"]))
    light = str(rng.choice(list(LIGHTS), p=(0.6, 0.2, 0.2)))
    deck, source = choose(artwork, rng)
    canvas = Canvas(other_table(SIDE, rng))
    view = tilted_view(SIDE, rng.uniform(0, MOST_TILT), rng.uniform(0, 2 * np.pi), rng.uniform(1.2, 3.0))
    places, wear = lay_out(kind, rng), int(rng.integers(2**31))
    lay_cards(canvas, deck, view, zip(places, deal_meld(len(places), rng), strict=False), wear, rng)
    if rng.random() < 0.3:
        canvas.lay(random_back(rng), view @ place_to_matrix(Place(SIDE * 0.9, SIDE * 0.12, 0.4, SIDE * 0.25)), rng)
    hand = rng.random() < 0.25
    if hand:
        add_hand(canvas, rng)
    cards, doubtful = cards_in_sight(canvas, HALF if covered else READABLE)
    meld = Meld(f"meld-{number:03}.jpg", cards, doubtful, source, kind, "hand" if hand else light)
    return photograph(canvas.image, rng, LIGHTS[light]), meld


def lay_cards(
    canvas: Canvas, deck: Deck, view: Matrix, laid: Iterable[tuple[Place, str]], wear: int, rng: np.random.Generator
) -> None:
    """Put the deck's cards of these names down, one after the other, all equally worn."""
    for place, name in laid:
        canvas.lay(paper(deck.face(name), np.random.default_rng(wear)), view @ place_to_matrix(place), rng)


def cards_in_sight(canvas: Canvas, readable: float = READABLE) -> tuple[list[str], list[str]]:
    """Return the cards with enough of an index in sight, and those that count neither way."""
    cards = [name for name, share in canvas.cards() if share >= readable]
    return cards, [name for name, share in canvas.cards() if HIDDEN <= share < readable]


def write_set(folder: Path, pictures: Iterable[tuple[Pixels, Meld]]) -> None:
    """Write the pictures and their manifest."""
    rows = []
    for picture, meld in pictures:
        cv2.imwrite(str(folder / meld.file), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
        rows.append(json.dumps(asdict(meld)))
    (folder / "manifest.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")


def main() -> None:
    """Render the melds."""
    parser = argparse.ArgumentParser(prog="python -m training.melds", description="Render a measuring set.")
    parser.add_argument("--cards", type=Path, default=CARDS, help="folder of gnome-cards-data's decks")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=210)
    parser.add_argument("--seed", type=int, default=SEED, help="another gives other melds, to choose thresholds by")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--decks", nargs="+", choices=LETTERED, help="only these decks, with letters of their own")
    kinds.add_argument("--letters", action="store_true", help="only drawn decks with other letters than J Q K A")
    kinds.add_argument("--odd", action="store_true", help="only drawn decks whose letters are bent out of shape")
    kinds.add_argument("--covered", action="store_true", help="only fans; cards of half an index in sight count too")
    arguments = parser.parse_args()
    artwork = load_held_out(arguments.cards, arguments.out / "decks", arguments.decks or DECKS)
    render = partial(render_meld, artwork, choose=_choice(arguments), seed=arguments.seed, covered=arguments.covered)
    write_set(arguments.out, (render(n) for n in range(arguments.count)))


def _choice(arguments: argparse.Namespace) -> Choice:
    if arguments.decks:
        return partial(choose_deck, drawn=0.0)
    return lettered_deck if arguments.letters else odd_deck if arguments.odd else choose_deck


if __name__ == "__main__":
    main()
