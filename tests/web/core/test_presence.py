"""Who is here is known for half a minute, and nothing is kept of it afterwards."""

from __future__ import annotations

import pytest

from companion.web.core import seat
from companion.web.core.seat import HERE_SECONDS, Presence


class Clock:
    """A clock that stands until it is put on."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(seat, "monotonic", clock)
    return clock


def test_whoever_was_heard_of_is_here_for_half_a_minute(clock: Clock) -> None:
    here = Presence()
    here.hear("game", "ann")
    clock.now = HERE_SECONDS / 2
    here.hear("game", "bob")
    assert here.here("game") == {"ann", "bob"}
    clock.now = HERE_SECONDS
    assert here.here("game") == {"bob"}
    assert here.here("another") == frozenset()


def test_what_is_kept_does_not_grow_with_the_games_and_phones_that_came_and_went(clock: Clock) -> None:
    here = Presence()
    for number in range(1000):
        clock.now += 1.0
        here.hear(f"game {number}", "ann")
        here.hear("game that goes on", f"phone {number}")
    kept = here._heard
    assert len(kept) <= HERE_SECONDS + 1
    assert sum(map(len, kept.values())) <= 2 * HERE_SECONDS
