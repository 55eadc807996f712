"""Fits the adviser's lines for the value of tricks: ``python -m bench.fit_adviser [KEY...]``.

Deals are played out by the committed rules (:mod:`bench.play_out`), every second one by the player who would bid most,
the others by any. Prints what each line explains, and writes those of the games named, or of all, to
``companion/rules/data/counters.toml``. Use another seed than ``bench.adviser``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from bench.play_out import Table
from companion.cards import Suit
from companion.rules.adviser.advice import side_figures, sums_of
from companion.rules.adviser.lines import look_at
from companion.rules.texts import read_file
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

GAMES = (
    *("four-handed", "site", "partnership", "hoyle", "joedog", "double-deck", "three-handed", "cutthroat", "auction"),
)
DEALS = 6000
SEED = 55
ANY_TRUMP = 0.2
"""The share of deals with a random trump, so that a line knows poor trumps too."""
FILE = Path(__file__).parents[1] / "companion" / "rules" / "data" / "counters.toml"
HEAD = f"# What tricks bring, game by game; written by python -m bench.fit_adviser, seed {SEED}, which says how.\n"


class Played(NamedTuple):
    """The input of a line from a deal that was played out, and the result."""

    bidder: tuple[int, ...]
    partners: tuple[int, ...]
    counters: int
    before: tuple[int, ...]
    """The bidder's figures before cards were passed or the kitty taken."""
    to_come: int
    """The growth of the bidder's own meld."""


def play(variant: Variant, chance: Random, deals: int) -> Iterator[Played]:
    """This many deals, played out."""
    sums = sums_of(variant)
    for number in range(deals):
        table = Table.deal(variant, chance)
        hands = [sums.counts(hand) for hand in table.hands]
        rated = [rate(variant, hand) for hand in hands]
        bidder = rated.index(max(rated)) if number % 2 else 0
        trump = chance.randrange(len(Suit)) if chance.random() < ANY_TRUMP else rated[bidder][1]
        suit = tuple(Suit)[trump]
        after = table.take_over(bidder, suit)
        held, *others = (sums.counts(after.hands[seat]) for seat in after.side_of(bidder))
        counters = after.counters(bidder, suit)
        to_come = after.meld(bidder, suit) + counters - sums.by_trump(hands[bidder])[trump]
        yield Played(*side_figures(trump, held, others), counters, look_at(hands[bidder]).of(trump), to_come)


def rate(variant: Variant, counts: Sequence[int]) -> tuple[int, int]:
    """Return the strength of a hand by a rule of thumb, meld plus two for each trump; and its trump."""
    lengths, melds = look_at(counts).lengths, sums_of(variant).by_trump(counts)
    return max((meld + 2 * variant.scale * lengths[trump], trump) for trump, meld in enumerate(melds))


def fit(figures: Sequence[Sequence[int]], came: Sequence[int]) -> tuple[list[float], float]:
    """The line through these, its constant first, and by how much they differ from it."""
    seen, truth = np.array([[1, *each] for each in figures], float), np.array(came, float)
    line, *_ = np.linalg.lstsq(seen, truth, rcond=None)
    return [round(float(weight), 3) for weight in line], round(float((truth - seen @ line).std()), 3)


def fitted(variant: Variant, deals: int) -> dict[str, Any]:
    """The entry of a game."""
    played = list(play(variant, Random(f"{SEED} {variant.key}"), deals))  # noqa: S311 - no secret
    counters, counters_error = fit([(*each.bidder, *each.partners) for each in played], [p.counters for p in played])
    alone, alone_error = fit([each.before for each in played], [each.to_come for each in played])
    spread = np.std([each.counters for each in played])
    print(f"{variant.key:14} {deals} deals: counters differ by {spread:.1f}, from the line by {counters_error:.1f};")
    print(f"{'':14} what comes to the bidder’s own meld differs from its line by {alone_error:.1f}", flush=True)
    return {
        "deals": deals,
        "counters_spread": round(float(spread), 1),
        "counters": counters,
        "counters_error": counters_error,
        "alone": alone,
        "alone_error": alone_error,
    }


def main() -> None:
    """Fit the games named on the command line and write all that are known."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", metavar="KEY", default=GAMES)
    asked.add_argument("--deals", type=int, default=DEALS)
    args = asked.parse_args()
    entries = read_file("counters") if FILE.exists() else {}
    for key in args.games:
        entries[key] = fitted(find_variant(key), args.deals)
        lines = [
            f"[{game}]\n" + "".join(f"{name} = {said}\n" for name, said in entries[game].items()) for game in entries
        ]
        FILE.write_text(HEAD + "".join(f"\n{line}" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
