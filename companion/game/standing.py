"""The standing after the scored deals, the first victory among them, and who takes part in the next deal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from companion.game.events import DealBegun, GameWon
from companion.game.state import DealState, GameState, score_of, side_mark
from companion.rules.choices import RedealBy
from companion.rules.dealing import hands_dealt, seats_out
from companion.rules.phrases import series
from companion.rules.score.checks import checks_for_game
from companion.rules.score.ending import advance, count_deals, judge_stop
from companion.rules.score.facts import Outcome, Standing, Victory, figure, highest, opening
from companion.rules.score.history import resume
from companion.rules.variant import Variant


def standing_of(state: GameState) -> tuple[Standing, Victory | None, int]:
    """The standing after the scored deals, with the first victory among them and the deal that brought it."""
    standing = resume(state.variant, state.sides, state.history)
    for deal in state.deals:
        standing, victory = standing_after(state, _with_notes(state, standing, deal.number), deal)
        if victory:
            return standing, victory, deal.number
    return _with_notes(state, standing, len(state.deals) + 1), None, len(state.deals)


def _with_notes(state: GameState, standing: Standing, deal: int) -> Standing:
    """The standing with the bonuses and penalties that count before the result of a deal."""
    return replace(standing, scores=with_notes(state, standing.scores, deal))


def with_notes(state: GameState, scores: Mapping[str, int], deal: int) -> dict[str, int]:
    """The scores with the bonuses and penalties that were noted at a deal."""
    points = [(note.side, note.points) for note in state.notes if note.deal == deal]
    return {side: score + sum(given for to, given in points if to == side) for side, score in scores.items()}


def standing_after(state: GameState, standing: Standing, deal: DealState) -> tuple[Standing, Victory | None]:
    """The standing after one more deal, and the victory that it brought; a deal nobody scored changes nothing."""
    if deal.scored is None:
        return standing, None
    return advance(state.variant, standing, state.facts_of(deal), score_of(deal.scored), side_mark)


def winner_of(state: GameState) -> GameWon | None:
    """The end of the game, if the scored deals brought it (section 7 of the rulebook)."""
    standing, victory, number = standing_of(state)
    if victory:
        return game_won(state, standing.scores, victory, number)
    if state.won is None or state.won.clause != STOPPED or not judge_stop(state.variant, standing):
        return None
    return stopped(state, state.won.deal)


def game_won(state: GameState, scores: Mapping[str, int], victory: Victory, number: int) -> GameWon:
    """Return the victory by this deal, with its gain in checks where those are kept (check.game)."""
    winners = (victory.winner, *victory.also)
    checks = checks_for_game(state.variant, scores, winners) if state.variant.keeps_checks else 0
    return GameWon(victory.winner, victory.clause, victory.says, number, checks, victory.also)


STOPPED = "end.stop"
"""The clause by which a table ends a game that need not end by itself."""


def stopped(state: GameState, after: int) -> GameWon:
    """The end of a game that the table stops after this deal: the highest score wins, and a tie is shared."""
    standing, *_ = standing_of(state)
    first, *also = highest(standing.scores)
    names, best = series(map(side_mark, (first, *also))), figure(standing.scores[first])
    says = f"The table agreed to stop. {names}: {best}, the most after {count_deals(standing.counted)}."
    return game_won(state, standing.scores, Victory(first, STOPPED, says, tuple(also)), after)


_REDEALT = (Outcome.VOID, Outcome.NO_MARRIAGE)


def next_deal(state: GameState, standing: Standing, last: DealState) -> DealBegun:
    """The deal that follows ``last``: it passes left, save where it is redealt (deal.rotate, res.redeal).

    :param standing: after ``last``.
    """
    seats = _still_playing(state, standing)
    first = last.dealer if is_redealt(state, last) else last.dealer + 1
    clockwise = ((first + step) % state.players for step in range(state.players))
    dealer = next(seat for seat in clockwise if seat in seats)
    return deal_among(state.variant, state.players, seats, dealer)


def deal_with_dealer(state: GameState, dealer: int) -> DealBegun | None:
    """The deal on the table with another dealer; None for a seat that cannot deal it."""
    seats = _still_playing(state, state.standing)
    return deal_among(state.variant, state.players, seats, dealer) if dealer in seats else None


def deal_among(variant: Variant, players: int, seats: Collection[int], dealer: int) -> DealBegun:
    """A deal to as many of these seats as get a hand (players, deal.sits-out)."""
    clockwise = [(dealer + step) % players for step in range(players)]
    able = [seat for seat in clockwise if seat in seats]
    out = seats_out(variant, able, hands_dealt(variant, len(seats)))
    return DealBegun(dealer, tuple(seat for seat in range(players) if seat not in able or seat in out))


def dealer_of_rematch(state: GameState) -> int:
    """Return the seat that deals first when everyone plays once more."""
    return next_deal(state, opening(state.variant, state.sides), state.deals[-1]).dealer


def is_redealt(state: GameState, deal: DealState) -> bool:
    """Return True if the same dealer deals again after this deal (res.redeal)."""
    if deal.scored is None:
        return False
    same = state.variant.deal_redeal is RedealBy.SAME and deal.scored.outcome is Outcome.THROWN_IN
    return same or deal.scored.outcome in _REDEALT


def _still_playing(state: GameState, standing: Standing) -> tuple[int, ...]:
    """The seats that can still win, where these few can be dealt to; else everyone plays (end.tie-high)."""
    seats = tuple(seat for seat in range(state.players) if state.side_of(seat) in standing.playing)
    least, most = state.variant.players
    return seats if least <= len(seats) <= most else tuple(range(state.players))
