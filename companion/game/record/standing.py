"""Where the scored deals of a game lead: its standing, and the first victory among them."""

from __future__ import annotations

from companion.game.record.events import GameWon
from companion.game.record.state import DealState, GameState, score_of, side_mark
from companion.rules.score.ending import advance
from companion.rules.score.facts import Standing, Victory, opening


def standing_of(state: GameState) -> tuple[Standing, Victory | None, int]:
    """The standing after the scored deals, with the first victory among them and the deal that brought it."""
    standing = opening(state.variant, state.sides)
    for deal in state.deals:
        standing, victory = standing_after(state, standing, deal)
        if victory:
            return standing, victory, deal.number
    return standing, None, len(state.deals)


def standing_after(state: GameState, standing: Standing, deal: DealState) -> tuple[Standing, Victory | None]:
    """The standing after one more deal, and the victory that it brought; a deal nobody scored changes nothing."""
    if deal.scored is None:
        return standing, None
    return advance(state.variant, standing, state.facts_of(deal), score_of(deal.scored), side_mark)


def winner_of(state: GameState) -> GameWon | None:
    """The end of the game, if the scored deals brought it (section 7 of the rulebook)."""
    _, victory, number = standing_of(state)
    return game_won(state, victory, number) if victory else None


def game_won(state: GameState, victory: Victory, number: int) -> GameWon:
    """The victory that this deal brought, with what it gains in checks where those are kept (check.game)."""
    checks = state.variant.check_game if state.variant.keeps_checks else 0
    return GameWon(victory.winner, victory.clause, victory.says, number, checks, victory.also)
