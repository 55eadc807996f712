"""The one cache that is bounded: what was used last stays, what was unused for longest goes."""

from __future__ import annotations

from companion.store.recent import Recent


def test_the_value_unused_for_longest_goes_first() -> None:
    recent = Recent[str, int](2)
    recent.keep("a", 1)
    recent.keep("b", 2)
    assert recent.find("a") == 1
    recent.keep("c", 3)
    assert [recent.find(key) for key in "abc"] == [1, None, 3]


def test_a_value_is_replaced_by_keep_and_left_by_find_or_keep() -> None:
    recent = Recent[str, int](2)
    assert recent.find_or_keep("a", 1) == recent.find_or_keep("a", 2) == 1
    recent.keep("a", 3)
    assert recent.find("a") == 3
