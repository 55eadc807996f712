"""``companion serve --cert --key``: what is wrong is said at once, and what is right is served beside http."""

from __future__ import annotations

import shutil
import ssl
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli.commands import UserError
from companion.cli.network import read_certificate
from tests.certificates import Pair, lock, make_pair
from tests.cli.serving import HERE, _address, served
from tests.conftest import PATIENCE_SECONDS


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    return make_pair(tmp_path / "good", "DNS:cards.example.org", f"IP:{HERE}")


def refused(cert: Path | None, key: Path | None) -> str:
    with pytest.raises(UserError) as fault:
        read_certificate(cert, key)
    return fault.value.message


def trusting(pair: Pair) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(pair.cert))


def test_a_certificate_says_for_whom_it_stands(pair: Pair) -> None:
    read = read_certificate(pair.cert, pair.key)
    assert read is not None
    assert read.names == ("cards.example.org", HERE)
    assert read_certificate(None, None) is None


def test_one_without_the_other_is_refused(pair: Pair) -> None:
    assert (
        refused(pair.cert, None) == refused(None, pair.key) == "--cert and --key belong together: give both, or neither"
    )


def test_a_file_that_is_not_there_is_named(pair: Pair, tmp_path: Path) -> None:
    gone = tmp_path / "gone.pem"
    assert refused(gone, pair.key) == f"--cert: {gone} can't be read: No such file or directory"
    assert refused(pair.cert, gone) == f"--key: {gone} can't be read: No such file or directory"


def test_files_that_were_exchanged_are_told_apart(pair: Pair) -> None:
    assert refused(pair.key, pair.cert).startswith(f"--cert: there is no certificate in {pair.key}")


def test_a_damaged_certificate_is_refused(pair: Pair) -> None:
    pair.cert.write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    assert "can't be used together" in refused(pair.cert, pair.key)


def test_the_key_of_another_certificate_is_refused(pair: Pair, tmp_path: Path) -> None:
    other = make_pair(tmp_path / "other", "DNS:other")
    assert refused(pair.cert, other.key) == f"the key in {other.key} does not belong to the certificate in {pair.cert}"


def test_a_locked_key_is_refused_with_what_opens_it(pair: Pair) -> None:
    lock(pair)
    assert "is locked by a password; write one without: openssl pkey" in refused(pair.cert, pair.key)


@pytest.mark.parametrize(
    ("since", "until", "says"),
    [("20200101000000Z", "20200201000000Z", "has expired"), ("20480101000000Z", "20490101000000Z", "is not valid yet")],
)
def test_a_certificate_out_of_its_time_is_refused(tmp_path: Path, since: str, until: str, says: str) -> None:
    out = make_pair(tmp_path / "out", "DNS:cards.example.org", since=since, until=until)
    assert f"the certificate in {out.cert} {says}" in refused(out.cert, out.key)


def test_what_is_wrong_is_one_line_and_status_2(tmp_path: Path, pair: Pair) -> None:
    with served(tmp_path, "--host", HERE, "--port", "0", "--cert", str(pair.cert)) as (process, lines):
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, lines) == (2, [])
        assert errors == "Error: --cert and --key belong together: give both, or neither\n"


def test_https_and_http_are_served_each_at_its_port_and_it_stops_cleanly(tmp_path: Path, pair: Pair) -> None:
    with served(tmp_path, "--host", HERE, "--port", "0", *pair.words) as (process, lines):
        address = _address(lines, "On this machine: ")
        assert address.startswith(f"https://{HERE}:")
        with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS, context=trusting(pair)) as answer:
            assert "; Secure;" in answer.headers["Set-Cookie"]
        plain = _address(lines, "Without https: ")
        assert plain.startswith(f"http://{HERE}:")
        with urllib.request.urlopen(plain, timeout=PATIENCE_SECONDS) as answer:
            assert "Secure" not in answer.headers["Set-Cookie"]
        process.terminate()
        rest, errors = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, rest, errors) == (0, "Stopped. Every game is saved.\n", "")


def test_phones_are_sent_to_the_name_of_the_certificate(tmp_path: Path, pair: Pair) -> None:
    with served(tmp_path, "--port", "0", *pair.words) as (_, lines):
        if any(line.startswith("On your network: ") for line in lines):
            assert _address(lines, "On your network: ").startswith("https://cards.example.org:")
            assert _address(lines, "Without https: ").startswith("http://")


def test_a_certificate_that_is_renewed_is_used_without_a_restart(tmp_path: Path, pair: Pair) -> None:
    with served(tmp_path, "--host", HERE, "--port", "0", *pair.words) as (_, lines):
        address = _address(lines, "On this machine: ")
        renewed = make_pair(tmp_path / "renewed", f"IP:{HERE}")
        shutil.copy(renewed.key, pair.key)
        urllib.request.urlopen(address, timeout=PATIENCE_SECONDS, context=ssl._create_unverified_context()).close()
        shutil.copy(renewed.cert, pair.cert)
        give_up = monotonic() + PATIENCE_SECONDS
        while not _is_trusted(address, renewed):
            assert monotonic() < give_up


def _is_trusted(address: str, pair: Pair) -> bool:
    with suppress(urllib.error.URLError):
        urllib.request.urlopen(address, timeout=PATIENCE_SECONDS, context=trusting(pair)).close()
        return True
    return False


def test_a_certificate_that_is_gone_or_half_written_leaves_the_one_before(pair: Pair) -> None:
    read, loaded = read_certificate(pair.cert, pair.key), list[Path]()
    assert read is not None
    tls: Any = SimpleNamespace(load_cert_chain=lambda cert, _: loaded.append(cert))
    renew, whole = replace(read, tls=tls).renewal(), pair.cert.read_text()
    pair.cert.write_text(whole[:100])
    renew()
    pair.cert.unlink()
    renew()
    assert loaded == []
    pair.cert.write_text(whole)
    renew()
    renew()
    assert loaded == [pair.cert]
