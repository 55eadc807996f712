"""The score pad: a deal on one page, its bid, trump, meld and counters filled in as the evening goes.

Nothing is sent before its button: that records each row as far as those before it are filled in, and ends the deal once
the counters are. The rules see the same commands as from the pages that ask for one thing at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from companion.game.commands import (
    CallCard,
    CloseMeld,
    Command,
    DealStep,
    EndDeal,
    MakeBid,
    NamePartner,
    NameTrump,
    Pass,
    PassOut,
    RecordBids,
    RecordChecks,
    RecordDraw,
    Refusal,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
    TurnTrump,
)
from companion.game.decide.deal import decide_in_deal
from companion.game.decide.replay import Replay, end_step
from companion.game.events import (
    AuctionWon,
    BidMade,
    CardCalled,
    DealEnded,
    DealScored,
    Event,
    MeldShown,
    PartnerTold,
    TrumpNamed,
)
from companion.game.fold import apply
from companion.game.state import DealState, GameState, Phase
from companion.game.view.play import PlayView
from companion.rules.choices import Aim, Bidding, ThrowIn
from companion.rules.meld.best import keeps_dix_apart
from companion.rules.score import DealEnd
from companion.rules.score.checks import asks_kitty_seen
from companion.rules.score.facts import signed
from companion.rules.score.teams import forms_teams
from companion.web.core.forms import Answer, Asked, Form, Reader, read_numbers
from companion.web.table import counters, rare, readers
from companion.web.table.ways import dix_field_of, field_of

NOTHING_YET = "Nothing is filled in yet. Tap who has the bid, and write how much."
MELDING = frozenset((Phase.TURN, Phase.STOCK, Phase.MELD))
PHASES = MELDING | {Phase.AUCTION, Phase.TRUMP, Phase.CALL, Phase.PLAY}


def fits(state: GameState) -> bool:
    """Return True if a deal is on the table that waits for something a pad has a field for."""
    return state.deal is not None and state.phase in PHASES


def meld_field(side: str, state: GameState) -> str:
    """The name of the field for a side's meld; where the bidder alone melds, it is there before the bid is."""
    return MELDER if state.variant.pays_units else field_of(side)


MELDER = "meld-bidder"
BIDDERS, OTHERS = "points-bidder", "points-others"
"""The counters where each deal makes two teams: the fields are there before anyone knows who plays with whom."""


def counter_fields(state: GameState) -> tuple[str, ...]:
    """The names of the fields for the counters."""
    if forms_teams(state.variant):
        return (BIDDERS, OTHERS)
    return tuple(f"points-{side}" for side in (state.sides_in(state.deal) if state.deal else state.sides))


def read(form: Form, state: GameState) -> list[Asked[Command]]:
    """The commands that the filled rows ask for, in the order of a deal, each as far as those before it allow."""
    asked, then = _entered(form, state)
    counted: Sequence[Asked[DealStep]] = [] if form.errors or form.value("close") else read_counters(form, then)
    asked += counted
    # Where the counters end the game, the result is looked at before it is written down; so is a deal thrown in.
    played = form.value("end") in ("", DealEnd.PLAYED)
    if counted and played and not form.errors and counters.foresee(_by_side(form, then)[0], then):
        asked += counters.confirm(form, then)
    return asked


def read_counters(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """The commands that the row for the counters asks for, or how the deal ended otherwise."""
    how = form.value("end")
    if how == DealEnd.POINTS:
        return counters.points_only(form, state)
    if how not in ("", DealEnd.PLAYED):
        by_side, own = _by_side(form, state)
        ended = counters.end(by_side, state, "points")
        form.errors |= {name: says for name, says in by_side.errors.items() if name not in form.errors}
        return [replace(each, fields={**each.fields, **own}) for each in ended]
    if state.phase is not Phase.PLAY or not _has_counters(form, state):
        return ()
    by_side, own = _by_side(form, state)
    counters.ask_about_tricks(by_side, state)
    counters.ask_about_every_trick(by_side, state)
    _ask_about_quads(by_side, state)
    counted = [replace(each, fields={**each.fields, **own}) for each in counters.count(by_side, state)]
    for name, says in by_side.errors.items():
        form.refuse(own.get(name, name), says, *by_side.answers[name])
    return counted


def foresee(form: Form, state: GameState) -> DealScored | None:
    """The result that the counters on a pad lead to, once its other rows are written; None where nothing can be."""
    _, then = _entered(form, state)
    return counters.foresee(_by_side(form, then)[0], then) if then.phase is Phase.PLAY and not form.errors else None


def wrong_sum(form: Form, state: GameState) -> str:
    """The sum of the counters, in words, where every field is filled in and it can't be right; else empty."""
    fields = counter_fields(state)
    if state.deal is None or not all(form.value(name) for name in fields):
        return ""
    (least, most), together = state.trick_range(state.deal), sum(read_numbers(form, fields).values())
    worth = str(most) if least == most else f"{least} to {most}"
    return "" if form.errors or least <= together <= most else f"Taken {together}, not {worth}"


def giving_up(form: Form, state: GameState) -> str:
    """The cost of throwing in a deal whose bid and meld are filled in; empty where that may not be, or it is played.

    Where it matters whether the bidder has seen the kitty, that is asked with it, once the meld is written.
    """
    if state.variant.score_throw_in is ThrowIn.NEVER or asks_kitty_seen(state.variant) or _has_counters(form, state):
        return ""
    given_up = Form(_plain(form) | {"end": DealEnd.THROWN_IN.value})
    _, then = _entered(given_up, state)
    if then.deal is None or then.phase is not Phase.PLAY or given_up.errors:
        return ""
    play = PlayView(then, then.deal)
    return play.throw_in_costs if play.throw_in else ""


def ends_of_aim(form: Form, state: GameState) -> tuple[Answer, ...]:
    """Return how a bid of every trick or none ends, made or failed, as buttons; empty where counters say it."""
    deal, moon = state.deal, state.variant.moon_for(state.deal.aim) if state.deal else None
    if deal is None or moon is None or state.phase not in (Phase.MELD, Phase.PLAY) or _has_counters(form, state):
        return ()
    name, side = state.variant.meld_names.called(deal.aim), state.teams_of(deal).head_of(state.bidding_side(deal))
    made, failed = ("all_tricks", side), ("all_tricks", counters.NOT_ALL)
    if deal.aim is Aim.NO_TRICK:
        made, failed = (f"none-{side}", "1"), (f"empty-{side}", "1")
    return (
        Answer(f"{name.capitalize()} made: {signed(moon.made)}", *made),
        Answer(f"{name.capitalize()} failed: {signed(-moon.failed)}", *failed),
    )


def _by_side(form: Form, state: GameState) -> tuple[Form, dict[str | None, str]]:
    """The form with its counters by side; and by the name of such a field, the one on the pad that it comes from."""
    plain = _plain(form)
    deal = state.deal
    if deal is None or deal.contract is None or counter_fields(state) != (BIDDERS, OTHERS):
        return Form(plain), {}
    teams, bidder = state.teams_of(deal), state.bidding_side(deal)
    others = next((head for head in teams.heads if head != teams.head_of(bidder)), "")
    own: dict[str | None, str] = {f"points-{teams.head_of(bidder)}": BIDDERS, f"points-{others}": OTHERS}
    by_side = {f"{name}": plain.get(field, "") for name, field in own.items()}
    follows = next((f"{name}" for name, field in own.items() if field == plain.get(counters.FOLLOWS)), "")
    return Form(plain | by_side | {counters.FOLLOWS: follows}), own


def _entered(form: Form, state: GameState) -> tuple[list[Asked[Command]], GameState]:
    """The commands that all rows but the counters ask for, and the game once they are carried out."""
    asked, then = list[Asked[Command]](), state
    for row in ROWS:
        if EndDeal in row.steps:
            break
        for each in row.asks(form, then):
            asked.append(each)
            decision = decide_in_deal(then, each.command)
            if isinstance(decision, Refusal):  # judged again with the write, and shown beside its field
                return asked, then
            then = reduce(apply, decision, then)
        if form.errors:
            break
    return asked, then


def bid(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """Read the bid, once anything is filled in."""
    bids = [form.value(name) for name in form.values if name.startswith("bid-")]
    if not any((form.value("seat"), form.value("moon"), *bids, *_later(form, state))):
        return ()
    return (readers.record_bids if state.variant.bid is Bidding.SUMMED else readers.take)(form, state)


def trump(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """Read trump; a deal that does not need it goes on without."""
    may_wait = not form.value("trump") and not needs_trump(state)
    return () if may_wait or not any(_later(form, state)) else readers.trump(form, state)


def call(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """Read the card that finds the partner."""
    is_asked = form.value("card") and state.deal and state.deal.partner_hidden
    return readers.call(form, state) if is_asked else ()


def partner(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """Read who plays with the bidder; the meld can be written down once the partner or the called card is known."""
    if state.deal is None or not state.deal.partner_hidden:
        return ()
    needed = _has_counters(form, state) or (state.phase is Phase.CALL and any(_melds(form, state)))
    if form.value("partner"):
        return readers.partner(form, state)
    if needed:
        form.refuse("partner", "Please tap who plays with the bidder.")
    return ()


def meld(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """Read a number for each side whose meld is new."""
    if state.deal is None or (state.phase is Phase.TRUMP and needs_trump(state)):
        return ()
    sides = state.sides_melding(state.deal)
    return readers.numbers(form, state, {(side, None): (meld_field(side, state), dix_field_of(side)) for side in sides})


def _close(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """The meld is done as soon as counters are there; a field that was left empty is asked about once."""
    if state.deal is None or (state.phase is Phase.TRUMP and needs_trump(state)):
        return ()
    if not (form.value("close") or _ends_in_play(form, state)):
        return ()
    empty = [side for side in state.sides_counting_meld(state.deal) if side not in readers.melded(state)]
    if not readers.has_none(form, state, empty):
        return ()
    none = [Asked[DealStep](ShowNumber(side, None, 0, 0), {"points": meld_field(side, state)}) for side in empty]
    return (*none, Asked[DealStep](CloseMeld(), {"points": readers.NO_MELD}))


def _ends_in_play(form: Form, state: GameState) -> bool:
    """Return True if the deal ended in a way that comes after the meld."""
    how = form.value("end")
    if how == DealEnd.CLAIM:
        return state.phase is not Phase.STOCK
    return how in (DealEnd.THROWN_IN, DealEnd.PLAYED) or (not how and _has_counters(form, state))


def needs_trump(state: GameState) -> bool:
    """Where cards are recorded as they are played, rulings depend on trump, too."""
    return state.needs_trump or state.trick_log.kept


def _plain(form: Form) -> dict[str, str]:
    return {name: form.value(name) for name in form.values}


def _later(form: Form, state: GameState) -> list[str]:
    """The values that are filled in below the bid."""
    return [*map(form.value, ("trump", "partner", "card")), *_melds(form, state), *_counters(form, state)]


def _melds(form: Form, state: GameState) -> list[str]:
    return [form.value(field) for side in state.sides for field in (meld_field(side, state), dix_field_of(side))]


def _counters(form: Form, state: GameState) -> list[str]:
    return [form.value(field) for field in counter_fields(state)]


def _has_counters(form: Form, state: GameState) -> bool:
    says = [text for name, text in form.values.items() if name.startswith(("all_tricks", "none-", "empty-"))]
    return any((*_counters(form, state), *says))


def _ask_about_quads(form: Form, state: GameState) -> None:
    """Ask once whether a meld was four-fold, where the counters would win by it (end.quad-pinochle)."""
    fold = state.variant.end_quad_pinochle
    if state.deal is None or fold is None:
        return
    points, teams = counters.counted_points(form, state), state.teams_of(state.deal)
    for side in PlayView(state, state.deal).quad_pinochle:
        yes, no, head = Answer("Yes", f"quad-{side}", "1"), Answer("No", f"no-quad-{side}", "1"), teams.head_of(side)
        if points.get(head, 0) >= fold.at_least and not (form.value(yes.name) or form.value(no.name)):
            form.refuse(f"points-{head}", f"Did {state.side_name(side)} meld a {fold}?", yes, no)


@dataclass(frozen=True)
class Line:
    """A line of the pad, with its fields."""

    label: str
    """Its name on the pad, and among the fields that could not be written."""
    fields: tuple[str, ...]
    """The fields' names; one that ends in a dash goes on with a seat or a side."""
    is_open: Callable[[DealState], bool] = lambda _deal: True
    """Return True while the pad of a deal has these fields."""

    def holds(self, name: str) -> bool:
        """Return True if a field of this name is on the line."""
        return _is_one_of(name, self.fields)


def _is_one_of(name: str, fields: Sequence[str]) -> bool:
    return any(name.startswith(each) if each.endswith("-") else name == each for each in fields)


@dataclass(frozen=True)
class Row:
    """Lines of the pad that are read together, and the steps of a deal that they become."""

    lines: tuple[Line, ...]
    phases: frozenset[Phase]
    """The phases in which they are read."""
    read: Reader
    steps: tuple[type, ...]
    replaced: tuple[type, ...]
    """The steps that go once a line is corrected; the others stay as they are."""
    answers: tuple[str, ...] = ()
    """The names of fields that only answer a question, or say how the deal ended; with a dash as those of a line."""

    def asks(self, form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
        """Return the commands that a form asks for here, as soon as the deal has come so far."""
        return self.read(form, state) if state.phase in self.phases else ()

    def holds(self, name: str) -> bool:
        """Return True if a field of this name is in the row."""
        return any(line.holds(name) for line in self.lines) or _is_one_of(name, self.answers)


AUCTION = (MakeBid, Pass, TakeBid, RecordBids, PassOut)
MELD_STEPS = (ShowCards, ShowMelds, ShowNumber)
ALL, BEFORE_PLAY = frozenset(Phase), MELDING | {Phase.TRUMP}
DIX = ""
"""The label of the dixes' line: each deck has its own name for them."""
ROWS = (
    Row(
        (
            Line("Bid", ("seat", "amount", "moon"), lambda deal: deal.phase is Phase.AUCTION),
            Line("Bids", ("bid-",), lambda deal: deal.phase is Phase.AUCTION),
        ),
        frozenset((Phase.AUCTION,)),
        bid,
        AUCTION,
        AUCTION,
    ),
    Row((Line("Trump", ("turned",)),), frozenset((Phase.TURN,)), rare.turned, (TurnTrump,), (TurnTrump,)),
    Row(
        (Line("Trump", ("trump",), lambda deal: not deal.trump_settled),),
        frozenset((Phase.TRUMP,)),
        trump,
        (NameTrump,),
        (NameTrump,),
    ),
    Row((Line("Calls", ("card",), lambda deal: not (deal.called or deal.partner_known)),), ALL, call, (CallCard,), ()),
    Row(
        (Line("With", ("partner",), lambda deal: not deal.partner_known),), ALL, partner, (NamePartner,), (NamePartner,)
    ),
    Row((Line("Tricks and melds of the stock", ("laid-",)),), frozenset(), lambda *_: (), rare.LAID, ()),
    Row(
        (Line("Cards exchanged", ("discarded-", "drawn-")),),
        frozenset((Phase.MELD,)),
        rare.draws,
        (RecordDraw,),
        (RecordDraw,),
    ),
    Row(
        (
            Line("Meld", ("meld-",), lambda deal: deal.phase is not Phase.PLAY),
            Line(DIX, ("dix-",), lambda deal: deal.phase is not Phase.PLAY),
        ),
        BEFORE_PLAY,
        meld,
        MELD_STEPS,
        (),
    ),
    Row((), BEFORE_PLAY, _close, (CloseMeld,), (CloseMeld,), ("close",)),
    Row(
        (Line("Checks", ("checks-",)),),
        frozenset((Phase.MELD, Phase.PLAY)),
        rare.checks,
        (RecordChecks,),
        (RecordChecks,),
    ),
    Row(
        (Line("Taken", ("points-",)), Line("Points", ("made-", "minus-"))),
        ALL,
        read_counters,
        (EndDeal,),
        (EndDeal,),
        ("end", "offender", "misdeal", "claimant", "kitty-unseen", "all_tricks", "empty-", "none-", "quad-"),
    ),
)
"""The fields of a deal, in its order."""
LINES = tuple(line for row in ROWS for line in row.lines)


def fields_of(events: Sequence[Event], state: GameState) -> dict[str, str]:
    """The fields of a pad as they were filled in when these events were recorded."""
    return {name: text for event in events for name, text in _fields(event, events, state).items()}


def _fields(event: Event, struck: Sequence[Event], state: GameState) -> Mapping[str, str]:
    match event:
        case AuctionWon() if state.variant.bid is not Bidding.SUMMED:
            return {"seat": str(event.seat)} | readers.bid_fields(event, state.variant)
        case BidMade() if state.variant.bid is Bidding.SUMMED and not event.moon:
            return {f"bid-{event.seat}": str(event.amount)}
        case TrumpNamed():
            return {"trump": event.suit.value}
        case CardCalled():
            return {"card": str(event.card)}
        case PartnerTold():
            return {"partner": readers.ALONE if event.seat is None else str(event.seat)}
        case MeldShown():
            melds = [each for each in struck if isinstance(each, MeldShown) and each.side == event.side]
            points, dix = sum(each.points for each in melds), sum(each.dix for each in melds)
            if not keeps_dix_apart(state.variant):
                return {meld_field(event.side, state): str(points)}
            return {meld_field(event.side, state): str(points - dix), dix_field_of(event.side): str(dix)}
        case DealEnded() if state.deal and event.end is DealEnd.PLAYED:
            counted = counters.refilled_fields(state, end_step(state, state.deal, event))
            return counted | _of_called(struck, event, state)
    return {}


def _of_called(struck: Iterable[Event], ended: DealEnded, state: GameState) -> dict[str, str]:
    """The counters of the bidder's side and of the others, where each deal makes two teams."""
    if counter_fields(state) != (BIDDERS, OTHERS) or len(ended.points) != len((BIDDERS, OTHERS)):
        return {}
    won = next((state.side_of(each.seat) for each in struck if isinstance(each, AuctionWon)), None)
    if won is None and state.deal:
        won = state.bidding_side(state.deal)
    if won not in ended.points:
        return {}
    return {BIDDERS if side == won else OTHERS: str(taken) for side, taken in ended.points.items()}


def filled_in(replay: Replay) -> dict[str, str]:
    """The fields of a pad as a deal that was replayed to its end fills them in."""
    state, deal = replay.state, replay.deal
    melding = [side for side in state.sides_melding(deal) if deal.meld_closed or deal.meld(side)]
    fields = {meld_field(side, state): str(deal.meld(side)) for side in melding}
    fields |= fields_of([event for event in replay.events if not isinstance(event, DealEnded)], state)
    fields |= {**dict(rare.filled_in(replay)), "close": "1" if deal.meld_closed else ""}
    if deal.passed_out:
        return fields | {"end": rare.PASSED_OUT}
    if deal.ended:
        fields |= counters.end_fields(state, end_step(state, deal, deal.ended), "points")
        fields |= {**_of_called(replay.events, deal.ended, state), counters.FOLLOWS: counters.OLD}
    return {"end": str(deal.ended.end)} | fields if deal.ended else fields
