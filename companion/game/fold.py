"""Builds the state of a game from its events; never judges and never refuses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import groupby

from typing_extensions import assert_never

from companion.game import events as ev
from companion.game.standing import standing_after, standing_of
from companion.game.state import Agreement, DealState, GameState
from companion.game.stock import stock_after
from companion.rules.auction import Call
from companion.rules.contract import Contract
from companion.rules.dealing import all_sides
from companion.rules.house import as_agreed
from companion.rules.names import is_shown_otherwise, shown_name
from companion.rules.score.facts import CheckMeld
from companion.rules.score.history import resume
from companion.rules.variant import Variant
from companion.rules.variants import find_variant


@dataclass(frozen=True)
class Recorded:
    """An event in its place; the events of one command share a batch."""

    seq: int
    batch: int
    event: ev.Event


@lru_cache(maxsize=256)
def variant_as_begun(key: str, options: str, house: str | None = None) -> Variant:
    """Return the variant as it was when a game began, even if its preset or its house variant has changed."""
    return as_agreed(find_variant(key), json.loads(options), house)


def still_counting(history: Iterable[Recorded]) -> tuple[Recorded, ...]:
    """The events that still count: neither struck nor strikes themselves."""
    return tuple(reversed(tuple(_latest_first(tuple(history)))))


def last_step(history: Sequence[Recorded]) -> tuple[Recorded, ...]:
    """The events of the last command that still counts; none where that is the start of the game.

    What a side alone says is no step of the game: it is passed over.
    """
    steps = (tuple(step) for _, step in groupby(_latest_first(history), key=lambda recorded: recorded.batch))
    last = next(step for step in steps if not all(isinstance(recorded.event, ev.Statement) for recorded in step))
    events = tuple(reversed(last))
    return () if events[0].batch == history[0].batch else events


def events_of_deal(history: Sequence[Recorded]) -> tuple[Recorded, ...]:
    """The events of the deal on the table that still count, without the step that began it."""
    counting = list[Recorded]()
    for recorded in _latest_first(history):
        if isinstance(recorded.event, (ev.DealBegun, ev.GameReopened)):
            return tuple(each for each in reversed(counting) if each.batch > recorded.batch)
        if isinstance(recorded.event, ev.DEAL_EVENTS):
            counting.append(recorded)
    return ()


def _latest_first(history: Sequence[Recorded]) -> Iterator[Recorded]:
    """The events that still count, from the last one back, as far as anybody asks."""
    struck = set[int]()
    for recorded in reversed(history):
        if recorded.seq in struck:
            continue
        if isinstance(recorded.event, ev.StepUndone):
            struck |= set(recorded.event.strikes)
        else:
            yield recorded


def fold(history: Sequence[Recorded]) -> GameState:
    """The state that a game's events lead to.

    :raises ValueError: if the history does not begin with the start of a game.
    """
    counting = still_counting(history)
    begun = counting[0].event if counting else None
    if not isinstance(begun, ev.GameStarted):
        raise ValueError("a game's first event is its start")
    variant = variant_as_begun(begun.variant, begun.options, begun.house)
    standing = resume(variant, all_sides(variant, len(begun.names)), begun.history)
    names = tuple(map(shown_name, begun.names))
    state = GameState(variant, names, standing, previous=begun.previous, cut=begun.cut, history=begun.history)
    for recorded in counting[1:]:
        state = apply(state, recorded.event)
    return state


def names_shown_otherwise(history: Sequence[Recorded]) -> tuple[str, ...]:
    """The players' names, as they are shown, that were recorded with other signs or more letters."""
    recorded = list[str]()
    for event in (each.event for each in still_counting(history)):
        if isinstance(event, ev.GameStarted):
            recorded = [*event.names]
        elif isinstance(event, ev.PlayerRenamed):
            recorded[event.seat] = event.name
    return tuple(shown_name(name) for name in recorded if is_shown_otherwise(name))


def fold_on(state: GameState, history: Sequence[Recorded], added: Sequence[Recorded]) -> GameState:
    """The fold of ``history`` and ``added``, where ``state`` is the fold of ``history`` alone."""
    if any(isinstance(recorded.event, ev.StepUndone) for recorded in added):
        return fold([*history, *added])
    for recorded in added:
        state = apply(state, recorded.event)
    return state


def apply(state: GameState, event: ev.Event) -> GameState:  # noqa: C901 - one line an event
    """The state after one more event."""
    match event:
        case ev.GameStarted() | ev.StepUndone():
            return state
        case ev.PlayerRenamed(seat, name, substitute):
            return state.renamed(seat, shown_name(name), substitute=substitute)
        case ev.DealBegun(dealer, sits_out) | ev.GameReopened(dealer, sits_out):
            return replace(unsigned(state), won=None, deal=state.new_deal(len(state.deals) + 1, dealer, sits_out))
        case ev.DealerChanged(dealer, sits_out):
            deal = state.deal and replace(state.deal, dealer=dealer, sits_out=sits_out)
            return replace(state, deal=deal, cut=state.cut and bool(state.deals))
        case ev.GameWon():
            return replace(state, won=event, deal=None)
        case ev.TrickLogChosen():
            return replace(state, trick_log=event)
        case ev.AgreementChosen() | ev.DealAnswered() | ev.GameSigned() | ev.SignatureReleased():
            return after_agreement(state, event)
        case ev.DealCorrected():
            corrected = replace(unsigned(state), deals=tuple(_corrected(state, deal, event) for deal in state.deals))
            return replace(corrected, standing=standing_of(corrected)[0])
        case ev.PaperCorrected(history):
            corrected = replace(unsigned(state), history=history)
            return replace(corrected, standing=standing_of(corrected)[0])
        case ev.NoteWritten():
            return _with_note(state, event)
        case _:
            return _in_deal(state, event)


def _with_note(state: GameState, event: ev.NoteWritten) -> GameState:
    """The game with one more note, or another in place of one; where it changes no score, signatures stay."""
    others = [note for note in state.notes if note.number != event.number]
    notes = sorted([*others, *([] if event.is_removed else [event])], key=lambda note: note.number)
    after = replace(state, notes=tuple(notes))
    standing = standing_of(after)[0]
    return replace(after if standing == state.standing else unsigned(after), standing=standing)


def _in_deal(state: GameState, event: ev.DealEvent) -> GameState:
    if state.deal is None:
        return state
    deal = apply_to_deal(state.deal, event)
    if deal.scored or deal.passed_out:
        standing, _ = standing_after(state, state.standing, deal)
        return replace(state, deals=(*state.deals, deal), deal=None, standing=standing)
    return replace(state, deal=deal)


def apply_to_deal(deal: DealState, event: ev.DealEvent) -> DealState:  # noqa: C901, PLR0912 - one line an event
    """The deal after one more of its events."""
    match event:
        case ev.BidMade(seat, amount, moon):
            return replace(deal, calls=(*deal.calls, Call(seat, amount, moon=moon)))
        case ev.BidPassed(seat, helps):
            return replace(deal, calls=(*deal.calls, Call(seat, None, helps)))
        case ev.AuctionWon(seat, amount, forced):
            return replace(deal, contract=Contract(seat, amount, forced, aim=event.aim))
        case ev.DealPassedOut():
            return replace(deal, passed_out=event)
        case ev.TrumpNamed(suit):
            return replace(deal, trump=suit)
        case ev.CardCalled(_, card):
            return replace(deal, called=card, partner=None, partner_known=False)
        case ev.PartnerTold(seat):
            return replace(deal, partner=seat, partner_known=True)
        case ev.TrumpTurned() | ev.TrickTaken() | ev.MeldLaid() | ev.DixExchanged() | ev.LaidCardPlayed():
            return _with_stock(deal, event)
        case ev.CardsDrawn():
            return replace(deal, draws=(*(d for d in deal.draws if d.seat != event.seat), event))
        case ev.MeldShown():
            shown = (*(s for s in deal.shown if not _replaces(event, s)), event)
            return replace(deal, shown=shown, check_melds=_checks_after(deal, shown, event.side))
        case ev.ChecksTold(checks):
            return replace(deal, check_melds={**deal.check_melds, checks.side: checks.melds})
        case ev.MeldClosed():
            return replace(deal, meld_closed=True)
        case ev.CardPlayed() | ev.AccusationMade() | ev.RulingEntered():
            return replace(deal, record=(*deal.record, event))
        case ev.DealEnded():
            return replace(deal, ended=event)
        case ev.DealScored():
            return replace(deal, scored=event)
        case _:
            assert_never(event)


def _with_stock(deal: DealState, event: ev.StockEvent) -> DealState:
    after = replace(deal, stock=stock_after(deal.stock, event))
    if isinstance(event, ev.TrumpTurned):
        return replace(after, trump=event.card.suit)
    if isinstance(event, ev.MeldLaid):
        return replace(after, shown=tuple(shown for shown in deal.shown if shown.side != event.side))
    return after


def _replaces(new: ev.MeldShown, old: ev.MeldShown) -> bool:
    """Return True if ``new`` replaces ``old``: a side's sum and its players' sums exclude each other."""
    return new.side == old.side and (new.seat is None or old.seat is None or new.seat == old.seat)


def _checks_after(deal: DealState, shown: Iterable[ev.MeldShown], side: str) -> Mapping[str, tuple[CheckMeld, ...]]:
    """Return what earns checks once a side's meld is entered again; nines that were dealt stay."""
    before, nines = deal.check_melds.get(side, ()), CheckMeld.SEVEN_NINES
    melded = [meld for s in shown if s.side == side for meld in s.checks if meld is not nines]
    dealt = nines in before or any(nines in s.checks for s in shown if s.side == side)
    after = (*melded, *((nines,) if dealt else ()))
    return {**deal.check_melds, side: after} if after or before else deal.check_melds


def as_dealt(state: GameState, deal: DealState) -> DealState:
    """A deal before anything was entered for it, but with what its trick log recorded."""
    return replace(state.new_deal(deal.number, deal.dealer, deal.sits_out), record=deal.record)


def _corrected(state: GameState, deal: DealState, event: ev.DealCorrected) -> DealState:
    if deal.number != event.number:
        return deal
    return replace(reduce(apply_to_deal, event.steps, as_dealt(state, deal)), corrected=True)


def after_agreement(state: GameState, event: ev.AgreementEvent) -> GameState:
    """The game after a side, or the table, said this; a signature counts for nothing while the game goes on."""
    match event:
        case ev.AgreementChosen(asked):
            return replace(state, agreement=Agreement(len(state.deals) + 1 if asked else None))
        case ev.DealAnswered():
            return replace(state, deals=tuple(_answered(deal, event) for deal in state.deals))
        case ev.GameSigned(side):
            return replace(state, agreement=state.agreement.after_signing(side)) if state.won else state
        case ev.SignatureReleased(side):
            return replace(state, agreement=state.agreement.after_release(side, state.sides))
        case _:
            assert_never(event)


def _answered(deal: DealState, event: ev.DealAnswered) -> DealState:
    if deal.number != event.deal:
        return deal
    return replace(deal, answers={**deal.answers, event.side: event.agrees})


def without_answers(deal: DealState) -> DealState:
    """A deal as entered, without what the sides say of it."""
    return replace(deal, answers={})


def unsigned(state: GameState) -> GameState:
    """The game once its result is another, which nobody has signed."""
    return replace(state, agreement=state.agreement.unsigned())


def is_signed(state: GameState) -> bool:
    """Return True if every side has signed the result, so that only all of them together change it."""
    return state.agreement.is_signed(state.sides)


def deals_asked(state: GameState) -> tuple[DealState, ...]:
    """Return the deals about which the sides are asked: those that count and have a result, the oldest first."""
    since = state.agreement.since
    if since is None:
        return ()
    return tuple(deal for deal in state.deals if deal.scored and since <= deal.number and state.counts(deal))


def sides_open(state: GameState, deal: DealState) -> tuple[str, ...]:
    """The sides that have not said yet whether a deal is right; a side that signed the result said so of every deal."""
    if is_signed(state):
        return ()
    return tuple(side for side in state.sides_in(deal) if side not in deal.answers)


def sides_against(deal: DealState) -> tuple[str, ...]:
    """Return the sides that say a deal is wrong."""
    return tuple(sorted(side for side, agrees in deal.answers.items() if not agrees))


def disputed_deals(state: GameState) -> tuple[DealState, ...]:
    """The deals that some side says are not right."""
    return tuple(deal for deal in deals_asked(state) if sides_against(deal))
