"""Entries that are typed but not written: kept in their fields, left by an undone step, or shown apart.

A form that was not taken keeps its fields only while the page still asks for the same thing. An entry for another
deal, or for another player's turn, is shown apart: it never fills in the fields of the one on the table by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.cards import Suit
from companion.game.decide.command import Moment
from companion.game.decide.replay import replay_to_end, steps_of
from companion.game.events import AuctionWon, BidMade, BidPassed, Event, MeldClosed, MeldShown, MeldSource, StepUndone
from companion.game.fold import Recorded, events_of_deal
from companion.game.log import say_in_deal
from companion.game.state import GameState, Phase
from companion.rules.auction import next_bidder
from companion.rules.choices import Aim, Bidding
from companion.rules.meld.best import dix_name
from companion.rules.phrases import begun_large, minus
from companion.web.core.forms import Form
from companion.web.table.pad import BIDDERS, LINES, MELDER, OTHERS, PHASES, fields_of
from companion.web.table.readers import ALONE, MOON, read_aim


@dataclass(frozen=True)
class Offer:
    """Entries for another deal, to be put into the fields of the one on the table with one tap."""

    deal: int
    fields: Mapping[str, str]
    corrects: int | None = None
    """The deal that they are about, where it is over by now."""


def stays(form: Form, seen: GameState, now: GameState) -> bool:
    """Return True if the page still asks for what a form says that was made at ``seen``."""
    asked = asks(now, is_pad(form))
    return bool(asked) and asked == asks(seen, is_pad(form))


def asks(state: GameState, whole: bool) -> str:
    """Name what the page of a table asks for; as long as it stays the same, entries stay in their fields.

    :param whole: whether the form holds the deal as a whole, as a score pad does, and not one step of it: its phase,
        and in an auction the player who bids. Empty where the deal waits for nothing that has a field.
    """
    deal = state.deal
    if deal is None or (whole and state.phase not in PHASES):
        return ""
    if whole:
        return str(deal.number)
    bidder = next_bidder(state.variant, state.auction_of(deal)) if state.phase is Phase.AUCTION else None
    return f"{deal.number} {state.phase.value}" if bidder is None else f"{deal.number} bid of {bidder}"


def is_pad(form: Form) -> bool:
    """Return True if a form is a score pad, which holds a whole deal."""
    return bool(form.value("pad"))


def is_points(form: Form) -> bool:
    """Return True if a form holds just the points of a deal."""
    return any(name.startswith("made-") for name in form.values)


def typed(form: Form, shown: Moment | None = None) -> dict[str, str]:
    """Return the filled fields of a pad's lines, without the answers to questions, which are about that one deal.

    :param shown: the game that the page showed: what was recorded by then is written already.
    """
    fields = {name: form.value(name) for name in form.values if any(line.holds(name) for line in LINES)}
    fields = {name: text for name, text in fields.items() if text}
    if not is_pad(form) and "amount" not in form.values:
        fields.pop("seat", None)  # of a player who melds or took a trick, not of the bidder
    return _without_recorded(fields, shown) if shown and is_pad(form) else fields


def _without_recorded(fields: Mapping[str, str], shown: Moment) -> dict[str, str]:
    recorded = fields_of([each.event for each in events_of_deal(shown.history)], shown.state)
    return {name: text for name, text in fields.items() if recorded.get(name) != text}


def homeless(form: Form, now: Moment) -> dict[str, str]:
    """Entries on a pad for the deal on the table that have no field there any more, and differ from it."""
    if not is_pad(form):
        return {}
    fields = {name: text for name, text in typed(form, now).items() if not _has_field(name, now.state)}
    is_bid = "seat" in fields or "moon" in fields
    return fields if is_bid else {name: text for name, text in fields.items() if name != "amount"}


def _has_field(name: str, state: GameState) -> bool:
    return state.deal is not None and all(line.is_open(state.deal) for line in LINES if line.holds(name))


def said(fields: Mapping[str, str], state: GameState) -> tuple[str, ...]:
    """Say these entries in words, a line for each line of the pad that is filled in."""
    lines = ((line, [name for name in fields if line.holds(name)]) for line in LINES)
    return tuple(
        f"{line.label or begun_large(dix_name(state.variant))}: {', '.join(_figures(names, fields, state))}"
        for line, names in lines
        if names
    )


def on_sheet(number: int, state: GameState) -> tuple[str, ...]:
    """Say what the score sheet has of a deal that is over, from its bid to its score."""
    deal = state.deals[number - 1]
    entered = replay_to_end(state.as_of(number), deal, steps_of(state, deal))
    return tuple(dict.fromkeys(say_in_deal(event, entered.state) for event in entered.events if event != MeldClosed()))


def _figures(names: Sequence[str], fields: Mapping[str, str], state: GameState) -> Iterator[str]:
    for name in names:
        if name.startswith("minus-"):
            continue
        below = name.startswith("made-") and fields.get(name.replace("made-", "minus-"))
        yield f"{_whose(name, state)} {minus('-') if below else ''}{_value(name, fields[name], state)}".strip()


_OF_TEAMS = {MELDER: "bidder", BIDDERS: "bidder’s side", OTHERS: "the others"}


def _whose(name: str, state: GameState) -> str:
    of = name.partition("-")[2]
    if name in _OF_TEAMS or not of:
        return _OF_TEAMS.get(name, "")
    return state.side_name(of) if of in state.sides else _player(of.rpartition("-")[2], state)


def _value(name: str, text: str, state: GameState) -> str:
    if name in ("seat", "partner"):
        return "no one" if text == ALONE else _player(text, state)
    if MOON in (name, text) or text == Aim.NO_TRICK:
        return f"the {state.variant.meld_names.called(read_aim(text))}"
    if name == "trump":
        return next((suit.symbol for suit in Suit if suit.value == text), text)
    return text


def _player(text: str, state: GameState) -> str:
    return next((name for seat, name in enumerate(state.names) if str(seat) == text), text)


def rest(form: Form, seen: GameState, now: Moment) -> dict[str, str]:
    """Return the fields of a pad that are not recorded yet after a write, while the same deal is on the table."""
    if not stays(form, seen, now.state):
        return {}
    recorded = fields_of([each.event for each in events_of_deal(now.history)], now.state)
    return {name: text for name, text in typed(form).items() if name not in recorded and _has_field(name, now.state)}


def undone(history: Sequence[Recorded], state: GameState) -> list[Event]:
    """Of the step that was just undone, the events whose figures a person typed: they come back into their fields.

    What followed by itself is gone with its step: a meld counted from cards, from taps or from a photo, whose figure
    holds for one trump only, and the bid that the last pass let stand.
    """
    last = history[-1].event
    if not isinstance(last, StepUndone):
        return []
    struck = [recorded for recorded in history if recorded.seq in last.strikes]
    counted = {
        each.event.side
        for each in struck
        if isinstance(each.event, MeldShown) and each.event.source is not MeldSource.NUMBER
    }
    called = {each.batch for each in struck if isinstance(each.event, (BidMade, BidPassed))}
    called = set() if state.variant.bid is Bidding.SUMMED else called
    return [each.event for each in struck if not _followed(each, counted, called)]


def _followed(recorded: Recorded, counted: Collection[str], called: Collection[int]) -> bool:
    event = recorded.event
    if isinstance(event, MeldShown):
        return event.side in counted
    return isinstance(event, AuctionWon) and recorded.batch in called
