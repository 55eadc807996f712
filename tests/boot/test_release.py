"""A tag is a release only if the version and the changelog agree with it."""

from __future__ import annotations

import pytest

from boot.release import is_highest, release_faults

CHANGES = "# Changelog\n\n## [1.10.0] – 2026-12-01\n\n### Added\n\n## [1.9.2] – 2026-11-20\n"


@pytest.mark.parametrize(
    ("tag", "version", "changes", "says"),
    [
        ("v1.10.0", "1.10.0", CHANGES, []),
        ("v1.9.2", "1.10.0", CHANGES, ["The tag is v1.9.2", "## [1.9.2]"]),
        ("v1.10.0", "1.11.0", CHANGES, ["__init__.py says 1.11.0"]),
        ("v1.10.0", "1.10.0", f"## [Unreleased]\n\n{CHANGES}", ["in place of “Unreleased”"]),
        ("v1.10.0", "1.10.0", CHANGES.replace(" – 2026-12-01", ""), ["then the date"]),
        ("v1.10.0", "1.10.0", "# Changelog\n", ["CHANGELOG.md has to begin with “## [1.10.0]"]),
        *(
            (tag, "1.10.0", CHANGES, ["tagged v1.2.3"])
            for tag in ("1.10.0", "v1.10", "vacation", "v1.10.0rc1", "v01.1.0", "")
        ),
    ],
)
def test_a_tag_fits_the_version_and_the_changelog_or_is_told_what_does_not(
    tag: str, version: str, changes: str, says: list[str]
) -> None:
    faults = release_faults(tag, version, changes)

    assert len(faults) == len(says)
    assert all(part in fault for fault, part in zip(faults, says, strict=True))


@pytest.mark.parametrize(
    ("tag", "tags", "highest"),
    [
        ("v1.10.0", ["v1.9.9", "v1.10.0", "v0.12.40"], True),
        ("v1.9.10", ["v1.9.10", "v1.10.0"], False),
        ("v1.9.10", ["v1.9.9", "v2.0.0rc1", "vacation", "before-v9.0.0"], True),
        ("v0.1.0", [], True),
    ],
)
def test_the_highest_version_is_found_by_its_numbers(tag: str, tags: list[str], highest: bool) -> None:
    assert is_highest(tag, tags) is highest
