"""Answers of our own where the texts are silent, unclear or at odds."""

from __future__ import annotations

from functools import partial

from companion.rules.clauses.clause import RESOLUTION, Clause

clause = partial(Clause, source=RESOLUTION, section="Resolutions", resolution=True)

CLAUSES = (
    clause(
        "res.dix-to-bid",
        "Bruce: nines help the bid",
        "In Bruce’s games the points for nines of trumps are part of what the bidder needs to reach the bid.",
    ),
    clause(
        "res.bidder-blank",
        "A bidder who saves nothing is set",
        "If the bidder’s side fails to keep its meld, it cannot have made anything, and the bid has failed.",
    ),
    clause(
        "res.redeal",
        "Same dealer or next",
        "After a fold, a missing marriage or a hopeless hand, the same dealer deals again. "
        "After any other throw-in the deal moves on.",
    ),
    clause(
        "res.opening",
        "The first bid",
        "In the two partnership games with raises of 10 or 20, the opening bid is either the lowest allowed or a "
        "single step more.",
    ),
    clause("res.double-set", "Double set", "A double set costs two times the bid. A house may settle for one."),
    clause(
        "res.bid-and-meld",
        "Bid and meld",
        "A bidder awarded bid and meld gets both added up. A house may give only the larger.",
    ),
    clause(
        "res.renege-side",
        "Renege between partners",
        "With partners the whole side of the offender scores nothing, losing the bid as well if it had bid. Otherwise "
        "the bidders gain the better of their bid and of meld with tricks so far. The innocent side’s meld counts.",
    ),
    clause("res.triple-last", "Last trick, triple deck", "With 120 cards the final trick is worth 3 in ones."),
    clause(
        "res.racehorse-unit",
        "Racehorse figures",
        "Racehorse is scored in tens with the double-deck prices, multiplied by ten. The player left of the dealer "
        "opens at 500 without choice, four cards form the kitty, and the target is 5000 unless changed.",
    ),
    clause(
        "res.five",
        "Five players",
        "Unless changed, five play with 80 cards, 16 each, a called partner and a target of 1000 in tens. Everyone on "
        "a side is credited with that side’s result. Of six or seven the dealer and the next four to the left play, so "
        "that whoever dealt last sits out.",
    ),
    clause(
        "res.eight",
        "Eight players",
        "Unless changed, eight play with 96 cards, 12 each, as four pairs whose partners sit apart, to 5000 in tens. "
        "A quadruple pinochle may be priced at 1000.",
    ),
    clause(
        "res.defaults",
        "What holds when nothing is said",
        "The value named first for a variant is the one it starts with. A variant built on another keeps what it does "
        "not change, and anything no rule mentions is switched off.",
    ),
    clause(
        "res.hoyle-head",
        "Higher than what was led",
        "Where a text asks for a card above the lead, we take it to mean above the best card of that suit on the "
        "table.",
    ),
    clause(
        "res.double-deck-runs",
        "Several runs with a double deck",
        "Each run pays the full price of a run, unless the house puts 1500 on a double run. If one pinochle is priced "
        "at 150, several pay 150 each.",
    ),
    clause(
        "res.two-handed-table",
        "Two-handed prices",
        "Two-handed there is no price for a double run or for eight of a kind; another four simply pay again. "
        "A royal marriage that grows into a run brings 40 first and the full 150 later.",
    ),
    clause(
        "res.two-handed-draw",
        "Building two hands from the pack",
        "In each of twelve turns a player keeps the first card and lays the next away unseen, or lays the first away "
        "and must keep the next. The player who did not deal draws and bids first, the bidder leads, bids start at "
        "150 and rise by 10, and the game is to 1000.",
    ),
    clause(
        "res.summed",
        "How summed bids work",
        "Partners speak once each, and a pass is a bid of nothing; a single bid may be as low as one step. The top one "
        "names trumps; between equal bids the earlier stands.",
    ),
    clause(
        "res.joedog",
        "Figures of the three-card passing game",
        "Bids begin at 25 and rise by 1, the target is 150, and one trick point keeps the meld.",
    ),
    clause(
        "res.hoyle",
        "Figures of the partnership game with help",
        "When everyone passes the dealer has the bid at 250. One trick point keeps the meld.",
    ),
    clause(
        "res.save-003",
        "A trick keeps the meld",
        "The auction text asks for one trick, worthless or not, in three-handed play; we apply the same to its "
        "partnership games.",
    ),
    clause(
        "res.racehorse-count",
        "Racehorse count",
        "The final trick is worth 30, which brings the total to 750. Counters among the four cards put aside are the "
        "bidder’s.",
    ),
    clause(
        "res.triple-deck",
        "Triple-deck figures",
        "Everything is in ones: bids from 75 rising by 5, and a target of 500.",
    ),
    clause(
        "res.check",
        "Check details",
        "When nobody opens, the dealer is forced at 300. Of the checks for marriages, and of those for sets round the "
        "suits, only the highest counts, while every flush earns its own.",
    ),
    clause(
        "res.five-call",
        "Calling a partner",
        "Bids begin at 500 and rise by 10. The first player from the bidder’s left who holds the called card is the "
        "partner; if nobody else has it, the bidder names another.",
    ),
    clause(
        "res.cutthroat-concede",
        "Giving up in cutthroat",
        "The bidder may concede once all meld has been shown.",
    ),
    clause(
        "res.run-in-doubles",
        "Runs in Doubles",
        "A run takes in the marriage it is made of, and two runs bring 15 each.",
    ),
    clause(
        "res.players-bruce",
        "How many can play Bruce’s games",
        "The five-card game is for two to eight players and the seven-card game for two to six. The cards left in the "
        "pack are shared out evenly to limit each player’s discards.",
    ),
)
