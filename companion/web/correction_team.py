"""The part of a correction that hangs on a called partner: who it was, and the tricks of the two teams.

In the form the teams are called ``team`` and ``against``, since who belongs to them is what may change.
"""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from companion.game.state import DealState, GameState
from companion.web.forms import Form

ALONE = "alone"
_TEAM, _AGAINST = "team", "against"
_BY_TEAM = ("points", "empty")


def counted_fields(state: GameState, deal: DealState) -> list[tuple[str, str]]:
    """For whom the form asks tricks: the end of the field's name, and whom it means."""
    if deal.has_call:
        return [(_TEAM, "The bidder’s side"), (_AGAINST, "The others")]
    return [(side, state.side_name(side)) for side in state.sides_in(deal)]


def by_team(state: GameState, deal: DealState, told: dict[str, object]) -> dict[str, object]:
    """The fields of the form, with a team's figures under the team in place of one of its players."""
    if not deal.has_call or deal.contract is None:
        return told
    bidders = {state.side_of(seat) for seat in (deal.contract.bidder, deal.partner) if seat is not None}

    def team_of(side: object) -> str:
        return _TEAM if side in bidders else _AGAINST

    named = {}
    for field, value in told.items():
        prefix, _, side = field.partition("-")
        named[f"{prefix}-{team_of(side)}" if prefix in _BY_TEAM else field] = value
    taker = told.get("all_tricks")
    partner = ALONE if deal.partner is None else deal.partner
    return {**named, "partner": partner, "all_tricks": team_of(taker) if taker else ""}


def by_side(form: Form, state: GameState, deal: DealState, bidder: int | None, partner: int | None) -> Form:
    """The form with each team's figures under the name of the player under which it is counted."""
    if not deal.has_call or bidder is None:
        return Form(form.values)
    others = [seat for seat in state.seats_in(deal) if seat not in (bidder, partner)]
    heads = {_TEAM: state.side_of(bidder), _AGAINST: state.side_of(others[0])}

    def named(field: str) -> str:
        prefix, _, team = field.partition("-")
        return f"{prefix}-{heads[team]}" if prefix in _BY_TEAM and team in heads else field

    typed = MultiDict((named(field), value) for field, value in form.values.items())
    if typed.get("all_tricks") in heads:
        typed["all_tricks"] = heads[typed["all_tricks"]]
    return Form(typed)


def field_shown(form: Form, state: GameState, deal: DealState, field: str) -> str:
    """The field of the form that a refusal of this side's figure belongs to."""
    prefix, _, side = field.partition("-")
    if not deal.has_call or prefix not in _BY_TEAM or side not in state.sides:
        return field
    seat = form.value("seat")
    bids = seat in {str(each) for each in state.seats_of(side)}
    return f"{prefix}-{_TEAM if bids else _AGAINST}"


def read_partner(form: Form, state: GameState, deal: DealState) -> int | None:
    """Who the form says the partner was; None where the bidder played alone, or with a sentence beside the field."""
    told = form.value("partner")
    if not deal.has_call or told == ALONE:
        return None
    if told in {str(seat) for seat in state.seats_in(deal)}:
        return int(told)
    form.refuse("partner", "Please tap the partner, or that the bidder played alone.")
    return None
