"""A game that is known by its scores: what they prove, and what a history may tell besides."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.options import with_options
from companion.rules.score.ending import advance
from companion.rules.score.facts import DealFacts, DealScore, Outcome, opening
from companion.rules.score.history import History, resume
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

TWO_HANDED, SITE = find_variant("two-handed"), find_variant("site")
RISING = with_options(find_variant("three-handed"), {"end.tie": [{"extend": 25}]})
BRUCE = find_variant("bruce-5")


@pytest.mark.parametrize(
    ("scores", "target"),
    [
        ((90, 80, 30), 100),
        ((130, 80, 30), 100),
        ((110, 106, 30), 125),
        ((130, 106, 30), 125),
        ((130, 126, 30), 150),
        ((130, 126, 125), 150),
    ],
)
def test_several_at_the_target_prove_that_it_has_risen(scores: tuple[int, int, int], target: int) -> None:
    assert resume(RISING, ("A", "B", "C"), History(dict(zip("ABC", scores, strict=True)))).target == target


def test_a_target_that_never_rises_stays_whatever_the_scores() -> None:
    assert resume(SITE, ("A", "B"), History({"A": 1700, "B": 1600})).target == 1500
    assert resume(with_options(SITE, {"end.target": None}), ("A", "B"), History({"A": 1700, "B": 1600})).target is None


@pytest.mark.parametrize(
    ("scores", "playing"),
    [((51, 51, 30), "AB"), ((49, 49, 30), "ABC"), ((55, 51, 51), "ABC"), ((51, 51, 51), "ABC")],
)
def test_level_sides_at_the_target_play_on_alone(scores: tuple[int, int, int], playing: str) -> None:
    assert resume(BRUCE, ("A", "B", "C"), History(dict(zip("ABC", scores, strict=True)))).playing == tuple(playing)


@pytest.mark.parametrize(
    ("scores", "target", "says"),
    [
        ({"A": 1120, "B": 1000}, 1000, "with these scores the target is 1250, 1500 or so on, not 1000"),
        ({"A": 990, "B": 100}, 1100, "with these scores the target is 1000, 1250 or so on, not 1100"),
    ],
)
def test_a_target_that_cannot_be_is_refused(scores: dict[str, int], target: int, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        resume(TWO_HANDED, ("A", "B"), History(scores, target=target))


def test_a_history_tells_nothing_that_the_tie_rules_do_not_know() -> None:
    with pytest.raises(ValueError, match="the target stays at 1500"):
        resume(SITE, ("A", "B"), History(target=1750))
    with pytest.raises(ValueError, match="every side can still win"):
        resume(TWO_HANDED, ("A", "B"), History(playing=("A",)))
    with pytest.raises(ValueError, match="no target"):
        resume(with_options(SITE, {"end.target": None}), ("A", "B"), History(target=1500))


def test_a_game_that_was_recorded_is_its_own_history() -> None:
    standing = resume(RISING, ("A", "B", "C"), History({"A": 110, "B": 106, "C": -3}, frozenset("C"), {"A": 1}, 150))
    assert resume(RISING, ("A", "B", "C"), History.of(standing)) == replace(
        standing, failed_against={"A": 1, "B": 0, "C": 0}
    )


_CHANGES = st.lists(st.tuples(*[st.integers(-20, 60)] * 3), max_size=8)


@given(st.sampled_from([RISING, BRUCE, find_variant("three-handed")]), _CHANGES)
def test_the_scores_never_prove_more_than_the_game_itself_knows(
    variant: Variant, changes: list[tuple[int, int, int]]
) -> None:
    standing = opening(variant, ("A", "B", "C"))
    for change in changes:
        score = DealScore(Outcome.MADE, dict(zip("ABC", change, strict=True)), (), ())
        standing, victory = advance(variant, standing, DealFacts(("A", "B", "C"), "A", 20), score)
        if victory:
            return
        proven = resume(variant, ("A", "B", "C"), History(standing.scores))
        assert (proven.target or 0) <= (standing.target or 0)
        assert set(standing.playing) <= set(proven.playing)
