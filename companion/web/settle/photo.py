"""What a photo of cards is taken for when the referee is asked about them."""

from __future__ import annotations

from companion.web.base.seat import seat_of
from companion.web.photo.purpose import Kind, Purpose
from companion.web.settle.ask.play import TRICK, leader, trump_of
from companion.web.settle.case import Case
from companion.web.settle.facts import Facts, Pile


def purpose_of_pile(case: Case, facts: Facts, pile: Pile, here: str) -> Purpose:
    """What a photo of a pile's cards is for: a trick is told in the order of play, everything else as a hand.

    :param here: the question's own address, to which the cards come back.
    """
    game, trick = case.table.game if case.table else "", pile.name == TRICK.name
    return Purpose(
        case.variant.key,
        trump_of(case, facts),
        next=here,
        back=here,
        game=game,
        kind=Kind.TRICK if trick else Kind.HAND,
        into=pile.name,
        seat=_place(case, seat_of(case.table)) if case.table and trick else None,
        leader=_place(case, leader(case, facts)) if trick else None,
    )


def _place(case: Case, seat: int | None) -> int | None:
    """The place of a seat among those who play, as a photo counts them."""
    seats = case.state.seats_in(case.deal) if case.state and case.deal else ()
    return seats.index(seat) if seat in seats else None
