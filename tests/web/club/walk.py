"""Walks every route of a club in each office, by a link to one game, and as nobody in particular.

``python -m tests.web.share.walk`` writes what it found into ``docs/roles.md``, beside the walk through other houses.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from flask.testing import FlaskClient
from typing_extensions import override
from werkzeug.test import TestResponse

from companion.store import Office
from companion.web.core.current import current_store
from companion.web.core.identity import SIGN_IN_COOKIE
from tests.web.club.people import NEVER, come_in
from tests.web.conftest import NOW
from tests.web.share.walk import DOCUMENT, STRANGER, House, Walked, make_house, table_of, written

BY_A_LINK = "scorer by link"
SIGNED_OUT = "not signed in"
WHO = (*(each.value for each in Office), BY_A_LINK, SIGNED_OUT)
MARK = "walked club"


@dataclass(frozen=True)
class Club(House):
    """A club with one game, at which nobody sits who is signed in."""

    accounts: dict[str, str]

    @override
    def ask(self, who: str, address: str, way: str) -> TestResponse:
        phone = self.phones[who]
        phone.delete_cookie(SIGN_IN_COOKIE)
        with self.app.app_context():
            # Each time anew, for some addresses sign out whoever asks there, or use a link up.
            token = current_store().accounts.sign_in(self.accounts.get(who, ""), "", NEVER)
            self.parts["club.token"] = current_store().ways_in.invite(Office.MEMBER, "", NOW, NEVER)
        if token:
            phone.set_cookie(SIGN_IN_COOKIE, token)
        return super().ask(who, address, way)


def make_club(data: Path) -> Club:
    """A club; its scorer by a link is the one of any house."""
    house = make_house(data, "club")
    phones: dict[str, FlaskClient] = {each.value: come_in(house.app, each, each.value) for each in Office}
    with house.app.app_context():
        accounts = {each.name: each.id for each in current_store().accounts.list_accounts()}
    phones |= {BY_A_LINK: house.phones["scorer"], SIGNED_OUT: house.phones[STRANGER]}
    return Club(house.app, house.game, house.parts, phones, accounts)


def walk_club(club: Club) -> Iterator[Walked]:
    """Every address, asked by everybody."""
    for address, way in club.rows():
        answers = dict[str, int]()
        for who in WHO:
            answer = club.ask(who, address, way)
            answers[who] = answer.status_code
            answer.close()
        yield Walked(address, way, answers)


def table_of_club(walked: list[Walked]) -> str:
    """The walk as a table."""
    return table_of(walked, WHO)


def write_club() -> None:
    """Walk, and write down what was found."""
    with tempfile.TemporaryDirectory() as folder:
        club = make_club(Path(folder))
        table = table_of_club([*walk_club(club)])
        club.close()
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8"), table, MARK), encoding="utf-8")
