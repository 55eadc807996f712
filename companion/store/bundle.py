"""One file with many games, nights and house rules: what “save” writes, and “bring in” takes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import TypeVar

from companion.rules.phrases import series
from companion.store.belongings import BELONGINGS, bring_belongings, export_belongings, is_whole, leave_out
from companion.store.database import Json
from companion.store.entries import NewNight, NightRow, Shelf, stays
from companion.store.errors import Damaged, NotFound, StoreError, Unavailable
from companion.store.files import (
    BUNDLE,
    BUNDLE_VERSION,
    FORMAT,
    Judge,
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
PARTS = ("games", "nights", "houses")
"""The parts of a file of games."""
There = TypeVar("There")
Progress = Callable[[int, int], object]
"""Called with how many parts of a file are done, and how many there are."""


def unseen(_done: int, _all: int) -> None:
    """Nobody watches the progress."""


@dataclass(frozen=True)
class Brought:
    """The content of a file, and how much of it is new here."""

    games: int = 0
    new_games: int = 0
    nights: int = 0
    new_nights: int = 0
    renewed: int = 0
    """Nights of which an earlier copy was here: their further entries were added."""
    without_game: int = 0
    """Tables of its nights whose game was not in the file."""
    left_out: int = 0
    """Nights left out because the phone may not import any."""
    houses_left_out: int = 0
    """House rules that were left out, for the same reason."""
    damaged: int = 0
    """Damaged games and nights that are new here, as they were."""
    seasons: int = 0
    numbered: tuple[str, ...] = ()
    """The names of those that have a number here, since another season has their own."""
    sayings: int = 0
    """New sayings about who is who."""
    withheld: int = 0
    """Parts of the file that were left out: they come only to a phone alone, or by command."""
    came: tuple[str, ...] = field(default=(), compare=False)
    """The games that are new here, by their ids here."""

    @property
    def says(self) -> str:
        """Return these counts as sentences."""
        nights = f", {self.new_nights} of {many(self.nights, 'night')}" if self.nights else ""
        said = [f"New here: {self.new_games} of {many(self.games, 'game')}{nights}."]
        if self.renewed:
            said.append(f"Brought up to date: {many(self.renewed, 'night')}, by a later copy.")
        if self.without_game:
            said.append(f"Tables whose game was not in the file: {self.without_game}. Their totals are here.")
        if self.left_out:
            said.append(f"Nights left out: {self.left_out}. Only those who look after the house bring in nights.")
        if self.houses_left_out:
            left = f"House rules left out: {self.houses_left_out}."
            said.append(f"{left} Only those who look after the house bring in house rules.")
        if self.damaged:
            said.append(f"Damaged, and kept as they were: {self.damaged}.")
        if self.seasons or self.sayings:
            beside = (many(self.seasons, "season") if self.seasons else "", "who is who" if self.sayings else "")
            said.append(f"New beside them: {series(filter(None, beside))}.")
        if self.numbered:
            said.append(f"Seasons with a number, since another here has their name: {', '.join(self.numbered)}.")
        if self.withheld:
            left = f"Parts left out: {self.withheld}."
            said.append(f"{left} Seasons, who is who and damaged games come in with “companion import” alone.")
        return " ".join(said)


def many(number: int, what: str) -> str:
    """``1 game``, ``2 games``."""
    return f"{number} {what}{'s' * (number != 1)}"


def export_all(
    store: Store, games: Iterable[str], nights: Iterable[str] = (), phone: str = "", progress: Progress = unseen
) -> dict[str, Json]:
    """These games and nights and all house rules as one JSON document; what is damaged goes along as it is.

    A night names its games by their ids, so that they find each other again where both are brought in.

    :param phone: the mark of a phone that saves everything, with seasons and identities.
    """
    documents: dict[str, list[Json]] = {"games": [], "nights": [], "archived": []}
    games, nights = list(games), list(nights)
    for done, game in enumerate(games):
        progress(done, len(games))
        with suppress(Damaged, NotFound):
            found = store.journal.read(game)
            if is_whole(found):
                documents["games"].append(sealed_document(FORMAT, found))
                documents["archived"] += [game] if found.game.shelf is Shelf.ARCHIVE else []
    for night in nights:
        with suppress(StoreError):
            if is_whole(found_night := store.nights.kept(night)):
                night_document = sealed_document(NIGHT_FORMAT, found_night)
                documents["nights"].append({**night_document, "games": dict(found_night.games)})
                documents["archived"] += [night] if found_night.head.shelf is Shelf.ARCHIVE else []
    houses: list[Json] = [house_document(row.house) for row in store.houses.list_houses()]
    read = {part: {each["id"] for each in documents[part]} for part in ("games", "nights")}
    damaged = {
        "game": [each for each in games if each not in read["games"]],
        "night": [each for each in nights if each not in read["nights"]],
    }
    belongings = export_belongings(store, damaged, phone)
    return {"format": BUNDLE, "v": BUNDLE_VERSION, **documents, "houses": houses, **belongings}


def export_night(store: Store, night: str) -> dict[str, Json]:
    """A night with the games of its tables and all house rules, as one JSON document.

    :raises NotFound: if there is no such night.
    """
    return export_all(store, dict.fromkeys(store.nights.kept(night).games.values()), [night])


def import_all(
    store: Store,
    document: Json,
    judge: Judge,
    at: str,
    owner: NewOwner | None = None,
    *,
    director: str | None = None,
    takes: Collection[str] = PARTS,
    takes_belongings: bool = False,
    phone: str = "",
    progress: Progress = unseen,
) -> Brought:
    """Bring in the games, nights and house rules of a document; what is here already stays one.

    :param director: the device to direct the new nights.
    :param takes: the parts that are brought in; others are left out and counted.
    :param takes_belongings: true brings in what else a phone or a house had (``belongings``).
    :param phone: the mark of the phone that replaces the saving one.
    :raises StoreError: if anything in it can't be brought in; all else is here then, as the message says.
    """
    listed = {name: _listed(document, name) for name in PARTS}
    if (version := document.get("v")) not in (1, BUNDLE_VERSION):
        raise StoreError(f"this file of games is of version {version}; this companion reads {BUNDLE_VERSION}")
    games, nights, houses = (listed[name] if name in takes else [] for name in PARTS)
    refused, numbered = list[str](), list[str]()
    if takes_belongings:
        belongings = bring_belongings(store, document, at, phone, refused, numbered)
    else:
        belongings = {"withheld": sum(bool(document.get(part)) for part in BELONGINGS)}
    step = count_up(progress, len(games) + len(nights))
    _bring_each(houses, "house rules", lambda each: store.houses.bring_in(read_house_document(each), at), refused)
    bring_game = partial(import_game, judge=judge, owner=owner, from_bin=False)
    brought = _bring_each(games, "game", lambda each: bring_game(store.journal, each), refused, step)
    here = {str(each.get("id", "")): there.game_id for each, there in brought}
    bring_night = partial(_import_night, store.nights, games=here, director=director)
    nights_here = _bring_each(nights, "night", bring_night, refused, step)
    came = tuple(there.game_id for _, there in brought if not there.replayed)
    listed_away = document.get("archived")
    archived = listed_away if isinstance(listed_away, list) else []
    for each, there in brought:
        if not there.replayed and each.get("id") in archived:
            store.journal.lay(there.game_id, Shelf.ARCHIVE, at)
    for each, night in nights_here:
        if night.is_new and each.get("id") in archived:
            store.nights.lay(night.id, Shelf.ARCHIVE, at)
    if takes_belongings:
        new_here = {str(each.get("id")): night.id for each, night in nights_here if night.is_new}
        left_out = document.get("left_out")
        leave = partial(leave_out, store, nights=new_here, file=document)
        _bring_each(left_out if isinstance(left_out, list) else [], "left-out night", leave, refused)
    brought_in = Brought(
        games=len(listed["games"]),
        new_games=len(came),
        nights=len(listed["nights"]),
        new_nights=sum(night.is_new for _, night in nights_here),
        renewed=sum(night.is_renewed for _, night in nights_here),
        without_game=sum(night.without_game for _, night in nights_here),
        left_out=len(listed["nights"]) - len(nights),
        houses_left_out=len(listed["houses"]) - len(houses),
        **belongings,
        numbered=tuple(numbered),
        came=came,
    )
    if refused:
        raise StoreError(f"not everything could be brought in. {brought_in.says} Refused: {'; '.join(refused)}")
    return brought_in


def count_up(progress: Progress, most: int) -> Callable[[], object]:
    """Return what is called before each of ``most`` parts, to say how many are done."""
    done = count()
    return lambda: progress(next(done), most)


def _bring_each(
    documents: Iterable[Json],
    what: str,
    bring: Callable[[Json], There],
    refused: list[str],
    step: Callable[[], object] = lambda: None,
) -> list[tuple[Json, There]]:
    """Each document with what it is here; one that can't be brought in keeps no other out."""
    brought = []
    for number, document in enumerate(documents, 1):
        step()
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


@dataclass(frozen=True)
class _NightCame:
    """A night of a document, as it is here now."""

    id: str
    is_new: bool
    is_renewed: bool
    without_game: int
    """How many of its new tables came without their game."""


def _import_night(nights: Nights, document: Json, games: Mapping[str, str], director: str | None) -> _NightCame:
    """Write down the night of a document.

    :param games: by their ids in the file, the games here.
    """
    if not isinstance(document, Mapping) or not isinstance(named := document.get("games", {}), Mapping):
        raise StoreError("this is no night that can be imported: it has to be a JSON object, with an object of games")
    plain = {name: document[name] for name in document if name != "games"}
    new, entries, seal = read_sealed(plain, NIGHT_FORMAT, NewNight)
    read = NightRead(
        NightRow(**stays(new), version=len(entries)),
        tuple(to_night_entry(entry, entry.body.get("game", "")) for entry in entries),
    )
    if not nights.is_here(seal, len(entries)):
        judge_sealed(judge_night, read, "night")
    refuse_altered(document, seal, "night")
    here = {own: games[str(there)] for own, there in named.items() if str(there) in games}
    night, further = nights.restore(new, entries, here, director)
    is_new = further == len(entries)
    begun = [table.game for each in read.night.rounds for table in each.tables if table.game]
    return _NightCame(night, is_new, 0 < further < len(entries), sum(game not in here for game in begun) * is_new)
