"""Somebody who corrects a deal through its page: taps a line, changes what opens, and confirms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape

from werkzeug.test import TestResponse

from tests.web.form_reader import forms_of
from tests.web.table_player import Player, words


@dataclass
class Corrector:
    """A browser at the page of one deal."""

    player: Player
    number: int
    answer: TestResponse

    @property
    def says(self) -> str:
        return words(self.answer)

    def lines(self) -> dict[str, str]:
        """What the page lists, each sentence with its address."""
        found = re.findall(r'<li><a href="([^"]+)"><strong>(.*?)</strong>', self.answer.text, re.DOTALL)
        return {" ".join(re.sub("<[^>]+>", " ", unescape(says)).split()): unescape(url) for url, says in found}

    def tap(self, says: str) -> Corrector:
        """Open the line that begins so."""
        url = next(url for line, url in self.lines().items() if line.startswith(says))
        self.answer = self.player.client.get(url)
        assert self.answer.status_code == 200, self.says
        return self

    def tap_link(self, says: str) -> Corrector:
        """Follow the link with these words."""
        links = re.findall(r'<a[^>]*? ?href="([^"]+)"[^>]*>([^<]*)</a>', self.answer.text)
        self.answer = self.player.client.get(unescape(next(url for url, each in links if each == says)))
        assert self.answer.status_code == 200, self.says
        return self

    def send(self, path: str, which: int = 0, headers: Mapping[str, str] | None = None, /, **changed: str) -> Corrector:
        """Send the form that goes to ``path``, some fields changed: ``points_A`` stands for ``points-A``."""
        form = forms_of(self.answer.text, f"/deal/{self.number}{path}")[which]
        fields = form.sent
        for name, value in changed.items():
            fields[re.sub("_(?=[A-H0-9])|(?<=[A-H])_", "-", name)] = value
        self.answer = self.player.client.post(form.action, data=fields, headers=headers)
        return self

    def tell(self, path: str, which: int = 0, /, **changed: str) -> Corrector:
        """The same where it must be taken; the page that follows."""
        self.send(path, which, **changed)
        assert self.answer.status_code == 303, self.says
        self.answer = self.player.client.get(self.answer.headers["Location"])
        return self

    def confirm(self) -> str:
        """Confirm; the score sheet that follows."""
        assert "Is this right?" in self.says, self.says
        return self.tell("", confirm="1").says


def page_of(player: Player, number: int) -> Corrector:
    """The page of a deal, just opened."""
    answer = player.client.get(f"/game/{player.game}/deal/{number}")
    assert answer.status_code == 200
    return Corrector(player, number, answer)


def with_meld(player: Player, number: int, meld: str) -> Corrector:
    """The page of a deal in which Ann and Cy showed another meld, not yet confirmed."""
    return page_of(player, number).tap("Ann & Cy: meld").tell("/meld/close", meld_A=meld)
