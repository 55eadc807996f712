"""Putting right what was written down: an earlier deal, a name, the last step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.game.commands import CorrectDeal, Redo, RenamePlayers, Undo
from companion.game.decide_bids import bid_field, contract_of_bids
from companion.game.decide_call import wrong_partner
from companion.game.decide_checks import judge_told
from companion.game.decide_draw import correct_draws
from companion.game.decide_ending import ending_of, scored_as
from companion.game.decide_meld import judge_meld_sum
from companion.game.decide_start import name_problems
from companion.game.events import (
    DealBegun,
    DealCorrected,
    Event,
    GameReopened,
    PlayerRenamed,
    SidePoints,
    StepUndone,
)
from companion.game.fold import Recorded, apply, contract_told, last_step, put_right, with_partner
from companion.game.refusal import Refusal, refusal_of
from companion.game.standing import winner_of
from companion.game.state import DealState, GameState
from companion.game.taking_part import next_deal
from companion.rules.auction import judge_contract
from companion.rules.choices import Bidding
from companion.rules.deal import DealEnd
from companion.rules.dix import judge_dix, keeps_dix_apart
from companion.rules.names import tidy_name


def correct_deal(state: GameState, command: CorrectDeal) -> tuple[Event, ...] | Refusal:
    """Put an earlier deal right; later deals follow, and the game ends or goes on accordingly."""
    deal = next((deal for deal in state.deals if deal.number == command.number), None)
    if deal is None:
        return Refusal(f"There is no deal {command.number} to correct.", field="number")
    corrected = _judged(state, deal, command)
    return corrected if isinstance(corrected, Refusal) else (corrected, *_consequences(state, corrected))


_ENDS_BEFORE_TRUMP = (DealEnd.MISDEAL, DealEnd.NO_MARRIAGE)


def _judged(state: GameState, deal: DealState, command: CorrectDeal) -> DealCorrected | Refusal:
    summed = state.variant.bid is Bidding.SUMMED
    told = _with_contract(state, deal, command) if summed else _wrong_contract(state, deal, command)
    if isinstance(told, Refusal):
        return told
    command = told or command
    if command.trump is None and deal.has_auction and command.end.end not in _ENDS_BEFORE_TRUMP:
        return Refusal("Please say which suit was trump.", ("trump.needs",), "trump")
    wrong = wrong_partner(state, _with_bidder(deal, command), command.partner) if command.partner is not None else None
    if wrong:
        return wrong
    for side, points in command.meld.items():
        ruling = judge_meld_sum(state.variant, command.trump, points)
        if not ruling:
            return refusal_of(ruling, f"meld-{side}")
        others = sum(dix for other, dix in command.dix.items() if other != side)
        ruling = judge_dix(state.variant, command.trump, command.dix.get(side, 0), points, others)
        if not ruling:
            return refusal_of(ruling, f"dix-{side}")
    return _scored(state, deal, command)


def _with_contract(state: GameState, deal: DealState, command: CorrectDeal) -> CorrectDeal | Refusal:
    """The correction with the contract that everyone's bids lead to (bid.summed)."""
    if not any(command.bids) and command.end.end is DealEnd.MISDEAL:
        return replace(command, seat=None, bid=None, bids=())
    if len(command.bids) != state.players:
        return Refusal("Please say what each player bid.", ("bid.summed",), bid_field(state.seats_in(deal)[0]))
    contract = contract_of_bids(state, deal, command.bids)
    return contract if isinstance(contract, Refusal) else replace(command, seat=contract.bidder, bid=contract.bid)


def _with_bidder(deal: DealState, command: CorrectDeal) -> DealState:
    return replace(deal, contract=contract_told(command.seat, command.bid))


def _wrong_contract(state: GameState, deal: DealState, command: CorrectDeal) -> Refusal | None:
    if command.seat is None and command.bid is None and (command.end.end is DealEnd.MISDEAL or not deal.has_auction):
        return None
    if not deal.has_auction:
        return Refusal("Nobody bids in this game: trump is turned up.", ("bid.none",), "seat")
    if command.seat is None or command.seat not in state.seats_in(deal):
        return Refusal("Please say who had the bid.", ("bid.order",), "seat")
    if command.bid is None:
        return Refusal("Please say how much was bid.", ("bid.min",), "bid")
    ruling = judge_contract(state.variant, replace(state.auction_of(deal), calls=()), command.seat, command.bid)
    return None if ruling else refusal_of(ruling, "bid")


def _scored(state: GameState, deal: DealState, command: CorrectDeal) -> DealCorrected | Refusal:
    meld = tuple(SidePoints(side, command.meld.get(side, 0)) for side in state.sides_in(deal))
    apart = keeps_dix_apart(state.variant)
    dix = tuple(SidePoints(side, command.dix.get(side, 0)) for side in state.sides_in(deal)) if apart else ()
    contract = contract_told(command.seat, command.bid)
    facts = put_right(deal, contract, command.trump, meld, dix=dix, bids=command.bids)
    checks = judge_told(state, facts, command.check_melds)
    if isinstance(checks, Refusal):
        return checks
    facts = with_partner(put_right(facts, facts.contract, facts.trump, meld, checks), command.partner)
    draws = correct_draws(state, deal, command.draws, command.end.end)
    if isinstance(draws, Refusal):
        return draws
    ended = ending_of(state, facts, command.end)
    if isinstance(ended, Refusal):
        return ended
    scored = scored_as(state, replace(facts, ended=ended))
    if isinstance(scored, Refusal):
        return scored
    told = (command.seat, command.bid, command.trump, meld)
    return DealCorrected(deal.number, *told, ended, scored, checks, command.bids, dix, facts.partner, draws)


def _consequences(state: GameState, corrected: DealCorrected) -> tuple[Event, ...]:
    """The game ends, ends otherwise, or goes on again, as the corrected deals have it."""
    after = apply(state, corrected)
    won = winner_of(after)
    if won:
        return () if won == state.won else (won,)
    begun = next_deal(after, after.standing, after.deals[-1])
    if state.won is not None:
        return (GameReopened(begun.dealer, begun.sits_out),)
    return (begun,) if _waits_for(state, begun) else ()


def _waits_for(state: GameState, begun: DealBegun) -> bool:
    """Whether the deal on the table is somebody else's and still untouched, so that this one can take its place."""
    deal = state.deal
    if deal is None or (deal.dealer, deal.sits_out) == (begun.dealer, begun.sits_out):
        return False
    return deal == state.new_deal(deal.number, deal.dealer, deal.sits_out)


def rename_players(state: GameState, command: RenamePlayers) -> tuple[Event, ...] | Refusal:
    """Spell players' names otherwise; each that changes is an event."""
    if len(command.names) != state.players:
        return Refusal(f"Please write a name for each of the {state.players} players.", field="names")
    for seat, problem in name_problems(command.names).items():
        return Refusal(problem, field=f"name-{seat}")
    tidied = tuple(tidy_name(name) for name in command.names)
    changed = tuple(
        PlayerRenamed(s, new) for s, (old, new) in enumerate(zip(state.names, tidied, strict=True)) if new != old
    )
    return changed or Refusal("These are the names already: there is nothing to change.", field="names")


def undo(history: Sequence[Recorded], _command: Undo) -> tuple[Event, ...] | Refusal:
    """Strike the last command that still counts; the start of the game stays."""
    step = last_step(history)
    if not step:
        return Refusal("There is nothing to undo: the game has only begun.")
    return (StepUndone(tuple(recorded.seq for recorded in step)),)


def redo(history: Sequence[Recorded], _command: Redo) -> tuple[Event, ...] | Refusal:
    """Strike the last undo, as long as nothing else has happened since."""
    undone = _last_undo(history)
    return (StepUndone((undone.seq,)),) if undone else Refusal("There is nothing to do again.")


def can_redo(history: Sequence[Recorded]) -> bool:
    """Whether the last thing that happened was an undo."""
    return _last_undo(history) is not None


def _last_undo(history: Sequence[Recorded]) -> Recorded | None:
    if not isinstance(history[-1].event, StepUndone):
        return None
    undos = {recorded.seq for recorded in history if isinstance(recorded.event, StepUndone)}
    struck = set[int]()
    for recorded in reversed(history):
        if not isinstance(recorded.event, StepUndone):
            return None
        if recorded.seq in struck:
            continue
        if not undos.intersection(recorded.event.strikes):
            return recorded
        struck.update(recorded.event.strikes)
    return None
