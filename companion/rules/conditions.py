"""Conditions on a variant, under the names by which the data files say when a rule or an option comes up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.cards import CardNames
from companion.rules.choices import (
    Bidding,
    Draw,
    Forced,
    LeadBy,
    LevelAtEnd,
    MeldNames,
    Renege,
    SaveBy,
    Sides,
    ThrowIn,
    TieRule,
)
from companion.rules.dealing import hands_dealt, has_partners
from companion.rules.variant import Variant

_HAS_AMOUNT = frozenset({Forced.DEALER, Forced.DEALER_AUTOMATIC, Forced.FIRST_HAND_AUTOMATIC})
_RUN, _EIGHT, _FOUR = 5, 8, 4


def has_bids(variant: Variant) -> bool:
    """Return True if anybody bids, so that a bid can be made or fail (bid)."""
    return variant.bid is not Bidding.NONE


def _has_last_deal(variant: Variant) -> bool:
    return not variant.end_deal and variant.end_deals is not None


def _has_target(variant: Variant) -> bool:
    return not variant.end_deal and variant.end_target is not None


def ties_at_target(variant: Variant) -> bool:
    """Return True if the tie rules part several at the target: a game may be won without a bid (end.tie)."""
    return _has_target(variant) and not variant.end_bid_out


def _has_level_last_deal(variant: Variant) -> bool:
    return _has_last_deal(variant) and variant.end_deals_level is LevelAtEnd.TIE


def _arounds(variant: Variant) -> tuple[tuple[int, ...], ...]:
    table = variant.meld_table
    return table.aces, table.tens, table.kings, table.queens, table.jacks


def _has_double_around(variant: Variant) -> bool:
    return variant.hand_size >= _EIGHT and any(len(figures) > 1 for figures in _arounds(variant))


def _has_spare_seats(variant: Variant) -> bool:
    least, most = variant.players
    return any(hands_dealt(variant, players) < players for players in range(least, most + 1))


def _prices_three(variant: Variant) -> bool:
    table = variant.meld_table
    return any(len(figures) > 2 for figures in (table.run, table.family, table.pinochle, *_arounds(variant)))


def _prices_marriages(variant: Variant) -> bool:
    return not isinstance(variant.meld_table.royal, int) or not isinstance(variant.meld_table.marriage, int)


def _ends_in_several_ways(variant: Variant) -> bool:
    early = (variant.end_quad_pinochle, variant.end_no_progress, variant.end_spread)
    return variant.end_all_tricks.wins or any(figure is not None for figure in early)


CONDITIONS: Mapping[str, Callable[[Variant], bool]] = {
    "always": lambda _: True,
    # Bidding
    "bids": has_bids,
    "no bids": lambda variant: not has_bids(variant),
    "bidder leads": lambda variant: has_bids(variant) and variant.lead_by is LeadBy.BIDDER,
    "auction": lambda variant: variant.bid is Bidding.AUCTION,
    "forced amount": lambda variant: variant.bid_forced in _HAS_AMOUNT,
    "pass with help": lambda variant: variant.bid_pass_help,
    # Seats, kitty, exchange and draw
    "partners": has_partners,
    "spare seats": _has_spare_seats,
    "called partner": lambda variant: variant.sides is Sides.CALLED,
    "no called partner": lambda variant: variant.sides is not Sides.CALLED,
    "kitty": lambda variant: variant.kitty_size > 0,
    "kitty taken up": lambda variant: variant.kitty_size > 0 and not variant.kitty_deal_out,
    "passes cards": lambda variant: variant.pass_count > 0,
    "may pass cards": lambda variant: has_partners(variant) or variant.pass_count > 0,
    "hands are dealt": lambda variant: variant.draw is not Draw.KEEP_OR_REJECT,
    "hands are built": lambda variant: variant.draw is Draw.KEEP_OR_REJECT,
    "discard and draw": lambda variant: variant.draw is Draw.DISCARD_AND_DRAW,
    "stock": lambda variant: variant.draw is Draw.STOCK,
    "no stock": lambda variant: variant.draw is not Draw.STOCK,
    # Meld
    "room for two runs": lambda variant: len(variant.meld_table.run) > 1 and variant.hand_size >= 2 * _RUN,
    "other names of cards": lambda variant: variant.card_names is not CardNames.ENGLISH,
    "other names of melds": lambda variant: variant.meld_names is not MeldNames.PINOCHLE,
    "price for a family": lambda variant: any(variant.meld_table.family),
    "price for tens": lambda variant: any(variant.meld_table.tens),
    "price for two pinochles": lambda variant: len(variant.meld_table.pinochle) > 1,
    "room for two around": _has_double_around,
    "room for a roundhouse": lambda variant: variant.hand_size >= _EIGHT,
    "price for three": _prices_three,
    "price for two marriages": _prices_marriages,
    "four of each card": lambda variant: variant.pack.copies >= _FOUR,
    "over four of each card": lambda variant: variant.pack.copies > _FOUR,
    # Scoring and penalties
    "rounds counts": lambda variant: variant.count_round,
    "may end unplayed": lambda variant: variant.score_throw_in is not ThrowIn.NEVER or variant.score_unplayed,
    "no marriage loses": lambda variant: has_bids(variant) and variant.score_no_marriage,
    "may miss a minimum": lambda variant: (
        variant.score_save.by is not SaveBy.NOTHING or variant.score_meld_min is not None
    ),
    "can lose meld": lambda variant: variant.score_save.by is not SaveBy.NOTHING,
    "three-handed renege": lambda variant: variant.score_renege is Renege.THREE,
    "side’s renege": lambda variant: variant.score_renege is Renege.SIDE,
    "hopeless hands": lambda variant: variant.misdeal_technical,
    # The end
    "scores add up": lambda variant: not variant.end_deal,
    "last deal": _has_last_deal,
    "target": _has_target,
    "no end": lambda variant: not (variant.end_deal or variant.end_deals is not None or _has_target(variant)),
    "ties": lambda variant: ties_at_target(variant) or _has_level_last_deal(variant),
    "ties without bound": lambda variant: variant.last_tie_rule is TieRule.ANOTHER,
    "bid out": lambda variant: variant.end_bid_out,
    "several ways to win": _ends_in_several_ways,
    "checks": lambda variant: variant.keeps_checks,
    "checks for meld": lambda variant: variant.keeps_checks and any(vars(variant.check_melds).values()),
    "checks for bids": lambda variant: (
        variant.keeps_checks and variant.bid is Bidding.AUCTION and variant.check_contract is not None
    ),
    "units": lambda variant: variant.pays_units,
    "no units": lambda variant: not variant.pays_units,
    "points": lambda variant: variant.scores_points,
    "kitty of units": lambda variant: variant.pays_units and variant.units_kitty is not None,
}


def holds(variant: Variant, when: Iterable[str]) -> bool:
    """Return True if all of these conditions are met."""
    return all(CONDITIONS[name](variant) for name in when)
