"""The picture of the rooms shows the imports as they are."""

from __future__ import annotations

from docs.draw_rooms import FLOORS, PICTURE, arrows, draw


def test_the_picture_is_drawn_from_the_code_as_it_is() -> None:
    assert PICTURE.read_text(encoding="utf-8") == draw(), "run `python -m docs.draw_rooms`"


def test_no_arrow_of_the_picture_leads_up() -> None:
    floor = {room: place for place, (room, _) in enumerate(FLOORS)}
    assert all(floor[above] < floor[below] for above, below in arrows())
