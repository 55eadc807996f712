"""The rows of a pad that most deals leave empty: the card turned up, cards drawn, melds laid, checks, other ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.cards import Card, Rank, Suit
from companion.game.commands import (
    DealStep,
    ExchangeDix,
    LayMeld,
    PlayLaidCard,
    RecordChecks,
    RecordDraw,
    TakeTrick,
)
from companion.game.decide.ending import may_enter_points
from companion.game.decide.replay import Replay
from companion.game.log import say_in_deal
from companion.game.state import GameState
from companion.game.view.game import wrong_view
from companion.game.view.play import PlayView
from companion.rules.choices import Draw, ThrowIn
from companion.rules.contract import may_pass_out
from companion.rules.dealing import judge_call
from companion.rules.score.checks import CheckTile, check_tiles
from companion.rules.score.facts import DealEnd
from companion.rules.score.unplayed import judge_claim
from companion.web.core.forms import Asked, Form, read_number, read_numbers
from companion.web.table import readers

LAID = (TakeTrick, LayMeld, ExchangeDix, PlayLaidCard)
NEVER = "no"
"""The answer of a laid meld's row that says it never happened."""
PASSED_OUT = "passed-out"
"""How a deal ended on which nobody bid."""
Steps = Sequence[Asked[DealStep]]


def turned(form: Form, state: GameState) -> Steps:
    """The card that was turned up for trump."""
    return readers.turn(form, state) if form.value("turned") else ()


def draws(form: Form, state: GameState) -> Steps:
    """The numbers of cards that each player discarded and drew, equal unless another is written."""
    asked = list[Asked[DealStep]]()
    for seat in state.seats_in(state.deal) if state.deal else ():
        away, drew = f"discarded-{seat}", f"drawn-{seat}"
        typed = read_numbers(form, (away, drew))
        if drew in typed and away not in typed:
            read_number(form, away, "Please write how many cards were discarded.")
        elif away in typed:
            command = RecordDraw(seat, typed[away], typed.get(drew, typed[away]))
            asked.append(Asked(command, {"seat": away, "discarded": away, "drawn": drew}))
    return asked


def checks(form: Form, state: GameState) -> Steps:
    """The melds that earned each side checks, where the melds entered do not say so."""
    if state.deal is None:
        return ()
    asked = list[Asked[DealStep]]()
    for side in state.sides_in(state.deal):
        names = {_check_field(side, tile): tile for tile in check_tiles(state.variant)}
        told = Counter({names[name].meld: copies for name, copies in read_numbers(form, names).items()})
        if any(name in form.values for name in names) and +told != Counter(state.deal.check_melds.get(side, ())):
            first = next(iter(names))
            melds = tuple(meld for meld, copies in told.items() for _ in range(min(copies, 99)))
            asked.append(Asked(RecordChecks(side, melds), {f"checks-{side}": first, "checks": first}))
    return asked


def _check_field(side: str, tile: CheckTile) -> str:
    return f"checks-{side}-{tile.meld.value}"


def relaid(form: Form, steps: Sequence[DealStep], players: int) -> tuple[DealStep, ...]:
    """The steps of a deal whose tricks and melds of the stock are whose the pad says, without those that never were."""
    kept, number = list[DealStep](), 0
    for step in steps:
        if not isinstance(step, LAID):
            kept.append(step)
            continue
        said = form.value(f"laid-{number}")
        number += 1
        if said != NEVER:
            kept.append(replace(step, seat=int(said)) if said in map(str, range(players)) else step)
    return tuple(kept)


def filled_in(replay: Replay) -> Iterator[tuple[str, str]]:
    """The fields of these rows, save those of the end, as a deal fills them in."""
    state, deal = replay.state, replay.deal
    if deal.stock:
        yield "turned", str(deal.stock.turned.card)
    for number, step in enumerate(step for step in replay.steps if isinstance(step, LAID)):
        yield f"laid-{number}", str(step.seat)
    for draw in deal.draws:
        yield f"discarded-{draw.seat}", str(draw.discarded)
        if draw.drawn != draw.discarded:
            yield f"drawn-{draw.seat}", str(draw.drawn)
    for side, melds in deal.check_melds.items():
        counts = Counter(melds)
        yield from (
            (_check_field(side, tile), str(counts[tile.meld]))
            for tile in check_tiles(state.variant)
            if counts[tile.meld]
        )


def rare_rows(replay: Replay, start: GameState) -> dict[str, Any]:
    """The rows of a deal that was replayed to its end.

    :param start: the game with that deal on the table, before anything was entered of it.
    """
    state, deal, variant = replay.state, replay.deal, replay.state.variant
    unended = replace(deal, ended=None, scored=None, passed_out=None)
    bidding = replace(state, deal=unended)
    trumps = (Card(rank, suit) for suit in Suit for rank in Rank)
    tiles = check_tiles(variant)
    return {
        "ends": tuple(_ends(replay, start)),
        "misdeals": wrong_view(replace(state, deal=replace(unended, record=())), unended).misdeals,
        "claims": bool(judge_claim(variant)),
        # The cards that may be turned up, and those that may be called.
        "cards": tuple(sorted(variant.pack.counts)) if deal.has_stock else (),
        "calls": tuple(card for card in trumps if judge_call(variant, card.suit, card)) if deal.has_call else (),
        "laid": tuple(_laid(replay)),
        "draws": tuple((seat, state.names[seat]) for seat in state.seats_in(deal))
        if variant.draw is Draw.DISCARD_AND_DRAW
        else (),
        # By side, the fields for what earns checks, each with its name.
        "checks": tuple(
            (state.side_name(side), tuple((_check_field(side, tile), tile.name) for tile in tiles))
            for side in state.sides_in(deal)
            if tiles
        ),
        "play": PlayView(bidding, unended),
        "points": may_enter_points(start),
    }


def _laid(replay: Replay) -> Iterator[tuple[str, str]]:
    """The melds laid from a stock, a sentence for each with its field."""
    laid = (each for each in replay.replayed if isinstance(each.step, LAID))
    for number, each in enumerate(laid):
        yield f"laid-{number}", " ".join(say_in_deal(event, replay.state) for event in each.events)


def _ends(replay: Replay, start: GameState) -> Iterator[tuple[str, str]]:
    """How a deal of this game may end, and how this one did."""
    variant, deal = replay.state.variant, replay.deal
    now = deal.ended.end if deal.ended else None
    yield DealEnd.PLAYED.value, "played out"
    if now is DealEnd.THROWN_IN or (variant.score_throw_in is not ThrowIn.NEVER and deal.has_auction):
        yield DealEnd.THROWN_IN.value, "thrown in"
    if now is DealEnd.NO_MARRIAGE or (variant.score_no_marriage and deal.has_auction):
        yield DealEnd.NO_MARRIAGE.value, "the bidder held no marriage"
    yield DealEnd.RENEGE.value, "a renege"
    yield DealEnd.MISDEAL.value, "a misdeal"
    if judge_claim(variant):
        yield DealEnd.CLAIM.value, "declared out"
    if may_enter_points(start):
        yield DealEnd.POINTS.value, "just the points"
    if deal.passed_out or (deal.has_auction and (may_pass_out(variant) or variant.bid_lone_may_decline)):
        yield PASSED_OUT, "nobody bid"
