"""One night played step by step against the server, each step held against the model."""

from __future__ import annotations

import re
import shutil
import tempfile
from copy import deepcopy
from html import unescape
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.night.standing import standing
from companion.store.backup import restore
from companion.store.nights import CODEC
from companion.web import create_app
from companion.web.core.current import current_store
from companion.web.core.security import Meter
from companion.web.night.door import door_of
from tests.night.second_count.judge import Count
from tests.web.conftest import browser
from tests.web.night.model import MOST_BY_PHONE, Model, Night, Table
from tests.web.table_player import Player

CONFIG: dict[str, Any] = {"TESTING": True, "READER": None, "READS": False, "SIMULATED_DEALS": 0, "ENTERED": "each"}
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
LATE = ("Ida", "Jo", "Kit", "Lou", "Max", "Ned", "Oda", "Pia", "Quin", "Ros", "Sam", "Tia", "Uma", "Vic")
PLAN = {"name": "Night", "rules": "Single deck, partners", "rounds": "9", "deals": "2", "bye": "nothing"}
PLAYED = [600, 300]
"""The totals of a game as it is played here."""
SUBSTITUTES = ("Wim", "Xia", "Yan", "Zoe")
STRANGE = ("ev\u202eil", "An\u200bn", "x" * 60)
"""Names with which a table could not begin its game."""
MOST_NAMES = 20
WHILE_DELETED = (
    *("draw", "swap", "totals", "correct", "penalty", "leave", "rest", "stay", "substitute", "late", "undo", "begin"),
)
"""The steps that old pages allow while the night is deleted."""


class Violation(AssertionError):
    """What the server did and the model does not say."""


class Play:
    """A night with two directors, phones at its tables, and a stranger who has the code."""

    def __init__(self, *, strict: bool = True, alone: bool = False) -> None:
        self.alone = alone
        """True at tables of three, each alone."""
        self.strict, self.found, self.said = strict, list[str](), list[str]()
        shared = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(prefix="night", dir=shared if shared.is_dir() else None))
        self.apps: list[Flask] = []
        self.keys = self.step = self.compared = 0
        self.deleted = False
        self.phones = dict[str, FlaskClient]()
        self.kept: tuple[Path, Model] | None = None
        self.start()
        self.model = Model(3 if alone else 4)
        self.night = self._post(
            "one", "/nights/", **{**PLAN, **({"rules": "Cutthroat"} if alone else {})}
        ).location.removesuffix("/here")
        self.model.version = 1
        self.model.then[1] = (Night(self.model.now.seats), [])
        self.seen = {"one": 1, "other": 1}
        self.come("one", *NAMES)
        self.draw(0, 0, 0)

    def start(self) -> None:
        """Start the application on the folder as it is: the one before is not closed, as when it is killed."""
        self.app = create_app(self.folder, **CONFIG)
        self.apps.append(self.app)
        for name in ("one", "other", "stranger", *(f"table {number}" for number in range(1, 6))):
            self.phones[name] = browser(self.app)
            self.phones[name].set_cookie("device", name.replace(" ", "-").ljust(22, "-"))

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def stop(self) -> None:
        for app in self.apps:
            for line in ("reading_line", "lesson_line"):
                app.extensions[line].close()
            app.extensions["store"].close()
        self.apps = []

    # What is asked

    def _post(self, phone: str, path: str, **told: Any) -> TestResponse:
        self.keys += 1
        self.app.extensions["meter"] = Meter()
        data = {name.replace("_", "-"): value for name, value in told.items()}
        return self.phones[phone].post(path, data={"key": f"form {self.keys}", **data})

    def _send(self, director: str, path: str, **told: Any) -> bool:
        """Send a form of a page that a director opened some time ago; whether it was taken."""
        answer = self._post(director, f"{self.night}{path}", seen=str(self.seen[director]), **told)
        if answer.status_code not in ((404,) if self.deleted else (303, 409, 422)):
            self.report(f"{path}: {answer.status_code}")
        return answer.status_code == 303

    def say(self, words: str) -> None:
        self.said.append(words)

    def report(self, what: str) -> None:
        """The server did what the model does not say."""
        if self.strict:
            raise Violation("\n".join([what, *self.said]))
        self.found.append(what)
        raise Violation(what)

    def judge(self, what: str, may: bool, did: bool) -> bool:
        if (may and not self.deleted) != did:
            self.report(f"{what} is {'written' if did else 'refused'}")
        return did

    def director(self, number: int) -> str:
        return ("one", "other")[number % 2]

    def as_seen(self, director: str, what: str, *which: Any) -> bool:
        """Whether a form about this may be written: the night goes on, and the page showed what it rests on."""
        goes_on = not (self.model.now.closed or self.then(director).closed)
        return goes_on and self.model.same(self.seen[director], what, *which)

    def then(self, director: str) -> Night:
        """The night as the page of a director shows it."""
        return self.model.then[self.seen[director]][0]

    # Steps: each gets three numbers, and does nothing where it has no sense.

    def look(self, by: int, which: int, number: int) -> None:
        """A director opens the page again."""
        self.say(f"{self.director(by)} looks at the night")
        self.seen[self.director(by)] = self.model.version
        self.look_at_pages()

    def draw(self, by: int, which: int, number: int) -> None:
        director, night = self.director(by), self.model.now
        then = self.then(director)
        redraws = bool(then.rounds) and not then.is_done
        wanted = len(then.rounds) + (not redraws)
        # A page that was made when there was nothing to draw had no button for it.
        fits = then.may_draw(wanted, self.model.deleted) and night.may_draw(wanted, self.model.deleted)
        may = fits and self.as_seen(director, "draw")
        self.say(f"{director} draws round {wanted}")
        if self.judge("a draw", may, self._send(director, "/draw", number=str(wanted))):
            self._read_draw(director, wanted)

    def _read_draw(self, director: str, number: int) -> None:
        after, playing = self.model.changed(), self.model.now.playing()
        resting = [name for name, here in after.here.items() if here and name in after.rests]
        tables, out = self._seats(self.phones[director].get(self.night).text)
        seated = [name for table in tables for side in table.sides for name in side]
        if sorted([*seated, *out]) != sorted([*playing, *resting]) or set(resting) - set(out):
            self.report("a draw seats others than those who play")
        for place, table in enumerate(tables, 1):
            for name in (name for side in table.sides for name in side):
                own = after.stays.get(name, place)
                if own != place and own <= len(tables):
                    self.report(f"a draw seats {name}, who stays at table {own}, at table {place}")
        after.rounds[number - 1 :], after.out[number - 1 :] = [tables], [out]
        after.draws, after.rests, after.heirs = [*after.draws, self.model.version + 1], set(), set()
        self.wrote(director, after)

    def wrote(self, director: str, after: Night, events: int = 1) -> None:
        self.model.wrote(after, events)
        self.seen[director] = self.model.version

    def swap(self, by: int, which: int, number: int) -> None:
        director, night = self.director(by), self.model.now
        then = self.then(director)
        if not night.rounds or not then.rounds:
            return
        there = [*night.out[-1], *(name for table in night.rounds[-1] for side in table.sides for name in side)]
        one, other = there[which % len(there)], there[number % len(there)]
        may = one != other and all(each.may_move(one, other, deleted=self.model.deleted) for each in (then, night))
        self.say(f"{director} swaps {one} and {other}")
        sent = self._send(director, "/swap", one=str(self._number(one)), other=str(self._number(other)))
        if self.judge("a swap", may and self.as_seen(director, "swap", one, other), sent):
            after, change = self.model.changed(), {one: other, other: one}
            for table in after.rounds[-1]:
                if {one, other} & {name for side in table.sides for name in side}:
                    table.game = ""
                table.sides = [[change.get(name, name) for name in side] for side in table.sides]
            after.out[-1] = [change.get(name, name) for name in after.out[-1]]
            after.draws = [*after.draws, self.model.version + 1]
            self.wrote(director, after)

    def substitute(self, by: int, which: int, number: int) -> None:
        """Somebody new, or who is here, takes the place of one who leaves."""
        director, leaving, then = self.director(by), self._name(which), self.then(self.director(by))
        gets = ("all", "rest", "nothing")[number % 3]
        name = SUBSTITUTES[number % len(SUBSTITUTES)] if by % 3 else self._name(number)
        new = name not in self.model.now.here
        if len(self.model.now.here) >= MOST_NAMES or new is not (name not in then.here):
            return
        may = all(night.may_substitute(leaving, name, gets) for night in (then, self.model.now))
        points = 10 * number - 50
        self.say(f"{director}: {name} takes the place of {leaving} and gets {gets} of the round")
        who = {"called": name} if new else {"entrant": str(self._number(name))}
        told = {**who, "leaving": str(self._number(leaving)), "gets": gets, "deals": "1", "points": str(points)}
        sent = self._send(director, "/substitute", **told)
        if not self.judge("a substitute", may and self.as_seen(director, "substitute", leaving, name, new), sent):
            return
        after = self.model.changed()
        after.here |= {leaving: False, **({name: True} if new else {})}
        after.rests.discard(leaving)
        after.stays.pop(leaving, None)
        after.substitutes.append((leaving, name))
        if new:
            self.model.first[name] = director
        table = after.table_of(leaving)
        if table and not table.points:
            place, at = after.seat_of(table, leaving)
            scorer = table.plays_for.pop(leaving, leaving)
            if gets == "nothing":
                table.plays_for[name] = scorer
            elif gets == "rest":
                table.earlier[place, at] = scorer, points
            table.sides[place][at] = name
            after.out[-1] = [each for each in after.out[-1] if each != name]
        else:
            after.heirs.add(name)
        after.draws = [*after.draws, self.model.version + 1]
        self.wrote(director, after)

    def count_again(self) -> None:
        """The second program reads what is kept, and counts the standing that the companion shows."""
        with self.app.app_context():
            read = current_store().nights.read(self.night.rpartition("/")[2])
        assert read is not None
        second = Count([[CODEC.encode(event) for event in batch] for batch in read.batches])
        rows = standing(read.night)
        counted = {row.entrant: (row.total, row.wins, row.sets) for row in rows}
        self.compared += len(rows)
        if (counted, {row.entrant: row.place for row in rows}) != (second.totals(), second.places()):
            self.report("the second program counts another standing")
        if second.astray:
            self.report("a draw seats somebody who stays at a table elsewhere")

    def totals(self, by: int, which: int, number: int) -> None:
        self._totals(by, which, [10 * number + 5, 100 - number, 20][: 2 + self.alone], corrects=False)

    def correct(self, by: int, which: int, number: int) -> None:
        self._totals(by, which, [10 * number + 7, 90 - number, 20][: 2 + self.alone], corrects=True)

    def _totals(self, by: int, which: int, points: list[int], *, corrects: bool) -> None:
        director = self.director(by)
        then = self.then(director)
        if not then.rounds:
            return
        round_number, number = len(then.rounds), which % len(then.rounds[-1]) + 1
        if corrects is not bool(then.rounds[-1][number - 1].points) or then.rounds[-1][number - 1].points == points:
            return
        may = self.as_seen(director, "table", round_number, number)
        self.say(f"{director} {'corrects' if corrects else 'enters'} table {number} of round {round_number}: {points}")
        sides = [[str(self._number(name)) for name in side] for side in then.rounds[-1][number - 1].sides]
        told = {f"points_{side}": str(each) for side, each in enumerate(points)}
        told |= {"sides": " ".join(map("-".join, sides)), **({"correct": "1"} if corrects else {})}
        sent = self._send(director, f"/round/{round_number}/table/{number}", **told)
        if self.judge("a correction" if corrects else "a table's totals", may, sent):
            after = self.model.changed()
            after.rounds[round_number - 1][number - 1].points = points
            self.wrote(director, after)

    def penalty(self, by: int, which: int, number: int) -> None:
        director, name = self.director(by), self._name(which)
        may = name in self.then(director).here and self.as_seen(director, "penalty", name)
        self.say(f"{director} gives {name} a penalty of {number + 1}")
        sent = self._send(director, "/penalty", entrant=str(self._number(name)), points=str(number + 1), why="late")
        if self.judge("a penalty", may, sent):
            after = self.model.changed()
            after.penalties.append((name, number + 1))
            self.wrote(director, after)

    def leave(self, by: int, which: int, number: int) -> None:
        director, name, night = self.director(by), self._name(which), self.model.now
        if name not in self.then(director).here:
            return
        may = night.here[name] and self.as_seen(director, "left", name)
        self.say(f"{director}: {name} left")
        if self.judge("leaving", may, self._send(director, f"/who/{self._number(name)}", do="left")):
            after = self.model.changed()
            after.here[name] = False
            after.rests.discard(name)
            after.stays.pop(name, None)
            self.wrote(director, after)

    def rest(self, by: int, which: int, number: int) -> None:
        director, name, night = self.director(by), self._name(which), self.model.now
        if name not in self.then(director).here:
            return
        may = night.here[name] and self.as_seen(director, "rest", name)
        self.say(f"{director}: {name} sits out the next round")
        if self.judge("sitting out", may, self._send(director, f"/who/{self._number(name)}", do="rest")):
            after = self.model.changed()
            after.rests.add(name)
            self.wrote(director, after)

    def stay(self, by: int, which: int, number: int) -> None:
        """Somebody stays at a table, or moves again."""
        director, name, table = self.director(by), self._name(which), number % 4
        then = self.then(director)
        if name not in then.here:
            return
        may = all(night.may_stay(name, table) for night in (then, self.model.now))
        self.say(f"{director}: {name} stays at table {table}")
        sent = self._send(director, f"/who/{self._number(name)}", do="stay", stays=str(table))
        if self.judge("staying at a table", may and self.as_seen(director, "stay", name), sent):
            after = self.model.changed()
            after.stays = {each: own for each, own in after.stays.items() if each != name} | (
                {name: table} if table else {}
            )
            self.wrote(director, after)

    def late(self, by: int, which: int, number: int) -> None:
        """Somebody comes late, or comes back."""
        name = LATE[number % 4] if number % 2 else self._name(which)
        self.come(self.director(by), name)

    def come(self, director: str, *names: str) -> None:
        night = self.model.now
        new = [name for name in names if not night.here.get(name)]
        # Those who are here already are here, as asked: nothing is written of them.
        self.say(f"{director} signs in {', '.join(names)}")
        sent = self._send(director, "/here", name=list(names))
        then = self.then(director)
        late = then.closed and not all(map(then.here.get, names))
        if self.judge("coming", not (night.closed and new) and not late, sent) and new:
            after = self.model.changed()
            after.here |= dict.fromkeys(new, True)
            self.model.first |= dict.fromkeys((name for name in new if name not in night.here), director)
            self.wrote(director, after, len(new))

    def come_by_code(self, by: int, which: int, number: int) -> None:
        """A stranger signs somebody in, again and again."""
        night = self.model.now
        for name in LATE[: 2 + number % 11]:
            if len(night.here) >= MOST_NAMES:
                return
            self._by_code("stranger", name)
            night = self.model.now

    def _by_code(self, phone: str, name: str) -> None:
        night, known = self.model.now, name in self.model.now.here
        may = not night.closed and (known or self.model.signed_in(phone) < MOST_BY_PHONE)
        if night.here.get(name):
            may = self.model.first[name] == phone  # somebody else of this name is told apart
        answer = self._post(phone, self._door(), name=name)
        self.say(f"{phone} signs in {name} by the code")
        if self.judge("a name by the code", may, answer.status_code == 303) and not night.here.get(name):
            after = self.model.changed()
            after.here[name] = True
            if not known:
                self.model.first[name] = phone
            self.model.wrote(after)

    def strange_name(self, by: int, which: int, number: int) -> None:
        """A name with which no game begins is refused at the door."""
        name = STRANGE[number % len(STRANGE)]
        self.say(f"a stranger signs in as {name!r}")
        if not self.model.now.closed:
            answer = self._post("table 5", self._door(), name=name)
            self.judge("a name that no game takes", False, answer.status_code == 303)

    def begin(self, by: int, which: int, number: int) -> None:
        """A phone at a table begins its game, or comes to it."""
        night = self.model.now
        if not night.rounds:
            return
        at = which % len(night.rounds[-1])
        table = night.rounds[-1][at]
        sitting = [name for side in table.sides for name in side]
        who = sitting[number % len(sitting)]
        may = not (night.closed or table.points or table.game in self.model.deleted)
        self.say(f"the phone of {who} goes to the game of table {at + 1}")
        answer = self._post(f"table {at + 1}", f"{self._door()}/{self._number(who)}/play")
        if answer.status_code not in ((404,) if self.deleted else (303, 422)):
            self.report(f"the way to a table's game is {answer.status_code}")
        if self.judge("a game at a table", may, answer.status_code == 303) and not table.game:
            after = self.model.changed()
            game = answer.location.rstrip("/").rpartition("/")[2]
            if game in self.model.deleted:
                self.report("a table begins a game that was deleted")
            after.rounds[-1][at].game = game
            self.model.begun[game] = None
            self.model.wrote(after)

    def sign(self, by: int, which: int, number: int) -> None:
        """A table plays its game and both sides sign: its totals arrive."""
        night = self.model.now
        if not night.rounds:
            return
        at = which % len(night.rounds[-1])
        table = night.rounds[-1][at]
        game, held = table.game, {*self.model.deleted, *self.model.signed}
        if not game or game in held or table.points or night.closed:
            return
        if self.alone:
            return  # test_sizes.py has the game of three that is signed
        self.say(f"table {at + 1} plays and signs its game")
        self.model.signed.add(game)
        player = Player(self.app, self.phones[f"table {at + 1}"], table.game)
        for _ in range(int(PLAN["deals"])):
            player.do("take", seat="0", amount="250")
            player.do("trump", trump="S")
            player.do("meld/close", meld_A="100", meld_B="100")
            player.do("count", points_A="200")
            player.do("confirm")
        for side in "AB":
            player.do("sign", side=side)
        after = self.model.changed()
        after.rounds[-1][at].points = PLAYED
        self.model.wrote(after)

    def delete(self, by: int, which: int, number: int) -> None:
        """Somebody deletes a game that a table began, or restores it, its beginning undone or not: a director may."""
        games = [*self.model.begun]
        if not games or self.model.now.closed:
            return
        self._lay(("one", "other", "stranger", f"table {number % 2 + 1}")[by % 4], games[which % len(games)])

    def _lay(self, phone: str, game: str) -> None:
        deletes = game not in self.model.deleted
        may = phone == "one"
        self.say(f"{phone} {'deletes' if deletes else 'restores'} a game of the night")
        answer = self._post(phone, "/games/lay", each=game, shelf="bin" if deletes else "open")
        who = "a director" if may else "another phone"
        if self.judge(f"a game of a night, laid elsewhere by {who}", may, answer.status_code == 303):
            self.model.deleted ^= {game}

    def begin_again(self, by: int, which: int, number: int) -> None:
        """A table begins its game, a director undoes that and deletes the game, and the table begins once more."""
        night, known = self.model.now, {*self.model.begun}
        if not night.rounds or night.closed or night.rounds[-1][which % len(night.rounds[-1])].game:
            return
        self.begin(by, which, number)
        self.look(0, 0, 0)
        self.undo(0, 0, 0)
        for game in {*self.model.begun} - known - self.model.deleted:
            self._lay("one", game)
        self.begin(by, which, number)

    def delete_night(self, by: int, which: int, number: int) -> None:
        """A director deletes the night, an old page of the other is sent, and the night is restored as it was."""
        before = self.model.version
        for shelf in ("bin", "open"):
            self.say(f"{self.director(by)} {'deletes' if shelf == 'bin' else 'restores'} the night")
            answer = self._post(self.director(by), f"{self.night}/shelf", shelf=shelf)
            self.deleted = shelf == "bin"
            if answer.status_code != 303:
                self.report(f"the night is not laid into {shelf}: {answer.status_code}")
            if self.deleted:
                getattr(self, WHILE_DELETED[number % len(WHILE_DELETED)])(by + 1, which, number)
        with self.app.app_context():
            if not before == self.model.version == current_store().nights.version(self.night.rpartition("/")[2]):
                self.report("something was written while the night was deleted")

    def undo(self, by: int, which: int, number: int) -> None:
        director = self.director(by)
        if len(self.model.held) < 2:
            return
        may = self.model.same(self.seen[director], "undo")
        self.say(f"{director} undoes what was entered last")
        if self.judge("an undo", may, self._send(director, "/undo")):
            self.model.undid()
            self.seen[director] = self.model.version

    def shut(self, by: int, which: int, number: int) -> None:
        director = self.director(by)
        if number % 4:
            return
        may = all(night.rounds and night.is_done for night in (self.then(director), self.model.now))
        self.say(f"{director} closes the night")
        if self.judge("closing", may and self.as_seen(director, "close"), self._send(director, "/close")):
            after = self.model.changed()
            after.closed = True
            self.wrote(director, after)

    def kill(self, by: int, which: int, number: int) -> None:
        """The application stops without a word, and starts again on what it kept."""
        self.say("the application is killed and starts again")
        self.start()

    def restore(self, by: int, which: int, number: int) -> None:
        """A backup is made; or the last one is put back, and the directors open their pages again."""
        if self.kept is None:
            self.say("a backup is made")
            file = self.folder / f"backup {self.keys}.db"
            self.app.extensions["store"].backup(file)
            self.kept = file, deepcopy(self.model)
            return
        self.say("the backup is put back")
        file, self.model = self.kept
        self.kept = None
        self.keys += 1
        self.stop()
        restore(file, f"sqlite:{self.folder / 'companion.db'}", self.folder / f"aside {self.keys}.db")
        self.start()
        self.seen = dict.fromkeys(self.seen, self.model.version)

    # What pages show

    def look_at_pages(self) -> None:
        """Every page is there; the director's says who sits where and the totals, the standing what each has."""
        self.step += 1
        page, night = self._page("one", self.night), self.model.now
        if night.rounds:
            tables, out = self._seats(page)
            shown = [(table.sides, table.points) for table in tables]
            if shown != [(each.sides, each.points) for each in night.rounds[-1]] or sorted(out) != sorted(
                night.out[-1]
            ):
                self.report("the night's page shows other seats or totals")
        ranked = re.findall(
            r'class="who">([^<]+)</span> <b class="num">([^<]+)', self._page("other", f"{self.night}/standing")
        )
        if {name: whole(points) for name, points in ranked} != night.standing():
            self.report("the standing is another")
        screen = re.findall(r'href="(/tv/[^"]+)"', page)[0]
        table = night.rounds[-1][0] if night.rounds else None
        seat = f"{self._door()}/{self._number(table.sides[0][0] if table else NAMES[0])}"
        places = ["/here", "/money", "/phones", *([f"/round/{len(night.rounds)}/table/1"] if table else [])]
        some = [("stranger", screen), ("table 1", seat), *(("other", f"{self.night}{each}") for each in places)]
        for phone, path in [some[(self.step + more) % len(some)] for more in range(2)]:
            self._page(phone, path)

    def _page(self, phone: str, path: str) -> str:
        answer = self.phones[phone].get(path)
        if answer.status_code != 200:
            kind = re.sub(r"/(tv|door)/[^/]+|/nights/\w+", lambda found: f"/{found[1] or 'night'}", path)
            self.report(f"{re.sub('[0-9]+', 'N', kind)} is {answer.status_code}")
        return unescape(answer.text)

    def _seats(self, page: str) -> tuple[list[Table], list[str]]:
        """The tables that the night's page shows, with their totals, and who sits out."""
        page = unescape(page)
        shown = re.findall(r'class="list night-tables">(.*?)</ul>', page, re.DOTALL)
        tables = list[Table]()
        for table in re.findall(r"<li>(.*?)</li>", shown[0] if shown else "", re.DOTALL):
            sides = re.findall(r'<span class="spread"><span>(.*?)</span> <b class="num">(.*?)</b>', table, re.DOTALL)
            points = [whole(figure) for _, figure in sides if figure.strip() != "–"]
            tables.append(Table([re.findall(r"(?:^|& )(.+?) \(", side) for side, _ in sides], points or None))
        out = re.findall(r"Sitting out: (.*?)\.</p>", page)
        return tables, out[0].split(", ") if out else []

    def _name(self, which: int) -> str:
        names = [*self.model.now.here]
        return names[which % len(names)]

    def _number(self, name: str) -> int:
        with self.app.app_context():
            read = current_store().nights.read(self.night.rpartition("/")[2])
        assert read is not None
        return next((each.number for each in read.night.entrants.values() if each.name == name), 999)

    def _door(self) -> str:
        with self.app.test_request_context():
            return door_of(self.night.rpartition("/")[2], 1)


def whole(figure: str) -> int:
    """The number that a page shows."""
    return int(re.sub(r"[^0-9-]", "", figure.replace("−", "-")))
