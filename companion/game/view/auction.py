"""The auction as a page shows it: the speaker, the possible bids, each side's bids, and the called partner."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import Card, Rank
from companion.game.decide.ending import sides_laying_untrumped
from companion.game.state import DealState, GameState
from companion.rules.auction import (
    Auction,
    Call,
    automatic_call,
    bids_to_offer,
    high_call,
    highest_bid,
    judge_moon,
    judge_pass,
    meld_signal,
    next_bidder,
)
from companion.rules.choices import Aim, Bidding
from companion.rules.contract import may_decline, may_pass_out
from companion.rules.dealing import judge_call
from companion.rules.phrases import bid_verb
from companion.rules.ruling import Ruling
from companion.rules.score.facts import Outcome
from companion.rules.score.unplayed import judge_no_marriage
from companion.rules.variant import Variant


@dataclass(frozen=True)
class SideBid:
    """One side's contract where the partners' bids are added up (bid.summed)."""

    side: str
    name: str
    single: tuple[int, ...]
    """Each partner's bid, 0 for a pass."""
    made: bool | None = None
    """True if it was made; None before the deal is scored, or where it ended otherwise."""

    @property
    def amount(self) -> int:
        """The amount that the side must make."""
        return sum(self.single)


def side_bids(state: GameState, deal: DealState) -> tuple[SideBid, ...]:
    """Every side's contract, that of the side that names trump first; none where bids are not added up."""
    bids = state.bids_of(deal) if deal.contract or deal.calls else {}
    return tuple(
        SideBid(side, state.side_name(side), bids[side], _made(deal, side, sum(bids[side])))
        for side in state.bidder_first(deal, bids)
    )


def _made(deal: DealState, side: str, amount: int) -> bool | None:
    """Return True if a side made its sum: then it scored at least that much."""
    if deal.scored is None or not amount or deal.scored.outcome not in (Outcome.MADE, Outcome.SET):
        return None
    return deal.change[side] >= amount


def bids_say(state: GameState, deal: DealState) -> tuple[str, ...]:
    """Say who has bid how much, a few words for each side with a contract; none before the auction is over."""
    if deal.contract is None:
        return ()
    bids = side_bids(state, deal)
    if not bids:
        verb = bid_verb(state.variant, deal.contract.aim)
        return (f"{state.names[deal.contract.bidder]} {verb} {deal.contract.says(state.variant)}",)
    return tuple(f"{bid.name} bid {bid.amount}" for bid in bids)


@dataclass(frozen=True)
class SpokenCall:
    """One player's word in the auction."""

    name: str
    amount: int | None
    """The bid; None for a pass."""
    helps: bool
    """True if a pass promised help to partner."""
    moon: str
    """The name of the bid where it was one to take every trick; else empty."""


@dataclass(frozen=True)
class AuctionView:
    """The auction as far as it has come."""

    next_seat: int | None
    bidder: str
    """The player who speaks next; empty where nobody does."""
    high_seat: int | None
    high_bidder: str
    """The player with the highest bid; empty where nobody has bid."""
    high_amount: int | None
    automatic: bool
    """True if the high bid was made before anyone spoke."""
    by_dealer: bool
    """True if the high bid is the dealer's."""
    calls: tuple[SpokenCall, ...]
    """The words of the auction, in turn."""
    bids: tuple[tuple[int, str | None], ...]
    """The bids to offer, each with what it tells partner about meld."""
    highest: int | None
    moon: str
    """The name of a bid of every trick; empty where there is none in the auction."""
    pass_ruling: Ruling
    may_help: bool
    """True if a pass may tell partner of help."""
    may_pass_out: bool
    waiting: tuple[tuple[int, str], ...]
    """Players yet to speak, in turn, where everyone bids once for a sum of both partners; else nobody."""
    sums: tuple[SideBid, ...]
    """The bids of the sides together so far, where the partners' bids are added up."""


def auction_view(state: GameState, deal: DealState) -> AuctionView:
    """The auction of a deal that has not been won yet."""
    variant, auction = state.variant, state.auction_of(deal)
    speaks, high = next_bidder(variant, auction), high_call(variant, auction)
    return AuctionView(
        next_seat=speaks,
        bidder="" if speaks is None else state.names[speaks],
        high_seat=high.seat if high else None,
        high_bidder=state.names[high.seat] if high else "",
        high_amount=high.amount if high else None,
        automatic=high is not None and high == automatic_call(variant, auction),
        by_dealer=high is not None and high.seat == deal.dealer,
        calls=tuple(_spoken(state, call) for call in deal.calls),
        bids=tuple((amount, meld_signal(variant, auction, amount)) for amount in bids_to_offer(variant, auction)),
        highest=highest_bid(variant, auction),
        moon=variant.meld_names.moon if judge_moon(variant, in_turn=True) else "",
        pass_ruling=judge_pass(variant, auction),
        may_help=variant.bid_pass_help,
        may_pass_out=may_pass_out(variant),
        waiting=_waiting(state, auction),
        sums=side_bids(state, deal),
    )


def _spoken(state: GameState, call: Call) -> SpokenCall:
    name = state.variant.meld_names.moon if call.moon else ""
    return SpokenCall(state.names[call.seat], call.amount, call.helps, name)


def _waiting(state: GameState, auction: Auction) -> tuple[tuple[int, str], ...]:
    if state.variant.bid is not Bidding.SUMMED:
        return ()
    spoken = {call.seat for call in auction.calls}
    return tuple((seat, state.names[seat]) for seat in auction.order if seat not in spoken)


@dataclass(frozen=True)
class TrumpView:
    """The auction is won, and its winner has trump to name."""

    bidder: str
    no_marriage: Ruling
    """The ruling on ending the deal where the bidder holds no marriage in any suit."""
    lays_untrumped: tuple[tuple[str, str], ...]
    """The sides whose meld counts then, with their names; none where it does not."""
    has_dix: bool
    """True if there are cards that would be dixes in trump."""
    may_decline: bool
    """True if the bidder may throw the deal in rather than name one."""
    instead: tuple[tuple[Aim, str], ...]
    """The aims that may be named in place of trump, with their names; empty where none may."""


def said_for_trump(variant: Variant, deal: DealState) -> tuple[tuple[Aim, str], ...]:
    """Return the aims that may be named in place of trump, with names; none once the moon is bid (bid.no-trick)."""
    return () if deal.aim else tuple((aim, variant.meld_names.called(aim)) for aim in variant.said_for_trump)


def trump_view(state: GameState, deal: DealState) -> TrumpView | None:
    """Return the view of the naming of trump; None where nobody has the bid."""
    if deal.contract is None:
        return None
    variant, contract = state.variant, deal.contract
    ruling = judge_no_marriage(variant, contract.bid)
    asked = tuple((side, state.side_name(side)) for side in sides_laying_untrumped(state, deal))
    declines = may_decline(variant, state.auction_of(deal))
    has_dix = variant.pack.dix is not None
    return TrumpView(state.names[contract.bidder], ruling, asked, has_dix, declines, said_for_trump(variant, deal))


@dataclass(frozen=True)
class CallView:
    """The bidder's search for a partner."""

    bidder: str
    card: Card | None
    """The card called; None while it has still to be named."""
    cards: tuple[Card, ...]
    """The cards that can be called, the highest first."""
    hidden: bool
    """True if nobody knows yet who the partner is."""
    partner: str
    """The partner's name; empty while hidden, and where the bidder plays alone."""
    candidates: tuple[tuple[int, str], ...]
    """The seats that can be the partner with their names, from the bidder's left."""


def call_view(state: GameState, deal: DealState) -> CallView | None:
    """The called partner of a deal; None where partners are not called, and before trump is named (res.five-call)."""
    if not deal.has_call or deal.contract is None or deal.trump is None:
        return None
    bidder, *others = state.seats_from(deal, deal.contract.bidder)
    trumps = (Card(rank, deal.trump) for rank in Rank)
    return CallView(
        state.names[bidder],
        deal.called,
        tuple(card for card in trumps if judge_call(state.variant, deal.trump, card)),
        deal.partner_hidden,
        "" if deal.partner is None else state.names[deal.partner],
        tuple((seat, state.names[seat]) for seat in others),
    )
