"""What a player can have melded that earns checks: the tiles to tap, and whether a meld of that sum can hold it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.cards import Card, Rank, Suit
from companion.rules.meld.best import best_meld
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.score.checks import SEVEN, worth_in_checks
from companion.rules.score.facts import CheckMeld
from companion.rules.variant import Variant

_TRUMP, _PLAIN = Suit.SPADES, Suit.HEARTS
_RUN = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
_EXAMPLES: dict[CheckMeld, tuple[Card, ...]] = {
    CheckMeld.FLUSH: tuple(Card(rank, _TRUMP) for rank in _RUN),
    CheckMeld.ACES_AROUND: tuple(Card(Rank.ACE, suit) for suit in Suit),
    CheckMeld.ROUNDTABLE: tuple(Card(rank, suit) for suit in Suit for rank in (Rank.KING, Rank.QUEEN)),
    CheckMeld.DOUBLE_MARRIAGE: 2 * (Card(Rank.KING, _PLAIN), Card(Rank.QUEEN, _PLAIN)),
    CheckMeld.DOUBLE_PINOCHLE: 2 * (Card(Rank.JACK, Suit.DIAMONDS), Card(Rank.QUEEN, Suit.SPADES)),
    CheckMeld.DOUBLE_AROUND: 2 * tuple(Card(Rank.JACK, suit) for suit in Suit),
    CheckMeld.SEVEN_NINES: (),
}
"""The cheapest cards that make each; nines are dealt, not melded."""


@dataclass(frozen=True)
class CheckTile:
    """One thing that earns checks, to be tapped as often as one hand can hold it."""

    meld: CheckMeld
    name: str
    checks: int
    """What one of it gains."""
    copies: int
    least: int
    """The meld that a hand with one of it has at least, in the variant's unit."""


@lru_cache(maxsize=64)
def check_tiles(variant: Variant) -> tuple[CheckTile, ...]:
    """Everything that earns checks at this table; nothing where none are kept (end.checks)."""
    if not variant.keeps_checks:
        return ()
    tiles = (_tile(variant, meld) for meld in CheckMeld)
    return tuple(tile for tile in tiles if tile.copies and (tile.least or tile.meld is CheckMeld.SEVEN_NINES))


def _tile(variant: Variant, meld: CheckMeld) -> CheckTile:
    least = best_meld(variant, _TRUMP, _EXAMPLES[meld]).total
    return CheckTile(meld, meld.words, worth_in_checks(variant, meld), _copies(variant, meld), least)


def _copies(variant: Variant, meld: CheckMeld) -> int:
    held = variant.pack.counts
    if meld is CheckMeld.SEVEN_NINES:
        return int(sum(copies for card, copies in held.items() if card.rank is Rank.NINE) >= SEVEN)
    needed = Counter(_EXAMPLES[meld])
    fits = min(held.get(card, 0) // copies for card, copies in needed.items())
    return fits if meld is CheckMeld.FLUSH else min(fits, 1)


def judge_check_melds(variant: Variant, melds: Iterable[CheckMeld], meld: int) -> Ruling:
    """Whether a player whose meld is worth ``meld`` can have shown all of these (end.checks, meld.table)."""
    if not variant.keeps_checks:
        return refuse("At this table no checks are kept.", "check.stake")
    tiles, told = {tile.meld: tile for tile in check_tiles(variant)}, Counter(melds)
    for each, copies in told.items():
        tile = tiles.get(each)
        if tile is None:
            return refuse(f"With this pack nobody has {each.words}.", "end.checks", "pack")
        if copies > tile.copies:
            return refuse(f"A hand can’t hold {tile.name} {copies} times.", "end.checks", "pack")
        if meld < tile.least:
            says = f"{tile.name.capitalize()} is worth {tile.least} or more, and the meld told is {meld}."
            return refuse(says, "end.checks", "meld.table")
    return allow("These earn checks.", "end.checks", "res.check")
