"""The trick log of a deal at this table, as the evidence engine reads it; its seats leave out who sits out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.cards import Card
from companion.game.events import CardPlayed, MeldShown, MeldSource, TrickTaken
from companion.game.evidence import Play, Proof, TrickLog, evidence, running_count
from companion.game.state import DealState, GameState
from companion.rules.auction import first_hand
from companion.rules.choices import Draw, LeadBy
from companion.rules.dealing import tricks_in_deal
from companion.rules.meld.tiles import cards_of_melds
from companion.rules.variant import Variant


def log_of(state: GameState, deal: DealState) -> TrickLog:
    """Return the record of a deal's play."""
    variant, seats = state.variant, state.seats_in(deal)
    stock = variant.draw is Draw.STOCK
    plays = (event for event in deal.record if isinstance(event, CardPlayed))
    leader = leader_of(state, deal)
    return TrickLog(
        variant,
        len(seats),
        deal.trump,
        variant.hand_size if stock else tricks_in_deal(variant),
        tuple(Play(seats.index(play.seat), play.card) for play in plays),
        {place: _shown(state, deal, seat) for place, seat in enumerate(seats)},
        seats.index(leader) if leader in seats else None,
        deal.contract.bid if deal.contract else None,
        tuple(card for seat in seats for card in deal.stock.played_by(seat)) if deal.stock else (),
    )


def seat_in_log(state: GameState, deal: DealState, seat: int) -> int:
    """The place of a seat among those that take part."""
    return state.seats_in(deal).index(seat)


def leader_of(state: GameState, deal: DealState) -> int | None:
    """Return the seat that leads first: bidder or first hand; after a stock, its last trick's winner (lead.by)."""
    if deal.stock:
        last = deal.stock.turn
        return last.seat if isinstance(last, TrickTaken) and last.last else None
    if deal.contract is None or state.variant.lead_by is LeadBy.BIDDER:
        return deal.contract.bidder if deal.contract else None
    return first_hand(state.auction_of(deal))


def _shown(state: GameState, deal: DealState, seat: int) -> tuple[Card, ...]:
    """The cards that a player is known to hold as the play begins."""
    if deal.stock:
        # A table need not mark the laid cards that were played: what seems to lie there may be gone.
        return ()
    shown = state.meld_shown_by(deal, state.side_of(seat), seat)
    if shown is None:
        return ()
    may_lay_away = bool(state.variant.kitty_size) and deal.contract is not None and deal.contract.bidder == seat
    return tuple(_held(state.variant, shown, may_lay_away).elements())


def _held(variant: Variant, shown: MeldShown, may_lay_away: bool) -> Counter[Card]:
    """The melds' own cards; others that were shown as well unless they could be laid away since."""
    melded = cards_of_melds(variant, shown.melds)
    if may_lay_away or shown.source in (MeldSource.MELDS, MeldSource.NUMBER):
        return melded
    return melded | Counter(shown.cards)


def proofs(state: GameState, deal: DealState) -> tuple[Proof, ...]:
    """Everything that the deal's trick log proves, by the table's own seats."""
    seats = state.seats_in(deal)
    found = evidence(log_of(state, deal), [state.names[seat] for seat in seats])
    return tuple(proof if proof.seat is None else replace(proof, seat=seats[proof.seat]) for proof in found)


def counters_so_far(state: GameState, deal: DealState) -> dict[str, int]:
    """By side, the counters in the tricks recorded, the last trick's own included once it is taken."""
    taken, seats = dict.fromkeys(state.sides_in(deal), 0), state.seats_in(deal)
    for seat, points in running_count(log_of(state, deal)).items():
        taken[state.side_of(seats[seat])] += points
    return taken
