"""Certificates for the tests, made by OpenSSL; where it is missing its tests are left out, but never in CI."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from boot.postgres import in_ci

FROM, UNTIL = "20200101000000Z", "20490101000000Z"
"""As OpenSSL writes moments; what it is given as dates has no need of the clock."""
SETTINGS = """
[ca]
default_ca = here
[here]
database = {folder}/index.txt
new_certs_dir = {folder}
rand_serial = yes
default_md = sha256
policy = any
[any]
commonName = optional
[leaf]
basicConstraints = CA:FALSE
subjectAltName = {names}
"""


@dataclass(frozen=True)
class Pair:
    """The files of a certificate and of its key."""

    cert: Path
    key: Path

    @property
    def words(self) -> tuple[str, ...]:
        """What ``companion serve`` is told."""
        return "--cert", str(self.cert), "--key", str(self.key)

    @property
    def spki(self) -> str:
        """The hash of the public key by which Chromium can be told to trust it."""
        pem = _openssl("x509", "-in", str(self.cert), "-pubkey", "-noout")
        key = base64.b64decode("".join(line for line in pem.splitlines() if "-----" not in line))
        return base64.b64encode(hashlib.sha256(key).digest()).decode()


def make_pair(folder: Path, *names: str, since: str = FROM, until: str = UNTIL) -> Pair:
    """A certificate that only it itself signed, for names as OpenSSL writes them: ``DNS:table``, ``IP:127.0.0.1``."""
    folder.mkdir(parents=True, exist_ok=True)
    pair, asked, settings = Pair(folder / "cert.pem", folder / "key.pem"), folder / "asked.pem", folder / "settings"
    (folder / "index.txt").write_text("")
    settings.write_text(SETTINGS.format(folder=folder, names=",".join(names)))
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
    _openssl("req", "-new", *curve, "-nodes", "-keyout", str(pair.key), "-out", str(asked), "-subj", "/CN=table")
    signed = ("-config", str(settings), "-extensions", "leaf", "-keyfile", str(pair.key), "-startdate", since)
    _openssl(
        "ca", "-batch", "-notext", "-selfsign", *signed, "-enddate", until, "-in", str(asked), "-out", str(pair.cert)
    )
    return pair


def lock(pair: Pair) -> None:
    """Lock the key by a password."""
    locked = pair.key.with_name("locked.pem")
    _openssl("pkey", "-in", str(pair.key), "-aes256", "-passout", "pass:secret", "-out", str(locked))
    locked.replace(pair.key)


def _openssl(*words: str) -> str:
    program = shutil.which("openssl")
    if program is None:
        (pytest.fail if in_ci(os.environ) else pytest.skip)("The tests of https need the program openssl.")
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout
