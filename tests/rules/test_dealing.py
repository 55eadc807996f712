"""Who plays with whom."""

from __future__ import annotations

import pytest

from companion.rules.dealing import all_sides, seats_of, side_count, side_of
from companion.rules.options import with_options
from companion.rules.variants import find_variant

SITE = find_variant("site")


@pytest.mark.parametrize(
    ("sides", "players", "seated"),
    [
        ("opposite", 4, "ABAB"),
        ("opposite", 8, "ABCDABCD"),
        ("alternate", 6, "ABABAB"),
        ("alternate", 4, "ABAB"),
        ("each", 3, "ABC"),
        ("each", 8, "ABCDEFGH"),
    ],
)
def test_partners_sit_as_far_apart_as_they_can(sides: str, players: int, seated: str) -> None:
    variant = with_options(SITE, {"sides": sides, "players": players})
    assert "".join(side_of(variant, players, seat) for seat in range(players)) == seated
    assert "".join(all_sides(variant, players)) == "".join(sorted(set(seated)))
    assert side_count(variant, players) == len(set(seated))
    for side in all_sides(variant, players):
        assert [seated[seat] for seat in seats_of(variant, players, side)] == [side] * seated.count(side)


def test_nobody_sits_for_a_side_that_there_is_not() -> None:
    assert seats_of(SITE, 4, "C") == ()
