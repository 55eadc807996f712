"""Clauses on how people behave at the table; nothing is reckoned by them."""

from __future__ import annotations

from functools import partial

from companion.rules.clauses.clause import AUCTION, HOYLE, SITE, Clause

clause = partial(Clause, section="At the table")

CLAUSES = (
    clause(
        "conduct.sit-out",
        "More people than seats",
        "Where more people want to play than a deal has seats, the extra ones sit out by turns. That holds for "
        "partners as well as for games in which everybody plays alone.",
        AUCTION,
    ),
    clause(
        "conduct.bid-words",
        "What may be said in the bidding",
        "A player whose turn it is says a number or passes, with help where the variant has that. Any other hint to "
        "partner is talk across the table, and not allowed.",
        AUCTION,
    ),
    clause(
        "conduct.pass-silent",
        "No talk about the cards to pass",
        "Partners choose the cards that they give each other alone: neither may ask, tell or hint which.",
        SITE,
    ),
    clause(
        "conduct.meld-order",
        "Whose meld comes first",
        "The bidder’s meld is laid down before anybody else’s.",
        AUCTION,
    ),
    clause(
        "conduct.meld-lies",
        "How long meld lies open",
        "Meld stays face up until everyone at the table has had a look at it. Its cards are back in the hand when the "
        "first trick begins.",
        AUCTION,
    ),
    clause(
        "conduct.puller",
        "Who gathers the tricks",
        "Each side picks one of its players, who keeps all its tricks face down for the count.",
        HOYLE,
    ),
)
