"""What an application does by itself while it is served."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from flask import Flask

from companion.store import Store
from companion.store.backup import backups_in
from companion.web.caretaker import LOOKED_AFTER_SECONDS, back_up_nightly

BERLIN = ZoneInfo("Europe/Berlin")
LOOKED_AFTER = timedelta(seconds=LOOKED_AFTER_SECONDS + 7)
"""A little more than was asked for, as it comes to be: by this a copy moved on each day."""


def test_a_copy_is_made_each_night_at_the_same_hour_of_the_house(app: Flask, tmp_path: Path) -> None:
    store: Store = app.extensions["store"]
    moment = datetime(2026, 10, 22, 18, 0, tzinfo=timezone.utc)
    for _ in range(5 * 24 * 6):
        back_up_nightly(store, tmp_path / "copies", 9, moment.astimezone(BERLIN))
        moment += LOOKED_AFTER
    made = [each.made_at.astimezone(BERLIN) for each in backups_in(tmp_path / "copies")]
    # The first at once; the clocks are put back on the 25th.
    assert [(each.day, each.hour) for each in made] == [(22, 20), (23, 5), (24, 5), (25, 5), (26, 5), (27, 5)]


def test_a_night_in_which_nobody_was_there_is_made_good_at_once(app: Flask, tmp_path: Path) -> None:
    store: Store = app.extensions["store"]
    for hour in (6, 12, 30, 31):
        moment = datetime(2026, 11, 20, tzinfo=BERLIN) + timedelta(hours=hour)
        back_up_nightly(store, tmp_path / "copies", 9, moment)
    assert [each.made_at.astimezone(BERLIN).hour for each in backups_in(tmp_path / "copies")] == [6, 6]
