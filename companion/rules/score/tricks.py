"""Who took a trick: what was said of it, what counters show, and what cannot be (score.save, end.all-tricks)."""

from __future__ import annotations

from companion.rules.choices import Discards, Draw
from companion.rules.dealing.hands import tricks_in_deal
from companion.rules.play.count import dearest_cards
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.score.facts import DealEnd, DealFacts, Names
from companion.rules.variant import Variant


def laid_away(variant: Variant, bidder: str | None, side: str) -> int:
    """The most that a side can count without taking a trick: cards laid away for it (kitty.counts, draw.discards)."""
    if variant.draw is Draw.KEEP_OR_REJECT:
        taken_over = variant.draw_discards is Discards.OPPONENT and bidder is not None
        piles = (0 if side == bidder else 2) if taken_over else 1
        return dearest_cards(variant, piles * variant.hand_size)
    counts = variant.kitty_counts and not variant.kitty_deal_out and side == bidder
    return dearest_cards(variant, variant.kitty_size) if counts else 0


def judge_tricks(variant: Variant, deal: DealFacts, name: Names) -> Ruling:
    """Whether the tricks that are told can stand beside each other and beside the counters (count.total)."""
    tricks, points, most = deal.ended.tricks, deal.ended.points, tricks_in_deal(variant)
    told = sum(tricks.values())
    if told > most:
        return refuse(f"A deal has {most} tricks, and these add up to {told}.", "count.total", "hand.size")
    if deal.ended.end is DealEnd.PLAYED and not told and set(tricks) >= set(deal.sides):
        return refuse(f"Somebody took the {most} tricks of this deal.", "count.total", "hand.size")
    for side in deal.sides:
        counted, away = points.get(side, 0), laid_away(variant, deal.bidder, side)
        if tricks.get(side, 0 if told == most else 1) == 0 and counted > away:
            without = f"at most {away}, laid away, count without one" if away else "counters are taken in tricks"
            says = f"{name(side)} cannot have taken {counted} without a trick: {without}."
            return refuse(says, "count.total", "kitty.counts" if away and variant.kitty_size else "play.winner")
    return allow("These tricks can be.", "count.total")
