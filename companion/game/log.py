"""The log: every event as a sentence, struck ones too, and the slips to which a table can go back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import assert_never

from companion.game.events import (
    AccusationMade,
    AgreementChosen,
    AgreementEvent,
    AuctionWon,
    BidMade,
    BidPassed,
    CardCalled,
    CardPlayed,
    CardsDrawn,
    ChecksTold,
    DealAnswered,
    DealBegun,
    DealCorrected,
    DealEnded,
    DealerChanged,
    DealEvent,
    DealPassedOut,
    DealScored,
    DixExchanged,
    Event,
    GameReopened,
    GameSigned,
    GameStarted,
    GameWon,
    LaidCardPlayed,
    MeldClosed,
    MeldLaid,
    MeldShown,
    PartnerTold,
    PlayerRenamed,
    RefereeEvent,
    RulingEntered,
    SideChecks,
    SignatureReleased,
    Statement,
    StepUndone,
    StockEvent,
    TrickLogChosen,
    TrickTaken,
    TrumpNamed,
    TrumpTurned,
)
from companion.game.fold import Recorded, apply, events_of_deal, fold, still_counting
from companion.game.state import GameState
from companion.rules.choices import Bidding
from companion.rules.meld.best import dix_words, keeps_dix_apart
from companion.rules.names import shown_name
from companion.rules.phrases import bid_says
from companion.rules.score.facts import DealEnd, signed
from companion.rules.score.teams import forms_teams


@dataclass(frozen=True)
class LogLine:
    """One event as the log shows it."""

    seq: int
    says: str
    counts: bool
    """Whether it still counts; an undone step stays in the log, struck through."""
    deal: int
    """The number of the deal that was on the table; 0 before the first."""
    repeated: bool = False
    """Whether the next line enters the same meld again and still counts: of repeated taps only the last matters."""


def log_lines(history: Sequence[Recorded]) -> tuple[LogLine, ...]:
    """The whole log of a game, the oldest event first, with the names that the players had at the time."""
    counting = {recorded.seq for recorded in still_counting(history)}
    lines: list[LogLine] = []
    then = fold(history[:1])
    for place, r in enumerate(history):
        before, undone = then, isinstance(r.event, StepUndone)
        then = fold(history[: place + 1]) if undone else apply(before, r.event)
        if isinstance(r.event, StepUndone):
            says = _undone_says(history, r.event, [line.says for line in lines])
        else:
            says = _says(r.event, before, then)
        number = then.deal.number if then.deal else len(then.deals)
        repeated = {r.seq, r.seq + 1} <= counting and _same_meld(r.event, history[place + 1].event)
        lines.append(LogLine(r.seq, says, r.seq in counting or undone, number, repeated))
    return tuple(lines)


def _same_meld(event: Event, later: Event) -> bool:
    if not isinstance(event, MeldShown) or not isinstance(later, MeldShown):
        return False
    return (event.side, event.seat) == (later.side, later.seat)


def _says(event: Event, before: GameState, after: GameState) -> str:
    if isinstance(event, PlayerRenamed):
        if event.substitute:
            return f"{after.names[event.seat]} took over from {before.names[event.seat]}."
        return f"{before.names[event.seat]} is now called {after.names[event.seat]}."
    return say(event, after)


def _undone_says(history: Sequence[Recorded], event: StepUndone, lines: Sequence[str]) -> str:
    """What a strike takes back; one that takes such a strike back itself does a step again."""
    again = False
    while isinstance(struck := history[event.strikes[0] - 1].event, StepUndone):
        event, again = struck, not again
    back = [each for each in (history[seq - 1] for seq in event.strikes) if not isinstance(each.event, Statement)]
    first = [each for each in back if each.batch == back[0].batch]
    says = lines[chief_of(first).seq - 1]
    if len(first) < len(back):
        says = f"{says.rstrip('.')}, and what was entered after it."
    return f"Done again: {says}" if again else f"Taken back: {says}"


def chief_of(step: Sequence[Recorded]) -> Recorded:
    """Of the events of one step the one by which a player would name it."""
    events = [recorded for recorded in step if not isinstance(recorded.event, DealBegun)] or step
    for kind in (DealScored, MeldClosed):
        for recorded in events:
            if isinstance(recorded.event, kind):
                return recorded
    if sum(isinstance(recorded.event, (BidMade, BidPassed)) for recorded in events) > 1:
        return events[-1]
    return next((recorded for recorded in events if not isinstance(recorded.event, TrickTaken)), events[0])


def say(event: Event, state: GameState) -> str:  # noqa: C901 - one line an event
    """One event in a sentence, with the players' names."""
    match event:
        case GameStarted():
            cut = " They cut for the first deal." if event.cut else ""
            carried = "".join(
                f" {state.side_name(side)} had {points}." for side, points in event.history.scores.items()
            )
            names = ", ".join(map(shown_name, event.names))
            return f"The game began: {state.variant.name}, with {names}.{cut}{carried}"
        case PlayerRenamed(_, name, substitute):
            shown = shown_name(name)
            return f"{shown} took over a seat." if substitute else f"A player is now called {shown}."
        case DealBegun(dealer, sits_out):
            return f"{state.names[dealer]} dealt.{_sat_out_says(sits_out, state)}"
        case DealerChanged(dealer, sits_out):
            return f"The dealer was changed: {state.names[dealer]} dealt.{_sat_out_says(sits_out, state)}"
        case TrickLogChosen():
            return say_referee(event, state)
        case AgreementChosen() | DealAnswered() | GameSigned() | SignatureReleased():
            return say_agreement(event, state)
        case DealCorrected():
            return _corrected_says(event, state)
        case GameWon():
            return f"The game is over. {state.with_names(event.says)}"
        case GameReopened(dealer, sits_out):
            again = f"After the correction the game goes on; {state.names[dealer]} dealt."
            return f"{again}{_sat_out_says(sits_out, state)}"
        case StepUndone():
            return "A step was taken back."
        case _:
            return say_in_deal(event, state)


def _corrected_says(event: DealCorrected, state: GameState) -> str:
    state = state.as_of(event.number)
    if event.scored is None:
        return f"Deal {event.number} was corrected: nobody has the bid."
    return f"Deal {event.number} was corrected: {changes_say(event.scored, state)}."


def _sat_out_says(seats: tuple[int, ...], state: GameState) -> str:
    if not seats:
        return ""
    return f" {' and '.join(state.names[seat] for seat in seats)} {'sits' if len(seats) == 1 else 'sit'} out."


def say_in_deal(event: DealEvent, state: GameState) -> str:  # noqa: C901, PLR0912 - one line an event
    """One event of a deal in a sentence, with the players' names."""
    match event:
        case BidMade() | BidPassed() | AuctionWon() | DealPassedOut():
            return _auction_says(event, state)
        case TrumpNamed(suit):
            return f"Trump: {suit.word}."
        case CardCalled(seat, card):
            return f"{state.names[seat]} called the {card.words}."
        case PartnerTold(seat):
            return "The bidder plays alone." if seat is None else f"{state.names[seat]} is the bidder’s partner."
        case TrumpTurned() | TrickTaken() | MeldLaid() | DixExchanged() | LaidCardPlayed():
            return say_stock(event, state)
        case CardsDrawn(seat, discarded, drawn):
            return f"{state.names[seat]} discarded {discarded} and drew {drawn}."
        case MeldShown():
            return _meld_says(event, state)
        case ChecksTold(checks):
            return f"{state.side_name(checks.side)}: {_melds_say(checks)} for the ledger of checks."
        case MeldClosed():
            return "The meld was closed."
        case CardPlayed() | AccusationMade() | RulingEntered():
            return say_referee(event, state)
        case DealEnded():
            return _ended_says(event, state)
        case DealScored():
            return f"Scored: {changes_say(event, state)}."
        case _:
            assert_never(event)


def _auction_says(event: BidMade | BidPassed | AuctionWon | DealPassedOut, state: GameState) -> str:
    if isinstance(event, DealPassedOut):
        return event.says
    name = state.names[event.seat]
    if isinstance(event, BidMade):
        return f"{name} bid {bid_says(event.amount, event.moon)}."
    if isinstance(event, BidPassed):
        return f"{name} passed, with help." if event.helps else f"{name} passed."
    if state.variant.bid is Bidding.SUMMED:
        side = state.side_name(state.side_of(event.seat))
        return f"{name} names trump; {side} must make {event.amount} together."
    if event.moon:
        return f"{name} won the bid with the moon."
    return f"{name} {'had to take' if event.forced else 'won'} the bid at {event.amount}."


def _meld_says(event: MeldShown, state: GameState) -> str:
    who = state.side_name(event.side) if event.seat is None else state.names[event.seat]
    apart = keeps_dix_apart(state.variant) and event.dix
    return f"{who}: meld {event.points}{f', {event.dix} of it in {dix_words(state.variant)}' if apart else ''}."


def _ended_says(event: DealEnded, state: GameState) -> str:
    if event == DealEnded():
        return "The bid was out of reach before a card was played."
    if event.end is DealEnd.PLAYED:
        team = "’s side" if forms_teams(state.variant) else ""
        tricks = ", ".join(f"{state.side_name(side)}{team} {taken}" for side, taken in event.points.items())
        return f"Tricks counted: {tricks}."
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


def _untrumped_says(event: DealEnded, state: GameState) -> str:
    """What was laid with no trump, as one more sentence; empty where nobody was asked."""
    laid = ", ".join(f"{state.side_name(side)} {points}" for side, points in event.meld.items())
    return f" Meld with no trump: {laid}." if laid else ""


def changes_say(scored: DealScored, state: GameState) -> str:
    """What a deal brought each side, points and checks."""
    said = ", ".join(f"{state.side_name(entry.side)} {signed(entry.points)}" for entry in scored.change)
    checks = [f"{state.side_name(entry.side)} {signed(entry.points)}" for entry in scored.checks if entry.points]
    return f"{said}; checks: {', '.join(checks)}" if checks else said


def _melds_say(checks: SideChecks) -> str:
    return ", ".join(meld.words for meld in checks.melds) or "nothing"


def say_referee(event: RefereeEvent, state: GameState) -> str:
    """One such event, with the players' names."""
    names = state.names
    match event:
        case TrickLogChosen(kept, counts):
            count = ", with the running count" if counts else ""
            return f"The tricks are recorded{count}." if kept else "The tricks are not recorded."
        case CardPlayed(seat, card):
            return f"{names[seat]} played {card.symbols}."
        case AccusationMade(accuser, accused, trick):
            return f"{names[accuser]} accused {names[accused]} of a renege in trick {trick}."
        case RulingEntered():
            return f"A ruling: {state.with_names(event.says)}"
        case _:
            assert_never(event)


def say_stock(event: StockEvent, state: GameState) -> str:
    """One such event, with the players' names."""
    names = state.names
    match event:
        case TrumpTurned(card, side, points):
            scores = f", a dix: {points} for {state.side_name(side)}" if points else ""
            return f"{card.symbols} was turned up{scores}. Trump: {card.suit.word}."
        case TrickTaken(seat, last):
            return f"{names[seat]} took {'the last trick of the stock' if last else 'a trick'}."
        case MeldLaid():
            return f"{names[event.seat]} melded {event.name}: {event.points}."
        case DixExchanged(seat, dix, taken):
            return f"{names[seat]} exchanged {dix.symbols} for {taken.symbols}."
        case LaidCardPlayed(seat, card, back):
            does = f"still has {card.symbols} on the table" if back else f"played {card.symbols} from the table"
            return f"{names[seat]} {does}."
        case _:
            assert_never(event)


def say_agreement(event: AgreementEvent, state: GameState) -> str:
    """One such event, with the players' names."""
    match event:
        case AgreementChosen(asked):
            return f"Each side is {'asked' if asked else 'no longer asked'} whether a deal is right."
        case DealAnswered(side, deal, agrees):
            return f"{state.side_name(side)}: deal {deal} is {'right' if agrees else 'not right'}."
        case GameSigned(side):
            return f"{state.side_name(side)} signed the result."
        case SignatureReleased(side):
            return f"{state.side_name(side)} let go of the signature."
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
    is_called = any(isinstance(recorded.event, (BidMade, BidPassed)) for recorded in events)
    found = dict[object, Slip]()
    for recorded in events:
        event = recorded.event
        if not isinstance(event, _ENTERED) or (is_called and isinstance(event, AuctionWon)):
            continue
        place = _place(event, recorded.seq)
        found.pop(place, None)
        found[place] = Slip(recorded.seq, say_in_deal(event, state))
    return tuple(found.values())


_ENTERED = (
    *(AuctionWon, BidMade, BidPassed, TrumpNamed, TrumpTurned),
    *(CardCalled, PartnerTold, CardsDrawn, MeldShown, MeldLaid),
)


def _place(event: DealEvent, seq: int) -> object:
    """What a later event of the same kind takes the place of; each bid and each meld that is laid stands by itself."""
    match event:
        case BidMade() | BidPassed() | MeldLaid():
            return seq
        case MeldShown(side, seat):
            return MeldShown, side, seat
        case CardsDrawn(seat):
            return CardsDrawn, seat
    return type(event)
