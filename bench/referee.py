"""The speed of the referee: a ruling on every question, and the evidence after each card of a deal.

Run it as ``python -m bench.referee``; it exits with 1 if a figure is beyond its bound.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from bench.bounds import Bounds
from companion.cards import Card, Suit, parse_card, parse_cards
from companion.cli.ask.answers import answer
from companion.game.evidence import Play, TrickLog, evidence, next_seat
from companion.rules.dealing import tricks_in_deal
from companion.rules.play import Turn
from companion.rules.referee import KnownHand, PlayedCard, settle_play
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

ROUNDS = 40
BOUNDS = Bounds({"a ruling on a card": 10, "a ruling of a question": 10, "evidence after a card": 50})
CASES = Path(__file__).parents[1] / "tests" / "rules" / "cases" / "referee.json"
DEALS = ("doubles", "double-deck", "triple-deck", "eight-handed", "site")
NAMES = tuple("ABCDEFGH")
PLAYED = PlayedCard(Turn(Suit.SPADES, parse_cards("QH"), (), bid=60), parse_card("JS"), KnownHand(size=3))


def milliseconds(work: Callable[[], object], rounds: int = 1) -> float:
    """The median processor time of one call: what else the machine does is no fault of the rules."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return statistics.median(times) * 1000


def random_deal(variant: Variant, chance: random.Random) -> TrickLog:
    """A whole deal with random cards and so with many reneges; half of each hand is shown."""
    players, size = variant.players[1], tricks_in_deal(variant)
    cards = [card for card, n in variant.pack.counts.items() for _ in range(n)]
    chance.shuffle(cards)
    hands: list[list[Card]] = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    shown = {seat: tuple(hand[: size // 2]) for seat, hand in enumerate(hands)}
    for hand in hands:
        chance.shuffle(hand)
    log = TrickLog(variant, players, Suit.SPADES, size, (), shown, 0, variant.bid_min)
    while any(hands):
        seat = next_seat(log) or 0
        log = replace(log, plays=(*log.plays, Play(seat, hands[seat].pop())))
    return log


def slowest_ruling() -> tuple[float, str]:
    """The slowest of the rulings that the tests ask for, from the request to the answer, and its title."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    return max((milliseconds(partial(answer, "referee", case["request"]), 5), case["title"]) for case in cases)


def main() -> int:
    """Print a line for each variant's ruling on a card, the slowest ruling, and the slowest card of each deal.

    Return 1 if one of them is beyond its bound.
    """
    for variant in VARIANTS:
        ruling = milliseconds(partial(settle_play, variant, PLAYED), ROUNDS)
        print(f"{variant.key:18} a ruling on a card {BOUNDS.said('a ruling on a card', ruling, variant.key)}")
    slow, title = slowest_ruling()
    print(f"the slowest ruling of all questions {BOUNDS.said('a ruling of a question', slow, title)}: {title}")
    for key in DEALS:
        log = random_deal(find_variant(key), random.Random(1))  # noqa: S311 - a deal, not a secret
        logs = [log.cut(plays) for plays in range(1, len(log.plays) + 1)]
        cards = [milliseconds(partial(evidence, each, NAMES), 3) for each in logs]
        slowest = f"slowest {BOUNDS.said('evidence after a card', max(cards), key)}"
        print(
            f"{key:18} evidence after each of {len(cards)} cards: median {statistics.median(cards):.1f} ms, {slowest}"
        )
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
