"""Questions about bids, played cards and meld."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.cards import Card, Suit, parse_cards
from companion.game.state import Phase
from companion.rules.auction import Auction, Call
from companion.rules.choices import Draw, FalseClaim, FirstLead, Forced, TrumpNeeds
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld
from companion.rules.meld.tiles import MeldTile, meld_tiles
from companion.rules.names import unnamed
from companion.rules.play import Turn
from companion.rules.referee import (
    KnownHand,
    NamedTrump,
    PlayedCard,
    QuestionError,
    Settled,
    ShownMeld,
    SpokenBid,
    TakenTrick,
    settle_bid,
    settle_laid_meld,
    settle_meld,
    settle_opening,
    settle_play,
    settle_trick,
    settle_trump,
)
from companion.rules.words import WORDS
from companion.web.settle.case import Case, Facts, Pile, melded_by, shown_by_others

HAND = Pile("held", "The bidder’s hand", "the cards that matter; nothing if nobody knows")
TRUMP_PILES = (HAND,)


def ask_bid(case: Case, facts: Facts) -> Settled:
    """Whether a bid or a pass was allowed (bid.min, bid.step, bid.forced).

    :raises QuestionError: if something is missing, or can't be so.
    """
    amount, moon = facts.number("amount", "The bid"), facts.says("moon") and not facts.says("passed")
    if amount is None and not moon and not facts.says("passed"):
        raise QuestionError("Write the bid that was made, or tick that it was a pass.")
    seat = next((seat for seat in case.seats if str(seat) == facts.word("seat")), None)
    holds_meld = {"yes": True, "no": False}.get(facts.word("meld"))
    word = None if facts.says("passed") or moon else amount
    spoken = SpokenBid(_auction(case, facts), word, seat, facts.says("helps"), holds_meld, moon)
    return settle_bid(case.variant, spoken, _names(case))


def ask_opening(case: Case, _facts: Facts) -> Settled:
    """Who must open the auction (bid.forced).

    :raises QuestionError: if there is no auction in this game.
    """
    return settle_opening(case.variant, _empty(case), _names(case))


def ask_trump(case: Case, facts: Facts) -> Settled:
    """Whether the bidder may name a suit (trump.needs).

    :raises QuestionError: if something is missing, or can't be so.
    """
    suit, bid = facts.suit("trump"), facts.number("bid", "The bid")
    contract = case.deal.contract if case.deal else None
    if suit is None:
        raise QuestionError("Tap the suit that the bidder wants to name.")
    if bid is None:
        bid = contract.bid if contract else case.variant.bid_min
    cards = facts.cards(HAND.name)
    hand = KnownHand.whole(cards) if facts.says("whole") else KnownHand(cards)
    side = case.state.side_of(contract.bidder) if case.state and contract else None
    return settle_trump(case.variant, NamedTrump(suit, bid, hand, side), case.mark)


def asks_about_bidding(case: Case, _facts: Facts) -> dict[str, object]:
    """What the page shows of the auction as it stands."""
    contract = case.deal.contract if case.deal else None
    return {
        "calls": case.deal.calls if case.deal and contract is None else (),
        "contract": contract,
        "meld_opens": case.variant.bid_forced is Forced.FIRST_WITH_MELD,
        "may_help": WORDS["bid.pass-help"].asked(case.variant),
        "may_moon": case.variant.moon is not None,
        "hand_matters": case.variant.trump_needs is not TrumpNeeds.NOTHING,
        "trump_now": None,
    }


def _auction(case: Case, facts: Facts) -> Auction:
    """The auction when the word was said: up to the highest bid entered, else as recorded at the table."""
    before = facts.number("before", "The highest bid before")
    if before is not None:
        empty = _empty(case)
        return empty.with_call(Call(empty.order[0], before))
    if case.state and case.deal and case.deal.contract is None:
        return case.state.auction_of(case.deal)
    return _empty(case)


def _empty(case: Case) -> Auction:
    if case.state and case.deal:
        return Auction(case.state.players, case.deal.dealer, (), case.deal.sits_out)
    return Auction(case.variant.players[1], case.variant.players[1] - 1)


def _names(case: Case) -> tuple[str, ...]:
    """The players by seat; without a game they have numbers, clockwise from the dealer's left."""
    return case.state.names if case.state else tuple(map(unnamed, range(case.variant.players[1])))


TRICK = Pile("trick", "The trick so far", "in the order in which the cards fell")
CARD = Pile("card", "The card in question", "the one that was played", most=1)
HELD = Pile("held", "What else was in that hand", "as far as you know it; nothing if nobody knows")
GONE = Pile("gone", "Cards seen elsewhere", "played before, shown by others, or in the kitty", aside=True)
PLAY_PILES = (TRICK, CARD, HELD, GONE)
TRICK_PILES = (replace(TRICK, title="The trick"),)


def ask_play(case: Case, facts: Facts) -> Settled:
    """Whether the card had to be played (play.follow, play.trump, play.head).

    :raises QuestionError: if something is missing, or can't be so.
    """
    played = facts.cards(CARD.name)
    if not played:
        raise QuestionError("Tap the card in question: the one that somebody played.")
    trick, who = facts.cards(TRICK.name), player(case, facts)
    turn = Turn(
        trump_of(case, facts),
        trick,
        (),
        broken=not facts.says("unbroken"),
        first_lead=facts.says("first"),
        bid=_bid(case, facts),
        stock=facts.says("stock"),
    )
    return settle_play(
        case.variant,
        PlayedCard(
            turn,
            played[0],
            _hand(case, facts, who, (*trick, *played)),
            turned=not facts.says("open"),
            side=_side(case, who),
            accuser=facts.word("accuser") or None,
            who=case.state.names[who] if case.state and who is not None else "the player",
            players=len(case.seats) or None,
        ),
        case.mark,
    )


def ask_trick(case: Case, facts: Facts) -> Settled:
    """Who takes the trick (play.winner).

    :raises QuestionError: if something is missing, or can't be so.
    """
    cards, lead = facts.cards(TRICK.name), leader(case, facts)
    order = in_order(case, lead)
    names = tuple(case.state.names[seat] for seat in order) if case.state else ()
    trick = TakenTrick(trump_of(case, facts), cards, names[: len(cards)], players=len(case.seats) or None)
    return settle_trick(case.variant, trick)


def trump_of(case: Case, facts: Facts) -> Suit | None:
    """The trump suit: as entered, else that of the deal on the table."""
    return facts.suit("trump") or (case.deal.trump if case.deal else None)


def leader(case: Case, facts: Facts) -> int | None:
    """The seat that led the trick, where somebody said so."""
    return next((seat for seat in case.seats if str(seat) == facts.word("lead")), None)


def in_order(case: Case, lead: int | None) -> tuple[int, ...]:
    """The seats in the order in which they play to a trick; nobody where the leader is not known."""
    if lead is None:
        return ()
    place = case.seats.index(lead)
    return (*case.seats[place:], *case.seats[:place])


def player(case: Case, facts: Facts) -> int | None:
    """Who played the card in question: it follows from who led and how many cards lay there."""
    order, place = in_order(case, leader(case, facts)), len(facts.word(TRICK.name).split())
    return order[place] if place < len(order) else None


def asks_about_play(case: Case, facts: Facts) -> dict[str, object]:
    """Which of its questions the page shows under this variant, and for this trick."""
    variant, leads = case.variant, not facts.word(TRICK.name)
    return {
        "trump_now": trump_of(case, facts),
        "leads": leads,
        "asks_broken": leads and variant.play_broken,
        "asks_first": leads and variant.lead_first is not FirstLead.ANY,
        "asks_bid": leads
        and variant.lead_first is FirstLead.TRUMP_UNLESS_MIN
        and not (case.deal and case.deal.contract),
        "asks_stock": variant.draw is Draw.STOCK,
        "asks_open": variant.score_renege_corrected,
        "asks_accuser": variant.score_false_claim is FalseClaim.AS_RENEGE,
        "who": player(case, facts),
        "melded": _perhaps_held(case, facts),
    }


def _perhaps_held(case: Case, facts: Facts) -> tuple[Card, ...]:
    """The cards that the player melded, apart from those entered already."""
    entered = Counter(f"{facts.word(CARD.name)} {facts.word(HELD.name)}".upper().split())
    melded = Counter(map(str, melded_by(case, player(case, facts))))
    return parse_cards((melded - entered).elements())


def _hand(case: Case, facts: Facts, who: int | None, on_table: tuple[Card, ...]) -> KnownHand:
    """What is known of the hand from which the last card on the table was played."""
    rest, lacked = facts.cards(HELD.name), facts.suits("lacks")
    # A card that somebody names may be one of those that were melded, so no copy is counted twice.
    seen = Counter(facts.cards(GONE.name)) | Counter(shown_by_others(case, who, on_table[:-1]))
    gone = tuple(seen.elements())
    if facts.says("whole"):
        return KnownHand.whole(rest, gone)
    lacks = frozenset(card for card in case.variant.pack.counts if card.suit in lacked and card != on_table[-1])
    left = facts.number("left", "Cards in that hand")
    return KnownHand(rest, lacks, None if left is None else left - 1, gone)


def _bid(case: Case, facts: Facts) -> int | None:
    contract = case.deal.contract if case.deal else None
    return contract.bid if contract else facts.number("bid", "The bid")


def _side(case: Case, who: int | None) -> str | None:
    return case.state.side_of(who) if case.state and who is not None else None


SHOWN = Pile("cards", "The cards shown", "all that one player lays down")
MELD_PILES = (SHOWN,)
FROM_HAND = Pile("put", "Put down from the hand", "the rest of the meld lies on the table already")
LAID_PILES = (FROM_HAND,)


def ask_meld(case: Case, facts: Facts) -> Settled:
    """What shown cards meld, and whether a sum that was claimed is right (meld.best).

    :raises QuestionError: if something is missing, or can't be so.
    """
    cards = facts.cards(SHOWN.name)
    if not cards:
        raise QuestionError("Tap the cards that were shown.")
    return settle_meld(case.variant, ShownMeld(trump_of(case, facts), cards, facts.number("claimed", "The claim")))


def asks_about_meld(case: Case, facts: Facts) -> dict[str, object]:
    """Trump, as far as it is known."""
    return {"trump_now": trump_of(case, facts)}


def ask_laid_meld(case: Case, facts: Facts) -> Settled:
    """Whether a player may lay a meld now, upon what lies there (meld.turn, meld.reuse, meld.played).

    :raises QuestionError: if something is missing, or the deal has no stock.
    """
    deal, tile = case.deal, _tile(case, facts)
    if deal is None or deal.stock is None:
        raise QuestionError("This is asked during the play with a stock, once the trump card is turned up.")
    seat = next((seat for seat in case.seats if str(seat) == facts.word("seat")), None)
    if seat is None or tile is None:
        raise QuestionError("Say who melds, and which meld it is.")
    trump = deal.stock.turned.card.suit
    turn = deal.stock.meld_turn(seat, trump, playoff=deal.phase is Phase.PLAY)
    copies = 2 if facts.says("double") else 1
    meld = LaidMeld(tile.kind, tile.cards[0].suit, facts.cards(FROM_HAND.name), copies)
    return settle_laid_meld(case.variant, replace(turn, won_trick=not facts.says("lost")), meld)


def asks_about_laid_meld(case: Case, _facts: Facts) -> dict[str, object]:
    """The melds of this game, and who may ask for one."""
    players = [(seat, case.state.names[seat]) for seat in case.seats] if case.state else []
    tiles = [(tile.key, tile.name.capitalize()) for tile in _tiles(case)]
    return {"players": players, "melds": tiles, "pinochles": any(t.kind is MeldKind.PINOCHLE for t in _tiles(case))}


def _tiles(case: Case) -> tuple[MeldTile, ...]:
    deal = case.deal
    return tuple(meld_tiles(case.variant, deal.stock.turned.card.suit)) if deal and deal.stock else ()


def _tile(case: Case, facts: Facts) -> MeldTile | None:
    return next((tile for tile in _tiles(case) if tile.key == facts.word("meld")), None)
