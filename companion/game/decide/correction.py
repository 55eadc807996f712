"""Putting right what was written down: an earlier deal, a name, the last step."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game.commands import ChangeDealer, CorrectDeal, CorrectPaper, Refusal, RenamePlayers, Undo, WriteNote
from companion.game.decide.deal import WAITS_FOR
from companion.game.decide.replay import replay_to_end
from companion.game.decide.start import history_wrong
from companion.game.events import (
    DealAnswered,
    DealBegun,
    DealCorrected,
    DealerChanged,
    Event,
    GameReopened,
    NoteWritten,
    PaperCorrected,
    PlayerRenamed,
    Statement,
    StepUndone,
)
from companion.game.fold import Recorded, apply, events_of_deal, fold, last_step, still_counting, without_answers
from companion.game.standing import deal_with_dealer, next_deal, winner_of
from companion.game.state import DealState, GameState, Phase
from companion.rules.names import person_name, table_problems, tidy_name
from companion.rules.score.history import History, carries_over, won_before

UNDONE = "That step is no longer there: it was undone, or its deal is over. Here is the score as it stands."


def correct_deal(state: GameState, command: CorrectDeal) -> tuple[Event, ...] | Refusal:
    """Replay an earlier deal with other steps; later deals follow, and the game ends or goes on accordingly."""
    deal = next((deal for deal in state.deals if deal.number == command.number), None)
    if deal is None:
        return Refusal(f"There is no deal {command.number} to correct.", field="number")
    again = replay_to_end(state, deal, command.steps)
    if again.refusal:
        return again.refusal
    if not again.is_over:
        return Refusal(f"Deal {deal.number} is not complete: {WAITS_FOR[again.state.phase]}", field="steps")
    if again.steps != command.steps:
        return Refusal("One of these steps comes when its time in the deal is over.", field="steps")
    corrected = DealCorrected(deal.number, again.events)
    return (corrected, *_consequences(state, corrected))


def correct_paper(state: GameState, command: CorrectPaper) -> tuple[Event, ...] | Refusal:
    """Let the game go on from other scores; its deals follow, and it ends or goes on accordingly."""
    if command.history == state.history:
        return Refusal("These are the scores already: there is nothing to change.", field="carried")
    refused = history_wrong(state.variant, state.names, command.history)
    if refused:
        return refused
    corrected = PaperCorrected(command.history)
    return (corrected, *_consequences(state, corrected))


LONGEST_NOTE = 80


def write_note(state: GameState, command: WriteNote) -> tuple[Event, ...] | Refusal:
    """Write a note, or correct one; points count at once, but only a deal ends a game."""
    old = next((note for note in state.notes if note.number == command.number), None)
    if command.number is not None and old is None:
        return Refusal("That note is no longer there. Here are those that are.", field="says")
    number = old.number if old else max((note.number for note in state.notes), default=0) + 1
    deal = old.deal if old else state.deal.number if state.deal else len(state.deals)
    side = command.side if command.points else None
    note = NoteWritten(number, deal, tidy_name(command.says), side, command.points)
    refused = _note_refused(state, note, old)
    return refused or (note, *_consequences(state, note))


def _note_refused(state: GameState, note: NoteWritten, old: NoteWritten | None) -> Refusal | None:
    if len(note.says) > LONGEST_NOTE:
        return Refusal(f"A note has at most {LONGEST_NOTE} letters; this one has {len(note.says)}.", field="says")
    if note == old:
        return Refusal("This is the note already: there is nothing to change.", field="says")
    if note.is_removed:
        return None if old else Refusal("Please write a note, or the points of a bonus or a penalty.", field="says")
    if not note.points:
        return None
    if not carries_over(state.variant):
        return Refusal(
            "In this game no points are carried on from deal to deal, so only a note can be kept.", (), "points"
        )
    if note.side not in state.sides:
        return Refusal("Please tap who gets the points, or loses them.", field="side")
    if state.deal is None and old is None:
        return Refusal("The game is over: undo its end first, and the points count before it.", field="points")
    after = apply(state, note)
    won = won_before(state.variant, state.sides, History.of(after.standing), state.side_name) if state.deal else None
    if won:
        says = f"With these points the game would be over, and only a deal ends it. {won.says}"
        return Refusal(f"{says} Add them to a deal: correct it, or enter just its points.", (won.clause,), "points")
    return None


def _consequences(state: GameState, corrected: DealCorrected | PaperCorrected | NoteWritten) -> tuple[Event, ...]:
    """The game ends, ends otherwise, or goes on again, as what was corrected has it."""
    after = apply(state, corrected)
    if not after.deals:
        return ()
    won = winner_of(after)
    if won:
        return () if won == state.won else (won,)
    begun = next_deal(after, after.standing, after.deals[-1])
    if state.won is not None:
        return (GameReopened(begun.dealer, begun.sits_out),)
    # A dealer whom the table chose stays, unless the correction changes who deals next.
    is_same = begun == next_deal(state, state.standing, state.deals[-1])
    return (begun,) if not is_same and _waits_for(state, begun) else ()


def _waits_for(state: GameState, begun: DealBegun) -> bool:
    """Return True if the deal on the table is somebody else's and untouched, so that this one can replace it."""
    deal = state.deal
    if deal is None or (deal.dealer, deal.sits_out) == (begun.dealer, begun.sits_out):
        return False
    return deal == state.new_deal(deal.number, deal.dealer, deal.sits_out)


def change_dealer(state: GameState, command: ChangeDealer) -> tuple[Event, ...] | Refusal:
    """Make another player the dealer of the deal on the table, as long as nothing in it depends on who dealt."""
    deal = state.deal
    if deal is None:
        return Refusal(f"Not now: {WAITS_FOR[Phase.OVER]}")
    begun = deal_with_dealer(state, command.seat)
    if begun is None:
        return Refusal("Please choose a player who takes part in this deal.", ("deal.first",), "dealer")
    if begun.dealer == deal.dealer:
        return Refusal(f"{state.names[deal.dealer]} is the dealer already.", field="dealer")
    is_untouched = deal == state.new_deal(deal.number, deal.dealer, deal.sits_out)
    if not is_untouched and (_depends_on_dealer(deal) or begun.sits_out != deal.sits_out):
        says = "What was entered in this deal depends on who dealt. Undo it first, then change the dealer."
        return Refusal(says, field="dealer")
    return (DealerChanged(begun.dealer, begun.sits_out),)


def _depends_on_dealer(deal: DealState) -> bool:
    """Return True if the order of bids or cards, a forced bid, a turned-up card or an ending follows the dealer."""
    is_forced = deal.contract is not None and deal.contract.forced
    return bool(deal.calls or deal.record or deal.stock or deal.ended or is_forced)


def rename_players(state: GameState, command: RenamePlayers) -> tuple[Event, ...] | Refusal:
    """Spell players' names otherwise; each that changes is an event."""
    if len(command.names) != state.players:
        return Refusal(f"Please write a name for each of the {state.players} players.", field="names")
    for seat, problem in table_problems(command.names).items():
        return Refusal(problem, field=f"name-{seat}")
    tidied = tuple(map(person_name, command.names))
    changed = tuple(
        PlayerRenamed(seat, new, seat in command.substitutes)
        for seat, (old, new) in enumerate(zip(state.names, tidied, strict=True))
        if new != old
    )
    if state.phase is Phase.OVER and any(each.substitute for each in changed):
        return Refusal("The game is over, so nobody can take over a seat any more.", field="names")
    return changed or Refusal("These are the names already: there is nothing to change.", field="names")


def undo(history: Sequence[Recorded], state: GameState, command: Undo) -> tuple[Event, ...] | Refusal:
    """Strike the last command that still counts, or all of this deal from one on; the start stays.

    What the sides have said about those steps since is struck, too.
    """
    struck = taken_back(history, command)
    if not struck:
        return Refusal("There is nothing to undo: the game has only begun." if command.back_to is None else UNDONE)
    undone = StepUndone(tuple(recorded.seq for recorded in struck))
    said = _said_since(history, struck[0].seq)
    rest = _that_rest_on(said, _fold_with(history, undone), state) if said else ()
    return (StepUndone((*undone.strikes, *(recorded.seq for recorded in rest))),)


def taken_back(history: Sequence[Recorded], command: Undo) -> tuple[Recorded, ...]:
    """The events that an undo strikes; none where there is no such step in the deal on the table."""
    if command.back_to is None:
        return last_step(history)
    events = events_of_deal(history)
    first = next((recorded.batch for recorded in events if recorded.seq == command.back_to), None)
    return () if first is None else tuple(recorded for recorded in events if recorded.batch >= first)


def redo(history: Sequence[Recorded], state: GameState) -> tuple[Event, ...] | Refusal:
    """Strike the last undo if nothing else has happened since, with the sides' statements on its result."""
    undone = last_undo(history)
    if undone is None:
        return Refusal("There is nothing to do again.")
    said, again = _said_since(history, undone.seq), StepUndone((undone.seq,))
    rest = _that_rest_on(said, state, _fold_with(history, again)) if said else ()
    return (StepUndone((*again.strikes, *(recorded.seq for recorded in rest))),)


def _fold_with(history: Sequence[Recorded], event: Event) -> GameState:
    return fold([*history, Recorded(len(history) + 1, history[-1].batch + 1, event)])


def _said_since(history: Sequence[Recorded], seq: int) -> tuple[Recorded, ...]:
    """Return the statements since a step, or since it was taken back, that still count."""
    counting = still_counting(history)
    return tuple(each for each in counting if each.seq > seq and isinstance(each.event, Statement))


def _that_rest_on(said: Sequence[Recorded], one: GameState, other: GameState) -> tuple[Recorded, ...]:
    """Return the statements that don't hold in both games: signatures, and answers on deals that differ."""
    pairs = zip(map(without_answers, one.deals), map(without_answers, other.deals), strict=False)
    alike = {deal.number for deal, again in pairs if deal == again}
    return tuple(each for each in said if not isinstance(each.event, DealAnswered) or each.event.deal not in alike)


def can_redo(history: Sequence[Recorded]) -> bool:
    """Return True if the last thing that happened was an undo."""
    return last_undo(history) is not None


def last_undo(history: Sequence[Recorded]) -> Recorded | None:
    """The undo that can be taken back itself; None where something else has happened since than what sides say."""
    history = [recorded for recorded in history if not isinstance(recorded.event, Statement)]
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
