"""What the rules ask for at this moment of the deal, in a sentence with its clause."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game.record.state import DealState, GameState, Phase
from companion.game.view.reminders.call import partner_is_called, partner_plays
from companion.game.view.reminders.draw import (
    hands_come,
    playoff_goes,
    rejected_cards_count,
    stock_goes,
    trump_is_turned,
)
from companion.game.view.reminders.kitty import kitty_comes, kitty_counts, kitty_goes
from companion.game.view.reminders.reminder import Reminder
from companion.rules.auction import first_hand
from companion.rules.choices import Bidding, CardRank, Draw, FirstLead, Forced, PassOrder, SaveBy, TrumpNeeds
from companion.rules.clauses import find_clause
from companion.rules.contract import is_free_to_name
from companion.rules.dealing import most_discards
from companion.rules.meld.best import dix_words, keeps_dix_apart
from companion.rules.phrases import too_little
from companion.rules.play import first_lead_is_trump
from companion.rules.score.unplayed import judge_no_marriage


def reminders(state: GameState, deal: DealState) -> tuple[Reminder, ...]:
    """Everything to remember now, the most pressing first."""
    by_phase = {
        Phase.AUCTION: _auction,
        Phase.TRUMP: _trump,
        Phase.CALL: partner_is_called,
        Phase.TURN: trump_is_turned,
        Phase.STOCK: stock_goes,
        Phase.MELD: _meld,
        Phase.PLAY: _play,
    }
    tell = by_phase.get(deal.phase)
    return tuple(tell(state, deal)) if tell else ()


def _auction(state: GameState, deal: DealState) -> Iterator[Reminder]:
    variant = state.variant
    if not deal.calls:
        yield from hands_come(state, deal)
    if all(call.amount is None for call in deal.calls):
        yield from _forced(state, deal)
    if variant.bid is Bidding.SUMMED:
        says = "Each player bids once or passes; partners’ bids are added up, and each side must make its own sum."
        yield Reminder(says, "bid.summed")
        yield Reminder("The highest single bid names trump, of level ones the earlier.", "res.summed")
    if variant.bid_meld_bids is not None:
        says = f"In the first round a bid under {variant.bid_meld_bids} tells partner about meld."
        yield Reminder(says, "bid.meld-bids")


def _forced(state: GameState, deal: DealState) -> Iterator[Reminder]:
    """What becomes of the deal if nobody bids."""
    variant, dealer = state.variant, state.names[deal.dealer]
    amount = variant.bid_forced_amount
    if variant.bid_forced is Forced.DEALER:
        yield Reminder(f"If all pass, {dealer} as dealer has it for {amount}.", "bid.forced")
    if variant.bid_forced is Forced.DEALER_AUTOMATIC:
        yield Reminder(f"{dealer} as dealer has {amount} unless somebody bids more.", "bid.forced")
    eldest = state.names[first_hand(state.auction_of(deal))]
    if variant.bid_forced is Forced.FIRST_HAND_AUTOMATIC:
        yield Reminder(f"{eldest}, left of the dealer, has {amount} unless somebody bids more.", "bid.forced")
    if variant.bid_forced is Forced.FIRST_HAND:
        yield Reminder(f"{eldest}, left of the dealer, must open.", "bid.forced")
    if variant.bid_forced is Forced.FIRST_WITH_MELD:
        yield Reminder("The first hand that holds any meld must open.", "bid.forced")
    if variant.bid_forced is Forced.REDEAL:
        yield Reminder("If all pass, the deal is thrown in and passes on.", "bid.forced")


def _trump(state: GameState, deal: DealState) -> Iterator[Reminder]:
    yield from kitty_comes(state, deal)
    needs = state.variant.trump_needs
    if needs is TrumpNeeds.MARRIAGE:
        yield Reminder("The bidder must hold a marriage in the suit named.", "trump.needs")
    if needs is TrumpNeeds.MARRIAGE_UNLESS_MIN:
        free = deal.contract is not None and is_free_to_name(state.variant, deal.contract.bid)
        says = f"At {state.variant.bid_min} any suit may be named." if free else _MARRIAGE
        yield Reminder(says, "trump.needs")
    if needs is TrumpNeeds.RUN_MARRIAGE_OR_DIX:
        yield Reminder("The bidder must hold a run, a marriage or the dix of the suit named.", "trump.needs")
    if deal.contract and judge_no_marriage(state.variant, deal.contract.bid):
        yield Reminder("Without a marriage in any suit the bid is lost and the deal is over.", "score.no-marriage")


_MARRIAGE = "The bidder must hold a marriage, king and queen, of the suit named."


def _meld(state: GameState, deal: DealState) -> Iterator[Reminder]:
    variant = state.variant
    yield from partner_plays(state, deal)
    if deal.contract and variant.draw is Draw.DISCARD_AND_DRAW:
        most, bidder = most_discards(variant, len(state.seats_in(deal))), state.names[deal.contract.bidder]
        cards = "one card" if most == 1 else f"{most} cards"
        says = f"From {bidder} clockwise, each discards up to {cards} and draws as many."
        yield Reminder(says, "res.players-bruce")
    if deal.contract and variant.pass_count:
        yield Reminder(_exchange_says(state, deal, deal.contract.bidder), "pass.count")
    yield from kitty_goes(state, deal)
    if variant.score_meld_min is not None:
        yield Reminder(f"A side’s meld counts only if it is {variant.score_meld_min}.", "score.meld-min")


def _exchange_says(state: GameState, deal: DealState, bidder: int) -> str:
    count, name = state.variant.pass_count, state.names[bidder]
    partners = [state.names[seat] for seat in state.seats_of(state.side_of(bidder)) if seat != bidder]
    if deal.has_call:
        partners = ["the partner" if deal.partner is None else state.names[deal.partner]]
    if state.variant.pass_order is PassOrder.BOTH:
        return f"{name} and {' and '.join(partners)} exchange {count} cards at once, before the meld."
    gives = f"{partners[0]} passes" if len(partners) == 1 else f"{' and '.join(partners)} pass"
    return f"First {gives} {count} cards to {name}, then {name} passes {count} back."


def _play(state: GameState, deal: DealState) -> Iterator[Reminder]:
    variant = state.variant
    if deal.contract:
        yield Reminder(_lead_says(state, deal.contract.bidder, deal.contract.bid), "lead.who")
    yield from partner_plays(state, deal)
    yield from kitty_counts(state, deal)
    yield from rejected_cards_count(state, deal)
    yield from playoff_goes(state, deal)
    yield Reminder(f"{find_clause(f'play.head.{variant.play_head}').title}.", f"play.head.{variant.play_head}")
    if variant.play_broken:
        yield Reminder("No trump may be led before one has been played, except from a hand of trumps.", "play.broken")
    if variant.card_rank is CardRank.STANDARD:
        yield Reminder("The ten ranks below the jack.", "card.rank")
    if variant.count_round:
        yield Reminder("Counters are rounded to tens: from 7 up, below 7 down.", "count.round")
    save = variant.score_save
    if save.by is SaveBy.POINTS:
        lost = "its meld and tricks" if save.loses_tricks else "its meld"
        yield Reminder(f"A side that takes {too_little(variant)} loses {lost}.", "score.save")
    if save.by is SaveBy.TRICK:
        yield Reminder("A side without a single trick loses its meld.", "score.save")
    if keeps_dix_apart(variant):
        words = dix_words(variant)
        yield Reminder(f"{words.capitalize()} stay whatever comes, save after a renege.", "score.save.dix-safe")


def _lead_says(state: GameState, bidder: int, bid: int) -> str:
    lead, name = state.variant.lead_first, state.names[bidder]
    if first_lead_is_trump(state.variant, bid):
        return f"{name} leads first, and must lead a trump."
    if lead is FirstLead.NO_TRUMP:
        return f"{name} leads first, and may not lead a trump while holding another suit."
    return f"{name} leads first, any card."
