"""Preview of a correction, worked out before anything is written."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game.events import DealBegun, Event, GameWon
from companion.game.fold import apply
from companion.game.state import DealState, GameState


@dataclass(frozen=True)
class SideChange:
    """Changes by a correction for one side; figures are before and after."""

    name: str
    change: tuple[int, int]
    score: tuple[int, int]


@dataclass(frozen=True)
class Preview:
    """Changes by a correction, before anything is written."""

    sides: tuple[SideChange, ...]
    working: tuple[str, ...]
    checks_working: tuple[str, ...]
    clauses: tuple[str, ...]
    follows: tuple[str, ...]
    """Further results of it, in sentences."""


def state_after(state: GameState, events: tuple[Event, ...]) -> GameState:
    """The game as these events would leave it."""
    for event in events:
        state = apply(state, event)
    return state


def preview_of(before: GameState, after: GameState, deal: DealState, events: tuple[Event, ...]) -> Preview | None:
    """Return the changes by these events of a correction; None where the deal stays as it was."""
    before, after = before.as_of(deal.number), after.as_of(deal.number)
    new, old_scores, new_scores = after.deals[deal.number - 1], before.scores(), after.scores()
    if replace(new, corrected=deal.corrected, answers=deal.answers) == deal:
        return None
    scored, out = new.scored and after.named(new.scored), new.passed_out
    return Preview(
        sides=tuple(
            SideChange(
                name=before.side_name(side),
                change=(deal.change.get(side, 0), new.change.get(side, 0)),
                score=(old_scores[side], new_scores[side]),
            )
            for side in before.sides
        ),
        working=scored.working if scored else (out.says,) if out else (),
        checks_working=scored.checks_working if scored else (),
        clauses=scored.clauses if scored else out.clauses if out else (),
        follows=tuple(_follows(before, after, deal, events)),
    )


def _follows(before: GameState, after: GameState, deal: DealState, events: tuple[Event, ...]) -> list[str]:
    if after.won and any(isinstance(event, GameWon) for event in events):
        return _ends(before, after)
    if before.won and after.won and deal.number > after.won.deal:
        return ["This deal came after the end of the game, so it still counts for nobody."]
    says = []
    if deal.number < len(before.deals):
        says.append(f"{_later(deal.number + 1, len(before.deals))} as entered; the totals after this deal follow.")
    if before.won and after.deal:
        says.append(f"The game is no longer over: it goes on, and {after.names[after.deal.dealer]} deals.")
    elif before.deal and after.deal and any(isinstance(event, DealBegun) for event in events):
        old, new = before.names[before.deal.dealer], after.names[after.deal.dealer]
        says.append(f"The next deal is {new}’s, not {old}’s.")
    return says


def _later(first: int, last: int) -> str:
    if first == last:
        return f"Deal {last} stays"
    return f"Deals {first} {'and' if first + 1 == last else 'to'} {last} stay"


def _ends(before: GameState, after: GameState) -> list[str]:
    if after.won is None:
        return []
    opening = "The result of the game changes" if before.won else "This ends the game"
    says = [f"{opening}. {after.with_names(after.won.says)}"]
    if after.won.deal < len(after.deals):
        says.append(f"What came after deal {after.won.deal} stays on the sheet, struck through, and does not count.")
    if before.deal:
        says.append("The deal on the table now is given up.")
    return says
