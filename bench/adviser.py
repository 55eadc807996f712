"""The reliability of the adviser's chances, compared with bids that were made: ``python -m bench.adviser [KEY...]``.

Each deal is looked at twice: by its first player before anybody has spoken, for every bid there is; and by the player
who won an auction in which everybody bids after their own hand and their own boldness, for the bid that won it. The
deal is then played out by the committed rules (:mod:`bench.play_out`). Exits with 1 where among bids with about an
equal announced chance (tenth by tenth, where there are 200 or more) the share of bids made differs by more than .03.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median

from bench.bounds import Bounds
from bench.play_out import Table
from companion.rules.adviser.advice import BidAdvice, advise, sums_of
from companion.rules.adviser.lines import known_lines
from companion.rules.adviser.speaking import call_of, limit_of
from companion.rules.auction import Auction, high_call, next_bidder
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

GAMES = ("four-handed", "site", "partnership", "double-deck", "three-handed", "auction")
DEALS = 2000
SEED = 77
ENOUGH = 200
"""The number of bids from which a tenth is judged."""
BOUNDS = Bounds({"off": 0.03}, unit="")
TIMES = Bounds({"an answer": 300})
TAIL = 0.02
"""The chances near 0 and 1 that are left out: such bids say nothing."""


@dataclass
class Calibration:
    """Bids by the tenth of their announced chance, each with that chance and the result."""

    tenths: dict[int, list[tuple[float, bool]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, chance: float, made: bool) -> None:
        """One more bid."""
        if TAIL < chance < 1 - TAIL:
            self.tenths[min(9, int(10 * chance))].append((chance, made))

    def rows(self, of: str) -> Iterator[str]:
        """A line of a table for each tenth."""
        for _, bids in sorted(self.tenths.items()):
            said, came = mean(chance for chance, _ in bids), mean(made for _, made in bids)
            judged = BOUNDS.said("off", abs(said - came), f"{of}, said {said:.2f}") if len(bids) >= ENOUGH else "few"
            luck = (said * (1 - said) / len(bids)) ** 0.5
            yield f"| {of} | {said:.2f} | {came:.2f} | {len(bids)} | {luck:.3f} | {judged} |"


class Bench:
    """The results of one game's deals."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.lines = variant, known_lines(variant)
        self.chance = Random(f"{SEED} {variant.key}")  # noqa: S311 - no secret
        self.every, self.won = Calibration(), Calibration()
        self.times: list[float] = []
        self.other_suit = 0

    def play(self, deals: int) -> None:
        """Look at this many deals, and play them out."""
        for _ in range(deals):
            table = Table.deal(self.variant, self.chance)
            self._first(table)
            self._winner(table)

    def _first(self, table: Table) -> None:
        advice = self._advise(table, Auction(len(table.hands), len(table.hands) - 1), 0)
        total = made_by(table, 0, advice)
        self.other_suit += advice.best.trump is not advice.most_meld.trump
        for bid, chance in advice.bids():
            self.every.add(chance, total >= bid)

    def _winner(self, table: Table) -> None:
        auction = self._auction(table)
        high = high_call(self.variant, auction)
        if high is None or high.amount is None or high not in auction.calls:
            return
        advice = self._advise(table, auction, high.seat)
        self.won.add(advice.chance(high.amount), made_by(table, high.seat, advice) >= high.amount)

    def _advise(self, table: Table, auction: Auction, seat: int) -> BidAdvice:
        begun = time.process_time()
        advice = advise(self.variant, auction, seat, table.hands[seat], self.chance)
        self.times.append(1000 * (time.process_time() - begun))
        return advice

    def _auction(self, table: Table) -> Auction:
        counts = [sums_of(self.variant).counts(hand) for hand in table.hands]
        melds = [sums_of(self.variant).by_trump(each) for each in counts]
        limits = [limit_of(self.lines, *each, self.chance.gauss(0, 1)) for each in zip(counts, melds, strict=True)]
        auction = Auction(len(table.hands), self.chance.randrange(len(table.hands)))
        while (seat := next_bidder(self.variant, auction)) is not None:
            auction = auction.with_call(call_of(self.variant, auction, seat, limits[seat], melds[seat]))
        return auction

    def report(self) -> None:
        """Print the announced chances and the results."""
        key = self.variant.key
        for row in (*self.every.rows(f"{key}, every bid"), *self.won.rows(f"{key}, auctions won")):
            print(row)
        took = TIMES.said("an answer", median(self.times), key)
        other = self.other_suit / max(1, len(self.times) / 2)
        print(
            f"\n{key}: {took}, slowest {max(self.times):.0f} ms; {other:.0%} best in a suit of less meld\n", flush=True
        )


def made_by(table: Table, seat: int, advice: BidAdvice) -> int:
    """Meld and tricks of the player's side, with the trump that was best by the advice."""
    after = table.take_over(seat, advice.best.trump)
    return after.meld(seat, advice.best.trump) + after.counters(seat, advice.best.trump)


def main() -> int:
    """Print a table for each game; 1 if a tenth or an answer's time is beyond its bound."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", metavar="KEY", default=GAMES)
    asked.add_argument("--deals", type=int, default=DEALS)
    args = asked.parse_args()
    print("| bids | said | made | bids | by luck | off |\n|---|--:|--:|--:|--:|--:|")
    for key in args.games:
        bench = Bench(find_variant(key))
        bench.play(args.deals)
        bench.report()
    return max(BOUNDS.status(), TIMES.status())


if __name__ == "__main__":
    sys.exit(main())
