"""The score pad: a deal on one page, its bid, trump, meld and counters filled in as the evening goes.

Each row that is filled in is recorded as far as those before it are; the last button writes down whatever is there, and
ends the deal once the counters are. The rules see the same commands as from the pages that ask for one thing at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from companion.game.commands import CloseMeld, Command, DealStep, Refusal, ShowNumber
from companion.game.decide.deal import decide_in_deal
from companion.game.decide.replay import end_told
from companion.game.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    DealEnded,
    DealScored,
    Event,
    MeldClosed,
    MeldShown,
    StepUndone,
    TrumpNamed,
)
from companion.game.fold import Recorded, apply, told_of_deal
from companion.game.state import DealState, GameState, Phase
from companion.game.view.meld import next_hand
from companion.game.view.play import play_view
from companion.game.view.sheet import SheetRow, last_row
from companion.rules.choices import Bidding, Draw, Sides
from companion.rules.meld.best import keeps_dix_apart
from companion.rules.phrases import series
from companion.rules.score import DealEnd
from companion.web.core.forms import Answer, Asked, Form, is_sure, read_numbers
from companion.web.table import readers

NO_MELD = "no-meld"
"""The field that names the sides of which it was confirmed that they have no meld."""
PHASES = frozenset((Phase.AUCTION, Phase.TRUMP, Phase.MELD, Phase.PLAY))
MOST_SIDES = 4
"""With more sides the fields of a row would not fit beside each other."""


def fits(state: GameState) -> bool:
    """Whether a pad tells all that the deal on the table asks for.

    It does not where hands come from a stock or cards are exchanged, where partners bid together or one is called, and
    where a meld is more than a number.
    """
    variant = state.variant
    return (
        state.deal is not None
        and state.phase in PHASES
        and variant.bid is Bidding.AUCTION
        and variant.sides is not Sides.CALLED
        and variant.draw is Draw.NONE
        and not variant.keeps_checks
        and not keeps_dix_apart(variant)
        and len(state.sides_in(state.deal)) <= MOST_SIDES
    )


def meld_field(side: str) -> str:
    """The name of the field for a side's meld."""
    return f"meld-{side}"


def read(form: Form, state: GameState) -> list[Asked[Command]]:
    """What the filled rows ask for, in the order of a deal, each as far as those before it allow."""
    asked, then = _told(form, state)
    if then.phase is Phase.PLAY and not form.errors and _has_counters(form, then):
        _ask_about_tricks(form, then)
        counted = readers.count(form, then)
        asked += counted
        # Where the counters end the game, the result is looked at before it is written down.
        if not form.errors and readers.foresee(form, then):
            asked += readers.confirm(form, then)
    return asked


def foresee(form: Form, state: GameState) -> DealScored | None:
    """What the counters on a pad lead to, once its other rows are written down; None where nothing can be said."""
    _, then = _told(form, state)
    return readers.foresee(form, then) if then.phase is Phase.PLAY and not form.errors else None


def _told(form: Form, state: GameState) -> tuple[list[Asked[Command]], GameState]:
    """What all rows but the counters ask for, and the game once that is done."""
    asked, then = list[Asked[Command]](), state
    for row in (_bid, _trump, _meld, _close):
        for each in row(form, then):
            asked.append(each)
            decision = decide_in_deal(then, each.command)
            if isinstance(decision, Refusal):  # judged again with the write, and shown beside its field
                return asked, then
            then = reduce(apply, decision, then)
        if form.errors:
            break
    return asked, then


def _bid(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    if state.phase is not Phase.AUCTION or not any((form.value("seat"), *_later(form, state))):
        return ()
    typed = Form({name: text for name, text in _plain(form).items() if name != "trump"})
    taken = readers.take(typed, state)
    for name, says in typed.errors.items():
        form.refuse(name, says, *typed.answers[name])
    return taken


def _trump(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    if state.phase is not Phase.TRUMP or not any(_later(form, state)):
        return ()
    named = Form({"trump": form.value("suit") or form.value("trump")})
    asked = readers.trump(named, state)
    for says in named.errors.values():
        form.refuse("trump", says)
    return asked


def _meld(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    if state.phase is not Phase.MELD or state.deal is None:
        return ()
    fields = {meld_field(side): side for side in state.sides_in(state.deal)}
    told = []
    for field, points in read_numbers(form, fields).items():
        side = fields[field]
        shown = [each for each in state.deal.shown if each.side == side]
        if (not shown or state.deal.meld(side) != points) and is_sure(form, field, state, points):
            told.append(Asked[DealStep](ShowNumber(side, None, points, 0), {"points": field}))
    return told


def _close(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """The meld is done as soon as counters are there; a field that was left empty is asked about once."""
    if state.phase is not Phase.MELD or state.deal is None:
        return ()
    if not _has_counters(form, state) and not form.value("close"):
        return ()
    shown = {each.side for each in state.deal.shown}
    empty = [side for side in state.sides_in(state.deal) if side not in shown]
    if empty and not set(empty) <= set(form.value(NO_MELD)):
        names = series([state.side_name(side) for side in empty], "or")
        form.refuse(NO_MELD, f"No meld for {names}?", Answer("Yes, no meld", NO_MELD, "".join(empty)))
        return ()
    none = [Asked[DealStep](ShowNumber(side, None, 0, 0), {"points": meld_field(side)}) for side in empty]
    return (*none, Asked[DealStep](CloseMeld(), {"points": NO_MELD}))


def _plain(form: Form) -> dict[str, str]:
    return {name: form.value(name) for name in form.values}


def _later(form: Form, state: GameState) -> list[str]:
    """What is filled in of the rows below the bid."""
    melds = [form.value(meld_field(side)) for side in state.sides]
    return [form.value("suit"), form.value("trump"), *melds, *_counters(form, state)]


def _counters(form: Form, state: GameState) -> list[str]:
    return [form.value(f"points-{side}") for side in state.sides]


def _has_counters(form: Form, state: GameState) -> bool:
    return any(_counters(form, state)) or bool(form.value("all_tricks"))


def _ask_about_tricks(form: Form, state: GameState) -> None:
    """Ask once what counters alone do not say: whether a side took a trick at all, or every one (score.save)."""
    if state.deal is None or form.value("all_tricks"):
        return
    asks, typed = play_view(state, state.deal), readers.read_amounts(Form(_plain(form)), "points", state)
    left = asks.total - sum(typed.values())
    points = {each.side: typed.get(each.side, left) for each in asks.counted}
    for side in asks.asks_tricks:
        if points.get(side) == 0 and not (form.value(f"empty-{side}") or form.value(f"none-{side}")):
            says = f"Did {state.side_name(side)} take a trick, even one worth nothing?"
            form.refuse(
                f"points-{side}", says, Answer("A trick", f"empty-{side}", "1"), Answer("None", f"none-{side}", "1")
            )
    all_of_them = [side for side, taken in points.items() if taken == asks.total]
    if asks.asks_all_tricks and all_of_them:
        side = all_of_them[0]
        says = f"Did {state.side_name(side)} take every single trick?"
        form.refuse(
            f"points-{side}", says, Answer("Every one", "all_tricks", side), Answer("Not all", "all_tricks", "no")
        )


def rest(form: Form, before: GameState, now: GameState) -> dict[str, str]:
    """What was typed into a pad and is not written down yet, while the same deal is on the table."""
    if now.deal is None or before.deal is None or now.deal.number != before.deal.number or now.phase not in PHASES:
        return {}
    return {name: text for name, text in _plain(form).items() if text and _is_open(name, now)}


def _is_open(name: str, state: GameState) -> bool:
    if name.startswith("points-"):
        return True
    if name.startswith("meld-"):
        return state.deal is not None and all(each.side != name[-1] for each in state.deal.shown)
    return name in {"seat", "amount"} and state.phase is Phase.AUCTION


def told_before(history: Sequence[Recorded], state: GameState) -> dict[str, str]:
    """The fields of a pad whose steps were just undone, so that changing one figure is not typing them all."""
    last = history[-1].event
    if not isinstance(last, StepUndone):
        return {}
    struck = [recorded.event for recorded in history if recorded.seq in last.strikes]
    return {name: text for event in struck for name, text in _fields(event, struck, state).items()}


def _fields(event: Event, struck: Iterable[Event], state: GameState) -> Mapping[str, str]:
    match event:
        case AuctionWon():
            return {"seat": str(event.seat), "amount": str(event.amount)}
        case TrumpNamed():
            return {"trump": event.suit.value}
        case MeldShown():
            melds = [each.points for each in struck if isinstance(each, MeldShown) and each.side == event.side]
            return {meld_field(event.side): str(sum(melds))}
        case DealEnded() if state.deal and event.end is DealEnd.PLAYED:
            return readers.end_as_told(state, end_told(state, state.deal, event))
    return {}


@dataclass(frozen=True)
class Pad:
    """What the score pad shows besides what every page of a table does."""

    steps_back: Mapping[str, int]
    """By row, the step to which an undo leads back so that it can be entered again."""
    melds: Mapping[str, int]
    """By side, the meld that is recorded of it."""
    due: Mapping[str, int]
    """By side, the seat whose hand a photo would show next."""
    made: SheetRow | None
    """The deal that was written down last, as long as nothing is entered of the next."""
    total: int | None
    """What all counters come to; None where cards laid away count for nobody."""
    asks_quads: bool
    """Whether something hangs on a quadruple pinochle."""


def pad_of(history: Sequence[Recorded], state: GameState, deal: DealState) -> Pad:
    """The pad of the deal on the table."""
    told, shown = told_of_deal(history), {each.side for each in deal.shown}
    least, most = state.trick_range(deal)
    return Pad(
        steps_back=_steps_back(told),
        melds={side: deal.meld(side) for side in state.sides_in(deal) if side in shown or deal.meld_closed},
        due={side: next_hand(state, deal, side) for side in state.sides_in(deal)},
        made=last_row(state) if state.deals and not told else None,
        total=most if least == most else None,
        asks_quads=state.variant.end_quad_pinochle is not None,
    )


def _steps_back(told: Sequence[Recorded]) -> dict[str, int]:
    kinds: dict[type, str] = {AuctionWon: "bid", TrumpNamed: "trump", MeldClosed: "meld"}
    if any(isinstance(each.event, (BidMade, BidPassed)) for each in told):
        del kinds[AuctionWon]  # bids that were called one by one are undone one by one
    return {kinds[type(each.event)]: each.seq for each in told if type(each.event) in kinds}
