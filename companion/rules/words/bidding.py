"""The words for the bidding, and for what comes between it and the meld: the kitty, the exchange, the draw."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.dealing.seating import has_partners
from companion.rules.options.choices import Bidding, BidRounds, Bury, Discards, Draw, Forced, PassOrder, TrumpNeeds
from companion.rules.options.variant import Variant
from companion.rules.words.word import Saying, Words, count_word, has_bids, of_choice, of_flag, of_number, series

_HAS_AMOUNT = frozenset({Forced.DEALER, Forced.DEALER_AUTOMATIC, Forced.FIRST_HAND_AUTOMATIC})


def _auctions(variant: Variant) -> bool:
    return variant.bid is Bidding.AUCTION


def _has_kitty(variant: Variant) -> bool:
    return variant.kitty_size > 0


def _lays_away(variant: Variant) -> bool:
    return _has_kitty(variant) and not variant.kitty_deal_out


def _passes_cards(variant: Variant) -> bool:
    return variant.pass_count > 0


def _steps(variant: Variant) -> str:
    (_, first), *later = variant.bid_step
    climbs = [f"in steps of {first}", *(f"from {start} in steps of {step}" for start, step in later)]
    return f"Bids go up {series(climbs)}."


def _kitty(variant: Variant) -> str:
    size = variant.kitty_size
    if not size:
        return "There is no kitty."
    return f"A kitty of {count_word(size)} {'card' if size == 1 else 'cards'} waits for the bidder."


def _exchange(variant: Variant) -> str:
    count = variant.pass_count
    if not count:
        return "Partners pass each other no cards."
    return f"Once trump is named, partners pass each other {count_word(count)} {'card' if count == 1 else 'cards'}."


BIDDING: Mapping[str, Words] = {
    "bid": of_choice(
        "bid",
        {
            Bidding.AUCTION: Saying("An auction", "Players outbid each other, and the winner names trump."),
            Bidding.SUMMED: Saying(
                "Partners’ bids added",
                "Everybody bids once and partners’ bids are added, so that every side has its own contract; the "
                "highest single bid names trump.",
            ),
            Bidding.NONE: Saying("A turned card", "There is no bidding: a card turned up after the deal makes trump."),
        },
    ),
    "bid.min": of_number("bid_min", "The lowest bid is {}.", "A bid may be as low as you like.", has_bids),
    "bid.step": Words(_steps, asked=has_bids),
    "bid.max-jump": of_number(
        "bid_max_jump",
        "A bid may be at most {} above the one before.",
        "A bid may jump as high as the player likes.",
        _auctions,
    ),
    "bid.rounds": of_choice(
        "bid_rounds",
        {
            BidRounds.UNTIL_PASS: Saying("Until one is left", "It goes round until one is left; a pass is final."),
            BidRounds.ONE_TURN: Saying("One turn each", "Everybody speaks once, and the highest bid has it."),
            BidRounds.TWO_TURNS: Saying("Two turns each", "Everybody may bid twice at most; a pass is final."),
        },
        _auctions,
    ),
    "bid.forced": of_choice(
        "bid_forced",
        {
            Forced.DEALER: Saying("The dealer takes it", "When all pass, the dealer must take the bid."),
            Forced.DEALER_AUTOMATIC: Saying(
                "The dealer starts with it", "The dealer holds the first bid before anybody speaks."
            ),
            Forced.FIRST_HAND_AUTOMATIC: Saying(
                "The first hand starts with it",
                "The player at the dealer’s left holds the first bid before anybody speaks.",
            ),
            Forced.FIRST_HAND: Saying("The first hand opens", "The player at the dealer’s left must open the bidding."),
            Forced.FIRST_WITH_MELD: Saying(
                "The first with meld opens",
                "The first player who holds any meld must open; if nobody does, the cards are thrown in.",
            ),
            Forced.REDEAL: Saying("Thrown in", "When all pass, the cards are thrown in and the deal passes on."),
        },
        has_bids,
    ),
    "bid.forced-amount": of_number(
        "bid_forced_amount",
        "That bid is {}.",
        "That bid is 0.",
        lambda variant: has_bids(variant) and variant.bid_forced in _HAS_AMOUNT,
    ),
    "bid.dealer-discount": of_number(
        "bid_dealer_discount",
        "The dealer may bid {} below the lowest bid.",
        "The dealer may bid no lower than the others.",
        has_bids,
    ),
    "bid.lone-may-decline": of_flag(
        "bid_lone_may_decline",
        "A player who was the only one to bid may give the bid up again.",
        "Whoever has bid is held to it.",
        _auctions,
    ),
    "bid.pass-help": of_flag(
        "bid_pass_help",
        "A player who passes may tell partner “I can help”.",
        "A pass says nothing more.",
        lambda variant: _auctions(variant) and has_partners(variant),
    ),
    "bid.meld-bids": of_number(
        "bid_meld_bids",
        "In the first round, bids under {} tell partner about meld.",
        "Bids are no signal about meld.",
        lambda variant: _auctions(variant) and has_partners(variant),
    ),
    "trump.needs": of_choice(
        "trump_needs",
        {
            TrumpNeeds.NOTHING: Saying("Any suit", "The bidder may name any suit as trump."),
            TrumpNeeds.MARRIAGE: Saying("A marriage", "The bidder must hold a marriage in the suit named."),
            TrumpNeeds.MARRIAGE_UNLESS_MIN: Saying(
                "A marriage above the lowest bid",
                "The bidder must hold a marriage in the suit named, unless the bid stayed at the lowest.",
            ),
            TrumpNeeds.RUN_MARRIAGE_OR_DIX: Saying(
                "A run, marriage or dix", "The bidder must hold a run, a marriage or the dix of the suit named."
            ),
        },
        has_bids,
    ),
}

EXCHANGE: Mapping[str, Words] = {
    "draw": of_choice(
        "draw",
        {
            Draw.NONE: Saying("No drawing", "Nobody draws cards after the deal."),
            Draw.DISCARD_AND_DRAW: Saying(
                "Discard and draw", "Each in turn, the bidder first, puts some cards away and draws as many new ones."
            ),
            Draw.STOCK: Saying(
                "A stock", "After each trick, both players draw from a stock, and melds are laid one at a time."
            ),
            Draw.KEEP_OR_REJECT: Saying(
                "Keep or reject",
                "Hands are built by turns: keep a card and put the next one away unseen, or reject it and keep the "
                "next.",
            ),
        },
    ),
    "draw.discards": of_choice(
        "draw_discards",
        {
            Discards.DRAWER: Saying("Each player’s own", "Rejected cards count at the end for whoever drew them."),
            Discards.OPPONENT: Saying(
                "The bidder’s go across", "The cards that the bidder rejected count for the opponent."
            ),
        },
        lambda variant: variant.draw is Draw.KEEP_OR_REJECT,
    ),
    "kitty.size": Words(_kitty),
    "kitty.shown": of_flag(
        "kitty_shown",
        "Everybody sees the kitty before the bidder takes it.",
        "Only the bidder sees the kitty.",
        _has_kitty,
    ),
    "kitty.counts": of_flag(
        "kitty_counts",
        "Counters that the bidder lays away count for the bidder.",
        "Counters that the bidder lays away count for nobody.",
        _lays_away,
    ),
    "kitty.deal-out": of_flag(
        "kitty_deal_out",
        "The bidder gives every player one card of the kitty.",
        "The bidder takes the whole kitty and lays as many cards away.",
        _has_kitty,
    ),
    "kitty.bury": of_choice(
        "kitty_bury",
        {
            Bury.ANY: Saying("Any card", "Any cards that were not melded may be laid away."),
            Bury.NO_TRUMP: Saying("No trump", "No trump may be laid away."),
            Bury.NO_ACES: Saying("No aces", "No ace may be laid away."),
            Bury.SHOWN: Saying("Shown", "Trumps and aces that are laid away must be shown."),
        },
        _lays_away,
    ),
    "pass.count": Words(_exchange, asked=lambda variant: has_partners(variant) or _passes_cards(variant)),
    "pass.order": of_choice(
        "pass_order",
        {
            PassOrder.PARTNER_FIRST: Saying(
                "Partner first", "The bidder’s partner passes first; the bidder looks, then passes back."
            ),
            PassOrder.BOTH: Saying("Both at once", "Both choose their cards before either sees what comes."),
        },
        _passes_cards,
    ),
}
