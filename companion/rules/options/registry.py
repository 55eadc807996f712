"""Every option of a variant by its key: all that is told of it in one line."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.options import choices, values
from companion.rules.options.option import Option, OptionError, shown

_CARDS, _SEATS = "The cards and the deal", "Who sits where"
_BIDDING, _EXCHANGE = "Bidding", "Kitty and exchange"
_MELD, _PLAY, _COUNTING = "Meld", "Play", "Counting tricks"
_KEEPING, _PENALTIES = "Keeping meld, being set, throwing in", "Penalties"
_ENDING, _CHECKS = "Ending the game", "Checks"

OPTIONS: Mapping[str, Option] = {
    option.key: option
    for option in (
        Option(
            "unit",
            "Ones or tens",
            _COUNTING,
            values.word(choices.Unit),
            hint="All other figures follow. Write them in the unit in which this page shows them now.",
        ),
        Option("players", "How many play", _SEATS, values.PLAYERS),
        Option("sides", "Who plays with whom", _SEATS, values.word(choices.Sides), also=("res.five-call",)),
        Option("pack", "The pack", _CARDS, values.PACK),
        Option("hand.size", "Cards in a hand", _CARDS, values.number(1, 40)),
        Option("card.rank", "Order of the cards", _CARDS, values.word(choices.CardRank)),
        Option("deal.first", "First dealer", _CARDS, values.word(choices.FirstDealer), off="any"),
        Option(
            "deal.packet",
            "How cards are dealt",
            _CARDS,
            values.TEXT,
            also=("deal.cut",),
            hint="In your own words, such as: three at a time.",
        ),
        Option(
            "deal.redeal",
            "Who deals after a throw-in",
            _CARDS,
            values.word(choices.RedealBy),
            also=("deal.rotate", "res.redeal"),
            off="next",
        ),
        Option(
            "draw",
            "Drawing cards",
            _EXCHANGE,
            values.word(choices.Draw),
            also=("res.players-bruce", "res.two-handed-draw"),
            off="none",
        ),
        Option("draw.discards", "Rejected cards count for", _EXCHANGE, values.word(choices.Discards)),
        Option("bid", "How trump is won", _BIDDING, values.word(choices.Bidding), also=("res.summed",)),
        Option("bid.min", "Lowest bid", _BIDDING, values.number(0, 100_000), points=True),
        Option("bid.step", "Steps between bids", _BIDDING, values.STEPS, points=True),
        Option(
            "bid.max-jump",
            "Largest jump",
            _BIDDING,
            values.optional(values.number(1, 100_000)),
            also=("bid.step",),
            off=None,
            points=True,
            hint="Leave it empty if a bid may jump as high as the player likes.",
        ),
        Option("bid.rounds", "Rounds of bidding", _BIDDING, values.word(choices.BidRounds), also=("bid.order",)),
        Option("bid.forced", "When nobody bids", _BIDDING, values.word(choices.Forced)),
        Option("bid.forced-amount", "The forced bid", _BIDDING, values.number(0, 100_000), points=True),
        Option(
            "bid.dealer-discount",
            "The dealer may go lower",
            _BIDDING,
            values.number(0, 1000),
            off=0,
            points=True,
            hint="0 if the dealer bids like the others.",
        ),
        Option("bid.lone-may-decline", "A lone bidder may decline", _BIDDING, values.FLAG, off=False),
        Option("bid.pass-help", "Passing with help", _BIDDING, values.FLAG, off=False),
        Option(
            "bid.meld-bids",
            "Bids that tell of meld",
            _BIDDING,
            values.optional(values.number(1, 100_000)),
            off=None,
            points=True,
            hint="The bid below which they tell of meld. Leave it empty if bids tell nothing.",
        ),
        Option("trump.needs", "Naming trump", _BIDDING, values.word(choices.TrumpNeeds), off="nothing"),
        Option("kitty.size", "Cards in the kitty", _EXCHANGE, values.number(0, 12), off=0, hint="0 if there is none."),
        Option("kitty.shown", "The kitty is shown", _EXCHANGE, values.FLAG),
        Option("kitty.counts", "Counters laid away", _EXCHANGE, values.FLAG, also=("res.racehorse-count",)),
        Option("kitty.deal-out", "The kitty is shared out", _EXCHANGE, values.FLAG, off=False),
        Option("kitty.bury", "What may be laid away", _EXCHANGE, values.word(choices.Bury), off="any"),
        Option(
            "pass.count",
            "Cards passed to partner",
            _EXCHANGE,
            values.number(0, 8),
            off=0,
            hint="0 if partners pass none.",
        ),
        Option("pass.order", "Who passes first", _EXCHANGE, values.word(choices.PassOrder)),
        Option("lead.first", "First lead", _PLAY, values.word(choices.FirstLead), also=("lead.who",), off="any"),
        Option("play.head", "Beating the best card", _PLAY, values.word(choices.Head)),
        Option("play.broken", "Trump must be broken", _PLAY, values.FLAG, off=False),
        Option(
            "count",
            "What cards count",
            _COUNTING,
            values.word(choices.Count),
            also=("count.simple", "count.fives", "count.classic"),
        ),
        Option(
            "count.last-trick",
            "Last trick",
            _COUNTING,
            values.number(0, 1000),
            also=("res.triple-last", "count.total"),
            points=True,
        ),
        Option("count.round", "Rounding", _COUNTING, values.FLAG, off=False),
        Option(
            "meld.table",
            "What melds pay",
            _MELD,
            values.MELD_TABLE,
            also=("meld.needs-trump", "meld.multiple", "meld.quad", "meld.over-four", "res.run-in-doubles"),
        ),
        Option("meld.run-absorbs", "The marriage in a run", _MELD, values.word(choices.RunAbsorbs)),
        Option("meld.run-extra", "Spare king or queen beside a run", _MELD, values.FLAG, off=False),
        Option("meld.roundhouse", "Roundhouse", _MELD, values.ROUNDHOUSE, off="parts"),
        Option("score.meld-min", "Least meld that counts", _KEEPING, values.MELD_MIN, off=None, points=True),
        Option("score.save", "To keep meld", _KEEPING, values.SAVE, points=True),
        Option("score.set", "A failed bid costs", _KEEPING, values.word(choices.SetCosts)),
        Option("score.unplayed", "A hopeless bid is set at once", _KEEPING, values.FLAG, off=False),
        Option("score.throw-in", "Throwing in", _KEEPING, values.word(choices.ThrowIn), off="never"),
        Option("score.throw-in.opponents", "The others then score", _KEEPING, values.THROW_IN_PAYS, points=True),
        Option(
            "score.renege",
            "Breaking the rules of play",
            _PENALTIES,
            values.word(choices.Renege),
            also=("score.renege.side", "renege.kinds"),
        ),
        Option(
            "score.double-set",
            "A bidder who breaks them loses",
            _PENALTIES,
            values.ONE_OR_TWO,
            also=("res.double-set",),
        ),
        Option(
            "score.bid-and-meld",
            "An innocent bidder gains",
            _PENALTIES,
            values.word(choices.BidAndMeld),
            also=("res.bid-and-meld",),
        ),
        Option("score.false-claim", "A wrong accusation", _PENALTIES, values.word(choices.FalseClaim), off="nothing"),
        Option("score.renege.corrected", "A slip put right in time", _PENALTIES, values.FLAG, off=False),
        Option("score.no-marriage", "A bidder without a marriage", _PENALTIES, values.FLAG, off=False),
        Option(
            "renege.exposed",
            "Showing one’s cards",
            _PENALTIES,
            values.word(choices.Exposed),
            also=("renege.kinds",),
            off="never",
        ),
        Option(
            "misdeal.procedure",
            "A misdeal noticed late",
            _PENALTIES,
            values.FLAG,
            also=("score.misdeal.procedure",),
            off=False,
        ),
        Option(
            "misdeal.technical",
            "A hopeless hand",
            _PENALTIES,
            values.FLAG,
            also=("score.misdeal.technical",),
            off=False,
        ),
        Option(
            "end.target",
            "Target",
            _ENDING,
            values.optional(values.number(1, 1_000_000)),
            points=True,
            hint="Leave it empty if there is no target.",
        ),
        Option(
            "floor",
            "Losing from below",
            _ENDING,
            values.BELOW_ZERO,
            off=None,
            points=True,
            hint="In points below zero, without a minus. Leave it empty if nobody can lose so.",
        ),
        Option(
            "end.tie",
            "Several at the target",
            _ENDING,
            values.TIE,
            also=("end.tie-bidder", "end.tie-high"),
            points=True,
        ),
        Option(
            "end.all-tricks",
            "Taking every trick",
            _ENDING,
            values.ALL_TRICKS,
            also=("end.order",),
            off="nothing",
            points=True,
        ),
        Option(
            "check.stake",
            "Stake for a check",
            _CHECKS,
            values.number(0, 100_000),
            also=("end.checks", "res.check"),
            off=0,
            hint="0 if no checks are kept.",
        ),
        Option("check.nines", "Checks for seven nines", _CHECKS, values.number(0, 100)),
        Option("check.game", "Checks for the game", _CHECKS, values.number(0, 100)),
        Option("end.deal", "Every deal is a game", _ENDING, values.FLAG, off=False),
        Option(
            "end.deals",
            "A set number of deals",
            _ENDING,
            values.optional(values.number(1, 1_000)),
            off=None,
            hint="Leave it empty if the game goes on to the target.",
        ),
        Option("end.deals-level", "Level after the last deal", _ENDING, values.word(choices.LevelAtEnd)),
        Option("end.declare-out", "Declaring out", _ENDING, values.FLAG, off=False),
        Option("end.bid-out", "Win only by a bid", _ENDING, values.FLAG, off=False),
        Option(
            "end.slide-out",
            "Sliding out",
            _ENDING,
            values.needing(1, 100),
            off=False,
            hint="After so many failed bids. Leave it empty if nobody slides out.",
        ),
        Option(
            "end.no-progress",
            "Winning before the others move",
            _ENDING,
            values.needing(1, 1_000_000),
            off=False,
            points=True,
            hint="At so many points. Leave it empty if nobody wins so.",
        ),
        Option(
            "end.quad-pinochle",
            "Quadruple pinochle",
            _ENDING,
            values.needing(0, 10_000),
            off=False,
            points=True,
            hint="With so many trick points. Leave it empty if it wins nothing.",
        ),
    )
}


def find_option(key: str) -> Option:
    """The option of this key.

    :raises OptionError: if there is none; the message lists all keys.
    """
    try:
        return OPTIONS[key]
    except KeyError:
        raise OptionError(f"no such option: {shown(key)}; there are {', '.join(OPTIONS)}") from None
