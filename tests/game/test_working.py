"""Labels agree with their working: what is said of a side's points, or of its checks, is what its lines come to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from companion.game.events import DealScored, SidePoints
from companion.game.fold import fold
from companion.game.state import GameState
from companion.game.view import view
from companion.rules.choices import SetCosts, Sides, Unit
from companion.rules.count import smallest_count, total_range
from companion.rules.dealing import all_sides
from companion.rules.known import games
from companion.rules.options import OptionError, with_options
from companion.rules.score import DealFacts, DealScore, Ending, score_deal
from companion.rules.variant import Variant
from tests.conftest import tries
from tests.game.second_scorer.games import sit_through
from tests.game.second_scorer.judge.figures import FIGURES

ROUNDS = 4
"""So many games of each variant, every second one with house options."""
SIDE = re.compile(r"\{(\w)\}")
COMES_TO = re.compile(r"[ :]([+−]\d+|0)(?: checks?)?\.(?: Nobody else scores\.)?$")
BESIDES = re.compile(r"took every trick: (\d+) more\.$")
SUM = re.compile(
    r"^(?P<who>[{}A-Z& ]+): (bid (?P<bid>\d+), )?meld (?P<meld>\d+), took (?P<took>\d+)( of (at most )?\d+)?"
    r"(, counted as (?P<counted>\d+))?"
    r"((, |: )(?P<total>\d+) (?P<than>[≥<]) (?P<needed>\d+) – (?P<verdict>made|set))?"
    r"(?P<missed>: .* – set)?(, but (?P<dix>\d+) for .* stays)?([,:] (?P<change>[+−]\d+|0))?\.$"
)
LOST = re.compile(r"no meld counts|the meld is lost|(?P<both>meld and tricks are lost)|but (?P<dix>\d+) for .* stays")


def _games(variant: str) -> Iterator[tuple[GameState, DealScored]]:
    """Every result of these games, with the game as it stood when it was confirmed."""
    place = list(FIGURES).index(variant)
    for turn in range(tries(ROUNDS)):
        history = sit_through(variant, turn * len(FIGURES) + place, seed=7).history
        for number, recorded in enumerate(history):
            if isinstance(recorded.event, DealScored):
                yield fold(history[:number]), recorded.event


def _totals(working: Sequence[str]) -> dict[str, int]:
    """By side, what its lines come to; sides that are named together score alike."""
    totals = dict[str, int]()
    for line in working:
        found = COMES_TO.search(line) or BESIDES.search(line)
        for side in SIDE.findall(line) if found else ():
            totals[side] = totals.get(side, 0) + int(found[1].replace("−", "-") if found else 0)
    return totals


def _figures(entries: Sequence[SidePoints]) -> dict[str, int]:
    return {entry.side: entry.points for entry in entries if entry.points}


def _amounts(found: re.Match[str]) -> dict[str, int]:
    """The figures of a line, by what they are."""
    known = {name: each.replace("−", "-") for name, each in found.groupdict().items() if each}
    return {name: int(each) for name, each in known.items() if re.fullmatch(r"[+-]?\d+", each)}


def _kept(amounts: Mapping[str, int], notes: Sequence[str]) -> int:
    """What a side keeps of what it melded and took, as the notes beside its line say."""
    said = [found for note in notes for found in LOST.finditer(note)]
    meld = amounts["meld"] if not said else sum(int(found["dix"]) for found in said if found["dix"])
    return meld + (0 if any(found["both"] for found in said) else amounts.get("counted", amounts["took"]))


def _bid_costs(variant: Variant, amounts: Mapping[str, int], kept: int) -> int:
    """What a side that bid scores, by what its line says of meld, tricks and bid."""
    bid, dix, made = amounts["bid"], amounts.get("dix", 0), amounts.get("total", -1) >= amounts["bid"]
    if made:
        return bid if variant.score_bid_only else kept
    took = amounts.get("counted", amounts["took"])
    return {
        SetCosts.BID_KEEPS_MELD: kept - took - bid,
        SetCosts.BID_AND_MELD: dix - bid - amounts["meld"],
        SetCosts.TWICE: dix - 2 * bid,
        SetCosts.CREDITED: dix,
        SetCosts.NOTHING: dix,
    }.get(variant.score_set, dix - bid)


def _check_line(variant: Variant, line: str, working: Sequence[str], bid: int) -> None:
    """Each figure of the line of a side's sum follows from those before it."""
    found = SUM.search(line)
    assert found is not None, line
    amounts = _amounts(found)
    kept = _kept(amounts, [note for note in working if note != line and note.startswith(f"{found['who']}:")])
    if "total" in amounts:
        assert amounts["total"] == kept, line
        assert amounts["needed"] == amounts["bid"], line
        assert (found["than"], found["verdict"]) == (("≥", "made") if kept >= bid else ("<", "set")), line
    if "change" in amounts and "bid" in amounts:
        assert amounts["change"] == _bid_costs(variant, amounts, kept), line
    elif "change" in amounts:
        credited = bid if any("credited" in each for each in working) else 0
        assert amounts["change"] - kept == credited, line


@given(st.data())
@settings(max_examples=tries(150), suppress_health_check=[HealthCheck.filter_too_much])
def test_every_working_adds_up_to_its_change(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from([*games().values()]))
    changes = {
        "score.set": data.draw(st.sampled_from([variant.score_set, *SetCosts])).value,
        "score.bid-only": data.draw(st.booleans()),
    }
    with suppress(OptionError):  # as it is, where the two do not stand beside its other options
        variant = with_options(variant, changes)
    sides, unit = all_sides(variant, variant.players[1]), 10 if variant.unit is Unit.TENS else 1
    least, most = total_range(variant, variant.players[1])
    took = smallest_count(variant) * data.draw(st.integers(0, most // smallest_count(variant)))
    meld = {side: unit * data.draw(st.integers(0, 30)) for side in sides}
    bid = unit * data.draw(st.integers(1, 60))
    called = sides[1] if variant.sides is Sides.CALLED else None
    facts = DealFacts(
        sides, "A", bid, meld=meld, partner=called, ended=Ending(points={"A": took, sides[-1]: least - took})
    )
    score = score_deal(variant, facts, lambda side: f"{{{side}}}")
    if not isinstance(score, DealScore):
        reject()
    for line in score.working:
        if re.search(r"meld \d+, took", line):
            _check_line(variant, line, score.working, bid)
    if not (variant.pays_units or variant.score_game_points):
        totals = _totals(score.working)
        assert {side: points for side, points in score.change.items() if points} == {
            s: t for s, t in totals.items() if t
        }


@pytest.mark.parametrize("variant", FIGURES)
def test_each_side_s_label_is_the_total_of_its_working(variant: str) -> None:
    compared = 0
    for state, scored in _games(variant):
        assert {side: total for side, total in _totals(scored.working).items() if total} == _figures(scored.change)
        assert {side: total for side, total in _totals(scored.checks_working).items() if total} == _figures(
            scored.checks
        )
        for panel in view(state).check_panels:
            assert panel.checks == _totals(scored.checks_working).get(panel.side, 0)
        compared += 1
    assert compared > tries(ROUNDS)
