"""Nights of a season, in any order of what a director does to them: a second program counts each standing.

A longer run: ``python -m tests.web.night.seasons --sequences 100 --steps 40 --seed 1``.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import Any

from flask import Flask
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from typing_extensions import override
from werkzeug.test import TestResponse

from companion.figures.scope import Season
from companion.night.events import (
    DayCorrected,
    Event,
    LastUndone,
    NightClosed,
    PenaltyGiven,
    TableTotals,
    TotalsCorrected,
)
from companion.night.state import holding
from companion.store import Entry, Store
from companion.store.bundle import export_night
from companion.store.entries import NewNight, Shelf
from companion.store.nights import CODEC
from companion.web import create_app
from companion.web.core.current import current_store, this_evening
from companion.web.core.security import Meter
from tests import templates
from tests.night.second_count.evenings import Evening
from tests.night.second_count.judge import Count, are_two, counted, nightly, persons, season
from tests.web.conftest import browser
from tests.web.people.played import deal, write_game

VERBS = (
    *("play_night", "lay", "lay", "give_day", "close", "close", "undo", "undo", "correct", "penalty"),
    *("choose", "choose", "choose_late", "save", "bring", "bring", "bring_further", "say_same", "say_two", "empty_bin"),
    *("bring_together", "take_home", "take_home"),
)
DAYS = ("2025-12-30", "2026-01-02", "2026-01-09", "2026-03-05")
WINTER = Season("", "Winter", "2025-12-01", "2026-01-05")
MOST_NIGHTS = 6
AT = "2026-03-05T19:00:00.000+00:00"
HOME_DAY = "2026-01-02"
BEST = 2
"""How many nights of each are counted."""
AT_HOME = {
    ("A1", "A2", "A3", "A4"): ([deal(0, 300, (1300, 0), 200)], [1500, 50], [0, 0]),
    ("A2", "A9", "A1", "A5"): ([deal(0, 300, (40, 20), 100), deal(1, 300, (0, 1200), 50)], [-250, 1570], [1, 0]),
}
"""Games that were played at home: who sat clockwise, the deals; the points and the sets of both sides by hand."""
NUMBERS = st.integers(0, 23)


@dataclass
class Kept:
    """A night, as it should be here."""

    evening: Evening
    origin: int
    """Copies of one night have the same."""
    opened_for: str
    shelf: str = "open"
    left_out: set[str] = field(default_factory=set)
    """The seasons that do not count it."""

    @property
    def count(self) -> Count:
        return Count(self.evening.entries)

    @property
    def day(self) -> str:
        days = [body["day"] for kind, body in counted(self.evening.entries) if kind == "DayCorrected"]
        return days[-1] if days else self.opened_for

    @property
    def closed(self) -> bool:
        return any(kind == "NightClosed" for kind, _ in counted(self.evening.entries))

    @property
    def names(self) -> set[str]:
        """The names of those who came to play."""
        there = self.count
        return {name for who, names in there.people.items() if who not in there.house for name in names}


@dataclass
class File:
    """A night as it was saved, and the document."""

    kept: Kept
    document: dict[str, Any]


class Nights:
    """A director, the nights that are here, and the standing of their seasons."""

    def __init__(self, app: Flask) -> None:
        self.app, self.client = app, browser(app)
        self.said = list[str]()
        self.nights = dict[str, Kept]()
        self.files = list[File]()
        self.pages = list[dict[str, Any]]()
        """Forms that choose nights, as pages had them."""
        self.same = dict[str, str]()
        self.begun = self.turn = self.forms = self.compared = 0
        with app.app_context():
            empty(current_store())
            winter = current_store().seasons.add(WINTER, AT).season.key
        self.seasons = {
            winter: WINTER,
            **{year: Season(year, year, f"{year}-01-01", f"{year}-12-31") for year in YEARS},
        }
        self.homes = games_at_home(app)
        for number in range(2):
            self.play_night(number, number)

    # Steps: each gets two numbers, and does nothing where it has no sense.

    def play_night(self, which: int, number: int) -> None:
        if len(self.nights) >= MOST_NIGHTS:
            return
        evening = Evening(1000 * which + number, number % 7 + 1)
        evening.play()
        self.begun += 1
        evening.enter(NightClosed())
        night = Kept(evening, self.begun, DAYS[which % len(DAYS)])
        self.say(f"night {self.begun} is played on {night.opened_for}")
        batches = [(batch, event) for batch, events in enumerate(evening.batches, 1) for event in events]
        entries = [Entry(*CODEC.encode(event), "desk", AT, at, batch) for at, (batch, event) in enumerate(batches, 1)]
        with self.app.app_context():
            new = NewNight("Night", night.opened_for, f"{AT[:20]}{self.begun:03}+00:00")
            self.nights[current_store().nights.restore(new, entries, {})[0]] = night

    def take_home(self, which: int, _: int) -> None:
        """Count a game that was played at home: one that counts stays as it is, and from the bin it comes back."""
        names = [*AT_HOME][which % len(AT_HOME)]
        origin = -1 - which % len(AT_HOME)
        here = {own: each for own, each in self.nights.items() if each.origin == origin}
        is_in, comes_back = any(each.shelf != "bin" for each in here.values()), bool(here)
        if not here and len(self.nights) >= MOST_NIGHTS:
            return
        others = {*self.nights} - {*here}
        self.say(f"the game of {', '.join(names)} is counted")
        self.judge(True, self.post("/league/games", game=self.homes[names]))
        with self.app.app_context():
            rows = {row.id: row for row in current_store().nights.every()}
            if is_in:
                return
            (own,) = [each for each in rows if rows[each].shelf is Shelf.OPEN and each not in others]
            read = current_store().nights.read(own)
        assert read is not None
        if comes_back:
            here[own].shelf = "open"
            return
        evening = Evening(0)
        evening.batches = [[*batch] for batch in read.batches]
        night = Kept(evening, origin, HOME_DAY)
        deals, points, sets = AT_HOME[names]
        assert night.count.slips == {(1, 1): {"points": points, "sets": sets, "deals": len(deals)}}
        assert [night.count.people[each] for each in range(1, 5)] == [[name] for name in names]
        self.nights[own] = night

    def lay(self, which: int, number: int) -> None:
        """Archive, delete or restore a night."""
        own, night = self.night(which)
        shelf = ("open", "archive", "bin")[number % 3]
        twins = [each for each in self.nights.values() if each.origin == night.origin and each.shelf != "bin"]
        may = not (twins and night.shelf == "bin" != shelf)
        self.say(f"{self.called(night)} goes from {night.shelf} to {shelf}")
        self.judge(may, self.post(f"/nights/{own}/shelf", shelf=shelf))
        night.shelf = shelf if may else night.shelf

    def give_day(self, which: int, number: int) -> None:
        own, night = self.night(which)
        day = DAYS[number % len(DAYS)]
        self.say(f"{self.called(night)} gets the day {day}")
        answer = self.post(f"/nights/{own}/day", day=day)
        if night.shelf != "bin" and day == night.day:
            self.judge(True, answer)
        else:
            self.enter(night, DayCorrected(day), answer)

    def close(self, which: int, _: int) -> None:
        own, night = self.night(which)
        self.say(f"{self.called(night)} is closed")
        if not night.closed:
            self.enter(night, NightClosed(), self.post(f"/nights/{own}/close"))

    def undo(self, which: int, _: int) -> None:
        own, night = self.night(which)
        if len(holding(night.evening.batches)) == 1:  # a game from home was entered with one tap
            return
        self.say(f"{self.called(night)}: undo")
        seen = sum(map(len, night.evening.batches))
        self.enter(night, LastUndone(), self.post(f"/nights/{own}/undo", seen=seen))

    def correct(self, which: int, number: int) -> None:
        """Correct a total, of a night that is closed after undoing that, and close it again."""
        own, night = self.night(which)
        event = correction(night, number)
        if event is None:
            return
        self.say(f"{self.called(night)}: table {event.table} of round {event.number} is {event.totals}")
        totals = event.totals
        told: dict[str, Any] = {f"points-{side}": points for side, points in enumerate(totals.points)}
        told |= {f"sets-{side}": sets for side, sets in enumerate(totals.sets)}
        told |= {f"sure-sets-{side}": "1" for side in range(len(totals.sets))}
        told |= {"deals": totals.deals, "why": event.why, "correct": "1"}
        if night.closed:
            self.undo(which, 0)
        if not night.closed:
            self.enter(night, event, self.post(f"/nights/{own}/round/{event.number}/table/{event.table}", **told))
            self.close(which, 0)

    def penalty(self, which: int, number: int) -> None:
        own, night = self.night(which)
        who = [*night.count.people][number % len(night.count.people)]
        self.say(f"{self.called(night)}: {who} gets a penalty")
        told = {"entrant": who, "points": number + 1, "why": "late"}
        self.enter(night, PenaltyGiven(who, number + 1, "late"), self.post(f"/nights/{own}/penalty", **told))

    def choose(self, which: int, number: int) -> None:
        """Tick a night of a season, or take the tick away."""
        key = [*self.seasons][number % len(self.seasons)]
        form = self.form(key)
        if self.is_there(key) and form["listed"]:
            self.pages.append(deepcopy(form))
            self.send_choice(form, form["listed"][which % len(form["listed"])])

    def choose_late(self, which: int, number: int) -> None:
        """Choose nights on a page that was opened some time ago."""
        if self.pages:
            form = self.pages.pop(number % len(self.pages))
            self.send_choice(form, form["listed"][which % len(form["listed"])])

    def send_choice(self, form: dict[str, Any], own: str) -> None:
        leaves = own in form["night"]
        key = form["season"]
        self.say(f"{self.seasons[key].name} {'leaves out' if leaves else 'counts'} {own}")
        ticks = [each for each in form["night"] if each != own] if leaves else [*form["night"], own]
        may = self.is_there(key)
        self.judge(may, self.post("/league/nights", **{**form, "night": ticks}))
        if may and own in self.nights:
            (self.nights[own].left_out.add if leaves else self.nights[own].left_out.discard)(key)

    def save(self, which: int, _: int) -> None:
        own, night = self.night(which)
        self.say(f"{self.called(night)} is saved as file {len(self.files)}")
        with self.app.app_context():
            self.files.append(File(deepcopy(night), export_night(current_store(), own)))

    def bring(self, which: int, _: int) -> None:
        """Bring in a file as it was saved: an earlier copy, or one of a night that is gone."""
        if self.files:
            self.say(f"file {which % len(self.files)} is brought in")
            self._bring(deepcopy(self.files[which % len(self.files)]))

    def bring_further(self, which: int, number: int) -> None:
        """Bring in a copy to which something was added elsewhere."""
        if not self.files:
            return
        self.say(f"file {which % len(self.files)} is brought in, with a day of {DAYS[number % len(DAYS)]}")
        file = deepcopy(self.files[which % len(self.files)])
        event = DayCorrected(DAYS[number % len(DAYS)])
        document = file.document["nights"][0]
        last = document["entries"][-1]
        kind, body = CODEC.encode(event)
        added = {**last, "kind": kind, "body": body, "who": "elsewhere", "batch": last["batch"] + 1}
        document["entries"].append({**added, **({"seq": last["seq"] + 1} if "seq" in last else {})})
        del document["seal"]
        file.kept.evening.batches.append([event])
        self._bring(file)

    def _bring(self, file: File) -> None:
        came = file.kept.evening.batches
        alike = {own: each for own, each in self.nights.items() if each.origin == file.kept.origin}
        here = next((each for each in alike.values() if begin_alike(each.evening.batches, came)), None)
        may = here is not None or all(each.shelf == "bin" for each in alike.values())
        content = io.BytesIO(json.dumps(file.document).encode())
        self.judge(may, self.post("/games/file", file=(content, "night.json")))
        if here is not None and len(came) > len(here.evening.batches):
            here.evening.batches = came
        if here is None and may:
            with self.app.app_context():
                (own,) = {row.id for row in current_store().nights.every()} - {*self.nights}
            shelf = "archive" if file.kept.shelf == "archive" else "open"
            self.nights[own] = Kept(file.kept.evening, file.kept.origin, file.kept.opened_for, shelf)

    def say_same(self, which: int, number: int) -> None:
        """Two names are said to be one person; mostly two who were never in one round of the nights that are here."""
        seen = [each for each in self.nights.values() if each.shelf != "bin"]
        names = sorted({name for each in self.nights.values() for name in each.names if name.startswith("A")})
        one, other = names[which % len(names)], names[number % len(names)]
        counts = [each.count for each in seen]
        played = sorted({name for each in seen for name in each.names if name.startswith("A")})
        apart = [pair for pair in combinations(played, 2) if not are_two(counts, *pair)]
        if apart and number % 4:
            one, other = apart[which * number % len(apart)]
        if one == other or not {one, other}.isdisjoint({*self.same, *self.same.values()}):
            return
        there = set[str]().union(*(each.names for each in seen))
        may = {one, other} <= there and not are_two(counts, one, other)
        self.say(f"{one} is {other}")
        self.judge(may, self.post(f"/who/{one}", say="same", other=other))
        if may:
            self.same[one] = other

    def bring_together(self, which: int, number: int) -> None:
        """Two names are said to be one person, and then comes a night at which both were there in one round."""
        self.say_same(which, number)
        for one, other in self.same.items():
            first = min(int(one[1:]), int(other[1:]))
            for seed in range(first - 1, 24, 7) if first <= 7 and len(self.nights) < MOST_NIGHTS else ():
                evening = Evening(1000 * which + seed, seed % 7 + 1)
                evening.play()
                if are_two([Count(evening.entries)], one, other):
                    self.play_night(which, seed)
                    self.look(at_all=True)
                    return

    def say_two(self, which: int, _: int) -> None:
        """That they are one is taken back."""
        if not self.same:
            return
        one = [*self.same][which % len(self.same)]
        other = self.same[one]
        there = set[str]().union(*(each.names for each in self.nights.values() if each.shelf != "bin"))
        may = not there.isdisjoint({one, other})
        self.say(f"{one} and {other} are two")
        self.judge(may, self.post(f"/who/{other}", say="two", other=one.casefold()))
        if may:
            del self.same[one]

    def empty_bin(self, _: int, number: int) -> None:
        if number % 3:
            return
        self.say("the bin is emptied")
        with self.app.app_context():
            current_store().nights.empty_bin("9999")
        self.nights = {own: each for own, each in self.nights.items() if each.shelf != "bin"}
        if not self.nights:
            self.play_night(number, number)

    # What is asked, and what pages show

    def post(self, path: str, **told: Any) -> TestResponse:
        self.app.extensions["meter"] = Meter()
        self.forms += 1
        return self.client.post(path, data={"key": f"form {self.forms}", **told})

    def enter(self, night: Kept, event: Event, answer: TestResponse) -> None:
        """Something was entered at a night, if that may be: in the bin nothing is."""
        self.judge(night.shelf != "bin" and night.evening.enter(event), answer)

    def judge(self, may: bool, answer: TestResponse) -> None:
        if answer.status_code not in ({303} if may else {404, 409, 422}):
            self.report(f"the answer is {answer.status_code}")

    def report(self, what: str) -> None:
        raise AssertionError("\n".join([what, *self.said]))

    def say(self, words: str) -> None:
        self.said.append(words)

    def called(self, night: Kept) -> str:
        return f"night {night.origin} of {night.day}"

    def night(self, which: int) -> tuple[str, Kept]:
        return [*self.nights.items()][which % len(self.nights)]

    def is_there(self, key: str) -> bool:
        """Whether there is such a season: a year is one while it has nights, and the present one always."""
        days = [each.day for each in self.nights.values() if each.shelf != "bin"]
        with self.app.app_context():
            days.append(this_evening().isoformat())
        return key not in YEARS or any(map(self.seasons[key].holds, days))

    def form(self, key: str) -> dict[str, Any]:
        """The form that chooses the nights of a season, as its page has it."""
        page = self.client.get("/league/", query_string={"season": key}).text
        fields = {name: re.findall(rf'name="{name}" value="([^"]+)"', page) for name in ("listed", "out")}
        return {"season": key, **fields, "night": re.findall(r'name="night" value="([^"]+)" checked', page)}

    def look(self, *, at_all: bool = False) -> None:
        """Every standing is what the second program counts; after each step one of them is asked for."""
        asked = [(key, count) for key in self.seasons for count in range(len(COUNTS))]
        self.turn += 1
        for key, count in asked if at_all else [asked[self.turn % len(asked)]]:
            self._look(key, count)

    def _look(self, key: str, count: int) -> None:
        if not self.is_there(key):
            return
        its = {own: each for own, each in self.nights.items() if self.seasons[key].holds(each.day)}
        its = {own: each for own, each in its.items() if each.shelf != "bin"}
        chosen = {own for own, each in its.items() if key not in each.left_out}
        form = self.form(key)
        if ({*form["listed"]}, {*form["night"]}) != ({*its}, chosen):
            self.report(f"{self.seasons[key].name} counts other nights")
        closed = [its[own] for own in chosen if its[own].closed]
        counts = [each.count for each in closed]
        person = persons(counts, self.same)
        asked = {"season": key, "count": COUNTS[count], "best": BEST}
        page = unescape(self.client.get("/league/", query_string=asked).text)
        rows = re.findall(r'class="who">([^<]+)</span> <b class="num">([^<]+)', page)
        shown = {frozenset(map(person, names.split(" & "))): figure_of(points) for names, points in rows}
        if shown != {who: each[count] for who, each in season(counts, BEST, person).items()}:
            self.report(f"the standing of {self.seasons[key].name} by {COUNTS[count]} is another: {shown}")
        self.compared += len(shown)
        file = self.client.get("/league/season.json", query_string=asked).get_json()
        cells = {
            frozenset(map(person, row["name"].split(" & "))): sorted(
                (file["nights"][each["night"]]["day"], each["points"]) for each in row["evenings"]
            )
            for row in file["standing"]
        }
        of_places = COUNTS[count] == "places"
        expected = {
            who: sorted((closed[at].day, each[2 if of_places else 0]) for at, each in by_night.items())
            for who, by_night in nightly(counts, person).items()
        }
        if cells != expected:
            self.report(f"the matrix of {self.seasons[key].name} by {COUNTS[count]} is another: {cells}")
        accounts = re.findall(r'/money">.*?</th>(.*?)</tr>', page, re.DOTALL)
        cents = [[figure_of(each) for each in re.findall(r'num">([^<]+)', row)] for row in accounts]
        money = sorted(its[own].count.money()[:2] for own in chosen)
        if sorted((sum(row[:3]), row[4]) for row in cents) != money:
            self.report(f"the money of {self.seasons[key].name} is another: {cents}")
        sums = re.findall(r'num">(?:<b>)?([^<]+)', page.partition('row">All</th>')[2].partition("</tr>")[0])
        if chosen and [*map(figure_of, sums)] != [sum(column) for column in zip(*cents, strict=True)]:
            self.report(f"the sums of the money of {self.seasons[key].name} are others: {sums}")


COUNTS = ("best", "average", "places")
"""The ways of counting, in the second program's order."""
YEARS = ("2025", "2026")


def figure_of(shown: str) -> int:
    """The figure of a row; an average in tenths."""
    return int(re.sub(r"[^0-9-]", "", shown.replace("−", "-")))


def begin_alike(one: Sequence[Sequence[Event]], other: Sequence[Sequence[Event]]) -> bool:
    """Whether one is the other so far."""
    return all(mine == theirs for mine, theirs in zip(one, other, strict=False))


def correction(night: Kept, number: int) -> TotalsCorrected | None:
    """Other totals of a table of a night."""
    tables = [(each.number, table) for each in night.evening.night.rounds for table in each.tables if table.totals]
    if not tables:
        return None
    there, table = tables[number % len(tables)]
    old = table.totals
    assert old is not None
    points = tuple(each + 10 * number + 5 for each in old.points)
    return TotalsCorrected(there, table.number, old, TableTotals(points, old.sets, old.deals), "slip")


def games_at_home(app: Flask) -> dict[tuple[str, ...], str]:
    """By who sat there, the games of :data:`AT_HOME`, which are written once."""
    with app.app_context():
        here = {tuple(row.title.split(", ")): row.id for row in current_store().journal.list_games()}
    at = f"{HOME_DAY}T20:00:00.000+00:00"
    return here or {names: write_game(app, names, deals, at) for names, (deals, _, _) in AT_HOME.items()}


def empty(store: Store) -> None:
    """Forget all nights, seasons and who is who."""
    for row in store.nights.every():
        store.nights.remove(row.id)
    for each in store.seasons.list_seasons():
        store.seasons.remove(each.season.key)
    with store.database.write() as rows:
        rows.run("delete from saying")
        rows.run("delete from left_out")


def machine(app: Flask) -> type[RuleBasedStateMachine]:
    """The machine over the store of an application, with a rule for each step."""

    class OfSeasons(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.playing = Nights(app)

        @override
        def teardown(self) -> None:
            self.playing.look(at_all=True)

    rules: dict[str, Any] = {f"{verb}_{place}": _rule(verb) for place, verb in enumerate(VERBS)}
    return type("OfTheseSeasons", (OfSeasons,), rules)


def _rule(verb: str) -> Callable[..., None]:
    def play(self: Any, which: int, number: int) -> None:
        getattr(self.playing, verb)(which, number)
        self.playing.look()

    made: Callable[..., None] = rule(which=NUMBERS, number=NUMBERS)(play)
    return made


def main() -> None:
    """Play as many sequences as asked; the first that differs ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=50)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance, began = random.Random(asked.seed), time.monotonic()
    templates.keep_compiled(Path(tempfile.mkdtemp()))
    settings: dict[str, Any] = {"TESTING": True, "READER": None, "READS": False, "SIMULATED_DEALS": 0}
    app = create_app(Path(tempfile.mkdtemp()), **settings)
    compared = 0
    for _ in range(asked.sequences):
        playing = Nights(app)
        for _ in range(asked.steps):
            getattr(playing, chance.choice(VERBS))(chance.randrange(24), chance.randrange(24))
            playing.look()
        playing.look(at_all=True)
        compared += playing.compared
    print(f"{asked.sequences} sequences of {asked.steps} steps, {compared} places compared, none differs")
    print(f"{time.monotonic() - began:.0f} s, seed {asked.seed}")


if __name__ == "__main__":
    main()
