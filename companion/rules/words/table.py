"""The words for the cards, the deal and the seats."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.options.choices import CardRank, Draw, FirstDealer, RedealBy, Sides
from companion.rules.options.pack import PACKS, Pack
from companion.rules.options.variant import Variant
from companion.rules.words.word import Saying, Words, count_word, of_choice, series


def _pack(variant: Variant) -> str:
    return _tell_pack(variant.pack)


def _tell_pack(pack: Pack) -> str:
    ranks = series(rank.word for rank in pack.ranks)
    copies = count_word(pack.copies)
    return f"The pack has {pack.size} cards: in each suit {copies} of {ranks}{_single_cards(pack)}."


def _single_cards(pack: Pack) -> str:
    added = f"; besides, the {series(card.words for card in pack.added)}" if pack.added else ""
    without = f"; without a {series((card.words for card in pack.without), 'and a')}" if pack.without else ""
    return added + without


def _is_dealt(variant: Variant) -> bool:
    """Whether hands are dealt, and not built card by card (draw)."""
    return variant.draw is not Draw.KEEP_OR_REJECT


def _hand_size(variant: Variant) -> str:
    cards = count_word(variant.hand_size)
    return f"Everybody is dealt {cards} cards." if _is_dealt(variant) else f"Everybody builds a hand of {cards} cards."


def _players(variant: Variant) -> str:
    least, most = variant.players
    count = count_word(least) if least == most else f"{count_word(least)} to {count_word(most)}"
    return f"{count.capitalize()} people play."


TABLE: Mapping[str, Words] = {
    "pack": Words(_pack, {name: Saying(f"{name} cards", _tell_pack(pack)) for name, pack in PACKS.items()}),
    "hand.size": Words(_hand_size),
    "card.rank": of_choice(
        "card_rank",
        {
            CardRank.TEN_HIGH: Saying("Ten high", "The ten ranks just below the ace and beats the king."),
            CardRank.STANDARD: Saying("Ten low", "The ten ranks below the jack, as in most card games."),
        },
    ),
    "deal.first": of_choice(
        "deal_first",
        {
            FirstDealer.CUT: Saying("Cut for it", "Everybody cuts, and whoever shows the highest card deals first."),
            FirstDealer.RANDOM: Saying("Chance", "Chance picks the first dealer."),
            FirstDealer.ANY: Saying("As you like", "The table settles among itself who deals first."),
        },
    ),
    "deal.packet": Words(lambda variant: f"Cards are dealt {variant.deal_packet}.", asked=_is_dealt),
    "deal.redeal": of_choice(
        "deal_redeal",
        {
            RedealBy.SAME: Saying("The same dealer", "After a throw-in the same dealer deals again."),
            RedealBy.NEXT: Saying("The next dealer", "After a throw-in the deal passes to the left as usual."),
        },
    ),
    "players": Words(_players),
    "sides": of_choice(
        "sides",
        {
            Sides.EACH: Saying("Each alone", "Everybody plays and scores alone."),
            Sides.OPPOSITE: Saying("Partners in pairs", "Two partners sit across the table from each other."),
            Sides.ALTERNATE: Saying("Two teams", "Two teams sit alternately, so both neighbours are opponents."),
            Sides.CALLED: Saying(
                "A called partner", "The bidder calls a trump, and whoever holds it is the partner for that deal."
            ),
        },
    ),
}
