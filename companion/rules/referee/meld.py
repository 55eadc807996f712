"""Does this meld count, and how much? From shown cards, or meld by meld in the two-handed game (section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.cards import Card, CardNames, Suit, sort_cards
from companion.rules.choices import MeldNames, RunAbsorbs
from companion.rules.dealing import most_held
from companion.rules.meld.best import MeldCount, best_meld, meld_by_trump
from companion.rules.meld.kinds import AROUNDS, RUNS, Meld, MeldKind
from companion.rules.meld.laying import LaidMeld, MeldTurn, judge_next_meld
from companion.rules.pack import judge_cards
from companion.rules.phrases import begun_large, begun_small, series
from companion.rules.referee.question import RefereeQuestion, on_page
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
from companion.rules.score.facts import Names, counted_meld, side_name
from companion.rules.variant import Variant


@dataclass(frozen=True, kw_only=True)
class MeldQuestion(RefereeQuestion):
    """A question about the meld of shown cards, and which card serves where (meld.best)."""

    question = Question.MELD

    trump: Suit | None = on_page("Trump", None)
    cards: tuple[Card, ...] = on_page(
        "The cards shown", hint="all that one player lays down", needed="Tap the cards that were shown."
    )
    claimed: int | None = on_page("What do they say it is worth?", None, hint="Only if somebody named a sum", of="meld")
    """In the variant's unit; None where nobody has named a sum."""
    untrumped: bool = False
    """True if no suit is trump; else a trump that is left out is not known."""

    def settle(self, variant: Variant, _name: Names = side_name) -> Settled:
        ruling, most = judge_cards(variant.pack, self.cards), most_held(variant, bids=True)
        if not ruling:
            raise QuestionError(ruling.says)
        if len(self.cards) > most:
            says = f"A hand has {most} cards at most; these are {len(self.cards)}."
            raise QuestionError(f"{says} Two hands do not meld together: ask about each by itself.")
        if self.claimed is not None and self.trump is None and not self.untrumped:
            return for_each_trump(variant, lambda trump: replace(self, trump=trump, untrumped=True).settle(variant))
        own = _judge(variant, self)
        return replace(own, elsewhere=elsewhere(variant, _HANGS_ON, own, lambda other: _judge(other, self)))


_HANGS_ON = ("meld.run-absorbs", "meld.run-extra", "meld.roundhouse", "meld.table")


def _judge(variant: Variant, shown: MeldQuestion) -> Settled:
    count = best_meld(variant, shown.trump, shown.cards)
    steps = (*_melds(count), *_twice(count), *_idle(shown, count), *_notes(variant, shown, count))
    verdict, says = _verdict(count.total, shown)
    return Settled(Question.MELD, verdict, says, steps, _clauses(variant, shown, count))


def _verdict(total: int, shown: MeldQuestion) -> tuple[Verdict, str]:
    worth = f"These cards meld {total}" if total else "These cards meld nothing"
    if shown.claimed is None:
        return Verdict.ANSWER, f"{worth}."
    if shown.claimed == total:
        return Verdict.LEGAL, f"Right: {begun_small(worth)}."
    return Verdict.NOT_LEGAL, f"{worth}, not {shown.claimed}."


def _melds(count: MeldCount) -> Iterator[Step]:
    for meld in count.melds:
        yield Step(f"{begun_large(meld.name)}: {meld.points}.", meld.cards)


def _twice(count: MeldCount) -> Iterator[Step]:
    """Yield the cards that pay in two classes: a few one by one with their melds, more in one sentence."""
    serves: dict[Card, list[Meld]] = {}
    for meld in count.melds:
        for card in dict.fromkeys(meld.cards):
            serves.setdefault(card, []).append(meld)
    twice = {card: melds for card, melds in serves.items() if len({meld.kind.letter for meld in melds}) > 1}
    if len(twice) > _FEW:
        yield Step("These serve in melds of two classes, once in each, which is allowed.", tuple(sort_cards(twice)))
        return
    for card, melds in twice.items():
        names = series([f"the {name}" for name in dict.fromkeys(meld.name for meld in melds)])
        yield Step(f"The {card.words} serves {names}: once in each class is allowed.", (card,))


_FEW = 2
"""Up to this many cards that serve twice are named one by one."""


def _idle(shown: MeldQuestion, count: MeldCount) -> Iterator[Step]:
    """Yield the cards that pay nothing; of twins the spare one, with the reason."""
    used = Counter[Card]()
    for letter in {meld.kind.letter for meld in count.melds}:
        used |= Counter(card for meld in count.melds if meld.kind.letter == letter for card in meld.cards)
    idle = Counter(shown.cards) - used
    twins = sort_cards(card for card in idle if used[card])
    others = sort_cards(card for card in idle.elements() if not used[card])
    for twin in twins:
        yield Step(f"The other {twin.words} pays nothing: no second meld is there for it.", (twin,) * idle[twin])
    if others:
        yield Step("These are in no meld.", others)


def _notes(variant: Variant, shown: MeldQuestion, count: MeldCount) -> Iterator[Step]:
    if _has_run(count) and variant.meld_run_absorbs is RunAbsorbs.ABSORBS:
        yield Step("The king and queen inside a run are not paid again as a marriage.")
    least = variant.score_meld_min
    if least is not None and counted_meld(variant, count.total) != count.total:
        yield Step(f"It counts only together with the partner’s: a side’s meld must come to {least}.")
    if shown.trump is None:
        worth = series([f"{suit.word} {total}" for suit, total in meld_by_trump(variant, shown.cards).items()])
        yield Step(f"No trump is named yet. As trumps: {worth}.")


def _has_run(count: MeldCount) -> bool:
    return any(meld.kind in RUNS for meld in count.melds)


def _is_roundhouse(count: MeldCount) -> bool:
    """Return True if a marriage of every suit is shown, be it paid as its parts or otherwise."""
    married = {meld.cards[0].suit for meld in count.melds if meld.kind in (MeldKind.ROYAL, MeldKind.MARRIAGE)}
    return len(married) == len(Suit) or any(meld.kind is MeldKind.ROUNDHOUSE for meld in count.melds)


def _clauses(variant: Variant, shown: MeldQuestion, count: MeldCount) -> tuple[str, ...]:
    absorbs = (variant.meld_run_absorbs is RunAbsorbs.ABSORBS) and _has_run(count)
    return once(
        "meld.best",
        *(meld.clause for meld in count.melds),
        *(("meld.run-absorbs",) if absorbs else ()),
        *(("meld.roundhouse",) if _is_roundhouse(count) else ()),
        *(("card.names",) if variant.card_names is not CardNames.ENGLISH else ()),
        *(("meld.names",) if variant.meld_names is not MeldNames.PINOCHLE and count.melds else ()),
        *(("meld.needs-trump",) if shown.trump is None else ()),
        *(("score.meld-min",) if variant.score_meld_min else ()),
    )


@dataclass(frozen=True, kw_only=True)
class PutDown:
    """A meld as somebody says it."""

    example: ClassVar[str] = '{"kind": "royal", "from_hand": ["KS", "QS"]}'
    kind: MeldKind
    suit: Suit | None = None
    """None for trump."""
    from_hand: tuple[Card, ...]
    copies: int | None = None
    """How many such melds are laid as one; as many as the hand has of any of their cards, where nobody says."""

    def laid(self, trump: Suit) -> LaidMeld:
        """The meld on the table."""
        copies = max(Counter(self.from_hand).values(), default=1) if self.copies is None else self.copies
        return LaidMeld(self.kind, self.suit or trump, self.from_hand, copies)


@dataclass(frozen=True, kw_only=True)
class LaidMeldQuestion(RefereeQuestion):
    """A question whether a two-handed player may lay this meld now (meld.turn, meld.reuse, meld.played)."""

    question = Question.LAID_MELD

    trump: Suit
    meld: PutDown
    laid: tuple[PutDown | Card, ...] = ()
    """Everything this player has melded in the deal, the oldest first; a card alone has left the table since."""
    this_turn: tuple[MeldKind, ...] = ()
    won_trick: bool = True
    playoff: bool = False

    def settle(self, variant: Variant, _name: Names = side_name) -> Settled:
        laid = tuple(each if isinstance(each, Card) else each.laid(self.trump) for each in self.laid)
        turn = MeldTurn(self.trump, laid, self.this_turn, self.won_trick, self.playoff)
        return _settle_laid(variant, turn, self.meld.laid(self.trump))


def _settle_laid(variant: Variant, turn: MeldTurn, meld: LaidMeld) -> Settled:
    try:
        judged = judge_next_meld(variant, turn, meld)
    except ValueError as error:
        raise QuestionError(f"{error}.") from None
    put_down = f"Put down from the hand: {_cards_says(meld.from_hand)}."
    steps = (Step(put_down, meld.from_hand), *(_since(each) for each in turn.laid))
    if judged.ruling:
        counts = _PLURAL.get(meld.kind, f"{_kind_says(meld.kind)} counts: it pays")
        says = f"The {counts} {judged.points}."
        return Settled(Question.LAID_MELD, Verdict.LEGAL, says, steps, judged.ruling.clauses)
    says = f"It does not count: {begun_small(judged.ruling.says)}"
    return Settled(Question.LAID_MELD, Verdict.NOT_LEGAL, says, steps, judged.ruling.clauses)


def _kind_says(kind: MeldKind) -> str:
    return _NAMES.get(kind, kind.value.replace("-", " "))


_NAMES = {
    MeldKind.ROYAL: "royal marriage",
    MeldKind.FAMILY: "run in a plain suit",
    **{kind: f"{kind.value} around" for kind in AROUNDS},
}
_PLURAL = {kind: f"{_NAMES[kind]} count: they pay" for kind in AROUNDS}
"""Melds that are plural: aces around count."""


def _cards_says(cards: tuple[Card, ...]) -> str:
    return series([f"the {card.words}" for card in cards]) if cards else "nothing"


def _since(laid: LaidMeld | Card) -> Step:
    if isinstance(laid, Card):
        return Step(f"Then the {laid.words} was played to a trick.", (laid,))
    return Step(f"Laid before: the {_kind_says(laid.kind)}, with {_cards_says(laid.from_hand)}.", laid.from_hand)
