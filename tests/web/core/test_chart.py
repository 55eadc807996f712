"""The line chart's geometry."""

from __future__ import annotations

import pytest

from companion.web.core.chart import BOTTOM, LABEL_HEIGHT, TOP, score_chart


def test_every_line_stays_inside_the_picture() -> None:
    chart = score_chart({"A": [0, -330, 200], "B": [0, 160, 1600]}, target=1500)
    for line in chart.lines:
        for point in line.points.split():
            assert TOP <= float(point.split(",")[1]) <= BOTTOM


def test_level_scores_have_labels_that_do_not_overlap() -> None:
    first, second = score_chart({"A": [0, 100], "B": [0, 100]}).lines
    assert abs(first.label_y - second.label_y) >= LABEL_HEIGHT


def test_a_game_without_a_deal_can_be_drawn() -> None:
    assert score_chart({"A": [0], "B": [0]}, target=50).says == "After 0 deals: A 0, B 0. The game goes to 50."


@pytest.mark.parametrize("scores", [{}, {"A": [0, 1], "B": [0]}])
def test_sides_with_different_numbers_of_deals_are_refused(scores: dict[str, list[int]]) -> None:
    with pytest.raises(ValueError, match="at least one side"):
        score_chart(scores)


def test_bids_made_and_set_are_marked_where_they_led() -> None:
    chart = score_chart({"A": [0, 310, -40], "B": [0, 100, 200]}, bids={"A": {1: True, 2: False}, "B": {}})
    made, failed = chart.lines[0].marks
    assert (made.made, failed.made) == (True, False)
    assert made.x < failed.x
    assert made.y < failed.y
    assert chart.lines[1].marks == ()


def test_the_sentence_says_since_when_a_side_leads_that_was_behind() -> None:
    assert "In the lead since deal 2: B." in score_chart({"A": [0, 310, -40], "B": [0, 100, 200]}).says
    assert "In the lead" not in score_chart({"A": [0, 10, 20], "B": [0, 5, 5]}).says
