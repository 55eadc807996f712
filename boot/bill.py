"""Writes the bill of materials (CycloneDX) that goes beside the wheel: ``python -m boot.bill``.

It names what an installation is made of, out of the lock: every library with its version and the hashes of its wheels,
those of the extras as optional; and the scripts of others that the wheel itself carries.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from boot.install import LOCK, ROOT, USE
from companion import __version__, notices

EXTRAS = ("server", "postgres")
"""The extras with which the companion is used; what only develops it is in nobody's installation."""
ONLY_IF = "companion:only-if"
"""A property: the Pythons and systems with this version of a library in their lock, unless all have it."""


def main() -> None:
    """Write the bill into the named folder, by default ``dist``, and print its path."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{notices.OURS.replace('-', '_')}-{__version__}.cdx.json"
    file.write_text(JsonV1Dot6(bill()).output_as_string(indent=2) + "\n", encoding="utf-8")
    print(file)


def bill() -> Bom:
    """The companion of this checkout, and all that it is made of."""
    made = Bom()
    made.metadata.component = root = Component(
        name=notices.OURS,
        version=__version__,
        type=ComponentType.APPLICATION,
        bom_ref=notices.OURS,
        purl=PackageURL("pypi", name=notices.OURS, version=__version__),
    )
    parts = [*libraries(), *scripts()]
    for each in parts:
        made.components.add(each)
    made.register_dependency(root, parts)
    return made


def libraries() -> Iterator[Component]:
    """Every library of the lock with which the companion is used, once for each version and the systems it is for."""
    needed = _locked(USE)
    optional = {line: hashes for extra in EXTRAS for line, hashes in _locked(LOCK / f"{extra}.txt").items()}
    for line, hashes in {**optional, **needed}.items():
        pin, _, marker = (each.strip() for each in line.partition(";"))
        name, version = pin.split("==")
        yield Component(
            name=name,
            version=version,
            bom_ref=line,
            purl=PackageURL("pypi", name=name, version=version),
            scope=ComponentScope.REQUIRED if line in needed else ComponentScope.OPTIONAL,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=each) for each in hashes],
            properties=[Property(name=ONLY_IF, value=marker)] if marker else [],
        )


def scripts() -> Iterator[Component]:
    """The scripts and icons of others that the wheel carries."""
    for script in notices.scripts():
        kind, name = {"htmx": ("npm", "htmx.org"), "lucide": ("npm", "lucide-static")}.get(
            script.name, ("npm", script.name)
        )
        purl = PackageURL(kind, name=name, version=script.version)
        yield Component(
            name=script.name, version=script.version, bom_ref=script.name, purl=purl, scope=ComponentScope.REQUIRED
        )


def _locked(file: Path) -> dict[str, list[str]]:
    """The hashes of each requirement in a file of the lock, by the requirement as it is written."""
    blocks = re.split(r"\n(?=\S)", file.read_text(encoding="utf-8").replace("\\\n", ""))
    lines = [re.split(r"\s*--hash=sha256:", block.strip()) for block in blocks if not block.startswith("#")]
    return {requirement: hashes for requirement, *hashes in lines}


if __name__ == "__main__":
    main()
