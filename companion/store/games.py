"""Games from the journal: their events, a check that they can be shown, and their facts."""

from __future__ import annotations

import dataclasses
import json
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import groupby
from time import monotonic
from typing import Any

from companion.figures.facts import FACTS_VERSION, GameFacts
from companion.figures.gather import GameJournal, facts_of
from companion.game.events import EVENTS, Event, GameStarted, Statement, StepUndone
from companion.game.fold import Recorded, apply, fold, is_signed, still_counting, variant_as_begun
from companion.game.log import log_lines
from companion.game.state import GameState
from companion.game.view import view
from companion.rules.dealing import all_sides
from companion.store.codec import Codec, Upcast
from companion.store.database import Json
from companion.store.entries import Journaled, NewEntry, NewGame
from companion.store.errors import FAULTS, NotShown, StoreError, Unavailable, blaming
from companion.store.facts import Facts
from companion.store.files import sheet_csv
from companion.store.journal import Journal
from companion.store.moments import read_moment


def _started_v1_to_v2(body: dict[str, Json]) -> dict[str, Json]:
    """Make the scores from paper, the only known past of a game then, part of its history."""
    kept = {name: value for name, value in body.items() if name != "carried"}
    return {**kept, "history": {"scores": body.get("carried", {})}}


UPCASTS: Mapping[str, tuple[Upcast, ...]] = {"GameStarted": (_started_v1_to_v2,)}
"""The steps of each changed kind, from version 1 to the newest (docs/store.md)."""

CODEC: Codec[Event] = Codec(EVENTS, UPCASTS)


def to_new_game(started: GameStarted, at: str) -> NewGame:
    """Return a game's stored columns without folding it: its players, its variant and the options of that day."""
    return NewGame(
        title=", ".join(started.names),
        variant=started.variant,
        at=at,
        options=json.loads(started.options),
        table={"names": list(started.names), "house": started.house},
    )


def to_entries(events: Iterable[Event], who: str, at: str) -> list[NewEntry]:
    """The events of one command as entries to append.

    :raises CodecError: if one of them holds what its class does not allow.
    """
    return [NewEntry(*CODEC.encode(event), who, at) for event in events]


def to_history(found: Journaled) -> tuple[Recorded, ...]:
    """The events of a game in their places, those that were struck since included.

    :raises CodecError: if an entry cannot be read.
    """
    return tuple(Recorded(entry.seq, entry.batch, CODEC.decode(entry.kind, entry.body)) for entry in found.entries)


def fold_game(found: Journaled) -> GameState:
    """Return the state of a game.

    :raises CodecError: if an entry cannot be read.
    :raises ValueError: if the entries are not those of a game from its start.
    """
    return fold(to_history(found))


MOST_FOLDED_AGAIN = 50_000
"""The maximum number of events folded again for undone steps; undoing the last step folds a handful."""
_SEATS = frozenset(("seat", "dealer", "bidder", "partner", "accuser", "accused", "sits_out"))
_SIDES = frozenset(("side", "offender", "claimant", "also", "quad_pinochle", "risen", "playing"))


def judge_game(found: Journaled) -> GameState:
    """Return the state of a game if every page can show it, now and after any undone step.

    :raises CodecError: if an entry cannot be read.
    :raises NotShown: if its entries do not make a game, or one that no table can have played.
    """
    history = to_history(found)
    begun = _judge_start(history)
    _judge_head(found.game, begun)
    _judge_seats(history, begun)
    state = _judge_steps(history)
    with blaming(f"up to entry {len(history)} it can't be shown"):
        log_lines(history)
        sheet_csv(state)
    return state


def stand_of(found: Journaled) -> tuple[tuple[Recorded, ...], GameState]:
    """Return the events and the state of a game if the table's page can show it; other pages are not tried.

    :raises CodecError: if an entry cannot be read.
    :raises NotShown: if its entries do not make a game.
    """
    history = to_history(found)
    with blaming(f"up to entry {len(history)} it can't be shown"):
        state = fold(history)
        view(state)
    return history, state


def _judge_start(history: tuple[Recorded, ...]) -> GameStarted:
    begun = history[0].event if history else None
    if not isinstance(begun, GameStarted):
        raise NotShown("a game's first event is its start")
    if any(isinstance(recorded.event, GameStarted) for recorded in history[1:]):
        raise NotShown("a game starts once")
    with blaming("entry 1: its rules can't be read"):
        variant = variant_as_begun(begun.variant, begun.options, begun.house)
    least, most = variant.players
    if not least <= len(begun.names) <= most:
        raise NotShown(f"entry 1: {len(begun.names)} names, where {variant.name} is for {least} to {most} players")
    return begun


def _judge_head(head: NewGame, begun: GameStarted) -> None:
    """Refuse a game with columns that contradict its first entry; they may lack some of it."""
    if not head.title.strip():
        raise NotShown("its title is empty")
    said = to_new_game(begun, head.at)
    told = {"variant": head.variant, **head.options}
    known = {"variant": said.variant, **said.options}
    for name, value in told.items():
        if name not in known or _sorted_json(value) != _sorted_json(known[name]):
            raise NotShown(f"of it stands {name}: {_sorted_json(value)[:100]}, and its first entry does not say so")


def _sorted_json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _judge_seats(history: tuple[Recorded, ...], begun: GameStarted) -> None:
    """Refuse seats and sides that the table hasn't: Python would take seat -1 for the last one."""
    variant = variant_as_begun(begun.variant, begun.options, begun.house)
    seats, sides = range(len(begun.names)), all_sides(variant, len(begun.names))
    for recorded in history:
        for name, value in _fields(recorded.event):
            if _is_wrong(name, value, seats, sides):
                raise NotShown(f"entry {recorded.seq}: there is no {name.replace('_', ' ')} {value!r} at this table")


def _is_wrong(name: str, value: Any, seats: Collection[int], sides: Collection[str]) -> bool:
    if value is None:
        return False
    return (name in _SEATS and value not in seats) or (name in _SIDES and value not in sides)


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    """Every field of an event and of the records in it by name; each value of a tuple or a set by itself.

    What a mapping holds is figures by side.
    """
    for field in dataclasses.fields(value):
        held = getattr(value, field.name)
        if isinstance(held, Mapping):
            yield from (("side", side) for side in held)
            continue
        for each in held if isinstance(held, (tuple, frozenset)) else (held,):
            if dataclasses.is_dataclass(each):
                yield from _fields(each)
            else:
                yield field.name, each


def _judge_steps(history: tuple[Recorded, ...]) -> GameState:
    """The state after the last step; each must leave a deal on the table or a game that is won, for the pages ask."""
    steps = _Steps()
    state: GameState | None = None
    for _, step in groupby(history, key=lambda recorded: recorded.batch):
        added = tuple(step)
        if state and is_signed(state) and not all(isinstance(each.event, Statement) for each in added):
            raise NotShown(f"entry {added[0].seq}: it changes a game whose result every side had signed")
        with blaming(f"entry {added[-1].seq}"):
            state = steps.after(added)
            view(state)
        if state.deal is None and state.won is None:
            raise NotShown(f"entry {added[-1].seq}: it leaves no deal on the table, and nobody has won")
    if state is None:
        raise NotShown("there is nothing in it")
    return state


class _Steps:
    """The states after each step, so that undoing one does not fold the whole game again."""

    def __init__(self) -> None:
        self._done: list[Recorded] = []
        self._stood: list[tuple[int, GameState]] = []
        """Counts of events, and where those led."""
        self._again = 0

    def after(self, added: tuple[Recorded, ...]) -> GameState:
        """Return the state after one more step.

        :raises NotShown: if so much was taken back that nobody can have done it.
        """
        count = len(self._done)
        self._done.extend(added)
        if any(isinstance(each.event, StepUndone) for each in added):
            count = self._first_touched(count)
        at = bisect_right(self._stood, count, key=lambda each: each[0])
        count, state = self._stood[at - 1] if at else (0, None)
        again = self._done[count:]
        self._again += len(again) - len(added)
        if self._again > MOST_FOLDED_AGAIN:
            raise NotShown(f"entry {added[-1].seq}: too much is taken back, again and again")
        if state is None:
            state = fold(again)
        else:
            for each in still_counting(again):
                state = apply(state, each.event)
        self._stood.append((len(self._done), state))
        return state

    def _first_touched(self, count: int) -> int:
        """Return the number of first events untouched by later undone steps."""
        looked_from = len(self._done)
        while count < looked_from:
            looked_at, looked_from = self._done[count:looked_from], count
            strikes = (each.event.strikes for each in looked_at if isinstance(each.event, StepUndone))
            count = min([count, *(max(0, seq - 1) for struck in strikes for seq in struck)])
        return count


AT_ONCE = 5
"""Games that are written down in one go."""
NOTHING = GameFacts((), (), ())
EveningOf = Callable[[str], str]
"""The day of the evening of a stored time; empty where the time is damaged."""


def made_as(zone: str) -> str:
    """The inputs of facts apart from their game: the way they are gathered, and the table's time zone."""
    return f"{FACTS_VERSION} {zone}".rstrip()


def reckon(
    journal: Journal,
    facts: Facts,
    evening: EveningOf,
    zone: str = "",
    go_on: Callable[[], bool] = lambda: True,
    rest: Callable[[float, int], object] = lambda _seconds, _left: None,
    since: int = 0,
) -> int:
    """Gather what has changed since the last time; how many games are left.

    Several processes may do so at once: each game is written in one piece, and with the same content.

    :param go_on: asked before each lot of games.
    :param rest: called after each lot with its seconds and the number left, so that taps come first.
    :param since: the turn of the last write before which all are known to be gathered.
    :raises StoreError: if the games can't be read just now, or nothing can be kept.
    """
    left = facts.stale(made_as(zone), since)
    while left and go_on():
        begun = monotonic()
        some, left = left[:AT_ONCE], left[AT_ONCE:]
        facts.keep([(stale, _facts_of(journal, stale.game, evening)) for stale in some], made_as(zone))
        rest(monotonic() - begun, len(left))
    return len(left)


def _facts_of(journal: Journal, game: str, evening: EveningOf) -> GameFacts:
    """The facts of a game; empty for an unreadable one, whose own page gives the reason.

    :raises Unavailable: if no game can be read just now, which says nothing of this one.
    """
    try:
        return facts_of(game_journal(journal.read(game), evening))
    except Unavailable:
        raise
    except (StoreError, *FAULTS):
        return NOTHING


def game_journal(found: Journaled, evening: EveningOf) -> GameJournal:
    """A game as the figures read it.

    :raises CodecError: if an entry cannot be read.
    """
    seconds = {entry.seq: moment for entry in found.entries if (moment := _seconds(entry.at)) is not None}
    return GameJournal(found.game.id, to_history(found), seconds, found.game.at, evening(found.game.at))


def _seconds(at: str) -> float | None:
    try:
        return read_moment(at).timestamp()
    except ValueError:
        return None
