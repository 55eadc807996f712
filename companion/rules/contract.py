"""The end of the auction: the bidder, trump, and the kitty (section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.cards import Card, Rank, Suit, spell
from companion.rules.auction import (
    Auction,
    Call,
    automatic_call,
    high_call,
    is_barred,
    is_summed,
    judge_moon,
    judge_reach,
    next_bidder,
    next_multiple,
    refuse_barred,
    step_at,
)
from companion.rules.choices import Aim, Bidding, Bury, Forced, TrumpNeeds
from companion.rules.dealing import all_sides, seats_of, side_of
from companion.rules.phrases import bid_says
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Contract:
    """How an auction ended."""

    bidder: int
    bid: int
    forced: bool = False
    """True if the bidder took it because nobody bid."""
    bids: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Every partner's single bid by side, where bids are added up; ``bid`` is then the sum of the bidder's side."""
    aim: Aim = Aim.POINTS
    """The bidder's task; where that is no amount, ``bid`` is its cost if it fails."""

    def says(self, variant: Variant) -> str:
        """Say what was bid: ``300``, or ``the moon``."""
        return bid_says(variant, self.bid, self.aim)


def contract_of(variant: Variant, auction: Auction) -> Contract | None:
    """Return the contract once the auction is over; None while it runs, or when the deal is thrown in (bid.forced)."""
    if variant.bid is Bidding.NONE or next_bidder(variant, auction) is not None:
        return None
    high, forced = high_call(variant, auction), _unspoken_call(variant, auction)
    high = high or forced
    if high is None or high.amount is None:
        return None
    bids = summed_bids(variant, auction)
    own = sum(bids[side_of(variant, auction.players, high.seat)]) if bids else high.amount
    return Contract(high.seat, own, high == forced, bids, Aim.of(high.moon))


def _unspoken_call(variant: Variant, auction: Auction) -> Call | None:
    """The bid that somebody has without saying a word, if nobody bids (bid.forced)."""
    if variant.bid_forced is Forced.DEALER:
        return Call(auction.dealer, variant.bid_forced_amount)
    return automatic_call(variant, auction)


def summed_bids(variant: Variant, auction: Auction) -> Mapping[str, tuple[int, ...]]:
    """Every partner's bid by side, 0 for a pass; empty where bids are not added up (bid.summed)."""
    if not is_summed(variant):
        return {}
    unspoken = _unspoken_call(variant, auction)
    said = {call.seat: call.amount or 0 for call in auction.calls}
    if unspoken and not any(said.values()):
        said[unspoken.seat] = unspoken.amount or 0
    return {
        side: tuple(said.get(seat, 0) for seat in seats_of(variant, auction.players, side))
        for side in all_sides(variant, auction.players)
    }


def may_pass_out(variant: Variant) -> bool:
    """Return True if a deal can stay without a bidder, and is then thrown in (bid.forced)."""
    return variant.bid_forced in (Forced.REDEAL, Forced.FIRST_WITH_MELD)


def may_decline(variant: Variant, auction: Auction) -> bool:
    """Return True if the winner of the auction may give the bid up, nobody else having bid (bid.lone-may-decline)."""
    return variant.bid_lone_may_decline and sum(call.amount is not None for call in auction.calls) == 1


def judge_moon_contract(variant: Variant, aim: Aim, amount: int) -> Ruling:
    """Judge whether an auction can have ended in a bid of moon or no trick for this much (bid.moon, bid.no-trick)."""
    moon = variant.moon_for(aim)
    if moon and amount != moon.failed:
        says = f"Here the {variant.meld_names.called(aim)} is bid for {moon.failed}, which it costs if it fails."
        return refuse(says, aim.clause)
    return judge_moon(variant, aim)


def judge_contract(variant: Variant, auction: Auction, bidder: int, amount: int) -> Ruling:
    """Judge whether an auction among these players can have ended so, after any calls (score.made for the most)."""
    automatic = automatic_call(variant, auction)
    if automatic and amount == automatic.amount:
        if bidder == automatic.seat:
            return allow(f"The automatic bid of {amount} stands.", "bid.forced")
        return refuse(f"{amount} is the automatic bid of another seat: more is needed to take it.", "bid.forced")
    if variant.bid_forced is Forced.DEALER and (bidder, amount) == (auction.dealer, variant.bid_forced_amount):
        return allow(f"The dealer takes it at {amount} when all pass.", "bid.forced")
    least = _least_contract(variant, auction, bidder)
    if amount < least:
        return refuse(f"{amount} is too low: the least that wins the bid is {least}.", "bid.min")
    reach = judge_reach(variant, auction.players, amount)
    if not reach:
        return reach
    step = step_at(variant, amount)
    if amount % step and amount != least:
        below = amount - amount % step
        return refuse(f"{amount} is not a multiple of {step}: {below} or {below + step} would do.", "bid.step")
    if is_barred(variant, amount):
        return refuse_barred(variant, amount)
    discount = ("bid.dealer-discount",) if amount < variant.bid_min else ()
    return allow(f"A bid of {amount} stands.", *discount, "bid.min", "bid.step")


def _least_contract(variant: Variant, auction: Auction, bidder: int) -> int:
    automatic = automatic_call(variant, auction)
    if automatic and automatic.amount is not None:
        return next_multiple(variant, automatic.amount)
    return variant.bid_min - (variant.bid_dealer_discount if bidder == auction.dealer else 0)


def is_free_to_name(variant: Variant, bid: int) -> bool:
    """Return True if a bidder for this much may name any suit on any hand (trump.needs)."""
    needs = variant.trump_needs
    return needs is TrumpNeeds.NOTHING or (needs is TrumpNeeds.MARRIAGE_UNLESS_MIN and bid <= variant.bid_min)


def judge_trump(variant: Variant, bid: int, trump: Suit, cards: Iterable[Card]) -> Ruling:
    """Judge whether a bidder who shows these cards may have named this trump (trump.needs)."""
    held, dix = set(cards), variant.pack.dix
    if is_free_to_name(variant, bid):
        return allow("Any suit may be named.", "trump.needs")
    if {Card(Rank.KING, trump), Card(Rank.QUEEN, trump)} <= held:
        return allow(f"A marriage in {trump.word} is there.", "trump.needs")
    if variant.trump_needs is not TrumpNeeds.RUN_MARRIAGE_OR_DIX:
        return refuse(f"No marriage in {trump.word} is shown, and this table asks the bidder for one.", "trump.needs")
    if dix and Card(dix, trump) in held:
        return allow(f"The {Card(dix, trump).words} is there.", "trump.needs")
    says = f"No run, marriage or dix in {trump.word} is shown, and this table asks the bidder for one."
    return refuse(says, "trump.needs")


def judge_bury(
    variant: Variant, trump: Suit, hand: Iterable[Card], melded: Iterable[Card], away: Iterable[Card]
) -> Ruling:
    """Judge whether the bidder may lay these cards away (kitty.size, kitty.bury).

    :param hand: the bidder's cards, the kitty taken up.
    :param melded: those of them in melds on the table, each once.
    """
    laid, held = Counter(away), Counter(hand)
    if variant.kitty_deal_out:
        return refuse("Nothing is laid away: the kitty was shared out.", "kitty.deal-out")
    if laid.total() != variant.kitty_size:
        says = f"{variant.kitty_size} cards must be laid away, not {laid.total()}."
        return refuse(says, "kitty.size", "renege.kinds")
    if laid - held:
        return refuse(f"Not in the hand: {spell((laid - held).elements())}.", "kitty.size")
    if laid - (held - Counter(melded)):
        return refuse("Cards that were melded may not be laid away.", "kitty.unmelded", "kitty.size")
    return _judge_kinds(variant, trump, laid)


def _judge_kinds(variant: Variant, trump: Suit, laid: Counter[Card]) -> Ruling:
    if variant.kitty_bury is Bury.NO_TRUMP and any(card.suit is trump for card in laid):
        return refuse("No trump may be laid away.", "kitty.bury")
    if variant.kitty_bury is Bury.NO_ACES and any(card.rank is Rank.ACE for card in laid):
        return refuse("No ace may be laid away.", "kitty.bury")
    to_show = [card for card in laid if card.suit is trump or card.rank is Rank.ACE]
    if variant.kitty_bury is Bury.SHOWN and to_show:
        return allow(f"Trumps and aces laid away must be shown: {spell(to_show)}.", "kitty.bury")
    return allow("These cards may be laid away.", "kitty.size")
