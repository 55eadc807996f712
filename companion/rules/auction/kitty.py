"""The kitty: what the bidder may lay away for it, and who gets its cards where it is shared out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.cards import Card, Rank, Suit, spell
from companion.rules.choices import Bury
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant


def judge_bury(
    variant: Variant, trump: Suit, hand: Iterable[Card], melded: Iterable[Card], away: Iterable[Card]
) -> Ruling:
    """Whether the bidder may lay these cards away (kitty.size, kitty.bury).

    :param hand: the bidder's cards, the kitty taken up.
    :param melded: those of them that lie on the table as meld, each once.
    """
    laid, held = Counter(away), Counter(hand)
    if variant.kitty_deal_out:
        return refuse("Nothing is laid away: the kitty was shared out.", "kitty.deal-out")
    if laid.total() != variant.kitty_size:
        says = f"{variant.kitty_size} cards must be laid away, not {laid.total()}."
        return refuse(says, "kitty.size", "renege.kinds")
    if laid - held:
        return refuse(f"Not in the hand: {spell((laid - held).elements())}.", "kitty.size")
    if laid - (held - Counter(melded)):
        return refuse("Cards that were melded may not be laid away.", "kitty.unmelded", "kitty.size")
    return _judge_kinds(variant, trump, laid)


def _judge_kinds(variant: Variant, trump: Suit, laid: Counter[Card]) -> Ruling:
    if variant.kitty_bury is Bury.NO_TRUMP and any(card.suit is trump for card in laid):
        return refuse("No trump may be laid away.", "kitty.bury")
    if variant.kitty_bury is Bury.NO_ACES and any(card.rank is Rank.ACE for card in laid):
        return refuse("No ace may be laid away.", "kitty.bury")
    to_show = [card for card in laid if card.suit is trump or card.rank is Rank.ACE]
    if variant.kitty_bury is Bury.SHOWN and to_show:
        return allow(f"Trumps and aces laid away must be shown: {spell(to_show)}.", "kitty.bury")
    return allow("These cards may be laid away.", "kitty.size")
