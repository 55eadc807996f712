"""Both sides agree, through the pages: each on its own phone, or on the one that lies on the table."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.rules.variants.partnership import SITE
from tests.web.conftest import browser
from tests.web.new_game import begin
from tests.web.played_game import Told, seat_game
from tests.web.share.phones import phone
from tests.web.table.agreeing import ANN, BEA, CY, count
from tests.web.table_player import Player, words

ENDS = [Told(0, 300, (1700, 40), 180)]


@pytest.fixture
def owner(app: Flask) -> Player:
    """The phone that began a game whose sides are asked; nobody has told anything."""
    client = browser(app)
    client.get("/")
    at = Player(app, client, begin(client, dealer="3"))
    at.do("asked", asked="1")
    return at


def buttons(at: Player) -> list[str]:
    """What the page lets this phone say of deals and of the result."""
    page = at.client.get(f"/game/{at.game}/").text
    return re.findall(r'aria-label="([^"]*: (?:deal|sign|withdraw)[^"]*)"', page)


def test_one_phone_on_the_table_answers_for_both_sides(owner: Player) -> None:
    count(owner)
    page = owner.do("confirm")
    assert "Is deal 1 right?" in page
    assert len(buttons(owner)) == 4
    owner.do("answer", side="A", deal="1", agrees="1")
    page = owner.do("answer", side="B", deal="1", agrees="0")
    assert "deal 1 is not right" in page
    assert "Ask the referee" in page
    assert "disputed by" in words(owner.client.get(f"/game/{owner.game}/sheet"))
    owner.do("answer", side="B", deal="1", agrees="1")
    assert "agreed" in words(owner.client.get(f"/game/{owner.game}/sheet"))


def test_a_side_with_a_phone_of_its_own_answers_there(app: Flask, owner: Player) -> None:
    ann, bob = (phone(app, owner.game, seat) for seat in (ANN, BEA))
    count(owner)
    page = ann.client.get(f"/game/{owner.game}/").text
    assert 'name="side" value="A"' in page
    ann.do("confirm", side="A")
    assert "Is deal 1 right?" not in re.sub(r"Is deal 1 right\? \w+ &", "", ann.see())
    assert [len(buttons(each)) for each in (ann, bob, owner)] == [0, 2, 0]
    refused = ann.send("answer", side="B", deal="1", agrees="1")
    assert refused.status_code == 422
    assert "phone of its own" in words(refused)
    bob.do("answer", side="B", deal="1", agrees="1")
    assert [len(buttons(each)) for each in (ann, bob)] == [0, 0]


def test_the_page_of_a_phone_follows_when_a_side_gets_a_phone_of_its_own(app: Flask, owner: Player) -> None:
    count(owner)
    owner.do("confirm")
    assert len(buttons(owner)) == 4
    phone(app, owner.game, BEA)
    assert len(buttons(owner)) == 2


def test_the_sign_is_on_the_phones_of_the_sides_that_are_asked(app: Flask, owner: Player) -> None:
    cy, bob = (phone(app, owner.game, seat) for seat in (CY, BEA))
    count(owner)
    owner.do("confirm")
    cy.do("answer", side="A", deal="1", agrees="1")
    asked = re.compile(r'<li class="turn">Is deal 1 right\?')
    pages = [each.client.get(f"/game/{owner.game}/").text for each in (cy, bob)]
    assert [bool(asked.search(page)) for page in pages] == [False, True]


def test_a_phone_that_looks_on_sees_the_dispute_and_says_nothing(app: Flask, owner: Player) -> None:
    watcher = phone(app, owner.game, "watcher")
    count(owner)
    owner.do("confirm")
    owner.do("answer", side="A", deal="1", agrees="0")
    assert buttons(watcher) == []
    assert "deal 1 is not right" in watcher.see()
    assert watcher.send("answer", side="B", deal="1", agrees="1").status_code == 403


def test_a_table_that_asks_nobody_has_nothing_of_it(app: Flask) -> None:
    client = browser(app)
    client.get("/")
    at = Player(app, client, begin(client, dealer="3"))
    count(at)
    page = at.do("confirm")
    assert "right?" not in page
    assert at.send("answer", side="A", deal="1", agrees="1").status_code == 422


def test_confirm_stands_under_its_own_result_and_above_the_questions_about_earlier_deals(owner: Player) -> None:
    count(owner)
    owner.do("confirm")
    count(owner)
    page = words(owner.client.get(f"/game/{owner.game}/"))
    assert page.index("Is this right?") < page.index("Change Confirm") < page.rindex("Is deal 1 right?")


def test_the_pad_stands_above_what_a_phone_asks_for_others_alone(owner: Player) -> None:
    owner.client.post(f"/game/{owner.game}/join", data={"seat": ANN, "key": "ann"})
    count(owner)
    owner.do("confirm", side="A")
    pad = words(owner.client.get(f"/game/{owner.game}/?how=pad"))
    assert buttons(owner) == ["Bob &amp; Di: deal 1 is right", "Bob &amp; Di: deal 1 is not right"]
    assert pad.index("Write it down") < pad.index("Is deal 1 right? Ann & Cy")
    owner.do("answer", side="B", deal="1", agrees="0")
    disputed = words(owner.client.get(f"/game/{owner.game}/?how=pad"))
    assert disputed.index("deal 1 is not right") < disputed.index("Write it down")


def test_the_signatures_stand_above_the_questions_that_they_answer(app: Flask) -> None:
    client = browser(app)
    client.get("/")
    at = Player(app, client, begin(client, dealer="3", target="300", asked="1"))
    count(at)
    page = at.do("confirm")
    assert page.index("Sign the result") < page.index("Is deal")
    for side in "AB":
        page = at.do("sign", side=side)
    assert "Is deal" not in page


def test_a_game_can_ask_from_its_start_and_its_rematch_asks_too(app: Flask) -> None:
    client = browser(app)
    client.get("/")
    form = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Di"))}
    stamp = {"key": "begins", "dealer": "3", "start": "1", "target": "300", "asked": "1"}
    game = client.post("/new/site", data=form | stamp).headers["Location"].strip("/").split("/")[-1]
    at = Player(app, client, game)
    assert at.state.agreement.since == 1
    count(at)
    at.do("confirm")
    again = client.post(f"/game/{game}/rematch", data={"key": "again"}).headers["Location"].strip("/").split("/")[-1]
    assert Player(app, client, again).state.agreement.since == 1


def test_what_both_sides_signed_is_changed_by_both_alone(app: Flask) -> None:
    at = seat_game(app, browser(app), SITE, ENDS)
    ann, bob = (phone(app, at.game, seat) for seat in (ANN, BEA))
    ann.do("asked", asked="1")
    assert buttons(ann) == ["Ann &amp; Cy: sign"]
    ann.do("sign", side="A")
    assert ann.send("sign", side="B").status_code == 422
    bob.do("sign", side="B")
    page = bob.see()
    assert "Every side has signed" in page
    assert "Undo" not in page
    for path, fields in (("undo", {}), ("names", {"name_0": "Anna"})):
        refused = bob.send(path, **fields)
        assert refused.status_code == 422
        assert "Every side has signed" in words(refused)
    assert "Players’ names" not in words(bob.client.get(f"/game/{at.game}/sheet"))
    bob.do("release", side="B")
    assert bob.send("undo").status_code == 422
    assert "Undo" in ann.do("release", side="A")
    ann.do("undo")
    ann.do("undo")
    assert ann.state.won is None


def test_an_answer_that_was_lost_is_answered_as_written_after_the_side_got_another_phone(
    app: Flask, owner: Player
) -> None:
    count(owner)
    owner.do("confirm")
    sent = {"key": "once", "seen": str(owner.version), "side": "B", "deal": "1", "agrees": "1"}
    first = owner.client.post(f"/game/{owner.game}/answer", data=sent)
    phone(app, owner.game, BEA)
    again = owner.client.post(f"/game/{owner.game}/answer", data=sent)
    assert (first.status_code, again.status_code) == (303, 303)
    assert again.headers["Companion-Replayed"] == "1"
