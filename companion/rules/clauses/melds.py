"""Clauses on the melds and what they are worth."""

from __future__ import annotations

from functools import partial

from companion.rules.clauses.clause import (
    AUCTION,
    DOUBLES,
    FAMILY,
    OTHER_TABLES,
    SEVERAL,
    SITE,
    TWO_HANDED,
    Clause,
)

clause = partial(Clause, section="Meld")

CLAUSES = (
    clause(
        "meld.run",
        "Run",
        "Ace, ten, king, queen and jack of the trump suit, also called a flush, straight, family, rope or book. It "
        "pays 15, or 150 in tens.",
        SEVERAL,
    ),
    clause(
        "meld.double-run",
        "Double run",
        "Both aces, both tens, both kings, both queens and both jacks of trumps. With a single pack it pays 150, "
        "or 1500 in tens; variants with larger packs may pay their runs one by one.",
        SEVERAL,
    ),
    clause(
        "meld.royal-marriage",
        "Royal marriage",
        "A king and a queen of the trump suit together pay 4, or 40 in tens.",
        SEVERAL,
    ),
    clause(
        "meld.marriage",
        "Common marriage",
        "A king with the queen of its suit, when that suit is not trumps, pays 2, or 20 in tens.",
        SEVERAL,
    ),
    clause(
        "meld.dix",
        "Dix",
        "Every copy of the lowest trump pays 1, or 10 in tens. That card is the nine, or the seven in the long pack.",
        SEVERAL,
    ),
    clause(
        "meld.pinochle",
        "Pinochle",
        "The jack of diamonds beside the queen of spades pays 4, or 40 in tens, whatever is trumps.",
        SEVERAL,
    ),
    clause(
        "meld.double-pinochle",
        "Double pinochle",
        "Two jacks of diamonds beside two queens of spades pay 30, or 300 in tens.",
        SEVERAL,
    ),
    clause(
        "meld.around",
        "Four of a kind",
        "Aces, kings, queens or jacks in all four suits pay 10, 8, 6 or 4, with a nought added in tens.",
        SEVERAL,
    ),
    clause(
        "meld.double-around",
        "Double four of a kind",
        "Eight aces, kings, queens or jacks, a pair in every suit, pay ten times the single set: 100, 80, 60 or 40, "
        "with a nought added in tens.",
        SEVERAL,
    ),
    clause(
        "meld.best",
        "The best meld counts",
        "A hand scores the largest total that its cards can make. Each card may serve once in every class of meld "
        "– runs and marriages, pinochles, and sets round the suits – but not twice in the same class.",
        SITE,
    ),
    clause(
        "meld.run-absorbs",
        "The marriage inside a run",
        "The king and queen that belong to a run are not paid again as a marriage. A second king and queen of trumps "
        "still make one.",
        SEVERAL,
    ),
    clause(
        "meld.run-absorbs.adds",
        "The marriage inside a run is paid too",
        "At some tables a run also earns the royal marriage that it contains, so that a bare run brings 19, or 190 in "
        "tens.",
        OTHER_TABLES,
    ),
    clause(
        "meld.multiple",
        "Doubles have their own price",
        "Holding a meld twice or more pays the figure listed for that many, instead of the single figure several "
        "times over. Marriages and dixes simply add up, and so do runs in variants that pay 15 for each.",
        SEVERAL,
    ),
    clause(
        "meld.roundhouse",
        "Roundhouse",
        "A king and queen of every suit pay no more than their parts: four marriages with the kings and the queens, "
        "which come to 24, or 240 in tens.",
        AUCTION,
    ),
    clause(
        "meld.roundhouse.bonus",
        "Roundhouse with a bonus",
        "Some two-handed tables add 1, or 10 in tens, to a roundhouse, which then makes 25 or 250.",
        AUCTION,
    ),
    clause(
        "meld.roundhouse.flat",
        "Roundhouse at one price",
        "At some tables a roundhouse earns 24 (240 in tens) as a single meld, and the kings and queens in it are not "
        "paid again as sets.",
        FAMILY,
    ),
    clause(
        "meld.run-extra",
        "A spare king or queen beside a run",
        "With a run, each further king of trumps and each further queen of trumps brings the price of a royal "
        "marriage. A run with one of them is worth 190, and with one of both 230. Other variants pay only a complete "
        "second pair.",
        SITE,
    ),
    clause(
        "meld.quad",
        "Three and four of the same meld",
        "Where the pack has four or more of each card, three pinochles pay 45 and four pay 60. Triple and quadruple "
        "sets pay 150 and 200 for aces, 120 and 160 for kings, 90 and 120 for queens, 60 and 80 for jacks, "
        "and runs pay 15 apiece.",
        DOUBLES,
    ),
    clause(
        "meld.over-four",
        "Five or six of the same meld",
        "The list of prices stops at four of a meld. A larger number is split into listed figures in whichever way "
        "pays most: five times aces is a triple with a double, 250 in ones.",
        AUCTION,
    ),
    clause(
        "meld.table",
        "The price list",
        "A house variant may change what any meld is worth.",
        OTHER_TABLES,
    ),
    clause(
        "meld.needs-trump",
        "Before trumps are named",
        "Runs, royal marriages and dixes exist only once trumps are known, so until then they are left out. "
        "The companion shows instead what the hand would be worth with each suit as trumps.",
        SEVERAL,
    ),
    clause(
        "meld.turn",
        "One meld for each trick won",
        "Two-handed, whoever has just taken a trick may lay a single meld before drawing, and show a dix besides. "
        "The winner of the twelfth trick still may; during the playoff nobody melds.",
        TWO_HANDED,
    ),
    clause(
        "meld.reuse",
        "Building on melds already laid",
        "Each new meld needs a card out of the hand. Cards on the table may join it if they have served only in other "
        "classes, or in a cheaper meld of its own class; the new meld is then paid in full.",
        TWO_HANDED,
    ),
    clause(
        "meld.played",
        "Melded cards may be played",
        "A card on the table still belongs to its player and can go to any trick. Once gone, it takes no part in "
        "further melds.",
        TWO_HANDED,
    ),
    clause(
        "meld.dix-exchange",
        "Exchanging the dix",
        "A dealer who turns up a dix scores it at once. Later, a player who takes a trick may trade a dix for the "
        "turned-up trump.",
        TWO_HANDED,
    ),
)
