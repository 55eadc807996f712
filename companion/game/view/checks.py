"""What each side earns in checks, as its panel shows it: what is known, and what only the table can tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.game.record.events import DealScored, MeldSource
from companion.game.record.state import DealState, GameState
from companion.rules.score.checks import CheckTile, check_tiles, checks_for_meld
from companion.rules.score.facts import CheckMeld


@dataclass(frozen=True)
class CheckPick:
    """A tile with how often it has been told."""

    tile: CheckTile
    copies: int

    @property
    def full(self) -> bool:
        """Whether a hand holds no more of it."""
        return self.copies >= self.tile.copies


@dataclass(frozen=True)
class CheckPanel:
    """What one side's meld earns in checks."""

    side: str
    name: str
    meld: int
    checks: int
    """What its meld gains; once the deal has ended, all that the deal gains or costs it."""
    picks: tuple[CheckPick, ...]


def check_panels(state: GameState, scored: DealScored | None) -> tuple[CheckPanel, ...]:
    """A panel for each side with the tiles that its meld can hold; none where no checks are kept (end.checks).

    :param scored: what the deal scores once its result is confirmed.
    """
    deal = state.deal
    if deal is None or not check_tiles(state.variant):
        return ()
    brings = {entry.side: entry.points for entry in scored.checks} if scored else {}
    return tuple(_panel(state, deal, side, brings.get(side)) for side in state.sides_in(deal))


def _panel(state: GameState, deal: DealState, side: str, brings: int | None) -> CheckPanel:
    known = deal.check_melds.get(side, ())
    told, by_number = Counter(known), _is_told_by_number(deal, side)
    picks = (CheckPick(tile, told[tile.meld]) for tile in check_tiles(state.variant))
    offered = tuple(pick for pick in picks if pick.copies or _is_open(pick.tile, deal.meld(side), by_number))
    checks = checks_for_meld(state.variant, known) if brings is None else brings
    return CheckPanel(side, state.side_name(side), deal.meld(side), checks, offered)


def _is_told_by_number(deal: DealState, side: str) -> bool:
    return any(shown.source is MeldSource.NUMBER for shown in deal.shown if shown.side == side)


def _is_open(tile: CheckTile, meld: int, by_number: bool) -> bool:
    """Whether only the table can know: nines are dealt and not shown, and a plain number hides its melds."""
    return tile.meld is CheckMeld.SEVEN_NINES or (by_number and meld >= tile.least)
