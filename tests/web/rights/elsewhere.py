"""The steps away from a game: house rules and seasons, the persons behind the names, and the club."""

from __future__ import annotations

import json
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from werkzeug.test import TestResponse

from companion.night.events import Plan
from companion.rules.house import make_house
from companion.store import open_store
from companion.store.bundle import export_all
from companion.store.files import house_document
from companion.store.moments import now
from companion.web.core.current import current_store
from tests.web.rights.driver import PLAYERS, hashed, token_in
from tests.web.rights.model import CLUB, EVERYBODY, INVITED, OFFICES, ONLY_ME, OWNER, WayIn
from tests.web.rights.play import Play

RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/house/none/delete", {}),
    ("/house/new/site", {"save": "1", "name": ""}),
    ("/house/file", {}),
    ("/seasons/", {}),
    ("/seasons/none/remove", {}),
    ("/seasons/none/end", {}),
    ("/nights/", {"name": ""}),
    ("/nights/none/here", {}),
    ("/nights/none/draw", {"number": "1"}),
    ("/nights/none/round/1/table/1", {"points-0": "10"}),
    ("/nights/none/round/1/table/1/game", {"do": "enter"}),
    ("/nights/none/undo", {}),
)
"""Forms of house rules, seasons and nights that change nothing, as they name nothing that is there."""
MOST_ACCOUNTS = 8


@lru_cache
def _a_night() -> dict[str, Any]:
    """A night as another companion exports it."""
    with TemporaryDirectory() as folder, closing(open_store(Path(folder))) as store:
        night = store.nights.open(Plan("From elsewhere", "Single deck"), "2026-11-26", "their desk", now())
        return export_all(store, [], [night])


def a_bundle(house: str) -> bytes:
    """A file with house rules of this name, and with the one night."""
    rules = house_document(make_house(house, "site", {"pass.count": 3}))
    return json.dumps({**_a_night(), "houses": [rules]}).encode()


class Elsewhere(Play):
    """A home with rules, seasons and persons; in a club, with members."""

    def start(self) -> None:
        super().start()
        self.asked = self.made = 0
        self.came_by: str | None = None
        """Who brought the night in that is in every file."""

    def set_rules(self, phone: str, game: str, number: int) -> None:
        path, told = RULES[number % len(RULES)]
        self.say(f"{phone} sends {path}")
        did = self.house.post(phone, path, **told).status_code != 403
        what = "a phone that belongs to no game" if not self.model.writes_somewhere(phone) else "a phone"
        self.judge(f"{what} changes house rules or seasons", self.model.may_set_rules(phone), did)

    def make_rules(self, phone: str, game: str, number: int) -> None:
        """House rules or a season that did not exist, made, and removed again by somebody."""
        self.made += 1
        name = f"Made {self.made}"
        path = "/house/new/site" if number % 2 else "/seasons/"
        told: dict[str, Any] = {"save": "1", "name": name, "pass.count": "3", "first": "2026-01-01"}
        self.say(f"{phone} makes {'house rules' if number % 2 else 'a season'}")
        answer = self.house.post(phone, path, **told)
        what = "house rules" if number % 2 else "a season"
        made = self.judge(
            f"{self.keeping(phone)} makes {what}", self.model.may_set_rules(phone), answer.status_code == 303
        )
        if made:
            others = [*self.model.phones]
            other = others[number // 2 % len(others)]
            self.say(f"{other} removes them")
            end = "/delete" if number % 2 else "/remove"
            did = self.house.post(other, f"{answer.location}{end}").status_code == 303
            self.judge(f"{self.keeping(other)} removes {what}", self.model.may_set_rules(other), did)

    def keeping(self, phone: str) -> str:
        """What a phone is in the house, for the name of a violation."""
        if self.model.home == CLUB:
            return self.model.office(phone) or "nobody of the club"
        if self.model.who(phone) in self.model.keepers:
            return "the owner of the house"
        return "a phone that belongs to a game" if self.model.writes_somewhere(phone) else "a phone without a game"

    def import_bundle(self, phone: str, game: str, number: int) -> None:
        """A file with house rules and a night: each part is judged by the right for that part."""
        self.made += 1
        self.say(f"{phone} imports a file with house rules and a night")
        before = self._there()
        answer = self.house.import_file(phone, a_bundle(f"Brought {self.made}"))
        houses, nights = (now - then for now, then in zip(self._there(), before, strict=True))
        self.judge("a phone that belongs to no game imports", self.model.may_import(phone), answer.status_code != 403)
        may = self.model.may_import(phone) and self.model.may_set_rules(phone)
        self.judge(f"{self.keeping(phone)} brings in house rules", may, houses == 1)
        if self.came_by is None and self.judge(f"{self.keeping(phone)} brings in a night", may, nights == 1):
            self.came_by = self.model.who(phone)

    def brought(self, phone: str) -> int:
        """Whether a phone sees the night that came in a file."""
        if self.came_by is None:
            return 0
        seen = self.model.home != INVITED or self.model.who(phone) in {self.came_by, *self.model.keepers}
        return int(seen and self.model.signed_in(phone))

    def _there(self) -> tuple[int, int]:
        """How many house rules and nights there are."""
        with self.house.app.app_context():
            return len(current_store().houses.list_houses()), len(current_store().nights.every())

    def ask_advice(self, phone: str, game: str, number: int) -> None:
        """Ask what to bid: not while one plays, or did a moment ago."""
        if self.model.home == CLUB:  # a phone from which somebody else signs out is another one there
            return
        self.say(f"{phone} asks what to bid")
        did = self.house.get(phone, "/practice/hand/site").status_code == 200
        self.judge("advice", self.model.may_ask_advice(phone), did)

    # People

    def claim(self, phone: str, game: str, number: int) -> None:
        name = PLAYERS[number % len(PLAYERS)]
        if name in self.spoiled or not self._meets(phone):
            return
        self.say(f"{phone} claims {name}")
        account = self.model.home == CLUB and name in self.model.offices and self.model.phones[phone] != name
        did = self._say(phone, name, "mine").status_code == 303
        what = "another account's name" if account else "a person"
        if self.judge(f"claims {what}", self.model.may_claim(phone, name), did, name):
            self.model.person(name).claimed.add(self.model.who(phone))

    def release(self, phone: str, game: str, number: int) -> None:
        """A director makes a person nobody's again."""
        name = PLAYERS[number % len(PLAYERS)]
        person = self.model.person(name)
        if self.model.home != CLUB or name in self.spoiled or not person.claimed or not self._meets(phone):
            return
        self.say(f"{phone} releases {name}")
        did = self._say(phone, name, "release").status_code == 303
        if self.judge("a claim", self.model.directs(phone), did, name):
            person.claimed, person.seen_by = set(), EVERYBODY

    def hide(self, phone: str, game: str, number: int) -> None:
        """A person is seen by nobody else, or by everybody again."""
        name = PLAYERS[number % len(PLAYERS)]
        if name in self.spoiled or not self._meets(phone):
            return
        person = self.model.person(name)
        seen_by = ONLY_ME if person.seen_by == EVERYBODY else EVERYBODY
        self.say(f"{phone} lets {name} be seen by {seen_by}")
        did = self._say(phone, name, "seen-by", seen_by=seen_by).status_code == 303
        # Nothing changes for somebody who is seen by everybody and claimed by nobody.
        may = self.model.may_hide(phone, name) or (seen_by == EVERYBODY and not person.claimed)
        if self.judge("a person", may, did, name):
            person.seen_by = seen_by

    def leave_out(self, phone: str, game: str, number: int) -> None:
        """A person is left out of the figures, or no longer."""
        name = PLAYERS[number % len(PLAYERS)]
        if name in self.spoiled or not self._meets(phone):
            return
        person = self.model.person(name)
        self.say(f"{phone} {'includes' if person.left_out else 'leaves out'} {name}")
        did = self._say(phone, name, "let-in" if person.left_out else "leave-out").status_code == 303
        what = "a person" if person.claimed else "a person whom nobody has claimed"
        if self.judge(what, self.model.may_leave_out(phone, name), did, name):
            person.left_out = not person.left_out

    def _say(self, phone: str, name: str, say: str, **told: Any) -> TestResponse:
        return self.house.post(phone, f"/who/{name.lower()}", say=say, **told)

    def _meets(self, phone: str) -> bool:
        """Whether a phone sees a game with these players, which is where it knows them from."""
        games = [game for game in self.model.games if self.usable(game)]
        unsure = bool(self.spoiled & {*self.model.games})
        return self.model.signed_in(phone) and not unsure and any(self.model.may_read(phone, each) for each in games)

    def ask_more(self) -> None:
        hidden = [
            (phone, name)
            for name, person in self.model.people.items()
            if person.claimed and not person.left_out and name not in self.spoiled
            for phone in self.model.phones
            if not self.model.may_see(phone, name) and self._meets(phone)
        ]
        for phone, name in hidden[self.model.step % max(len(hidden), 1) :][:1]:
            self._ask_pages(phone, name)

    def _ask_pages(self, phone: str, name: str) -> None:
        """No page of people shows somebody who is hidden from whoever asks."""
        other = next(each for each in PLAYERS if each != name).lower()
        pages = (
            *("/people/", "/people/rules/site", "/people/table", "/seasons/2026", f"/person/{name.lower()}"),
            *(f"/person/{other}", f"/person/{other}/with/{name.lower()}", f"/person/{other}/behind/games"),
            f"/person/{other}/year/2026",
        )
        for _ in range(3):
            page = pages[self.asked % len(pages)]
            self.asked += 1
            asked = {"who": list(PLAYERS)} if page == "/people/table" else {}
            kind = page.replace(name.lower(), "them").replace(other, "another")
            self.judge(f"{kind} shows a hidden person", False, self.house.shows(phone, page, name, **asked))

    # The club

    def _account(self, number: int) -> str:
        """An account, mostly one that is there."""
        accounts = [*self.model.offices]
        return accounts[number % len(accounts)] if accounts else ""

    def _club(self) -> bool:
        return self.model.home == CLUB and CLUB not in self.spoiled

    def invite(self, phone: str, game: str, number: int) -> None:
        if not self._club():
            return
        office = OFFICES[number % len(OFFICES)]
        self.say(f"{phone} invites somebody as {office}")
        token = token_in(self.house.members(phone, "invite", office=office), "in")
        mine = self.model.phones[phone]
        if self.judge("invites", self.model.looks_after(mine, office), bool(token), CLUB):
            self.model.ways_in.append(WayIn(token, mine, office=office))

    def let_in(self, phone: str, game: str, number: int) -> None:
        """A link that signs one more device in as an account."""
        account = self._account(number)
        if not self._club():
            return
        self.say(f"{phone} makes a sign-in link for {account}")
        token = token_in(self.house.members(phone, "let-in", account=self.house.ids[account]), "in")
        mine = self.model.phones[phone]
        may = self.model.looks_after(mine, self.model.offices[account])
        if self.judge("makes a sign-in link", may, bool(token), CLUB):
            self.model.ways_in.append(WayIn(token, mine, account=account))

    def redeem(self, phone: str, game: str, number: int) -> None:
        """Use a way into the club, of those that were made the last ones first."""
        ways = [each for each in self.model.ways_in if each.token]
        if not self._club() or not ways or len(self.house.ids) >= MOST_ACCOUNTS:
            return
        way = ways[-1 - number % len(ways)]
        what = f"the invitation as {way.office}" if way.office else f"the sign-in link for {way.account}"
        self.say(f"{phone} redeems {what} that {way.maker} made")
        name = f"Newcomer{len(self.house.ids)}" if way.office else way.account
        did = self.house.post(phone, f"/in/{way.token}", name=name).status_code == 303
        was_used = " again" if not way.open and way.maker in self.model.offices else ""
        kind = f"an invitation as {way.office}" if way.office else "a sign-in link"
        if not self.judge(f"{kind}{was_used} that its maker may not make now", self.model.gives(way), did, CLUB):
            return
        way.open = False
        if way.office:
            self.model.offices[name] = way.office
            with self.house.app.app_context():
                self.house.ids[name] = next(a.id for a in current_store().accounts.list_accounts() if a.name == name)
        self.model.enter(phone, name)

    def take_back(self, phone: str, game: str, number: int) -> None:
        ways = [each for each in self.model.ways_in if self.model.gives(each)]
        if not self._club() or not ways:
            return
        way = ways[number % len(ways)]
        self.say(f"{phone} revokes a link into the club")
        did = self.house.members(phone, "take-back", way_in=hashed(way.token)).status_code == 303
        office = way.office or self.model.offices[way.account]
        if self.judge("a link into the club", self.model.looks_after(self.model.phones[phone], office), did, CLUB):
            way.open = False

    def appoint(self, phone: str, game: str, number: int) -> None:
        account, office, mine = self._account(number), OFFICES[number // 8 % len(OFFICES)], self.model.phones[phone]
        if not self._club():
            return
        self.say(f"{phone} makes {account} a {office}")
        did = self.house.members(phone, "office", account=self.house.ids[account], office=office).status_code == 303
        may = self.model.looks_after(mine, self.model.offices[account]) and self.model.looks_after(mine, office)
        stays = office == OWNER or not self.model.is_last_owner(account)
        if self.judge("changes an office", may and stays, did, CLUB):
            self.model.appoint(account, office)

    def dismiss(self, phone: str, game: str, number: int) -> None:
        account, mine = self._account(number), self.model.phones[phone]
        if not self._club():
            return
        self.say(f"{phone} removes the account of {account}")
        did = self.house.members(phone, "dismiss", account=self.house.ids[account]).status_code == 303
        may = self.model.looks_after(mine, self.model.offices[account])
        if self.judge("removes an account", may and not self.model.is_last_owner(account), did, CLUB):
            self.model.dismiss(account)

    def sign_out_everywhere(self, phone: str, game: str, number: int) -> None:
        account, mine = self._account(number), self.model.phones[phone]
        if not self._club():
            return
        self.say(f"{phone} signs all devices of {account} out")
        did = self.house.members(phone, "sign-out", account=self.house.ids[account]).status_code == 303
        if self.judge("signs out", self.model.looks_after(mine, self.model.offices[account]), did, CLUB):
            self.model.sign_out(account, everywhere=True)

    def sign_out(self, phone: str, game: str, number: int) -> None:
        if not self._club() or not self.model.phones[phone]:
            return
        self.say(f"{phone} signs out")
        did = self.house.post(phone, "/account/sign-out").status_code == 303
        if self.judge("signs out", True, did, CLUB):
            self.model.sign_out(self.model.phones[phone])
            self.model.phones[phone] = ""
