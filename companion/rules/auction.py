"""The auction: the speaker, the possible bids, and the bids that nobody could make (section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.cards import Suit
from companion.rules.choices import Aim, Bidding, BidRounds, Draw, Forced, Sides
from companion.rules.count import total_range, upper
from companion.rules.dealing import most_held, side_count
from companion.rules.meld.laying import most_melded
from companion.rules.meld.most import most_in_hand
from companion.rules.phrases import series
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant

_ORDINARY = 4
"""A bid below this many times the lowest is never asked about."""
_NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight")


def judge_reach(variant: Variant, players: int, amount: int) -> Ruling:
    """Judge whether a side could make a bid of this height if it held the best cards there are (score.made, meld.best).

    For several hands the figure is an upper bound: each is taken to hold its best cards.
    """
    least, most = total_range(variant, players)
    if amount <= most:
        return allow(f"The tricks alone can make {amount}.", "score.made", "count.total")
    hands, meld = hands_of_bidder(variant, players), 0
    for trump in Suit:
        meld = max(meld, most_melded_in(variant, trump, hands))
        if amount <= meld + most:
            return allow(f"Meld and tricks can make {amount}.", "score.made", "meld.best", "count.total")
    says = f"{amount} cannot be made: {melds_say(hands, meld)}, and all tricks are worth {upper(least, most)}."
    return refuse(says, "score.made", "meld.best", "count.total")


def is_whole_game(variant: Variant, players: int, amount: int) -> bool:
    """Return True if a bid or a meld can be, but alone comes to the target: more likely a figure too many than a hand.

    Where ordinary bids reach the target, only a bid of at least ``_ORDINARY`` times the lowest counts.
    """
    target = None if variant.end_deal else variant.end_target
    if target is None or amount < max(target, _ORDINARY * variant.bid_min):
        return False
    return bool(judge_reach(variant, players, amount))


def hands_of_bidder(variant: Variant, players: int) -> tuple[int, ...]:
    """How many cards each hand of the bidding side has at most when it melds, the bidder's first."""
    partners = 2 if variant.sides is Sides.CALLED else players // side_count(variant, players)
    return hands_held(variant, partners, bids=True)


def hands_held(variant: Variant, partners: int, *, bids: bool) -> tuple[int, ...]:
    """The most cards that each of these partners' hands has when it melds; of bidders the first takes the kitty."""
    return tuple(most_held(variant, bids and hand == 0) for hand in range(partners))


def judge_meld_sum(variant: Variant, trump: Suit | None, hands: Sequence[int], points: int) -> Ruling:
    """Judge whether these hands together can meld that: in the unit's steps, and at most the pack's best (meld.best).

    :param hands: how many cards each of them has.
    """
    if points < 0:
        return refuse("Meld is never less than 0.", "meld.table")
    if points % variant.scale:
        below = points - points % variant.scale
        return refuse(f"In tens a meld ends in 0: {below} or {below + variant.scale}, not {points}.", "unit")
    most = most_melded_in(variant, trump, hands)
    if points > most:
        laid = f"all the melds of a deal come to at most {most}"
        says = laid if variant.draw is Draw.STOCK else melds_say(hands, most)
        return refuse(f"{points} cannot be: {says}.", "meld.best", "meld.table", "hand.size")
    return allow(f"Meld {points}.", "meld.table")


def most_melded_in(variant: Variant, trump: Suit | None, hands: Sequence[int]) -> int:
    """The most that hands of these sizes can meld; melds laid during the play are paid again as they grow."""
    if variant.draw is Draw.STOCK:
        return len(hands) * most_melded(variant)
    return sum(most_in_hand(variant, trump, cards) for cards in hands)


def melds_say(hands: Sequence[int], most: int) -> str:
    """The most that such hands meld, as a part of a sentence.

    >>> melds_say((12, 12), 3600), melds_say((15,), 190), melds_say((15, 11), 3000)
    ('two hands of 12 cards meld at most 3600', 'a hand of 15 cards melds at most 190', 'hands of 15 and 11 cards \
meld at most 3000')
    """
    if len({*hands}) > 1:
        return f"hands of {series(map(str, hands))} cards meld at most {most}"
    verb = "melds" if len(hands) == 1 else "meld"
    return f"{_NUMBERS[len(hands)]} {'hand' if len(hands) == 1 else 'hands'} of {hands[0]} cards {verb} at most {most}"


_AUTOMATIC = (Forced.DEALER_AUTOMATIC, Forced.FIRST_HAND_AUTOMATIC)


@dataclass(frozen=True)
class Call:
    """One player's word in the auction: a bid in the variant's unit, or a pass."""

    seat: int
    amount: int | None
    """None for a pass."""
    helps: bool = False
    """True if a pass says that the player could help partner (bid.pass-help)."""
    moon: bool = False
    """True for a bid to take every trick; the amount is then its cost if it fails (bid.moon)."""


@dataclass(frozen=True)
class Auction:
    """The calls of a deal so far; seats count clockwise from 0."""

    players: int
    dealer: int
    calls: tuple[Call, ...] = ()
    sits_out: tuple[int, ...] = ()
    """The seats that take no part in this deal."""

    @property
    def order(self) -> tuple[int, ...]:
        """The seats that take part, clockwise from the dealer's left (bid.order)."""
        clockwise = ((self.dealer + step) % self.players for step in range(1, self.players + 1))
        return tuple(seat for seat in clockwise if seat not in self.sits_out)

    def with_call(self, call: Call) -> Auction:
        return replace(self, calls=(*self.calls, call))


def first_hand(auction: Auction) -> int:
    """The seat left of the dealer."""
    return auction.order[0]


def automatic_call(variant: Variant, auction: Auction) -> Call | None:
    """Return the bid before anyone speaks (bid.forced)."""
    if variant.bid_forced not in _AUTOMATIC:
        return None
    dealer_bids = variant.bid_forced is Forced.DEALER_AUTOMATIC
    return Call(auction.dealer if dealer_bids else first_hand(auction), variant.bid_forced_amount)


def high_call(variant: Variant, auction: Auction) -> Call | None:
    """The highest bid so far, an automatic one included; of equal bids the earlier (res.summed, res.moon)."""
    bids = [call for call in auction.calls if call.amount is not None]
    return max(bids, key=lambda call: (call.moon, call.amount or 0)) if bids else automatic_call(variant, auction)


def next_bidder(variant: Variant, auction: Auction) -> int | None:
    """The seat on turn, or None when the auction is over (bid.order, bid.rounds, res.moon)."""
    if variant.bid is Bidding.NONE or any(call.moon for call in auction.calls):
        return None
    order = auction.order
    if variant.bid_forced is Forced.FIRST_HAND_AUTOMATIC:
        order = order[1:] + order[:1]
    waiting = [seat for seat in order if _may_still_speak(variant, auction, seat)]
    high = high_call(variant, auction)
    if not waiting or (high and waiting == [high.seat] and not is_summed(variant)):
        return None
    last = auction.calls[-1].seat if auction.calls else order[-1]
    after = order.index(last) + 1
    return next(seat for seat in order[after:] + order[:after] if seat in waiting)


def _may_still_speak(variant: Variant, auction: Auction, seat: int) -> bool:
    own = [call for call in auction.calls if call.seat == seat]
    if any(call.amount is None for call in own):
        return False
    turns = _turns(variant)
    return turns is None or len(own) < turns


def _turns(variant: Variant) -> int | None:
    """Return how often each player may speak; None for as often as they bid (bid.rounds, res.summed)."""
    return 1 if is_summed(variant) else {BidRounds.ONE_TURN: 1, BidRounds.TWO_TURNS: 2}.get(variant.bid_rounds)


def is_one_turn(variant: Variant) -> bool:
    """Return True if nobody may speak twice (bid.rounds, bid.summed)."""
    return _turns(variant) == 1


def is_summed(variant: Variant) -> bool:
    """Return True if the bids of partners are added up (bid.summed)."""
    return variant.bid is Bidding.SUMMED


def step_at(variant: Variant, amount: int) -> int:
    """The step in force at this height: a bid there is a multiple of it (bid.step)."""
    (_, step), *higher = variant.bid_step
    return next((taller for start, taller in reversed(higher) if start <= amount), step)


def is_barred(variant: Variant, amount: int) -> bool:
    """Return True if a bid ends in digits that may not be named (bid.barred)."""
    return amount % (10 * variant.scale) in variant.bid_barred


def lowest_bid(variant: Variant, auction: Auction) -> int:
    """The least that the player on turn may bid (bid.min, bid.step, bid.dealer-discount)."""
    high = high_call(variant, auction)
    if high is None or high.amount is None:
        discount = variant.bid_dealer_discount if next_bidder(variant, auction) == auction.dealer else 0
        return variant.bid_min - discount
    if is_summed(variant):
        return variant.bid_min
    return next_multiple(variant, high.amount)


def highest_bid(variant: Variant, auction: Auction) -> int | None:
    """The most that the player on turn may bid, or None where there is no limit (bid.max-jump, res.opening)."""
    if variant.bid_max_jump is None or is_summed(variant):
        return None
    high = high_call(variant, auction)
    if high is None or high.amount is None:
        return next_multiple(variant, variant.bid_min)
    return high.amount + variant.bid_max_jump


def next_multiple(variant: Variant, amount: int) -> int:
    """The least bid above ``amount`` that is a multiple of the step in force there, and may be named."""
    multiple = _next_multiple(variant, amount)
    while is_barred(variant, multiple):
        multiple = _next_multiple(variant, multiple)
    return multiple


def _next_multiple(variant: Variant, amount: int) -> int:
    above = amount + 1
    (_, step), *higher = variant.bid_step
    for start, taller in higher:
        multiple = above + -above % step
        if multiple < start:
            return multiple
        above, step = max(above, start), taller
    return above + -above % step


def legal_bids(variant: Variant, auction: Auction, at_most: int = 6) -> tuple[int, ...]:
    """The lowest bids open to the player on turn, rising, at most ``at_most`` of them."""
    bids, limit = [lowest_bid(variant, auction)], highest_bid(variant, auction)
    while len(bids) < at_most:
        above = next_multiple(variant, bids[-1])
        if (limit is not None and above > limit) or not judge_reach(variant, auction.players, above):
            break
        bids.append(above)
    return tuple(bids)


def bids_to_offer(variant: Variant, auction: Auction) -> tuple[int, ...]:
    """The lowest legal bids, more of them where each player speaks but once (bid.rounds).

    Where wider steps begin beyond them, the first of those too (bid.step).
    """
    bids = legal_bids(variant, auction, 12 if _turns(variant) == 1 else 6)
    beyond = [start for start, _ in variant.bid_step if start > bids[-1] and judge_bid(variant, auction, start)]
    return (*bids[:-1], beyond[0]) if beyond else bids


def judge_bid(variant: Variant, auction: Auction, amount: int) -> Ruling:
    """Judge whether the player on turn may bid ``amount``; a refusal says what may be bid, or why nobody can."""
    if is_barred(variant, amount):
        return refuse_barred(variant, amount)
    low, high = lowest_bid(variant, auction), highest_bid(variant, auction)
    if amount < low:
        clauses = ("bid.step",) if high_call(variant, auction) else _lowest_clauses(variant, low)
        return refuse(f"{amount} is too low: bid {low} or more, or pass.", *clauses)
    if high is not None and amount > high:
        clauses = ("bid.max-jump", "bid.step") if high_call(variant, auction) else ("bid.max-jump", "res.opening")
        return refuse(
            f"{amount} is too high a jump: bid {series(map(str, legal_bids(variant, auction)), 'or')}, or pass.",
            *clauses,
        )
    reach = judge_reach(variant, auction.players, amount)
    if not reach:
        return reach
    step = step_at(variant, amount)
    if amount != low and amount % step:
        below = amount - amount % step
        near = f"{below} or {below + step}" if below >= low else str(below + step)
        return refuse(f"{amount} is not a multiple of {step}: {near} would do.", "bid.step")
    if amount < variant.bid_min:
        says = f"{amount} may be bid: nobody has bid, and the dealer may go below {variant.bid_min}."
        return allow(says, *_lowest_clauses(variant, amount))
    return allow(f"{amount} may be bid.", "bid.step", "bid.min")


def moon_call(variant: Variant, seat: int) -> Call | None:
    """A player's bid to take every trick; None where there is no such bid (bid.moon)."""
    return Call(seat, variant.moon.failed, moon=True) if variant.moon else None


def judge_moon(variant: Variant, aim: Aim = Aim.EVERY_TRICK, in_turn: bool = False) -> Ruling:
    """Judge whether a player may bid the moon, or for no trick (bid.moon, bid.no-trick).

    :param in_turn: whether it is a word of the auction, not said by the player who has the bid.
    """
    name = variant.meld_names.called(aim)
    if variant.moon_for(aim) is None:
        return refuse(f"The {name} cannot be bid at this table.", aim.clause)
    if aim not in variant.said_for_trump:
        return allow(f"The {name} may be bid: it is higher than any figure.", "bid.moon", "res.moon")
    clauses = ("bid.moon", "bid.moon.untrumped") if aim is Aim.EVERY_TRICK else (aim.clause,)
    if in_turn:
        says = f"The {name} is no bid here: who has won the bid says it in place of trump."
        return refuse(says, *clauses)
    return allow(f"Who has the bid may say the {name} in place of trump.", *clauses)


def refuse_barred(variant: Variant, amount: int) -> Ruling:
    """Say why a bid that ends so may not be named, and which would do instead."""
    ends = series(map(str, variant.bid_barred), "or")
    return refuse(f"Bids that end in {ends} are not named: {next_multiple(variant, amount)} would do.", "bid.barred")


def _lowest_clauses(variant: Variant, low: int) -> tuple[str, ...]:
    """The clauses on the lowest bid, and on the dealer's where that is lower."""
    return ("bid.dealer-discount", "bid.min") if low < variant.bid_min else ("bid.min",)


def judge_pass(variant: Variant, auction: Auction, helps: bool = False, holds_meld: bool | None = None) -> Ruling:
    """Judge whether the player on turn may pass (bid.forced, bid.pass-help).

    :param holds_meld: whether the hand holds any meld, where that is known.
    """
    opens = high_call(variant, auction) is None
    if opens and variant.bid_forced is Forced.FIRST_HAND and next_bidder(variant, auction) == first_hand(auction):
        return refuse(f"The hand left of the dealer must open with at least {variant.bid_min}.", "bid.forced")
    if opens and variant.bid_forced is Forced.FIRST_WITH_MELD and holds_meld:
        least = lowest_bid(variant, auction)
        return refuse(f"A hand with meld must open, with at least {least}: nobody has bid yet.", "bid.forced")
    if helps and not variant.bid_pass_help:
        clauses = ("bid.pass-help", *variant.conduct_of("conduct.bid-words"))
        return refuse("At this table a pass says nothing more.", *clauses)
    help_given = ("bid.pass-help",) if helps else ()
    if opens and variant.bid_forced is Forced.FIRST_WITH_MELD:
        says = "Passing here says that the hand holds no meld: the duty to open moves on."
        return allow(says, *help_given, "bid.forced")
    return allow("A pass is final.", *help_given, "bid.rounds")


def meld_signal(variant: Variant, auction: Auction, amount: int) -> str | None:
    """Return what a first-round bid tells partner about meld, or None if nothing (bid.meld-bids)."""
    first_round = len(auction.calls) < len(auction.order)
    high = high_call(variant, auction)
    if variant.bid_meld_bids is None or not first_round or amount >= variant.bid_meld_bids or high is None:
        return None
    raise_by = (amount - (high.amount or 0)) // step_at(variant, amount)
    return f"about {10 * raise_by * variant.scale} to {(10 * raise_by + 9) * variant.scale} meld"
