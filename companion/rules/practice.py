"""Questions to practice on, out of a shuffled pack: the meld of a hand, the legal plays, and how high to bid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, TypeVar

from companion.cards import Card, Suit, sort_cards
from companion.rules.adviser.advice import SURE, BidAdvice, advise, sums_of
from companion.rules.adviser.lines import Lines, known_lines, look_at
from companion.rules.adviser.speaking import call_of, limit_of
from companion.rules.adviser.worlds import Chance
from companion.rules.auction import Auction, judge_pass, judge_reach, lowest_bid, next_multiple
from companion.rules.dealing import hands_dealt
from companion.rules.meld.best import MeldCount, best_meld, meld_by_trump
from companion.rules.meld.kinds import RUNS
from companion.rules.phrases import begun_large
from companion.rules.play import Duty, LegalPlays, Turn, legal_plays
from companion.rules.variant import Variant

MOST_ANSWERS = 6
"""How many totals are offered to choose from, at most."""
HELD = 7
"""The most cards of a player in a question about legal plays."""
BIDS = 5
"""How many bids are offered to choose from, at most."""
ROUGHLY = 0.05
"""By how much a chance may miss what is asked of it: two answers are right where it does not tell them apart."""
_HARD_DUTIES = frozenset({Duty.BEAT, Duty.TRUMP, Duty.OVERTRUMP})


class Exercise(Protocol):
    """A question that the rules answer."""

    @property
    def is_hard(self) -> bool:
        """True if it shows what new players miss."""
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
        """True if a run is among the melds, one card counts in two of them, or a meld is laid twice."""
        melds = self.meld.melds
        laid = Counter(card for meld in melds for card in set(meld.cards))
        twice = any(len(set(meld.cards)) < len(meld.cards) for meld in melds)
        return twice or max(laid.values(), default=0) > 1 or any(meld.kind in RUNS for meld in melds)


@dataclass(frozen=True)
class PlayExercise:
    """A trick under way and a hand, to choose a legal play from."""

    trump: Suit
    trick: tuple[Card, ...]
    """The cards played to it, the lead first."""
    hand: tuple[Card, ...]
    plays: LegalPlays
    """The answer."""

    @property
    def is_hard(self) -> bool:
        """True if a duty beyond following suit bars some of the cards and leaves a choice among others."""
        legal = set(self.plays.legal)
        return self.plays.duty in _HARD_DUTIES and 1 < len(legal) < len(set(self.hand))

    def reason(self, chosen: Collection[Card]) -> str:
        """Say why only these cards may be played, by the first mistake in the choice; if there is none, by the rule."""
        legal = set(self.plays.legal)
        barred = [card for card in self.hand if card in chosen and card not in legal]
        left_out = [card for card in self.hand if card in legal and card not in chosen]
        mistake = next(iter(barred or left_out), None)
        return begun_large(self.plays.why.says) if mistake is None else self.plays.judge(mistake).says


@dataclass(frozen=True)
class BidExercise:
    """A hand and the auction so far, of which it is asked how high to go."""

    variant: Variant
    hand: tuple[Card, ...]
    auction: Auction
    answers: tuple[int | None, ...]
    """Bids to choose from, the lowest first; None to pass, where that is allowed."""
    is_hard: bool
    """True if a bid is well in reach, and the suit of most meld is not the best trump."""

    def answer(self, chance: Chance) -> BidAdvice:
        """Return the adviser's answer to the player, who sits at seat 0."""
        return advise(self.variant, self.auction, 0, self.hand, chance)

    def best_answer(self, advice: BidAdvice) -> int | None:
        """The highest answer that is recommended; the lowest where none is."""
        sure = [bid for bid in self.answers if bid is not None and advice.chance(bid) >= SURE]
        return max(sure, default=self.answers[0])

    def chances(self, advice: BidAdvice) -> Iterator[tuple[int, list[int]]]:
        """Yield each chance in percent with the answers that have it, so that none stands there twice."""
        bids = (bid for bid in self.answers if bid is not None)
        for percent, alike in groupby(bids, lambda bid: int(100 * advice.chance(bid))):
            yield percent, list(alike)

    def accepts(self, advice: BidAdvice, said: int | None) -> bool:
        """Return True if an answer is right, as far as a rough chance can tell."""
        return said in {self.best_answer(advice), *self._as_good(advice)}

    def _as_good(self, advice: BidAdvice) -> Iterator[int | None]:
        """Yield the bids on either side of one with about the chance asked for."""
        for lower, bid in zip(self.answers, self.answers[1:], strict=False):
            if bid is not None and abs(advice.chance(bid) - SURE) <= ROUGHLY:
                yield from (lower, bid)


def ask_worth(variant: Variant, pack: Sequence[Card]) -> WorthExercise:
    """Ask what the top hand of a shuffled ``pack`` is worth, with the suit of its last card as trump."""
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
    """Ask what may be played to a trick that others, dealt from one shuffled ``pack``, began by the rules.

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


def ask_bid(variant: Variant, pack: Sequence[Card]) -> BidExercise:
    """How high to go with the hand on top of a shuffled ``pack``, after others have spoken on theirs.

    The last card decides how many of them have. Each goes as high as most would.

    :raises UnservedError: where the adviser does not know the game.
    """
    lines, players, size = known_lines(variant), hands_dealt(variant, variant.players[1]), variant.hand_size
    before = 1 + tuple(variant.pack.counts).index(pack[-1]) % (players - 1)
    auction = Auction(players, (-1 - before) % players)
    for seat in range(players - before, players):
        counts = sums_of(variant).counts(pack[seat * size : (seat + 1) * size])
        melds = sums_of(variant).by_trump(counts)
        auction = auction.with_call(call_of(variant, auction, seat, limit_of(lines, counts, melds, 0), melds))
    return bid_exercise(variant, pack[:size], auction)


def bid_exercise(variant: Variant, cards: Sequence[Card], auction: Auction) -> BidExercise:
    """How high to go with this hand at seat 0 after this auction.

    :raises UnservedError: where the adviser does not know the game.
    """
    lines, hand = known_lines(variant), sort_cards(cards)
    is_hard = _is_deceptive(auction, lines, variant, hand)
    return BidExercise(variant, hand, auction, _bids(variant, auction, hand, lines), is_hard)


def _bids(variant: Variant, auction: Auction, hand: Sequence[Card], lines: Lines) -> tuple[int | None, ...]:
    """Bids half an error apart, from the lowest up."""
    bids = [lowest_bid(variant, auction)]
    while len(bids) < BIDS:
        bid = next_multiple(variant, max(bids[-1], bids[-1] + round(lines.alone_error / 2) - 1))
        if not judge_reach(variant, auction.players, bid):
            break
        bids.append(bid)
    may_pass = judge_pass(variant, auction, holds_meld=max(meld_by_trump(variant, hand).values()) > 0)
    return (None, *bids) if may_pass else tuple(bids)


def _is_deceptive(auction: Auction, lines: Lines, variant: Variant, hand: Sequence[Card]) -> bool:
    counts = sums_of(variant).counts(hand)
    melds, seen = sums_of(variant).by_trump(counts), look_at(counts)
    expected = [meld + lines.to_come(seen.of(trump)) for trump, meld in enumerate(melds)]
    other = melds[expected.index(max(expected))] < max(melds)
    return other and max(expected) > lowest_bid(variant, auction) + lines.alone_error / 2


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
