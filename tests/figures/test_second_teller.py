"""Every figure agrees with a second program over random games of all variants."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest

from companion.figures.bids import bidding, defence, melding
from companion.figures.facts import GameFacts
from companion.figures.results import collection, form, opponents, partners, records, totals, winning
from companion.figures.samples import Share
from companion.figures.scope import Mine, Season
from tests.conftest import also
from tests.figures.games import GAMES, PEOPLE, SEED, mine_of, played
from tests.figures.second_teller.company import company_of
from tests.figures.second_teller.spans import within
from tests.figures.second_teller.tell import collected, parts_of, seats


def parts(mine: Mine) -> dict[str, Any]:
    """By key, what the companion says: hits, tries and par of a share, or the sorted values."""
    told = chain(winning(mine), bidding(mine), defence(mine), melding(mine))
    return {
        part.key: (len(part.value.hits), part.value.n, part.value.par)
        if isinstance(part.value, Share)
        else part.value.sorted
        for part in told
    }


@pytest.mark.parametrize("name", PEOPLE)
def test_both_programs_tell_the_same_of_everybody(name: str) -> None:
    games = sorted(played(GAMES, SEED), key=lambda each: (each[0].games[0].at, each[1].name))
    ours, theirs = parts(mine_of([facts for facts, _ in games], name)), parts_of([game for _, game in games], name)
    assert ours.keys() == theirs.keys()
    for key, figure in theirs.items():
        assert ours[key] == pytest.approx(figure), (name, key)


@pytest.mark.parametrize("name", PEOPLE)
def test_both_programs_collect_the_same_melds(name: str) -> None:
    games = played(GAMES, SEED)
    told, _ = collection(mine_of([facts for facts, _ in games], name))
    assert {each.called: each.times for each in told} == collected([game for _, game in games], name)


def company(mine: Mine) -> dict[str, Any]:
    """What the companion says of the form, of everybody met and of the records."""
    told = form(mine)
    found: dict[str, Any] = {"form": ([won for won, _ in told.last], told.current, told.longest)}
    for how, met in (("with", partners(mine)), ("against", opponents(mine))):
        found |= {f"{how} {each.person}": (each.games.n, each.mine, each.theirs) for each in met}
    return found | {each.key: (each.value, each.place, each.equalled) for each in records(mine)}


@pytest.mark.parametrize("name", PEOPLE)
def test_both_programs_tell_the_same_form_company_and_records(name: str) -> None:
    games = sorted(played(GAMES, SEED), key=lambda each: (each[0].games[0].at, each[1].name))
    ours, theirs = company(mine_of([facts for facts, _ in games], name)), company_of([game for _, game in games], name)
    assert ours == theirs


@pytest.mark.parametrize("name", PEOPLE)
def test_both_programs_take_the_same_time(name: str) -> None:
    games = played(GAMES, SEED)
    ours = totals(mine_of([facts for facts, _ in games], name))
    theirs = [(game, deal) for _, game in games for deal, _ in seats(game, name)]
    assert ours.seconds == round(sum(deal["seconds"] for _, deal in theirs))
    assert len(ours.corrected.hits) == sum(deal["corrected"] for _, deal in theirs)
    assert ours.deals == sum(bool(deal["end"]) for _, deal in theirs)


SEASONS = (("2026-12-24", "2027-01-06"), ("2027-01-01", "2027-12-31"), ("2026-12-31", ""))


def of_season(facts: Sequence[GameFacts], name: str, first: str, last: str) -> Mine:
    """What counts for somebody in the evenings from one day to another."""
    season = Season("x", "Holidays", first, last)
    return mine_of(facts, name).among(each.games[0].game for each in facts if season.holds(each.games[0].evening))


@pytest.mark.parametrize(("first", "last"), [SEASONS[0], *(also(*season) for season in SEASONS[1:])])
@pytest.mark.parametrize("name", PEOPLE)
def test_both_programs_tell_the_same_of_a_season(name: str, first: str, last: str) -> None:
    games = sorted(played(GAMES, SEED), key=lambda each: (each[0].games[0].at, each[1].name))
    mine = of_season([facts for facts, _ in games], name, first, last)
    theirs = within([game for _, game in games], first, last)
    assert 0 < len(theirs) < len(games)
    ours, told = parts(mine), parts_of(theirs, name)
    assert all(ours[key] == pytest.approx(figure) for key, figure in told.items())
    assert company(mine) == company_of(theirs, name)
    assert {each.called: each.times for each in collection(mine)[0]} == collected(theirs, name)


def test_the_games_hold_what_is_hard() -> None:
    """Corrections, undone steps, called partners, people who sit out, games left unfinished, seats taken over."""
    games = played(GAMES, SEED)
    deals = [deal for facts, _ in games for deal in facts.deals]
    assert any(deal.corrected for deal in deals)
    assert {deal.role for deal in deals} == {"I", "P", "O", "-"}
    assert {"made", "set", "thrown-in", "passed-out", "renege"} <= {deal.outcome for deal in deals}
    rows = [row for facts, _ in games for row in facts.games]
    assert {0, 1} == {row.finished for row in rows} == {row.whole for row in rows}
    assert any(game.options["sides"] == "called" for _, game in games)
    assert any(deal["out"] for _, game in games for deal in game.deals)
    told = [company_of([game for _, game in games], name) for name in PEOPLE]
    assert any(key.startswith("against") for each in told for key in each)
