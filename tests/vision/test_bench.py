"""The measure itself: copies count, doubtful cards count neither way, other ranks must not be read as ours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bench.fit_sure import AS_IT_IS, Counted, held_out
from bench.photo_score import score
from bench.photo_sequences import measure_sequence, sequence_tables
from bench.photo_tables import document_row, maybe_line, reliability, sure_line, twins_line
from bench.read_photos import write_row
from companion.cards import parse_cards
from companion.vision import Reading, SeenCard
from companion.vision.samples import find_sample

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.4), (0.0, 1.4))


def reading(text: str) -> Reading:
    """A reading of these cards, all sure."""
    return Reading(tuple(SeenCard(card, 0.99, CORNERS, sure=True) for card in parse_cards(text)), (), (10, 10), 1.0)


def test_a_missed_copy_is_a_mistake() -> None:
    result = score({"cards": ["QS", "QS", "JD"]}, reading("QS JD"), {})
    assert (result.right, list(result.missed), list(result.invented)) == (2, ["QS"], [])
    assert not result.exact


def test_a_doubtful_card_counts_neither_way() -> None:
    row = {"cards": ["QS"], "ambiguous": ["KH"]}
    assert score(row, reading("QS KH"), {}).exact
    assert score(row, reading("QS"), {}).exact


def test_a_four_is_left_out_of_the_truth_but_not_to_be_read_as_an_ace() -> None:
    row = {"cards": ["4S", "KH"]}
    assert score(row, reading("KH"), {}).exact
    wrong = score(row, reading("KH AS"), {})
    assert list(wrong.invented) == ["AS"]
    assert wrong.sure_wrong == 1


def test_of_too_many_copies_the_likeliest_counts_as_right_and_a_doubtful_one_not_at_all() -> None:
    both = reading("QS QS KH")
    less = Reading((both.cards[0], replace(both.cards[1], confidence=0.35), both.cards[2]), (), (10, 10), 1.0)
    assert score({"cards": ["QS"], "ambiguous": ["KH"]}, less, {}).told == ((0.99, True), (0.35, False))


def test_of_the_cards_that_are_asked_about_the_right_ones_are_counted() -> None:
    cards = [replace(one, sure=str(one.card) == "QS") for one in reading("QS KH JD 9C").cards]
    result = score({"cards": ["QS", "KH"], "ambiguous": ["9C"]}, Reading(tuple(cards), (), (10, 10), 1.0), {})
    assert result.asked == (True, False)
    assert sure_line([result])[0].endswith("Asked about: 2 cards, 1 of them right.")


@pytest.mark.parametrize(
    ("there", "ambiguous", "read", "twins"),
    [
        ("QS QS JD", "", "QS QS JD", (1, 1, 0, 0)),
        ("QS QS JD", "", "QS JD", (1, 0, 0, 0)),
        ("QS JD", "", "QS QS JD JD", (0, 0, 2, 2)),
        ("QS QS JD", "JD", "QS QS QS JD JD KH", (1, 1, 1, 1)),
    ],
)
def test_further_copies_are_counted_apart(there: str, ambiguous: str, read: str, twins: tuple[int, ...]) -> None:
    row = {"cards": there.split(), "ambiguous": ambiguous.split()}
    result = score(row, reading(read), {})
    doubting = replace(reading(read), cards=tuple(replace(card, sure=False) for card in reading(read).cards))
    assert result.twins == twins
    assert score(row, doubting, {}).twins == (twins[0], 0, twins[2], 0)
    assert twins_line([result, result]) == (
        f"Second and further copies: {2 * twins[0]}, {2 * twins[1]} of them sure. "
        f"Cards counted once too often: {2 * twins[2]}, {2 * twins[3]} of them sure."
    )


def test_a_set_is_judged_by_weights_that_were_fitted_on_the_others() -> None:
    """In the first set great chances are right, in the second one they are wrong."""
    cards = [
        Counted(part, f"{number}.jpg", AS_IT_IS, False, (1.0, clue, 0.0), True, (clue > 0) == (part == "photos"))
        for part in ("photos", "melds")
        for number, clue in enumerate([-3.0, -1.0, 1.0, 3.0] * 5)
    ]
    given = held_out(cards)
    assert given[3] < 0.5 < given[0]
    assert given[20] < 0.5 < given[23]


def test_the_totals_of_a_set_take_the_place_of_its_row(tmp_path: Path) -> None:
    document = tmp_path / "figures.md"
    document.write_text("| melds | 0 |\n| copies | 0 |\n", encoding="utf-8")
    row = document_row("melds", [score({"cards": ["QS", "KH"]}, reading("QS AH"), {})])
    write_row(document, "melds", row)
    assert row.startswith("| melds | 1 | 2 | 0.500 | 0.000 | 100.0 % | 1 |")
    assert document.read_text(encoding="utf-8") == f"{row}\n| copies | 0 |\n"
    with pytest.raises(SystemExit):
        write_row(document, "fans", row)


def test_the_reliability_table_has_a_row_for_each_tenth_that_was_told() -> None:
    result = score({"cards": ["QS", "KH"]}, reading("QS AH"), {})
    assert list(reliability([result]))[2:] == ["| 0.9–1.0 | 2 | 0.990 | 0.500 |"]


def asking(text: str, more: str) -> Reading:
    """A reading of the first cards, all sure, that asks whether the others are there too."""
    return replace(reading(text), maybe=reading(more).cards)


def test_maybe_one_more_points_at_each_missing_card_once_also_by_a_guess() -> None:
    guessing = replace(asking("QS", "KH KH 9C"), maybe=())
    maybe = [*asking("", "KH KH").maybe, replace(asking("", "9C").maybe[0], guesses=tuple(parse_cards("9S")))]
    result = score({"cards": ["QS", "KH", "9S"]}, replace(guessing, maybe=tuple(maybe)), {})
    assert result.asks == (3, 2, 1)


def test_a_maybe_that_counts_neither_way_is_no_false_one() -> None:
    assert score({"cards": ["QS"], "ambiguous": ["KH"]}, asking("QS", "KH"), {}).asks == (1, 0, 0)


def test_a_photo_is_silently_short_only_if_nothing_asks_for_a_look() -> None:
    row = {"file": "short.jpg", "cards": ["QS", "KH"]}
    doubtful = reading("QS")
    doubtful = replace(doubtful, cards=(replace(doubtful.cards[0], sure=False),))
    results = [score(row, each, {}) for each in (reading("QS"), asking("QS", "KH"), doubtful, reading("QS KH"))]
    assert [one.silent for one in results] == [True, False, False, False]
    assert maybe_line(results)[0].startswith("Maybe one more: asked 1 times, which points at 1 of 3 missing cards")
    assert maybe_line(results)[-1] == "Short with nothing doubtful or maybe: 1 photos: short.jpg."


def test_a_sequence_is_measured_look_by_look_and_as_a_whole(tmp_path: Path) -> None:
    sample = find_sample("aces-around")
    (tmp_path / "aces").mkdir()
    for number in (1, 2):
        (tmp_path / "aces" / f"look-0{number}.jpg").write_bytes(sample.picture.read_bytes())
    row = {"sequence": "aces", "scene": "row", "cards": [*map(str, sample.cards), "9C"]}
    measured = measure_sequence(row, tmp_path, 0.5)
    assert [list(one.missed) for one in (*measured.alone, measured.together)] == [["9C"]] * 3
    lines = list(sequence_tables([measured]))
    assert lines[2].startswith("| all | 1 | 2 | 0.000 | 0.000 | 0.000 | 0 | 1 | 0 |")
    assert lines[-1] == "aces: -9C; 0 of 2 looks exact"
