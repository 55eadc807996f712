"""The steps at a tournament night: its code is made, used, renewed and taken back."""

from __future__ import annotations

from typing import Any

from companion.web.core.current import current_store
from companion.web.night.door import code_of, door_of
from tests.web.rights.at_games import MOST_GAMES
from tests.web.rights.driver import PLAYERS, TWIN, game_in, token_in
from tests.web.rights.model import CLUB, SEATS, Night
from tests.web.rights.play import Play

PLAN: dict[str, Any] = {"name": "Night", "rules": "Single deck, partners", "rounds": "1", "deals": "1"}
MOST_NIGHTS, MOST_CODES = 2, 6
TOTALS: dict[str, Any] = {"points-0": "4310", "points-1": "1730"}
SHOWN = ("4,310", "4310", "1,730", "1730")
SHOWS = ("", "/standing", "/round/1/table/1", "/paper/chart")
"""Pages on which totals are, for those who may see them."""
PAGES = (*SHOWS, "/here", "/money", "/paper/slips", "/paper/standing", "/paper/standing.csv")
DECIDES = ("/penalty", "/undo", "/plan", "/play-off")
FORMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/here", {}),
    ("/swap", {"one": "1", "other": "1"}),
    ("/who/99", {"do": "left"}),
    ("/money", {}),
    ("/round/1/table/9", {"points-0": "10"}),
    *((path, {}) for path in DECIDES),
)
"""Forms of a night that change nothing."""


class AtNight(Play):
    """A home with nights of one table."""

    def open_night(self, phone: str, game: str, number: int) -> None:
        if len(self.model.nights) >= MOST_NIGHTS:
            return
        hides = number % 2 == 0
        self.say(f"{phone} opens a night{' whose standing is hidden' if hides else ''}")
        plan = {**PLAN, "hidden": "1"} if hides else PLAN
        answer = self.house.post(phone, "/nights/", **plan)
        if not self.judge("a phone", self.model.may_set_rules(phone), answer.status_code == 303):
            return
        night = answer.location.removesuffix("/here")
        self.house.post(phone, f"{night}/here", names=", ".join(PLAYERS))
        drawn = self.house.post(phone, f"{night}/draw", number="1").status_code == 303
        self.judge("the phone that opened it draws a round", True, drawn)
        directors = set[str]() if self.model.home == CLUB else {self.model.who(phone)}
        self.model.nights.append(Night(night, directors, [1], hidden=hides))

    def renew_code(self, phone: str, game: str, number: int) -> None:
        night = self._night(number)
        if night and len(night.codes) < MOST_CODES:
            self._change(phone, night, "renew")

    def take_code_back(self, phone: str, game: str, number: int) -> None:
        night = self._night(number)
        if night and night.good:
            self._change(phone, night, "close")

    def _change(self, phone: str, night: Night, do: str) -> None:
        self.say(f"{phone}: {do} the code of {night.path}")
        did = self.house.post(phone, f"{night.path}/phones", do=do).status_code == 303
        if self.judge(self.directing(phone, night), self.model.may_enter(phone, night), did):
            night.change(renews=do == "renew")

    def read_code(self, phone: str, game: str, number: int) -> None:
        """Only who may change it is shown the code."""
        night = self._night(number)
        if night and night.good:
            self.say(f"{phone} looks at the code of {night.path}")
            code, _ = self._code(night, night.good)
            did = self.house.shows(phone, f"{night.path}/phones", code)
            self.judge(self.directing(phone, night), self.model.may_enter(phone, night), did)

    def directing(self, phone: str, night: Night) -> str:
        """What a phone is at a night, for the name of a violation."""
        who = self.model.who(phone)
        if who in night.directors:
            return "a director"
        if who in self.model.keepers:
            return "the owner of the house"
        if self.model.directs(phone):
            return "a director of the club"
        if phone == TWIN:
            return "a phone with the mark of another"
        return "a phone at the table" if self.model.may_see_night(phone, night) else "a phone without a place"

    def enter_totals(self, phone: str, game: str, number: int) -> None:
        night = self._night(number)
        if not night or night.has_totals or night.is_done or night.game:
            return
        self.say(f"{phone} enters the totals of {night.path}")
        did = self.house.post(phone, f"{night.path}/round/1/table/1", **TOTALS).status_code == 303
        if self.judge(self.directing(phone, night), self.model.may_enter(phone, night), did):
            night.has_totals = night.is_done = True

    def look_at_night(self, phone: str, game: str, number: int) -> None:
        """Each page of a night is for those with a place at it, and shows totals to those alone who may see them."""
        night = self._night(number)
        if not night:
            return
        path = PAGES[number // 2 % len(PAGES)]
        self.say(f"{phone} looks at {night.path}{path}")
        answer = self.house.get(phone, f"{night.path}{path}")
        may = self.model.may_see_night if path != "/paper/standing" else self.model.may_see_totals
        seen = self.judge(self.directing(phone, night), may(phone, night), answer.status_code != 403)
        if seen and night.has_totals:
            shows = answer.status_code == 200 and any(each in answer.text for each in SHOWN)
            if shows or path in SHOWS:
                self.judge(
                    f"{self.directing(phone, night)} sees totals", self.model.may_see_totals(phone, night), shows
                )
        elif answer.status_code != 403 and not self.model.may_see_night(phone, night):
            self.report(f"{path} shows a night")

    def write_at_night(self, phone: str, game: str, number: int) -> None:
        """Send a form of a night that changes nothing: it is refused for what it says, or for who sends it."""
        night = self._night(number)
        if not night:
            return
        path, told = FORMS[number // 2 % len(FORMS)]
        may = (self.model.may_decide if path in DECIDES else self.model.may_enter)(phone, night)
        self.say(f"{phone} sends {path} of {night.path}")
        did = self.house.post(phone, f"{night.path}{path}", **told).status_code != 403
        self.judge(f"{self.directing(phone, night)} sends {path}", may, did)

    def save_all(self, phone: str, game: str, number: int) -> None:
        """The file of all games holds the nights that a phone may see whole."""
        if not self.model.nights:
            return
        self.say(f"{phone} saves all games")
        answer = self.house.get(phone, "/games/all.json")
        held = len(answer.get_json()["nights"]) if answer.status_code == 200 else 0
        may = sum(self.model.may_see_totals(phone, each) for each in self.model.nights) + self.brought(phone)
        self.judge("finds other nights than it may see", False, held != may)

    def brought(self, phone: str) -> int:
        """How many nights came in a file that a phone sees."""
        return 0

    def name_keeper(self, phone: str, game: str, number: int) -> None:
        """A phone makes a link by which another directs a night, or looks after the house; and that one uses it."""
        night = self._night(number) if number % 3 else None
        if "/keepers/<night>" not in self.house.routes or (number % 3 and not night):
            return
        whose = night.path.rpartition("/")[2] if night else "house"
        others = [*self.model.phones]
        other = others[number // 3 % len(others)]
        self.say(f"{phone} names {other} for {night.path if night else 'the house'}")
        token = token_in(self.house.post(phone, f"/keepers/{whose}/link"), "keep")
        may = self.model.directs_night(phone, night) if night else self.model.may_name_keepers(phone)
        if not self.judge("makes a link", may, bool(token)) or (self.model.home == CLUB and not night):
            return
        did = self.house.post(other, f"/keep/{token}").status_code == 303
        if self.judge("by the link", self.model.signed_in(other), did):
            (night.directors if night else self.model.keepers).add(self.model.who(other))
            self.judge("by a link that was used", False, self.house.post(phone, f"/keep/{token}").status_code == 303)

    def remove_keeper(self, phone: str, game: str, number: int) -> None:
        night = self._night(number)
        if "/keepers/<night>" not in self.house.routes or not night or len(night.directors) < 2:
            return
        gone = sorted(night.directors)[number // 2 % len(night.directors)]
        self.say(f"{phone} removes {gone} from {night.path}")
        path = f"/keepers/{night.path.rpartition('/')[2]}/remove"
        did = self.house.post(phone, path, keeper=self.house.id_of(gone)).status_code == 303
        if self.judge(self.directing(phone, night), self.model.directs_night(phone, night), did):
            night.directors.discard(gone)

    def use_code(self, phone: str, game: str, number: int) -> None:
        """Come in by a code of a night, a good one or one that ended, and take a seat at its table."""
        night = self._night(number)
        if not night:
            return
        which, seat = night.codes[-1 - number // 2 % min(len(night.codes), 3)], SEATS[self.model.step % len(SEATS)]
        self.say(f"{phone} comes to {night.path} by code {which} and takes seat {seat}")
        code, door = self._code(night, which)
        did = self.house.post(phone, "/door/", code=code).status_code == 303
        if self.judge("a code that ended" if which != night.good else "a code", which == night.good, did):
            self._play(phone, night, door, seat)
        elif self.house.post(phone, f"{door}/{self._entrant(night, seat)}/play").status_code != 404:
            self.report("a link of a code that ended")

    def _play(self, phone: str, night: Night, door: str, seat: int) -> None:
        there = self.model.games.get(night.game)
        if there and (not self.usable(night.game) or night.game in self.spoiled):
            return
        if not there and len(self.model.games) >= MOST_GAMES:
            return
        answer = self.house.post(phone, f"{door}/{self._entrant(night, seat)}/play")
        may = not (night.is_done or night.has_totals) and self.model.may_join_night(phone, night)
        led = game_in(answer)
        if not self.judge("a phone with a good code", may, bool(led), night.game):
            return
        if night.game and led != night.game:
            self.report("a code leads to another game than the table's", night.game, led)
            return
        night.game = led
        self.model.come_by_code(phone, led, seat)

    def ask_more(self) -> None:
        super().ask_more()
        for night in self.model.nights:
            there = self.model.games.get(night.game)
            night.is_done = night.is_done or bool(there and there.stands)

    def _night(self, number: int) -> Night | None:
        return self.model.nights[number % len(self.model.nights)] if self.model.nights else None

    def _code(self, night: Night, which: int) -> tuple[str, str]:
        """One of the codes of a night, and where it leads."""
        of = night.path.rpartition("/")[2]
        with self.house.app.test_request_context():
            return code_of(of, which), door_of(of, which)

    def _entrant(self, night: Night, seat: int) -> int:
        """Who has a seat at the table."""
        with self.house.app.app_context():
            read = current_store().nights.read(night.path.rpartition("/")[2])
        assert read is not None
        return read.night.rounds[0].tables[0].sides[seat % 2][seat // 2]
