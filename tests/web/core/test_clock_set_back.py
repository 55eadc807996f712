"""The machine's clock is set back in the middle of a game: nothing that was told is lost, undone or out of order."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone, tzinfo

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from companion.store import Office, Store, moments
from companion.store.entries import altered
from companion.store.membership import hashed
from companion.web.core.current import current_store
from companion.web.setup import is_good, make_token
from tests.web.club.people import come_in, token_of
from tests.web.table_player import Player, begin

TWO_YEARS = timedelta(days=730)


class Earlier(datetime):
    """The clock, two years back."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) - TWO_YEARS


@pytest.fixture
def player(app: Flask, client: FlaskClient) -> Player:
    return Player(app, client, begin(app, SITE))


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["store"]
    return found


def test_what_was_told_stays_in_the_order_in_which_it_was_told(
    app: Flask, player: Player, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.do("take", seat="1", amount="300")
    other = begin(app, SITE)
    monkeypatch.setattr(moments, "datetime", Earlier)
    player.do("trump", trump="S")
    kept = store.journal.read(player.game)
    times = [entry.at for entry in kept.entries]
    assert times != sorted(times)
    assert altered(kept) is None
    assert [row.id for row in store.journal.list_games()] == [player.game, other]
    for path in ("", "sheet", "log", "rules"):
        assert player.client.get(f"/game/{player.game}/{path}").status_code == 200, path


def test_undo_takes_back_what_was_told_last_and_not_what_the_clock_calls_latest(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.do("take", seat="1", amount="300")
    before = player.state
    monkeypatch.setattr(moments, "datetime", Earlier)
    player.do("trump", trump="S")
    named = player.state
    assert named != before
    player.do("undo")
    assert player.state == before
    player.do("redo")
    assert player.state == named


def test_a_form_that_is_sent_again_is_carried_out_once(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    form = {"key": "tap", "seen": str(player.version), "seat": "1", "amount": "300"}
    assert player.client.post(f"/game/{player.game}/take", data=form).status_code == 303
    version = player.version
    monkeypatch.setattr(moments, "datetime", Earlier)
    assert player.client.post(f"/game/{player.game}/take", data=form).status_code == 303
    assert player.version == version


def test_a_game_deleted_before_can_be_brought_back_after(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    laid = player.client.post("/games/lay", data={"each": player.game, "shelf": "bin", "key": "k"})
    assert laid.status_code in (200, 303)
    monkeypatch.setattr("companion.web.shelf.datetime", Earlier)
    monkeypatch.setattr(moments, "datetime", Earlier)
    assert "Bring it back" in player.client.get("/games/?shelf=bin").text


def test_who_signed_in_before_is_signed_in_after_and_no_longer_than_others(make_app: Callable[..., Flask]) -> None:
    club = make_app(HOME="club")
    phone = come_in(club, Office.OWNER, "Ann")
    with club.app_context():
        accounts = current_store().accounts
        accounts.see(hashed(token_of(phone)), moments.at(datetime.now(timezone.utc) + TWO_YEARS))
        assert phone.get("/account").status_code == 200
        assert accounts.list_accounts()[0].seen_at <= moments.now()


def test_an_address_that_was_handed_out_later_than_now_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tomorrow = datetime.now(timezone.utc) + timedelta(days=1)
    with monkeypatch.context() as ahead:
        ahead.setattr("itsdangerous.timed.time.time", tomorrow.timestamp)
        token = make_token("key")
        assert is_good("key", token)
    assert not is_good("key", token)
