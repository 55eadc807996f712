"""Clauses on scoring a deal: made, set, thrown in, reneged or void."""

from __future__ import annotations

from functools import partial

from companion.rules.clauses.clause import (
    AGREED,
    AUCTION,
    BICYCLE,
    BRUCE,
    BUST_A_LEAD,
    DOUBLES,
    ERRANT_PLAY,
    FRANKLIN,
    HANNA,
    HOYLE,
    OTHER_TABLES,
    RESOLUTION,
    SEVERAL,
    SITE,
    SPOKANE,
    STRICT_ARTICLE,
    Clause,
)

clause = partial(Clause, section="Scoring a deal")

CLAUSES = (
    clause(
        "score.meld-min",
        "Least meld that counts",
        "Where a minimum is set, meld below it counts for nothing and may stay in the hand. In Doubles that minimum is "
        "20. A deal that is thrown in makes no exception.",
        DOUBLES,
    ),
    clause(
        "score.save",
        "Keeping the meld",
        "Meld is kept only by a side that wins something in play: a trick, a counter, or a number of trick points, as "
        "the variant says. Some variants take the trick points away as well.",
        SEVERAL,
    ),
    clause(
        "score.save.dix-safe",
        "The dix is safe",
        "Nines of trumps stay on the score sheet even when the rest of the meld is lost or the bid fails. "
        "Only a renege takes them away.",
        BRUCE,
    ),
    clause(
        "score.made",
        "The bid is made",
        "The bidder’s side makes its bid when the meld it keeps and its trick points together reach the bid, and no "
        "minimum is missed. It then scores everything, not merely the bid.",
        SEVERAL,
    ),
    clause(
        "score.set",
        "The bid fails",
        "A bidder’s side that falls short is set: it scores nothing for the deal and loses the bid from its score, "
        "which may drop below zero.",
        SEVERAL,
    ),
    clause(
        "score.set.bid-keeps-meld",
        "Set, but the meld stands",
        "The bid comes off the score, yet the side keeps what it melded.",
        AUCTION,
    ),
    clause(
        "score.set.bid+meld",
        "Set for bid and meld",
        "A side that is set loses both its bid and the amount it melded.",
        HANNA,
    ),
    clause(
        "score.set.twice",
        "Set for twice the bid",
        "A side that is set loses double its bid.",
        OTHER_TABLES,
    ),
    clause(
        "score.set.credited",
        "The bid goes to the opponents",
        "Instead of being taken from the side that failed, the bid is added to the score of the other side.",
        FRANKLIN,
    ),
    clause(
        "score.others",
        "The other sides’ score",
        "Sides that did not bid score the meld and trick points they kept, whether the bid was made or not.",
        SEVERAL,
    ),
    clause(
        "score.unplayed",
        "Lost before the first lead",
        "When the bid is out of reach even with every trick, some tables set the bidder at once and play no cards.",
        BUST_A_LEAD,
    ),
    clause(
        "score.throw-in",
        "Throwing in",
        "After the meld and before the first card is led, the bidder may give up where the variant allows it. "
        "Trumps must have been named, for meld depends on them. The bid is lost, the opponents score their meld "
        "without having to win a trick, and nothing is played.",
        SEVERAL,
    ),
    clause(
        "score.throw-in.shortfall>pool",
        "Throw-in only for a hopeless bid",
        "The bidder may throw in only if the bid is higher than meld and all the trick points put together.",
        SITE,
    ),
    clause(
        "score.throw-in.shortfall>=pool",
        "Throw-in when every point would be needed",
        "The bidder may throw in if the bid is at least as high as meld and all the trick points put together.",
        HOYLE,
    ),
    clause(
        "score.throw-in.always",
        "Throw-in at any time before the lead",
        "Until the opening lead is made, the bidder is free to give up however good the chances are.",
        AUCTION,
    ),
    clause(
        "score.throw-in.never",
        "No throw-in",
        "Every deal is played out.",
        OTHER_TABLES,
    ),
    clause(
        "score.throw-in.opponents",
        "What opponents score for a throw-in",
        "The variant says whether they get their meld, their meld with a bonus on top, or nothing at all.",
        BICYCLE,
    ),
    clause(
        "score.no-marriage",
        "A bidder without a marriage",
        "In Doubles, a bidder above 50 who holds no marriage whatever loses the bid. Nobody scores "
        "and the cards are dealt again.",
        DOUBLES,
    ),
    clause(
        "score.renege",
        "When a player breaks the rules of play",
        "A renege stops the deal. The variant says what the offender’s side loses and what everyone else scores.",
        SEVERAL,
    ),
    clause(
        "score.renege.bruce",
        "Renege in Bruce’s games",
        "The deal stops. The offender, whoever bid, loses the amount of the bid and everything made in the deal, "
        "nines too. The rest keep their meld but score no tricks, and an innocent bidder neither makes nor fails the "
        "bid. Drawing more or fewer cards than were discarded counts as a renege.",
        BRUCE,
    ),
    clause(
        "score.renege.three",
        "Renege in three-handed play",
        "The deal stops, tricks count for nothing and innocent meld is safe. A bidder at fault loses double the bid. "
        "If somebody else is at fault, that player loses the meld and the bid once, and the bidder gains bid and meld.",
        AUCTION,
    ),
    clause(
        "score.renege.side",
        "Renege in partnership play",
        "The side at fault scores nothing, and loses the bid if it had bid. If it had not, the bidders gain their bid, "
        "or their meld with the tricks so far if that is higher. The innocent side’s meld is safe.",
        RESOLUTION,
        resolution=True,
    ),
    clause(
        "score.renege.side-all-counters",
        "Renege: the others take every counter",
        "The side at fault is set, and its opponents score their meld with all the trick points of the deal.",
        SPOKANE,
    ),
    clause(
        "score.renege.corrected",
        "A slip put right in time",
        "Some tables let a wrong card be taken back without penalty as long as the trick still lies open.",
        ERRANT_PLAY,
    ),
    clause(
        "renege.kinds",
        "What counts as a renege",
        "Not following, not trumping, or not beating when obliged to; playing out of turn; leading before the kitty’s "
        "number has been put aside; letting others see cards on purpose, where the variant has that rule; and "
        "anything else that spoils the deal.",
        AUCTION,
    ),
    clause(
        "renege.exposed",
        "Letting others see your cards",
        "A player who lets others see a part of the hand on purpose reneges: during the play whoever it is, and while "
        "meld is shown everybody except the bidder. Meld itself is meant to be seen, and a card that slips out by "
        "accident is no renege.",
        AUCTION,
    ),
    clause(
        "renege.exposed.never",
        "A card seen, and no rule about it",
        "Many rules say nothing about a card that others get to see. There it is no renege, and what it costs is the "
        "table’s own custom.",
        AGREED,
    ),
    clause(
        "renege.exposed.always",
        "Every card seen is a renege",
        "At strict tables any card shown that is not meld is a renege once trumps are named, by whomever and even by "
        "accident.",
        STRICT_ARTICLE,
    ),
    clause(
        "score.false-claim",
        "A wrong accusation",
        "At some tables, accusing someone of a renege that did not happen costs the accuser the same penalty.",
        ERRANT_PLAY,
    ),
    clause(
        "score.double-set",
        "How much a double set costs",
        "A three-handed bidder who reneges loses twice the bid; a table may agree on once instead.",
        RESOLUTION,
        resolution=True,
    ),
    clause(
        "score.bid-and-meld",
        "What an innocent bidder gains",
        "When another player reneges in three-handed play, the bidder gains bid and meld together; a table may agree "
        "on whichever of the two is larger.",
        RESOLUTION,
        resolution=True,
    ),
    clause(
        "score.misdeal.card-fault",
        "Wrong cards in the pack",
        "If the pack turns out to be wrong while melding or playing, nothing from the deal counts and the same dealer "
        "deals anew.",
        AUCTION,
    ),
    clause(
        "score.misdeal.technical",
        "A hopeless hand",
        "With a double deck, a player who was dealt no ace and at least thirteen cards without value may say so before "
        "playing to the opening trick. All meld is cancelled and the same dealer deals anew.",
        AUCTION,
    ),
    clause(
        "misdeal.technical",
        "Whether a hopeless hand may be declared",
        "The variant says whether a hand with no ace and thirteen or more worthless cards can call for a new deal.",
        AUCTION,
    ),
    clause(
        "score.misdeal.procedure",
        "A misdeal noticed too late",
        "Once the first card has been played, a misdeal that is not the pack’s fault is charged to whoever dealt and "
        "to that player’s partners, like a renege, where the variant says so. Before that, and at other tables, the "
        "cards are dealt again and nobody pays.",
        AUCTION,
    ),
    clause(
        "misdeal.procedure",
        "Whether a late misdeal is the dealer’s renege",
        "The variant says whether a misdeal that comes to light in the play is charged to the dealer’s side, or only "
        "dealt again.",
        AUCTION,
    ),
)
