"""The command line of bootstrap.py."""

from __future__ import annotations

import pytest

from boot.commands import main


@pytest.mark.parametrize(("arguments", "status"), [([], 0), (["--help"], 0), (["run"], 2)])
def test_what_is_no_command_is_answered_with_the_commands(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == status

    usage = capsys.readouterr().out
    assert all(f"bootstrap.py {command}" in usage for command in ("serve", "test", "setup"))
