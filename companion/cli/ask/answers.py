"""Answers the rules requests: best meld, legal plays, who takes a trick."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.cards import Card
from companion.cli.ask.fields import Fields, RequestError
from companion.cli.ask.referee import answer_referee
from companion.cli.ask.score import answer_score
from companion.cli.ask.variant import read_variant
from companion.rules.dealing import hands_dealt
from companion.rules.meld import best_meld, meld_by_trump
from companion.rules.meld.kinds import Meld
from companion.rules.pack import judge_cards
from companion.rules.play import Turn, legal_plays, trick_points, trick_winner
from companion.rules.variant import Variant

Answer = dict[str, Any]


def answer(command: str, request: object) -> Answer:
    """Return the answer to one request, or ``{"error": …}`` for one that cannot be read.

    ``command`` is ``meld``, ``legal``, ``trick``, ``score`` or ``referee``; ``request`` is what its JSON held.
    """
    try:
        return _ANSWERS[command](request)
    except RequestError as error:
        return {"error": str(error)}


def answer_meld(request: object) -> Answer:
    """The best meld of a hand, or without trump its worth with each suit as trump (meld.best, meld.needs-trump).

    :raises RequestError: if the request cannot be read, or the pack holds no such cards.
    """
    fields = Fields.read(request, ("variant", "options", "trump", "cards"))
    variant, trump = read_variant(fields), fields.suit_or_none("trump")
    cards = _held(variant, fields.cards("cards"))
    count = best_meld(variant, trump, cards)
    said: Answer = {"total": count.total, "melds": [_meld(meld) for meld in count.melds]}
    if trump is None:
        said["by_trump"] = {suit.value: total for suit, total in meld_by_trump(variant, cards).items()}
    return said


def answer_legal(request: object) -> Answer:
    """Which cards may be played, and why not the rest (play.follow, play.trump, play.head).

    :raises RequestError: if the request cannot be read, or the pack holds no such cards.
    """
    known = ("variant", "options", "trump", "trick", "hand", "broken", "first_lead", "bid", "stock")
    fields = Fields.read(request, known)
    variant, trick, hand = read_variant(fields), fields.cards_or_none("trick"), fields.cards("hand")
    _held(variant, trick + hand)
    _short_of(variant, trick, hands_dealt(variant, variant.players[1]) - 1, "leaves nobody to play")
    turn = Turn(
        trump=fields.suit("trump"),
        trick=trick,
        hand=hand,
        broken=fields.flag("broken", True),
        first_lead=fields.flag("first_lead", False),
        bid=fields.number_or_none("bid"),
        stock=fields.flag("stock", False),
    )
    plays = legal_plays(variant, turn)
    rulings = [(card, plays.judge(card)) for card in hand]
    refused = [{"card": str(card), "says": r.says, "clauses": list(r.clauses)} for card, r in rulings if not r]
    return {"legal": [str(card) for card in plays.legal], "illegal": refused}


def answer_trick(request: object) -> Answer:
    """Who takes a trick, and what it is worth (play.winner, card.identical, count.last-trick).

    :raises RequestError: if the request cannot be read, or the pack holds no such cards.
    """
    fields = Fields.read(request, ("variant", "options", "trump", "trick"))
    variant, trick = read_variant(fields), fields.cards("trick")
    if not trick:
        raise RequestError("'trick' must hold at least the card that was led")
    _held(variant, trick)
    _short_of(variant, trick, hands_dealt(variant, variant.players[1]), "is longer than the table")
    return {
        "winner": trick_winner(variant, fields.suit("trump"), trick),
        "points": dict(trick_points(variant, trick)),
    }


_ANSWERS: Mapping[str, Callable[[object], Answer]] = {
    "meld": answer_meld,
    "legal": answer_legal,
    "trick": answer_trick,
    "score": answer_score,
    "referee": answer_referee,
}


def _held(variant: Variant, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """:raises RequestError: if the pack does not hold all these cards at once."""
    ruling = judge_cards(variant.pack, cards)
    if not ruling:
        raise RequestError(f"{ruling.says} ({', '.join(ruling.clauses)})")
    return cards


def _short_of(variant: Variant, trick: tuple[Card, ...], most: int, fault: str) -> None:
    if len(trick) > most:
        hands = hands_dealt(variant, variant.players[1])
        raise RequestError(f"a trick of {len(trick)} cards {fault}: {variant.name} has {hands} players")


def _meld(meld: Meld) -> Answer:
    return {
        "name": meld.name,
        "class": meld.kind.letter,
        "cards": [str(card) for card in meld.cards],
        "points": meld.points,
        "clause": meld.clause,
    }
