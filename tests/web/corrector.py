"""Somebody who corrects a deal through its page: changes what its pad says, looks, and confirms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

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

    @property
    def fields(self) -> dict[str, str]:
        """What the pad is filled in with."""
        return dict(forms_of(self.answer.text, f"/deal/{self.number}")[0].sent.items())

    def send(self, headers: Mapping[str, str] | None = None, /, **changed: str) -> Corrector:
        """Send the pad, some fields changed: ``points_A`` stands for ``points-A``."""
        named = {re.sub("_(?=[A-H0-9])|(?<=[A-H0-9])_", "-", name): text for name, text in changed.items()}
        return self._post(self.fields | named, headers)

    def tell(self, **changed: str) -> Corrector:
        """The same where it must be taken: the page says what changes."""
        self.send(**changed)
        assert self.answer.status_code == 200, self.says
        return self

    def send_confirmation(self, headers: Mapping[str, str] | None = None) -> Corrector:
        """Tap the button that confirms."""
        sent = dict(forms_of(self.answer.text, f"/deal/{self.number}")[1].sent.items())
        return self._post(sent | {"confirm": "1"}, headers)

    def confirm(self) -> str:
        """Confirm; the score sheet that follows."""
        assert "Is this right?" in self.says, self.says
        self.send_confirmation()
        assert self.answer.status_code == 303, self.says
        self.answer = self.player.client.get(self.answer.headers["Location"])
        return self.says

    def _post(self, fields: Mapping[str, str], headers: Mapping[str, str] | None) -> Corrector:
        url = f"/game/{self.player.game}/deal/{self.number}"
        self.answer = self.player.client.post(url, data=fields, headers=headers)
        return self


def page_of(player: Player, number: int) -> Corrector:
    """The page of a deal, just opened."""
    answer = player.client.get(f"/game/{player.game}/deal/{number}")
    assert answer.status_code == 200, words(answer)
    return Corrector(player, number, answer)


def with_meld(player: Player, number: int, meld: str) -> Corrector:
    """The page of a deal in which Ann and Cy showed another meld, not yet confirmed."""
    return page_of(player, number).tell(meld_A=meld)
