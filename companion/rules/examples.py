"""Examples that show what a house variant changes, worked by the engine under both rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.cards import Card, Suit, parse_cards
from companion.rules.auction import Auction, Call, judge_pass, legal_bids, next_bidder
from companion.rules.choices import Bidding, Sides
from companion.rules.contract import contract_of
from companion.rules.count import count_cards, deal_total, total_range
from companion.rules.dealing import all_sides, cards_left
from companion.rules.meld.best import best_meld
from companion.rules.pack import judge_cards
from companion.rules.phrases import begun_large
from companion.rules.play import Turn, legal_plays, trick_winner
from companion.rules.ruling import Ruling
from companion.rules.score.deal import score_deal
from companion.rules.score.ending import advance
from companion.rules.score.facts import (
    DealEnd,
    DealFacts,
    DealScore,
    Ending,
    Names,
    Outcome,
    Victory,
    figure,
    opening,
    signed,
)
from companion.rules.texts import read_file
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Comparison:
    """The results of a parent and a house variant for one set of facts; ``before`` and ``now`` always differ."""

    says: str
    """The facts, in a sentence."""
    cards: tuple[Card, ...]
    """The cards that they are about, if any."""
    before: str
    now: str


def share_unit(parent: Variant, variant: Variant) -> bool:
    """Return True if amounts under both can be compared at all."""
    return parent.unit is variant.unit


_TRUMP = Suit.SPADES
_HANDS_SHOWN = 3


def meld_examples(parent: Variant, variant: Variant) -> Iterator[Comparison]:
    """Yield the first few hands in both packs with different pay, spades being trump."""
    if share_unit(parent, variant):
        yield from [*_differing(parent, variant)][:_HANDS_SHOWN]


def _differing(parent: Variant, variant: Variant) -> Iterator[Comparison]:
    """Yield one hand for each amount by which the pay differs."""
    used = set[int]()
    for name, spelled in read_file("examples")["hands"]:
        cards = parse_cards(spelled)
        fits = all(judge_cards(each.pack, cards) and len(cards) <= each.hand_size for each in (parent, variant))
        before, now = (best_meld(each, _TRUMP, cards).total for each in (parent, variant))
        if fits and now - before not in used | {0}:
            used.add(now - before)
            yield Comparison(f"{name}, with spades as trump:", cards, str(before), str(now))


_BIDS_SHOWN = 4
_TEN_AND_KING = parse_cards("KH 10H")
_WORTH = parse_cards("AH QH JH")


def moment_examples(parent: Variant, variant: Variant) -> Iterator[Comparison]:
    """Yield examples of bids, of nobody bidding, of plays, of the trick's winner and of its count."""
    if share_unit(parent, variant) and parent.bid is variant.bid is Bidding.AUCTION:
        yield from _example(parent, variant, "The first bids that may be made:", (), _first_bids)
        yield from _example(parent, variant, "Nobody wants to bid:", (), _all_pass)
    yield from _play(parent, variant)
    if share_unit(parent, variant):
        yield from _example(parent, variant, "A trick of these cards counts:", _WORTH, _trick_counts)
        yield from _example(parent, variant, "All the tricks of a deal come to:", (), _deal_counts)


def _example(
    parent: Variant, variant: Variant, says: str, cards: Sequence[Card], outcome: Callable[[Variant], str]
) -> Iterator[Comparison]:
    before, now = outcome(parent), outcome(variant)
    if before and now and before != now:
        yield Comparison(says, tuple(cards), before, now)


def _first_bids(variant: Variant) -> str:
    bids = legal_bids(variant, Auction(variant.players[0], 0), _BIDS_SHOWN + 1)
    more = ", …" if len(bids) > _BIDS_SHOWN else ""
    return ", ".join(str(bid) for bid in bids[:_BIDS_SHOWN]) + more


def _all_pass(variant: Variant) -> str:
    auction = Auction(variant.players[0], 0)
    while (seat := next_bidder(variant, auction)) is not None:
        if not judge_pass(variant, auction):
            return "The player left of the dealer must bid."
        auction = auction.with_call(Call(seat, None))
    contract = contract_of(variant, auction)
    if contract is None:
        return "The cards are thrown in."
    who = "The dealer" if contract.bidder == auction.dealer else "The player left of the dealer"
    return f"{who} has it for {contract.bid}."


def _play(parent: Variant, variant: Variant) -> Iterator[Comparison]:
    for says, trick, hand in read_file("examples")["turns"]:
        yield from _turn(parent, variant, f"{says}, spades are trump. You hold:", trick, hand)
    yield from _turn(
        parent, variant, "You lead to the first trick, the bid is high. You hold:", "", "AS AH", first=True
    )
    yield from _turn(
        parent, variant, "You lead later, and nobody has trumped yet. You hold:", "", "AS AH", broken=False
    )
    if all(judge_cards(each.pack, _TEN_AND_KING) for each in (parent, variant)):
        yield from _example(parent, variant, "These two are played:", _TEN_AND_KING, _winner)


def _turn(
    parent: Variant, variant: Variant, says: str, trick: str, hand: str, *, first: bool = False, broken: bool = True
) -> Iterator[Comparison]:
    led, held = parse_cards(trick), parse_cards(hand)

    def may_play(each: Variant) -> str:
        turn = Turn(_TRUMP, led, held, broken=broken, first_lead=first, bid=each.bid_min + 1)
        return f"You may play {' or '.join(card.symbols for card in legal_plays(each, turn).legal)}."

    if all(judge_cards(each.pack, led + held) for each in (parent, variant)):
        on_table = f" On the table: {' '.join(card.symbols for card in led)}." if led else ""
        first_half, _, last = says.rpartition(". ")
        facts = f"{first_half}.{on_table} {last}" if on_table else says
        yield from _example(parent, variant, facts, held, may_play)


def _winner(variant: Variant) -> str:
    return f"The {_TEN_AND_KING[trick_winner(variant, _TRUMP, _TEN_AND_KING)].symbols} wins."


def _trick_counts(variant: Variant) -> str:
    return str(count_cards(variant, _WORTH))


def _deal_counts(variant: Variant) -> str:
    whole = cards_left(variant, variant.players[1]) == 0
    return str(deal_total(variant)) if whole else ""


_DEALS_SHOWN = 4
_BIDDER, _OTHER = "A", "B"


def deal_examples(parent: Variant, variant: Variant) -> Iterator[Comparison]:
    """The first few deals that are scored otherwise, and the first few endings; none where the sides differ."""
    if not _comparable(parent, variant):
        return
    yield from [*_scored(parent, variant)][:_DEALS_SHOWN]
    yield from [*_ended(parent, variant)][:_DEALS_SHOWN]


def _comparable(parent: Variant, variant: Variant) -> bool:
    same_sides = parent.sides is variant.sides is not Sides.CALLED and parent.players == variant.players
    ranges = [total_range(each, each.players[0]) for each in (parent, variant)]
    auctions = parent.bid is variant.bid is Bidding.AUCTION
    return share_unit(parent, variant) and same_sides and auctions and ranges[0] == ranges[1]


def _scored(parent: Variant, variant: Variant) -> Iterator[Comparison]:
    """Yield one deal for each way in which the score differs."""
    names, used = _names(all_sides(variant, variant.players[0])), set[object]()
    for says, deal in _deals(parent, variant):
        before, now = (score_deal(each, deal, names) for each in (parent, variant))
        turn = _turn_of(before, now)
        if _score_says(before, names) != _score_says(now, names) and turn not in used:
            used.add(turn)
            yield Comparison(says, (), _score_says(before, names), _score_says(now, names))


def _turn_of(before: DealScore | Ruling, now: DealScore | Ruling) -> object:
    """The kind of a difference: by side, how much more is scored; whether a refusal comes or goes."""
    if isinstance(before, Ruling) or isinstance(now, Ruling):
        return isinstance(before, Ruling), isinstance(now, Ruling)
    return tuple(now.change[side] - points for side, points in before.change.items())


def _score_says(score: DealScore | Ruling, names: Names) -> str:
    if isinstance(score, Ruling):
        return score.says
    return begun_large(", ".join(f"{names(side)} {signed(points)}" for side, points in score.change.items()) + ".")


def _names(sides: tuple[str, ...]) -> Names:
    called = {_BIDDER: "the bidder", _OTHER: "the other side" if len(sides) == 2 else "the second side"}
    return lambda side: called.get(side, f"side {side}")


def _deals(parent: Variant, variant: Variant) -> Iterator[tuple[str, DealFacts]]:
    """Yield a fixed few deals for any table, in the unit and with the counters of this one."""
    unit, total = variant.scale, total_range(variant, variant.players[0])[1]
    bid = max(parent.bid_min, variant.bid_min, total) + 5 * unit
    most = total * 3 // 5 // unit * unit
    make = _Maker(all_sides(variant, variant.players[0]), bid, total)
    short, enough, hopeless, some = bid - most - 2 * unit, bid - most, max(bid - total - 5 * unit, 0), 10 * unit
    yield from (
        make.played(enough, some, most),
        make.played(short, some, most),
        make.played(enough, 25 * unit, most),
        make.played(bid - total, some, total),
        make.played(bid, some, 0),
        make.played(bid + unit, some, total - unit),
        make.with_empty_trick(bid - total, some),
        make.played(hopeless, some, most),
        make.ended("the bidder throws in", short, some, DealEnd.THROWN_IN),
        make.ended("the bidder throws in", hopeless, some, DealEnd.THROWN_IN),
        make.ended("the bidder holds no marriage at all", short, 25 * unit, DealEnd.NO_MARRIAGE),
        make.ended("the bidder breaks the rules of play", enough, some, DealEnd.RENEGE, _BIDDER),
        make.ended("the other side breaks the rules of play", enough, some, DealEnd.RENEGE, _OTHER),
    )


@dataclass(frozen=True)
class _Maker:
    """Makes deals of one bid, each with its sentence."""

    sides: tuple[str, ...]
    bid: int
    total: int

    def played(self, meld: int, others: int, taken: int) -> tuple[str, DealFacts]:
        rest = self.total - taken
        says = f"Bid {self.bid}. The bidder melds {meld} and takes {taken}; the other side melds {others}"
        return f"{says} and takes {rest}.", self._deal(meld, others, taken, int(rest > 0))

    def with_empty_trick(self, meld: int, others: int) -> tuple[str, DealFacts]:
        says, deal = self.played(meld, others, self.total)
        return f"{says.removesuffix('.')}, in a trick without a counter.", replace(
            deal, ended=replace(deal.ended, tricks={**deal.ended.tricks, _OTHER: 1})
        )

    def ended(
        self, says: str, meld: int, others: int, end: DealEnd, offender: str | None = None
    ) -> tuple[str, DealFacts]:
        sentence = f"Bid {self.bid}. The bidder melds {meld}, the other side {others}; {says}."
        return sentence, replace(self._deal(meld, others, 0, 0), ended=Ending(end, offender=offender))

    def _deal(self, meld: int, others: int, taken: int, tricks: int) -> DealFacts:
        """The second side has what the bidder has not, any further one nothing."""
        none = dict.fromkeys(self.sides, 0)
        points = none | {_BIDDER: taken, _OTHER: self.total - taken}
        melds, taken_tricks = none | {_BIDDER: meld, _OTHER: others}, none | {_BIDDER: int(taken > 0), _OTHER: tricks}
        return DealFacts(self.sides, _BIDDER, self.bid, melds, ended=Ending(points=points, tricks=taken_tricks))


def _ended(parent: Variant, variant: Variant) -> Iterator[Comparison]:
    target = variant.end_target
    if target is None or parent.end_target != target:
        return
    names, unit = _names(all_sides(variant, variant.players[0])), variant.scale
    for says, scores, made, every in (
        ("The bidder makes the bid and stands at {a}; the other side is at {b}.", (target, target + unit), True, False),
        ("The bidder fails and stands at {a}; the other side is at {b}.", (target - 5 * unit, target), False, False),
        ("The bidder makes the bid and stands at {a}; the other side is at {b}.", (-target // 2, -target), True, False),
        ("The bidder is at {a}; the other side has not scored in any deal yet.", (target // 2, 0), True, False),
        ("The bidder takes every trick and stands at {a}; the other side is at {b}.", (unit, 2 * unit), True, True),
    ):
        before, now = (_victory(each, scores, names, made=made, every=every) for each in (parent, variant))
        if (before and before.winner) != (now and now.winner):
            yield Comparison(
                says.format(a=figure(scores[0]), b=figure(scores[1])), (), _end_says(before), _end_says(now)
            )


def _end_says(victory: Victory | None) -> str:
    return begun_large(victory.says) if victory else "The game goes on."


def _victory(variant: Variant, scores: tuple[int, int], names: Names, *, made: bool, every: bool) -> Victory | None:
    """Return the winner once a deal has brought these scores; ``every`` if the bidder took all of its tricks."""
    sides = all_sides(variant, variant.players[0])
    reached = dict.fromkeys(sides, 0) | dict(zip(sides, scores, strict=False))
    taken = dict.fromkeys(sides, 0 if every else 1) | {_BIDDER: 1}
    deal = DealFacts(sides, _BIDDER, variant.bid_min, ended=Ending(points=taken, tricks=taken))
    score = DealScore(Outcome.MADE if made else Outcome.SET, reached, (), ())
    return advance(variant, opening(variant, sides), deal, score, names)[1]


__all__ = ["Comparison", "examples"]


def examples(parent: Variant, variant: Variant) -> tuple[Comparison, ...]:
    """Return hands, deals and moments where a variant's ruling differs from its parent's; empty if we have none."""
    return (
        *meld_examples(parent, variant),
        *moment_examples(parent, variant),
        *deal_examples(parent, variant),
    )
