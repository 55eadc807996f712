"""Proofs in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.cards import Card, Suit
from companion.game.evidence.trick_log import Moment, TrickLog
from companion.game.evidence.worlds import Unseen
from companion.rules.phrases import series
from companion.rules.play import Duty


def renege_says(
    log: TrickLog, told: Sequence[Moment], moment: Moment, held: Sequence[Card], duty: Duty, names: Sequence[str]
) -> str:
    """Who should have played otherwise, and what proves it.

    :param told: every play of the log.
    :param held: cards that the player is seen to have held then; none where it follows from the cards left over.
    """
    who = names[moment.seat]
    act = f"Trick {moment.trick}: {who} played the {moment.card.words} and {_duty_says(moment, duty, log.trump)}"
    if not held:
        return f"{act}: the cards still unseen leave {who} no hand without one to do it with."
    return f"{act}: {_how_seen(log, told, moment, held[0], who)}."


def _duty_says(moment: Moment, duty: Duty, trump: Suit | None) -> str:
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


def _how_seen(log: TrickLog, told: Sequence[Moment], moment: Moment, card: Card, who: str) -> str:
    if log.shown.get(moment.seat, ()).count(card) > moment.earlier.get(card, 0):
        return f"the {card.words} lay in the meld and had not been played"
    later = told[moment.place + 1 :]
    when = next(each.trick for each in later if (each.seat, each.card) == (moment.seat, card))
    return f"{who} still held the {card.words}, and played it to trick {when}"


def one_of_says(plays: Sequence[Moment], names: Sequence[str]) -> str:
    """Plays that cannot all have been legal."""
    told = [f"{names[each.seat]}’s {each.card.words} in trick {each.trick}" for each in plays]
    return f"The cards still unseen do not let all of these have been legal: {series(told)}."


def out_of_turn_says(moment: Moment, names: Sequence[str]) -> str:
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
