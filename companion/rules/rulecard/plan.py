"""How a rule card is laid out: its parts, and what belongs in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.choices import Draw, SaveBy, Sides
from companion.rules.conditions import has_bids
from companion.rules.dealing.seating import has_partners
from companion.rules.variant import Variant

PARTS: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    (
        "Players and cards",
        (
            ("players", "sides", "res.five-call", "conduct.sit-out"),
            ("pack", "card.rank"),
            ("hand.size", "deal.packet"),
            ("deal.first",),
            ("deal.redeal",),
            ("unit",),
        ),
    ),
    (
        "Bidding",
        (
            ("bid", "bid.order"),
            ("bid.min", "bid.step", "bid.max-jump", "bid.dealer-discount"),
            ("bid.rounds", "bid.lone-may-decline"),
            ("bid.forced", "bid.forced-amount"),
            ("bid.meld-bids",),
            ("bid.pass-help", "conduct.bid-words"),
            ("trump.needs", "score.no-marriage"),
        ),
    ),
    (
        "Kitty and exchange",
        (
            ("draw", "draw.discards", "res.players-bruce"),
            ("kitty.size", "kitty.shown", "kitty.deal-out", "kitty.unmelded", "kitty.bury", "kitty.counts"),
            ("pass.count", "pass.order", "conduct.pass-silent"),
        ),
    ),
    (
        "Meld",
        (
            ("meld.table", "meld.best"),
            ("conduct.meld-order", "conduct.meld-lies"),
            ("meld.turn", "meld.dix-exchange"),
            ("meld.run-absorbs", "meld.run-extra"),
            ("meld.roundhouse",),
            ("score.meld-min",),
        ),
    ),
    (
        "Play",
        (
            ("lead.who", "lead.first", "play.broken"),
            ("play.stock", "play.playoff", "play.follow", "play.head"),
            ("play.winner", "conduct.puller"),
        ),
    ),
    ("Counting", (("count", "count.last-trick", "count.round"),)),
    (
        "Scoring",
        (
            ("score.save", "res.bidder-blank"),
            ("score.made", "score.set"),
            ("score.unplayed",),
            ("score.throw-in", "score.throw-in.opponents"),
            ("misdeal.technical",),
        ),
    ),
    (
        "When a rule is broken",
        (
            ("score.renege", "score.double-set", "score.bid-and-meld"),
            ("renege.exposed",),
            ("misdeal.procedure",),
            ("score.renege.corrected",),
            ("score.false-claim",),
        ),
    ),
    (
        "Winning",
        (
            ("end.target", "end.deal"),
            ("end.deals", "end.deals-level"),
            ("end.tie",),
            ("end.bid-out", "end.slide-out"),
            ("end.declare-out",),
            ("end.all-tricks",),
            ("end.no-progress",),
            ("end.quad-pinochle",),
            ("floor",),
            ("check.stake", "end.checks", "check.game", "check.nines"),
        ),
    ),
)
"""The parts in the order of a deal, each with its lines; a line tells its options, and rules that always
hold, one after the other."""


def _only(holds: Callable[[Variant], bool], says: str) -> Callable[[Variant], str]:
    """A rule that is told where it holds."""
    return lambda variant: says if holds(variant) else ""


def _has_stock(variant: Variant) -> bool:
    return variant.draw is Draw.STOCK


def _can_lose_meld(variant: Variant) -> bool:
    return has_bids(variant) and variant.score_save.by is not SaveBy.NOTHING


def _conduct(clause: str, says: str, holds: Callable[[Variant], bool] = lambda _: True) -> Callable[[Variant], str]:
    """A rule of conduct, told where the variant's texts have it and it can come up."""
    return _only(lambda variant: clause in variant.conduct and holds(variant), says)


def _lays_away(variant: Variant) -> bool:
    return variant.kitty_size > 0 and not variant.kitty_deal_out


def _bid_words(variant: Variant) -> str:
    if "conduct.bid-words" not in variant.conduct or not has_bids(variant):
        return ""
    help_too = " (with or without help)" if variant.bid_pass_help else ""
    return f"Bidders say a number or “pass”{help_too}, and nothing else."


def _leader(variant: Variant) -> str:
    return f"{'The bidder' if has_bids(variant) else 'The player who did not deal'} leads to the first trick."


STANDING: Mapping[str, Callable[[Variant], str]] = {
    "res.five-call": _only(
        lambda variant: variant.sides is Sides.CALLED,
        "It is the first such player at the bidder’s left; if nobody has the card, another is called.",
    ),
    "bid.order": _only(has_bids, "Bidding begins at the dealer’s left and goes round clockwise."),
    "conduct.sit-out": _conduct("conduct.sit-out", "Extra people sit out in turn."),
    "conduct.bid-words": _bid_words,
    "kitty.unmelded": _only(_lays_away, "The bidder takes it and lays as many cards away, none of them melded."),
    "conduct.pass-silent": _conduct(
        "conduct.pass-silent",
        "Partners may not talk over which cards they pass.",
        lambda variant: variant.pass_count > 0,
    ),
    "conduct.meld-order": _conduct("conduct.meld-order", "The bidder shows meld first.", has_bids),
    "conduct.meld-lies": _conduct(
        "conduct.meld-lies",
        "Meld lies open until all have seen it, then returns to hand.",
        lambda variant: not _has_stock(variant),
    ),
    "conduct.puller": _conduct("conduct.puller", "One player of each side gathers its tricks.", has_partners),
    "res.players-bruce": _only(
        lambda variant: variant.draw is Draw.DISCARD_AND_DRAW,
        "The rest of the pack, shared out evenly, is the most that each may draw.",
    ),
    "meld.best": lambda _: (
        "A card may serve once in runs and marriages, once in pinochles, once in sets round the suits."
    ),
    "meld.turn": _only(
        _has_stock,
        "Whoever takes a trick may lay one meld, with at least one card from the hand, and then draws first.",
    ),
    "meld.dix-exchange": _only(
        _has_stock,
        "A dix may be shown besides, and exchanged for the turned-up trump; a dealer who turns one up scores it.",
    ),
    "lead.who": _leader,
    "play.follow": _only(
        lambda variant: not _has_stock(variant), "Follow suit; if you can’t, you must trump if you can."
    ),
    "play.stock": _only(_has_stock, "While the stock lasts, any card may be played to any lead."),
    "play.playoff": _only(
        _has_stock, "In the last twelve tricks nobody melds: follow suit, and if you can’t, trump if you can."
    ),
    "play.winner": lambda _: (
        "The highest trump takes the trick, else the highest card of the suit led; of two alike, the first."
    ),
    "score.made": _only(has_bids, "A bid is made when meld and tricks together reach it."),
    "res.bidder-blank": _only(_can_lose_meld, "A bidding side that loses its meld in this way is set."),
    "end.checks": _only(
        lambda variant: variant.keeps_checks,
        "Flush, aces around, double marriage and double pinochle gain one each; a marriage in every suit and a "
        "double around two. Looking at the kitty and losing costs one, playing it another.",
    ),
}
"""Rules that no option changes, by their clause, told where a card would be hard to play by without them; a rule that
does not hold in a variant says nothing."""
