"""The front door of the rules: the same judgments for callers from outside, with their arguments checked.

The engine behind it takes what it is given; it is asked thousands of times a second by callers that know their cards.
Here a wrong type is a ``TypeError``, what can't be so an :class:`InputError`; the message says what would do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from companion.cards import Card, Suit
from companion.rules.dealing import all_sides, deal_problems, hands_dealt, most_held
from companion.rules.pack import judge_cards
from companion.rules.phrases import shown
from companion.rules.variant import Variant

if TYPE_CHECKING:
    from companion.rules.meld import MeldCount
    from companion.rules.play import LegalPlays, Turn
    from companion.rules.ruling import Ruling
    from companion.rules.score import DealFacts, DealScore

_Kind = TypeVar("_Kind")


class InputError(ValueError):
    """Input that can't be so at a table, such as a card that the pack lacks; the message says why."""


def find_variant(key: str) -> Variant:
    """Return the variant of the rulebook, or the known table, of this key.

    A known table's own ``key`` is that of the variant that it changes.

    :raises VariantError: if there is none; the message names the nearest key, or all of them.
    """
    from companion.rules.known import find_game

    return find_game(_of(str, key, "key", "a text such as 'site'"))


def with_options(variant: Variant, changes: Mapping[str, Any]) -> Variant:
    """The variant with some options changed, each given as JSON writes it; it can be dealt and played.

    :raises OptionError: at an unknown key, a value that does not fit, or values that clash.
    """
    from companion.rules import options

    if not isinstance(changes, Mapping):
        raise TypeError(f"changes must be options by key, as in {{'end.target': 1000}}, not {shown(changes)}")
    changed = options.with_options(_variant(variant), changes)
    for clash in deal_problems(changed):
        raise options.OptionError(clash.says)
    return changed


def best_meld(variant: Variant, trump: Suit | None, cards: Iterable[Card]) -> MeldCount:
    """The melds of a hand that pay most together (meld.best).

    :param trump: None before it is named; then runs and dixes do not count (meld.needs-trump).
    :raises InputError: if the pack lacks one of the cards, or a hand holds fewer.
    """
    from companion.rules import meld

    held = _cards(cards, "cards")
    _check_hand(_variant(variant), held, most_held(variant, bids=True))
    return meld.best_meld(variant, _trump(trump), held)


def meld_by_trump(variant: Variant, cards: Iterable[Card]) -> dict[Suit, int]:
    """Return the meld of the hand with each suit as trump (meld.needs-trump).

    :raises InputError: if the pack lacks one of the cards, or a hand holds fewer.
    """
    held = _cards(cards, "cards")
    return {suit: best_meld(variant, suit, held).total for suit in Suit}


def legal_plays(variant: Variant, turn: Turn) -> LegalPlays:
    """Every card that may be played, and the duty that bars the others (play.follow, play.trump, play.head).

    :raises InputError: if the pack lacks one of the cards, a hand holds fewer, or the trick is complete.
    """
    from companion.rules import play

    _of(play.Turn, turn, "turn", "a Turn")
    trick, hand = _cards(turn.trick, "trick"), _cards(turn.hand, "hand")
    _trump(turn.trump)
    _check_hand(_variant(variant), hand, most_held(variant, bids=False), trick)
    _check_trick(variant, trick, 1, "leaves nobody to play")
    return play.legal_plays(variant, turn)


def trick_winner(variant: Variant, trump: Suit | None, trick: Sequence[Card]) -> int:
    """The place in ``trick`` of the card that takes it so far (play.winner, card.identical).

    :raises InputError: if nothing has been played, the pack lacks one of the cards, or the table has fewer players.
    """
    from companion.rules import play

    cards = _cards(trick, "trick")
    if not cards:
        raise InputError("'trick' must hold at least the card that was led")
    _check_pack(_variant(variant), cards)
    _check_trick(variant, cards, 0, "is longer than the table")
    return play.trick_winner(variant, _trump(trump), cards)


def score_deal(variant: Variant, deal: DealFacts) -> DealScore | Ruling:
    """Score a finished deal, or say why it can't have ended so.

    :returns: the score, or a refusal with its clause.
    :raises InputError: if a side is not at the table, an amount is below 0, or what the ending needs is missing.
    """
    from companion.rules import score

    _check_deal(_variant(variant), _of(score.DealFacts, deal, "deal", "a DealFacts"))
    return score.score_entered(variant, deal)


def _of(kind: type[_Kind], value: object, name: str, expects: str) -> _Kind:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {expects}, not {shown(value)}")
    return value


def _variant(variant: object) -> Variant:
    return _of(Variant, variant, "variant", "a Variant, as find_variant('site') returns one")


def _trump(trump: object) -> Suit | None:
    return None if trump is None else _of(Suit, trump, "trump", "a Suit such as Suit.SPADES, or None")


def _cards(cards: Iterable[object], name: str) -> tuple[Card, ...]:
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise TypeError(f"{name} must be cards, as parse_cards('AS 10H') returns them, not {shown(cards)}")
    return tuple(_of(Card, card, f"each of {name}", "a Card, as parse_card('AS') returns one") for card in cards)


def _check_pack(variant: Variant, cards: Sequence[Card]) -> None:
    ruling = judge_cards(variant.pack, cards)
    if not ruling:
        raise InputError(f"{ruling.says} ({', '.join(ruling.clauses)})")


def _check_hand(variant: Variant, hand: Sequence[Card], most: int, trick: Sequence[Card] = ()) -> None:
    _check_pack(variant, (*trick, *hand))
    if len(hand) > most:
        raise InputError(f"A hand has {most} cards at most; these are {len(hand)}. (hand.size)")


def _check_trick(variant: Variant, trick: Sequence[Card], to_come: int, fault: str) -> None:
    hands = hands_dealt(variant, variant.players[1])
    if len(trick) + to_come > hands:
        raise InputError(f"a trick of {len(trick)} cards {fault}: {variant.name} has {hands} players")


def _check_deal(variant: Variant, deal: DealFacts) -> None:
    from companion.rules.score import DealEnd, Ending

    _trump(deal.trump)
    ended = _of(Ending, deal.ended, "ended", "an Ending")
    end = _of(DealEnd, ended.end, "end", "a DealEnd such as DealEnd.PLAYED")
    _check_sides("sides and sits_out", (*deal.sides, *deal.sits_out), all_sides(variant, variant.players[1]))
    single = {"bidder": deal.bidder, "partner": deal.partner, "offender": ended.offender, "claimant": ended.claimant}
    for name, side in single.items():
        _check_sides(name, () if side is None else (side,), deal.sides)
    for name, of_sides in (("quad_pinochle", ended.quad_pinochle), ("check_melds", deal.check_melds)):
        _check_sides(name, of_sides, deal.sides)
    for name, amounts in (("meld", deal.meld), ("dix", deal.dix), ("tricks", ended.tricks), ("points", ended.points)):
        _check_sides(name, amounts, deal.sides)
        _check_amounts(name, amounts.values(), below_zero=name == "points" and end is DealEnd.POINTS)
    _check_sides("bids", deal.bids, deal.sides)
    _check_amounts("bids", chain.from_iterable(deal.bids.values()))
    _check_amounts("bid", () if deal.bid is None else (deal.bid,))
    needed = {DealEnd.RENEGE: "offender", DealEnd.CLAIM: "claimant", DealEnd.MISDEAL: "misdeal"}.get(end)
    if needed and getattr(ended, needed) is None:
        raise InputError(f"a deal that ended by {end} needs its {needed}")


def _check_sides(name: str, named: Iterable[object], sides: Sequence[str]) -> None:
    for side in named:
        if side not in sides:
            raise InputError(f"{name} must be of the sides {', '.join(sides)}, not {shown(side)}")


def _check_amounts(name: str, amounts: Iterable[object], *, below_zero: bool = False) -> None:
    for amount in amounts:
        if isinstance(amount, bool) or not isinstance(amount, int):
            raise TypeError(f"{name} must be in whole numbers, not {shown(amount)}")
        if amount < 0 and not below_zero:
            raise InputError(f"{name} must be 0 or more, not {amount}")
