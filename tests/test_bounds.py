"""A bench whose figure is beyond its bound fails and says which; nothing is measured here."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path

import pytest

from bench.bounds import Bounds

BENCHES = sorted(Path(__file__).parents[1].joinpath("bench").glob("*.py"))
HOLDERS = [path for path in BENCHES if "Bounds(" in path.read_text(encoding="utf-8") and path.stem != "bounds"]
HELD = [
    (path, name, what)
    for path in HOLDERS
    for name, bounds in vars(importlib.import_module(f"bench.{path.stem}")).items()
    if isinstance(bounds, Bounds)
    for what in bounds.limits
]


@pytest.mark.parametrize(("path", "name", "what"), HELD, ids=[f"{path.stem}-{what}" for path, _, what in HELD])
def test_each_bound_of_each_bench_is_held(path: Path, name: str, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    bounds: Bounds = replace(getattr(importlib.import_module(f"bench.{path.stem}"), name), beyond=[])
    limit = bounds.limits[what]

    assert "bound" in bounds.said(what, limit)
    assert (bounds.status(), capsys.readouterr().out) == (0, "")
    bounds.said(what, limit / 2 if bounds.least else limit * 2, "one of them")
    assert bounds.status() == 1
    assert f"Beyond its bound: one of them: {what}, " in capsys.readouterr().out


@pytest.mark.parametrize("path", HOLDERS, ids=lambda path: path.stem)
def test_a_bench_with_bounds_measures_each_of_them_and_ends_with_their_status(path: Path) -> None:
    source = path.read_text(encoding="utf-8")

    for held, name, what in HELD:
        if held == path:
            assert f"{name}.status()" in source
            assert source.count(what) > 1
    if path.stem != "hall":  # of bench.club
        assert source.endswith('if __name__ == "__main__":\n    sys.exit(main())\n')


def test_no_bench_prints_a_bound_that_it_does_not_hold() -> None:
    printing = [path.stem for path in BENCHES if "(bound" in path.read_text(encoding="utf-8")]
    assert printing == ["bounds"]
