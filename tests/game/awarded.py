"""The scores of a game by its log alone, to hold those of its state against."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.events import DealCorrected, DealPassedOut, DealScored, GameStarted, NoteWritten, PaperCorrected
from companion.game.fold import Recorded, still_counting
from companion.game.standing import STOPPED
from companion.game.state import GameState


def awarded(history: Sequence[Recorded], state: GameState) -> dict[str, int]:
    """Return the scores from paper and all that deals and notes were last awarded, up to the deal that decided."""
    deals, before, notes = list[dict[str, int]](), dict[str, int](), dict[int, NoteWritten]()
    for recorded in still_counting(history):
        event = recorded.event
        if isinstance(event, (GameStarted, PaperCorrected)):
            before = {**event.history.scores}
        elif isinstance(event, NoteWritten):
            notes[event.number] = event
        elif isinstance(event, DealScored):
            deals.append({entry.side: entry.points for entry in event.change})
        elif isinstance(event, DealPassedOut):
            deals.append({})
        elif isinstance(event, DealCorrected):
            change = event.scored.change if event.scored else ()
            deals[event.number - 1] = {entry.side: entry.points for entry in change}
    counted = deals[: state.won.deal if state.won else None]
    last = state.won.deal if state.won and state.won.clause != STOPPED else len(deals) + 1
    noted = [{note.side: note.points} for note in notes.values() if note.deal <= last and note.side]
    return {side: sum(deal.get(side, 0) for deal in (before, *counted, *noted)) for side in state.sides}
