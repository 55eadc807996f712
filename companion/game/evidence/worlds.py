"""Every distribution of the unseen cards, without listing them: whether one exists under given limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from companion.cards import Card
from companion.game.evidence.trick_log import LoggedPlay, TrickLog
from companion.rules.referee import KnownHand, PlayedCard

Limits = Mapping[int, Mapping[Card, int]]
"""By seat, the most copies of a card that its unseen cards may hold; a card not named has no limit."""


@dataclass(frozen=True)
class Unseen:
    """The cards in unknown places, and the room left for them."""

    seen: tuple[Mapping[Card, int], ...]
    """By seat, the cards that the hand is known to have held as the play began."""
    room: tuple[int, ...]
    """By seat, how many of its cards are not known."""
    cards: Mapping[Card, int]
    """How many copies of each card are unseen."""
    outside: Mapping[Card, int]
    """How many of those may be with players who did not take the kitty."""
    kitty_taker: int | None

    @property
    def too_many(self) -> Card | None:
        """A card of which more copies have been seen than there are."""
        return next((card for card, left in self.outside.items() if left < 0 or self.cards[card] < 0), None)

    @property
    def too_full(self) -> int | None:
        """A seat that is known to have held more cards than a hand has."""
        return next((seat for seat, room in enumerate(self.room) if room < 0), None)


def unseen_cards(log: TrickLog) -> Unseen:
    """Return what the log leaves open; a card shown and a like card played by one player may be the same card."""
    seen = tuple(_seen_of(log, seat) for seat in range(log.players))
    known = Counter(log.laid_away)
    for each in seen:
        known.update(each)
    copies = {**dict.fromkeys(known, 0), **log.variant.pack.counts}
    cards = {card: n - known[card] for card, n in copies.items()}
    kitty = Counter(log.kitty) if log.kitty_taker is not None else Counter[Card]()
    others = Counter[Card]()
    for seat, each in enumerate(seen):
        others.update(each if seat != log.kitty_taker else {})
    outside = {card: min(cards[card], copies[card] - kitty[card] - others[card]) for card in copies}
    room = tuple(log.hand_size - each.total() for each in seen)
    return Unseen(seen, room, cards, outside, log.kitty_taker)


def _seen_of(log: TrickLog, seat: int) -> Counter[Card]:
    played = Counter(play.card for play in log.plays if play.seat == seat)
    return played | Counter(log.shown.get(seat, ()))


def crowded(unseen: Unseen, limits: Limits) -> tuple[int, ...] | None:
    """The smallest group of limited seats for whose room too few cards are left; None if a world fits the limits."""
    for group, others in _groups(unseen, limits):
        needed = sum(unseen.room[seat] for seat in (*group, *others))
        if needed > _available(unseen, limits, group, bool(others)):
            return group
    return None


def _groups(unseen: Unseen, limits: Limits) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Groups of limited seats, each alone and with every seat that a shown kitty alone limits."""
    seats = range(len(unseen.room))
    rest = tuple(seat for seat in seats if seat not in limits and seat != unseen.kitty_taker)
    together = ((), rest) if unseen.outside != unseen.cards and rest else ((),)
    for size in range(len(limits) + 1):
        for group in combinations(sorted(limits), size):
            for others in together:
                yield group, others


def _available(unseen: Unseen, limits: Limits, group: tuple[int, ...], others: bool) -> int:
    """How many of the unseen cards the group may take together."""
    total, taker = 0, unseen.kitty_taker
    outsiders = [limits[seat] for seat in group if seat != taker]
    inside = limits[taker] if taker is not None and taker in group else None
    for card, left in unseen.cards.items():
        if not left:
            continue
        outside = unseen.outside[card]
        most = outside if others else min(outside, sum(each.get(card, left) for each in outsiders))
        own = 0 if inside is None else inside.get(card, left)
        total += min(left, most + own)
    return total


def played_card(log: TrickLog, moment: LoggedPlay, who: str) -> PlayedCard:
    """The question whether this play was legal, as far as the whole log answers it."""
    unseen, seat = unseen_cards(log), moment.seat
    rest = Counter(unseen.seen[seat]) - Counter(moment.earlier) - Counter([moment.card])
    others = Counter(log.laid_away)
    for other, cards in enumerate(unseen.seen):
        others.update(cards if other != seat else moment.earlier)
    if seat != log.kitty_taker:
        # Copies that the kitty holds can be in nobody else's hand.
        others.update({card: left - unseen.outside[card] for card, left in unseen.cards.items()})
    gone = others - Counter(moment.turn.trick)
    size = log.hand_size - sum(moment.earlier.values()) - 1
    return PlayedCard(
        moment.turn, moment.card, KnownHand(tuple(rest.elements()), size=size, gone=tuple(gone.elements())), who=who
    )
