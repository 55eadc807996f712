"""Reads what a request tells of a hand that may be seen whole, in part or not at all."""

from __future__ import annotations

from companion.cards import Card, CardError, Suit, parse_card
from companion.cli.ask.fields import Fields, RequestError, show
from companion.rules.referee import KnownHand
from companion.rules.variant import Variant

HAND_KEYS = ("hand", "holds", "lacks", "cards_in_hand", "gone")


def read_hand(variant: Variant, fields: Fields, played: Card | None = None) -> KnownHand:
    """Return what is known of a hand; ``played`` is the card in question, which is not part of it.

    :raises RequestError: if it cannot be read, or if it tells two things of one hand.
    """
    gone = fields.cards_or_none("gone")
    if fields.has("hand"):
        if fields.has("holds") or fields.has("lacks") or fields.has("cards_in_hand"):
            raise RequestError("'hand' tells the whole hand: leave out 'holds', 'lacks' and 'cards_in_hand'")
        return KnownHand.whole(_without(list(fields.cards("hand")), played), gone)
    count = fields.number_or_none("cards_in_hand")
    own = 0 if played is None else 1
    if count is not None and count < own:
        raise RequestError("'cards_in_hand' counts the card played too, so it is 1 or more")
    size = None if count is None else count - own
    return KnownHand(fields.cards_or_none("holds"), _lacks(variant, fields, played), size, gone)


def _without(cards: list[Card], played: Card | None) -> list[Card]:
    if played is not None:
        if played not in cards:
            raise RequestError(f"'hand' must hold the card that was played, {show(str(played))}")
        cards.remove(played)
    return cards


def _lacks(variant: Variant, fields: Fields, played: Card | None) -> frozenset[Card]:
    told = fields.need("lacks") if fields.has("lacks") else []
    words = told.split() if isinstance(told, str) else told
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise RequestError(f"""'lacks' must be a list of suits and cards such as ["H", "AS"], not {show(told)}""")
    return frozenset(card for word in words for card in _meant(variant, word)) - {played}


def _meant(variant: Variant, word: str) -> list[Card]:
    """A card, or every card of a suit."""
    if word.upper() in set(Suit):
        return [card for card in variant.pack.counts if card.suit is Suit(word.upper())]
    try:
        return [parse_card(word)]
    except CardError as error:
        raise RequestError(f"'lacks': {error}; a letter alone is a whole suit") from None
