"""What is known of holes in the libraries is told as it is, above all where nothing is known."""

from __future__ import annotations

import pytest

from boot.audit import CLEAN, HOLES, NOT_REACHED, judge

SOUND = {"name": "flask", "version": "3.1.0", "vulns": []}
UNKNOWN = {"name": "pillow", "skip_reason": "not found"}
HOLE = {"id": "PYSEC-1", "fix_versions": ["2.2"], "aliases": [], "description": ""}


@pytest.mark.parametrize(
    ("found", "status", "says"),
    [
        ([SOUND], CLEAN, "No hole is known in any of 1"),
        ([SOUND | {"vulns": [HOLE]}, UNKNOWN], HOLES, "flask 3.1.0: PYSEC-1, mended in 2.2"),
        ([SOUND | {"vulns": [HOLE | {"fix_versions": []}]}], HOLES, "mended in no version yet"),
        ([SOUND, UNKNOWN], NOT_REACHED, "could not be reached for 1 of 2 libraries"),
        ([], NOT_REACHED, "could not be reached for any library"),
    ],
)
def test_a_library_of_which_nothing_is_known_is_no_sound_one(
    found: list[dict[str, object]], status: int, says: str
) -> None:
    judged = judge(found)
    assert (judged[0], says in judged[1]) == (status, True)
