"""The words for keeping meld, being set and throwing in, and for penalties."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.options.choices import BidAndMeld, Draw, Exposed, FalseClaim, Renege, SaveBy, SetCosts, ThrowIn
from companion.rules.options.variant import Variant
from companion.rules.words.word import Saying, Words, has_bids, of_choice, of_flag


def _meld_min(variant: Variant) -> str:
    least = variant.score_meld_min
    if least is None:
        return "Any meld counts, however small."
    return f"A side’s meld counts only if it comes to {least}."


def _save(variant: Variant) -> str:
    save = variant.score_save
    dix = " The dixes are kept whatever happens." if save.dix_safe else ""
    if save.by is SaveBy.NOTHING:
        return "Meld is kept whatever happens in the play."
    lost = "its meld and its trick points" if save.loses_tricks else "its meld"
    if save.by is SaveBy.TRICK:
        return f"A side that takes no trick at all loses {lost}.{dix}"
    return f"A side that takes {too_little(variant)} loses {lost}.{dix}"


def too_little(variant: Variant) -> str:
    """What does not suffice to keep meld where trick points do; the last trick alone is one (score.save)."""
    if variant.score_save.at_least > 1:
        return f"less than {variant.score_save.at_least} in tricks"
    return "neither a counter nor the last trick" if variant.count_last_trick else "no counter at all"


def just_enough(variant: Variant) -> str:
    """What keeps meld where trick points do (score.save)."""
    if variant.score_save.at_least > 1:
        return f"at least {variant.score_save.at_least} in tricks"
    return "a counter or the last trick" if variant.count_last_trick else "a counter"


def _throw_in_pays(variant: Variant) -> str:
    pays = variant.score_throw_in_opponents
    gains = [*(["their meld"] if pays.meld else []), *([f"{pays.bonus} points"] if pays.bonus else [])]
    return f"When a deal is thrown in, the opponents score {' and '.join(gains) or 'nothing'}."


def _may_end_unplayed(variant: Variant) -> bool:
    return has_bids(variant) and (variant.score_throw_in is not ThrowIn.NEVER or variant.score_unplayed)


def _is_three(variant: Variant) -> bool:
    return variant.score_renege is Renege.THREE


def _renege(variant: Variant) -> str:
    if variant.score_renege is Renege.SIDE and not has_bids(variant):
        return "The deal stops: the side at fault scores nothing."
    return _RENEGES[variant.score_renege].says


def _double_set(variant: Variant) -> str:
    costs = "twice the bid" if variant.score_double_set == 2 else "the bid once"
    return f"A bidder who breaks the rules of play loses {costs}."


KEEPING: Mapping[str, Words] = {
    "score.meld-min": Words(
        _meld_min,
        {
            "none": Saying("Any meld", "Any meld counts, however small."),
            "at_least": Saying("At least so much", "A side’s meld counts only from that figure up."),
            "more_than": Saying("More than so much", "A side’s meld counts only above that figure."),
        },
    ),
    "score.save": Words(
        _save,
        {
            SaveBy.NOTHING.value: Saying("Nothing", "Meld is kept whatever happens in the play."),
            SaveBy.TRICK.value: Saying("A trick", "A side keeps its meld by any trick, even an empty one."),
            SaveBy.POINTS.value: Saying("Trick points", "A side keeps its meld by so many points in tricks."),
        },
    ),
    "score.set": of_choice(
        "score_set",
        {
            SetCosts.BID: Saying("The bid", "A side that fails its bid scores nothing and loses the bid."),
            SetCosts.BID_KEEPS_MELD: Saying(
                "The bid, but the meld stays", "A side that fails its bid loses the bid, but keeps its meld."
            ),
            SetCosts.BID_AND_MELD: Saying(
                "Bid and meld", "A side that fails its bid loses the bid and as much again as it melded."
            ),
            SetCosts.TWICE: Saying("Twice the bid", "A side that fails its bid loses twice the bid."),
            SetCosts.CREDITED: Saying(
                "The others get it", "A side that fails its bid scores nothing, and the others gain the bid."
            ),
        },
        has_bids,
    ),
    "score.unplayed": of_flag(
        "score_unplayed",
        "A bid that even every trick could not make is lost at once, without play.",
        "A hopeless bid may be played out all the same.",
        has_bids,
    ),
    "score.throw-in": of_choice(
        "score_throw_in",
        {
            ThrowIn.NEVER: Saying("Never", "A bidder can’t throw in: every deal is played."),
            ThrowIn.ALWAYS: Saying("Always", "The bidder may throw in at any time before the first lead."),
            ThrowIn.MORE_THAN_POOL: Saying(
                "When it can’t be made",
                "The bidder may throw in only if meld and all the tricks would not reach the bid.",
            ),
            ThrowIn.POOL_OR_MORE: Saying(
                "When it takes every trick",
                "The bidder may throw in only if it would take every trick point to make the bid, or more.",
            ),
        },
        has_bids,
    ),
    "score.throw-in.opponents": Words(
        _throw_in_pays,
        {
            "meld": Saying("Their meld", "The opponents score their meld."),
            "bonus": Saying("Their meld and a bonus", "The opponents score their meld and so many points besides."),
            "nothing": Saying("Nothing", "The opponents score nothing."),
        },
        _may_end_unplayed,
    ),
}

_RENEGES = {
    Renege.BRUCE: Saying(
        "The offender pays the bid",
        "The deal stops: the offender loses everything and the bid, whoever made it; the rest keep their meld.",
    ),
    Renege.THREE: Saying(
        "Three-handed",
        "The deal stops; an offender who is not the bidder loses meld and bid.",
    ),
    Renege.SIDE: Saying(
        "The side scores nothing",
        "The deal stops: the side at fault scores nothing and loses its bid; an innocent bidder gains the bid or more.",
    ),
    Renege.SIDE_ALL_COUNTERS: Saying(
        "The others take every counter",
        "The deal stops: the side at fault loses the bid, and its opponents score meld and all the tricks.",
    ),
}

PENALTIES: Mapping[str, Words] = {
    "score.renege": Words(_renege, {kind.value: saying for kind, saying in _RENEGES.items()}),
    "score.double-set": Words(
        _double_set,
        {
            "2": Saying("Twice the bid", "A bidder who breaks the rules of play loses twice the bid."),
            "1": Saying("The bid once", "A bidder who breaks the rules of play loses the bid once."),
        },
        _is_three,
    ),
    "score.bid-and-meld": of_choice(
        "score_bid_and_meld",
        {
            BidAndMeld.SUM: Saying("Both", "An innocent bidder gains the bid and the meld together."),
            BidAndMeld.LARGER: Saying("The larger", "An innocent bidder gains the bid or the meld, whichever is more."),
        },
        _is_three,
    ),
    "score.false-claim": of_choice(
        "score_false_claim",
        {
            FalseClaim.NOTHING: Saying("Nothing", "Accusing somebody wrongly costs nothing."),
            FalseClaim.AS_RENEGE: Saying(
                "The same penalty", "Accusing somebody wrongly costs what the fault itself would have cost."
            ),
        },
    ),
    "score.renege.corrected": of_flag(
        "score_renege_corrected",
        "A wrong card may be taken back without penalty while the trick lies open.",
        "A wrong card is a fault at once, even while the trick lies open.",
    ),
    "score.no-marriage": of_flag(
        "score_no_marriage",
        "A bidder above the lowest bid who holds no marriage at all loses the bid, and the cards are dealt again.",
        "A bidder needs no marriage to play on.",
        has_bids,
    ),
    "renege.exposed": of_choice(
        "renege_exposed",
        {
            Exposed.NEVER: Saying("No renege", "Showing a card is no renege: the table has its own custom."),
            Exposed.ON_PURPOSE: Saying(
                "On purpose",
                "Showing cards on purpose is a renege, before the lead not the bidder’s.",
            ),
            Exposed.ALWAYS: Saying("Always", "Showing a card that is no meld is a renege, even by accident."),
        },
    ),
    "misdeal.procedure": of_flag(
        "misdeal_procedure",
        "A misdeal noticed after the first card is the dealer’s renege.",
        "A misdeal is dealt again whenever it is noticed.",
        lambda variant: variant.draw is not Draw.KEEP_OR_REJECT,
    ),
    "misdeal.technical": of_flag(
        "misdeal_technical",
        "A hand with no ace and thirteen or more worthless cards may call for a new deal.",
        "A bad hand must be played like any other.",
    ),
}
