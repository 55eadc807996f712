"""Clauses on the cards, the packs, the seats and the deal."""

from __future__ import annotations

from functools import partial

from companion.rules.clauses.clause import AGREED, AUCTION, BRUCE, DOUBLES, SEVERAL, SITE, TWO_HANDED, Clause

clause = partial(Clause, section="Cards and dealing")

CLAUSES = (
    clause(
        "card.rank",
        "Order of the cards",
        "Ace is highest, then ten, king, queen, jack and nine; 8 and 7 come below where the pack has them. "
        "The ten therefore beats the king. A table may choose the ordinary order instead, with the ten below the jack.",
        SEVERAL,
    ),
    clause(
        "card.identical",
        "Identical cards",
        "When two cards are exactly alike, the one that reached the trick earlier is the better.",
        SEVERAL,
    ),
    clause(
        "unit",
        "Points in ones or in tens",
        "A table counts either in ones, where a run is worth 15 and a counter 1, or in tens, where they are worth "
        "150 and 10. Bids, scores and the target all use the same unit.",
        AUCTION,
    ),
    clause(
        "players",
        "Number of players",
        "The variant says how many people take part in a deal. Where there are more, the extra ones sit a deal out.",
        AUCTION,
    ),
    clause(
        "hand.size",
        "Cards in each hand",
        "Everyone is dealt the same number of cards, and the variant fixes that number.",
        SEVERAL,
    ),
    clause(
        "sides",
        "Who plays with whom",
        "People play each for themselves, as partners facing each other, as two sides seated alternately, "
        "or with a partner whom the bidder calls for that one deal.",
        AUCTION,
    ),
    clause(
        "pack",
        "The pack in use",
        "A pack is described by its ranks, by how many of each card it holds, and by any single cards put in or "
        "left out. Cards that are not in the pack cannot be played, melded or counted.",
        SEVERAL,
    ),
    clause(
        "pack.48",
        "Single pack, 48 cards",
        "Every suit holds two aces, two tens, two kings, two queens, two jacks and two nines.",
        SEVERAL,
    ),
    clause(
        "pack.64",
        "Long pack, 64 cards",
        "The single pack with a pair of 8s and a pair of 7s put into every suit. The seven of trumps is the dix here, "
        "not the nine.",
        TWO_HANDED,
    ),
    clause(
        "pack.80",
        "Double deck, 80 cards",
        "Every suit holds four aces, four tens, four kings, four queens and four jacks. There are no nines, so "
        "nobody can score a dix.",
        DOUBLES,
    ),
    clause(
        "pack.96",
        "Two whole packs, 96 cards",
        "Two single packs are shuffled together and keep their nines, which makes four of every card.",
        AUCTION,
    ),
    clause(
        "pack.120",
        "Triple deck, 120 cards",
        "Three single packs are shuffled together after their nines are removed, which makes six of every card.",
        AUCTION,
    ),
    clause(
        "pack.124",
        "Racehorse pack, 124 cards",
        "The triple deck with a single nine added to each suit, so that six hands of twenty leave four for the "
        "blind. The text does not say which four cards are added; ours are nines, and they never score as a dix.",
        AUCTION,
        resolution=True,
    ),
    clause(
        "pack.70",
        "Pack and a half, 70 cards",
        "Three of every card from ace to nine, with two nines left out so that five players get fourteen each. "
        "The two nines are of different suits, and the table chooses them.",
        AUCTION,
    ),
    clause(
        "pack.72",
        "Pack and a half, 72 cards",
        "Three copies of every card from ace down to nine: one single pack and half of another.",
        AUCTION,
    ),
    clause(
        "deal.first",
        "The first dealer",
        "The table may cut for the first deal: the highest card deals, and players who tie cut once more. "
        "It may also leave the choice to chance, or settle it however it likes.",
        BRUCE,
    ),
    clause(
        "deal.cut",
        "Shuffle and cut",
        "Whoever deals also shuffles, and offers the pack for cutting to the neighbour on the right.",
        SEVERAL,
    ),
    clause(
        "deal.packet",
        "How the cards are handed out",
        "Cards go round clockwise beginning with the dealer’s left-hand neighbour. Depending on the variant they come "
        "singly, in threes or fours, or always in fours.",
        SEVERAL,
    ),
    clause(
        "deal.rotate",
        "The deal moves on",
        "Once a deal is finished, the dealer’s left-hand neighbour deals the next, unless a rule says that the same "
        "dealer deals again.",
        SEVERAL,
    ),
    clause(
        "deal.redeal",
        "Who deals a repeated deal",
        "When cards have to be dealt afresh, the variant says whether the same dealer does it or the next one.",
        AGREED,
    ),
    clause(
        "draw",
        "Drawing cards",
        "Some variants let hands change after the deal: by discarding and drawing once, by drawing from a stock after "
        "each trick, or by building the hand card by card, keeping or rejecting.",
        SITE,
    ),
    clause(
        "draw.discards",
        "Whose the rejected cards are",
        "Where hands are built by keeping and rejecting, the rejected cards are counted at the end either for the "
        "player who drew them or for the bidder’s opponent.",
        AUCTION,
    ),
)
