"""Melding during the play of the two-handed game: one meld after each trick won, built on the melds already there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from companion.cards import Card, Rank, Suit
from companion.rules.choices import Draw
from companion.rules.meld.kinds import MeldKind, lay, meld_cards
from companion.rules.meld.tiles import MeldTile, meld_tiles
from companion.rules.pack import judge_cards
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant


@dataclass(frozen=True)
class LaidMeld:
    """A meld that its player puts on the table, or has put there before."""

    kind: MeldKind
    suit: Suit
    """Trump, or the suit of a common marriage; ignored for the others."""
    from_hand: tuple[Card, ...]
    """The cards put down for it; the rest were on the table already."""
    copies: int = 1
    """2 for a double pinochle laid as one."""


@dataclass(frozen=True)
class MeldTurn:
    """One player's turn to meld."""

    trump: Suit
    laid: tuple[LaidMeld | Card, ...] = ()
    """Everything this player has melded in the deal, the oldest first; a bare card left the table at that moment,
    played to a trick or exchanged."""
    this_turn: tuple[MeldKind, ...] = ()
    """The melds that the player has already laid in this very turn."""
    won_trick: bool = True
    """True if the player has just taken a trick."""
    playoff: bool = False
    """True if the last twelve tricks have begun."""


@dataclass(frozen=True)
class JudgedMeld:
    """The ruling on a meld, and what it pays if it may be laid."""

    ruling: Ruling
    points: int
    """In the variant's unit; 0 for a meld that is refused."""


@dataclass
class _TableCard:
    """One card on the table, and the best that it has paid in each class."""

    card: Card
    paid: dict[str, int] = field(default_factory=dict)


def judge_next_meld(variant: Variant, turn: MeldTurn, meld: LaidMeld) -> JudgedMeld:
    """Judge whether the player may lay this meld now, and its pay: in full even if it grew, unless the table says so.

    That a run pays less on its marriage is meld.run-rest.
    """
    ruling = _judge_turn(turn, meld.kind)
    if ruling:
        ruling = _judge_kind(variant, turn, meld)
    if not ruling:
        return JudgedMeld(ruling, 0)
    points = _pay(variant, meld)
    ruling = _judge_cards(variant, turn, meld, points)
    before = _paid_before(variant, turn, meld) if ruling else 0
    if before:
        says = f"It pays {points - before}: {points} less the {before} that its marriage has paid."
        ruling = allow(says, "meld.reuse", "meld.run-rest")
    return JudgedMeld(ruling, points - before if ruling else 0)


def score_turned(variant: Variant, card: Card) -> int:
    """Return the dealer's score for the card turned up for trump: a dix, where a stock follows (meld.dix-exchange)."""
    if variant.draw is not Draw.STOCK or card.rank is not variant.pack.dix:
        return 0
    return variant.meld_table.dix * variant.scale


def judge_exchange(variant: Variant, trump: Suit, dix: Card, turned_up: Card, won_trick: bool) -> Ruling:
    """Judge whether the dix may be exchanged for the turned-up trump (meld.dix-exchange)."""
    if dix.suit is not trump or dix.rank is not variant.pack.dix:
        return refuse("Only the dix can be exchanged for the turned-up card.", "meld.dix-exchange")
    if turned_up == dix:
        return refuse("The turned-up card is a dix itself.", "meld.dix-exchange")
    if not won_trick:
        return refuse("The exchange is made upon winning a trick.", "meld.dix-exchange", "meld.turn")
    return allow(f"{dix.symbols} may be exchanged for {turned_up.symbols}.", "meld.dix-exchange")


def _pay(variant: Variant, meld: LaidMeld) -> int:
    return sum(each.points for each in lay(variant, meld.kind, meld.suit, meld.copies))


def _judge_turn(turn: MeldTurn, kind: MeldKind) -> Ruling:
    """Judge whether the player may meld at all now: one meld a turn, and a dix with it."""
    if turn.playoff:
        return refuse("With the stock gone nobody melds any more.", "meld.turn", "play.playoff")
    if not turn.won_trick:
        return refuse("Only the player who has just taken a trick may meld, before drawing.", "meld.turn")
    together = (*turn.this_turn, kind)
    if len(together) > 2 or sum(each is not MeldKind.DIX for each in together) > 1:
        return refuse("One meld a turn, and a dix with it: this one waits for another trick.", "meld.turn")
    return allow("It is this player’s turn to meld.", "meld.turn")


def _judge_kind(variant: Variant, turn: MeldTurn, meld: LaidMeld) -> Ruling:
    if meld.kind is MeldKind.DIX and variant.pack.dix is None:
        return refuse("This pack has no dix.", "meld.dix")
    most = len(variant.meld_table.pinochle) if meld.kind is MeldKind.PINOCHLE else 1
    if not 1 <= meld.copies <= most or not _pay(variant, meld):
        return refuse("The table has no price for that as one meld.", "res.two-handed-table", "meld.table")
    if meld.kind in _BESIDE_A_RUN and not (variant.meld_run_extra and _has_run(turn)):
        return refuse("An extra king or queen counts only beside a run, and not at every table.", "meld.run-extra")
    plain = meld.kind in (MeldKind.MARRIAGE, MeldKind.FAMILY)
    in_trump = meld.kind in (MeldKind.RUN, MeldKind.ROYAL, MeldKind.DIX, *_BESIDE_A_RUN)
    if (plain and meld.suit is turn.trump) or (in_trump and meld.suit is not turn.trump):
        return refuse("That is not what this meld is under this trump.", "meld.marriage" if plain else "meld.run")
    return allow("The table pays for this meld.", "meld.table")


_BESIDE_A_RUN = (MeldKind.EXTRA_KING, MeldKind.EXTRA_QUEEN)


def _has_run(turn: MeldTurn) -> bool:
    return any(isinstance(step, LaidMeld) and step.kind is MeldKind.RUN for step in turn.laid)


def _judge_cards(variant: Variant, turn: MeldTurn, meld: LaidMeld, points: int) -> Ruling:
    """Judge whether the cards may serve: one from the hand, the others on the table and free for this class."""
    wanted, put_down = _wanted(variant, meld), Counter(meld.from_hand)
    if put_down - wanted:
        strangers = ", ".join(card.symbols for card in (put_down - wanted).elements())
        return refuse(f"Not part of this meld: {strangers}.", "meld.reuse")
    if not meld.from_hand:
        return refuse("At least one card of a meld must come from the hand.", "meld.reuse")
    table, letter = _table(variant, turn), meld.kind.letter
    for card, needed in (wanted - put_down).items():
        lying = [each for each in table if each.card == card]
        if len(lying) < needed:
            return _missing(turn, card)
        if sum(points > each.paid.get(letter, 0) for each in lying) < needed:
            says = f"{card.symbols} has already paid in this class; again only in another class or a higher meld."
            return refuse(says, "meld.reuse")
    return allow(f"It pays {points}.", "meld.reuse", "res.two-handed-table")


def _missing(turn: MeldTurn, card: Card) -> Ruling:
    if card in turn.laid:
        return refuse(f"{card.symbols} has been played: it can’t form a new meld.", "meld.played")
    return refuse(f"{card.symbols} does not lie on the table: it must come from the hand.", "meld.reuse")


def _wanted(variant: Variant, meld: LaidMeld) -> Counter[Card]:
    return Counter(meld_cards(variant, meld.kind, meld.suit) * meld.copies)


def _paid_before(variant: Variant, turn: MeldTurn, meld: LaidMeld) -> int:
    """Return the pay for the marriage that a run takes up from the table, where it counts (meld.run-rest)."""
    if not variant.meld_run_rest or meld.kind is not MeldKind.RUN:
        return 0
    letter, wanted = meld.kind.letter, _wanted(variant, meld) - Counter(meld.from_hand)
    taken = _taken_up(_table(variant, turn), letter, wanted)
    couple = [each.paid.get(letter, 0) for each in taken if each.card.rank in (Rank.KING, Rank.QUEEN)]
    return min(couple) if len(couple) == 2 else 0


def _table(variant: Variant, turn: MeldTurn) -> Sequence[_TableCard]:
    """Return the cards on the table, each with what it has paid.

    Of two twins the one that has paid more is taken to have been played, as a player would choose.
    """
    table: list[_TableCard] = []
    for step in turn.laid:
        if isinstance(step, LaidMeld):
            _put(variant, table, step)
        else:
            _take_away(table, step)
    return table


def _take_away(table: list[_TableCard], card: Card) -> None:
    twins = [each for each in table if each.card == card]
    if twins:
        gone = max(twins, key=lambda each: sum(each.paid.values()))
        table[:] = [each for each in table if each is not gone]


def _put(variant: Variant, table: list[_TableCard], meld: LaidMeld) -> None:
    points = _pay(variant, meld)
    letter, fresh = meld.kind.letter, [_TableCard(card) for card in meld.from_hand]
    used = [*fresh, *_taken_up(table, letter, _wanted(variant, meld) - Counter(meld.from_hand))]
    for each in used:
        each.paid[letter] = points
    table.extend(fresh)


def _taken_up(table: Iterable[_TableCard], letter: str, wanted: Counter[Card]) -> list[_TableCard]:
    """The cards on the table that a meld took up: of twins those that had paid less in its class."""
    found: list[_TableCard] = []
    for card, needed in wanted.items():
        twins = sorted((each for each in table if each.card == card), key=lambda each: each.paid.get(letter, 0))
        found += twins[:needed]
    return found


@dataclass(frozen=True)
class MeldChoice:
    """One meld that may be laid now."""

    kind: MeldKind
    suit: Suit
    copies: int
    name: str
    cards: tuple[Card, ...]
    """All of its cards."""
    points: int
    """The pay, in the variant's unit, with the fewest cards put down."""
    ways: tuple[tuple[Card, ...], ...]
    """The cards that may be put down for it, the fewest first; the rest are on the table."""

    @property
    def key(self) -> str:
        """Its unique key: ``marriage.S.1``."""
        return f"{self.kind.value}.{self.suit.value}.{self.copies}"

    @property
    def builds(self) -> bool:
        """True if cards on the table serve for it."""
        return len(self.ways[0]) < len(self.cards)

    @property
    def needed(self) -> tuple[Card, ...]:
        """The cards that must come from the hand, whichever way is chosen."""
        return tuple(_common(self.ways).elements())

    @property
    def spare(self) -> tuple[Card, ...]:
        """The cards that may be taken from the hand although the table has one."""
        offered: Counter[Card] = Counter()
        for way in self.ways:
            offered |= Counter(way)
        return tuple((offered - _common(self.ways)).elements())


def meld_choices(variant: Variant, turn: MeldTurn, seen: Iterable[Card] = ()) -> tuple[MeldChoice, ...]:
    """Every meld that the player may lay now, in the order in which players call them.

    :param seen: cards outside the player's hand: all laid ones, played or not, and the turned-up one.
    """
    known = tuple(seen)
    found = (_choice(variant, turn, known, tile, n) for tile in meld_tiles(variant, turn.trump) for n in _folds(tile))
    return tuple(choice for choice in found if choice.ways)


def most_melded(variant: Variant) -> int:
    """Return a bound on the melds of one player during the play: every meld of the pack, each also paid by itself."""
    return sum(
        sum(meld.points for meld in lay(variant, tile.kind, tile.suit, 1)) * len(tile.points)
        + sum(tile.points[n - 1] for n in _folds(tile) if n > 1)
        for tile in meld_tiles(variant, Suit.SPADES)
    )


def _folds(tile: MeldTile) -> tuple[int, ...]:
    """How many of a meld may be laid as one: a pinochle also together with its twin, the others by themselves."""
    return tuple(range(1, len(tile.points) + 1)) if tile.kind is MeldKind.PINOCHLE else (1,)


def _choice(variant: Variant, turn: MeldTurn, seen: tuple[Card, ...], tile: MeldTile, copies: int) -> MeldChoice:
    melds = tuple(lay(variant, tile.kind, tile.suit, copies))
    ways = sorted(_ways(variant, turn, seen, tile, copies), key=len)
    name, put_down = melds[0].name if melds else tile.name, ways[0] if ways else ()
    points = judge_next_meld(variant, turn, LaidMeld(tile.kind, tile.suit, put_down, copies)).points
    return MeldChoice(tile.kind, tile.suit, copies, name, tile.cards * copies, points, tuple(ways))


def _ways(
    variant: Variant, turn: MeldTurn, seen: tuple[Card, ...], tile: MeldTile, copies: int
) -> Iterator[tuple[Card, ...]]:
    cards = meld_cards(variant, tile.kind, tile.suit)
    for counts in product(range(copies, -1, -1), repeat=len(cards)):
        from_hand = tuple(card for card, n in zip(cards, counts, strict=True) for _ in range(n))
        meld = LaidMeld(tile.kind, tile.suit, from_hand, copies)
        if judge_cards(variant.pack, (*seen, *from_hand)) and judge_next_meld(variant, turn, meld).ruling:
            yield from_hand


def _common(ways: tuple[tuple[Card, ...], ...]) -> Counter[Card]:
    """The cards that all ways put down."""
    common = Counter(ways[0])
    for way in ways[1:]:
        common &= Counter(way)
    return common
