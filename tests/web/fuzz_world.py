"""What a fuzz run starts from: tables of several variants, a photo, a deck, house rules, links, and strange words."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.figures.scope import Season
from companion.game.commands import Refusal
from companion.game.decide import decide
from companion.night.events import EntrantCame, Plan, RoundDrawn
from companion.rules.house import make_house
from companion.rules.variants import VARIANTS, find_variant
from companion.store.moments import now
from companion.vision.reading import Unreadable
from companion.vision.serve import Known, Pack, Picture, Report
from companion.web import create_app
from companion.web.core.current import current_store, this_evening
from companion.web.core.game import open_game
from companion.web.night.paper import SHEETS
from companion.web.practice import QUIZZES
from companion.web.settle.questions import QUESTION_PAGES
from tests.game.random_commands import BACKWARDS, COMMANDS, Maker
from tests.web.conftest import NOW, browser
from tests.web.new_game import finish, play_one_deal, write
from tests.web.photo_reader import reading
from tests.web.table_player import begin

_VARIANTS = "site two-handed two-handed-draw three-handed five-handed check bruce-7 summed doubles"
_FIGURES = "0 1 2 3 7 -1 1.5 ٣ ² nan 1e9 60 100 250 310 1500 2026-11-20 true none null on each result melds S H A B Q"
_CARDS = "AS QS JD XX AS,KS A.0 cards.1 number.9 held:0 trick:9 meld trick tricks deck hand partnership"
_TEXTS = '[] {} {"a":1} {"end.target":"x"} {"play.head":[]} ../../etc/passwd //evil.example /game/x/ %s%n'
_LONG = ["", " ", "9" * 30, "x" * 700, "\0", "\u202e", "é💥", "\ud7ff", "QS JD", "AS AS AS", "AS KS QS 9S", "'\"<b>"]
_NAMES = "_anchor _scheme _external _method endpoint values self view add out to hold rule since rematch how way deal"
PLAYED = _VARIANTS.split()
GAMES_EACH = 4
FORWARDS = tuple(kind for kind in COMMANDS if kind not in BACKWARDS)
JUNK = [*_LONG, *_FIGURES.split(), *_CARDS.split(), *_TEXTS.split()]
STRANGE = ["", "é", "x" * 300, "a[]", "%00", *_NAMES.split(), "rules", "seat", "index"]
HOSTS = ("localhost", "192.168.1.9:8700", "[::1]:1", "evil.example", "a" * 64, "a..b", "[", "é", "localhost:x", "")


@dataclass
class World:
    """An application with something behind every address, and what has been seen of it."""

    app: Flask
    client: FlaskClient
    known: dict[str, list[str]]
    """Values that exist for the parts of an address, by the name of the part."""
    pages: list[str] = field(default_factory=lambda: ["/"])
    """Addresses that links on pages lead to."""
    names: list[str] = field(default_factory=lambda: list(STRANGE))
    """Names of fields that forms on pages have."""

    @property
    def rules(self) -> list[tuple[Rule, str]]:
        return rules_of(self.app)

    def learn(self, page: str) -> None:
        """Remember where the links of a page lead and what its fields are called, as far as there is room."""
        if len(self.pages) < 600:
            found = re.findall(r'(?:href|hx-get)="(/[^"#]*)', page)
            self.pages += [each.replace("&amp;", "&") for each in dict.fromkeys(found) if each not in self.pages]
        self.names += [each for each in dict.fromkeys(re.findall(r'name="([^"]+)"', page)) if each not in self.names]
        self.known["ticket"] += re.findall(r"/(?:line|lesson)/([\w-]+)", page)[:1]

    def close(self) -> None:
        """Let go of the store and the rooms."""
        for queue in ("reading_queue", "lesson_queue"):
            self.app.extensions[queue].close()
        with self.app.app_context():
            current_store().close()


def rules_of(app: Flask) -> list[tuple[Rule, str]]:
    """Every route with each method that it takes."""
    return [(rule, way) for rule in app.url_map.iter_rules() for way in sorted(rule.methods or ()) if way != "OPTIONS"]


def read_some(content: bytes, pack: Pack, deck: bytes = b"", sweep: str = "") -> Picture:
    """A reader that sees what its "photo" spells, and refuses what spells nothing."""
    try:
        return Picture(b"jpeg", reading(content.decode()))
    except ValueError:
        raise Unreadable("This is no picture.") from None


def teach_nothing(known: Sequence[Known]) -> tuple[bytes, Report]:
    """A teacher that learns nothing, at once."""
    return b"a deck", Report(2, 1, 2, len(known), ())


def make_world(data: Path, random: Random) -> World:
    """A fresh application in ``data`` in which every address leads somewhere.

    What goes wrong is answered as a guest would see it, and not raised.
    """
    app = create_app(data, READER=read_some, TEACHER=teach_nothing, READING_GRACE_SECONDS=1.0, SIMULATED_DEALS=0)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    client = browser(app)
    client.get("/")
    games = [_play_on(app, key, random) for key in PLAYED for _ in range(GAMES_EACH)]
    games.append(_won(app))
    with app.app_context():
        season = current_store().seasons.add(Season("", "Winter league", "2026-10-01"), NOW).season.key
        house = current_store().houses.add(make_house("Ours", "site", {"pass.count": 3}), NOW).id
        night = current_store().nights.open(Plan("Thursday", "Single deck"), this_evening().isoformat(), "desk", now())
        people = [EntrantCame(number, (f"P{number}",)) for number in range(1, 10)]
        current_store().nights.append(night, 1, people, "desk", now())
        drawn = RoundDrawn(1, "drawn/1", "x", (((1, 2), (3, 4)), ((5, 6), (7, 8))), (9,))
        current_store().nights.append(night, 10, [drawn], "desk", now())
    known = {"game": games, "variant": [*(each.key for each in VARIANTS), house], "house": [house]}
    known |= {"source": ["site", house], "question": list(QUESTION_PAGES), "fmt": ["json", "csv"], "ticket": ["x"]}
    known |= {"quiz": [*QUIZZES], "seed": ["a"]}
    known |= {"filename": ["companion.css", "icon.svg"], "number": ["1", "2"], "index": ["0", "1"]}
    known["photo"] = [_photo(client), _photo(client, game=games[0], next=f"/game/{games[0]}/meld/photo", whose="0")]
    known |= {"season": [season, "2026", "0000"], "year": ["2026", "99999"]}
    known |= {"night": [night], "entrant": ["1", "9"], "table": ["1", "3"], "sheet": [*SHEETS]}
    known["example"] = known["photo"]
    for photo in known["photo"]:
        client.post(f"/photo/{photo}/card/1", data={"card": "JD", "was": "JD"})
        client.post("/deck/keep", data={"photo": photo})
    known["token"] = [_watch_link(client, games[0]), _ruling(app, client)]
    return World(app, client, known)


def _play_on(app: Flask, key: str, random: Random) -> str:
    """A game of a variant, played on at random for a while."""
    least, most = find_variant(key).players
    game = begin(
        app, find_variant(key), ("Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")[: min(most, max(least, 4))]
    )
    steps = random.randrange(20)
    table = None
    for _ in range(20 * steps):
        if table is None:
            with app.test_request_context():
                table = open_game(game)
        decision = decide(table.history, Maker(table.state, random).command(FORWARDS), table.state)
        if not isinstance(decision, Refusal):
            write(app, game, *decision)
            table = None
            steps -= 1
        if not steps:
            break
    return game


def _won(app: Flask) -> str:
    game = begin(app, find_variant("site"))
    play_one_deal(app, game)
    finish(app, game)
    return game


def _watch_link(client: FlaskClient, game: str) -> str:
    page = client.post(f"/game/{game}/share/watch", data={"key": "k"}).text
    return str(re.findall(r"/watch/([\w-]{20,})", page)[0])


def _ruling(app: Flask, client: FlaskClient) -> str:
    """The token of a ruling that was given at a table."""
    game = begin(app, find_variant("site"))
    page = client.get(f"/game/{game}/settle/trick/ruling?trick=AS+KS+QS+9S&trump=S&lead=0").text
    return str(re.findall(r"/ruling/([\w.-]+)", page)[0])


def _photo(client: FlaskClient, **fields: str) -> str:
    sent = client.post("/photo/", data={"taken": (io.BytesIO(b"QS JD"), "a.jpg"), **fields})
    return str(sent.location).rpartition("/")[2]
