"""The server that the model is held against: an application in a folder, and the phones that ask it."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import tempfile
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any
from zlib import crc32

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.store import Office
from companion.store.moments import now
from companion.web.core.current import current_store, journal
from companion.web.core.identity import MARK_LETTERS
from companion.web.core.security import Meter
from tests.web.conftest import Applications
from tests.web.follower import Follower
from tests.web.new_game import finish, play_one_deal

PLAYERS = ("Zenobia", "Yorick", "Xanthe", "Wilfred")
"""Names that stand on no page but where somebody of that name is shown."""
ACCOUNTS = {"Olgamar": "owner", "Ottokar": "owner", "Doralice": "director", "Zenobia": "member", "Yorick": "member"}
"""The accounts of a club: two of them are called as players are."""
STRANGER, TWIN = "stranger", "twin"
"""At home, a phone that nobody invited, and one with the mark of the first phone."""
AT_HOME = ("ann", "bob", "cleo", "dan", "eve", STRANGER, TWIN)
KEEPER = AT_HOME[0]
"""The phone of the owner of a house."""
IN_CLUB = {
    **{f"{name.lower()}-phone": name for name in ACCOUNTS},
    "zenobia-tablet": "Zenobia",
    "stranger": "",
    "newcomer": "",
}
"""By phone, the account that is signed in on it."""
FAR = "2099-01-01T00:00:00.000+00:00"
NOBODYS = "a phone at the table"
CONFIG: dict[str, Any] = {"READER": None, "READS": False}
RENAMED = {"remove": ("remove", "let_out"), "revoke": ("revoke", "back"), "dismiss": ("remove", "send-out")}
"""Addresses by what they do: the first that the server has, so that the machine runs against older code as well."""


def phones_of(home: str) -> dict[str, str]:
    """The phones of a home, with the account that is signed in on each at first."""
    return dict(IN_CLUB) if home == "club" else dict.fromkeys(AT_HOME, "")


@lru_cache
def _applications() -> Applications:
    return Applications()


@lru_cache
def _template(home: str) -> tuple[Path, dict[str, str], dict[str, str]]:
    """A folder in which nobody has played, the sign-ins of its phones and the ids of its accounts."""
    folder = Path(tempfile.mkdtemp(prefix=f"rights-{home}"))
    app = _applications().open(folder, HOME=home, **CONFIG)
    with app.app_context():
        store = current_store()
        signed_in, ids = dict[str, str](), dict[str, str]()
        for name, office in ACCOUNTS.items() if home == "club" else ():
            store.ways_in.use_up(store.ways_in.invite(Office(office), "", now(), FAR), name, "a phone", now())
            ids[name] = next(each.id for each in store.accounts.list_accounts() if each.name == name)
        for phone, account in phones_of(home).items():
            if account:
                signed_in[phone] = str(store.accounts.sign_in(ids[account], "a phone", now()))
        if home != "club" and hasattr(store, "keepers"):  # older code has none
            store.keepers.add("house", _cookie(KEEPER), now())
    _applications().take_back(app)
    return folder, signed_in, ids


def hashed(secret: str) -> str:
    """By what the server knows a phone, a link or an account in its forms."""
    return hashlib.sha256(secret.encode()).hexdigest()


class House:
    """One home with its phones, as the server keeps it."""

    def __init__(self, home: str) -> None:
        template, signed_in, self.ids = _template(home)
        self.ids = dict(self.ids)
        self.folder = Path(tempfile.mkdtemp(prefix="rights", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
        shutil.copytree(template, self.folder, dirs_exist_ok=True)
        self.app = _applications().open(self.folder, HOME=home, **CONFIG)
        self.routes = {rule.rule for rule in self.app.url_map.iter_rules()}
        self.phones = {phone: self._phone(phone, signed_in.get(phone, "")) for phone in phones_of(home)}
        self.keys = 0

    def _phone(self, phone: str, sign_in: str) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        client.set_cookie("device", _cookie(phone))
        if sign_in:
            client.set_cookie("sign-in", sign_in)
        return client

    def add_phone(self, phone: str) -> str:
        """One more phone, of somebody who is passing."""
        self.phones[phone] = self._phone(phone, "")
        return phone

    def close(self) -> None:
        """Stop the server and throw its folder away."""
        _applications().take_back(self.app)
        shutil.rmtree(self.folder, ignore_errors=True)

    def id_of(self, who: str) -> str:
        """How a game's forms name somebody who has a place there."""
        return hashed(f"account:{self.ids[who]}" if who in self.ids else _cookie(who))

    def get(self, phone: str, path: str, **asked: Any) -> TestResponse:
        return self.phones[phone].get(path, query_string=asked)

    def post(self, phone: str, path: str, *, limited: bool = False, **told: Any) -> TestResponse:
        """Send a form; each has a key of its own, and nobody is held up by a rate limit unless that is asked for."""
        self.keys += 1
        if not limited:
            self.app.extensions["meter"] = Meter()
        told = {name.replace("_", "-"): value for name, value in told.items()}
        return self.phones[phone].post(path, data={"key": f"form-number-{self.keys:010}", **told})

    def share(self, phone: str, game: str, what: str, **told: Any) -> TestResponse:
        """Send one of the forms under "Other phones"."""
        found = [each for each in RENAMED.get(what, (what,)) if f"/game/<game>/share/{each}" in self.routes]
        return self.post(phone, f"/game/{game}/share/{found[0]}", **told)

    def members(self, phone: str, what: str, **told: Any) -> TestResponse:
        """Send one of the forms of the club's members."""
        found = [each for each in RENAMED.get(what, (what,)) if f"/members/{each}" in self.routes]
        return self.post(phone, f"/members/{found[0]}", **told)

    def begin(self, phone: str, *, limited: bool = False, **told: str) -> TestResponse:
        """Send the form that begins a game of four, whose sides sign it."""
        names = {f"name-{seat}": name for seat, name in enumerate(PLAYERS)}
        # One that begins like this phone's latest, untouched game leads back to it: each has a target of its own.
        own = crc32(told["key"].encode()) % 1000 if "key" in told else 1000 + self.keys
        told = {"target": str(1000 + 10 * own), **told}
        return self.post(phone, "/new/site", limited=limited, **names, dealer="0", start="1", asked="1", **told)

    def finish(self, game: str) -> None:
        """Let side A have won after a deal."""
        play_one_deal(self.app, game)
        finish(self.app, game)

    def shelf_of(self, game: str) -> str:
        """Where a game lies."""
        with self.app.app_context():
            row = journal().find_game(game)
        return row.shelf.value if row else ""

    def import_file(self, phone: str, content: bytes) -> TestResponse:
        return self.post(phone, "/games/file", file=(io.BytesIO(content), "game.json"))

    def follow(self, phone: str, game: str) -> Follower:
        """The stream of a game, which is read as it comes."""
        return Follower(self.phones[phone], f"/live/{game}")

    # Probes that change nothing

    def reads(self, phone: str, game: str) -> bool:
        return self.get(phone, f"/live/{game}/poll").status_code != 403

    def writes(self, phone: str, game: str) -> bool:
        """Whether a bid that is no number is refused for that, and not for who sends it."""
        return self.post(phone, f"/game/{game}/bid", amount="x").status_code != 403

    def manages(self, phone: str, game: str) -> bool:
        return self.share(phone, game, "link", place="").status_code != 403

    def shows(self, phone: str, path: str, name: str, **asked: Any) -> bool:
        """Whether a page that may be seen has a name on it."""
        answer = self.get(phone, path, **asked)
        return answer.status_code == 200 and name in answer.text


@lru_cache
def _cookie(phone: str) -> str:
    """The id in a phone's cookie; that of the twin has a hash that begins as the first phone's does."""
    if phone != TWIN:
        return phone.ljust(22, "-")
    mark = hashed(_cookie(AT_HOME[0]))[:MARK_LETTERS]
    ids = (f"{TWIN}{number}".ljust(22, "-") for number in count())
    return next(each for each in ids if hashed(each).startswith(mark))


def game_in(answer: TestResponse) -> str:
    """The game to which an answer leads; empty where it leads to none."""
    found = re.match(r"/game/(\w+)/", answer.location or "") if answer.status_code == 303 else None
    return found[1] if found else ""


def token_in(answer: TestResponse, path: str) -> str:
    """The token of the link that a page shows."""
    found = re.findall(rf"/{path}/([\w-]{{20,}})", answer.text)
    return found[0] if found else ""
