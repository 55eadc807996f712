"""What sides would meld under some rules, from hands that are dealt at random: used until a house has deals enough."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from typing import Protocol, TypeVar

from companion.cards import Card, Rank, Suit
from companion.figures.luck import AGAINST, BIDDING, NO_BID, Tally
from companion.rules.choices import Bidding, Draw, Sides
from companion.rules.dealing import hands_dealt, side_of
from companion.rules.meld import best_meld
from companion.rules.variant import Variant

Hand = list[Card]
_T = TypeVar("_T")


class Shuffles(Protocol):
    """Chance, from outside."""

    def shuffle(self, x: MutableSequence[_T], /) -> None:
        """Put things into an order that nobody foresees."""
        ...


def can_simulate(variant: Variant) -> bool:
    """Whether hands meld as they are dealt, taken up and passed; where cards are drawn they do not."""
    return variant.draw is Draw.NONE


def simulate(variant: Variant, players: int, chance: Shuffles, deals: int) -> dict[str, Tally]:
    """By whose bid it is, what a side melds in deals that chance makes.

    The bidder is whoever has the best mix of meld, trumps and aces; partners pass what helps most.
    """
    found: dict[str, Tally] = {}
    for _ in range(deals):
        for whose, points in _one_deal(variant, players, chance):
            found[whose] = found.get(whose, Tally()).plus(points)
    return found


def _one_deal(variant: Variant, players: int, chance: Shuffles) -> Iterator[tuple[str, int]]:
    hands, kitty = _dealt(variant, players, chance)
    if variant.bid is Bidding.NONE:
        trump = chance_suit(chance)
        yield from _by_side(variant, hands, trump, dict.fromkeys(_sides(variant, len(hands)), NO_BID))
        return
    bidder, trump = max(
        ((seat, suit) for seat in range(len(hands)) for suit in Suit),
        key=lambda each: _worth(variant, hands[each[0]], each[1]),
    )
    hands[bidder] += kitty
    sides = _sides(variant, len(hands))
    partners = [seat for seat in range(len(hands)) if sides[seat] == sides[bidder] and seat != bidder]
    for partner in partners if variant.pass_count else ():
        _pass(variant, trump, hands[partner], hands[bidder])
    if variant.sides is Sides.CALLED:
        partners = [(bidder + 1) % len(hands)]
    bidding = {bidder, *partners}
    yield from _teams(variant, hands, trump, bidding, sides)


def _dealt(variant: Variant, players: int, chance: Shuffles) -> tuple[list[Hand], Hand]:
    cards = [card for card, copies in variant.pack.counts.items() for _ in range(copies)]
    chance.shuffle(cards)
    size, count = variant.hand_size, hands_dealt(variant, players)
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(count)]
    return hands, cards[count * size : count * size + variant.kitty_size]


def chance_suit(chance: Shuffles) -> Suit:
    """A suit, each as likely as the others."""
    suits = list(Suit)
    chance.shuffle(suits)
    return suits[0]


def _sides(variant: Variant, players: int) -> list[str]:
    return [side_of(variant, players, seat) for seat in range(players)]


def _teams(
    variant: Variant, hands: Sequence[Hand], trump: Suit, bidding: set[int], sides: Sequence[str]
) -> Iterator[tuple[str, int]]:
    """The meld of the bidding team, then of every other; where a partner is called all the others are one."""
    melds = [best_meld(variant, trump, hand).total for hand in hands]
    yield BIDDING, sum(melds[seat] for seat in bidding)
    others = [seat for seat in range(len(hands)) if seat not in bidding]
    one_team = variant.sides is Sides.CALLED
    for team in {"" if one_team else sides[seat] for seat in others}:
        yield AGAINST, sum(melds[seat] for seat in others if one_team or sides[seat] == team)


def _by_side(variant: Variant, hands: Sequence[Hand], trump: Suit, told: dict[str, str]) -> Iterator[tuple[str, int]]:
    sides = _sides(variant, len(hands))
    for side, whose in told.items():
        hands_of = (hand for hand, each in zip(hands, sides, strict=True) if each == side)
        yield whose, sum(best_meld(variant, trump, hand).total for hand in hands_of)


def _worth(variant: Variant, hand: Hand, trump: Suit) -> float:
    """A hand as a bidder looks at it."""
    trumps = sum(card.suit is trump for card in hand)
    aces = sum(card.rank is Rank.ACE for card in hand)
    return best_meld(variant, trump, hand).total + variant.scale * (trumps / 2 + aces)


def _pass(variant: Variant, trump: Suit, giver: Hand, bidder: Hand) -> None:
    """The partner's cards that add most to the bidder's meld, and back those whose loss costs least."""
    for _ in range(variant.pass_count):
        _move(giver, bidder, max(set(giver), key=lambda card: (_worth(variant, [*bidder, card], trump), repr(card))))
    for _ in range(variant.pass_count):
        _move(
            bidder,
            giver,
            max(set(bidder), key=lambda card: (_worth(variant, _without(bidder, card), trump), repr(card))),
        )


def _move(source: Hand, target: Hand, card: Card) -> None:
    source.remove(card)
    target.append(card)


def _without(hand: Hand, card: Card) -> Hand:
    rest = list(hand)
    rest.remove(card)
    return rest
