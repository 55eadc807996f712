"""The winner of a trick, and its points (play.winner, card.identical)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.cards import Card, Suit
from companion.rules.pack import judge_cards
from companion.rules.play import trick_points, trick_winner
from companion.rules.referee.question import RefereeQuestion, of_table, on_page
from companion.rules.referee.settled import (
    Question,
    QuestionError,
    Settled,
    Step,
    Verdict,
    elsewhere,
    for_each_trump,
    once,
)
from companion.rules.score.facts import Names, side_name
from companion.rules.variant import Variant

_NO_CARD = "A trick has at least the card that was led; enter that first."


@dataclass(frozen=True, kw_only=True)
class TrickQuestion(RefereeQuestion):
    """A question about who takes a trick so far, with its points."""

    question = Question.TRICK

    trump: Suit | None = on_page("Trump", None)
    trick: tuple[Card, ...] = on_page("The trick", hint="in the order in which the cards fell", needed=_NO_CARD)
    players: int | None = None
    """How many take part in the deal; None for as many as the variant lets."""
    names: tuple[str, ...] = of_table(())
    """The players by their place in the trick; empty where nobody asks."""
    untrumped: bool = False
    """True if no suit is trump; else a trump that is left out is not known."""

    def settle(self, variant: Variant, _name: Names = side_name) -> Settled:
        _check(variant, self)
        if self.trump is None and not self.untrumped:
            return for_each_trump(variant, lambda trump: replace(self, trump=trump, untrumped=True).settle(variant))
        own = _judge(variant, self)
        return replace(own, elsewhere=elsewhere(variant, ("card.rank",), own, lambda other: _judge(other, self)))


def _check(variant: Variant, asked: TrickQuestion) -> None:
    if not asked.trick:
        raise QuestionError(_NO_CARD)
    most = asked.players or variant.players[1]
    if len(asked.trick) > most:
        raise QuestionError(f"{len(asked.trick)} cards are more than a trick holds at a table of {most}.")
    ruling = judge_cards(variant.pack, asked.trick)
    if not ruling:
        raise QuestionError(ruling.says)


def _judge(variant: Variant, asked: TrickQuestion) -> Settled:
    cards, trump = asked.trick, asked.trump
    place = trick_winner(variant, trump, cards)
    best = cards[place]
    if asked.names:
        says = f"{asked.names[place]} takes the trick with the {best.words}."
    else:
        says = f"The {best.words} takes the trick: card {place + 1} of {len(cards)}."
    return Settled(Question.TRICK, Verdict.ANSWER, says, _steps(variant, asked, place), _clauses(variant, cards, best))


def _steps(variant: Variant, asked: TrickQuestion, place: int) -> tuple[Step, ...]:
    cards, best, led = asked.trick, asked.trick[place], asked.trick[0].suit
    of_suit = tuple(card for card in cards if card.suit is best.suit)
    steps = [Step(f"{led.word.capitalize()} were led{_why(asked.trump, led, best.suit)}", of_suit)]
    if cards.count(best) > 1:
        steps.append(Step("Of identical cards the one played first wins.", (best,) * cards.count(best)))
    points = trick_points(variant, cards)
    worth = f"The cards are worth {points['cards']}"
    first = f", {points['first']} more if this is the first trick of the deal" if "first" in points else ""
    steps.append(Step(f"{worth}{first}, and {points['last']} more if this is the last trick of the deal."))
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


def _clauses(variant: Variant, cards: Sequence[Card], best: Card) -> tuple[str, ...]:
    twins = ("card.identical",) if cards.count(best) > 1 else ()
    first = ("count.first-trick",) if variant.count_first_trick else ()
    return once("play.winner", *twins, "card.rank", *first, "count.last-trick")
