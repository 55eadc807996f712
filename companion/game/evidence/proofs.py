"""Proofs by the trick log: reneges that every world contains, and records that cannot be.

A play is reported as a renege only if it is one in *every* world that fits what was shown and played, and every such
play is reported. Where each play alone could have been legal but not all of them together, a group of plays from which
none can be left out is reported: one of them was a renege. Nothing less than proof is ever reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from companion.cards import Card, Suit
from companion.game.evidence.trick_log import LoggedPlay, TrickLog, moments
from companion.game.evidence.worlds import Limits, Unseen, crowded, unseen_cards
from companion.rules.choices import Choice
from companion.rules.phrases import series
from companion.rules.play import Barring, Duty, barring_cards, lacks_bid
from companion.rules.referee.settled import once


def renege_says(
    log: TrickLog,
    plays: Sequence[LoggedPlay],
    moment: LoggedPlay,
    held: Sequence[Card],
    duty: Duty,
    names: Sequence[str],
) -> str:
    """Say who should have played otherwise, and what proves it.

    :param plays: every play of the log.
    :param held: cards that the player is seen to have held then; none where it follows from the cards left over.
    """
    who = names[moment.seat]
    act = f"Trick {moment.trick}: {who} played the {moment.card.words} and {_duty_says(moment, duty, log.trump)}"
    if not held:
        return f"{act}: the cards still unseen leave {who} no hand without one to do it with."
    return f"{act}: {_how_seen(log, plays, moment, held[0], who)}."


def _duty_says(moment: LoggedPlay, duty: Duty, trump: Suit | None) -> str:
    led = moment.turn.trick[0].suit.word if moment.turn.trick else ""
    return {
        Duty.FOLLOW: f"did not follow to {led}",
        Duty.BEAT: "did not beat the best card",
        Duty.TRUMP: f"neither followed to {led} nor trumped",
        Duty.OVERTRUMP: "did not over-trump",
        Duty.LEAD_TRUMP: "did not lead a trump",
        Duty.LEAD_PLAIN: "led a trump first",
        Duty.LEAD_UNBROKEN: f"led {trump.word if trump else 'trump'} before it was broken",
    }[duty]


def _how_seen(log: TrickLog, plays: Sequence[LoggedPlay], moment: LoggedPlay, card: Card, who: str) -> str:
    if log.shown.get(moment.seat, ()).count(card) > moment.earlier.get(card, 0):
        return f"the {card.words} lay in the meld and had not been played"
    later = plays[moment.place + 1 :]
    when = next(each.trick for each in later if (each.seat, each.card) == (moment.seat, card))
    return f"{who} still held the {card.words}, and played it to trick {when}"


def one_of_says(plays: Sequence[LoggedPlay], names: Sequence[str]) -> str:
    """Plays that cannot all have been legal."""
    played = [f"{names[each.seat]}’s {each.card.words} in trick {each.trick}" for each in plays]
    return f"The cards still unseen do not let all of these have been legal: {series(played)}."


def out_of_turn_says(moment: LoggedPlay, names: Sequence[str]) -> str:
    """A card played when somebody else was on turn."""
    due = names[moment.due] if moment.due is not None else "somebody else"
    what = "to play" if moment.turn.trick else "to lead"
    return f"Trick {moment.trick}: {names[moment.seat]} played out of turn; it was for {due} {what}."


def too_full_says(log: TrickLog, seat: int, names: Sequence[str]) -> str:
    """A hand that cannot have held so much."""
    return f"{names[seat]} showed and played more cards than the {log.hand_size} of a hand."


def copies_says(log: TrickLog, unseen: Unseen, names: Sequence[str]) -> str:
    """More copies of a card than the pack has, with who showed or played them."""
    card = unseen.too_many
    if card is None:
        return "The cards shown and played do not fit together: no deal of this pack has them so."
    copies = log.variant.pack.counts.get(card, 0)
    seen = Counter({seat: held[card] for seat, held in enumerate(unseen.seen) if held.get(card)})
    where = series([f"{names[seat]} {n}" for seat, n in sorted(seen.items())])
    has = f"has {copies} of the {card.words}" if copies else f"has no {card.words}"
    away = ", and some were laid away or lay in the kitty" if card in (*log.laid_away, *log.kitty) else ""
    return f"The pack {has}, but more were shown and played: {where}{away}."


class ProofKind(Choice):
    """The kinds of proof."""

    RENEGE = "renege"
    ONE_OF = "one-of"
    """At least one of several plays was a renege; if all are one player's, that player reneged."""
    OUT_OF_TURN = "out-of-turn"
    TOO_MANY_COPIES = "too-many-copies"
    """More copies of a card than the pack has: the pack or the log is wrong."""
    TOO_MANY_CARDS = "too-many-cards"
    """A player held more cards than a hand has."""


@dataclass(frozen=True)
class Proof:
    """One thing that the log proves."""

    kind: ProofKind
    seat: int | None
    """The seat at fault; None where only the record as a whole is wrong, or one of several players."""
    places: tuple[int, ...]
    """The plays that it is about, as indices in the log."""
    trick: int
    """The trick of the first of them, counted from 1; 0 before the first lead."""
    proven_by: int
    """How many plays it took to prove it: the last of these plays made it provable."""
    says: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class _Judged:
    """A play with the cards that would make it illegal if they were held."""

    moment: LoggedPlay
    barring: Mapping[Card, Barring]

    def limits(self, unseen: Unseen) -> dict[Card, int]:
        """The most unseen copies that the hand may hold if the play was legal."""
        seen, earlier = unseen.seen[self.moment.seat], self.moment.earlier
        return {card: earlier.get(card, 0) - seen.get(card, 0) for card in self.barring}


@dataclass(frozen=True)
class _Story:
    """A log that can be true, with each of its plays judged."""

    log: TrickLog
    names: Sequence[str]
    plays: tuple[_Judged, ...]
    known: dict[int, Unseen] = field(default_factory=dict)

    def unseen(self, plays: int) -> Unseen:
        """Return what the log left open after a number of plays; worked out once."""
        if plays not in self.known:
            self.known[plays] = unseen_cards(self.log.cut(plays))
        return self.known[plays]

    def proven_by(self, *plays: _Judged) -> int:
        """After how many plays it was certain that these cannot all have been legal."""
        last = max(each.moment.place for each in plays) + 1
        if _is_broken(self.unseen(last), *plays):
            return last
        return _first(last + 1, len(self.plays), lambda k: _is_broken(self.unseen(k), *plays))


def evidence(log: TrickLog, names: Sequence[str]) -> tuple[Proof, ...]:
    """Everything that the log proves, in the order in which it became provable.

    :param names: the players by seat, for the sentences.
    """
    sound = _sound_plays(log)
    fault = () if sound == len(log.plays) else (_fault(log.cut(sound + 1), names),)
    if sound < 0:
        return fault
    story = _judged(log.cut(sound), names)
    unseen = story.unseen(sound)
    guilty = [each for each in story.plays if _is_broken(unseen, each)]
    open_plays = [each for each in story.plays if each.barring and each not in guilty]
    proofs = [*(_renege(story, each) for each in guilty), *_one_of(story, unseen, open_plays), *_out_of_turn(story)]
    return tuple(sorted((*proofs, *fault), key=lambda proof: (proof.proven_by, proof.places)))


def _judged(log: TrickLog, names: Sequence[str]) -> _Story:
    return _Story(log, names, tuple(_Judged(moment, _barring(log, moment)) for moment in moments(log)))


def _barring(log: TrickLog, moment: LoggedPlay) -> Mapping[Card, Barring]:
    if lacks_bid(log.variant, moment.turn):
        return {}
    return barring_cards(log.variant, moment.turn, moment.card)


def _sound_plays(log: TrickLog) -> int:
    """The most plays after which the record can still be true; −1 if what was shown cannot be."""
    if not _impossible(log):
        return len(log.plays)
    if _impossible(log.cut(0)):
        return -1
    return _first(1, len(log.plays), lambda plays: _impossible(log.cut(plays))) - 1


def _impossible(log: TrickLog) -> bool:
    unseen = unseen_cards(log)
    overfull = unseen.too_many is not None or unseen.too_full is not None
    return overfull or sum(unseen.room) > sum(unseen.cards.values()) or crowded(unseen, {}) is not None


def _first(least: int, most: int, holds: Callable[[int], bool]) -> int:
    """Return the first number at which something begins to hold; from there on it keeps holding."""
    while least < most:
        middle = (least + most) // 2
        least, most = (least, middle) if holds(middle) else (middle + 1, most)
    return least


def _fault(log: TrickLog, names: Sequence[str]) -> Proof:
    unseen, last = unseen_cards(log), list(moments(log))[-1:]
    place, trick = ((last[0].place,), last[0].trick) if last else ((), 0)
    by = len(log.plays)
    if unseen.too_full is not None:
        says = too_full_says(log, unseen.too_full, names)
        return Proof(ProofKind.TOO_MANY_CARDS, unseen.too_full, place, trick, by, says, ("hand.size", "renege.kinds"))
    says = copies_says(log, unseen, names)
    return Proof(ProofKind.TOO_MANY_COPIES, None, place, trick, by, says, ("pack", "score.misdeal.card-fault"))


def _is_broken(unseen: Unseen, *plays: _Judged) -> bool:
    """Return True if no world lets all these plays be legal."""
    limits = _together(unseen, plays)
    if any(most < 0 for each in limits.values() for most in each.values()):
        return True
    return bool(limits) and crowded(unseen, limits) is not None


def _together(unseen: Unseen, plays: Sequence[_Judged]) -> Limits:
    limits: dict[int, dict[Card, int]] = {}
    for each in plays:
        own = limits.setdefault(each.moment.seat, {})
        for card, most in each.limits(unseen).items():
            own[card] = min(most, own.get(card, most))
    return {seat: own for seat, own in limits.items() if own}


def _renege(story: _Story, judged: _Judged) -> Proof:
    moment, by = judged.moment, story.proven_by(judged)
    held = [card for card, most in judged.limits(story.unseen(by)).items() if most < 0]
    reasons = [judged.barring[card] for card in held] or list(judged.barring.values())
    plays = [each.moment for each in story.plays]
    says = renege_says(story.log, plays, moment, held, reasons[0].duty, story.names)
    clauses = once(*(clause for reason in reasons for clause in reason.clauses), "renege.kinds")
    return Proof(ProofKind.RENEGE, moment.seat, (moment.place,), moment.trick, by, says, clauses)


def _one_of(story: _Story, unseen: Unseen, plays: list[_Judged]) -> tuple[Proof, ...]:
    group = crowded(unseen, _together(unseen, plays))
    if not group:
        return ()
    left = [each for each in plays if each.moment.seat in group]
    for each in tuple(left):
        fewer = [other for other in left if other is not each]
        left = fewer if _is_broken(unseen, *fewer) else left
    seats = {each.moment.seat for each in left}
    seat = next(iter(seats)) if len(seats) == 1 else None
    clauses = chain.from_iterable(reason.clauses for each in left for reason in each.barring.values())
    return (
        Proof(
            ProofKind.ONE_OF,
            seat,
            tuple(each.moment.place for each in left),
            left[0].moment.trick,
            story.proven_by(*left),
            one_of_says([each.moment for each in left], story.names),
            once(*clauses, "renege.kinds"),
        ),
    )


def _out_of_turn(story: _Story) -> Iterator[Proof]:
    for moment in (each.moment for each in story.plays):
        if moment.due not in (None, moment.seat):
            says = out_of_turn_says(moment, story.names)
            ids = ("renege.kinds",) if moment.turn.trick else ("play.winner", "renege.kinds")
            by = moment.place + 1
            yield Proof(ProofKind.OUT_OF_TURN, moment.seat, (moment.place,), moment.trick, by, says, ids)
