"""The path of a request: the modules and functions of the companion it enters, and its queries for its game.

Run it as ``python -m bench.request_walks``; with the name of a room, such as ``companion.web.settle``, it counts that
room alone. One game is played into its second deal without a server; a bid, a
correction, the reading of a meld photo and a ruling are followed. The photo is read by a reader that sees a pinochle in
everything.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from bench.scoring_page import BASE_URL, new_game
from companion.cards import parse_cards
from companion.vision.reading import Reading, SeenCard
from companion.vision.serve import Pack, Picture
from companion.web import create_app
from companion.web.core.current import journal

COUNTED = sys.argv[1] if len(sys.argv) > 1 else "companion."
PARTS = re.compile(r"<(?:listcomp|setcomp|dictcomp|genexpr|lambda)>|^__")
"""The names of parts of a function, and of methods that a decorator writes: they are no stops of their own."""
ASKED_OF_A_GAME = ("version", "read", "outcome")


@dataclass
class Walk:
    """The path of one request."""

    modules: set[str] = field(default_factory=set)
    functions: set[CodeType] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    """The store's queries for a game, in order."""


def followed(ask: Callable[[], TestResponse], store: type) -> tuple[TestResponse, Walk]:
    """The answer to a request, and where it came by; ``store`` is the class that keeps the games."""
    walk = Walk()
    codes = {getattr(store, name).__code__: name for name in ASKED_OF_A_GAME}

    def see(frame: FrameType, event: str, _what: Any) -> None:
        if event != "call":
            return
        module = frame.f_globals.get("__name__", "")
        if module.startswith(COUNTED):
            walk.modules.add(module)
            if not PARTS.match(frame.f_code.co_name):
                walk.functions.add(frame.f_code)
        if frame.f_code in codes:
            walk.asked.append(codes[frame.f_code])

    sys.setprofile(see)
    try:
        answer = ask()
    finally:
        sys.setprofile(None)
    return answer, walk


def read_pinochle(_content: bytes, _pack: Pack) -> Picture:
    """A reader that sees a pinochle in every photo."""
    outline = ((0.0, 0.0), (80.0, 0.0), (80.0, 120.0), (0.0, 120.0))
    cards = tuple(SeenCard(card, 0.99, outline, sure=True) for card in parse_cards("QS JD"))
    return Picture(b"jpeg", Reading(cards, (), (800, 600), 1.0))


class Phone:
    """A phone with a seat at a game; it sends the forms of its pages."""

    def __init__(self, client: FlaskClient, game: str, store: type) -> None:
        self._client, self._store, self._number = client, store, 0
        self.path = f"/game/{game}"
        self.post("/share/seat", seat="0")

    def get(self, url: str) -> str:
        """A page."""
        return self._told(self._client.get(url, base_url=BASE_URL)).text

    def post(self, path: str, at: str = "", **fields: str) -> str:
        """Send a form at a path of the game, as htmx does, with the newest version; what comes back."""
        return self._told(self._sends(path, at, fields)()).text

    def follow(self, name: str, path: str, at: str = "", **fields: str) -> str:
        """Send a form, and print its path."""
        return self._followed(name, self._sends(path, at, fields))

    def follow_page(self, name: str, url: str) -> str:
        """A page, and print where its request came by."""
        return self._followed(name, lambda: self._client.get(url, base_url=BASE_URL))

    def photo(self, **purpose: str) -> str:
        """Send a photo; the address of its reading."""
        sent = {"taken": (io.BytesIO(b"photo"), "meld.jpg"), **purpose}
        answer = self._client.post("/photo/", data=sent, base_url=BASE_URL, headers={"Origin": BASE_URL})
        return str(self._told(answer).headers["Location"])

    def _sends(self, path: str, at: str, fields: dict[str, str]) -> Callable[[], TestResponse]:
        """Return a call that sends a form; its version is looked up before, so that this does not count."""
        self._number += 1
        with self._client.application.app_context():
            seen = str(journal().version(self.path.split("/")[-1]))
        form = {"key": f"walk-{self._number}", "seen": seen} | {
            name.replace("_", "-") if name.startswith("points") else name: text for name, text in fields.items()
        }
        headers = {"HX-Request": "true", "Origin": BASE_URL}
        url = at or self.path + path
        return lambda: self._client.post(url, data=form, base_url=BASE_URL, headers=headers)

    def _followed(self, name: str, ask: Callable[[], TestResponse]) -> str:
        answer, walk = followed(ask, self._store)
        asked = ", ".join(f"{walk.asked.count(each)} {each}" for each in ASKED_OF_A_GAME if each in walk.asked)
        entered = f"{len(walk.modules):4} modules {len(walk.functions):4} functions"
        print(f"{name:24} {entered}   {len(walk.asked)} questions to the store: {asked or 'none'}")
        return self._told(answer).text

    @staticmethod
    def _told(answer: TestResponse) -> TestResponse:
        if answer.status_code >= 400:
            raise SystemExit(f"answered {answer.status_code}: {answer.text[:300]}")
        return answer


def play(phone: Phone) -> None:
    """A deal that is scored; then a bid, a correction of that deal, a photo and a ruling are followed."""
    for path, fields in FIRST_DEAL:
        phone.post(path, **fields)
    phone.follow("a bid", "/take", seat="1", amount="250")
    correct(phone)
    phone.post("/trump", trump="H")
    reading = phone.photo(game=phone.path.split("/")[-1], whose="1", deal="2", trump="H")
    phone.follow_page("a meld photo’s reading", reading)
    phone.follow_page("a ruling", f"{phone.path}/settle/play/ruling?lead=2&trick=AH+9H&card=9C&lacks=H")


FIRST_DEAL: tuple[tuple[str, dict[str, str]], ...] = (
    ("/take", {"seat": "0", "amount": "250"}),
    ("/trump", {"trump": "H"}),
    ("/meld/close", {}),
    ("/count", {"points_A": "130"}),
    ("/confirm", {}),
)


def correct(phone: Phone) -> None:
    """The counters of the first deal are corrected, and confirmed."""
    changed = {"seat": "0", "amount": "250", "trump": "H", "meld-A": "0", "meld-B": "0", "points-A": "140"}
    phone.follow("a correction told", "/deal/1", **changed)
    phone.follow("a correction confirmed", "/deal/1", **changed, confirm="1")


def main() -> None:
    """Print what each request entered."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder), READER=read_pinochle)
        with app.app_context():
            store = type(journal())
        play(Phone(app.test_client(), new_game(app), store))


if __name__ == "__main__":
    main()
