"""One file with many games, nights and house rules: what “save” writes, and “bring in” takes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from companion.night.events import GameBegun
from companion.store.database import Json
from companion.store.entries import NewNight, NightRow, stays
from companion.store.errors import NotFound, StoreError, Unavailable
from companion.store.files import (
    BUNDLE,
    VERSION,
    Judge,
    export_game,
    house_document,
    import_game,
    judge_sealed,
    read_house_document,
    read_sealed,
    refuse_altered,
    sealed_document,
)
from companion.store.membership import NewOwner
from companion.store.nights import NightRead, Nights, judge_night, to_night_entry
from companion.store.store import Store

NIGHT_FORMAT = "companion-night"
MOST_OF_NIGHT = 4_000
"""What a page takes of a night: as many as forty tables need for thirty rounds, since each costs more than the last."""
PARTS = ("games", "nights", "houses")
"""What a file of games holds."""
There = TypeVar("There")


@dataclass(frozen=True)
class Brought:
    """What a file held, and how much of it is new here."""

    games: int = 0
    new_games: int = 0
    nights: int = 0
    new_nights: int = 0
    without_game: int = 0
    """Tables of its nights whose game was not in the file."""
    left_out: int = 0
    """Nights that were left out, since the phone that sent the file may bring in none."""
    houses_left_out: int = 0
    """House rules that were left out, for the same reason."""
    came: tuple[str, ...] = field(default=(), compare=False)
    """The games that are new here, by their ids here."""

    @property
    def says(self) -> str:
        """The same for people."""
        nights = f", {self.new_nights} of {many(self.nights, 'night')}" if self.nights else ""
        said = [f"New here: {self.new_games} of {many(self.games, 'game')}{nights}."]
        if self.without_game:
            said.append(f"Tables whose game was not in the file: {self.without_game}. Their totals are here.")
        if self.left_out:
            said.append(f"Nights left out: {self.left_out}. Only those who look after the house bring in nights.")
        if self.houses_left_out:
            left = f"House rules left out: {self.houses_left_out}."
            said.append(f"{left} Only those who look after the house bring in house rules.")
        return " ".join(said)


def many(number: int, what: str) -> str:
    """``1 game``, ``2 games``."""
    return f"{number} {what}{'s' * (number != 1)}"


def export_all(store: Store, games: Iterable[str], nights: Iterable[str] = ()) -> dict[str, Json]:
    """These games and nights and all house rules as one JSON document; what can't be read any more is left out.

    A night names its games by their ids, so that they find each other again where both are brought in.
    """
    documents: dict[str, list[Json]] = {"games": [], "nights": []}
    for game in games:
        with suppress(StoreError):
            documents["games"].append(export_game(store.journal, game))
    for night in nights:
        with suppress(StoreError):
            documents["nights"].append(_export_night(_read(store, night)))
    houses: list[Json] = [house_document(row.house) for row in store.houses.list_houses()]
    return {"format": BUNDLE, "v": VERSION, **documents, "houses": houses}


def export_night(store: Store, night: str) -> dict[str, Json]:
    """A night with the games of its tables and all house rules, as one JSON document.

    :raises NotFound: if there is no such night.
    """
    found = _read(store, night)
    games = [each.event.game for each in found.entries if isinstance(each.event, GameBegun) and each.event.game]
    return export_all(store, dict.fromkeys(games), [night])


def _read(store: Store, night: str) -> NightRead:
    found = store.nights.read(night)
    if found is None:
        raise NotFound(night)
    return found


def _export_night(found: NightRead) -> dict[str, Json]:
    games = {each.body["game"]: each.event.game for each in found.entries if isinstance(each.event, GameBegun)}
    return {**sealed_document(NIGHT_FORMAT, found), "games": {own: here for own, here in games.items() if here}}


def import_all(
    store: Store,
    document: Json,
    judge: Judge,
    at: str,
    owner: NewOwner | None = None,
    most_entries: int | None = None,
    *,
    director: str | None = None,
    takes: Collection[str] = PARTS,
) -> Brought:
    """Bring in the games, nights and house rules of a document; what is here already stays one.

    :param most_entries: a game or a night with more is refused.
    :param director: the device that directs the nights that are new here.
    :param takes: the parts that are brought in; others are left out and counted.
    :raises StoreError: if anything in it can't be brought in; all else is here then, as the message says.
    """
    games, nights, houses = (_listed(document, name) for name in PARTS)
    refused: list[str] = []
    _bring_each(
        houses if "houses" in takes else (),
        "house rules",
        lambda each: store.houses.bring_in(read_house_document(each), at),
        refused,
    )
    bring_game = partial(import_game, judge=judge, owner=owner, most_entries=most_entries, from_bin=False)
    brought = _bring_each(games, "game", lambda each: bring_game(store.journal, each), refused)
    here = {str(each.get("id", "")): there.game_id for each, there in brought}
    most = None if most_entries is None else min(most_entries, MOST_OF_NIGHT)
    taken = nights if "nights" in takes else ()
    nights_here = _bring_each(
        taken, "night", lambda each: _import_night(store.nights, each, here, most, director), refused
    )
    came = tuple(there.game_id for _, there in brought if not there.replayed)
    brought_in = Brought(
        games=len(games),
        new_games=len(came),
        nights=len(nights),
        new_nights=sum(is_new for _, (is_new, _) in nights_here),
        without_game=sum(lacking for _, (_, lacking) in nights_here),
        left_out=len(nights) - len(taken),
        houses_left_out=0 if "houses" in takes else len(houses),
        came=came,
    )
    if refused:
        raise StoreError(f"not everything could be brought in. {brought_in.says} Refused: {'; '.join(refused)}")
    return brought_in


def _bring_each(
    documents: Iterable[Json], what: str, bring: Callable[[Json], There], refused: list[str]
) -> list[tuple[Json, There]]:
    """Each document with what it is here; one that can't be brought in keeps no other out."""
    brought = []
    for number, document in enumerate(documents, 1):
        try:
            brought.append((document, bring(document)))
        except Unavailable:
            raise
        except StoreError as fault:
            refused.append(f"{what} {number}: {fault}")
    return brought


def _listed(document: Json, name: str) -> list[Json]:
    # An earlier companion saved no nights.
    found = document.get(name, [] if name == "nights" else None) if isinstance(document, Mapping) else None
    if not isinstance(found, list):
        raise StoreError("this file of games is damaged: it has no list of games and of house rules")
    return found


def _import_night(
    nights: Nights, document: Json, games: Mapping[str, str], most_entries: int | None, director: str | None
) -> tuple[bool, int]:
    """Write down the night of a document; whether it is new here, and how many of its tables came without their game.

    :param games: by their ids in the file, the games here.
    """
    if not isinstance(document, Mapping) or not isinstance(named := document.get("games", {}), Mapping):
        raise StoreError("this is no night that can be imported: it has to be a JSON object, with an object of games")
    plain = {name: document[name] for name in document if name != "games"}
    new, entries, seal = read_sealed(plain, NIGHT_FORMAT, NewNight, most_entries)
    read = NightRead(
        NightRow(**stays(new), version=len(entries)),
        tuple(to_night_entry(entry, entry.body.get("game", "")) for entry in entries),
    )
    if not nights.is_here(seal, len(entries)):
        judge_sealed(judge_night, read, "night")
    refuse_altered(document, seal, "night")
    here = {own: games[str(there)] for own, there in named.items() if str(there) in games}
    _, is_new = nights.restore(new, entries, here, director)
    begun = [table.game for each in read.night.rounds for table in each.tables if table.game]
    return is_new, sum(game not in here for game in begun) if is_new else 0
