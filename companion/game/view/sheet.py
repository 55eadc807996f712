"""The score sheet: a row a deal with its working, running totals, the ledger of checks, and how the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.cards import Suit
from companion.game.commands import ConfirmDeal, EndDeal, Refusal
from companion.game.decide.ending import MAY_END_IN, confirm_deal, ending_of
from companion.game.events import DealScored, GameWon
from companion.game.fold import sides_against, sides_open
from companion.game.log import note_says
from companion.game.standing import with_notes
from companion.game.state import DealState, GameState
from companion.game.view.auction import SideBid, side_bids
from companion.rules.meld.best import keeps_dix_apart
from companion.rules.score import DealEnd
from companion.rules.score.checks import balances_of
from companion.rules.score.settlement import Payment, fewest_payments
from companion.rules.score.teams import forms_teams


@dataclass(frozen=True)
class SheetRow:
    """One deal on the score sheet; figures are by side."""

    number: int
    sides: Mapping[str, str]
    """The names of those who played it, by side."""
    dealer: str
    bidder: str
    """Empty where nobody had the bid."""
    bidding_side: str
    """That of the bidder, in the same way."""
    partner: str
    """The called partner; empty where partners are not called, and where the bidder played alone."""
    bid: str
    """The bid, by its name (``moon``) where every trick was bid; empty where nobody had the bid."""
    bids: tuple[SideBid, ...]
    """Every side's contract, where partners' bids are added up."""
    trump: Suit | None
    meld: Mapping[str, int]
    dix: Mapping[str, int]
    """The part of each meld that dixes made, where they are written down apart; else empty."""
    points: Mapping[str, int]
    """Trick points; empty where no tricks were counted."""
    by_team: bool
    """True if they are those of whole teams, each under the name of one of its players."""
    change: Mapping[str, int]
    running: Mapping[str, int]
    checks: Mapping[str, int]
    """Checks gained or lost; empty where none are kept."""
    checks_running: Mapping[str, int]
    checks_working: tuple[str, ...]
    outcome: str
    working: tuple[str, ...]
    clauses: tuple[str, ...]
    corrected: bool
    disputed_by: tuple[str, ...]
    """The names of the sides that say it is not right."""
    agreed: bool
    """True if every side said that it is right."""
    sat_out: tuple[str, ...]
    """The sides that took no part."""
    counts: bool
    """True if it counts: not after the deal that decided the game."""
    notes: Mapping[int, str]
    """The notes at this deal, by number."""

    @property
    def outcome_says(self) -> str:
        """The outcome in words."""
        return _OUTCOMES[self.outcome]


_OUTCOMES = {
    "made": "made",
    "set": "set",
    "thrown-in": "thrown in",
    "no-marriage": "no marriage",
    "renege": "renege",
    "void": "misdeal",
    "counted": "played",
    "claim": "declared out",
    "points-only": "points only",
    "passed-out": "nobody bid",
}


def sheet_rows(state: GameState) -> tuple[SheetRow, ...]:
    """The sheet of a game, the oldest deal first."""
    nothing = dict.fromkeys(state.sides, 0)
    running, checks = nothing | {**state.history.scores}, nothing | {**state.history.checks}
    rows = []
    for deal in state.deals:
        counts = state.counts(deal)
        if counts:
            running = with_notes(state, running, deal.number)
            running = {side: running[side] + deal.change.get(side, 0) for side in state.sides}
            checks = {side: checks[side] + deal.checks.get(side, 0) for side in state.sides}
        rows.append(_row(state.as_of(deal.number), deal, running, checks, counts))
    return tuple(rows)


def notes_at(state: GameState, deal: int) -> dict[int, str]:
    """The notes at a deal in words, by number."""
    return {note.number: note_says(note, state) for note in state.notes if note.deal == deal}


def last_row(state: GameState) -> SheetRow:
    """The row of the deal that was finished last; its running totals are left out.

    :raises IndexError: if no deal is finished.
    """
    deal = state.deals[-1]
    return _row(state.as_of(deal.number), deal, {}, {}, counts=True)


def _row(
    state: GameState, deal: DealState, running: Mapping[str, int], checks: Mapping[str, int], counts: bool
) -> SheetRow:
    scored, ended = deal.scored and state.named(deal.scored), deal.ended
    return SheetRow(
        number=deal.number,
        sides={side: state.side_name(side) for side in state.sides},
        dealer=state.names[deal.dealer],
        bidder=state.names[deal.contract.bidder] if deal.contract else "",
        bidding_side=state.bidding_side(deal) if scored else "",
        partner="" if deal.partner is None else state.names[deal.partner],
        bid="" if deal.contract is None else state.variant.meld_names.called(deal.aim) or str(deal.contract.bid),
        bids=side_bids(state, deal),
        trump=deal.trump,
        meld={side: deal.meld(side) for side in state.sides_in(deal)},
        dix={side: deal.dix(side) for side in state.sides_in(deal)} if keeps_dix_apart(state.variant) else {},
        points=ended.points if ended and ended.end is not DealEnd.POINTS else {},
        by_team=forms_teams(state.variant),
        change=deal.change,
        running=running,
        checks=deal.checks,
        checks_running=checks,
        checks_working=scored.checks_working if scored else (),
        outcome=_outcome(deal),
        working=scored.working if scored else (deal.passed_out.says,) if deal.passed_out else (),
        clauses=scored.clauses if scored else deal.passed_out.clauses if deal.passed_out else (),
        corrected=deal.corrected,
        disputed_by=tuple(map(state.side_name, sides_against(deal))),
        agreed=bool(deal.answers) and not sides_against(deal) and not sides_open(state, deal),
        sat_out=tuple(side for side in state.sides if side not in state.sides_in(deal)),
        counts=counts,
        notes=notes_at(state, deal.number),
    )


def _outcome(deal: DealState) -> str:
    """Return the result of a deal: its score's outcome, a claim where one stopped it, or that nobody had the bid."""
    if deal.scored is None:
        return "passed-out"
    return str(DealEnd.CLAIM) if deal.ended and deal.ended.end is DealEnd.CLAIM else str(deal.scored.outcome)


KITTY = "kitty"
"""The name for the kitty of units in a settlement (units.kitty)."""


@dataclass(frozen=True)
class Settlement:
    """The payments between players in a game as it is now; once it is over, for good."""

    balances: Mapping[str, int]
    """By side what it has won, below zero what it has lost; the kitty of units under ``KITTY`` where there is one."""
    payments: tuple[Payment, ...]
    """The fewest that make everybody even, the largest first."""


def settlement_of(state: GameState, ledger: Ledger | None) -> Settlement | None:
    """The settlement of a game; None where points alone are kept."""
    if ledger:
        balances = balances_of(ledger.totals, ledger.stake)
    elif state.variant.pays_units:
        balances = dict(state.standing.scores)
        if state.variant.units_kitty is not None:
            balances[KITTY] = -sum(balances.values())
    else:
        return None
    return Settlement(balances, fewest_payments(balances))


@dataclass(frozen=True)
class Ledger:
    """The checks of a game now; the sheet's rows have them deal by deal."""

    stake: int
    game: Mapping[str, int]
    """By side, what winning the game gained; empty while it goes on."""
    totals: Mapping[str, int]


def ledger_of(state: GameState) -> Ledger | None:
    """The ledger of a game; None at a table that keeps no checks."""
    if not state.variant.keeps_checks:
        return None
    won, counted = state.won, [deal for deal in state.deals if state.counts(deal)]
    game = {side: won.checks if side in won.winners else 0 for side in state.sides} if won else {}
    totals = {
        side: state.history.checks.get(side, 0) + sum(deal.checks.get(side, 0) for deal in counted) + game.get(side, 0)
        for side in state.sides
    }
    return Ledger(state.variant.check_stake, game, totals)


@dataclass(frozen=True)
class VictoryView:
    """How a game ended, or ends once its last result is confirmed."""

    winners: tuple[str, ...]
    """By name."""
    says: str
    clause: str
    checks: int
    """The checks that the game brings each winner; 0 where none are kept."""

    @property
    def title(self) -> str:
        """The winners in words: ``Ann & Cy win``."""
        return f"{' & '.join(self.winners)} {'win' if len(self.winners) > 1 else 'wins'}"


def victory_of(state: GameState, won: GameWon) -> VictoryView:
    """The end of a game, with the players' names as they are spelled now."""
    names = tuple(state.names[seat] for side in won.winners for seat in state.seats_of(side))
    return VictoryView(names, state.with_names(won.says), won.clause, won.checks)


def confirmed(state: GameState, deal: DealState) -> tuple[DealScored | None, GameWon | None]:
    """Return the score of a result once it is confirmed, and the end of the game where it brings that."""
    leads_to = confirm_deal(state, deal, ConfirmDeal())
    events = () if isinstance(leads_to, Refusal) else leads_to
    scored = next((state.named(event) for event in events if isinstance(event, DealScored)), None)
    return scored, next((event for event in events if isinstance(event, GameWon)), None)


def foreseen(state: GameState, deal: DealState, command: EndDeal) -> DealScored | None:
    """Return the score for the counters of a deal, if there is nothing else to look at before it counts.

    None where they cannot be, where they end the game, and where checks may have to be entered first.
    """
    is_due = deal.phase in MAY_END_IN[command.end]
    may_earn_checks = state.variant.keeps_checks and command.end is DealEnd.PLAYED
    ended = ending_of(state, deal, command) if is_due and not may_earn_checks else None
    if ended is None or isinstance(ended, Refusal):
        return None
    scored, won = confirmed(state, replace(deal, ended=ended))
    return None if won else scored
