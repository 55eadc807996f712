"""Walks every route as each role, in a house by invitation and in an open one: who is let in, and who is refused.

``python -m tests.web.share.walk`` writes what it found into ``docs/roles.md``.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.night.events import EntrantCame, Plan, RoundDrawn
from companion.rules.house import make_house as make_house_rules
from companion.rules.variants.partnership import SITE
from companion.store.files import house_to_link
from companion.store.membership import HOUSE, Role, hashed
from companion.store.moments import now
from companion.web import create_app
from companion.web.core.current import current_store, seal_json, this_evening
from companion.web.core.security import Meter
from companion.web.night.door import DOOR
from companion.web.night.season import LINK as LEAGUE
from companion.web.night.television import TV
from companion.web.people.naming import make_token as make_claim
from companion.web.photo.case import Purpose
from companion.web.photo.checked import checked_from_reading
from companion.web.setup import make_token
from tests.web.conftest import NOW, browser
from tests.web.photo_reader import reading
from tests.web.table_player import begin

DOCUMENT = Path(__file__).parents[3] / "docs" / "roles.md"
NAMES = ("Zenobia", "Yorick", "Xanthe", "Wilfred")
"""Names that stand on no page but those of their game."""
OTHER_NAMES = ("Una", "Tamsin", "Silas", "Rufus")
"""Of the game to whose table a link leads that everybody has."""
NIGHT_NAMES = ("Otto", "Petra", "Quirin", "Runa")
"""Of a night, whose links show it to everybody."""
PLACES = {
    "owner": (Role.SCORER, None),
    "scorer": (Role.SCORER, None),
    "player": (Role.PLAYER, 1),
    "watcher": (Role.WATCHER, None),
}
STRANGER = "not invited"
GUEST = "open house"
DIRECTOR, KEEPER = "director of the night", "keeper of the house"
WHO = (*PLACES, DIRECTOR, KEEPER, STRANGER, GUEST)
ADVICE = ("/practice/bid/<variant>/<seed>", "/practice/hand/<variant>", "/game/<game>/deal/<int:number>/hindsight")
"""What waits for who has a place in a game until that game is over."""
BY_LINK = re.compile(r"/(watch|link|keep|in|ruling|setup/check|who/phone)/|/(tv|door|league)/<")
"""Whoever has such an address has what it opens: its token is the permission."""


@dataclass(frozen=True)
class House:
    """An application with one game, and a phone of each role that belongs to it."""

    app: Flask
    game: str
    parts: dict[str, str]
    phones: dict[str, FlaskClient]

    def rows(self) -> list[tuple[str, str]]:
        """Every address with each method that it takes."""
        rules = sorted(self.app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods or ())))
        return [(rule.rule, way) for rule in rules for way in ("GET", "POST") if way in (rule.methods or ())]

    def ask(self, who: str, address: str, way: str) -> TestResponse:
        """What a phone is answered there, where everything that is asked for belongs to the game."""
        rule = next(each for each in self.app.url_map.iter_rules() if each.rule == address and way in _ways(each))
        self.app.extensions["meter"] = Meter()  # so that nobody is refused for how many ask
        if rule.endpoint in ("keepers.look", "keepers.use"):
            self.parts["keepers.token"] = self._link_to_direct()
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: self._part(rule, part[1]), address)
        told = (
            {"key": f"{who} {address}".replace(":", "")} if way == "POST" else {}
        )  # what came before is answered to everybody
        told |= {"game": self.game} if rule.endpoint.partition(".")[0] in ("deck", "photo") else {}
        told |= {"name": NIGHT_NAMES[0]} if rule.endpoint == "door.sign_in" else {}
        told |= {"each": self.game} if rule.endpoint == "shelf.lay" else {}
        if way == "GET":
            return self.phones[who].get(path, query_string=told, buffered=False)
        answer = self.phones[who].post(path, data=told)
        if rule.endpoint == "keepers.use":
            self._link_to_direct()
        return answer

    def _link_to_direct(self) -> str:
        """A link that was not used, to a night that nobody directs."""
        with self.app.app_context():
            keepers, night = current_store().keepers, self.parts["spare"]
            for each in keepers.keepers_of(night):
                keepers.remove(night, each.id)
            return keepers.make_link(night, now())

    def _part(self, rule: Rule, name: str) -> str:
        return self.parts.get(f"{rule.endpoint.partition('.')[0]}.{name}") or self.parts[name]

    def close(self) -> None:
        """Let go of the store and the rooms."""
        for line in ("reading_line", "lesson_line"):
            self.app.extensions[line].close()
        with self.app.app_context():
            current_store().close()


def _ways(rule: Rule) -> set[str]:
    return set(rule.methods or ())


def make_house(data: Path, home: str) -> House:
    """A house with a game; who is in it by a role has a phone, and so has somebody who is not."""
    app = create_app(data, HOME=home, TESTING=True, READER=None)
    game, other = begin(app, SITE, NAMES), begin(app, SITE, OTHER_NAMES)
    phones = {who: browser(app) for who in WHO}
    with app.test_request_context():
        store = current_store()
        for who, (role, seat) in PLACES.items():
            device = who.ljust(22, "-")
            phones[who].set_cookie("device", device)
            store.members.join(game, device, role, seat, NOW)
        store.members.own(game, hashed("owner".ljust(22, "-")))
        for who in (DIRECTOR, KEEPER):
            phones[who].set_cookie("device", device_of(who))
        store.keepers.add(HOUSE, device_of(KEEPER), NOW)
        link = store.links.make_link(other, Role.WATCHER, NOW)
        store.members.join(other, "owner".ljust(22, "-"), Role.SCORER, None, NOW)
        purpose = Purpose(SITE.key, game=game)
        photo = store.photos.keep_photo(game, b"jpeg", checked_from_reading(reading("QS JD"), purpose).to_json(), NOW)
        line = app.extensions["reading_queue"].hand_in(lambda: {"photo": photo}, {"purpose": purpose.asked})
        lesson = app.extensions["lesson_queue"].hand_in(dict, {"game": game})
        for ticket in (line, lesson):
            ticket.wait(60)
    parts = {"game": game, "photo": photo, "example": photo, "photo.ticket": line.id, "deck.ticket": lesson.id}
    parts |= {
        "variant": "site",
        "house": "x",
        "source": "site",
        "question": "trick",
        "fmt": "json",
        "number": "1",
        "quiz": "play",
        "seed": "a",
    }
    parts |= {"index": "0", "filename": "icons/icon.svg"}
    parts |= {"setup.token": make_token(app.config["SECRET_KEY"])}
    parts |= {"house.rules": house_to_link(make_house_rules("Ours", "site", {"pass.count": 3}))}
    parts |= {"rules": "site", "name": NAMES[0], "other": NAMES[1], "key": "games", "year": "2026", "season": "2026"}
    parts |= {"who.token": make_claim(app.config["SECRET_KEY"], NAMES[0])}
    parts |= {"share.token": link, "settle.token": _ruling(phones["owner"], other)}
    with app.test_request_context():
        parts |= _night()
    return House(app, game, parts, phones)


def device_of(who: str) -> str:
    """The id in the cookie of a phone that has no place at the game."""
    return who.replace(" ", "-")[:22].ljust(22, "-")


def _night() -> dict[str, str]:
    """The parts of addresses that name a night with a round."""
    nights = current_store().nights
    night = nights.open(Plan("Thursday", "Played on paper"), "2026-11-26", "desk", NOW, director=device_of(DIRECTOR))
    spare = nights.open(Plan("Friday", "Played on paper"), "2026-11-27", "desk", NOW)
    came = [EntrantCame(number, (name,)) for number, name in enumerate(NIGHT_NAMES, 1)]
    nights.append(night, 1, [*came, RoundDrawn(1, "drawn/1", "x", (((1, 2), (3, 4)),))], "desk", now())
    season = {"season": f"{this_evening():%Y}", "count": "best", "best": 0, "least": 0, "code": ""}
    return {
        "night": night,
        "spare": spare,
        "keepers.token": "",
        "entrant": "1",
        "table": "1",
        "sheet": "slips",
        "television.token": seal_json(TV, [night, 1]),
        "door.token": seal_json(DOOR, [night, 1]),
        "league.token": seal_json(LEAGUE, season),
    }


def _ruling(phone: FlaskClient, game: str) -> str:
    """What leads to a ruling that was given at a table, for whomever it is shown to."""
    page = phone.get(f"/game/{game}/settle/trick/ruling?trick=AS+KS+QS+9S&trump=S&lead=0").text
    return str(re.findall(r"/ruling/([\w.-]+)", page)[0])


@dataclass(frozen=True)
class Walked:
    """What each phone was answered at one address."""

    address: str
    way: str
    answers: dict[str, int]

    @property
    def of_game(self) -> bool:
        """Whether what is asked for there belongs to a game."""
        return self.answers[STRANGER] == 403

    def lets_in(self, who: str) -> bool:
        """Whether it was not refused to them."""
        return self.answers[who] != 403


def walk(invited: House, opened: House) -> Iterator[Walked]:
    """Every address, asked by everybody."""
    for address, way in invited.rows():
        answers = dict[str, int]()
        for who in WHO:
            answer = (opened if who == GUEST else invited).ask(who, address, way)
            answers[who] = answer.status_code
            answer.close()
        yield Walked(address, way, answers)


def table_of(walked: list[Walked], whose: tuple[str, ...] = WHO) -> str:
    """The walk as a table: a row for each set of answers, with the addresses that give it."""
    rows = dict[tuple[str, ...], dict[str, list[str]]]()
    for each in walked:
        row = rows.setdefault(tuple(_cell(each, who) for who in whose), {"GET": [], "POST": []})
        row[each.way].append(f"`{each.address}`")
    lines = [f"| {' | '.join(whose)} | addresses |", f"|{'---|' * len(whose)}---|"]
    for cells, ways in rows.items():
        asked = "; ".join(f"{way} {', '.join(addresses)}" for way, addresses in ways.items() if addresses)
        lines.append(f"| {' | '.join(cells)} | {asked} |")
    return "\n".join(lines)


def _cell(each: Walked, who: str) -> str:
    if BY_LINK.match(each.address):
        return "by link"
    return "yes" if each.lets_in(who) else "–"


def written(document: str, table: str, where: str = "walked") -> str:
    """The document with this table in place of the one in it, between the marks ``where``."""
    before, _, rest = document.partition(f"<!-- {where} -->\n")
    _, _, after = rest.partition(f"<!-- /{where} -->")
    return f"{before}<!-- {where} -->\n{table}\n<!-- /{where} -->{after}"


def main() -> None:
    """Walk, and write down what was found."""
    from tests.web.club.walk import write_club

    with tempfile.TemporaryDirectory() as folder:
        houses = [make_house(Path(folder) / home, home) for home in ("invited", "open")]
        table = table_of([*walk(*houses)])
        for house in houses:
            house.close()
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8"), table), encoding="utf-8")
    write_club()


if __name__ == "__main__":
    main()
