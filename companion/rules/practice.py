"""Questions to practice on, out of a shuffled pack: what a hand's meld is worth, and what may be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from companion.cards import Card, Suit, sort_cards
from companion.rules.meld.best import MeldCount, best_meld, meld_by_trump
from companion.rules.meld.kinds import MeldKind
from companion.rules.play import Duty, LegalPlays, Turn, legal_plays
from companion.rules.variant import Variant

MOST_ANSWERS = 6
"""How many totals are offered to choose from, at most."""
HELD = 7
"""How many cards a player holds who is asked what may be played, at most."""
_HARD_DUTIES = frozenset({Duty.BEAT, Duty.TRUMP, Duty.OVERTRUMP})


class Exercise(Protocol):
    """A question that the rules answer."""

    @property
    def is_hard(self) -> bool:
        """Whether it shows what new players miss."""
        ...


AnyExercise = TypeVar("AnyExercise", bound=Exercise)


@dataclass(frozen=True)
class WorthExercise:
    """A hand and the trump, of which the meld is asked."""

    trump: Suit
    hand: tuple[Card, ...]
    meld: MeldCount
    """The answer."""
    answers: tuple[int, ...]
    """Totals to choose from, the right one among them, the lowest first."""

    @property
    def is_hard(self) -> bool:
        """Whether a run is among the melds, one card counts in two of them, or a meld is laid twice."""
        melds = self.meld.melds
        laid = Counter(card for meld in melds for card in set(meld.cards))
        twice = any(len(set(meld.cards)) < len(meld.cards) for meld in melds)
        return twice or max(laid.values(), default=0) > 1 or any(meld.kind is MeldKind.RUN for meld in melds)


@dataclass(frozen=True)
class PlayExercise:
    """A trick under way and a hand, of which it is asked what may be played."""

    trump: Suit
    trick: tuple[Card, ...]
    """What was played to it, the lead first."""
    hand: tuple[Card, ...]
    plays: LegalPlays
    """The answer."""

    @property
    def is_hard(self) -> bool:
        """Whether a duty beyond following suit bars some of the cards and leaves a choice among others."""
        legal = set(self.plays.legal)
        return self.plays.duty in _HARD_DUTIES and 1 < len(legal) < len(set(self.hand))

    @property
    def reason(self) -> str:
        """Why these cards may be played and no others."""
        barred = next((card for card in self.hand if card not in self.plays), None)
        return self.plays.why.says if barred is None else self.plays.judge(barred).says


def ask_worth(variant: Variant, pack: Sequence[Card]) -> WorthExercise:
    """What the hand is worth that lies on top of a shuffled ``pack``, with the suit of its last card as trump."""
    trump, hand = pack[-1].suit, sort_cards(pack[: variant.hand_size])
    meld = best_meld(variant, trump, hand)
    return WorthExercise(trump, hand, meld, _totals(variant, hand, meld))


def _totals(variant: Variant, hand: Sequence[Card], meld: MeldCount) -> tuple[int, ...]:
    """The right total and others near it: with another trump, or with a meld left out or counted too often."""
    points = {each.points for each in meld.melds}
    wrong = {*meld_by_trump(variant, hand).values(), *(meld.total + sign * each for each in points for sign in (1, -1))}
    wrong |= {meld.total + by * variant.scale for by in (2, 4, 6)}
    near = sorted((each for each in wrong - {meld.total} if each >= 0), key=lambda each: (abs(each - meld.total), each))
    return tuple(sorted([meld.total, *near[: MOST_ANSWERS - 1]]))


def ask_play(variant: Variant, pack: Sequence[Card]) -> PlayExercise:
    """What may be played to a trick that others, dealt from the same shuffled ``pack``, began by the rules.

    The last card decides how many of them have played, the last but one which suit is trump.
    """
    players, held = variant.players[0], min(variant.hand_size, HELD)
    before = 1 + tuple(variant.pack.counts).index(pack[-1]) % (players - 1)
    trump, trick = pack[-2].suit, list[Card]()
    for seat in range(before):
        turn = Turn(trump, tuple(trick), tuple(pack[seat * held : (seat + 1) * held]))
        trick.append(legal_plays(variant, turn).legal[0])
    hand = sort_cards(pack[before * held : (before + 1) * held])
    plays = legal_plays(variant, Turn(trump, tuple(trick), hand))
    return PlayExercise(trump, tuple(trick), hand, plays)


def pick_hard(
    ask: Callable[[Variant, Sequence[Card]], AnyExercise], variant: Variant, packs: Iterable[Sequence[Card]]
) -> AnyExercise:
    """The first hard question out of these shuffled packs; where none is hard, the last.

    :raises ValueError: if there is no pack.
    """
    question = None
    for pack in packs:
        question = ask(variant, pack)
        if question.is_hard:
            break
    if question is None:
        raise ValueError("a question needs at least one shuffled pack")
    return question
