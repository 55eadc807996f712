"""``python -m training.trust --cards DIR --out DIR [--photos DIR...]``: the few numbers of trust, fitted again.

They are no network's: the weights ``trust.STEADY``, fitted on rendered pictures of seeds that
measure nothing and on photographs.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from bench import fit_sure
from bench.worse import WAYS
from companion.vision.stages import opencv
from training.copies import KINDS, render_copies
from training.held_out import DECKS, load_held_out
from training.melds import choose_deck, lettered_deck, odd_deck, render_meld, write_set

SEED = 4711


def render_fitting(folder: Path, cards: Path, count: int) -> list[Path]:
    """Folders of so many pictures of each kind that the reader is measured with, of another seed; kept once there."""
    artwork = load_held_out(cards, folder / "decks", DECKS)
    kinds = {"melds": choose_deck, "letters": lettered_deck, "odd": odd_deck}
    for number, (name, choose) in enumerate(kinds.items()):
        if not (folder / name / "manifest.jsonl").exists():
            (folder / name).mkdir(exist_ok=True)
            write_set(folder / name, (render_meld(artwork, n, choose, SEED + number) for n in range(count)))
    if not (folder / "copies" / "manifest.jsonl").exists():
        (folder / "copies").mkdir(exist_ok=True)
        wanted = [(kind, number) for kind in KINDS for number in range(-(-count // len(KINDS)))]
        write_set(folder / "copies", (render_copies(kind, artwork, number, SEED) for kind, number in wanted))
    return [folder / name for name in (*kinds, "copies")]


def fit_trust(models: Path, folder: Path, cards: Path, count: int, photos: Sequence[Path]) -> None:
    """Render what is missing in the folder, read everything with these models and print the weights."""
    opencv.MODELS = models
    rendered = [card for each in render_fitting(folder, cards, count) for card in fit_sure.gather(each, ())]
    fit_sure.fit_and_print(rendered + [card for each in photos for card in fit_sure.gather(each, tuple(WAYS))])


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(prog="python -m training.trust", description="Fit the few numbers of trust.")
    parser.add_argument("--models", type=Path, default=opencv.MODELS)
    parser.add_argument("--cards", type=Path, required=True, help="folder of gnome-cards-data's decks")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument("--count", type=int, default=100, help="how many pictures of a kind")
    parser.add_argument("--photos", nargs="+", type=Path, default=[])
    told = parser.parse_args()
    fit_trust(told.models, told.out, told.cards, told.count, told.photos)


if __name__ == "__main__":
    main()
