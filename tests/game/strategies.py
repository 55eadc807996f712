"""Commands at random: endings, melds and corrections that mostly can have been."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.cards import Card, Suit
from companion.game.commands import (
    CloseMeld,
    Command,
    CorrectDeal,
    DealStep,
    EndDeal,
    NameTrump,
    RecordBids,
    RecordChecks,
    RecordDraw,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
)
from companion.game.decide.replay import replay_deal, steps_of
from companion.game.state import DealState, GameState
from companion.rules.choices import Bidding, Draw
from companion.rules.count import smallest_count
from companion.rules.meld.best import keeps_dix_apart
from companion.rules.meld.tiles import meld_tiles
from companion.rules.score.facts import CheckMeld, DealEnd, Misdeal


def _cards(state: GameState, draw: st.DrawFn) -> tuple[Card, ...]:
    pack = [card for card, copies in state.variant.pack.counts.items() for _ in range(copies)]
    return tuple(draw(st.permutations(pack))[: draw(st.integers(0, state.variant.hand_size))])


@st.composite
def endings(draw: st.DrawFn, state: GameState, deal: DealState | None = None) -> EndDeal:
    """A way for a deal, by default that on the table, to end that mostly can have been."""
    variant, deal = state.variant, deal or state.deal
    assert deal is not None
    sides, (least, most) = state.sides_in(deal), state.trick_range(deal)
    end = draw(st.sampled_from([*DealEnd, *[DealEnd.PLAYED] * 6]))
    step = smallest_count(variant)
    total = step * draw(st.integers(least // step, most // step))
    told: dict[str, int] = {}
    for side in sides[:-1]:
        told[side] = step * draw(st.integers(0, (total - sum(told.values())) // step))
    told[sides[-1]] = total - sum(told.values())
    return EndDeal(
        end,
        points=told if end in (DealEnd.PLAYED, DealEnd.RENEGE) else {},
        all_tricks=draw(st.sampled_from([None, None, None, *[side for side in sides if told[side] == total]])),
        quad_pinochle=frozenset(draw(st.lists(st.sampled_from(sides), max_size=1))),
        offender=draw(st.sampled_from(sides)) if end is DealEnd.RENEGE else None,
        misdeal=draw(st.sampled_from(Misdeal)) if end is DealEnd.MISDEAL else None,
        kitty_seen=draw(st.booleans()),
        meld={side: 2 * variant.scale * draw(st.integers(0, 15)) for side in sides if end is DealEnd.NO_MARRIAGE},
    )


@st.composite
def melds(draw: st.DrawFn, state: GameState) -> Command:
    """One player's meld, told in one of the three ways, or one side's as a number."""
    assert state.deal is not None
    seat = draw(st.sampled_from(state.seats_in(state.deal)))
    side, whole = state.side_of(seat), draw(st.booleans())
    way = draw(st.sampled_from(["cards", "melds", "number"]))
    if way == "cards":
        return ShowCards(seat, _cards(state, draw))
    if way == "number":
        points = state.variant.scale * draw(st.integers(0, 40))
        dix = state.variant.scale * draw(st.integers(0, 2)) if keeps_dix_apart(state.variant) else 0
        return ShowNumber(side, None if whole else seat, points, dix)
    keys = [tile.key for tile in meld_tiles(state.variant, state.deal.trump or Suit.SPADES)]
    picks = draw(st.dictionaries(st.sampled_from(keys), st.integers(1, 2), max_size=4))
    return ShowMelds(side, seat, picks)


@st.composite
def corrections(draw: st.DrawFn, state: GameState) -> CorrectDeal:
    """An earlier deal told again, some of its steps anew; mostly it can have been."""
    deal = draw(st.sampled_from(state.deals))
    steps = draw(st.just(steps_of(state, deal)) | whole_deals(state, deal))
    then = replay_deal(state, deal, steps[:-1]).state
    last = draw(st.just(steps[-1:]) | endings(then, replay_deal(state, deal, steps[:-1]).deal).map(lambda end: (end,)))
    return CorrectDeal(deal.number, (*steps[:-1], *last))


@st.composite
def whole_deals(draw: st.DrawFn, state: GameState, deal: DealState) -> tuple[DealStep, ...]:
    """A deal from its bid to its end, mostly one that can have been."""
    variant, seats = state.variant, state.seats_in(deal)
    bid = variant.bid_min + 5 * variant.scale * draw(st.integers(0, 30))
    bids = dict(enumerate(draw(single_bids(state.players))))
    auction = RecordBids(bids) if variant.bid is Bidding.SUMMED else TakeBid(draw(st.sampled_from(seats)), bid)
    melds = [ShowNumber(side, None, variant.scale * draw(st.integers(0, 60))) for side in state.sides_in(deal)]
    told = draw(st.lists(draws(state.players), max_size=3)) if variant.draw is Draw.DISCARD_AND_DRAW else []
    checks = [RecordChecks(draw(st.sampled_from(state.sides)), (CheckMeld.FLUSH,))] * draw(st.integers(0, 1))
    end = draw(endings(state, deal))
    return auction, NameTrump(draw(st.sampled_from(Suit))), *told, *melds, CloseMeld(), *checks, end


def draws(players: int) -> st.SearchStrategy[RecordDraw]:
    """What somebody exchanged; mostly as many cards drawn as discarded."""
    return st.builds(
        lambda seat, discarded, more: RecordDraw(seat, discarded, discarded + more),
        st.integers(0, players - 1),
        st.integers(-1, 6),
        st.sampled_from([0, 0, 0, 1, -2]),
    )


def single_bids(players: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Everyone's bid by seat where bids are added up, mostly such as can have been."""
    return st.tuples(*[st.sampled_from([0, 10, 30, 50, 120, 125])] * players)
