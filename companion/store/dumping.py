"""A PostgreSQL database copied by ``pg_dump``, which takes its tables as they are, whichever companion made them."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

from companion.store.errors import StoreError
from companion.store.postgres import read_address
from companion.store.sqlite import OWNER_ONLY, make_folder

_NO_PROGRAM = (
    "there is no pg_dump on this machine to make a copy with, so nothing was changed. Install PostgreSQL's client "
    "programs (apt-get install postgresql-client), or make the copy where there is one: {}; then: "
    "companion upgrade --copied"
)

_HERE = ("localhost", "127.0.0.1")
"""Here its owner is let in by the socket, without a password."""


def dump(address: str, file: Path) -> Path:
    """Copy a whole database into a new file, which only its owner reads.

    :raises StoreError: if there is no ``pg_dump``, or it fails, or the file exists.
    """
    how = read_address(address)
    if shutil.which("pg_dump") is None:
        raise StoreError(_NO_PROGRAM.format(shlex.join(_command(how, file))))
    make_folder(file.parent)
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    except OSError as fault:
        raise StoreError(f"the copy {file} cannot be written: {fault.strerror}. Nothing was changed") from fault
    environ = os.environ | {"PGPASSWORD": str(how["password"])} if "password" in how else None
    made = subprocess.run(
        _command(how, file, _schema(address)), env=environ, capture_output=True, text=True, check=False
    )
    if made.returncode:
        file.unlink(missing_ok=True)
        raise StoreError(f"pg_dump made no copy, so nothing was changed: {made.stderr.strip()}")
    return file


def way_back(address: str, file: Path | None) -> tuple[str, ...]:
    """The commands that make another database out of the copy."""
    how = read_address(address)
    name = f"{how.get('dbname', 'companion')}_before"
    owner = ["--owner", str(how["user"])] if "user" in how else []
    host = [] if how.get("host", "localhost") in _HERE else ["--host", str(how["host"])]
    return (
        shlex.join(["createdb", *host, "--encoding", "UTF8", "--template", "template0", *owner, name]),
        shlex.join(
            ["pg_restore", "--no-owner", f"--dbname={_address_of(how | {'dbname': name})}", str(file or "FILE")]
        ),
    )


def _command(how: dict[str, Any], file: Path, schema: str = "public") -> list[str]:
    only = [] if schema == "public" else [f"--schema={schema}"]
    return ["pg_dump", "--format=custom", *only, f"--file={file}", f"--dbname={_address_of(how)}"]


def _address_of(how: dict[str, Any]) -> str:
    return make_conninfo("", **{name: value for name, value in how.items() if name != "password"})


def _schema(address: str) -> str:
    """Where its tables are."""
    with psycopg.connect(address) as connection:
        found = connection.execute("select current_schema()").fetchone()
    return str(found[0]) if found else "public"
