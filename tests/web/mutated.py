"""Brings in files with something wrong in them, and opens every page that shows what was taken.

For a long run: ``python -m tests.web.mutated --each 2000 --seed 1``; with ``--alone`` as one phone has it, with
``--postgres 200`` as many of each kind over a PostgreSQL of its own.

Pages come from the application itself, so a new one is opened from its first day.
"""

from __future__ import annotations

import argparse
import io
import json
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask, got_request_exception, url_for

from boot.postgres import find_postgres
from companion.night.events import (
    CashCounted,
    ClockStarted,
    EntrantCame,
    EntrantLeft,
    EntrantStays,
    EntryPaid,
    Event,
    NightClosed,
    PenaltyGiven,
    Plan,
    PlayOffWon,
    PrizeGiven,
    RoundDrawn,
    SeatsSwapped,
    SetsPaid,
    SubstituteSeated,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.rules.house import make_house
from companion.rules.known import KNOWN_TABLES, find_game
from companion.rules.options import least_changes
from companion.rules.variants import find_variant
from companion.store import Shelf, Store, open_store
from companion.store.bundle import export_night
from companion.store.files import export_game, house_document
from companion.web import create_app
from companion.web.core.current import seal_json
from companion.web.core.errors import DAMAGED
from companion.web.core.security import Meter
from companion.web.night.door import door_of
from companion.web.night.paper import SHEETS
from companion.web.night.television import TV
from tests.cluster import started
from tests.playthroughs.transcript import transcripts
from tests.store.recorded import recorded
from tests.web.conftest import NOW, browser

KINDS = ("game", "night", "house", "season")
STEMS = (
    "site-undo",
    "site-agreed",
    "check-target",
    "five-handed-sitting-out",
    "two-handed-claim-right",
    "two-handed-draw-target",
    "three-handed-misdeal",
    "bruce-7-tie-high",
    "doubles-renege",
    "table-binokel",
)
FAR: tuple[Any, ...] = (
    "9999-12-31T23:59:59.999-14:00",
    "0001-01-01T00:00:00+14:00",
    "1969-12-31T23:59:59.999+00:00",
    "2026-11-20T19:00:00",
    "20261120T190000Z",
    "20261120",
    "2026-W47-5",
    "9999-12-31",
    "0001-01-01",
    "2026-02-30",
    "25:00",
)
TIMES = ("at", "day", "first", "last")
STRANGE: tuple[Any, ...] = (None, True, "", " ", "A", "yesterday", "\0", "\u202e", "\ud800", [], [99], {}, {"a": 1})
DEEP: Any = json.loads("[" * 400 + "]" * 400)
LARGE: tuple[Any, ...] = (
    *(-1, 0, 1, 77, 2**31, 2**63, 2**70, 10**30, 0.5, 1e308, -1e308),
    *(float("nan"), float("inf"), "x" * 70_000, DEEP),
)
LISTS = {
    "game": ("/", "/games/", "/games/?q=ann", "/games/all.json", "/evenings/", "/people/", "/people/table", "/new"),
    "night": ("/", "/nights/", "/league/", "/league/?count=average", "/league/?count=places", "/games/all.json"),
    "house": ("/house", "/house/new", "/new", "/rules/", "/nights/", "/games/all.json"),
    "season": ("/seasons/", "/evenings/", "/people/", "/league/"),
}
"""Pages that gather what was brought in."""
SLOW = ("live.stream", "live.poll", "share.watch_live")
"""These wait for news."""


@dataclass
class Found:
    """What a run came to."""

    sent: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    opened: Counter[str] = field(default_factory=Counter)
    """By kind, how many pages of what was taken were opened."""
    faults: list[str] = field(default_factory=list)


class Mutated:
    """One run over one application."""

    def __init__(self, app: Flask, random: Random) -> None:
        self.app, self.random, self.found = app, random, Found()
        app.config["PROPAGATE_EXCEPTIONS"] = False
        self.client = browser(app)
        self.client.get("/")
        self.store: Store = app.extensions["store"]
        self.whole = {kind: list(documents) for kind, documents in originals().items()}
        self._raised: list[str] = []
        self._changed: list[str] = []

    def run(self, each: int, kinds: tuple[str, ...] = KINDS) -> Found:
        """Send so many mutated files of each kind."""
        with got_request_exception.connected_to(self._note, self.app):
            for kind in kinds:
                for _ in range(each):
                    self.send(kind, self.mutate(kind))
        return self.found

    def mutate(self, kind: str) -> dict[str, Any]:
        """A file of this kind in which one to three things are not as they were."""
        document: dict[str, Any] = deepcopy(self.random.choice(self.whole[kind]))
        if "entries" in document:
            document.pop("seal", None)
            count = self.random.randrange(1, len(document["entries"]) + 1)
            document["entries"] = document["entries"][:count]
        self._changed = []
        mildly = self.random.random() < 0.5
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            self._spoil(document, mildly)
        return document

    def _spoil(self, document: Any, mildly: bool) -> None:
        """Change one place: to what a game might hold, or to anything at all."""
        chance = self.random
        by_name: dict[Any, list[tuple[Any, Any]]] = {}
        for inside, name in _places(document):
            kind = "[]" if isinstance(name, int) else "an option" if "." in name else name
            by_name.setdefault(kind, []).append((inside, name))
        # By name, since what a game has once is spoiled as easily as what each of its entries has.
        times = [name for name in TIMES if name in by_name]
        known, key = chance.choice(by_name[chance.choice(times if times and chance.random() < 0.2 else [*by_name])])
        inside = known[key]
        (self._change_mildly if mildly else self._change)(document, known, key, inside)
        self._changed.append(f"{key!r}: {str(inside)[:40]} → {str(known[key])[:60] if isinstance(known, dict) else ''}")

    def _change(self, document: Any, known: Any, key: Any, inside: Any) -> None:
        chance = self.random
        if key in TIMES and chance.random() < 0.7:
            known[key] = chance.choice(FAR)
        elif isinstance(known, list) and chance.random() < 0.3:
            known.insert(key, deepcopy(chance.choice(known))) if chance.random() < 0.5 else known.pop(key)
        elif isinstance(inside, int) and not isinstance(inside, bool) and chance.random() < 0.5:
            known[key] = inside + chance.choice((-2, -1, 1, 2, 10, 100, 10_000_000))
        elif chance.random() < 0.3:
            known[key] = self._elsewhere(document, key, inside)
        else:
            known[key] = chance.choice(chance.choice((FAR, STRANGE, LARGE)))

    def _change_mildly(self, document: Any, known: Any, key: Any, inside: Any) -> None:
        if isinstance(inside, bool):
            known[key] = not inside
        elif isinstance(inside, int):
            known[key] = inside + self.random.choice((-10, -1, 1, 10))
        else:
            known[key] = self._elsewhere(document, key, inside)

    def _elsewhere(self, document: Any, key: Any, otherwise: Any) -> Any:
        """What another place of the same name holds."""
        there = [known[name] for known, name in _places(document) if name == key and known[name] != otherwise]
        return deepcopy(self.random.choice(there)) if there else otherwise

    def send(self, kind: str, document: dict[str, Any]) -> bool:
        """Bring one file in, open every page of it if it was taken, and remove it; whether it was taken."""
        self.app.extensions["meter"] = Meter()
        self.found.sent[kind] += 1
        before = self._there(kind)
        told = json.dumps(document)
        if kind == "season":
            told_form = {str(name): str(value).encode(errors="replace").decode() for name, value in document.items()}
            self._open("POST", "/seasons/", told, data=told_form)
        elif kind == "house":
            self._open("POST", "/house/file", told, data={"file": (io.BytesIO(told.encode()), "a.json")})
        else:
            if kind == "night":
                told = json.dumps(
                    {"format": "companion-games", "v": 1, "games": [], "nights": [document], "houses": []}
                )
            self._open("POST", "/games/file", told, data={"file": (io.BytesIO(told.encode()), "a.json")})
        new = [each for each in self._there(kind) if each not in before]
        for own_id in new:
            self.found.taken[kind] += 1
            self._show(kind, own_id, told)
            self._remove(kind, own_id, told)
        return bool(new)

    def _show(self, kind: str, own_id: str, told: str) -> None:
        for path in (*self._pages(kind, own_id), *LISTS[kind]):
            self._open("GET", path, told)
            self.found.opened[kind] += 1

    def _pages(self, kind: str, own_id: str) -> Iterator[str]:
        names = {"game": ("game",), "night": ("night",), "house": ("house", "variant", "source"), "season": ("season",)}
        parts = {name: [own_id] for name in names[kind]}
        known = {"number": ["1"], "fmt": ["json", "csv"], "table": ["1"], "sheet": [*SHEETS], "person:name": ["ann"]}
        for rule in self.app.url_map.iter_rules():
            asked = rule.arguments
            own = asked & parts.keys()
            if "GET" not in (rule.methods or ()) or not own or rule.endpoint in SLOW:
                continue
            if not asked <= {*parts, "number", "fmt", "table", "sheet"} or "ruling" in rule.rule:
                continue
            yield from _filled(rule.rule, {**parts, **known})
        if kind == "night":
            with self.app.test_request_context():
                yield door_of(own_id, 1)
                yield f"{door_of(own_id, 1)}/1"
                tv = url_for("television.night_picture", token=seal_json(TV, [own_id, 1]))
            yield from (f"{tv}?turn={turn}" for turn in range(3))
            yield f"/nights/{own_id}/paper/standing.csv"
        if kind == "season":
            yield f"/league/?season={own_id}"
            yield f"/evenings/?season={own_id}"
            yield f"/people/?season={own_id}"

    def _there(self, kind: str) -> list[str]:
        store = self.store
        return {
            "game": lambda: [row.id for row in store.journal.list_games()],
            "night": lambda: [row.id for row in store.nights.every()],
            "house": lambda: [row.id for row in store.houses.list_houses()],
            "season": lambda: [row.season.key for row in store.seasons.list_seasons()],
        }[kind]()

    def _remove(self, kind: str, own_id: str, told: str) -> None:
        """Put it away as a person would, and open where it lies then."""
        if kind == "game":
            self._open("POST", "/games/lay", told, data={"each": own_id, "shelf": Shelf.BIN.value})
            self._open("GET", "/games/?shelf=bin", told)
            self.store.journal.lay(own_id, Shelf.BIN, NOW)
            self.store.journal.empty_bin("2200")
        elif kind == "night":
            self.store.nights.remove(own_id)
        elif kind == "house":
            self.store.houses.delete(own_id)
        else:
            self.store.seasons.remove(own_id)

    def _open(self, method: str, path: str, told: str, **sent: Any) -> None:
        self._raised.clear()
        answer = self.client.open(path, method=method, **sent)
        shown = answer.status_code < 500 and not (answer.mimetype == "text/html" and DAMAGED in answer.text)
        if not shown or self._raised:
            said = f"{answer.status_code} {method} {path}: {self._changed} {told[:3000]}"
            self.found.faults.append("\n".join([said, *self._raised]))
        answer.close()

    def _note(self, _app: Any, exception: BaseException, **_: Any) -> None:
        self._raised.append("".join(traceback.format_exception(exception)[-8:]))


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a document: what holds it, and its name or number there."""
    for name, inside in document.items() if isinstance(document, dict) else enumerate(document):
        yield document, name
        if isinstance(inside, (dict, list)):
            yield from _places(inside)


def _filled(rule: str, known: dict[str, list[str]]) -> Iterator[str]:
    paths = [rule]
    for name, values in known.items():
        for spelled in (f"<{name}>", f"<int:{name}>"):
            paths = [path.replace(spelled, value) for path in paths for value in values]
    yield from dict.fromkeys(paths)


@cache
def originals() -> dict[str, list[dict[str, Any]]]:
    """By kind, files that hold what can be."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        try:
            games = [_game(store, stem) for stem in STEMS]
            nights = [_night(store, pairs=pairs) for pairs in (False, True)]
        finally:
            store.close()
    houses = [make_house(f"Ours {key}", find_game(key).key, _changes(key)) for key in KNOWN_TABLES]
    seasons = [{"name": "Winter league", "first": "2026-10-01", "last": last} for last in ("", "2026-12-31")]
    found: dict[str, list[dict[str, Any]]] = json.loads(
        json.dumps({"game": games, "night": nights, "house": [*map(house_document, houses)], "season": seasons})
    )
    return found


def _game(store: Store, stem: str) -> dict[str, Any]:
    found = recorded(next(path for path in transcripts() if path.stem == stem))
    return export_game(store.journal, store.journal.restore_game(found.game, found.entries).game_id)


def _changes(key: str) -> Any:
    game = find_game(key)
    return least_changes(game, find_variant(game.key))


def _night(store: Store, *, pairs: bool) -> dict[str, Any]:
    """A night on which everything happens that can."""
    plan = Plan("Thursday", "Single deck", minutes=30, rounds=2, entry=500, per_set=25)
    own = [("Ann", "Bob"), ("Cy", "Dee"), ("Eve", "Flo"), ("Gus", "Hal")] if pairs else [*map(tuple, "ABCDEFGHI")]
    if pairs:
        plan = Plan("Pairs", "Single deck", plan.movement.PAIRS, rounds=2, hidden=True)
    tables = (((1,), (2,)), ((3,), (4,))) if pairs else (((1, 2), (3, 4)), ((5, 6), (7, 8)))
    out = () if pairs else (9,)
    first, second = TableTotals((310, -20), (0, 1), 4), TableTotals((200, 210), (0, 0), 4)
    substituted: list[list[Event]] = [] if pairs else [[SubstituteSeated(2, 3, 10, ("Jo",))]]
    batches: list[list[Event]] = [
        [EntrantCame(number, names) for number, names in enumerate(own, 1)],
        [EntryPaid(1), EntryPaid(2)],
        [RoundDrawn(1, "drawn/1", "seed", tables, out)],
        [EntrantStays(2, 1)],
        [SeatsSwapped(1, 1, 3)],
        [ClockStarted(1, NOW)],
        [TotalsEntered(1, 1, first)],
        [TotalsEntered(1, 2, first)],
        [TotalsCorrected(1, 2, first, second, "misread")],
        [PenaltyGiven(1, 50, "late")],
        [SetsPaid(3, 25)],
        [PlayOffWon(1, 1)],
        [RoundDrawn(2, "drawn/1", "seed", tables, out)],
        [TotalsEntered(2, 1, second)],
        [TotalsEntered(2, 2, first)],
        [EntrantLeft(4)],
        *substituted,
        [PrizeGiven("first", 1000)],
        [CashCounted("side pot", -200)],
        [NightClosed()],
    ]
    night = store.nights.open(plan, "2026-11-26", "desk", NOW)
    seen = 1
    for batch in batches:
        store.nights.append(night, seen, batch, "desk", NOW)
        seen += len(batch)
    document: dict[str, Any] = export_night(store, night)["nights"][0]
    return document


@contextmanager
def application(data: Path, database: str = "", *, alone: bool = False) -> Iterator[Flask]:
    """A fresh application in a folder or a database."""
    more: dict[str, Any] = {"DATABASE": database} if database else {}
    app = create_app(
        data, READER=None, READS=False, SIMULATED_DEALS=0, ALONE=alone, URL="https://cards.example", **more
    )
    try:
        yield app
    finally:
        for line in ("reading_line", "lesson_line"):
            app.extensions[line].close()
        app.extensions["store"].close()


def main() -> None:
    """Run as long as asked, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as data:
        if asked.postgres:
            programs = find_postgres()
            assert programs
            with started(programs) as cluster, application(Path(data), cluster.new_address()) as app:
                found = Mutated(app, Random(asked.seed)).run(asked.each, tuple(asked.kind or KINDS))
        else:
            with application(Path(data), alone=asked.alone) as app:
                found = Mutated(app, Random(asked.seed)).run(asked.each, tuple(asked.kind or KINDS))
    print(f"seed {asked.seed}, {time.perf_counter() - begun:.0f} s")
    for kind, sent in found.sent.items():
        print(f"{kind}: {sent:,} sent, {found.taken[kind]:,} taken, {found.opened[kind]:,} pages opened")
    print(f"{len(found.faults)} broke")
    for fault in dict.fromkeys(found.faults):
        print(fault)


if __name__ == "__main__":
    main()
