"""Nothing is ruled that hangs on what nobody entered: a sure ruling is right however the missing part was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.cards import Suit
from companion.rules.auction import Auction, Call, hands_held, legal_bids, lowest_bid, most_melded_in, next_bidder
from companion.rules.choices import Bidding
from companion.rules.count import cheapest_cards, players_of, smallest_count, total_range
from companion.rules.dealing import all_sides, tricks_in_deal
from companion.rules.known import games
from companion.rules.referee import (
    BidQuestion,
    MeldQuestion,
    NeededQuestion,
    PlayQuestion,
    QuestionError,
    RefereeQuestion,
    Settled,
    ThrowInQuestion,
    TrickQuestion,
    Verdict,
    WinnerQuestion,
)
from companion.rules.score.facts import DealEnd, DealFacts, Ending
from companion.rules.score.history import History
from companion.rules.score.teams import teams_of
from companion.rules.variant import Variant

EVERY_GAME = [pytest.param(variant, id=key) for key, variant in games().items()]
WITH_BIDS = [pytest.param(variant, id=key) for key, variant in games().items() if variant.bid is not Bidding.NONE]


@pytest.fixture
def ways(request: pytest.FixtureRequest, variant: Variant) -> Iterator[Random]:
    """Chance for one way after the other, the same in every run."""
    chance = Random(variant.name)
    return (Random(chance.random()) for _ in range(120 if request.config.getoption("--thorough") else 10))


def _settled(question: RefereeQuestion, variant: Variant) -> Settled | None:
    try:
        return question.settle(variant)
    except QuestionError:
        return None


def _auction(variant: Variant, chance: Random) -> Auction:
    """An auction that can have been, up to some word of it."""
    players = chance.randint(*variant.players)
    auction = Auction(players, chance.randrange(players))
    for _ in range(chance.randrange(2 * players)):
        seat = next_bidder(variant, auction)
        if seat is None:
            break
        bids = legal_bids(variant, auction, 3)
        amount = chance.choice((None, *bids))
        auction = auction.with_call(Call(seat, amount))
    return auction


def _entered(auction: Auction, chance: Random) -> dict[str, Any]:
    """A part of what can be entered of an auction."""
    bids = [call for call in auction.calls if call.amount is not None]
    high = max(bids, key=lambda call: call.amount or 0) if bids else None
    known = {
        "before": high and high.amount,
        "before_by": high and high.seat,
        "passed_by": tuple(call.seat for call in auction.calls if call.amount is None),
        "unopened": high is None,
    }
    return {key: each for key, each in known.items() if each is not None and chance.random() < 0.6}


@pytest.mark.parametrize("variant", WITH_BIDS)
def test_a_sure_ruling_on_a_bid_is_right_however_the_auction_went(variant: Variant, ways: Iterator[Random]) -> None:
    depends = 0
    for chance in ways:
        auction = _auction(variant, chance)
        amount = chance.choice(
            (None, lowest_bid(variant, auction), lowest_bid(variant, auction) + chance.randrange(90))
        )
        word: dict[str, Any] = {
            "players": auction.players,
            "dealer": auction.dealer,
            "amount": amount,
            "seat": chance.choice((None, *auction.order)),
            "holds_meld": chance.choice((None, False, True)) if amount is None else None,
        }
        so_was = _settled(BidQuestion(**word, calls=auction.calls), variant)
        if word["seat"] is None and next_bidder(variant, auction) is None:
            continue  # Who speaks where nobody may has to be named.
        known = _entered(auction, chance)
        ruled = _settled(BidQuestion(**word, calls=None, **known), variant)
        assert so_was and ruled, (auction, word, known)
        depends += ruled.verdict is Verdict.DEPENDS
        if ruled.verdict is Verdict.DEPENDS:
            assert "Legal only if" in ruled.says and len(ruled.says) <= 140, ruled.says
        elif so_was.verdict is not Verdict.DEPENDS:
            assert ruled.verdict is so_was.verdict, (auction, word, known, ruled.says, so_was.says)
        else:
            pytest.fail(f"{ruled.says} but in truth {so_was.says}")
    assert depends


@pytest.mark.parametrize("variant", WITH_BIDS)
def test_an_auction_entered_whole_is_ruled_on_as_it_was_called(variant: Variant, ways: Iterator[Random]) -> None:
    if variant.bid is Bidding.SUMMED:
        return  # Lower bids follow a higher one, and the pages ask for the highest alone.
    for chance in ways:
        auction = _auction(variant, chance)
        bids = [call for call in auction.calls if call.amount is not None]
        seat = chance.choice(auction.order)
        word: dict[str, Any] = {
            "players": auction.players,
            "dealer": auction.dealer,
            "amount": lowest_bid(variant, auction),
            "seat": seat,
        }
        known: dict[str, Any] = {"passed_by": tuple(call.seat for call in auction.calls if call.amount is None)}
        known |= {"before": bids[-1].amount, "before_by": bids[-1].seat} if bids else {"unopened": True}
        so_was = BidQuestion(**word, calls=auction.calls).settle(variant)
        ruled = BidQuestion(**word, calls=None, **known).settle(variant)
        assert (ruled.verdict, ruled.says) == (so_was.verdict, so_was.says), (auction, word)


def _deal(variant: Variant, chance: Random, *, whole: bool) -> DealFacts:
    """A deal of which everything is known; with ``whole`` counted, else under way."""
    players = chance.randint(*variant.players)
    sides = all_sides(variant, players)
    bidder = None if variant.bid is Bidding.NONE else chance.choice(sides)
    _, most = total_range(variant, players_of(variant, len(sides)))
    step, total = smallest_count(variant), most if whole else chance.randrange(most)
    points, left = {}, total // step
    for side in chance.sample(sides, len(sides) - 1):
        points[side] = step * chance.choice((0, 0, chance.randint(0, left), left))
        left -= points[side] // step
    points |= {side: step * left for side in sides if side not in points}
    partners = players // len(sides)
    melds = {}
    for side in sides:
        hands = hands_held(variant, partners, bids=side == bidder)
        top = min(most_melded_in(variant, Suit.SPADES, hands), 60 * variant.scale)
        melds[side] = variant.scale * 2 * chance.choice((0, chance.randint(0, top // variant.scale // 2)))
    bid = None if bidder is None else variant.bid_min
    bids = {bidder: (bid, 0)} if bidder and bid and variant.bid is Bidding.SUMMED else {}
    return DealFacts(sides, bidder, bid, melds, ended=Ending(DealEnd.PLAYED, points), bids=bids, trump=Suit.SPADES)


_NEEDED = ("set already", "made already", "is lost already", "Nobody has a bid")


@pytest.mark.parametrize("variant", WITH_BIDS)
def test_a_sure_ruling_on_a_deal_under_way_holds_for_every_meld(variant: Variant, ways: Iterator[Random]) -> None:
    for chance in ways:
        deal = _deal(variant, chance, whole=False)
        entered = replace(deal, meld={side: each for side, each in deal.meld.items() if chance.random() < 0.4})
        for question in (ThrowInQuestion, NeededQuestion):
            ruled, so_was = question(deal=entered).settle(variant), question(deal=deal).settle(variant)
            if ruled.verdict is Verdict.DEPENDS:
                assert [each.field for each in ruled.asks] == ["meld"]
                continue
            assert ruled.verdict is so_was.verdict, (entered, ruled.says, so_was.says)
            for says in _NEEDED:
                assert (says in ruled.says) == (says in so_was.says), (entered, ruled.says, so_was.says)


def _tricks(variant: Variant, deal: DealFacts, chance: Random) -> DealFacts:
    """The deal with tricks that can have brought those counters."""
    counted = teams_of(variant, deal).counted(deal)
    may_be_bare = not cheapest_cards(variant, variant.players[0])
    taken = counted.ended.points
    takers = [side for side in counted.sides if taken.get(side, 0) or (may_be_bare and chance.random() < 0.5)]
    tricks = dict.fromkeys(counted.sides, 0) | dict.fromkeys(takers, 1)
    tricks[takers[0]] += tricks_in_deal(variant) - len(takers)
    return replace(deal, ended=replace(deal.ended, tricks=tricks))


@pytest.mark.parametrize("variant", EVERY_GAME)
def test_a_winner_is_named_only_where_no_meld_and_no_trick_can_change_it(
    variant: Variant, ways: Iterator[Random]
) -> None:
    for chance in ways:
        deal = _tricks(variant, _deal(variant, chance, whole=True), chance)
        target = variant.end_target or 100 * variant.scale
        scores = {side: chance.choice((0, target - variant.scale * chance.randint(1, 30))) for side in deal.sides}
        before = History(scores, frozenset(deal.sides), dict.fromkeys(deal.sides, 0), deals=1)
        entered = deal
        if chance.random() < 0.7:
            entered = replace(entered, ended=replace(entered.ended, tricks={}))
        if chance.random() < 0.4:
            entered = replace(entered, meld={side: each for side, each in deal.meld.items() if chance.random() < 0.6})
        so_was = _settled(WinnerQuestion(deal=deal, before=before), variant)
        ruled = _settled(WinnerQuestion(deal=entered, before=before), variant)
        if so_was is None or ruled is None:
            continue
        if ruled.verdict is Verdict.DEPENDS:
            assert ruled.asks and not ruled.winners
        else:
            assert (ruled.says, ruled.winners) == (so_was.says, so_was.winners), (deal, entered)


@pytest.mark.parametrize("variant", EVERY_GAME)
def test_without_a_trump_it_is_ruled_as_with_every_trump_or_it_depends(
    variant: Variant, ways: Iterator[Random]
) -> None:
    pack = list(variant.pack.counts)
    for chance in islice(ways, 0, None, 4):
        cards = chance.sample(pack, 5)
        asked: tuple[RefereeQuestion, ...] = (
            TrickQuestion(trick=tuple(cards[: chance.randint(1, variant.players[0])])),
            PlayQuestion(trick=tuple(cards[: chance.randint(1, 2) - (variant.players[0] == 2)]), card=cards[4], bid=50),
            MeldQuestion(cards=tuple(cards), claimed=variant.scale * chance.choice((0, 2, 4))),
        )
        for question in asked:
            ruled = question.settle(variant)
            so_was = [replace(question, trump=suit).settle(variant) for suit in Suit]  # type: ignore[call-arg]
            same = len({(each.verdict, each.says) for each in so_was}) == 1
            if ruled.verdict is Verdict.DEPENDS:
                assert not same or variant.said_for_trump or so_was[0].verdict is Verdict.DEPENDS
            else:
                assert {(each.verdict, each.says) for each in so_was} == {(ruled.verdict, ruled.says)}
