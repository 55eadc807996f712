"""Games as lists show them: where each stands, under the evening on which it began."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from companion.game.record.state import GameState
from companion.rules.variants import find_variant
from companion.store.entries import GameRow
from companion.store.errors import StoreError
from companion.store.games import fold_game
from companion.web.base.clock import evening
from companion.web.base.current import journal
from companion.web.base.game import open_game


@dataclass(frozen=True)
class ListedGame:
    """A game as a list shows it."""

    row: GameRow
    scores: tuple[tuple[str, int], ...]
    """Each side's names and score; none where the game can't be read."""
    now: str
    """Which deal is on the table; empty once the game is over."""
    winner: str | None
    plays: str = ""
    """What the table calls its game."""
    target: int | None = None
    """The target, where it is not the one of the rulebook or of the house rules."""

    @property
    def goes_on(self) -> bool:
        """Whether there is a deal on its table."""
        return bool(self.scores) and self.winner is None


def listed(row: GameRow) -> ListedGame:
    """Where a game stands; one that can't be read must not hide the others, and its own page says what is wrong."""
    try:
        state = _state(row)
    except StoreError:
        return ListedGame(row, (), "Can’t be shown", None)
    scores = tuple((state.side_name(side), score) for side, score in state.scores().items())
    now = f"Deal {state.deal.number}, {state.names[state.deal.dealer]} dealt" if state.deal else ""
    winner = " & ".join(state.winners) if state.won else None
    return ListedGame(row, scores, "" if winner else now, winner, state.variant.name, _own_target(state))


def _state(row: GameRow) -> GameState:
    # What lies in the bin has no table any more that could be opened.
    return fold_game(journal().read(row.id)) if row.shelf is row.shelf.BIN else open_game(row.id).state


def _own_target(state: GameState) -> int | None:
    target = state.variant.end_target
    return None if target == find_variant(state.variant.key).end_target else target


def by_evening(rows: Iterable[GameRow]) -> list[tuple[date | None, list[ListedGame]]]:
    """Games under the evenings on which they began, the last first; those without a readable time at the end."""
    told = sorted(rows, key=_begun, reverse=True)
    return [(night, [listed(row) for row in each]) for night, each in groupby(told, key=lambda row: evening(row.at))]


def _begun(row: GameRow) -> tuple[date, str]:
    return evening(row.at) or date.min, row.at
