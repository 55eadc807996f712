"""The bill of materials names all that an installation is made of, and nothing that only develops it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from boot.bill import main
from boot.install import LOCK, USE
from boot.renew_lock import pins
from companion import __version__


@pytest.fixture
def bill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    monkeypatch.setattr(sys, "argv", ["bill", str(tmp_path)])
    main()
    read: dict[str, object] = json.loads((tmp_path / f"pinochle_companion-{__version__}.cdx.json").read_bytes())
    return read


def test_it_names_every_library_of_the_lock_and_the_scripts_in_the_wheel(bill: dict[str, object]) -> None:
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    parts = bill["components"]
    assert isinstance(parts, list)
    named = {f"{part['name']}=={part['version']}": part for part in parts}
    used = pins((LOCK / f"{extra}.txt").read_text(encoding="utf-8") for extra in ("use", "server", "postgres"))
    assert named.keys() == used | {"htmx==2.0.10", "htmx-ext-sse==2.2.4", "lucide==1.23.0", "qr==0.7.0"}
    needed = pins([USE.read_text(encoding="utf-8")])
    assert {name for name, part in named.items() if part["scope"] == "optional"} == used - needed
    assert all(each["alg"] == "SHA-256" for name in used for each in named[name]["hashes"])
    assert all(named[name]["hashes"] for name in used)
    assert named["htmx==2.0.10"]["purl"] == "pkg:npm/htmx.org@2.0.10"
    assert named["lucide==1.23.0"]["purl"] == "pkg:npm/lucide-static@1.23.0", "the icons, not the wrapper they came in"
