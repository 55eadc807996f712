"""The steps at a tournament night: its code is made, used, renewed and taken back."""

from __future__ import annotations

from typing import Any

from companion.web.core.current import current_store
from companion.web.night.door import code_of, door_of
from tests.web.rights.at_games import MOST_GAMES
from tests.web.rights.driver import PLAYERS, game_in
from tests.web.rights.model import SEATS, Night
from tests.web.rights.play import Play

PLAN: dict[str, Any] = {"name": "Night", "rules": "Single deck, partners", "rounds": "1", "deals": "1"}
MOST_NIGHTS, MOST_CODES = 2, 6


class AtNight(Play):
    """A home with nights of one table."""

    def open_night(self, phone: str, game: str, number: int) -> None:
        if len(self.model.nights) >= MOST_NIGHTS:
            return
        self.say(f"{phone} opens a night")
        answer = self.house.post(phone, "/nights/", **PLAN)
        if not self.judge("a phone", self.model.may_set_rules(phone), answer.status_code == 303):
            return
        night = answer.location.removesuffix("/here")
        self.house.post(phone, f"{night}/here", names=", ".join(PLAYERS))
        drawn = self.house.post(phone, f"{night}/draw", number="1").status_code == 303
        self.judge("the phone that opened it draws a round", True, drawn)
        self.model.nights.append(Night(night, phone, [1]))

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
        if self.judge("a phone", self.model.may_set_rules(phone), did):
            night.change(renews=do == "renew")

    def read_code(self, phone: str, game: str, number: int) -> None:
        """Only who may change it is shown the code."""
        night = self._night(number)
        if night and night.good:
            self.say(f"{phone} looks at the code of {night.path}")
            code, _ = self._code(night, night.good)
            self.judge(
                "a phone", self.model.may_set_rules(phone), self.house.shows(phone, f"{night.path}/phones", code)
            )

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
        may = not night.is_done and self.model.may_join_night(phone, night)
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
