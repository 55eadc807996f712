"""The melds."""

from __future__ import annotations

from collections.abc import Mapping

MELDS: Mapping[str, str] = {
    "meld": "meld, declaration",
    "run": "run, flush, straight, family, rope, book, sequence, a ten k q j, ace ten king queen jack",
    "double run": "double run, two runs, double flush, both runs, second run, runs twice, two flushes, double family",
    "marriage": "marriage, married, king and queen, k and q, kq, king queen, queen and king, wedding",
    "royal": (
        "royal marriage, royal, marriage in trump, trump marriage, king and queen of trump, king queen of trump, "
        "marriage of trump"
    ),
    "pinochle": (
        "pinochle, pinocle, pinnocle, penochle, penuchle, binokel, queen of spades and jack of diamonds, queen of "
        "spades and the jack of diamonds, jack of diamonds and queen of spades, queen spades jack diamonds, jack "
        "diamonds queen spades, qs jd, jd qs, spade queen and diamond jack, diamond jack and spade queen, jack of "
        "diamonds with queen of spades, jack of diamonds and the queen of spades, pinochel"
    ),
    "double pinochle": (
        "double pinochle, two pinochles, both pinochles, double pinocle, pair of pinochles, pinochle twice, second "
        "pinochle, two jacks of diamonds and two queens of spades, two queens of spades and two jacks of diamonds, "
        "two jacks of diamonds, two queens of spades, both jacks of diamonds, both queens of spades"
    ),
    "around": (
        "around, round, four of a kind, one of each suit, of each suit, in each suit, four suits, different suits, "
        "abound, one in every suit, ace in every suit, king in every suit, queen in every suit, jack in every suit, "
        "all four aces, all four kings, all four queens, all four jacks, four aces, four kings, four queens, four "
        "jacks, set of aces, set of kings, hundred aces, 100 aces, eighty kings, 80 kings, sixty queens, 60 queens, "
        "forty jacks, 40 jacks, ace of each suit, king of each suit, queen of each suit, jack of each suit, one of "
        "every suit"
    ),
    "double around": (
        "double around, double aces, double kings, double queens, double jacks, eight aces, eight kings, eight "
        "queens, eight jacks, aces abound, kings abound, queens abound, jacks abound, all eight, thousand aces, 1000 "
        "aces, aces around twice, double aces around, double kings around, double queens around, double jacks around, "
        "two of each suit, aces twice around, eight of a kind"
    ),
    "roundhouse": (
        "roundhouse, round house, round table, roundtable, marriage in every suit, marriage in each suit, four "
        "marriages, marriage of every suit, marriages in all suits, marriage in all four suits, king and queen in "
        "every suit, king and queen of every suit, king and queen in each suit, all four marriages, kings and queens "
        "around, kings and queens in all suits, king and queen of each suit"
    ),
    "three-fold": (
        "triple, three pinochles, triple pinochle, three aces of each, triple aces, twelve aces, sixteen aces, "
        "quadruple aces, three of each suit, four of each suit, three times around, triple around, triple kings, "
        "three fold, sixteen kings, twelve kings, twelve queens, triple queens, triple jacks, three of the same meld, "
        "sixteen queens"
    ),
    "quadruple pinochle": "quadruple pinochle, four pinochles, quad pinochle, all four pinochles, pinochle four times",
    "five-fold": (
        "five aces of each, twenty aces, five of each suit, six of each suit, five fold, six fold, five times, "
        "quintuple, sextuple, five of the same, six aces of each, six pinochles, five pinochles, twenty four aces"
    ),
    "use-twice": (
        "use twice, used twice, used for, both melds, two melds, same card in, count twice, more than one meld, "
        "several melds, same card for, use the same, also count in, both a marriage and, use a card in, counts in "
        "two, use a card twice, card twice, one card in, overlap, double count, also use, used again, be part of two"
    ),
    "least meld": (
        "minimum meld, meld minimum, min meld, least meld, enough meld, meld enough, meld too small, meld under "
        "twenty, less than twenty meld, not enough meld, meld requirement, meld needed, small meld, too little meld, "
        "little meld, meld do you need, meld do we need, how much meld, meld required"
    ),
    "lay meld": (
        "lay meld, lay down meld, put down melds, make a meld, lay a meld, table a meld, put down a meld, lay a meld "
        "down, meld at a time, lay down a meld, declare a meld"
    ),
    "meld open": (
        "show my meld, show meld, meld stay, meld lie, leave meld, pick up meld, pick up my meld, meld back, leave my "
        "meld, meld on the table, meld face up, cards when i meld, see their meld, look at their meld, look at meld, "
        "take meld back, meld displayed, see the meld"
    ),
}
