"""Two phones at one table, each with a page of the same moment: what they tell, and what each is answered."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.rules.variants.partnership import SITE
from tests.web.conftest import browser
from tests.web.table_player import Player, begin, words

NAMES = {"name-0": "Ann", "name-1": "Bob", "name-2": "Cy", "name-3": "Di"}
ANNA = {**NAMES, "name-0": "Anna"}
Fields = Mapping[str, str]


@dataclass
class Phone:
    """A phone that opened a page at some moment, and sends one form of it."""

    client: FlaskClient
    game: str
    seen: int

    def send(self, path: str, fields: Fields) -> TestResponse:
        stamp = {"key": secrets.token_urlsafe(8), "seen": str(self.seen)}
        return self.client.post(f"/game/{self.game}/{path}", data={**stamp, **fields})


@pytest.fixture
def table(app: Flask) -> Player:
    return Player(app, browser(app), begin(app, SITE))


@pytest.fixture
def melding(table: Player) -> Player:
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="S")
    return table


def phones(table: Player) -> tuple[Phone, Phone]:
    """Two phones that look at the table as it stands now."""
    first, second = (Phone(browser(table.app), table.game, table.version) for _ in range(2))
    return first, second


def told(table: Player) -> dict[tuple[str, int | None], int]:
    """The melds that stand, by side and seat."""
    assert table.state.deal is not None
    return {(shown.side, shown.seat): shown.points for shown in table.state.deal.shown}


MELDS: tuple[tuple[tuple[str, Fields], tuple[str, Fields], dict[tuple[str, int | None], int]], ...] = (
    (
        ("meld/number", {"meld-A": "120", "meld-B": ""}),
        ("meld/number", {"meld-A": "", "meld-B": "60"}),
        {("A", None): 120, ("B", None): 60},
    ),
    (
        ("meld/melds", {"side": "A", "seat": "0", "more": "pinochle"}),
        ("meld/melds", {"side": "A", "seat": "2", "more": "royal"}),
        {("A", 0): 40, ("A", 2): 40},
    ),
    (
        ("meld/cards", {"seat": "0", "cards": "KS", "add": "QS"}),
        ("meld/number", {"meld-B": "60"}),
        {("A", 0): 40, ("B", None): 60},
    ),
)


@pytest.mark.parametrize(("first", "second", "stands"), MELDS)
def test_two_melds_told_at_once_are_both_written(
    melding: Player,
    first: tuple[str, Fields],
    second: tuple[str, Fields],
    stands: dict[tuple[str, int | None], int],
) -> None:
    for phone, (path, fields) in zip(phones(melding), (first, second), strict=True):
        answer = phone.send(path, fields)
        assert answer.status_code == 303, words(answer)
    assert told(melding) == stands


def test_a_figure_that_only_stood_on_the_page_takes_nothing_back(melding: Player) -> None:
    """Whoever saves one side's meld sends the other's field too, as the page had it."""
    melding.do("meld/number", meld_A="100", meld_B="60")
    ann, bob = phones(melding)
    assert bob.send("meld/number", {"meld-A": "100", "meld-B": "80"}).status_code == 303
    assert ann.send("meld/number", {"meld-A": "120", "meld-B": "60"}).status_code == 303
    assert told(melding) == {("A", None): 120, ("B", None): 80}


def test_counters_and_a_name_told_at_once_are_both_written(melding: Player) -> None:
    melding.do("meld/close")
    ann, bob = phones(melding)
    assert bob.send("names", ANNA).status_code == 303
    assert ann.send("count", {"points-A": "180"}).status_code == 303
    assert melding.state.names[0] == "Anna"
    assert melding.state.deal
    assert melding.state.deal.ended


def test_two_names_spelled_otherwise_at_once_are_both_kept(table: Player) -> None:
    ann, bob = phones(table)
    assert ann.send("names", ANNA).status_code == 303
    assert bob.send("names", {**NAMES, "name-3": "Dina"}).status_code == 303
    assert table.state.names == ("Anna", "Bob", "Cy", "Dina")


def test_one_name_spelled_in_two_ways_is_shown_side_by_side(table: Player) -> None:
    ann, bob = phones(table)
    ann.send("names", ANNA)
    answer = bob.send("names", {**NAMES, "name-0": "Annie"})
    assert answer.status_code == 409
    assert "Yours, not written A player is now called Annie. On the sheet A player is now called Anna." in words(answer)
    assert 'value="Annie"' in answer.text


def test_two_figures_for_one_meld_are_shown_side_by_side_and_the_second_may_be_sent_again(melding: Player) -> None:
    ann, bob = phones(melding)
    ann.send("meld/number", {"meld-A": "120"})
    answer = bob.send("meld/number", {"meld-A": "140"})
    says = words(answer)
    assert answer.status_code == 409
    assert "nothing of yours was written" in says
    assert "Yours, not written Ann & Cy: meld 140. On the sheet Ann & Cy: meld 120." in says
    assert 'value="140"' in answer.text
    assert told(melding) == {("A", None): 120}
    bob.seen = melding.version
    assert bob.send("meld/number", {"meld-A": "140"}).status_code == 303
    assert told(melding) == {("A", None): 140}


STEPS: tuple[tuple[str, Fields], ...] = (
    ("bid", {"amount": "250"}),
    ("pass", {}),
    ("take", {"seat": "0", "amount": "300"}),
)


@pytest.mark.parametrize(("path", "fields"), STEPS)
def test_one_step_told_by_two_phones_is_written_once(table: Player, path: str, fields: Fields) -> None:
    ann, bob = phones(table)
    assert ann.send(path, fields).status_code == 303
    after = table.version
    answer = bob.send(path, fields)
    assert answer.status_code == 409
    assert "Another phone has entered this already." in words(answer)
    assert table.version == after


def test_a_form_for_one_seat_is_not_taken_for_the_next(table: Player) -> None:
    ann, bob = phones(table)
    ann.send("pass", {})
    answer = bob.send("bid", {"amount": "260"})
    assert answer.status_code == 409
    assert "Yours, not written Bob bid 260. On the sheet Bob passed." in words(answer)
    assert "Cy to bid" in words(answer)
    assert table.state.deal
    assert len(table.state.deal.calls) == 1


@pytest.mark.parametrize("seen", ["0", "1", "999"])
def test_a_page_that_nobody_can_have_seen_writes_nothing(melding: Player, seen: str) -> None:
    """A server restored from a copy is behind its phones; and no page ever stood within a step."""
    version = melding.version
    phone = Phone(browser(melding.app), melding.game, int(seen))
    answer = phone.send("meld/number", {"meld-A": "120"})
    assert (answer.status_code, melding.version) == (409, version)
    assert "Another phone has changed this" in words(answer)


def test_many_phones_at_the_same_moment_each_tell_their_own(melding: Player) -> None:
    """Their writes overtake each other at the store, and none of them needs a second try."""
    seen = melding.version
    own = [(f"meld-{side}-{seat}", side, seat) for side, seat in (("A", 0), ("B", 1), ("A", 2), ("B", 3))]
    answers: dict[str, int] = {}
    ready = threading.Barrier(len(own))

    def tell(name: str) -> None:
        phone = Phone(browser(melding.app), melding.game, seen)
        ready.wait()
        answers[name] = phone.send("meld/number", {name: "40"}).status_code

    threads = [threading.Thread(target=tell, args=(name,)) for name, _, _ in own]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers.values()) == {303}
    assert told(melding) == {(side, seat): 40 for _, side, seat in own}


def test_a_form_sent_again_after_others_wrote_is_answered_as_the_first_time(melding: Player) -> None:
    ann, bob = phones(melding)
    form = {"key": "once", "seen": str(ann.seen), "meld-A": "120"}
    path = f"/game/{melding.game}/meld/number"
    assert ann.client.post(path, data=form).status_code == 303
    assert bob.send("meld/number", {"meld-B": "60"}).status_code == 303
    version = melding.version
    assert ann.client.post(path, data=form).status_code == 303
    assert melding.version == version
