"""Commands at random: endings, melds and corrections that mostly can have been."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.cards import Card, Suit
from companion.game.commands import Command, CorrectDeal, EndDeal, ShowCards, ShowMelds, ShowNumber
from companion.game.state import GameState
from companion.rules.count import deal_total, smallest_count
from companion.rules.deal import CheckMeld, DealEnd, Misdeal
from companion.rules.meld_picks import meld_tiles


def _cards(state: GameState, draw: st.DrawFn) -> tuple[Card, ...]:
    pack = [card for card, copies in state.variant.pack.counts.items() for _ in range(copies)]
    return tuple(draw(st.permutations(pack))[: draw(st.integers(0, state.variant.hand_size))])


@st.composite
def endings(draw: st.DrawFn, state: GameState) -> EndDeal:
    """A way for a deal to end that mostly can have been."""
    variant, sides = state.variant, state.sides
    end = draw(st.sampled_from([*DealEnd, *[DealEnd.PLAYED] * 6]))
    step, total = smallest_count(variant), deal_total(variant)
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
    )


@st.composite
def melds(draw: st.DrawFn, state: GameState) -> Command:
    """One player's or one side's meld, told in one of the three ways."""
    seat = draw(st.integers(0, state.players - 1))
    side, whole = state.side_of(seat), draw(st.booleans())
    way = draw(st.sampled_from(["cards", "melds", "number"]))
    if way == "cards":
        return ShowCards(seat, _cards(state, draw))
    if way == "number":
        points = state.variant.scale * draw(st.integers(0, 40))
        return ShowNumber(side, None if whole else seat, points)
    assert state.deal is not None
    keys = [tile.key for tile in meld_tiles(state.variant, state.deal.trump or Suit.SPADES)]
    picks = draw(st.dictionaries(st.sampled_from(keys), st.integers(1, 2), max_size=4))
    return ShowMelds(side, None if whole else seat, picks)


@st.composite
def corrections(draw: st.DrawFn, state: GameState) -> CorrectDeal:
    """An earlier deal told anew."""
    meld = {side: state.variant.scale * draw(st.integers(0, 60)) for side in state.sides}
    step = state.variant.scale * 5
    return CorrectDeal(
        draw(st.integers(1, len(state.deals))),
        draw(st.integers(0, state.players - 1)),
        state.variant.bid_min + step * draw(st.integers(0, 30)),
        draw(st.sampled_from(Suit)),
        meld,
        draw(endings(state)),
        draw(st.none() | st.dictionaries(st.sampled_from(state.sides), st.just((CheckMeld.FLUSH,)), max_size=2)),
    )
