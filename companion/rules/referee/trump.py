"""Could the bidder name that trump? (section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from companion.cards import Card, Rank, Suit
from companion.rules.choices import TrumpNeeds
from companion.rules.contract import is_free_to_name, judge_trump
from companion.rules.phrases import series
from companion.rules.referee.play import HandQuestion, KnownHand, unseen
from companion.rules.referee.question import Said, check_sides, on_page
from companion.rules.referee.settled import Condition, Consequence, Question, Settled, Step, Verdict, elsewhere, once
from companion.rules.score.facts import DealEnd, Names, side_name
from companion.rules.score.unplayed import asks_meld, judge_no_marriage
from companion.rules.variant import Variant


def _asks_hand(variant: Variant, _said: Said) -> bool:
    return variant.trump_needs is not TrumpNeeds.NOTHING


@dataclass(frozen=True, kw_only=True)
class TrumpQuestion(HandQuestion):
    """A question whether the bidder may name a suit (trump.needs)."""

    question = Question.TRUMP

    trump: Suit = on_page("Trump", needed="Tap the suit that the bidder wants to name.")
    bid: int = on_page("The bid", hint="Empty: the lowest there is", of="bid")
    side: str | None = None
    holds: tuple[Card, ...] | None = on_page(
        "The bidder’s hand", None, form="held", hint="the cards that matter; nothing if nobody knows", when=_asks_hand
    )
    whole: bool = on_page("That is the whole hand", False, in_json=False, when=_asks_hand)

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        check_sides(variant, side=self.side)
        return settle_trump(variant, NamedTrump(self.trump, self.bid, self.known(), self.side), name)


@dataclass(frozen=True)
class NamedTrump:
    """A suit that the bidder names."""

    trump: Suit
    bid: int
    hand: KnownHand = field(default_factory=KnownHand)
    """The known part of the bidder's hand."""
    side: str | None = None


def settle_trump(variant: Variant, named: NamedTrump, name: Names = side_name) -> Settled:
    """Return whether the bidder may name this suit; with cards unseen, what must be among them (trump.needs).

    :raises QuestionError: if the hand cannot be so.
    """
    own = _judge_trump(variant, named)
    others = elsewhere(variant, ("trump.needs",), own, lambda other: _judge_trump(other, named))
    follows = _no_marriage(variant, named, name)
    pays = ("score.no-marriage.opponents",) if asks_meld(variant, named.bid) else ()
    clauses = once(*own.clauses, "score.no-marriage", *pays) if follows else own.clauses
    return replace(own, elsewhere=others, consequence=follows, clauses=clauses)


def _judge_trump(variant: Variant, named: NamedTrump) -> Settled:
    possible, suit = unseen(variant.pack, named.hand, ()), named.trump.word
    if is_free_to_name(variant, named.bid) or judge_trump(variant, named.bid, named.trump, named.hand.rest):
        says = f"Legal: {judge_trump(variant, named.bid, named.trump, named.hand.rest).says}"
        return Settled(Question.TRUMP, Verdict.LEGAL, says, _held(named), ("trump.needs",))
    missing = [tuple(card for card in way if card not in named.hand.rest) for way in _ways(variant, named.trump)]
    open_ways = [way for way in missing if _fits(named.hand, possible, way)]
    if not open_ways:
        needs = series([_way_says(way) for way in _ways(variant, named.trump)], "or")
        says = f"Not legal: to name {suit} the bidder must hold {needs}."
        return Settled(Question.TRUMP, Verdict.NOT_LEGAL, says, _held(named), ("trump.needs",))
    if not _can_lack(named.hand, possible, open_ways):
        says = f"Legal: whatever the unseen cards are, {suit} may be named."
        return Settled(Question.TRUMP, Verdict.LEGAL, says, _held(named), ("trump.needs",))
    says = f"Legal only if the bidder also holds {series([_way_says(way) for way in open_ways], 'or')}."
    conditions = tuple(Condition(_way_says(way), way, wanted=True) for way in open_ways)
    return Settled(Question.TRUMP, Verdict.DEPENDS, says, _held(named), ("trump.needs",), conditions=conditions)


def _held(named: NamedTrump) -> tuple[Step, ...]:
    held = tuple(card for card in named.hand.rest if card.suit is named.trump)
    seen = (Step(f"Seen in the hand: {series([f'the {card.words}' for card in held])}.", held),) if held else ()
    return (Step(f"The bid was {named.bid}."), *seen)


def _ways(variant: Variant, trump: Suit) -> Iterator[tuple[Card, ...]]:
    """Each set of cards with which the suit may be named; a run holds the marriage."""
    yield Card(Rank.KING, trump), Card(Rank.QUEEN, trump)
    if variant.trump_needs is TrumpNeeds.RUN_MARRIAGE_OR_DIX and variant.pack.dix:
        yield (Card(variant.pack.dix, trump),)


def _way_says(way: tuple[Card, ...]) -> str:
    return f"the {series([card.rank.word for card in way])} of {way[0].suit.word}"


def _fits(hand: KnownHand, possible: Counter[Card], way: tuple[Card, ...]) -> bool:
    """Return True if the missing cards can be among the unseen ones."""
    room = hand.unknown
    return all(possible[card] for card in way) and (room is None or room >= len(way))


def _can_lack(hand: KnownHand, possible: Counter[Card], ways: list[tuple[Card, ...]]) -> bool:
    """Return True if the unseen cards can leave every way incomplete: one card of each is not among them."""
    room = hand.unknown or 0
    return any(
        sum(copies for card, copies in possible.items() if card not in lacked) >= room for lacked in product(*ways)
    )


def _no_marriage(variant: Variant, named: NamedTrump, name: Names) -> Consequence | None:
    """The end of a deal whose bidder lies open and holds no marriage in any suit (score.no-marriage)."""
    held, whole = set(named.hand.rest), named.hand.unknown == 0
    married = any({Card(Rank.KING, suit), Card(Rank.QUEEN, suit)} <= held for suit in Suit)
    if named.side is None or not whole or married or not judge_no_marriage(variant, named.bid):
        return None
    return Consequence(f"{name(named.side)} holds no marriage in any suit.", DealEnd.NO_MARRIAGE)
