"""Asks every route for what nobody would ask, and says what broke.

For a long run: ``python -m tests.web.fuzz --requests 30000 --seed 7``.

Routes come from the application itself, so a new one is asked from its first day. Half of the requests are forms as
pages show them, with a value here and there that is not theirs.
"""

from __future__ import annotations

import argparse
import io
import tempfile
import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from flask import Flask, got_request_exception
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.web.form_reader import PageForm, forms_of
from tests.web.fuzz_world import HOSTS, JUNK, STRANGE, World, make_world, rules_of

LEAST_EACH = 3
"""So often is every route asked before chance decides."""
FOR_EVERYBODY = ("/static/", "/favicon.ico")
"""Where the files are that a cache may keep."""
KEPT_BY_NOBODY_ELSE = ("no-store", "private, no-cache")
BUSY = 503
"""The one answer above 499 that is meant: a full line, no live place."""


@dataclass
class Found:
    """What a run came to."""

    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By route and method, how often it was asked for by its name."""
    answered: Counter[str] = field(default_factory=Counter)
    """By route, how often the answer was neither a refusal nor a fault, pages and forms included."""
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """What broke: the request, and the traceback where there is one."""

    @property
    def requests(self) -> int:
        """How many requests were answered."""
        return self.statuses.total()


class Fuzz:
    """One run over one world."""

    def __init__(self, world: World, random: Random) -> None:
        self.world, self.random, self.found = world, random, Found()
        self._raised: list[str] = []

    def run(self, requests: int) -> Found:
        """Ask every route a few times, and then as many more as are wanted."""
        with got_request_exception.connected_to(self._note, self.world.app):
            for rule, method in self.world.rules * LEAST_EACH:
                self.ask_route(rule, method)
            while self.found.requests < requests:
                self.ask_route(*self.random.choice(self.world.rules)) if self.random.random() < 0.4 else self.ask_form()
        return self.found

    def ask_route(self, rule: Rule, method: str) -> None:
        """One route, each part of its address and its query right or strange."""
        self.found.asked[rule.endpoint, method] += 1
        path = self._path(rule)
        query = self._words(self.random.choice((0, 1, 3, 9)))
        if method == "POST":
            self.send(method, path, query=query, data=self._body())
        else:
            self.send(method, path, query=query)

    def ask_form(self) -> None:
        """A form of some page, sent as it stands but for what chance changes, perhaps twice."""
        page = self.send("GET", self._page())
        forms = forms_of(page.text) if page and page.mimetype == "text/html" else []
        if not forms:
            return
        form = self.random.choice(forms)
        path, data = self._elsewhere(form.action), self._filled(form)
        for _ in range(1 + (self.random.random() < 0.15)):
            if form.method == "get":
                self.send("GET", urlsplit(path).path or "/", query=data)
            else:
                self.send("POST", path, data={**_by_name(data), **self._file(form)})

    def send(self, method: str, path: str, query: Any = None, data: Any = None) -> TestResponse | None:
        """One request; what its answer must never be goes among the faults."""
        headers = {"HX-Request": "true"} if self.random.random() < 0.3 else {}
        if self.random.random() < 0.02:
            headers["Host"] = self.random.choice(HOSTS)
        address = path + (("&" if "?" in path else "?") + urlencode(query, errors="replace") if query else "")
        self._raised.clear()
        asked = f"{method} {address} {data or ''} {headers or ''}"
        try:
            answer = self.world.client.open(address, method=method, data=data, headers=headers)
        except Exception as escaped:  # noqa: BLE001  # whatever got past the application's own pages is a finding
            self.found.faults.append(f"{asked[:2000]}\n{''.join(traceback.format_exception(escaped)[-8:])}")
            self.found.statuses[500] += 1
            return None
        self._judge(asked, answer, method)
        return answer

    def _judge(self, asked: str, answer: TestResponse, method: str) -> None:
        self.found.statuses[answer.status_code] += 1
        streams = answer.mimetype == "text/event-stream"
        text = "" if streams or answer.mimetype not in {"text/html", "text/plain"} else answer.text
        answer.close()
        self._count(answer)
        kept = answer.headers.get("Cache-Control")
        if kept not in KEPT_BY_NOBODY_ELSE and not answer.request.path.startswith(FOR_EVERYBODY):
            self.found.faults.append(f"{asked[:2000]}: any cache may keep this")
        if self._raised or (answer.status_code >= 500 and answer.status_code != BUSY) or "Traceback (most" in text:
            self.found.faults.append("\n".join([f"{answer.status_code} {asked[:2000]}", *self._raised]))
        if text and method == "GET" and answer.status_code == 200:
            self.world.learn(text)

    def _count(self, answer: TestResponse) -> None:
        if answer.status_code < 400:
            with suppress(HTTPException):
                routes = self.world.app.url_map.bind("localhost")
                endpoint, _ = routes.match(answer.request.path, method=answer.request.method)
                self.found.answered[endpoint] += 1

    def _note(self, _app: Any, exception: BaseException, **_: Any) -> None:
        self._raised.append("".join(traceback.format_exception(exception)[-8:]))

    def _path(self, rule: Rule) -> str:
        parts = {name: self._part(name) for name in rule.arguments}
        path = rule.rule
        for name, value in parts.items():
            for spelled in (f"<{name}>", f"<int:{name}>", f"<path:{name}>"):
                path = path.replace(spelled, quote(value, safe=""))
        return path

    def _part(self, name: str) -> str:
        known = self.world.known.get(name, [])
        return self.random.choice(known) if known and self.random.random() < 0.85 else self.random.choice(JUNK)

    def _page(self) -> str:
        """Mostly a table, where most forms are, else any page that a link has led to."""
        games = self.world.known["game"]
        return (
            f"/game/{self.random.choice(games)}/"
            if self.random.random() < 0.6
            else self.random.choice(self.world.pages)
        )

    def _words(self, most: int) -> list[tuple[str, str]]:
        return [(self._name(), self.random.choice(JUNK)) for _ in range(most)]

    def _name(self) -> str:
        """A name that steers how addresses are made, or a field of some form."""
        steering = [*STRANGE, *self.world.known]
        return self.random.choice(steering if self.random.random() < 0.5 else self.world.names)

    def _elsewhere(self, action: str) -> str:
        """The same address, now and then at another game, or with strange words."""
        games = self.world.known["game"]
        if self.random.random() < 0.1:
            for game in games:
                action = action.replace(game, self.random.choice(games))
        if self.random.random() < 0.1:
            action += ("&" if "?" in action else "?") + urlencode(self._words(2), errors="replace")
        return action

    def _filled(self, form: PageForm) -> list[tuple[str, str]]:
        fields = [
            *form.fields,
            *self.random.sample(form.offers, min(len(form.offers), self.random.choice((0, 1, 1, 2)))),
        ]
        numbers = ("0", "20", "60", "100", "150", "250", "300")
        filled = [(name, value or self.random.choice(numbers)) for name, value in fields]
        for _ in range(self.random.choice((0, 0, 0, 1, 1, 2)) if filled else 0):
            at = self.random.randrange(len(filled))
            name, _value = filled[at]
            filled[at] = self.random.choice(
                [(name, self.random.choice(JUNK)), (self._name(), self.random.choice(JUNK))]
            )
        return filled

    def _file(self, form: PageForm) -> dict[str, Any]:
        return {name: (io.BytesIO(self._content()), "a.json") for name in form.files[:1]}

    def _content(self) -> bytes:
        return self.random.choice(
            (b"", b"QS JD", b"AS KS QS 9S", b"\xff\xd8\xff", b"{}", b'{"format": 1}', b"[" * 5000)
        )

    def _body(self) -> Any:
        """The body of a POST: strange words, words with files, or no form at all."""
        body = self.random.random()
        if body < 0.1:
            return self.random.choice((b"", b"\xff\xfe", b"{}", b"a" * 70_000))
        words = _by_name(self._words(self.random.randrange(1, 6)))
        return {**words, "file": (io.BytesIO(self._content()), "é.jpg")} if body < 0.2 else words


def _by_name(fields: list[tuple[str, str]]) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for name, value in fields:
        named.setdefault(name, []).append(value)
    return named


def fuzz(data: Path, requests: int, seed: int) -> Found:
    """A run of its own over a fresh world in ``data``."""
    random = Random(seed)
    world = make_world(data, random)
    try:
        return Fuzz(world, random).run(requests)
    finally:
        world.close()


def routes_of(app: Flask) -> list[tuple[str, str]]:
    """Every route of an application, by the name of its view, with each method that it takes."""
    return [(rule.endpoint, method) for rule, method in rules_of(app)]


def main() -> None:
    """Run as long as asked, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as data:
        found = fuzz(Path(data), asked.requests, asked.seed)
    print(f"{found.requests} requests in {time.perf_counter() - begun:.0f} s, seed {asked.seed}")
    print("statuses:", dict(sorted(found.statuses.items())))
    print("500s:", found.statuses[500])
    print(f"{len(found.faults)} broke")
    for fault in dict.fromkeys(found.faults):
        print(fault)


if __name__ == "__main__":
    main()
