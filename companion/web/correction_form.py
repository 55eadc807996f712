"""The form that corrects a deal: filled in with what the deal says, and read again."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from companion.cards import Suit
from companion.game.commands import CorrectDeal, EndDeal
from companion.game.events import DealEnded
from companion.game.state import DealState, GameState
from companion.rules.choices import Bidding, ThrowIn
from companion.rules.deal import DealEnd, Misdeal, takes_all_tricks
from companion.rules.dix import dix_values, keeps_dix_apart
from companion.rules.early import judge_claim
from companion.rules.variant import Variant
from companion.web.correction_checks import checks_as_told, read_checks
from companion.web.correction_draws import draws_as_told, read_draws
from companion.web.correction_team import by_side, by_team, counted_fields, field_shown, read_partner
from companion.web.deal_end import read_amounts, read_counted
from companion.web.deal_forms import read_by_seat, read_number, read_seat, read_word
from companion.web.forms import Form


def as_told(state: GameState, deal: DealState) -> MultiDict[str, str]:
    """The fields of the form, filled in with what the deal says."""
    told: dict[str, object] = {"trump": deal.trump.value if deal.trump else ""}
    if deal.contract:
        told |= {"seat": deal.contract.bidder, "bid": deal.contract.bid}
    apart = keeps_dix_apart(state.variant)
    for side in state.sides_in(deal):
        dix = deal.dix(side) if apart else 0
        told |= {f"meld-{side}": deal.meld(side) - dix, f"dix-{side}": dix if apart else ""}
    told |= {f"bid-{call.seat}": call.amount or "" for call in deal.calls if state.variant.bid is Bidding.SUMMED}
    told |= {**checks_as_told(state, deal), **draws_as_told(deal)}
    if deal.ended:
        told |= _ending_as_told(state, deal, deal.ended)
    told = by_team(state, deal, told)
    return MultiDict({name: str(value) for name, value in told.items() if value != ""})


def _ending_as_told(state: GameState, deal: DealState, ended: DealEnded) -> dict[str, object]:
    return {
        "end": ended.end,
        **{f"points-{entry.side}": entry.points for entry in ended.points},
        **{f"empty-{entry.side}": 1 for entry in ended.tricks if entry.points},
        **{f"quad-{side}": 1 for side in ended.quad_pinochle},
        "all_tricks": takes_all_tricks(state.facts_of(deal)) or "",
        "offender": ended.offender or "",
        "misdeal": ended.misdeal or "",
        "claimant": ended.claimant or "",
        "kitty-unseen": "" if ended.kitty_seen else 1,
    }


def read_correction(form: Form, state: GameState, deal: DealState) -> CorrectDeal | None:
    """What the form says the deal was; None, with sentences beside the fields, where that cannot be read."""
    end = read_word(form, "end", DealEnd, "Please say how the deal ended.")
    seat = bid = trump = None
    summed = state.variant.bid is Bidding.SUMMED
    bids = read_by_seat(form, "bid", state.seats_in(deal)) if summed else {}
    asked = deal.has_auction and not summed
    if asked and (end is not DealEnd.MISDEAL or form.value("seat") or form.value("bid")):
        seat = read_seat(form, "seat", state.players, "Please tap the player who had the bid.")
        bid = read_number(form, "bid", "Please write how much was bid.")
    if form.value("trump") and end is not DealEnd.NO_MARRIAGE:
        trump = read_word(form, "trump", Suit, "Please tap one of the four suits.")
    meld = read_amounts(form, "meld", state) if end is not DealEnd.NO_MARRIAGE else {}
    dix = read_amounts(form, "dix", state) if meld and keeps_dix_apart(state.variant) else {}
    partner = read_partner(form, state, deal) if end not in (DealEnd.NO_MARRIAGE, DealEnd.MISDEAL) else None
    told = _without_the_old_rest(form, state, deal) if end is DealEnd.PLAYED else form
    sided = by_side(told, state, deal, seat, partner)
    ending = _read_ending(end, sided, state, deal) if end else None
    draws = read_draws(form, state, deal) if end not in (DealEnd.NO_MARRIAGE, DealEnd.MISDEAL) else None
    form.errors.update({field_shown(form, state, deal, field): says for field, says in sided.errors.items()})
    if ending is None or form.errors:
        return None
    whole = {side: points + dix.get(side, 0) for side, points in meld.items()}
    said = tuple(bids.get(each, 0) for each in range(state.players)) if summed else ()
    checks = read_checks(form, state, deal) if end not in (DealEnd.NO_MARRIAGE, DealEnd.MISDEAL) else None
    return CorrectDeal(deal.number, seat, bid, trump, whole, ending, checks, said, dix, partner, draws)


def _read_ending(end: DealEnd, form: Form, state: GameState, deal: DealState) -> EndDeal:
    if end is DealEnd.PLAYED:
        return read_counted(form, state, deal)
    if end is DealEnd.CLAIM:
        return EndDeal(end, read_amounts(form, "points", state), claimant=form.value("claimant"))
    if end is DealEnd.RENEGE:
        return EndDeal(end, read_amounts(form, "points", state), offender=form.value("offender"))
    if end is DealEnd.MISDEAL:
        kind = read_word(form, "misdeal", Misdeal, "Please say what was wrong with the deal.")
        if kind is not Misdeal.PROCEDURE:
            return EndDeal(end, misdeal=kind)
        dealt = state.side_of(deal.dealer)
        return EndDeal(end, read_amounts(form, "points", state), offender=dealt, misdeal=kind)
    return EndDeal(end, kitty_seen=not form.value("kitty-unseen"))


def _without_the_old_rest(form: Form, state: GameState, deal: DealState) -> Form:
    """The form without the trick points that were only the rest, where just the other side's were put right."""
    old = as_told(state, deal)
    names = [f"points-{key}" for key, _ in counted_fields(state, deal)]
    kept = [name for name in names if form.value(name) and form.value(name) == old.get(name)]
    amounts = [form.value(name) for name in names]
    if len(names) != 2 or len(kept) != 1 or not all(amount.isdecimal() for amount in amounts):
        return form
    least, most = state.trick_range(deal)
    if least < most or sum(int(amount) for amount in amounts) == most:
        return form
    typed = MultiDict((name, value) for name, value in form.values.items() if name not in kept)
    return Form(typed, form.errors)


def dix_options(variant: Variant) -> list[tuple[str, str]]:
    """What a player's dixes can come to, where they are a line of their own."""
    values = dix_values(variant, Suit.SPADES) if keeps_dix_apart(variant) else ()
    return [(str(value), str(value)) for value in values]


def ways_to_end(variant: Variant) -> list[tuple[str, str, str]]:
    """How a deal of this variant can have ended: the value, its name, and a few words."""
    ways = [(DealEnd.PLAYED, "Played", "and the tricks counted")]
    if variant.score_throw_in is not ThrowIn.NEVER:
        ways.append((DealEnd.THROWN_IN, "Thrown in", "before the first lead"))
    if variant.score_no_marriage:
        ways.append((DealEnd.NO_MARRIAGE, "No marriage", "the bidder held none"))
    if judge_claim(variant):
        ways.append((DealEnd.CLAIM, "Declared out", "and the tricks taken so far counted"))
    ways += [(DealEnd.RENEGE, "A renege", "the deal stopped there"), (DealEnd.MISDEAL, "A misdeal", "nothing counts")]
    return [(str(end), label, note) for end, label, note in ways]
