"""Clauses on the play of tricks."""

from __future__ import annotations

from functools import partial

from companion.rules.clauses.clause import (
    AUCTION,
    BRUCE,
    DOUBLES,
    FREE_IF_BEATEN,
    HANNA,
    HOYLE,
    OTHER_TABLES,
    SEVERAL,
    SITE,
    TWO_HANDED,
    Clause,
)

clause = partial(Clause, section="Play of tricks")

CLAUSES = (
    clause(
        "play.follow",
        "Follow suit",
        "Anyone who holds a card of the suit that was led has to play one.",
        SEVERAL,
    ),
    clause(
        "play.trump",
        "Trump when void",
        "Without a card of the suit led, a player has to put in a trump. With neither, every card is allowed.",
        SEVERAL,
    ),
    clause(
        "play.head",
        "The duty to beat",
        "Variants differ on when a player who can beat the cards already on the table has to do so. "
        "The variant in use names its reading.",
        SEVERAL,
    ),
    clause(
        "play.head.always",
        "Beat whenever you can",
        "Play a card that wins the trick so far if you have one, even over your partner. Once somebody has trumped a "
        "plain suit, those who still follow may play any card of it. If you cannot beat a trump you must still put a "
        "trump in, but any trump serves.",
        SITE,
    ),
    clause(
        "play.head.always-in-suit",
        "Beat the suit even after a trump",
        "As the fullest duty to beat, and besides: when you follow, you must top the highest card of that suit even "
        "though the trick has been trumped already.",
        HANNA,
    ),
    clause(
        "play.head.in-suit",
        "Beat within the suit led",
        "When you follow suit, top the suit’s highest card if you can, unless someone has already trumped it. "
        "When you are void, any trump will do; a trump lead has to be topped.",
        HOYLE,
    ),
    clause(
        "play.head.free-if-beaten",
        "No trump thrown away for nothing",
        "As the fullest duty to beat, but a void player whose trumps are all too low to win may play whatever they "
        "like.",
        FREE_IF_BEATEN,
    ),
    clause(
        "play.head.trumps",
        "Beat with trumps only",
        "Top a trump that was led, and over-trump when you are void in the suit. A player who follows to a plain suit "
        "need not beat anything.",
        OTHER_TABLES,
    ),
    clause(
        "play.head.trump-led",
        "Beat only a trump lead",
        "A higher card is demanded only when trumps were led. In plain suits nobody is obliged to beat, and a void "
        "player may put in whichever trump they like.",
        AUCTION,
    ),
    clause(
        "play.head.never",
        "No duty to beat",
        "Following suit and trumping when void are the only duties. How high to play is the player’s own choice.",
        DOUBLES,
    ),
    clause(
        "play.broken",
        "Trumps must be broken",
        "Nobody may lead a trump before one has fallen on an earlier trick, except a player whose cards are all "
        "trumps.",
        BRUCE,
    ),
    clause(
        "play.stock",
        "Free play while the stock lasts",
        "In the two-handed game every card may be played to every lead until the stock has run out. Once a lead is "
        "answered both draw, the winner first. When only two cards are left there, the winner takes the hidden one and "
        "shows it, and the other takes the turned-up one or the dix in its place.",
        TWO_HANDED,
    ),
    clause(
        "play.playoff",
        "The strict last twelve tricks",
        "With the stock gone, both players take their meld up and then follow suit, top a trump lead when able, and "
        "trump when they cannot follow.",
        TWO_HANDED,
    ),
    clause(
        "play.winner",
        "Who takes the trick",
        "The best trump takes it, or with no trump in it the best card of the suit led; of two exactly alike, "
        "the earlier one. Whoever takes a trick begins the next, and the others follow clockwise.",
        SEVERAL,
    ),
)
