"""Does this meld count, and how much? From shown cards, or meld by meld in the two-handed game (section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.cards import Card, Suit, sort_cards
from companion.rules.choices import RunAbsorbs
from companion.rules.deal import counted_meld
from companion.rules.meld import MeldCount, best_meld, meld_by_trump
from companion.rules.meld_sequence import LaidMeld, MeldTurn, judge_next_meld
from companion.rules.melds import Meld, MeldKind
from companion.rules.pack import judge_cards
from companion.rules.referee.readings import elsewhere
from companion.rules.referee.settled import Question, QuestionError, Settled, Step, Verdict, once
from companion.rules.variant import Variant
from companion.rules.words.word import series


@dataclass(frozen=True)
class ShownMeld:
    """Cards that a player shows, and what the player says that they are worth."""

    trump: Suit | None
    cards: tuple[Card, ...]
    claimed: int | None = None
    """In the variant's unit; None where nobody has named a sum."""


def settle_meld(variant: Variant, shown: ShownMeld) -> Settled:
    """What shown cards meld, which card serves where, and what other tables would pay (meld.best).

    :raises QuestionError: if the pack does not have these cards.
    """
    ruling = judge_cards(variant.pack, shown.cards)
    if not ruling:
        raise QuestionError(ruling.says)
    own = _judge(variant, shown)
    return replace(own, elsewhere=elsewhere(variant, _HANGS_ON, own, lambda other: _judge(other, shown)))


_HANGS_ON = ("meld.run-absorbs", "meld.run-extra", "meld.roundhouse", "meld.table")


def _judge(variant: Variant, shown: ShownMeld) -> Settled:
    count = best_meld(variant, shown.trump, shown.cards)
    steps = (*_melds(count), *_twice(count), *_idle(shown, count), *_notes(variant, shown, count))
    verdict, says = _verdict(count.total, shown)
    return Settled(Question.MELD, verdict, says, steps, _clauses(variant, shown, count))


def _verdict(total: int, shown: ShownMeld) -> tuple[Verdict, str]:
    worth = f"These cards meld {total}" if total else "These cards meld nothing"
    if shown.claimed is None:
        return Verdict.ANSWER, f"{worth}."
    if shown.claimed == total:
        return Verdict.LEGAL, f"Right: {worth[0].lower()}{worth[1:]}."
    return Verdict.NOT_LEGAL, f"{worth}, not {shown.claimed}."


def _melds(count: MeldCount) -> Iterator[Step]:
    for meld in count.melds:
        yield Step(f"{meld.name[0].upper()}{meld.name[1:]}: {meld.points}.", meld.cards)


def _twice(count: MeldCount) -> Iterator[Step]:
    """Cards that pay in two classes, each with the melds that it serves."""
    serves: dict[Card, list[Meld]] = {}
    for meld in count.melds:
        for card in dict.fromkeys(meld.cards):
            serves.setdefault(card, []).append(meld)
    for card, melds in serves.items():
        if len({meld.kind.letter for meld in melds}) > 1:
            names = series([f"the {name}" for name in dict.fromkeys(meld.name for meld in melds)])
            yield Step(f"The {card.words} serves {names}: once in each class is allowed.", (card,))


def _idle(shown: ShownMeld, count: MeldCount) -> Iterator[Step]:
    used = {card for meld in count.melds for card in meld.cards}
    idle = sort_cards(card for card in set(shown.cards) if card not in used)
    if idle:
        yield Step("These are in no meld.", idle)


def _notes(variant: Variant, shown: ShownMeld, count: MeldCount) -> Iterator[Step]:
    if _has_run(count) and variant.meld_run_absorbs is RunAbsorbs.ABSORBS:
        yield Step("The king and queen inside a run are not paid again as a marriage.")
    least = variant.score_meld_min
    if least is not None and counted_meld(variant, count.total) != count.total:
        yield Step(f"It counts only together with the partner’s: a side’s meld must come to {least}.")
    if shown.trump is None:
        worth = series([f"{suit.word} {total}" for suit, total in meld_by_trump(variant, shown.cards).items()])
        yield Step(f"No trump is named yet. As trumps: {worth}.")


def _has_run(count: MeldCount) -> bool:
    return any(meld.kind is MeldKind.RUN for meld in count.melds)


def _clauses(variant: Variant, shown: ShownMeld, count: MeldCount) -> tuple[str, ...]:
    absorbs = (variant.meld_run_absorbs is RunAbsorbs.ABSORBS) and _has_run(count)
    return once(
        "meld.best",
        *(meld.clause for meld in count.melds),
        *(("meld.run-absorbs",) if absorbs else ()),
        *(("meld.needs-trump",) if shown.trump is None else ()),
        *(("score.meld-min",) if variant.score_meld_min else ()),
    )


def settle_laid_meld(variant: Variant, turn: MeldTurn, meld: LaidMeld) -> Settled:
    """Whether a two-handed player may lay this meld now, and what it pays (meld.turn, meld.reuse, meld.played).

    :raises QuestionError: if the pack has no such meld.
    """
    try:
        judged = judge_next_meld(variant, turn, meld)
    except ValueError as error:
        raise QuestionError(f"{error}.") from None
    steps = [Step("Put down from the hand.", meld.from_hand)]
    steps += [_since(each) for each in turn.laid]
    if judged.ruling:
        says = f"The {meld.kind.value.replace('-', ' ')} counts: it pays {judged.points}."
        return Settled(Question.LAID_MELD, Verdict.LEGAL, says, tuple(steps), judged.ruling.clauses)
    says = f"It does not count: {judged.ruling.says}"
    return Settled(Question.LAID_MELD, Verdict.NOT_LEGAL, says, tuple(steps), judged.ruling.clauses)


def _since(laid: LaidMeld | Card) -> Step:
    if isinstance(laid, Card):
        return Step(f"Then the {laid.words} was played to a trick.", (laid,))
    return Step("Laid before.", laid.from_hand)
