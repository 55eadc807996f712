"""The best meld against an oracle that tries everything, written from the rulebook and not from the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Card, Suit, parse_cards
from companion.rules.meld import best_meld
from companion.rules.meld.tiles import count_picks, judge_picks, meld_tiles
from companion.rules.options import with_options
from companion.rules.pack import PACKS
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant
from tests.conftest import tries

SITE = find_variant("site")
Held = Counter[str]


@cache
def _sum_of_figures(figures: tuple[int, ...], copies: int) -> int:
    """So many copies pay the n-fold figure; beyond the list's end, the best sum of figures. Fewer may be laid."""
    if copies <= len(figures):
        return max((0, *figures[:copies]))
    return max(figures[n - 1] + _parts(figures, copies - n) for n in range(1, len(figures) + 1))


def _sum_of_marriages(price: tuple[int, ...] | int, copies: int) -> int:
    return price * copies if isinstance(price, int) else _sum_of_figures(price, copies)


@cache
def _parts(figures: tuple[int, ...], copies: int) -> int:
    ways = range(1, min(copies, len(figures)) + 1)
    return max((figures[n - 1] + _parts(figures, copies - n) for n in ways), default=0)


def _ways(held: Held, melds: Mapping[str, str]) -> Iterator[Counter[str]]:
    """Every set of these melds that the cards allow, a card used once; melds by name, cards spelled."""
    if not melds:
        yield Counter()
        return
    (name, cards), *others = melds.items()
    needed = Counter(cards.split())
    most = min((held[card] // n for card, n in needed.items()), default=0)
    for copies in range(most + 1):
        left = Counter({card: n - copies * needed[card] for card, n in held.items()})
        for rest in _ways(left, dict(others)):
            yield Counter({name: copies, **rest})


def oracle(variant: Variant, trump: str, cards: tuple[Card, ...]) -> int:
    """The most that the cards can meld, in ones: every choice within class A, the other classes apart."""
    table, held = variant.meld_table, Counter(str(card) for card in cards)
    adds, extra = variant.meld_run_absorbs.value == "adds", variant.meld_run_extra
    melds = {"run": " ".join(f"{rank}{trump}" for rank in ("A", "10", "K", "Q", "J")), "royal": f"K{trump} Q{trump}"}
    plain = [suit for suit in "SHDC" if suit != trump]
    melds |= {suit: f"K{suit} Q{suit}" for suit in plain}
    if any(table.family):
        melds |= {f"run {suit}": " ".join(f"{rank}{suit}" for rank in ("A", "10", "K", "Q", "J")) for suit in plain}
    if extra:
        melds |= {"spare": f"K{trump}", "spare queen": f"Q{trump}"}
    best = 0
    for laid in _ways(held, melds):
        if laid["spare"] + laid["spare queen"] and not laid["run"]:
            continue
        best = max(best, _with_rounds(variant, trump, held, laid, adds))
    dix = variant.pack.dix
    nines = table.dix * held[f"{dix}{trump}"] if dix else 0
    pinochles = min(held["JD"], held["QS"])
    return best + nines + _sum_of_figures(table.pinochle, pinochles)


def _with_rounds(variant: Variant, trump: str, held: Held, laid: Counter[str], adds: bool) -> int:
    """Class A laid so, and class C beside it: a flat roundhouse swallows marriages, kings and queens."""
    table, rule = variant.meld_table, variant.meld_roundhouse
    married = {suit: laid[suit] + (laid[f"run {suit}"] if adds else 0) for suit in "SHDC" if suit != trump}
    married[trump] = laid["royal"] + (laid["run"] if adds else 0)
    rounds = min(married.values())
    best = 0
    for flat in range(rounds + 1 if rule.flat is not None else 1):
        total = _sum_of_figures(table.run, laid["run"]) + flat * (rule.flat or 0) + rounds * rule.bonus
        for suit, couples in married.items():
            total += _sum_of_figures(table.family, laid[f"run {suit}"])
            total += _sum_of_marriages(table.royal if suit == trump else table.marriage, couples - flat)
        total += sum(_sum_of_marriages(table.royal, laid[spare]) for spare in ("spare", "spare queen"))
        around = {"A": table.aces, "10": table.tens, "K": table.kings, "Q": table.queens, "J": table.jacks}
        for rank, figures in around.items():
            copies = min(held[f"{rank}{suit}"] for suit in "SHDC") - (flat if rank in "KQ" else 0)
            total += _sum_of_figures(figures, copies)
        best = max(best, total)
    return best


def may_stand(options: dict[str, Any]) -> bool:
    """A spare king or queen is paid for itself, so marriages in trump have one price then."""
    return not (options["meld.run-extra"] and isinstance(options["meld.table"].get("royal"), list))


_OPTIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "meld.run-absorbs": st.sampled_from(["absorbs", "adds"]),
        "meld.run-extra": st.booleans(),
        "meld.roundhouse": st.sampled_from(["parts", "parts", {"bonus": 1}, {"bonus": 6}, {"flat": 24}, {"flat": 40}]),
        "pack": st.sampled_from(sorted(PACKS)),
        "meld.table": st.sampled_from(
            [
                {},
                {"run": [15, 30, 45, 60], "pinochle": [4, 30, 45, 60], "aces": [10, 100, 150, 200]},
                {"run": [3], "kings": [8], "royal": 9, "marriage": 4},
                {"family": [10, 150]},
                {"tens": [0, 100]},
                {"family": [3], "marriage": 4},
                {"queens": [6, 5], "jacks": [0], "aces": [10, 100, 90]},
                {"royal": [4, 30, 60, 90], "marriage": [2, 30, 60]},
            ]
        ),
    }
).filter(may_stand)
_COURT = parse_cards("AS 10S KS QS JS 9S KH QH KC QC KD QD JD")


@st.composite
def small_hands(draw: st.DrawFn, variant: Variant) -> tuple[Card, ...]:
    """Hands rich in meld: from any cards, or from one suit's run and every king and queen."""
    every = [card for card, copies in variant.pack.counts.items() for _ in range(min(copies, 3))]
    rich = [card for card in every if card in _COURT]
    pool = draw(st.sampled_from([every, rich, rich]))
    return tuple(draw(st.permutations(pool))[: draw(st.integers(0, 20))])


@settings(max_examples=tries(150))
@given(_OPTIONS, st.data())
def test_the_best_meld_is_what_trying_everything_finds(options: dict[str, Any], data: st.DataObject) -> None:
    variant = with_options(SITE, options)
    hand = data.draw(small_hands(variant))
    trump = data.draw(st.sampled_from([Suit.SPADES, Suit.HEARTS]))
    assert best_meld(variant, trump, hand).total == 10 * oracle(variant, trump.value, hand)


@settings(max_examples=tries(100))
@given(_OPTIONS, st.data())
def test_no_part_of_a_hand_melds_more_than_the_hand(options: dict[str, Any], data: st.DataObject) -> None:
    variant = with_options(SITE, {**options, "meld.table": {}})
    hand = data.draw(small_hands(variant))
    part = hand[: data.draw(st.integers(0, len(hand)))]
    assert best_meld(variant, Suit.SPADES, part).total <= best_meld(variant, Suit.SPADES, hand).total


@settings(max_examples=tries(100))
@given(st.sampled_from(VARIANTS), st.sampled_from(Suit), st.data())
def test_a_hand_told_by_its_melds_counts_as_much_as_by_its_cards(
    variant: Variant, trump: Suit, data: st.DataObject
) -> None:
    best = best_meld(variant, trump, data.draw(small_hands(variant)))
    tiles = {(tile.kind, tile.cards): tile for tile in meld_tiles(variant, trump)}
    picks: Counter[str] = Counter()
    for meld in best.melds:
        tile = next(t for (kind, cards), t in tiles.items() if kind is meld.kind and set(cards) == set(meld.cards))
        picks[tile.key] += len(meld.cards) // len(tile.cards)
    assert judge_picks(variant, trump, picks)
    assert count_picks(variant, trump, picks).total == best.total


@given(st.sampled_from(Suit), st.data())
def test_apart_from_pinochle_no_suit_is_better_than_another(trump: Suit, data: st.DataObject) -> None:
    variant = replace(SITE, meld_table=replace(SITE.meld_table, pinochle=(0,)))
    hand = data.draw(small_hands(variant))
    other = data.draw(st.sampled_from(Suit))
    swap = {trump: other, other: trump}
    renamed = tuple(Card(card.rank, swap.get(card.suit, card.suit)) for card in hand)
    one, two = best_meld(variant, trump, hand), best_meld(variant, other, renamed)
    assert one.total == two.total
