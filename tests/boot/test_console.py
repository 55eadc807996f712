"""A step of set-up, as the person at the terminal sees it."""

from __future__ import annotations

import sys

import pytest

from boot.console import NO_INTERNET, SetUpError, run_step


def test_a_step_says_what_it_does_and_that_it_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    run_step("Counting", [sys.executable, "-c", "print('one')"])

    first, second = capsys.readouterr().out.splitlines()
    assert first == "Counting ..."
    assert second.startswith("    done in ")


def test_a_failed_step_shows_the_end_of_what_was_printed() -> None:
    code = "import sys; [print('line', n, flush=True) for n in range(99)]; sys.exit('no such library')"

    with pytest.raises(SetUpError) as caught:
        run_step("Installing", [sys.executable, "-c", code])

    message = str(caught.value)
    assert message.startswith("Installing: failed.\n")
    assert message.endswith("no such library")
    assert "line 98\n" in message
    assert "line 9\n" not in message


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(SetUpError, match=r"Installing: no-such-program can't be started"):
        run_step("Installing", ["no-such-program"])


@pytest.mark.parametrize(
    "printed",
    [
        "WARNING: Retrying after connection broken by 'NewConnectionError: Temporary failure in name resolution'",
        "NameResolutionError: Failed to resolve 'pypi.org'",
        "error: client error (Connect): dns error: failed to lookup address information",
        "Err:1 http://deb.debian.org bookworm InRelease: Temporary failure resolving 'deb.debian.org'",
    ],
)
def test_a_step_that_finds_no_network_says_so_in_one_line(printed: str) -> None:
    with pytest.raises(SetUpError) as caught:
        run_step("Installing", [sys.executable, "-c", f"import sys; print('lines\\n' * 40); sys.exit({printed!r})"])

    assert str(caught.value) == f"Installing: failed. {NO_INTERNET}"


def test_a_network_that_refuses_shows_what_it_said() -> None:
    said = "Max retries exceeded: SSLCertVerificationError: self-signed certificate in certificate chain"

    with pytest.raises(SetUpError, match="self-signed certificate"):
        run_step("Installing", [sys.executable, "-c", f"import sys; sys.exit({said!r})"])
