"""Who takes the trick, and what it is worth (play.winner, card.identical)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.cards import Card, Suit
from companion.rules.pack import judge_cards
from companion.rules.play import trick_points, trick_winner
from companion.rules.referee.settled import Question, QuestionError, Settled, Step, Verdict, elsewhere, once
from companion.rules.variant import Variant


@dataclass(frozen=True)
class TakenTrick:
    """The cards of a trick in the order in which they fell, and who played them where that is known."""

    trump: Suit | None
    cards: tuple[Card, ...]
    names: tuple[str, ...] = ()
    """The players by their place in the trick; empty where nobody asks."""
    players: int | None = None
    """How many take part in the deal; None for as many as the variant lets."""


def settle_trick(variant: Variant, trick: TakenTrick) -> Settled:
    """Who takes a trick so far, with its points.

    :raises QuestionError: if the trick cannot be so.
    """
    _check(variant, trick)
    own = _judge(variant, trick)
    return replace(own, elsewhere=elsewhere(variant, ("card.rank",), own, lambda other: _judge(other, trick)))


def _check(variant: Variant, trick: TakenTrick) -> None:
    if not trick.cards:
        raise QuestionError("A trick has at least the card that was led; enter that first.")
    most = trick.players or variant.players[1]
    if len(trick.cards) > most:
        raise QuestionError(f"{len(trick.cards)} cards are more than a trick holds at a table of {most}.")
    ruling = judge_cards(variant.pack, trick.cards)
    if not ruling:
        raise QuestionError(ruling.says)


def _judge(variant: Variant, trick: TakenTrick) -> Settled:
    cards, trump = trick.cards, trick.trump
    place = trick_winner(variant, trump, cards)
    best = cards[place]
    if trick.names:
        says = f"{trick.names[place]} takes the trick with the {best.words}."
    else:
        says = f"The {best.words} takes the trick: card {place + 1} of {len(cards)}."
    return Settled(Question.TRICK, Verdict.ANSWER, says, _steps(variant, trick, place), _clauses(cards, best))


def _steps(variant: Variant, trick: TakenTrick, place: int) -> tuple[Step, ...]:
    cards, best, led = trick.cards, trick.cards[place], trick.cards[0].suit
    of_suit = tuple(card for card in cards if card.suit is best.suit)
    steps = [Step(f"{led.word.capitalize()} were led{_why(trick.trump, led, best.suit)}", of_suit)]
    if cards.count(best) > 1:
        steps.append(Step("Of identical cards the one played first wins.", (best,) * cards.count(best)))
    points = trick_points(variant, cards)
    worth = f"The cards are worth {points['cards']}"
    steps.append(Step(f"{worth}, and {points['last']} more if this is the last trick of the deal."))
    return tuple(steps)


def _why(trump: Suit | None, led: Suit, wins: Suit) -> str:
    """Why a card of this suit wins: the trump by which it was judged is named, for it may not be the one meant."""
    if trump is None:
        return ", and nothing is trump; the highest of them wins."
    if led is trump:
        return ", which are trump; the highest wins."
    if wins is trump:
        return f" and trumped with {trump.word}; the highest trump wins."
    return f"; {trump.word} are trump, and none lies there, so the highest of those led wins."


def _clauses(cards: Sequence[Card], best: Card) -> tuple[str, ...]:
    twins = ("card.identical",) if cards.count(best) > 1 else ()
    return once("play.winner", *twins, "card.rank", "count.last-trick")
