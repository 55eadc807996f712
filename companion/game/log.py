"""The log: every event as a sentence, struck ones too, and the slips to which a table can go back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import assert_never

from companion.game import events as ev
from companion.game.fold import Recorded, apply, events_of_deal, fold, still_counting
from companion.game.state import GameState
from companion.rules.choices import Aim, Bidding
from companion.rules.meld.best import dix_words, keeps_dix_apart
from companion.rules.names import shown_name
from companion.rules.phrases import bid_says, series
from companion.rules.score.facts import DealEnd, figure, signed
from companion.rules.score.history import History
from companion.rules.score.teams import forms_teams


@dataclass(frozen=True)
class LogLine:
    """One event as the log shows it."""

    seq: int
    says: str
    counts: bool
    """True if it still counts; an undone step stays in the log, struck through."""
    deal: int
    """The number of the deal that was on the table; 0 before the first."""
    repeated: bool = False
    """True if the next line enters the same meld again and still counts: of repeated taps only the last matters."""


def log_lines(history: Sequence[Recorded]) -> tuple[LogLine, ...]:
    """The whole log of a game, the oldest event first, with the names that the players had at the time."""
    counting = {recorded.seq for recorded in still_counting(history)}
    lines: list[LogLine] = []
    then = fold(history[:1])
    for place, r in enumerate(history):
        before, undone = then, isinstance(r.event, ev.StepUndone)
        then = fold(history[: place + 1]) if undone else apply(before, r.event)
        if isinstance(r.event, ev.StepUndone):
            says = _undone_says(history, r.event, [line.says for line in lines])
        else:
            says = _says(r.event, before, then)
        number = then.deal.number if then.deal else len(then.deals)
        repeated = {r.seq, r.seq + 1} <= counting and _same_meld(r.event, history[place + 1].event)
        lines.append(LogLine(r.seq, says, r.seq in counting or undone, number, repeated))
    return tuple(lines)


def _same_meld(event: ev.Event, later: ev.Event) -> bool:
    if not isinstance(event, ev.MeldShown) or not isinstance(later, ev.MeldShown):
        return False
    return (event.side, event.seat) == (later.side, later.seat)


def _says(event: ev.Event, before: GameState, after: GameState) -> str:
    if isinstance(event, ev.PlayerRenamed):
        if event.substitute:
            return f"{after.names[event.seat]} took over from {before.names[event.seat]}."
        return f"{before.names[event.seat]} is now called {after.names[event.seat]}."
    old = [note for note in before.notes if isinstance(event, ev.NoteWritten) and note.number == event.number]
    if old:
        return f"Removed: {say(old[0], before)}" if event not in after.notes else f"Corrected: {say(event, after)}"
    return say(event, after)


def _undone_says(history: Sequence[Recorded], event: ev.StepUndone, lines: Sequence[str]) -> str:
    """Say what a strike takes back; one that takes such a strike back itself does a step again."""
    again = False
    while isinstance(struck := history[event.strikes[0] - 1].event, ev.StepUndone):
        event, again = struck, not again
    back = [each for each in (history[seq - 1] for seq in event.strikes) if not isinstance(each.event, ev.Statement)]
    first = [each for each in back if each.batch == back[0].batch]
    says = lines[chief_of(first).seq - 1]
    if len(first) < len(back):
        says = f"{says.rstrip('.')}, and what was entered after it."
    return f"Done again: {says}" if again else f"Taken back: {says}"


def chief_of(step: Sequence[Recorded]) -> Recorded:
    """Of the events of one step the one by which a player would name it."""
    events = [recorded for recorded in step if not isinstance(recorded.event, ev.DealBegun)] or step
    # What closed the meld and ended the deal at once is named by the end; the meld was only a part of it.
    ends = any(isinstance(recorded.event, ev.DealEnded) for recorded in events)
    closes = any(isinstance(recorded.event, ev.MeldClosed) for recorded in events)
    for kind in (ev.DealScored, ev.DealEnded if ends and closes else ev.MeldClosed):
        for recorded in events:
            if isinstance(recorded.event, kind):
                return recorded
    if sum(isinstance(recorded.event, (ev.BidMade, ev.BidPassed)) for recorded in events) > 1:
        return events[-1]
    return next((recorded for recorded in events if not isinstance(recorded.event, ev.TrickTaken)), events[0])


def undo_says(step: Sequence[Recorded], state: GameState, history: Sequence[Recorded]) -> str:
    """Return the text of a button that takes back this step, the last of the game: a deal by what it made."""
    events = [recorded.event for recorded in step]
    scored = next((event for event in events if isinstance(event, ev.DealScored)), None)
    if scored:
        return f"Undo deal {len(state.deals)}: {' / '.join(signed(entry.points) for entry in scored.change)}"
    is_whole = {ev.AuctionWon, ev.MeldClosed} <= {type(event) for event in events}
    if is_whole and state.deal:
        return f"Undo deal {state.deal.number}"
    parts = [_PARTS[type(event)] for event in events if type(event) in _PARTS]
    if len(parts) > 1:
        return f"Undo: {series(tuple(dict.fromkeys(parts)))}"
    chief = chief_of(step).event
    corrects = isinstance(chief, ev.NoteWritten) and not chief.is_removed and _had_note(history, step, chief.number)
    return f"{'Undo the correction' if corrects else 'Undo'}: {say(chief, state)}"


def _had_note(history: Sequence[Recorded], step: Sequence[Recorded], number: int) -> bool:
    earlier = [each.event for each in still_counting(history) if each.seq < step[0].seq]
    notes = [event for event in earlier if isinstance(event, ev.NoteWritten) and event.number == number]
    return bool(notes) and not notes[-1].is_removed


_PARTS: Mapping[type[ev.Event], str] = {
    ev.AuctionWon: "bid",
    ev.TrumpNamed: "trump",
    ev.CardCalled: "called card",
    ev.PartnerTold: "partner",
    ev.MeldShown: "meld",
    ev.DealEnded: "end of the deal",
}
"""Events that one tap on the score pad may enter together, as its undo names them."""


def say(event: ev.Event, state: GameState) -> str:  # noqa: C901, PLR0912 - one line an event
    """One event in a sentence, with the players' names."""
    match event:
        case ev.GameStarted():
            cut = " They cut for the first deal." if event.cut else ""
            names = ", ".join(map(shown_name, event.names))
            return f"The game began: {state.variant.name}, with {names}.{cut}{_had_says(event.history, state)}"
        case ev.PlayerRenamed(_, name, substitute):
            shown = shown_name(name)
            return f"{shown} took over a seat." if substitute else f"A player is now called {shown}."
        case ev.DealBegun(dealer, sits_out):
            return f"{state.names[dealer]} dealt.{_sat_out_says(sits_out, state)}"
        case ev.DealerChanged(dealer, sits_out):
            return f"The dealer was changed: {state.names[dealer]} dealt.{_sat_out_says(sits_out, state)}"
        case ev.TrickLogChosen():
            return say_referee(event, state)
        case ev.AgreementChosen() | ev.DealAnswered() | ev.GameSigned() | ev.SignatureReleased():
            return say_agreement(event, state)
        case ev.DealCorrected():
            return _corrected_says(event, state)
        case ev.PaperCorrected(history):
            return f"The scores from paper were corrected.{_had_says(history, state)}"
        case ev.NoteWritten():
            return note_says(event, state)
        case ev.GameWon():
            return f"The game is over. {state.with_names(event.says)}"
        case ev.GameReopened(dealer, sits_out):
            again = f"After the correction the game goes on; {state.names[dealer]} dealt."
            return f"{again}{_sat_out_says(sits_out, state)}"
        case ev.StepUndone():
            return "A step was taken back."
        case _:
            return say_in_deal(event, state)


def note_says(note: ev.NoteWritten, state: GameState) -> str:
    """A note in a line: ``Bonus for Ann & Cy: 50. Brought the cake``."""
    if note.is_removed:
        return "A note was removed."
    if note.side is None:
        return f"Note: {note.says}"
    kind = "Bonus" if note.points > 0 else "Penalty"
    gave = f"{kind} for {state.as_of(note.deal).side_name(note.side)}: {figure(abs(note.points))}."
    return f"{gave} {note.says}".rstrip()


def _had_says(history: History, state: GameState) -> str:
    scores = dict.fromkeys(state.sides, 0) | {**history.scores} if history.scores else {}
    return "".join(f" {state.side_name(side)} had {figure(points)}." for side, points in scores.items())


def _corrected_says(event: ev.DealCorrected, state: GameState) -> str:
    state = state.as_of(event.number)
    if event.scored is None:
        return f"Deal {event.number} was corrected: nobody has the bid."
    return f"Deal {event.number} was corrected: {changes_say(event.scored, state)}."


def _sat_out_says(seats: tuple[int, ...], state: GameState) -> str:
    if not seats:
        return ""
    return f" {series(state.names[seat] for seat in seats)} {'sits' if len(seats) == 1 else 'sit'} out."


def say_in_deal(event: ev.DealEvent, state: GameState) -> str:  # noqa: C901, PLR0912 - one line an event
    """One event of a deal in a sentence, with the players' names."""
    match event:
        case ev.BidMade() | ev.BidPassed() | ev.AuctionWon() | ev.DealPassedOut():
            return _auction_says(event, state)
        case ev.TrumpNamed(suit):
            return f"Trump: {suit.word}."
        case ev.CardCalled(seat, card):
            return f"{state.names[seat]} called the {card.words}."
        case ev.PartnerTold(seat):
            return "The bidder plays alone." if seat is None else f"{state.names[seat]} is the bidder’s partner."
        case ev.TrumpTurned() | ev.TrickTaken() | ev.MeldLaid() | ev.DixExchanged() | ev.LaidCardPlayed():
            return say_stock(event, state)
        case ev.CardsDrawn(seat, discarded, drawn):
            return f"{state.names[seat]} discarded {discarded} and drew {drawn}."
        case ev.MeldShown():
            return _meld_says(event, state)
        case ev.ChecksTold(checks):
            return f"Checks for {state.side_name(checks.side)}: {_melds_say(checks)}."
        case ev.MeldClosed():
            return "The meld was closed."
        case ev.CardPlayed() | ev.AccusationMade() | ev.RulingEntered():
            return say_referee(event, state)
        case ev.DealEnded():
            return _ended_says(event, state)
        case ev.DealScored():
            return f"Scored: {changes_say(event, state)}."
        case _:
            assert_never(event)


def _auction_says(event: ev.BidMade | ev.BidPassed | ev.AuctionWon | ev.DealPassedOut, state: GameState) -> str:
    if isinstance(event, ev.DealPassedOut):
        return event.says
    name = state.names[event.seat]
    if isinstance(event, ev.BidMade):
        return f"{name} bid {bid_says(state.variant, event.amount, Aim.of(event.moon))}."
    if isinstance(event, ev.BidPassed):
        return f"{name} passed, with help." if event.helps else f"{name} passed."
    if state.variant.bid is Bidding.SUMMED:
        side = state.side_name(state.side_of(event.seat))
        return f"{name} names trump; {side} must make {event.amount} together."
    if event.aim in state.variant.said_for_trump:
        return (
            f"{name} said the {state.variant.meld_names.called(event.aim)}: {event.aim.tricks}, and no suit is trump."
        )
    if event.aim:
        return f"{name} won the bid with the {state.variant.meld_names.called(event.aim)}."
    return f"{name} {'had to take' if event.forced else 'won'} the bid at {event.amount}."


def _meld_says(event: ev.MeldShown, state: GameState) -> str:
    who = state.side_name(event.side) if event.seat is None else state.names[event.seat]
    apart = keeps_dix_apart(state.variant) and event.dix
    return f"{who}: meld {event.points}{f', {event.dix} of it in {dix_words(state.variant)}' if apart else ''}."


def _ended_says(event: ev.DealEnded, state: GameState) -> str:
    if event == ev.DealEnded():
        return "The bid was out of reach before a card was played."
    if event.end is DealEnd.PLAYED:
        team = "’s side" if forms_teams(state.variant) else ""
        tricks = ", ".join(f"{state.side_name(side)}{team} {taken}" for side, taken in event.points.items())
        if not tricks and len(event.tricks) > 1:
            return "The bidder missed a trick."  # which of the others took it was not asked (bid.moon)
        took = ", ".join(f"{state.side_name(side)} took {'a' if n else 'no'} trick" for side, n in event.tricks.items())
        return f"Tricks counted: {tricks}." if tricks else f"{took}."
    if event.end is DealEnd.POINTS:
        made = ", ".join(f"{state.side_name(side)} {signed(points)}" for side, points in event.points.items())
        return f"Points only: {made}."
    if event.end is DealEnd.RENEGE and event.offender:
        return f"A renege, charged to {state.side_name(event.offender)}."
    if event.end is DealEnd.CLAIM and event.claimant:
        return f"{state.side_name(event.claimant)} declared out."
    return {
        DealEnd.THROWN_IN: "Thrown in before the first lead."
        if event.kitty_seen
        else "Conceded without a look at the kitty.",
        DealEnd.NO_MARRIAGE: f"The bidder held no marriage.{_untrumped_says(event, state)}",
        DealEnd.MISDEAL: "A misdeal.",
    }.get(event.end, "The deal ended.")


def _untrumped_says(event: ev.DealEnded, state: GameState) -> str:
    """Say what was laid with no trump, as one more sentence; empty where nobody was asked."""
    laid = ", ".join(f"{state.side_name(side)} {points}" for side, points in event.meld.items())
    return f" Meld with no trump: {laid}." if laid else ""


def changes_say(scored: ev.DealScored, state: GameState) -> str:
    """Say what a deal brought each side, points and checks."""
    said = ", ".join(f"{state.side_name(entry.side)} {signed(entry.points)}" for entry in scored.change)
    checks = [f"{state.side_name(entry.side)} {signed(entry.points)}" for entry in scored.checks if entry.points]
    return f"{said}; checks: {', '.join(checks)}" if checks else said


def _melds_say(checks: ev.SideChecks) -> str:
    return ", ".join(meld.words for meld in checks.melds) or "nothing"


def say_referee(event: ev.RefereeEvent, state: GameState) -> str:
    """One such event, with the players' names."""
    names = state.names
    match event:
        case ev.TrickLogChosen(kept, counts):
            count = ", with the running count" if counts else ""
            return f"The tricks are recorded{count}." if kept else "The tricks are not recorded."
        case ev.CardPlayed(seat, card):
            return f"{names[seat]} played {card.symbols}."
        case ev.AccusationMade(accuser, accused, trick):
            return f"{names[accuser]} accused {names[accused]} of a renege in trick {trick}."
        case ev.RulingEntered():
            return f"A ruling: {state.with_names(event.says)}"
        case _:
            assert_never(event)


def say_stock(event: ev.StockEvent, state: GameState) -> str:
    """One such event, with the players' names."""
    names = state.names
    match event:
        case ev.TrumpTurned(card, side, points):
            scores = f", a dix: {points} for {state.side_name(side)}" if points else ""
            return f"{card.symbols} was turned up{scores}. Trump: {card.suit.word}."
        case ev.TrickTaken(seat, last):
            return f"{names[seat]} took {'the last trick of the stock' if last else 'a trick'}."
        case ev.MeldLaid():
            return f"{names[event.seat]} melded {event.name}: {event.points}."
        case ev.DixExchanged(seat, dix, taken):
            return f"{names[seat]} exchanged {dix.symbols} for {taken.symbols}."
        case ev.LaidCardPlayed(seat, card, back):
            does = f"still has {card.symbols} on the table" if back else f"played {card.symbols} from the table"
            return f"{names[seat]} {does}."
        case _:
            assert_never(event)


def say_agreement(event: ev.AgreementEvent, state: GameState) -> str:
    """One such event, with the players' names."""
    match event:
        case ev.AgreementChosen(asked):
            return f"Each side is {'asked' if asked else 'no longer asked'} whether a deal is right."
        case ev.DealAnswered(side, deal, agrees):
            return f"{state.side_name(side)}: deal {deal} is {'right' if agrees else 'not right'}."
        case ev.GameSigned(side):
            return f"{state.side_name(side)} signed the result."
        case ev.SignatureReleased(side):
            return f"{state.side_name(side)} withdrew the signature."
        case _:
            assert_never(event)


@dataclass(frozen=True)
class Slip:
    """A step of the deal on the table."""

    step: int
    """The number of its event, for an undo that goes back to it."""
    says: str


def slips(history: Sequence[Recorded], state: GameState) -> tuple[Slip, ...]:
    """The bids, trump and melds of the deal on the table, each as it was entered last."""
    events = events_of_deal(history)
    is_called = any(isinstance(recorded.event, (ev.BidMade, ev.BidPassed)) for recorded in events)
    found = dict[object, Slip]()
    for recorded in events:
        event = recorded.event
        if not isinstance(event, _ENTERED) or (is_called and isinstance(event, ev.AuctionWon)):
            continue
        place = _place(event, recorded.seq)
        found.pop(place, None)
        found[place] = Slip(recorded.seq, say_in_deal(event, state))
    return tuple(found.values())


_ENTERED = (
    *(ev.AuctionWon, ev.BidMade, ev.BidPassed, ev.TrumpNamed, ev.TrumpTurned),
    *(ev.CardCalled, ev.PartnerTold, ev.CardsDrawn, ev.MeldShown, ev.MeldLaid),
)


def _place(event: ev.DealEvent, seq: int) -> object:
    """Return the key of what a later event of the same kind replaces; each bid and each laid meld has its own."""
    match event:
        case ev.BidMade() | ev.BidPassed() | ev.MeldLaid():
            return seq
        case ev.MeldShown(side, seat):
            return ev.MeldShown, side, seat
        case ev.CardsDrawn(seat):
            return ev.CardsDrawn, seat
    return type(event)
