"""A corrected deal: its steps, each judged again by the deciders that judged it at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from companion.game.commands import (
    CallCard,
    CloseMeld,
    DealStep,
    EndDeal,
    ExchangeDix,
    LayMeld,
    MakeBid,
    NamePartner,
    NameTrump,
    Pass,
    PassOut,
    PlayLaidCard,
    RecordChecks,
    RecordDraw,
    Refusal,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
    TakeTrick,
    TurnTrump,
)
from companion.game.decide.deal import decide_in_deal, phases_of
from companion.game.decide.ending import scored_as
from companion.game.events import (
    DealEnded,
    DealEvent,
    DixExchanged,
    LaidCardPlayed,
    MeldLaid,
    MeldShown,
    MeldSource,
    TurnEvent,
)
from companion.game.fold import apply_to_deal, as_dealt
from companion.game.standing import standing_of
from companion.game.state import DealState, GameState, Phase
from companion.rules.auction import next_bidder
from companion.rules.meld.tiles import meld_tiles, picks_under
from companion.rules.score import DealEnd
from companion.rules.score.teams import forms_teams

SHOWN = (ShowCards, ShowMelds, ShowNumber, RecordDraw, RecordChecks)
"""Steps that may come in any order: what one player or side showed."""
_ORDER = list(Phase)


@dataclass(frozen=True)
class ReplayedStep:
    """One step that fits, and its result."""

    step: DealStep
    events: tuple[DealEvent, ...]


@dataclass(frozen=True)
class Replay:
    """A deal replayed as far as its steps fit."""

    state: GameState
    """The game as it was when this deal was dealt, with the deal as replayed so far on the table."""
    replayed: tuple[ReplayedStep, ...]
    rest: tuple[DealStep, ...]
    """The steps that could not be judged yet, from the first that does not fit."""
    events: tuple[DealEvent, ...]
    """The events of the steps, with the score if the deal is over."""
    refusal: Refusal | None = None
    """The refusal of the first step that no longer fits."""
    refused: DealStep | None = None

    @property
    def steps(self) -> tuple[DealStep, ...]:
        """The steps that fit."""
        return tuple(each.step for each in self.replayed)

    @property
    def deal(self) -> DealState:
        """The deal as replayed so far.

        :raises ValueError: never, as there is always one.
        """
        if self.state.deal is None:
            raise ValueError("a replayed deal is on the table")
        return self.state.deal

    @property
    def is_over(self) -> bool:
        """True if the deal is over: scored, or nobody has the bid."""
        return self.deal.phase is Phase.OVER


def replay_deal(state: GameState, deal: DealState, steps: Sequence[DealStep]) -> Replay:
    """Judge the steps of an earlier deal one after the other.

    A step whose time is over, as a count where the bid is now hopeless, is left out. The replay stops at the first step
    that is refused or whose time has not come; of several melds the others are still replayed.
    """
    now, replayed, refusal, refused = _before(state, deal), list[ReplayedStep](), None, None
    rest: tuple[DealStep, ...] = ()
    for place, step in enumerate(steps):
        if _is_over_for(now.phase, step):
            continue
        if now.phase not in phases_of(step) or (refusal and not isinstance(step, SHOWN)):
            rest = tuple(steps[place:])
            break
        decision = decide_in_deal(now, step)
        if not isinstance(decision, Refusal):
            replayed.append(ReplayedStep(step, tuple(_of_deal(decision))))
            now = _with_events(now, replayed[-1].events)
            continue
        refusal, refused = refusal or decision, refused or step
        if not isinstance(step, SHOWN):
            rest = tuple(steps[place:])
            break
    events = tuple(event for each in replayed for event in each.events)
    return Replay(now, tuple(replayed), rest, events, refusal, refused)


def replay_to_end(state: GameState, deal: DealState, steps: Sequence[DealStep]) -> Replay:
    """Replay the steps and score the deal where they bring it to its end."""
    replay = replay_deal(state, deal, steps)
    return _scored(replay) if replay.deal.phase is Phase.CONFIRM and not replay.refusal else replay


def _before(state: GameState, deal: DealState) -> GameState:
    """The game as it was when a deal was dealt."""
    then = replace(state.as_of(deal.number), deals=state.deals[: deal.number - 1], deal=as_dealt(state, deal), won=None)
    return replace(then, standing=standing_of(then)[0])


def _is_over_for(phase: Phase, step: DealStep) -> bool:
    return all(_ORDER.index(phase) > _ORDER.index(each) for each in phases_of(step))


def _of_deal(events: Sequence[object]) -> Iterator[DealEvent]:
    return (event for event in events if isinstance(event, DealEvent))


def _with_events(state: GameState, events: Sequence[DealEvent]) -> GameState:
    if state.deal is None:
        return state
    return replace(state, deal=reduce(apply_to_deal, events, state.deal))


def _scored(replay: Replay) -> Replay:
    scored = scored_as(replay.state, replay.deal)
    if isinstance(scored, Refusal):
        return replace(replay, refusal=scored)
    return replace(replay, state=_with_events(replay.state, (scored,)), events=(*replay.events, scored))


def steps_of(state: GameState, deal: DealState) -> tuple[DealStep, ...]:
    """The steps that replay a finished deal."""
    steps = [*_bidding(state, deal), *_finding_trump(deal), *_showing(state, deal)]
    if deal.meld_closed:
        steps.append(CloseMeld())
    steps += _checks(state, deal, steps)
    if deal.ended and not _ends_by_itself(deal):
        steps.append(end_step(state, deal, deal.ended))
    return tuple(steps)


def _bidding(state: GameState, deal: DealState) -> Iterator[DealStep]:
    for call in deal.calls:
        yield Pass(call.helps) if call.amount is None else MakeBid(call.amount, call.moon)
    is_called_out = bool(deal.calls) and next_bidder(state.variant, state.auction_of(deal)) is None
    is_said_later = deal.aim and not any(call.moon for call in deal.calls)
    if deal.contract and (is_said_later or not is_called_out):
        yield TakeBid(deal.contract.bidder, deal.contract.bid, deal.contract.aim)
    if deal.passed_out and (deal.contract or not is_called_out):
        yield PassOut()


def _finding_trump(deal: DealState) -> Iterator[DealStep]:
    if deal.stock:
        yield TurnTrump(deal.stock.turned.card)
    elif deal.trump:
        yield NameTrump(deal.trump)
    if deal.called:
        yield CallCard(deal.called)
    if deal.partner_known:
        yield NamePartner(deal.partner)


def _showing(state: GameState, deal: DealState) -> Iterator[DealStep]:
    yield from (_in_turn(event) for event in (deal.stock.events if deal.stock else ()))
    yield from (RecordDraw(draw.seat, draw.discarded, draw.drawn) for draw in deal.draws)
    yield from (_meld(state, deal, shown) for shown in deal.shown)


def _in_turn(event: TurnEvent) -> DealStep:
    if isinstance(event, MeldLaid):
        return LayMeld(event.seat, event.meld)
    if isinstance(event, DixExchanged):
        return ExchangeDix(event.seat)
    if isinstance(event, LaidCardPlayed):
        return PlayLaidCard(event.seat, event.card, event.back)
    return TakeTrick(event.seat, event.last)


def _meld(state: GameState, deal: DealState, shown: MeldShown) -> DealStep:
    if shown.seat is not None and (shown.cards or shown.source in (MeldSource.CARDS, MeldSource.PHOTO)):
        return ShowCards(shown.seat, shown.cards, shown.source)
    if shown.source is MeldSource.MELDS and state.hand_of(shown) is not None:
        return ShowMelds(shown.side, shown.seat, dict(picks_of(state, deal, shown)))
    # Older games know only the sum of several hands that were entered at once.
    return ShowNumber(shown.side, shown.seat, shown.points, shown.dix)


def picks_of(state: GameState, deal: DealState, shown: MeldShown | None) -> Counter[str]:
    """Count by tile its melds on the table; empty for a plain number."""
    picks: Counter[str] = Counter()
    if shown is None or shown.source is MeldSource.NUMBER or not deal.trump_settled:
        return picks
    for meld in shown.melds:
        for tile in meld_tiles(state.variant, deal.trump):
            if meld.kind is tile.kind and set(meld.cards) == set(tile.cards):
                picks[tile.key] += len(meld.cards) // len(tile.cards)
    return picks


def _checks(state: GameState, deal: DealState, steps: Sequence[DealStep]) -> Iterator[DealStep]:
    """The checks that were entered apart from the melds."""
    known = replay_deal(state, deal, steps).deal.check_melds if deal.check_melds else {}
    for side in state.sides:
        checks = deal.check_melds.get(side, ())
        if checks != known.get(side, ()):
            yield RecordChecks(side, checks)


def _ends_by_itself(deal: DealState) -> bool:
    """Return True if the bid was out of reach as soon as the meld was entered (score.unplayed)."""
    return deal.meld_closed and deal.ended == DealEnded()


def end_step(state: GameState, deal: DealState, ended: DealEnded) -> EndDeal:
    """How a deal ended, as it was entered."""
    points = ended.points
    least, most = state.trick_range(deal)
    two_teams = forms_teams(state.variant) and len(state.teams_of(deal).heads) == 2
    if two_teams and deal.contract and least == most and ended.end is DealEnd.PLAYED:
        # Who the others are depends on who bid: only the bidder's team is entered, and the rest follows.
        points = {side: taken for side, taken in points.items() if side == state.bidding_side(deal)}
    # A meld entered for several hands together replays as a sum, which says nothing of its melds.
    by_hand = replace(deal, shown=tuple(shown for shown in deal.shown if state.hand_of(shown) is not None))
    return EndDeal(**vars(replace(ended, points=points, quad_pinochle=ended.quad_pinochle - state.quads(by_hand))))


def with_step(state: GameState, steps: Sequence[DealStep], step: DealStep) -> tuple[DealStep, ...]:
    """The steps with one more at their end, without those whose place it takes."""
    return (*(old for old in steps if not _takes_place(state, step, old)), step)


def _takes_place(state: GameState, new: DealStep, old: DealStep) -> bool:
    if isinstance(new, RecordChecks) and isinstance(old, RecordChecks):
        return new.side == old.side
    if isinstance(new, RecordDraw) and isinstance(old, RecordDraw):
        return new.seat == old.seat
    if isinstance(new, CallCard):
        return isinstance(old, (CallCard, NamePartner))
    if isinstance(new, (NameTrump, NamePartner, EndDeal)):
        return isinstance(old, type(new))
    mine, others = _owner(state, new), _owner(state, old)
    if mine is None or others is None or mine[0] != others[0]:
        return False
    return mine[1] is None or others[1] is None or mine[1] == others[1]


def _owner(state: GameState, step: DealStep) -> tuple[str, int | None] | None:
    """The side, and the player unless it is the whole side's, whose meld a step records."""
    if isinstance(step, ShowCards):
        return state.side_of(step.seat), step.seat
    return (step.side, step.seat) if isinstance(step, (ShowMelds, ShowNumber)) else None


def following(state: GameState, was: DealState, now: DealState, steps: Sequence[DealStep]) -> tuple[DealStep, ...]:
    """Adjust later steps of a deal to another trump or bidder.

    Melds entered by name keep their cards; the count of a bidder's team stays that team's, and so
    does the bidder's meld where nobody else melds.
    """
    return tuple(_following(state, was, now, step) for step in steps)


def _following(state: GameState, was: DealState, now: DealState, step: DealStep) -> DealStep:
    if isinstance(step, ShowMelds) and was.trump and now.trump and was.trump is not now.trump:
        return replace(step, picks=picks_under(state.variant, was.trump, now.trump, step.picks))
    if not (forms_teams(state.variant) and was.contract and now.contract):
        return step
    bidder = now.contract.bidder
    if state.variant.pays_units and isinstance(step, ShowCards):
        return replace(step, seat=bidder)
    if state.variant.pays_units and isinstance(step, (ShowMelds, ShowNumber)):
        return replace(step, side=state.side_of(bidder), seat=None if step.seat is None else bidder)
    if isinstance(step, EndDeal):
        old, new = state.bidding_side(was), state.bidding_side(now)
        swap = {old: new, new: old}
        points = {swap.get(side, side): taken for side, taken in step.points.items()}
        return replace(step, points=points, tricks={swap.get(side, side): n for side, n in step.tricks.items()})
    return step
