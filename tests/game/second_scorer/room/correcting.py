"""Corrections: an earlier deal told anew, at random but mostly such as can have been."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.cards import Suit
from companion.game.record.commands import CorrectDeal, EndDeal
from companion.game.record.state import GameState
from companion.rules.meld.dix import keeps_dix_apart
from companion.rules.options.choices import Bidding
from companion.rules.play.count import smallest_count
from companion.rules.score.facts import CheckMeld, DealEnd, Misdeal
from tests.game.second_scorer.judge.cards import scale
from tests.game.second_scorer.judge.figures import Options

_ENDS = (*[DealEnd.PLAYED] * 6, DealEnd.THROWN_IN, DealEnd.RENEGE, DealEnd.MISDEAL, DealEnd.NO_MARRIAGE, DealEnd.CLAIM)


def correction(state: GameState, options: Options, random: Random) -> CorrectDeal | None:
    """One deal of the game put right; None where there is none yet."""
    if not state.deals:
        return None
    deal = random.choice(state.deals)
    unit, seats = scale(options), state.seats_in(deal)
    most = max(3, (options["end.target"] or 0) // (3 * unit))
    meld = {side: unit * random.randint(0, most) for side in state.sides_in(deal)}
    summed = state.variant.bid is Bidding.SUMMED
    seat, bid = random.choice(seats), state.variant.bid_min + random.randint(0, 6) * state.variant.bid_step[0][1]
    told = random.random() < 0.3 and options["check.stake"]
    end = _end(state, random, list(meld), deal.sits_out)
    if end.misdeal is Misdeal.PROCEDURE and random.random() < 0.6:
        end = replace(end, offender=state.side_of(deal.dealer))
    auction = deal.has_auction
    return CorrectDeal(
        deal.number,
        seat if auction and not summed else None,
        bid if auction and not summed else None,
        random.choice(list(Suit)),
        meld,
        end,
        {side: (random.choice(list(CheckMeld)),) for side in meld} if told else None,
        tuple(random.choice([0, 10, 50, 120]) for _ in range(state.players)) if summed else (),
        dict.fromkeys(meld, 0) if keeps_dix_apart(state.variant) else {},
        random.choice([each for each in seats if each != seat]) if deal.has_call else None,
    )


def _end(state: GameState, random: Random, sides: list[str], sits_out: tuple[int, ...]) -> EndDeal:
    end, step = random.choice(_ENDS), smallest_count(state.variant)
    deal = state.new_deal(1, 0, sits_out)
    least, most = state.trick_range(deal)
    left, points = step * random.randint(-(-least // step), most // step), dict[str, int]()
    for side in sides[:-1]:
        points[side] = step * random.randint(0, left // step)
        left -= points[side]
    points[sides[-1]] = left
    counted = end in (DealEnd.PLAYED, DealEnd.RENEGE, DealEnd.CLAIM)
    return EndDeal(
        end,
        points if counted else {},
        offender=random.choice(sides) if end is DealEnd.RENEGE else None,
        misdeal=random.choice(list(Misdeal)) if end is DealEnd.MISDEAL else None,
        claimant=random.choice(sides) if end is DealEnd.CLAIM else None,
    )
