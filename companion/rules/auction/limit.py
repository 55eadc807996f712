"""How much a side can score with any cards at all: a bid above it, or a meld, is a slip of whoever wrote it.

No text forbids a hopeless bid. One that the best cards of the pack could not make is turned down all the same, because
nobody bids it: it is a bid with a figure too many.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Suit
from companion.rules.choices import Draw, Sides
from companion.rules.dealing.hands import most_held
from companion.rules.dealing.seating import side_count
from companion.rules.meld.layable import most_melded
from companion.rules.meld.most import most_in_hand
from companion.rules.play.count import total_range, upper
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant

_ORDINARY = 4
"""How many times the lowest bid one may be that nobody wonders at."""
_NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight")


def judge_reach(variant: Variant, players: int, amount: int) -> Ruling:
    """Whether a side could make a bid of this height if it held the best cards there are (score.made, meld.best).

    The figures are no exact ones for several hands, which are taken to be the best at once; never are they too low.
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
    """Whether a bid or a meld can be, but alone comes to the target: more likely a figure too many than a hand.

    At a table with a target that ordinary bids come to, only a bid of several times the lowest is.
    """
    target = None if variant.end_deal else variant.end_target
    if target is None or amount < max(target, _ORDINARY * variant.bid_min):
        return False
    return bool(judge_reach(variant, players, amount))


def hands_of_bidder(variant: Variant, players: int) -> tuple[int, ...]:
    """How many cards each hand of the bidding side has at most when it melds, the bidder's first."""
    partners = 2 if variant.sides is Sides.CALLED else players // side_count(variant, players)
    return (most_held(variant, True), *[most_held(variant, False)] * (partners - 1))


def judge_told_meld(variant: Variant, trump: Suit | None, hands: Sequence[int], points: int) -> Ruling:
    """Whether these hands together can meld so much: in the unit's steps, and no more than any cards would (meld.best).

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
    """What hands of so many cards cannot meld more than; melds laid during the play are paid again as they grow."""
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
        return f"hands of {' and '.join(map(str, hands))} cards meld at most {most}"
    verb = "melds" if len(hands) == 1 else "meld"
    return f"{_NUMBERS[len(hands)]} {'hand' if len(hands) == 1 else 'hands'} of {hands[0]} cards {verb} at most {most}"
