"""Cards in the hands of one deal: dealt, taken up from the kitty, laid away, and played to tricks."""

from __future__ import annotations

from random import Random

from companion.cards import Card, Suit, parse_card
from companion.game.state import DealState, GameState
from tests.game.second_scorer.judge.cards import counter, pack, takes
from tests.game.second_scorer.judge.figures import Options


class Hands:
    """The cards of a deal; the exchange between partners is over."""

    def __init__(self, options: Options, state: GameState, deal: DealState, random: Random) -> None:
        cards = pack(options)
        random.shuffle(cards)
        self.options, self.random = options, random
        self.seats, each_gets_one = state.seats_in(deal), options["kitty.deal-out"]
        self.kitty = [] if each_gets_one else [cards.pop() for _ in range(options["kitty.size"])]
        size = options["hand.size"] + each_gets_one
        self.held = {seat: [cards.pop() for _ in range(size)] for seat in self.seats}
        self.away: list[str] = []

    def take_kitty(self, bidder: int) -> None:
        """The bidder takes the kitty up."""
        self.held[bidder] += self.kitty
        self.kitty = []

    def lay_away(self, bidder: int) -> None:
        """As many cards go as came."""
        held = self.held[bidder]
        while len(held) > self.options["hand.size"] and not self.options["kitty.deal-out"]:
            self.away.append(held.pop(self.random.randrange(len(held))))

    def shown(self, seat: int) -> tuple[Card, ...]:
        return tuple(map(parse_card, self.held[seat]))

    def longest(self, seat: int) -> Suit:
        """The suit of which a player holds most."""
        suits = [card[-1] for card in self.held[seat]]
        return Suit(max(sorted(set(suits)), key=suits.count))

    def tricks(self, leader: int, trump: str) -> list[tuple[int, list[str]]]:
        """The deal played out, cards at random as far as suit and trump let them: who led, and what fell."""
        played = []
        held = {seat: list(cards) for seat, cards in self.held.items()}
        while all(held.values()):
            turn = self.seats.index(leader)
            order, fallen = (*self.seats[turn:], *self.seats[:turn]), list[str]()
            for seat in order:
                able = [card for card in held[seat] if fallen and card[-1] == fallen[0][-1]]
                able = able or [card for card in held[seat] if fallen and card[-1] == trump] or held[seat]
                fallen.append(self.random.choice(able))
                held[seat].remove(fallen[-1])
            played.append((leader, fallen))
            leader = order[takes(self.options, trump, fallen)]
        return played

    def away_counts(self) -> int:
        """What the cards laid away count for the bidder (kitty.counts)."""
        return sum(counter(self.options, card) for card in self.away) if self.options["kitty.counts"] else 0
