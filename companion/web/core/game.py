"""The game of a request, and the one way to write to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

from flask import Flask, current_app, g
from werkzeug.wrappers import Response

from companion.cards import speak
from companion.game.commands import Command, Refusal, ReleaseGame, SignGame
from companion.game.decide.command import Moment, moment_at
from companion.game.events import Event, GameStarted
from companion.game.fold import Recorded
from companion.game.state import GameState
from companion.rules.names import is_unnamed
from companion.store.entries import Appended, Shelf
from companion.store.errors import Conflict, KeyUsed, NotFound, StoreError, Unavailable
from companion.store.games import stand_of, to_entries, to_new_game
from companion.store.membership import NewOwner
from companion.store.moments import now
from companion.store.recent import Recent
from companion.web.core.current import current_store, journal
from companion.web.core.errors import no_such_table
from companion.web.core.forms import FormKey, read_creation_key, read_form_key
from companion.web.core.identity import account_here, actor
from companion.web.core.judging import Seen, judge, sent_before
from companion.web.core.request import command_done, game_written, this_app
from companion.web.core.writing import ENTERED_ALREADY, SentBefore, refusal_status, write

GAMES_KEPT = 64
REPLAYED = "Companion-Replayed"
"""The header of an answer to a form that had been carried out before."""


@dataclass(frozen=True)
class OpenGame:
    """A game in its present state."""

    game: str
    """Its id."""
    version: int
    """The number of its last event: what a form sends back as ``seen``."""
    mark: int
    """The version for following pages: it grows with each entry and each change of seats."""
    history: tuple[Recorded, ...]
    state: GameState

    @property
    def moment(self) -> Moment:
        """Return its history and state, without the id."""
        return Moment(self.history, self.state)


def open_games(app: Flask) -> None:
    """Cache the latest opened tables of ``app``."""
    app.extensions["tables"] = Recent[str, OpenGame](GAMES_KEPT)


def open_game(game: str) -> OpenGame:
    """The game of this id as this request found it, or as it left it; 404 with the way home if there is none.

    The store is asked once a request: a write to a game that has moved on since is refused by the store.

    :raises StoreError: if it can't be read or shown any more; the answer is a page with the reason.
    """
    # Not by a URL converter or a value preprocessor: Flask runs both before the hooks that refuse a request.
    found: OpenGame | None = _opened().get(game)
    if found is None and game in _marks():
        return _read_at(game, _marks()[game])
    return found or _open_anew(game)


def find_mark(game: str) -> int:
    """The mark of a game, without reading it; 404 with the way home if there is none, or it is in the bin."""
    try:
        mark = _marks()[game] = journal().mark(game)
    except NotFound as fault:
        raise no_such_table(fault) from fault
    return mark


def find_open(game: str) -> OpenGame | None:
    """Return the game, for pages that work without it: None if it is missing, deleted or unreadable."""
    try:
        return _opened().get(game) or _read_at(game, journal().mark(game))
    except Unavailable:
        raise
    except StoreError:
        return None


def _opened() -> dict[str, OpenGame]:
    """The games that this request has opened, by id."""
    opened: dict[str, OpenGame] = g.setdefault("opened", {})
    return opened


def _marks() -> dict[str, int]:
    """The marks that this request has asked for, by id."""
    marks: dict[str, int] = g.setdefault("marks", {})
    return marks


def _open_anew(game: str) -> OpenGame:
    """The game as the store has it at this moment."""
    return _read_at(game, find_mark(game))


def _read_at(game: str, mark: int) -> OpenGame:
    tables: Recent[str, OpenGame] = current_app.extensions["tables"]
    table = tables.find(game)
    if table is None or table.mark != mark:
        found = journal().read(game)
        table = OpenGame(game, found.version, mark, *stand_of(found))
        tables.keep(game, table)
    _opened()[game] = table
    speak(table.state.variant.card_names)
    return table


def writer() -> str:
    """Return the writer's name: the signed-in account's, or this device's player's, or a phone at the table."""
    account = account_here()
    return account.name if account else str(g.get("player") or "a phone at the table")


def begin_game(
    events: Sequence[Event],
    started: GameStarted,
    owner: NewOwner | None = None,
    key: str | None = None,
    *,
    then: Iterable[Sequence[Event]] = (),
    shelf: Shelf = Shelf.OPEN,
) -> Appended:
    """Create a new game and its owner, once for each ``key``, by default that of this phone's form.

    :param then: what each later step recorded.
    :param shelf: where it lies; the names of a sample are not offered again.
    """
    at = now()
    key, imprint = (read_creation_key(), read_form_key().imprint) if key is None else (key, "")
    first, *rest = (to_entries(each, writer(), at) for each in (events, *then))
    made = journal().create_game(to_new_game(started, at), first, key, owner, imprint, then=rest, shelf=shelf)
    if made.replayed and made.imprint not in ("", imprint):
        earlier = journal().find_game(made.game_id)
        raise KeyUsed("game", earlier.title if earlier else "")
    if shelf is not Shelf.SAMPLE and not made.replayed:
        current_store().people.remember_names(g.device, [name for name in started.names if not is_unnamed(name)], at)
    return made


def rematch_key(game: str) -> str:
    """The key under which the one rematch of a game is created; no form can carry it."""
    return f"rematch:{game}"


def rematch_of(game: str) -> str | None:
    """The id of a game's rematch, if it has begun."""
    return journal().game_made_by(rematch_key(game)) or _older_rematch(game)


def _older_rematch(game: str) -> str | None:
    """A rematch begun when a form could still send its key: it is one if it says which game it follows."""
    made = journal().game_made_by(f"rematch-{game}")
    if made is None:
        return None
    with suppress(StoreError):
        first = journal().read(made).entries[0]
        return made if first.body.get("previous") == game else None
    return None


def carry_out(
    game: str,
    command: Command,
    done: Callable[[OpenGame], Response],
    refused: Callable[[OpenGame, Refusal], Response],
) -> Response:
    """Judge a command and write what it leads to, at most once for each form.

    A form sent twice is answered as if it had been sent once, and the answer says so (``REPLAYED``), as it does where
    another phone has entered the same; one that comes again with other words is refused with ``SentBefore``. What
    others entered since its page was made stays, where the form does not touch it; where it does, nothing is written
    and ``refused`` is handed a ``MovedOn``, for which :func:`refusal_status` is 409. Where the disk is full or the file
    is held by another program it is handed ``Unwritten``: 503, and the typed values stay.
    """
    return carry_out_all(game, [command], done, lambda now, refusal, _: refused(now, refusal))


def carry_out_all(
    game: str,
    commands: Sequence[Command],
    done: Callable[[OpenGame], Response],
    refused: Callable[[OpenGame, Refusal, Command], Response],
) -> Response:
    """Carry out several commands of one form: all of them as one step, or none.

    :param refused: also gets the command that cannot be.
    """
    form_key, begun_at, wrong = read_form_key(), perf_counter(), commands[0]

    def attempt() -> OpenGame | Appended | Refusal:
        nonlocal wrong
        table = open_game(game)
        then, wrong = judge(_seen(table, form_key), table.moment, commands)
        return then if isinstance(then, Refusal) else _write(table, form_key, then, commands)

    came: OpenGame | Appended | Refusal = write(attempt)
    if isinstance(came, Refusal):  # a repeated key may be refused, since its first write has moved the game on
        came = _outcome(game, form_key.key) or came
    command_done.send(
        this_app(), command=type(wrong).__name__, outcome=_outcome_word(came), seconds=perf_counter() - begun_at
    )
    if isinstance(came, Refusal):
        response = refused(open_game(game), came, wrong)
        return _as_replay(response) if came.says == ENTERED_ALREADY else response
    if isinstance(came, OpenGame):
        return done(came)
    table = _open_anew(game)
    if came.imprint in ("", form_key.imprint):
        return _as_replay(done(table))
    return refused(table, _sent_before(table, form_key, came, commands), commands[0])


def _outcome_word(came: OpenGame | Appended | Refusal) -> str:
    """Return the outcome of a command in a word, for the metrics."""
    if isinstance(came, Refusal):
        return {409: "stale", 422: "refused", 503: "unwritten"}[refusal_status(came)]
    return "written" if isinstance(came, OpenGame) else "replayed"


def seen_by_form(table: OpenGame) -> Seen | None:
    """The game as shown on the posted form's page; None if that is unknown."""
    return _seen(table, read_form_key())


def state_seen(table: OpenGame) -> GameState:
    """The game by which the posted form is read: as its page showed it, or the present one if that is unknown."""
    seen = seen_by_form(table)
    return seen.moment.state if seen else table.state


def _seen(table: OpenGame, form_key: FormKey) -> Seen | None:
    """The game as the writer of a form knew it; None if it was never so, or if their earlier entries are missing.

    A form that waited on its phone behind others (``after``) was filled in on their page. It is read by the game
    after the last of them; others' entries in between were not seen.
    """
    seen = _moment(table, table.version if form_key.seen is None else form_key.seen)
    unseen = list[tuple[Moment, Moment]]()
    for key in form_key.after:
        before = _outcome(table.game, key)
        then = _moment(table, before.version) if before else None
        if seen is None or then is None or len(then.history) < len(seen.history):
            return None
        began = _moment(table, sum(each.batch < then.history[-1].batch for each in then.history))
        if began is not None and len(began.history) > len(seen.history):
            unseen.append((seen, began))
        seen = then
    return Seen(seen, tuple(unseen)) if seen else None


def _moment(table: OpenGame, version: int) -> Moment | None:
    return table.moment if version == table.version else moment_at(table.history, version)


def was_carried_out(game: str) -> bool:
    """Return True if the posted form was carried out before with the same content."""
    form_key = read_form_key()
    before = _outcome(game, form_key.key)
    return before is not None and before.imprint == form_key.imprint


def _outcome(game: str, key: str) -> Appended | None:
    """Return the earlier outcome of the form with this key; 404 if there is no such game."""
    try:
        return journal().outcome(game, key)
    except NotFound as fault:
        raise no_such_table(fault) from fault


def _as_replay(response: Response) -> Response:
    response.headers[REPLAYED] = "1"
    return response


def _sent_before(table: OpenGame, form_key: FormKey, before: Appended, commands: Sequence[Command]) -> SentBefore:
    """Return the refusal of a form whose key had another outcome before."""
    batch = table.history[before.version - 1].batch
    step = [recorded for recorded in table.history if recorded.batch == batch]
    then = _moment(table, form_key.seen) if form_key.seen is not None else None
    return sent_before(then, commands, step, table.moment)


def _write(table: OpenGame, form_key: FormKey, then: Moment, commands: Sequence[Command]) -> OpenGame | Appended:
    """Write the steps that ``then`` adds to the table, and return it; or the earlier outcome of this key."""
    events = [recorded.event for recorded in then.history[len(table.history) :]]
    # A signature names the one device that gave or withdrew it, even where nobody has said who sits at it.
    signs = any(isinstance(command, (SignGame, ReleaseGame)) for command in commands)
    entries = to_entries(events, actor() if signs else writer(), now())
    try:
        appended = journal().append(table.game, table.version, form_key.key, entries, form_key.imprint)
    except Conflict:
        _open_anew(table.game)
        raise
    if appended.replayed:
        return appended
    tables: Recent[str, OpenGame] = current_app.extensions["tables"]
    written = OpenGame(table.game, len(then.history), table.mark + len(entries), then.history, then.state)
    tables.keep(written.game, written)
    _opened()[table.game] = written
    game_written.send(this_app(), game=table.game)
    return written
