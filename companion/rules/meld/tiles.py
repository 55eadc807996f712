"""Tiles for entering a meld, and the cards that a meld must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.cards import Card, Suit
from companion.rules.choices import Roundhouse, RunAbsorbs
from companion.rules.meld.best import MeldCount
from companion.rules.meld.kinds import AROUNDS, MARRIAGES, RUNS, Meld, MeldKind, lay, meld_cards, meld_name, pays
from companion.rules.pack import judge_cards
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant


@dataclass(frozen=True)
class MeldTile:
    """One kind of meld that can be tapped, as often as the pack allows."""

    key: str
    """``run``, ``marriage-H``, ``aces``…"""
    kind: MeldKind
    suit: Suit
    name: str
    cards: tuple[Card, ...]
    """The cards of one."""
    points: tuple[int, ...]
    """The pay for one, two, … of them together, in the variant's unit."""


def meld_tiles(variant: Variant, trump: Suit | None) -> tuple[MeldTile, ...]:
    """Every kind of meld that this variant pays under this trump, or without one, as players call them in turn."""
    return tuple(_tile(variant, key, kind, suit) for key, kind, suit in _kinds(variant, trump) if pays(variant, kind))


def count_picks(variant: Variant, trump: Suit | None, picks: Mapping[str, int]) -> MeldCount:
    """Add up melds, each named as often as it is on the table.

    :param picks: by tile key, how many.
    :raises KeyError: if a key names no tile.
    """
    tiles = {tile.key: tile for tile in meld_tiles(variant, trump)}
    chosen = [(tiles[key], copies) for key, copies in picks.items()]
    return MeldCount(tuple(m for tile, copies in chosen for m in lay(variant, tile.kind, tile.suit, copies)))


def judge_picks(variant: Variant, trump: Suit | None, picks: Mapping[str, int]) -> Ruling:
    """Judge whether the pack has the cards for all these melds at once: a card serves once in a class (meld.best)."""
    tiles = {tile.key: tile for tile in meld_tiles(variant, trump)}
    for letter in "ABC":
        cards: Counter[Card] = Counter()
        for key, copies in picks.items():
            if letter in classes_used(variant, tiles[key].kind):
                cards.update(dict.fromkeys(tiles[key].cards, copies - _paid_by_runs(variant, tiles[key], picks)))
        ruling = judge_cards(variant.pack, cards.elements())
        if not ruling:
            says = f"These melds can’t lie side by side. {ruling.says}"
            return refuse(says, "meld.best", *ruling.clauses)
    return _judge_companions(variant, trump, picks)


def picks_under(variant: Variant, old: Suit, new: Suit, picks: Mapping[str, int]) -> dict[str, int]:
    """The melds of the same cards under another trump, by its tiles.

    A marriage and a run keep their suit; of a run that pays nothing there only its marriage is left, and a dix is
    plain again.
    """
    married, runs = Counter[Suit](), Counter[Suit]()
    for tile in meld_tiles(variant, old):
        copies = picks.get(tile.key, 0)
        if tile.kind in RUNS:
            runs[tile.suit] = copies
        elif tile.kind in MARRIAGES:
            married[tile.suit] = copies - _paid_by_runs(variant, tile, picks)
    kept = {key: copies for key, copies in picks.items() if key.partition("-")[0] not in _OF_A_SUIT}
    known = {tile.key for tile in meld_tiles(variant, new)}
    for suit in Suit:
        run = "run" if suit is new else f"family-{suit}"
        kept[run] = runs[suit]
        own = runs[suit] if run not in known or variant.meld_run_absorbs is RunAbsorbs.ADDS else 0
        kept["royal" if suit is new else f"marriage-{suit}"] = married[suit] + own
    return {key: copies for key, copies in kept.items() if copies and key in known}


_OF_A_SUIT = ("run", "family", "extra", "royal", "marriage", "dix")


def _paid_by_runs(variant: Variant, tile: MeldTile, picks: Mapping[str, int]) -> int:
    """Return how many of these marriages are in runs, where a run pays its own as well (meld.run-absorbs)."""
    if tile.kind in MARRIAGES and variant.meld_run_absorbs is RunAbsorbs.ADDS:
        run = "run" if tile.kind is MeldKind.ROYAL else f"family-{tile.suit}"
        return min(picks.get(run, 0), picks.get(tile.key, 0))
    return 0


def _judge_companions(variant: Variant, trump: Suit | None, picks: Mapping[str, int]) -> Ruling:
    """Judge whether the melds that count only beside others have them."""
    if not picks.get("run") and (picks.get("extra-king") or picks.get("extra-queen")):
        return refuse("An extra king or queen of trump counts only beside a run.", "meld.run-extra")
    married = [picks.get("royal" if suit is trump else f"marriage-{suit}", 0) for suit in Suit]
    if variant.meld_roundhouse.bonus and picks.get("roundhouse", 0) > min(married):
        return refuse("A roundhouse is a marriage in every suit: name those as well.", "meld.roundhouse")
    return allow("The pack has the cards for these melds.", "meld.best")


def _kinds(variant: Variant, trump: Suit | None) -> Iterator[tuple[str, MeldKind, Suit]]:
    plain = [suit for suit in Suit if suit is not trump]
    for key, kind, suit in _listed(variant, trump or Suit.SPADES, plain):
        if trump or kind not in _IN_TRUMP:
            yield key, kind, suit


_IN_TRUMP = (MeldKind.RUN, MeldKind.EXTRA_KING, MeldKind.EXTRA_QUEEN, MeldKind.ROYAL, MeldKind.DIX)


def _listed(variant: Variant, trump: Suit, plain: Iterable[Suit]) -> Iterator[tuple[str, MeldKind, Suit]]:
    yield "run", MeldKind.RUN, trump
    for suit in plain:
        yield f"family-{suit}", MeldKind.FAMILY, suit
    if variant.meld_run_extra:
        yield "extra-king", MeldKind.EXTRA_KING, trump
        yield "extra-queen", MeldKind.EXTRA_QUEEN, trump
    yield "royal", MeldKind.ROYAL, trump
    for suit in plain:
        yield f"marriage-{suit}", MeldKind.MARRIAGE, suit
    if variant.pack.dix and variant.meld_table.dix:
        yield "dix", MeldKind.DIX, trump
    for kind in (MeldKind.PINOCHLE, *AROUNDS):
        yield kind.value, kind, trump
    if variant.meld_roundhouse != Roundhouse():
        yield "roundhouse", MeldKind.ROUNDHOUSE, trump


def _tile(variant: Variant, key: str, kind: MeldKind, suit: Suit) -> MeldTile:
    cards = meld_cards(variant, kind, suit)
    most = min(variant.pack.counts.get(card, 0) for card in cards)
    points = tuple(sum(meld.points for meld in lay(variant, kind, suit, n)) for n in range(1, most + 1))
    return MeldTile(key, kind, suit, meld_name(variant, kind, suit.word), cards, points)


def classes_used(variant: Variant, kind: MeldKind) -> str:
    """The classes in which a meld uses up its cards; a roundhouse at one price swallows kings and queens around."""
    if kind is MeldKind.ROUNDHOUSE:
        return "" if variant.meld_roundhouse.flat is None else "AC"
    return kind.letter


def cards_of_melds(variant: Variant, melds: Iterable[Meld]) -> Counter[Card]:
    """The fewest cards that make these melds: a card counts once within a class and again in another (meld.best)."""
    listed = tuple(melds)
    needed = Counter[Card]()
    for letter in "ABC":
        needed |= _of_class(variant, listed, letter)
    return needed


def _of_class(variant: Variant, melds: tuple[Meld, ...], letter: str) -> Counter[Card]:
    cards = Counter[Card]()
    for meld in melds:
        if letter in classes_used(variant, meld.kind):
            cards.update(meld.cards)
    if letter == "A" and variant.meld_run_absorbs is RunAbsorbs.ADDS:
        cards -= _paid_in_runs(melds)
    return cards


def _paid_in_runs(melds: tuple[Meld, ...]) -> Counter[Card]:
    """Return the marriages in runs, where a run pays its own as well (meld.run-absorbs)."""
    runs = Counter(meld.cards[0].suit for meld in melds if meld.kind in RUNS for _ in range(len(meld.cards) // 5))
    married = Counter(card for meld in melds if meld.kind in MARRIAGES for card in meld.cards)
    return Counter({card: min(runs[card.suit], copies) for card, copies in married.items()})
