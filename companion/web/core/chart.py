"""The geometry of the line chart: how the sides' scores went, as points for an SVG to draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.phrases import several
from companion.web.core.rendering import figure

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 46, 306, 14, 206
LABEL_HEIGHT = 14
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10000, 20000, 50000, 100000)


@dataclass(frozen=True)
class Tick:
    """One horizontal line: its height, and its score."""

    y: float
    label: str


@dataclass(frozen=True)
class Mark:
    """A deal with a side's bid: its place in the chart, and the result of the bid."""

    x: float
    y: float
    made: bool


@dataclass(frozen=True)
class ScoreLine:
    """One side's score from deal to deal; ``label_y`` places its last figure clear of the others."""

    name: str
    points: str
    end: tuple[float, float]
    last: str
    label_y: float
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Chart:
    """All that the macro ``line_chart`` draws, in units of its view box."""

    title: str
    says: str
    lines: tuple[ScoreLine, ...]
    ticks: tuple[Tick, ...]
    goal: Tick | None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


Bids = Mapping[str, Mapping[int, bool]]
"""The bids of each side, by the number of their place in the score, with True if made."""


def score_chart(scores: Mapping[str, Sequence[int]], target: int | None = None, bids: Bids | None = None) -> Chart:
    """Lay out each side's running score, its first figure before the first deal, the target, and who bid.

    :raises ValueError: if there is no side, or the sides have scores for different numbers of deals.
    """
    if len({len(run) for run in scores.values()}) != 1:
        raise ValueError("a chart needs at least one side, and as many scores for each")
    figures = [0, *(figure for run in scores.values() for figure in run), *([target] if target is not None else [])]
    step = _step(max(figures) - min(figures))
    low, high = min(figures) // step * step, -(-max(*figures, 1) // step) * step
    ends = {name: _y(run[-1], low, high) for name, run in scores.items()}
    labels = _spread(ends)
    return Chart(
        title="The score from deal to deal",
        says=_says(scores, target),
        lines=tuple(
            ScoreLine(
                name,
                _points(run, low, high),
                (_x(len(run) - 1, len(run)), ends[name]),
                figure(run[-1]),
                labels[name],
                tuple(
                    Mark(_x(deal, len(run)), _y(run[deal], low, high), made)
                    for deal, made in (bids or {}).get(name, {}).items()
                ),
            )
            for name, run in scores.items()
        ),
        ticks=tuple(Tick(_y(level, low, high), figure(level)) for level in range(low, high + 1, step)),
        goal=Tick(_y(target, low, high), str(target)) if target is not None else None,
    )


def _step(reach: int) -> int:
    return next((step for step in STEPS if reach / step <= 5), STEPS[-1])


def _x(deal: int, deals: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * deal / max(deals - 1, 1), 1)


def _y(score: int, low: int, high: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * (score - low) / (high - low), 1)


def _points(run: Sequence[int], low: int, high: int) -> str:
    return " ".join(f"{_x(deal, len(run))},{_y(score, low, high)}" for deal, score in enumerate(run))


def _spread(ends: Mapping[str, float]) -> dict[str, float]:
    """Move labels that would overlap downwards, keeping their order from top to bottom."""
    placed: dict[str, float] = {}
    floor = float("-inf")
    for name, y in sorted(ends.items(), key=lambda end: end[1]):
        floor = placed[name] = max(y, floor + LABEL_HEIGHT)
    return placed


def _says(scores: Mapping[str, Sequence[int]], target: int | None) -> str:
    deals = len(next(iter(scores.values()))) - 1
    standing = ", ".join(f"{name} {figure(run[-1])}" for name, run in scores.items())
    goal = f" The game goes to {target}." if target is not None else ""
    return f"After {several(deals, 'deal')}: {standing}.{goal}{_lead_says(scores)}"


def _lead_says(scores: Mapping[str, Sequence[int]]) -> str:
    """The deal since when the present leader has led, if it did not lead from the start."""
    leaders = [_leader(dict(zip(scores, run, strict=True))) for run in zip(*scores.values(), strict=True)]
    now, since = leaders[-1], len(leaders) - 1
    while since > 0 and leaders[since - 1] == now:
        since -= 1
    earlier = {leader for leader in leaders[:since] if leader}
    return f" In the lead since deal {since}: {now}." if now and earlier - {now} else ""


def _leader(score: Mapping[str, int]) -> str:
    """The sole leader; empty if several are level."""
    leading = [name for name, points in score.items() if points == max(score.values())]
    return leading[0] if len(leading) == 1 else ""
