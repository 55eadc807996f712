"""Clauses on counting what the tricks brought in."""

from __future__ import annotations

from functools import partial

from companion.rules.clauses.clause import AUCTION, SEVERAL, TWO_HANDED, Clause

clause = partial(Clause, section="Counting tricks")

CLAUSES = (
    clause(
        "count",
        "What the cards count",
        "There are three ways to count the cards taken in tricks. With a single pack all of them add up to 250, "
        "the final trick included.",
        AUCTION,
    ),
    clause(
        "count.simple",
        "Aces, tens and kings alike",
        "Every ace, ten and king taken counts 1, or 10 in tens; the other cards count nothing.",
        SEVERAL,
    ),
    clause(
        "count.fives",
        "Tens and fives",
        "Aces and tens count 10, kings and queens 5. This scheme is only for games scored in tens.",
        AUCTION,
    ),
    clause(
        "count.classic",
        "The classic count",
        "An ace counts 11, a ten 10, a king 4, a queen 3 and a jack 2; lower cards count nothing. This scheme is only "
        "for games scored in tens.",
        SEVERAL,
    ),
    clause(
        "count.last-trick",
        "The last trick",
        "Whoever takes the final trick adds a bonus: 1 with a single pack or a pack and a half, 2 with a double deck, "
        "3 with a triple deck, each with a nought added in tens.",
        SEVERAL,
    ),
    clause(
        "count.total",
        "The counts must add up",
        "If the whole pack was dealt, the sides’ trick points and any counted cards put aside come to a fixed total, "
        "so the last side’s figure follows from the rest. A count that cannot be right is turned down. Where cards "
        "stay undealt, as in Bruce’s games, only a lowest and a highest sum are known.",
        SEVERAL,
    ),
    clause(
        "count.round",
        "Rounding to tens",
        "In the two-handed game each count is rounded to a ten at the end: 7, 8 and 9 go up and smaller digits go "
        "down. So 87 becomes 90 while 126 becomes 120.",
        TWO_HANDED,
    ),
)
