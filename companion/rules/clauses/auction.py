"""Clauses on the auction, the kitty, the exchange and the lead."""

from __future__ import annotations

from functools import partial

from companion.rules.clauses.clause import (
    AUCTION,
    BRUCE,
    DOUBLES,
    HANNA,
    HOYLE,
    JOEDOG,
    OTHER_TABLES,
    SEVERAL,
    TWO_HANDED,
    Clause,
)

clause = partial(Clause, section="Auction, kitty and exchange")

CLAUSES = (
    clause(
        "bid",
        "How trumps are won",
        "Most variants hold an auction and its winner names trumps. Others add up both partners’ bids, or turn a card "
        "instead of bidding.",
        SEVERAL,
    ),
    clause(
        "bid.order",
        "Who bids first",
        "Bidding begins at the dealer’s left and travels clockwise round the table.",
        SEVERAL,
    ),
    clause(
        "bid.min",
        "The lowest bid",
        "No bid may be below the figure that the variant sets.",
        SEVERAL,
    ),
    clause(
        "bid.step",
        "How far a bid must rise",
        "Each bid has to top the one before and be a multiple of the step then in force. The step may grow once the "
        "bidding reaches a certain height.",
        SEVERAL,
    ),
    clause(
        "bid.max-jump",
        "The largest raise",
        "Where a variant limits raises, a bid may go above the one before by no more than that limit.",
        HOYLE,
    ),
    clause(
        "bid.rounds",
        "How long the bidding lasts",
        "Either it goes round until only one player is left, and whoever has passed stays out, or everyone gets "
        "a fixed number of turns.",
        SEVERAL,
    ),
    clause(
        "bid.rounds.until-pass",
        "Until one is left",
        "The auction ends when all players but one have passed, and a player who passes is out of it.",
        JOEDOG,
    ),
    clause(
        "bid.forced",
        "When nobody wants to bid",
        "The variant says what happens: the dealer must take the deal at a set figure, a certain hand is obliged to "
        "open, a bid stands automatically before anyone speaks, or the cards are thrown in.",
        SEVERAL,
    ),
    clause(
        "bid.forced-amount",
        "The figure of a forced bid",
        "This is what the player who is made to take the bid is held to.",
        SEVERAL,
    ),
    clause(
        "bid.dealer-discount",
        "The dealer may go lower",
        "In three-handed play the dealer may take the bid at 19, although everybody else has to offer at least 20.",
        AUCTION,
    ),
    clause(
        "bid.lone-may-decline",
        "A lone bidder may withdraw",
        "If only one player has bid at all, some tables let that player give the bid up, and nothing is scored.",
        HANNA,
    ),
    clause(
        "bid.meld-bids",
        "Bids that tell of meld",
        "During the first round, a small raise below the limit tells partner about meld: one above the highest bid "
        "promises 10 to 19, two above it 20 to 29, and so on by tens.",
        DOUBLES,
    ),
    clause(
        "bid.pass-help",
        "Pass with help",
        "A player leaving the auction may say that help is on offer. In everything else it is an ordinary pass.",
        HOYLE,
    ),
    clause(
        "bid.summed",
        "Partners’ bids added together",
        "Both partners bid once and the two figures become their side’s contract. The single highest bid decides who "
        "names trumps, and each side that falls short of its own contract is set.",
        AUCTION,
    ),
    clause(
        "bid.none",
        "Trumps by a turned card",
        "There is no bidding in the two-handed game: the card turned up after the deal fixes the trump suit.",
        TWO_HANDED,
    ),
    clause(
        "trump.needs",
        "What the trump suit must hold",
        "Usually the bidder may name any suit. Some variants ask for a marriage in it, or for at least a run, "
        "a marriage or a dix.",
        SEVERAL,
    ),
    clause(
        "kitty.size",
        "The kitty",
        "The stated number of cards is left over for the bidder, who takes them up and puts the same number aside "
        "before leading.",
        AUCTION,
    ),
    clause(
        "kitty.unmelded",
        "No meld is put aside",
        "A card that the bidder has melded stays in play: only cards that were no part of any meld may be put aside "
        "for the kitty’s.",
        AUCTION,
    ),
    clause(
        "kitty.shown",
        "Showing the kitty",
        "The bidder turns the kitty face up for the whole table before taking it in hand.",
        AUCTION,
    ),
    clause(
        "kitty.counts",
        "Counters put aside",
        "The table decides beforehand whether counters among the cards put aside belong to the bidder’s tricks or to "
        "nobody.",
        AUCTION,
    ),
    clause(
        "kitty.deal-out",
        "The kitty is shared out",
        "In four-handed play with a kitty, the bidder hands the four cards round, so that everybody receives one.",
        AUCTION,
    ),
    clause(
        "kitty.bury",
        "What may be put aside",
        "Some tables forbid putting trumps or aces aside, or want such cards shown to everyone.",
        OTHER_TABLES,
    ),
    clause(
        "pass.count",
        "Cards exchanged between partners",
        "Once trumps are named, the bidder and partner give each other exactly the stated number of cards, and nobody "
        "else exchanges any. Any cards may be given, those just received included.",
        SEVERAL,
    ),
    clause(
        "pass.order",
        "Who passes first",
        "Normally the partner’s cards come first and the bidder answers after looking at them. "
        "Some tables have both choose at the same moment.",
        AUCTION,
    ),
    clause(
        "lead.who",
        "Who leads",
        "The bidder leads to the first trick. Two-handed, the player who did not deal begins, and the playoff is begun "
        "by whoever took the final trick of the stock.",
        SEVERAL,
    ),
    clause(
        "lead.first",
        "The opening lead",
        "Most variants allow any card. Doubles asks for a trump unless the bid stayed at its minimum, and Bruce’s game "
        "forbids one unless the leader has nothing else.",
        SEVERAL,
    ),
    clause(
        "lead.first.trump",
        "The opening lead must be a trump",
        "The bidder begins with a trump when holding one.",
        AUCTION,
    ),
    clause(
        "lead.first.trump-unless-min",
        "A trump to start, unless the bid was the minimum",
        "The bidder begins with a trump, except when nobody went above the opening figure; then any card will do.",
        DOUBLES,
    ),
    clause(
        "lead.first.no-trump",
        "No trump to start",
        "The opening lead is from a plain suit, unless the leader’s cards are all trumps.",
        BRUCE,
    ),
)
