"""Plays deals out by the committed rules, each player after a simple policy; for the benches of the adviser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards import Card, Rank, Suit, spell
from companion.rules.adviser.advice import sums_of
from companion.rules.adviser.worlds import Exchange
from companion.rules.choices import LeadBy
from companion.rules.contract import judge_bury
from companion.rules.count import rank_points
from companion.rules.dealing import hands_dealt, seats_of, side_of
from companion.rules.meld.best import best_meld
from companion.rules.play import Turn, legal_plays, rank_strength, trick_winner
from companion.rules.variant import Variant

LONG = 5
"""The number of trumps from which the bidder's side draws the others' without an ace."""


@dataclass
class Table:
    """A deal: the hands by seat, and the kitty. The bidder plays it with :meth:`total`."""

    variant: Variant
    hands: list[list[Card]]
    kitty: list[Card]

    @classmethod
    def deal(cls, variant: Variant, chance: Random) -> Table:
        """A deal out of a shuffled pack."""
        cards = [card for card, copies in variant.pack.counts.items() for _ in range(copies)]
        chance.shuffle(cards)
        players, size = hands_dealt(variant, variant.players[1]), variant.hand_size
        return cls(variant, [cards[n * size : (n + 1) * size] for n in range(players)], cards[players * size :])

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats that play with this one, its own first."""
        players = len(self.hands)
        seats = seats_of(self.variant, players, side_of(self.variant, players, seat))
        return (seat, *(each for each in seats if each != seat))

    def take_over(self, bidder: int, trump: Suit) -> Table:
        """The deal once the bidder has the kitty, and partners have passed cards."""
        hands = [list(hand) for hand in self.hands]
        hands[bidder] += self.kitty
        if self.variant.pass_count:
            partner = self.side_of(bidder)[1]
            sums = sums_of(self.variant)
            own, others = sums.counts(hands[bidder]), sums.counts(hands[partner])
            Exchange(self.variant, sums).swap(own, others, tuple(Suit).index(trump))
            for seat, held in ((bidder, own), (partner, others)):
                hands[seat] = [card for card, n in zip(sums.kinds, held, strict=True) for _ in range(n)]
        return Table(self.variant, hands, [])

    def meld(self, bidder: int, trump: Suit) -> int:
        """The meld of the bidder's side after passing cards or taking the kitty."""
        return sum(best_meld(self.variant, trump, self.hands[seat]).total for seat in self.side_of(bidder))

    def counters(self, bidder: int, trump: Suit, bid: int | None = None) -> int:
        """The counters of the bidder's side, in tricks and in the cards laid away."""
        away, tricks = self.play(bidder, trump, bid)
        mine, points = set(self.side_of(bidder)), rank_points(self.variant.count, self.variant.unit)
        won = [card for taker, trick in tricks if taker in mine for card in trick]
        last = self.variant.count_last_trick * (tricks[-1][0] in mine)
        return last + sum(points.get(card.rank, 0) for card in (*won, *(away if self.variant.kitty_counts else ())))

    def play(self, bidder: int, trump: Suit, bid: int | None = None) -> tuple[list[Card], list[tuple[int, list[Card]]]]:
        """The cards that the bidder lays away, and each trick with the seat that takes it."""
        away = _lay_away(self.variant, trump, self.hands[bidder]) if self.variant.kitty_size else []
        hands = [list(hand) for hand in self.hands]
        for card in away:
            hands[bidder].remove(card)
        mine = set(self.side_of(bidder))
        leader = bidder if self.variant.lead_by is LeadBy.BIDDER else 0
        tricks, broken, first = list[tuple[int, list[Card]]](), False, True
        while hands[leader]:
            trick: list[Card] = []
            for place in range(len(hands)):
                seat = (leader + place) % len(hands)
                turn = Turn(trump, tuple(trick), tuple(hands[seat]), broken, first, bid)
                allies = [(each - leader) % len(hands) for each in self.side_of(seat)]
                card = choose(self.variant, turn, len(hands), allies, seat in mine)
                hands[seat].remove(card)
                trick.append(card)
                first = False
            broken = broken or any(card.suit is trump for card in trick)
            leader = (leader + trick_winner(self.variant, trump, trick)) % len(hands)
            tricks.append((leader, trick))
        return away, tricks


def _lay_away(variant: Variant, trump: Suit, hand: Sequence[Card]) -> list[Card]:
    """Unmelded cards of short suits, counters first among them; neither trumps nor aces while there are others."""
    needed: Counter[Card] = Counter()
    for meld in best_meld(variant, trump, hand).melds:
        needed |= Counter(meld.cards)
    lengths, points = Counter(card.suit for card in hand), rank_points(variant.count, variant.unit)

    def cost(card: Card) -> tuple[bool, bool, int, int]:
        return card.suit is trump, card.rank is Rank.ACE, lengths[card.suit], -points.get(card.rank, 0)

    free = sorted((Counter(hand) - needed).elements(), key=cost)
    away = [*free, *sorted(needed.elements(), key=cost)][: variant.kitty_size]
    if len(free) >= len(away) and not judge_bury(variant, trump, hand, needed.elements(), away):
        raise ValueError(f"{spell(away)} may not be laid away from {spell(hand)}")
    return away


def choose(variant: Variant, turn: Turn, players: int, allies: Sequence[int], bids: bool) -> Card:
    """The card that a simple player plays.

    :param allies: the places in the trick of those who play together, the player's own among them.
    :param bids: whether the player is of the bidder's side.
    """
    points, strength = rank_points(variant.count, variant.unit), rank_strength(variant.card_rank)

    def worth(card: Card) -> tuple[int, bool, int]:
        return points.get(card.rank, 0), card.suit is turn.trump, strength[card.rank]

    # Not a set: among cards that are worth the same its order differs from process to process.
    legal = sorted(dict.fromkeys(legal_plays(variant, turn).legal), key=worth)
    if len(legal) == 1:
        return legal[0]
    if not turn.trick:
        return _lead(turn, legal, bids)
    wins = [card for card in legal if trick_winner(variant, turn.trump, (*turn.trick, card)) == len(turn.trick)]
    loses = [card for card in legal if card not in wins]
    last, winner = len(turn.trick) + 1 == players, trick_winner(variant, turn.trump, turn.trick)
    if winner in allies and loses:
        is_safe = last or turn.trick[winner].rank is Rank.ACE
        paying = [card for card in loses if points.get(card.rank, 0)]
        return max(paying, key=lambda card: _gift(turn, card, points[card.rank])) if is_safe and paying else loses[0]
    if not wins:
        return legal[0]
    return wins[-1] if last else next((card for card in wins if card.rank is Rank.ACE), wins[0])


def _gift(turn: Turn, card: Card, points: int) -> tuple[bool, bool, int, int]:
    """The order of gifts to a partner's trick: no trump, no ace, high counters."""
    return card.suit is not turn.trump, card.rank is not Rank.ACE, points, list(Rank).index(card.rank)


def _lead(turn: Turn, legal: Sequence[Card], bids: bool) -> Card:
    """An ace of a short suit; trumps where the bidder's side has them; else the lowest card of a long suit."""
    lengths = Counter(card.suit for card in turn.hand)
    trumps = [card for card in legal if card.suit is turn.trump]
    sides = [card for card in legal if card.suit is not turn.trump]
    aces = [card for card in sides if card.rank is Rank.ACE]
    if aces:
        return min(aces, key=lambda card: lengths[card.suit])
    if bids and trumps and (not sides or trumps[-1].rank is Rank.ACE or len(trumps) >= LONG):
        return trumps[-1] if trumps[-1].rank is Rank.ACE else trumps[0]
    longest = max((lengths[card.suit] for card in sides), default=0)
    return next((card for card in sides if lengths[card.suit] == longest), legal[0])
