"""``python bench/fit_sure.py SET... [--ways WAY...] [--keep FILE]``: from when on a card is sure.

Each set is a folder of a ``manifest.jsonl`` and its pictures (beside it or in ``images``): rendered ones of seeds that
measure nothing, as ``python -m training.melds --seed`` writes them, and photographs. Every picture is read as it is
and in ``--ways`` of :mod:`bench.worse`. What was read is kept in FILE, which may then be named as a set.

Prints the weights of ``trust.STEADY``, fitted on the cards that would be sure by all else; and for each set how many
cards are sure, and wrong, and asked about, and right, with the weights in force and with such as were fitted on the
other sets alone: what they do on photographs that they have not seen.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cv2
import numpy as np
import numpy.typing as npt

from bench.fit_trust import Floats, fit, judged, pictures_in, read_told
from bench.photo_score import Row
from bench.worse import WAYS, make_worse
from companion.vision import Settings
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import indices_to_name
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.trust import STEADY, card_to_clues, cards_to_agreeing, letters_are_hard

AS_IT_IS, WORSE = "as it is", "worse"
UNSTEADY = Settings(steady_from=1e-9)
"""All else that a sure card needs."""

PARTS = 5
"""The number of parts in which a single set is held out, picture by picture."""


@dataclass(frozen=True)
class Counted:
    """A card that was counted."""

    part: str
    """The set it is of."""
    file: str
    way: str
    """The treatment of its picture."""
    fan: bool
    clues: tuple[float, ...]
    sure_else: bool
    """True if it is sure by everything else."""
    right: bool


def gather(folder: Path, ways: Sequence[str]) -> Iterator[Counted]:
    """The cards that are counted in the folder's pictures, read in every way."""
    for row, path in pictures_in(folder):
        photo = decode_photo(path.read_bytes())
        for way in (AS_IT_IS, *ways):
            worse = photo if way == AS_IT_IS else make_worse(way, row["file"], photo)
            for each in counted_in(row, worse):
                yield replace(each, part=folder.name, way=way)


def counted_in(row: Row, photo: Pixels) -> Iterator[Counted]:
    """The cards that are counted in one picture; those that count neither way are left out."""
    _, _, cards, trusts = read_told(photo)
    named = [indices_to_name(card) for card in cards]
    counted = [n for n in range(len(cards)) if trusts[n] >= UNSTEADY.least_trust]
    hard = letters_are_hard([cards[n] for n in counted], [named[n] for n in counted], UNSTEADY)
    sure = set() if hard else cards_to_agreeing(cards, named, trusts, UNSTEADY)
    told = [n for n in counted if named[n][0]]
    for place, right in judged(row, [cards[n] for n in told], [trusts[n] for n in told]):
        n = told[place]
        clues = card_to_clues(cards[n], named[n][1])
        yield Counted("", row["file"], "", row.get("scene") == "fan", clues, n in sure, right)


def chances(cards: Sequence[Counted], weights: Floats) -> Floats:
    """The chance that each card is right; 0 unless it is sure by everything else."""
    given = 1 / (1 + np.exp(-np.array([card.clues for card in cards]) @ weights))
    return np.asarray(given * [card.sure_else for card in cards])


def fitted(cards: Sequence[Counted]) -> Floats:
    """The weights of the best fit for cards that are sure by everything else."""
    these = [card for card in cards if card.sure_else]
    return fit(np.array([card.clues for card in these]), np.array([float(card.right) for card in these]))


def held_out(cards: Sequence[Counted]) -> Floats:
    """The chances of each part's cards by weights that were fitted on the other parts."""
    alone = len({card.part for card in cards}) == 1
    parts = np.array([str(zlib.crc32(card.file.encode()) % PARTS) if alone else card.part for card in cards])
    given = np.zeros(len(cards))
    for part in set(parts.tolist()):
        others = [card for card, own in zip(cards, parts, strict=True) if own != part]
        mine = np.flatnonzero(parts == part)
        given[mine] = chances([cards[n] for n in mine], fitted(others))
    return given


def report(cards: Sequence[Counted]) -> Iterator[str]:
    """The number of cards that are sure, wrong, asked about and right: with the present weights, and held out."""
    yield "| set | cards | sure | of these wrong | asked | of these right | held out: sure | wrong | asked | right |"
    yield "|---|" + "--:|" * 9
    least = Settings().steady_from
    sure, apart = (given >= least for given in (chances(cards, np.array(STEADY)), held_out(cards)))
    right = np.array([card.right for card in cards])
    for name, inside in groups(cards):
        figures = [figure for which in (sure, apart) for figure in _figures(which[inside], right[inside])]
        yield f"| {name} | {inside.sum()} | {' | '.join(map(str, figures))} |"


def groups(cards: Sequence[Counted]) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    """The sets, as they are and made worse, their fans, and all."""
    as_is = np.array([card.way == AS_IT_IS for card in cards])
    for part in dict.fromkeys(card.part for card in cards):
        own = np.array([card.part == part for card in cards])
        yield part, own & as_is
        fans = own & as_is & [card.fan for card in cards]
        if fans.any():
            yield f"{part}, fans", fans
        if (own & ~as_is).any():
            yield f"{part}, {WORSE}", own & ~as_is
    yield "all, as they are", as_is
    if not as_is.all():
        yield f"all, {WORSE}", ~as_is


def _figures(sure: npt.NDArray[np.bool_], right: npt.NDArray[np.bool_]) -> tuple[int, int, int, int]:
    return int(sure.sum()), int((sure & ~right).sum()), int((~sure).sum()), int((~sure & right).sum())


def fit_and_print(cards: Sequence[Counted]) -> None:
    """The weights and the table."""
    print("STEADY = (" + ", ".join(f"{weight:.2f}" for weight in fitted(cards)) + ")")
    print("\n".join(report(cards)), flush=True)


def main() -> None:
    """Read the sets, or what was kept of them, and print the weights and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS), help="all of them unless told")
    parser.add_argument("--keep", type=Path, help="add what was read to this file")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    cards = [card for each in arguments.sets for card in _cards_of(each, arguments.ways)]
    if arguments.keep:
        with arguments.keep.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(card)) + "\n" for card in cards)
    fit_and_print(cards)


def _cards_of(path: Path, ways: Sequence[str]) -> Iterator[Counted]:
    if path.is_dir():
        yield from gather(path, ways)
    else:
        yield from (Counted(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())


if __name__ == "__main__":
    main()
