"""Who is who: joined as easily as taken apart, suggested from names and company; and a law of merging."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.figures.bids import bidding, defence, melding
from companion.figures.company import Company, Suggestion, SumsOf
from companion.figures.facts import GameFacts, SeatInGame
from companion.figures.results import collection, form, opponents, partners, records, totals, winning
from companion.figures.scope import Mine
from companion.figures.who import People, Said, Saying, SeenBy, is_guest, people_of, sat_together
from tests.figures.second_teller.games import GAMES, SEED, mine_of, played


def same(name: str, other: str) -> Saying:
    return Saying(Said.SAME, name, other)


def test_two_names_are_one_person_after_somebody_says_so_and_two_again() -> None:
    joined = people_of([same("Bob", "Bobby")])
    assert joined.person("bob") == joined.person("BOBBY ") == "bobby"
    assert joined.names("bobby") == ("bobby", "bob")
    apart = people_of([same("Bob", "Bobby"), Saying(Said.TWO, "Bob", "Bobby")])
    assert apart.person("Bob") == "bob"
    assert apart.two == {frozenset(("bob", "bobby"))}
    assert people_of([Saying(Said.TWO, "Bob", "Bobby"), same("Bob", "Bobby")]).person("Bob") == "bobby"


def test_what_was_joined_to_a_name_stays_with_it_when_that_is_taken_apart() -> None:
    people = people_of([same("Rob", "Bob"), same("Bob", "Bobby"), Saying(Said.TWO, "Bob", "Bobby")])
    assert people.person("Rob") == "bob"
    through = people_of([same("Rob", "Bob"), same("Bob", "Bobby"), Saying(Said.TWO, "Rob", "Bobby")])
    assert (through.person("Rob"), through.person("Bob")) == ("rob", "bobby")


_NAMES = st.sampled_from(["a", "b", "c", "d"])


@given(st.lists(st.tuples(st.sampled_from([Said.SAME, Said.TWO]), _NAMES, _NAMES), max_size=12))
def test_whatever_is_said_everybody_is_one_person(told: list[tuple[Said, str, str]]) -> None:
    people = people_of(Saying(*each) for each in told)
    for name in "abcd":
        assert people.person(people.person(name)) == people.person(name)
        assert name in people.names(people.person(name))
    said, one, other = told[-1] if told else (Said.TWO, "a", "b")
    if one != other:
        assert (people.person(one) == people.person(other)) is (said is Said.SAME)
        if said is Said.SAME:
            assert people.person(one) in people.names(people.person(other))


@pytest.mark.parametrize(
    ("name", "guest"), [("Guest", True), ("a guest", True), ("GUEST 12", True), ("Player 3", True), ("Augusta", False)]
)
def test_a_guest_needs_no_person(name: str, guest: bool) -> None:
    assert is_guest(name) is guest
    assert (People().person(name) == "") is guest


def test_whoever_is_left_out_is_nobody_until_let_in() -> None:
    out = [same("Bob", "Bobby"), Saying(Said.LEFT_OUT, "Bob")]
    assert people_of(out).person("Bobby") == ""
    assert people_of([*out, Saying(Said.LET_IN, "Bobby")]).person("Bob") == "bobby"


def test_wishes_follow_the_person_whatever_the_name() -> None:
    said = [Saying(Said.SEEN_BY, "Bob", "self"), Saying(Said.MINE, "Bob", "phone"), same("Bob", "Bobby")]
    people = people_of(said)
    assert people.may_be_seen_by("bobby") is SeenBy.SELF
    assert people.phones["bobby"] == {"phone"}
    assert "bobby" not in people_of([*said, Saying(Said.NOT_MINE, "Bobby", "phone")]).phones


def sat(game: str, evening: str, *names: str) -> tuple[SeatInGame, ...]:
    row = SeatInGame(game, 0, "", "site", "A", 2, 1, 1, 0, 1, 0, 0, 1, 1000, 0, 0, 0, evening, evening)
    return tuple(row._replace(seat=seat, name=name) for seat, name in enumerate(names))


def suggestions(people: People, games: Mapping[str, Sequence[SeatInGame]]) -> list[Suggestion]:
    return Company(people, people.left_out, SumsOf(games.values())).suggestions


def test_one_is_suggested_who_plays_with_the_same_people_under_a_like_name() -> None:
    games = {
        "1": sat("1", "2026-11-01", "Ann", "Bob", "Cy", "Di"),
        "2": sat("2", "2026-11-08", "Ann", "Bobby", "Cy", "Di"),
        "3": sat("3", "2026-11-09", "Eve", "Fay", "Bonnie", "Gus"),
    }
    assert [(each.one, each.other, each.shared) for each in suggestions(People(), games)] == [
        ("bob", "bobby", ("ann", "cy", "di"))
    ]
    assert suggestions(people_of([Saying(Said.TWO, "Bob", "Bobby")]), games) == []
    assert suggestions(people_of([same("Bob", "Bobby")]), games) == []


def test_nobody_is_suggested_who_was_elsewhere_on_the_same_evening() -> None:
    one, two = sat("1", "2026-11-01", "Ann", "Bob", "Cy", "Di"), sat("2", "2026-11-01", "Ann", "Bobby", "Cy", "Di")
    assert suggestions(People(), {"1": one, "2": two}) == []
    assert sat_together(People(), "ann", "bob", {"1": one}) == "2026-11-01"
    assert sat_together(People(), "bob", "bobby", {"1": one, "2": two}) == ""


def everything(mine: Mine) -> list[object]:
    told = chain(winning(mine), bidding(mine), defence(mine), melding(mine))
    results = partners(mine, 1), opponents(mine, 1), form(mine), totals(mine)
    return [*told, *results, records(mine), collection(mine)]


def called(facts: GameFacts, name: str, other: str) -> GameFacts:
    """The facts of a game in which one name had always been another."""
    return GameFacts(
        tuple(row._replace(name=other) if row.name == name else row for row in facts.games),
        tuple(row._replace(name=other) if row.name == name else row for row in facts.deals),
        tuple(row._replace(name=other) if row.name == name else row for row in facts.melds),
    )


@pytest.mark.parametrize(("name", "other"), [("Ann", "Ivy"), ("Ben", "Joe")])
def test_a_merged_person_equals_one_who_always_had_that_name(name: str, other: str) -> None:
    games = [facts for facts, _ in played(GAMES, SEED)]
    merged = mine_of(games, other, people_of([same(name, other)]))
    always = mine_of([called(facts, name, other) for facts in games], other)
    assert everything(merged) == everything(always)
