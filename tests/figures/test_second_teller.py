"""Every figure agrees with a second program over random games of all variants."""

from __future__ import annotations

import pytest

from companion.figures.results import collection, totals
from tests.conftest import also
from tests.figures.second_teller.comparing import SEASONS, company, of_season, parts
from tests.figures.second_teller.games import GAMES, PEOPLE, SEED, mine_of, played
from tests.figures.second_teller.judge.company import company_of
from tests.figures.second_teller.judge.spans import within
from tests.figures.second_teller.judge.tell import collected, parts_of, seats


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
