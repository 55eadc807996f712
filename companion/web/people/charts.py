"""The geometry of a person's charts: how wide, how high, how far; what a template draws as SVG beside a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.figures.bids import FAILED, MADE
from companion.figures.facts import SeatInDeal
from companion.figures.luck import Luck
from companion.figures.results import Evening, With
from companion.figures.samples import Share, quantile
from companion.figures.scope import Mine
from companion.rules.phrases import several
from companion.store.moments import read_day

WIDTH = 360
LEFT, RIGHT = 96, 350
ROW = 30
INDENT, SQUARE = 8, 20
"""The left edge of an evening's squares, and their distance, which is smaller for a row too long for the chart."""
BARS = 8
"""The maximum number of bars beside each other."""
FEWEST_BIDS = 8
"""The number of bids from which they are drawn."""


@dataclass(frozen=True)
class Piece:
    """A part of a bar."""

    x: float
    width: float
    count: int
    kind: str


@dataclass(frozen=True)
class Bar:
    """One bar, or one dot with its range."""

    label: str
    y: float
    pieces: tuple[Piece, ...] = ()
    value: int = 0
    share: Share | None = None
    x: float = 0
    low: float = 0
    high: float = 0
    par: float = 0


@dataclass(frozen=True)
class Drawing:
    """A chart: its bars, how high it is, and what it says."""

    says: str
    bars: tuple[Bar, ...]
    height: int
    zero: float = LEFT
    ends: tuple[str, str] = ("", "")


def bids_chart(mine: Mine) -> Drawing | None:
    """Draw how many bids of each band were made, set, and thrown in."""
    figured = [deal for deal in mine.as_bidder if not deal.moon]
    decided = [deal for deal in figured if deal.outcome == MADE or deal.outcome in FAILED.values()]
    if len(mine.rules) != 1 or len(decided) < FEWEST_BIDS:
        return None
    step = _band([deal.bid or 0 for deal in decided], decided[0].least)
    bands = sorted({(deal.bid or 0) // step for deal in decided})
    rows = [[deal for deal in decided if (deal.bid or 0) // step == band] for band in bands]
    most = max(map(len, rows))
    bars = tuple(
        _stacked(f"{band * step}", place, row, most) for place, (band, row) in enumerate(zip(bands, rows, strict=True))
    )
    made = sum(deal.outcome == MADE for deal in decided)
    best = max(rows, key=len)
    lowest = (best[0].bid or 0) // step * step
    often = f"{lowest}" if step == 1 else f"from {lowest} to {lowest + step - 1}"
    return Drawing(
        f"{made} of {len(decided)} bids were made. The most frequent were {often}.", bars, len(bars) * ROW + 8
    )


def _band(bids: Sequence[int], least: int) -> int:
    """The width of a band: a fifth of the lowest bid, more if that makes too many."""
    step = max(1, least // 5)
    while len({bid // step for bid in bids}) > BARS:
        step *= 2
    return step


def _stacked(label: str, place: int, row: Sequence[SeatInDeal], most: int) -> Bar:
    pieces, x = [], float(LEFT)
    for kind, outcomes in (
        ("made", {MADE}),
        ("set", {FAILED["set"], FAILED["no-marriage"]}),
        ("thrown", {FAILED["thrown-in"]}),
    ):
        count = sum(deal.outcome in outcomes for deal in row)
        if count:
            width = round((RIGHT - LEFT) * count / most, 1)
            pieces.append(Piece(round(x, 1), width, count, kind))
            x += width
    share = Share(tuple(deal.place for deal in row if deal.outcome == MADE), tuple(deal.place for deal in row))
    return Bar(label, place * ROW + 4, tuple(pieces), share=share)


def partners_chart(partners: Sequence[tuple[str, With]], clear: str) -> Drawing | None:
    """Draw the rate with each partner, its likely range, and par."""
    if not partners:
        return None
    bars = tuple(_dot(name, place, each.games) for place, (name, each) in enumerate(partners[:BARS]))
    return Drawing(clear, bars, len(bars) * ROW + 28, ends=("0 %", "100 %"))


def _dot(name: str, place: int, share: Share) -> Bar:
    low, high = share.range
    return Bar(
        name, place * ROW + 18, share=share, x=_at(share.rate), low=_at(low), high=_at(high), par=_at(share.par or 0)
    )


def _at(rate: float) -> float:
    return round(LEFT + (RIGHT - LEFT) * rate, 1)


def luck_chart(luck: Sequence[tuple[str, Luck]]) -> Drawing | None:
    """Draw the luck of the cards and play as bars from zero, each on the band that chance explains."""
    if not luck:
        return None
    reach = max(max(abs(each.total), each.reach) for _, each in luck) or 1
    middle = (LEFT + RIGHT) / 2
    scale = (RIGHT - LEFT) / 2 / reach
    bars = tuple(
        Bar(
            name,
            place * 44 + 8,
            value=round(each.total),
            x=round(middle + scale * each.total, 1),
            low=round(middle - scale * each.reach, 1),
            high=round(middle + scale * each.reach, 1),
        )
        for place, (name, each) in enumerate(luck)
    )
    return Drawing(" ".join(luck_says(name, each) for name, each in luck), bars, len(bars) * 44 + 8, zero=middle)


def luck_says(name: str, luck: Luck) -> str:
    """A sum above or below what is usual in a sentence."""
    way = "more" if luck.total >= 0 else "less"
    why = "chance alone explains that" if luck.by_chance else "this would happen by chance less than one time in ten"
    deals = f"{abs(round(luck.total))} {way} than is usual in {len(luck.places)} deals"
    return f"{name}: {deals}; {why} (± {round(luck.reach)})."


def meld_chart(mine: Mine, everybody: Mapping[int, int]) -> Drawing | None:
    """Draw how often a hand melds how much, with all players' hands behind."""
    own = sorted(deal.meld_own for deal in mine.scored if deal.meld_own is not None)
    if len(mine.rules) != 1 or len(own) < 10:
        return None
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if step >= max(own) / BARS)
    bands = range(max(own) // step + 1)
    counts = [sum(value // step == band for value in own) for band in bands]
    others = [sum(n for value, n in everybody.items() if value // step == band) for band in bands]
    bars = tuple(
        _column(band * step, place, (counts[band], len(own)), (others[band], sum(everybody.values())), counts, others)
        for place, band in enumerate(bands)
    )
    says = f"Half of the hands meld {round(quantile(own, 0.5))} or less; the best was {own[-1]}."
    return Drawing(says, bars, len(bars) * ROW + 8)


def _column(
    label: int,
    place: int,
    own: tuple[int, int],
    all_hands: tuple[int, int],
    counts: Sequence[int],
    others: Sequence[int],
) -> Bar:
    """One band of melds: a bar for this person's hands, and how long it would be if they were average."""
    most = max(max(counts) / own[1], max(others) / max(all_hands[1], 1))
    width = round((RIGHT - LEFT) * own[0] / own[1] / most, 1)
    usual = round(LEFT + (RIGHT - LEFT) * all_hands[0] / max(all_hands[1], 1) / most, 1)
    return Bar(f"{label}", place * ROW + 4, (Piece(LEFT, width, own[0], "own"),), value=all_hands[0], high=usual)


def evenings_chart(evenings: Sequence[Evening]) -> Drawing | None:
    """Draw a row for each evening, a square for each game, filled where it was won."""
    if not evenings:
        return None
    shown = evenings[-24:]
    step = min(SQUARE, (RIGHT - LEFT - INDENT) / max(len(each.games) for each in shown))
    bars = tuple(
        Bar(
            day_label(each.day),
            place * 24 + 4,
            tuple(
                Piece(round(LEFT + INDENT + n * step, 1), round(0.7 * step, 1), 1, "won" if game.won else "lost")
                for n, game in enumerate(each.games)
            ),
            value=each.won,
        )
        for place, each in enumerate(shown)
    )
    games, won = sum(len(each.games) for each in evenings), sum(each.won for each in evenings)
    return Drawing(
        f"{several(games, 'game')} on {several(len(evenings), 'evening')}, {won} won.", bars, len(bars) * 24 + 8
    )


def day_label(iso_day: str) -> str:
    """A day as it fits beside a bar: ``3 Mar 2026``."""
    day = read_day(iso_day)
    return f"{day.day} {day:%b %Y}"
