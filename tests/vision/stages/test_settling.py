"""The letters of a deck are settled by the whole photograph, and each index is read by them."""

from __future__ import annotations

import pytest

from companion.vision.stages.chances import likeliest
from companion.vision.stages.letters import (
    ALPHABETS,
    INTERNATIONAL,
    LETTERS,
    RANKS,
    REMEMBERED,
    Alphabet,
    AlphabetChances,
    Evidence,
    add_evidence,
    answer_to_evidence,
    evidence_of,
    letters_note,
    read_letters,
    settle,
)

CLEAR = 0.97


def seen(*letters: str, by: float = CLEAR) -> list[list[float]]:
    """The chances of what is written at each spot, each letter read with the chance ``by``."""
    other = (1 - by) / (len(LETTERS) - 1)
    return [[by if letter == written else other for letter in LETTERS] for written in letters]


def classified(*ranks: str) -> list[list[float]]:
    """What the classifier, which knows English letters only, says of the same spots."""
    clear = 1 - 0.005 * (len(RANKS) - 1)
    return [[clear if rank == said else 0.005 for rank in RANKS] for said in ranks]


def settled(*letters: str, remembered: Evidence = ()) -> AlphabetChances:
    return settle(seen(*letters), [0.9] * len(letters), remembered)


@pytest.mark.parametrize("alphabet", ALPHABETS, ids=lambda alphabet: alphabet.name)
def test_a_pack_of_every_alphabet_is_known_by_its_letters(alphabet: Alphabet) -> None:
    letters = [spelt[0] for spelt in alphabet.spells.values() for _ in range(4)]
    assert settled(*letters, "9", "10").name == alphabet.name


@pytest.mark.parametrize("letters", [(), ("9", "10", "A"), ("K", "K", "A")])
def test_a_photo_without_a_letter_that_tells_is_read_as_english_but_settles_nothing(letters: tuple[str, ...]) -> None:
    assert settled(*letters).english
    assert settled(*letters).name == ""


@pytest.mark.parametrize(("letters", "rank"), [(["V", "V", "D", "D"], "J"), (["V", "V", "B", "B"], "Q")])
def test_what_a_v_stands_for_is_told_by_the_other_cards(letters: list[str], rank: str) -> None:
    read = read_letters(classified(*["10"] * 4), seen(*letters), settled(*letters))
    assert RANKS[likeliest(read[0].ranks)] == rank
    assert not any(each.strange for each in read)


def test_a_v_alone_is_a_jack_or_a_queen_and_nobody_is_sure_which() -> None:
    read = read_letters(classified("10", "10"), seen("V", "V"), settled("V", "V"))
    chances = dict(zip(RANKS, read[0].ranks, strict=True))
    assert 0.3 < chances["J"] < 0.7
    assert 0.3 < chances["Q"] < 0.7


def test_how_far_the_alphabet_leaves_a_letter_open_is_told() -> None:
    alone, beside = ("V", "K", "10"), ("V", "K", "10", "D", "D", "R", "R")
    open_ = [
        [one.open for one in read_letters(classified(*["10"] * len(each)), seen(*each), settled(*each))]
        for each in (alone, beside)
    ]
    assert open_[0][0] == pytest.approx(0.5, abs=0.15)
    assert open_[0][1:] == pytest.approx([0.0] * 2, abs=0.05)
    assert open_[1] == pytest.approx([0.0] * 7, abs=0.05)


@pytest.mark.parametrize("letter", ["B", "D", "R", "V", "H", "Kn", "Д"])
def test_a_foreign_letter_among_english_ones_is_strange_and_no_ten(letter: str) -> None:
    letters = ("J", "J", "Q", "Q", "K", "K", "A", letter)
    read = read_letters(classified(*letters[:-1], "10"), seen(*letters, by=0.995), settled(*letters))
    assert settled(*letters).english
    assert [each.strange for each in read] == [False] * 7 + [True]
    assert read[-1].ranks[RANKS.index("10")] < 0.9


def test_what_the_english_deck_says_is_left_to_the_classifier() -> None:
    letters = ("J", "J", "Q", "Q", "10")
    guesses = classified("J", "J", "Q", "Q", "9")
    for guess, read in zip(guesses, read_letters(guesses, seen(*letters), settled(*letters)), strict=True):
        assert read.ranks == pytest.approx(guess, abs=0.02)
        assert not read.strange


def test_the_letters_have_an_opinion_of_their_own() -> None:
    letters = ("J", "J", "D", "D", "10")
    guesses = classified("J", "J", "10", "10", "9")
    read = read_letters(guesses, seen(*letters), settled(*letters))
    assert [RANKS[likeliest(each.ranks)] for each in read] == ["J", "J", "Q", "Q", "9"]
    assert [RANKS[likeliest(each.spelt)] for each in read] == ["J", "J", "Q", "Q", "10"]
    assert [sum(each.spelt) for each in read] == pytest.approx([1.0] * 5)


def test_letters_that_the_game_showed_before_help_where_few_are_seen() -> None:
    assert settled("D").english
    assert not settled("D", remembered=evidence_of("German")).english
    assert settled("J", "J", "Q", "Q", remembered=evidence_of("German")).name == INTERNATIONAL.name


def test_two_photos_with_one_letter_each_tell_what_none_tells_alone() -> None:
    first = settled("D", "K", "10")
    assert first.english
    assert not settled("D", "K", "10", remembered=first.evidence).english


def test_one_photo_of_a_game_counts_for_no_more_than_a_few_letters() -> None:
    many = settled(*["B", "D"] * 8)
    assert min(many.evidence) == -REMEMBERED
    assert settled("J", "Q", remembered=add_evidence([many.evidence] * 8)).english


@pytest.mark.parametrize(("rank", "name"), [("J", "French"), ("Q", "Dutch")])
def test_an_answer_tells_what_a_v_is_in_the_photos_that_follow(rank: str, name: str) -> None:
    first = settled("V", "V")
    assert first.name == ""
    game = add_evidence([first.evidence, answer_to_evidence("V", rank)])
    again = settled("V", "V", remembered=game)
    read = read_letters(classified("10", "10"), seen("V", "V"), again)
    assert ALPHABETS[likeliest(again.chances)].name == name
    assert read[0].ranks[RANKS.index(rank)] > 0.9
    assert not read[0].strange


def test_evidence_that_another_version_kept_is_left_out() -> None:
    own = settled("B", "D").evidence
    assert add_evidence([(0.0, -4.0), own, ()]) == own
    assert settled("D", remembered=(0.0, -4.0)).english
    assert add_evidence([]) == ()


def test_a_person_is_told_what_the_letters_stand_for_unless_they_are_english() -> None:
    assert letters_note("German") == ("German letters: B is a jack, D is a queen.",)
    assert letters_note(INTERNATIONAL.name) == letters_note("") == ()
