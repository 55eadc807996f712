"""A deal that is over, its hands known: each player's best melds and bids, and whether the contract could be made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import Card, Suit, sort_cards
from companion.game.events import CardPlayed
from companion.game.state import DealState, GameState
from companion.rules.adviser.advice import TrumpOutlook, weigh
from companion.rules.adviser.lines import lines_of
from companion.rules.choices import Draw
from companion.rules.dealing import tricks_in_deal
from companion.rules.meld.best import best_meld
from companion.rules.phrases import series

Hands = Mapping[int, tuple[Card, ...]]
"""By seat."""


@dataclass(frozen=True)
class HandSeen:
    """One player's cards, looked back on."""

    name: str
    cards: tuple[Card, ...]
    laid: int | None
    """The meld that was entered for this player; None where it was entered for the side, or not at all."""
    could_lay: int
    outlook: TrumpOutlook | None
    """With the best trump; None where nobody can say which cards were dealt, or how the game is judged."""
    sure: int | None
    """The highest bid that was roughly sure to be made; None where none was."""


@dataclass(frozen=True)
class Hindsight:
    """A deal, looked back on."""

    number: int
    trump: Suit
    hands: tuple[HandSeen, ...]
    passed: bool
    """True if these are the hands after cards were passed, or the kitty was taken."""
    bidders: str
    bid: int | None
    contract: TrumpOutlook | None
    """The outlook of the bidder's side; None where nobody bid, and where the game cannot be judged."""


def deals_known(state: GameState) -> frozenset[int]:
    """The numbers of the deals whose hands are known; none before the game is over (conduct.bid-words)."""
    return frozenset(deal.number for deal in state.deals if state.deal is None and hands_of(state, deal))


def hands_of(state: GameState, deal: DealState) -> Hands | None:
    """Everybody's cards as the play began: all played or all shown; None where some are not known."""
    seats, size = state.seats_in(deal), tricks_in_deal(state.variant)
    if deal.trump is None or state.variant.draw is not Draw.NONE:
        return None
    played = {
        seat: [each.card for each in deal.record if isinstance(each, CardPlayed) and each.seat == seat]
        for seat in seats
    }
    shown = {seat: _shown(state, deal, seat) for seat in seats}
    for known in (played, shown):
        if all(len(cards) == size for cards in known.values()) and Counter(
            card for cards in known.values() for card in cards
        ) <= Counter(state.variant.pack.counts):
            return {seat: sort_cards(cards) for seat, cards in known.items()}
    return None


def _shown(state: GameState, deal: DealState, seat: int) -> list[Card]:
    shown = state.meld_shown_by(deal, state.side_of(seat), seat)
    return list(shown.cards) if shown else []


def look_back(state: GameState, deal: DealState) -> Hindsight | None:
    """Return what could have come of a deal; None where its hands are not known."""
    hands = hands_of(state, deal)
    if hands is None or deal.trump is None:
        return None
    variant, contract = state.variant, deal.contract
    passed = bool(variant.pass_count or variant.kitty_size)
    served = lines_of(variant) is not None
    side = {seat: _partners(state, deal, seat) for seat in hands}
    outlook = None
    if contract and served:
        bidder = [*hands[contract.bidder], *_away(state, hands)]
        outlook = weigh(variant, deal.trump, bidder, [hands[seat] for seat in side[contract.bidder]])
    return Hindsight(
        deal.number,
        deal.trump,
        tuple(_seen(state, deal, hands, seat, judged=served and not passed) for seat in hands),
        passed,
        series([state.names_in(deal.number)[seat] for seat in (contract.bidder, *side[contract.bidder])])
        if contract
        else "",
        contract.bid if contract and not contract.aim else None,
        outlook,
    )


def _partners(state: GameState, deal: DealState, seat: int) -> tuple[int, ...]:
    return tuple(each for each in state.seats_of(state.side_of(seat)) if each != seat and each in state.seats_in(deal))


def _away(state: GameState, hands: Hands) -> list[Card]:
    """Return the cards that nobody held, which the bidder laid away."""
    held = Counter(card for cards in hands.values() for card in cards)
    return list((Counter(state.variant.pack.counts) - held).elements())


def _seen(state: GameState, deal: DealState, hands: Hands, seat: int, *, judged: bool) -> HandSeen:
    variant, cards = state.variant, hands[seat]
    shown = state.meld_shown_by(deal, state.side_of(seat), seat)
    best = None
    if judged:
        others = [hands[each] for each in _partners(state, deal, seat)]
        best = max(
            (weigh(variant, trump, cards, others) for trump in Suit), key=lambda each: (each.may_name, each.expected)
        )
    return HandSeen(
        state.names_in(deal.number)[seat],
        cards,
        shown.points if shown else None,
        best_meld(variant, deal.trump, cards).total,
        best,
        best.highest_sure(variant.bid_min) if best else None,
    )
