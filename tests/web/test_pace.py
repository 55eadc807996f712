"""waitress's loop takes a breath only where there are many lines."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.web import pace


@pytest.mark.parametrize(("lines", "breaths"), [(pace.MANY, 0), (pace.MANY + 1, 1)])
def test_a_breath_is_taken_where_many_follow(monkeypatch: pytest.MonkeyPatch, lines: int, breaths: int) -> None:
    taken: list[float] = []
    lying = dict.fromkeys(range(lines), None)
    looks = iter([lambda: None, lying.clear])
    monkeypatch.setattr(pace, "wasyncore", SimpleNamespace(poll2=lambda *_: next(looks)()))
    monkeypatch.setattr("companion.web.pace.time.sleep", taken.append)
    pace.PacedLoop().loop(1.0, lying, use_poll=True)
    assert len(taken) == breaths
