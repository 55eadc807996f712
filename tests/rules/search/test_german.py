"""German questions lead to the rule that answers them, and English ones stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.questions import BLIND, CASES, FRESH, THREADS, read_all
from companion.cards import CardNames, Rank
from companion.rules.known import games
from companion.rules.search import look_up
from companion.rules.search.german import in_english
from companion.rules.search.terms import split_words
from companion.rules.variants import find_variant


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Dabb", "kitty.size"),
        ("Tapp", "kitty.size"),
        ("drücken", "kitty.bury"),
        ("Was darf ich druecken?", "kitty.bury"),
        ("reizen", "bid.order"),
        ("Ober", "card.names"),
        ("Was heißt Ober?", "card.names"),
        ("wer reizt zuerst", "bid.order"),
        ("überreizt", "score.set"),
        ("Rundgang", "meld.roundhouse"),
        ("Kreuzbinokel", "sides"),
        ("Abgehen", "score.throw-in"),
        ("Was bekommen die Gegner, wenn ich abgehe?", "score.throw-in.opponents"),
        ("Durch", "bid.moon"),
        ("was zählt eine Familie", "meld.run"),
        ("was ist ein Untendurch", "bid.no-trick"),
        ("keinen Stich gemacht, ist die Meldung weg?", "score.save"),
        ("muss ich überstechen", "play.head"),
        ("vier Könige", "meld.around"),
        ("acht Unter", "meld.double-around"),
        ("Trumpfpaar", "meld.royal-marriage"),
        ("Doppelbinokel", "meld.double-pinochle"),
        ("Dabbkarten offen zeigen?", "kitty.shown"),
        ("Zählt der letzte Stich", "count.last-trick"),
        ("alle haben gepasst", "bid.forced"),
    ],
)
@pytest.mark.parametrize("table", ["binokel", "site"])
def test_a_german_word_finds_its_rule(table: str, asked: str, answer: str) -> None:
    assert answer in [found.clause.id for found in look_up(asked, games()[table])[:3]]


@pytest.mark.parametrize("names", [CardNames.OBER, CardNames.DAME])
def test_the_cards_are_known_by_the_names_that_a_table_shows(names: CardNames) -> None:
    for rank in Rank:
        english = CardNames.ENGLISH.of(rank)
        assert in_english(split_words(names.of(rank).word))[0] in {english.word, english.plural}


@pytest.mark.parametrize("cases", [CASES, BLIND, FRESH, THREADS])
def test_an_english_question_stays_as_it_is(cases: Path) -> None:
    for case in read_all(cases):
        words = split_words(case.question)
        assert in_english(words) == words or "wer" in words


def test_a_german_word_in_an_english_question_is_read() -> None:
    found = look_up("may I bury an Ober in the Dabb?", find_variant("site"))
    assert "kitty.bury" in [each.clause.id for each in found][:3]
