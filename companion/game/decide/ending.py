"""The end of a deal: judges how it ended, scores it, updates the ledger of checks, and looks for a winner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.game.commands import ConfirmDeal, EndDeal, RecordChecks, Refusal, StopGame, refusal_of
from companion.game.decide.auction import partner_missing
from companion.game.events import ChecksTold, DealEnded, DealScored, Event, SideChecks, SidePoints
from companion.game.standing import game_won, next_deal, standing_after, stopped
from companion.game.state import DealState, GameState, Phase, side_mark
from companion.rules import RULES_VERSION
from companion.rules.auction import judge_meld_sum
from companion.rules.count import fill_in, judge_points
from companion.rules.dealing import most_held, tricks_in_deal
from companion.rules.referee import Consequence
from companion.rules.score import score_deal
from companion.rules.score.checks import checks_of_deal, checks_working, judge_check_melds
from companion.rules.score.ending import judge_stop
from companion.rules.score.facts import (
    Begun,
    CheckMeld,
    DealEnd,
    DealFacts,
    DealScore,
    Misdeal,
    is_set_at_once,
    laid_away,
)
from companion.rules.score.teams import Teams
from companion.rules.score.unplayed import asks_meld, is_dealers_renege, judge_claim
from companion.rules.variant import Variant


def record_checks(state: GameState, deal: DealState, command: RecordChecks) -> tuple[Event, ...] | Refusal:
    """Record what a side showed that earns checks, if a meld of that sum can hold it (end.checks)."""
    if command.side not in state.sides:
        return Refusal("Please say whose checks these are.", ("end.checks",), "checks")
    ruling = judge_check_melds(state.variant, command.melds, deal.meld(command.side))
    if not ruling:
        return refusal_of(ruling, f"checks-{command.side}")
    return (ChecksTold(SideChecks(command.side, in_order(command.melds))),)


def with_checks(variant: Variant, scored: DealScored, facts: DealFacts, score: DealScore) -> DealScored:
    """Add the checks that a deal gains and costs, at a table that keeps them (end.checks)."""
    if not variant.keeps_checks:
        return scored
    checks = checks_of_deal(variant, facts, score)
    clauses = (*scored.clauses, "end.checks") if any(checks.values()) else scored.clauses
    return replace(
        scored,
        clauses=clauses,
        checks=tuple(SidePoints(side, each) for side, each in checks.items()),
        checks_working=checks_working(variant, facts, score, side_mark),
    )


def in_order(melds: Iterable[CheckMeld]) -> tuple[CheckMeld, ...]:
    """Melds in the order in which the tiles show them."""
    return tuple(sorted(melds, key=list(CheckMeld).index))


MAY_END_IN = {
    DealEnd.PLAYED: (Phase.PLAY,),
    DealEnd.THROWN_IN: (Phase.PLAY,),
    DealEnd.NO_MARRIAGE: (Phase.TRUMP,),
    DealEnd.RENEGE: (Phase.TURN, Phase.STOCK, Phase.MELD, Phase.PLAY),
    DealEnd.MISDEAL: (Phase.AUCTION, Phase.TRUMP, Phase.CALL, Phase.TURN, Phase.STOCK, Phase.MELD, Phase.PLAY),
    DealEnd.CLAIM: (Phase.STOCK, Phase.PLAY),
    DealEnd.POINTS: (Phase.AUCTION, Phase.TURN),
}
_TOO_EARLY = {
    DealEnd.PLAYED: "Enter all meld first, then count the tricks.",
    DealEnd.THROWN_IN: "Throwing in comes after the meld and before the first lead.",
    DealEnd.NO_MARRIAGE: "A missing marriage is entered when trump should be named.",
    DealEnd.MISDEAL: "This deal is already over.",
    DealEnd.CLAIM: "Declaring out comes during the play.",
    DealEnd.POINTS: "Only the points can be entered while nothing else of the deal is. Undo its bid first.",
}
_BEFORE_RENEGE = {
    Phase.AUCTION: "Enter the bid and trump first: a renege is charged by the bid.",
    Phase.TRUMP: "Enter trump first: a renege is charged once it is named.",
    Phase.CALL: "Enter the called card first: a renege is charged once the sides are known.",
}


def end_deal(state: GameState, deal: DealState, command: EndDeal) -> tuple[Event, ...] | Refusal:
    """How the deal ended, if it can have; nothing is scored before it is confirmed."""
    if deal.phase not in MAY_END_IN[command.end]:
        too_early = _TOO_EARLY.get(command.end) or _BEFORE_RENEGE.get(deal.phase)
        return Refusal(too_early or _TOO_EARLY[DealEnd.MISDEAL])
    ended = ending_of(state, deal, command)
    return ended if isinstance(ended, Refusal) else (ended,)


def ending_of(state: GameState, deal: DealState, command: EndDeal) -> DealEnded | Refusal:
    """The ending with its figures completed, if the rules can score it."""
    if command.end is DealEnd.POINTS:
        return _points_only(state, deal, command)
    costs_as = DealEnd.RENEGE if charges_dealer(state, deal, command) else command.end
    wrong = partner_missing(deal, costs_as) or _wrong_side(state, deal, command) or _wrong_dealer(state, deal, command)
    if wrong:
        return wrong
    command = _by_team(state.teams_of(deal), command)
    if command.end is DealEnd.PLAYED and set_at_once(state, deal):
        return DealEnded()
    points = _completed(state, deal, command) if command.end is DealEnd.PLAYED else _taken_so_far(state, deal, command)
    if isinstance(points, Refusal):
        return points
    tricks = _tricks(state, deal, command, points)
    if isinstance(tricks, Refusal):
        return tricks
    meld = _laid_untrumped(state, deal, command)
    if isinstance(meld, Refusal):
        return meld
    ended = DealEnded(
        command.end,
        _by_side(points),
        _by_side(tricks),
        _quads(state, deal, command),
        command.offender,
        command.misdeal if command.misdeal or command.end is not DealEnd.MISDEAL else Misdeal.CARD_FAULT,
        command.claimant if command.end is DealEnd.CLAIM else None,
        kitty_seen=command.took_kitty,
        meld=_by_side(meld),
    )
    score = score_deal(state.variant, state.facts_of(deal, ended), state.side_name)
    return ended if isinstance(score, DealScore) else refusal_of(score)


def may_enter_points(state: GameState) -> bool:
    """Return True if a deal can be entered by its points alone: before anything else of it is, and not in units."""
    return state.phase in MAY_END_IN[DealEnd.POINTS] and not state.variant.pays_units


def _points_only(state: GameState, deal: DealState, command: EndDeal) -> DealEnded | Refusal:
    if state.variant.pays_units:
        return Refusal(
            "A deal is settled in units by its bid. Please enter the bid, the meld and the counters.", ("units.prices",)
        )
    missing = [side for side in state.sides_in(deal) if side not in command.points]
    if missing:
        says = f"Please write the points of {state.side_name(missing[0])}, 0 if there are none."
        return Refusal(says, field=f"points-{missing[0]}")
    return _wrong_side(state, deal, command) or DealEnded(DealEnd.POINTS, _by_side(command.points))


def _by_team(teams: Teams, command: EndDeal) -> EndDeal:
    taker = command.all_tricks and teams.head_of(command.all_tricks)
    points, tricks = teams.together(command.points), teams.together(command.tricks)
    return replace(command, points=points, tricks=tricks, all_tricks=taker)


def charges_dealer(state: GameState, deal: DealState, ended: EndDeal | Consequence) -> bool:
    """Return True if a misdeal costs what a renege does (score.misdeal.procedure)."""
    is_late = ended.misdeal is Misdeal.PROCEDURE and ended.offender is not None
    return is_late and is_dealers_renege(state.variant, _begun(state, deal, ended), is_bid=deal.contract is not None)


def _begun(state: GameState, deal: DealState, ended: EndDeal | Consequence) -> Begun | None:
    """How far the play has come; counters or tricks mean that at least one trick is over."""
    counted = isinstance(ended, EndDeal) and any((*ended.points.values(), *ended.tricks.values()))
    return Begun.TRICK if counted else state.begun(deal)


def _wrong_side(state: GameState, deal: DealState, command: EndDeal) -> Refusal | None:
    named, sides = command.offender is not None or command.end is DealEnd.RENEGE, state.sides_in(deal)
    if named and command.offender not in sides:
        return Refusal("Please say which side reneged.", ("renege.kinds",), "offender")
    strangers = {*command.points, *command.tricks, *command.quad_pinochle} - {*sides}
    if strangers:
        return Refusal(f"There is no side {min(strangers)} in this deal.", ("sides",), "points")
    return _wrong_claim(state, deal, command) if command.end is DealEnd.CLAIM else None


def _wrong_dealer(state: GameState, deal: DealState, command: EndDeal) -> Refusal | None:
    """Say why a misdeal is not charged so: to others than the dealer's side, or to nobody though a card is recorded."""
    begun, is_bid = _begun(state, deal, command), deal.contract is not None
    if command.misdeal is not Misdeal.PROCEDURE or not is_dealers_renege(state.variant, begun, is_bid=is_bid):
        return None
    dealt, is_early = state.side_of(deal.dealer), command.offender is None and begun is None
    if command.offender == dealt or is_early:
        return None
    says = f"A misdeal found after the first card is charged to the side that dealt, here {state.side_name(dealt)}."
    return Refusal(says, ("score.misdeal.procedure",), "offender")


def _wrong_claim(state: GameState, deal: DealState, command: EndDeal) -> Refusal | None:
    ruling = judge_claim(state.variant, deal.aim)
    if not ruling:
        return refusal_of(ruling, "claimant")
    if command.claimant not in state.sides:
        return Refusal("Please say who declares out.", ("end.declare-out",), "claimant")
    if command.claimant not in command.points:
        says = f"Please count the tricks of {state.side_name(command.claimant)}: the claim stands or falls with them."
        return Refusal(says, ("end.declare-out",), f"points-{command.claimant}")
    return None


def set_at_once(state: GameState, deal: DealState) -> bool:
    """Return True if the bid is out of reach before a card is played, at a table that then sets it (score.unplayed)."""
    if deal.contract is None or deal.partner_hidden:
        return False
    facts = state.teams_of(deal).counted(state.so_far(deal))
    return is_set_at_once(state.variant, facts)


def _completed(state: GameState, deal: DealState, command: EndDeal) -> dict[str, int] | Refusal:
    """Every side's trick points, the missing one filled in; none where a bid hangs on tricks alone (count.total)."""
    impossible = _impossible(state, deal, command)
    if impossible:
        return impossible
    sides, taken = state.teams_of(deal).heads, sum(command.points.values())
    missing = [side for side in sides if side not in command.points]
    least, most = state.trick_range(deal)
    moon = state.variant.moon_for(deal.aim)
    decided = bool(command.tricks or command.all_tricks)
    if not command.points and decided and moon and not moon.others_score:
        return {}  # as _hangs_on_tricks in rules/score/deal.py: nobody scores counters (bid.moon, bid.no-trick)
    if (len(missing) > 1 and taken < most) or (missing and least < most):
        return Refusal(_ASKS_FOR[least < most], ("count.total",), f"points-{missing[0]}")
    if missing and taken > most:
        return Refusal(f"All tricks together are worth {most}; these are {taken}.", ("count.total",), "points")
    if not missing and not least <= taken <= most:
        worth = str(most) if least == most else f"at least {least} and at most {most}"
        says = f"All tricks together are worth {worth}; these add up to {taken}."
        return Refusal(says, ("count.total",), f"points-{sides[-1]}")
    return fill_in(sides, command.points, (least, most))


_ASKS_FOR = {
    False: "Please enter the counters.",
    True: "Please enter every side’s counters: some cards count for nobody, so nothing can be filled in.",
}


def _impossible(state: GameState, deal: DealState, command: EndDeal) -> Refusal | None:
    """Find the first side whose trick points cannot be, with any points of the others."""
    most = state.trick_range(deal)[1]
    rulings = ((side, judge_points(state.variant, taken, most)) for side, taken in command.points.items())
    return next((refusal_of(ruling, f"points-{side}") for side, ruling in rulings if not ruling), None)


def _taken_so_far(state: GameState, deal: DealState, command: EndDeal) -> dict[str, int] | Refusal:
    """The trick points of a deal that was broken off, as far as they are entered."""
    impossible = _impossible(state, deal, command)
    if impossible:
        return impossible
    total, taken = state.trick_range(deal)[1], sum(command.points.values())
    if taken > total:
        says = f"All tricks together are worth {total}; these are {taken} already."
        return Refusal(says, ("count.total",), f"points-{state.teams_of(deal).heads[-1]}")
    return dict(command.points)


def sides_laying_untrumped(state: GameState, deal: DealState) -> tuple[str, ...]:
    """The sides whose meld is asked where the bidder holds no marriage (score.no-marriage.opponents)."""
    if deal.contract is None or not asks_meld(state.variant, deal.contract.bid):
        return ()
    return tuple(side for side in state.sides_in(deal) if side != state.bidding_side(deal))


def _laid_untrumped(state: GameState, deal: DealState, command: EndDeal) -> dict[str, int] | Refusal:
    """The meld of each side that lays one with no trump; where nobody does, none."""
    asked = sides_laying_untrumped(state, deal) if command.end is DealEnd.NO_MARRIAGE else ()
    for side in asked:
        if side not in command.meld:
            says = f"Please write the meld of {state.side_name(side)}, 0 if there is none."
            return Refusal(says, ("score.no-marriage.opponents",), f"meld-{side}")
        hands = [most_held(state.variant, bids=False)] * len(state.seats_of(side))
        ruling = judge_meld_sum(state.variant, None, hands, command.meld[side])
        if not ruling:
            return refusal_of(ruling, f"meld-{side}")
    return {side: command.meld[side] for side in asked}


def _tricks(state: GameState, deal: DealState, command: EndDeal, points: Mapping[str, int]) -> dict[str, int] | Refusal:
    taker, teams = command.all_tricks, state.teams_of(deal)
    if taker is None:
        return dict(command.tricks)
    others, everything = [side for side in points if side != taker], sum(points.values())
    if any(points[side] > laid_away(state.variant, state.bidding_side(deal) or None, side) for side in others):
        says = f"Every trick for {teams.named(state.side_name)(taker)} means all {everything} counters as well."
        return Refusal(says, ("end.all-tricks", "count.total"), "all_tricks")
    return {side: tricks_in_deal(state.variant) if side == taker else 0 for side in teams.heads}


def _quads(state: GameState, deal: DealState, command: EndDeal) -> frozenset[str]:
    """Return the sides with four of a winning meld: as entered, or as their melds show."""
    if state.variant.end_quad_pinochle is None:
        return frozenset()
    return command.quad_pinochle | state.quads(deal)


def _by_side(amounts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(amounts.items()))


def _listed(amounts: Mapping[str, int]) -> tuple[SidePoints, ...]:
    return tuple(SidePoints(side, amount) for side, amount in sorted(amounts.items()))


def confirm_deal(state: GameState, deal: DealState, _command: ConfirmDeal) -> tuple[Event, ...] | Refusal:
    """Score the deal, then end the game or begin the next deal."""
    scored = scored_as(state, deal)
    if isinstance(scored, Refusal):
        return scored
    over = replace(deal, scored=scored)
    standing, victory = standing_after(state, state.standing, over)
    if victory:
        return scored, game_won(state, standing.scores, victory, deal.number)
    return scored, next_deal(state, standing, over)


def stop_game(state: GameState, deal: DealState, _command: StopGame) -> tuple[Event, ...] | Refusal:
    """End a game that need not end by itself, once a deal is scored and before the next has begun (end.stop)."""
    ruling = judge_stop(state.variant, state.standing)
    if not ruling:
        return refusal_of(ruling)
    if not any(each.scored for each in state.deals):
        return Refusal("No deal is scored yet, so there is nothing to stop.", ("end.stop",))
    if deal != state.new_deal(deal.number, deal.dealer, deal.sits_out):
        return Refusal("This deal has begun: finish it, or undo what was entered, then stop.", ("end.stop",))
    return (stopped(state, len(state.deals)),)


def scored_as(state: GameState, deal: DealState) -> DealScored | Refusal:
    """The deal's score as the rules award it today."""
    facts = state.facts_of(deal)
    score = score_deal(state.variant, facts, side_mark)
    if not isinstance(score, DealScore):
        return refusal_of(score)
    scored = DealScored(score.outcome, _listed(score.change), score.working, score.clauses, RULES_VERSION)
    return with_checks(state.variant, scored, facts, score)
