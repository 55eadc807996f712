"""Was that bid allowed? Who must open? Could the bidder name that trump? (section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from companion.cards import Card, Rank, Suit
from companion.rules.auction import (
    Auction,
    Call,
    automatic_call,
    first_hand,
    high_call,
    judge_bid,
    judge_moon,
    judge_pass,
    legal_bids,
    lowest_bid,
    moon_call,
    next_bidder,
)
from companion.rules.choices import Aim, Bidding, Forced, TrumpNeeds
from companion.rules.contract import contract_of, is_free_to_name, judge_trump
from companion.rules.phrases import begun_large, bid_says, series
from companion.rules.referee.play import HandQuestion, KnownHand, unseen
from companion.rules.referee.question import RefereeQuestion, check_sides, of_table, on_page, players_at
from companion.rules.referee.settled import (
    Condition,
    Consequence,
    Question,
    QuestionError,
    Settled,
    Step,
    Verdict,
    elsewhere,
    once,
)
from companion.rules.ruling import Ruling, refuse
from companion.rules.score.facts import DealEnd, Names, side_name
from companion.rules.score.unplayed import asks_meld, judge_no_marriage
from companion.rules.variant import Variant


@dataclass(frozen=True, kw_only=True)
class OpeningQuestion(RefereeQuestion):
    """Who must open the auction, and with how much (bid.forced)."""

    question = Question.OPENING

    players: int | None = None
    """None for as many as the variant lets."""
    dealer: int | None = None
    """None for the player at the end of the order."""
    calls: tuple[Call, ...] = ()
    sits_out: tuple[int, ...] = of_table(())
    """The seats that take no part in this deal."""
    names: tuple[str, ...] = of_table(())
    """The players by seat, for the sentences."""

    def auction(self, variant: Variant) -> Auction:
        """The auction so far.

        :raises QuestionError: if there is none in this game, or no such seat.
        """
        players = players_at(variant, self.players)
        dealer = players - 1 if self.dealer is None else self.dealer
        if variant.bid is Bidding.NONE:
            raise QuestionError("Nobody bids in this game: the turned-up card names trump.")
        if any(seat not in range(players) for seat in (dealer, *self._seats())):
            raise QuestionError(f"Seats run from 0 to {players - 1}; one that was entered does not.")
        return Auction(players, dealer, tuple(_meant(variant, call) for call in self.calls), self.sits_out)

    def _seats(self) -> Iterator[int]:
        yield from (call.seat for call in self.calls)

    def settle(self, variant: Variant, _name: Names = side_name) -> Settled:
        auction = self.auction(variant)
        own = _opening(variant, auction, self.names)
        figure = variant.bid_forced_amount if variant.bid_forced in _AT_A_FIGURE else variant.bid_min

        def there(other: Variant) -> Settled:
            return _opening(replace(other, bid_forced_amount=figure), auction, self.names)

        return replace(own, elsewhere=elsewhere(variant, ("bid.forced",), own, there))


@dataclass(frozen=True, kw_only=True)
class BidQuestion(OpeningQuestion):
    """Whether a bid or a pass was allowed as the auction stood then (bid.min, bid.step, bid.order, bid.forced)."""

    question = Question.BID

    amount: int | None = on_page("The bid that was made", None, of="bid")
    """None for a pass."""
    moon: bool = on_page("It was the moon: every trick", False)
    """Whether it was a bid to take every trick, which has no amount (bid.moon)."""
    helps: bool = on_page("Help was offered to the partner with it", False)
    holds_meld: bool | None = on_page("Did that hand hold any meld?", None, form="meld")
    """Whether the hand holds any meld; None where nobody knows."""
    seat: int | None = on_page("Who said it?", None)
    """Who said it; None for the player on turn."""

    @property
    def passes(self) -> bool:
        """Whether it was a pass."""
        return self.amount is None and not self.moon

    def _seats(self) -> Iterator[int]:
        yield from super()._seats()
        yield from () if self.seat is None else (self.seat,)

    def settle(self, variant: Variant, _name: Names = side_name) -> Settled:
        if self.moon and self.amount is not None:
            raise QuestionError("'amount' must be left out where 'moon' is true")
        auction = self.auction(variant)
        own = _judge(variant, self, auction)
        keys = ("bid.forced", "bid.pass-help") if self.passes else ("bid.rounds",)
        return replace(own, elsewhere=elsewhere(variant, keys, own, lambda other: _judge(other, self, auction)))


def _meant(variant: Variant, call: Call) -> Call:
    """A call with what the moon counts as, where it was one."""
    meant = moon_call(variant, call.seat) if call.moon else call
    if meant is None:
        raise QuestionError(judge_moon(variant).says)
    return meant


def _judge(variant: Variant, bid: BidQuestion, auction: Auction) -> Settled:
    names = bid.names
    steps = _situation(variant, auction, names)
    ruling = _rule_turn(variant, bid, auction)
    if ruling is None and bid.moon:
        ruling = judge_moon(variant, in_turn=True)
    if ruling is None and bid.amount is not None:
        ruling = judge_bid(variant, auction, bid.amount)
    if ruling is None and _hangs_on_meld(variant, bid, auction):
        says = "Legal only if the hand held no meld at all: here a hand with meld must open."
        condition = Condition("meld of any kind", ())
        return Settled(Question.BID, Verdict.DEPENDS, says, steps, ("bid.forced",), conditions=(condition,))
    if ruling is None:
        ruling = judge_pass(variant, auction, bid.helps, bid.holds_meld)
    taken = _taken(variant, bid, auction) if ruling else None
    verdict = Verdict.LEGAL if ruling else Verdict.NOT_LEGAL
    says = f"The pass was right: {ruling.says[0].lower()}{ruling.says[1:]}" if ruling and bid.passes else ruling.says
    if taken:
        return Settled(Question.BID, verdict, says, (*steps, taken), once(*ruling.clauses, "bid.rounds", "bid.forced"))
    return Settled(Question.BID, verdict, says, steps, once(*ruling.clauses, "bid.rounds"))


def _taken(variant: Variant, bid: BidQuestion, auction: Auction) -> Step | None:
    """Who is left with the bid once the last player has passed, nobody having bid (bid.forced)."""
    if not bid.passes or high_call(variant, auction) is not None:
        return None
    passed = auction.with_call(Call(next_bidder(variant, auction) or 0, None))
    contract = contract_of(variant, passed)
    if contract is not None:
        return Step(
            begun_large(f"{_named(bid.names, contract.bidder)} now has it for {contract.bid}: all have passed.")
        )
    if next_bidder(variant, passed) is None:
        return Step("All have passed: the deal is thrown in.")
    return None


def _rule_turn(variant: Variant, bid: BidQuestion, auction: Auction) -> Ruling | None:
    on_turn = next_bidder(variant, auction)
    if any(call.moon for call in auction.calls):
        return refuse(f"The {variant.meld_names.moon} was bid, which ends the auction.", "res.moon")
    if on_turn is None:
        return refuse("The auction is over: nobody may speak any more.", "bid.rounds")
    if bid.seat is not None and bid.seat != on_turn:
        says = f"It was for {_named(bid.names, on_turn)} to speak; a word out of turn does not count."
        return refuse(says, "bid.order")
    return None


def _hangs_on_meld(variant: Variant, bid: BidQuestion, auction: Auction) -> bool:
    opens = high_call(variant, auction) is None and bid.passes
    return opens and variant.bid_forced is Forced.FIRST_WITH_MELD and bid.holds_meld is None


def _situation(variant: Variant, auction: Auction, names: Sequence[str]) -> tuple[Step, ...]:
    high = high_call(variant, auction)
    if high is None:
        said = Step("Nobody had bid yet.")
    else:
        stood = "stood before anyone spoke" if high == automatic_call(variant, auction) else "was the highest bid"
        said = Step(
            begun_large(
                f"{bid_says(variant, high.amount or 0, Aim.of(high.moon))} by {_named(names, high.seat)} {stood}."
            )
        )
    if next_bidder(variant, auction) is None:
        return (said,)
    return said, Step(f"The next bid could be {series([str(each) for each in legal_bids(variant, auction, 3)], 'or')}.")


_AT_A_FIGURE = (Forced.DEALER, Forced.DEALER_AUTOMATIC, Forced.FIRST_HAND_AUTOMATIC)
"""What is bid at the figure that the table has set for it; elsewhere the minimum stands for that."""


def _opening(variant: Variant, auction: Auction, names: Sequence[str]) -> Settled:
    left, dealer = _named(names, first_hand(auction)), _named(names, auction.dealer)
    least, forced = lowest_bid(variant, Auction(auction.players, auction.dealer)), variant.bid_forced_amount
    says = {
        Forced.DEALER: f"Nobody must open; if all pass, {dealer} as dealer takes the bid at {forced}.",
        Forced.DEALER_AUTOMATIC: f"{dealer} as dealer has bid {forced} before anyone speaks.",
        Forced.FIRST_HAND_AUTOMATIC: f"{left}, at the dealer’s left, has bid {forced} before anyone speaks.",
        Forced.FIRST_HAND: f"{left}, at the dealer’s left, must open with {least} or more.",
        Forced.FIRST_WITH_MELD: f"The first player from {left} on who holds any meld must open, with {least} or more.",
        Forced.REDEAL: "Nobody must open; if all pass, the deal is thrown in.",
    }[variant.bid_forced]
    first = next_bidder(variant, Auction(auction.players, auction.dealer))
    steps = [Step(begun_large(f"{_named(names, first)} speaks first."))] if first is not None else []
    clauses = once("bid.forced", "bid.order", "bid.min", "bid.forced-amount")
    return Settled(Question.OPENING, Verdict.ANSWER, begun_large(says), tuple(steps), clauses)


def _named(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else f"seat {seat}"


@dataclass(frozen=True, kw_only=True)
class TrumpQuestion(HandQuestion):
    """Whether the bidder may name a suit, with a hand as somebody knows it (trump.needs)."""

    question = Question.TRUMP

    trump: Suit = on_page("Trump", needed="Tap the suit that the bidder wants to name.")
    bid: int = on_page("The bid", hint="Empty: the lowest there is", of="bid")
    side: str | None = None
    holds: tuple[Card, ...] | None = on_page(
        "The bidder’s hand", None, form="held", hint="the cards that matter; nothing if nobody knows"
    )

    def settle(self, variant: Variant, name: Names = side_name) -> Settled:
        check_sides(variant, side=self.side)
        return settle_trump(variant, NamedTrump(self.trump, self.bid, self.known(), self.side), name)


@dataclass(frozen=True)
class NamedTrump:
    """A suit that the bidder names."""

    trump: Suit
    bid: int
    hand: KnownHand = field(default_factory=KnownHand)
    """What is known of the bidder's hand."""
    side: str | None = None


def settle_trump(variant: Variant, named: NamedTrump, name: Names = side_name) -> Settled:
    """Whether the bidder may name this suit; with cards unseen, what must be among them (trump.needs).

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
    """Whether the missing cards can be among the unseen ones."""
    room = hand.unknown
    return all(possible[card] for card in way) and (room is None or room >= len(way))


def _can_lack(hand: KnownHand, possible: Counter[Card], ways: list[tuple[Card, ...]]) -> bool:
    """Whether the unseen cards can leave every way incomplete: one card of each is not among them."""
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
