"""Figures 14 and 15: records, and every meld that was ever shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.figures.bids import MADE
from companion.figures.facts import Place, SeatInDeal, SeatInGame
from companion.figures.scope import Mine


@dataclass(frozen=True)
class Record:
    """The largest figure of its kind: ties keep its first holder and say how often it was equalled."""

    key: str
    value: int
    place: Place
    equalled: int = 0


def records(mine: Mine) -> list[Record]:
    """Every record that there is, in the order in which people ask for them."""
    hands = [deal for deal in mine.scored if deal.meld_own]
    sides = [deal for deal in mine.scored if deal.meld_side]
    made = [deal for deal in mine.as_bidder if deal.outcome == MADE]
    lost = [game for game in mine.finished if not game.won]
    asked: tuple[Record | None, ...] = (
        _best("hand", hands, lambda deal: deal.meld_own or 0),
        _best("side-meld", sides, lambda deal: deal.meld_side),
        _best("bid", made, lambda deal: deal.bid or 0),
        _best("change", mine.scored, lambda deal: deal.change_side),
        _best("points", mine.finished, lambda game: game.points),
        _best("losing", lost, lambda game: game.points),
        _best("shortest", mine.finished, lambda game: game.deals, least=True),
        _best("longest", mine.finished, lambda game: game.deals),
    )
    return [each for each in asked if each]


def _best(
    key: str,
    rows: Iterable[SeatInDeal] | Iterable[SeatInGame],
    value: Callable[..., int],
    least: bool = False,
) -> Record | None:
    told = [(value(row), row.place) for row in rows]
    if not told:
        return None
    best = (min if least else max)(figure for figure, _ in told)
    first, *others = (place for figure, place in told if figure == best)
    return Record(key, best, first, len(others))


@dataclass(frozen=True)
class Collected:
    """A meld that was shown, how often, and where first."""

    kind: str
    called: str
    times: int
    places: tuple[Place, ...]


def collection(mine: Mine) -> tuple[list[Collected], int]:
    """Every meld shown by its cards or its name, the rarest first; and in how many deals melds were seen so."""
    counted = Counter((meld.kind, meld.called) for meld in mine.melds)
    told = [Collected(kind, called, times, tuple(_places(mine, called))) for (kind, called), times in counted.items()]
    seen = sum(deal.seen for deal in mine.scored)
    return sorted(told, key=lambda each: (each.times, each.called)), seen


def _places(mine: Mine, called: str) -> Iterator[Place]:
    return (meld.place for meld in mine.melds if meld.called == called)
