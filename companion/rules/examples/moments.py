"""Moments of the bidding, the play and the counting that are judged otherwise under a house variant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.cards import Card, Suit, parse_cards
from companion.rules.auction.bids import Auction, Call, judge_pass, legal_bids, next_bidder
from companion.rules.auction.contract import contract_of
from companion.rules.choices import Bidding
from companion.rules.dealing.hands import cards_left
from companion.rules.examples.example import Example, share_unit
from companion.rules.pack import judge_cards
from companion.rules.play.count import count_cards, deal_total
from companion.rules.play.legal import Turn, legal_plays, trick_winner
from companion.rules.variant import Variant

_TRUMP = Suit.SPADES
_BIDS_SHOWN = 4
_TURNS = (
    ("Hearts are led", "KH", "AH JH"),
    ("Hearts are led and have been trumped", "KH JS", "AH JH"),
    ("Hearts are led and have been trumped; you hold none", "KH JS", "AS QC"),
    ("Hearts are led and have been trumped high; you hold none", "KH AS", "JS QC"),
    ("Trump is led", "KS", "AS JS"),
)
_TEN_AND_KING = parse_cards("KH 10H")
_WORTH = parse_cards("AH QH JH")


def moment_examples(parent: Variant, variant: Variant) -> Iterator[Example]:
    """What may be bid, what happens when nobody bids, what may be played, who takes a trick, and what it counts."""
    if share_unit(parent, variant) and parent.bid is variant.bid is Bidding.AUCTION:
        yield from _example(parent, variant, "The first bids that may be made:", (), _first_bids)
        yield from _example(parent, variant, "Nobody wants to bid:", (), _all_pass)
    yield from _play(parent, variant)
    if share_unit(parent, variant):
        yield from _example(parent, variant, "A trick of these cards counts:", _WORTH, _trick_counts)
        yield from _example(parent, variant, "All the tricks of a deal come to:", (), _deal_counts)


def _example(
    parent: Variant, variant: Variant, says: str, cards: Sequence[Card], tell: Callable[[Variant], str]
) -> Iterator[Example]:
    before, now = tell(parent), tell(variant)
    if before and now and before != now:
        yield Example(says, tuple(cards), before, now)


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


def _play(parent: Variant, variant: Variant) -> Iterator[Example]:
    for says, trick, hand in _TURNS:
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
) -> Iterator[Example]:
    led, held = parse_cards(trick), parse_cards(hand)

    def may_play(each: Variant) -> str:
        turn = Turn(_TRUMP, led, held, broken=broken, first_lead=first, bid=each.bid_min + 1)
        return f"You may play {' or '.join(card.symbols for card in legal_plays(each, turn).legal)}."

    if all(judge_cards(each.pack, led + held) for each in (parent, variant)):
        on_table = f" On the table: {' '.join(card.symbols for card in led)}." if led else ""
        first_half, _, last = says.rpartition(". ")
        told = f"{first_half}.{on_table} {last}" if on_table else says
        yield from _example(parent, variant, told, held, may_play)


def _winner(variant: Variant) -> str:
    return f"The {_TEN_AND_KING[trick_winner(variant, _TRUMP, _TEN_AND_KING)].symbols} wins."


def _trick_counts(variant: Variant) -> str:
    return str(count_cards(variant, _WORTH))


def _deal_counts(variant: Variant) -> str:
    whole = cards_left(variant, variant.players[1]) == 0
    return str(deal_total(variant)) if whole else ""
