"""Deals that the adviser's benches play out come out the same for the same seed, in whatever process."""

from __future__ import annotations

import os
import subprocess
import sys

PLAYED = """
from random import Random
from bench.fit_adviser import play
from companion.rules.variants import find_variant
print([list(play(find_variant(key), Random(55), 12)) for key in ("site", "auction", "cutthroat")])
"""


def test_the_same_seed_plays_the_same_deals_whatever_order_a_set_has() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", PLAYED], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
