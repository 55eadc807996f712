"""``python -m training.sources --out DIR``: fetches the fonts and decks that are drawn with, and lists what came.

They come as packages, by their registries' own clients (``apt-get``, ``npm``), and are only unpacked: nothing is
installed, and no administrator is needed. ``DIR/fonts`` is for ``TRAINING_FONTS``, ``DIR/artwork`` for ``--artwork``,
and ``DIR/held-out`` for ``--cards`` of the measuring sets.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

FONTS = Path(__file__).with_name("fonts.tsv")
HELD_OUT = "gnome-cards-data"


class Package(NamedTuple):
    """A package of Debian that is drawn with, as it was when the committed models were trained."""

    package: str
    version: str
    license: str
    authors: str
    address: str


class Deck(NamedTuple):
    """A package of npm that holds a deck, and where."""

    deck: str
    package: str
    version: str
    folder: str


DECKS = (Deck("cardsjs", "cardsJS", "1.1.1", "package/cards"),)


def font_packages() -> list[Package]:
    """The packages of fonts, by name."""
    with FONTS.open(encoding="utf-8", newline="") as file:
        return [Package(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def fetch_debian(names: Iterable[str], folder: Path) -> Iterator[tuple[str, str]]:
    """Unpack these packages into the folder; the name and version of each."""
    packages = folder / "packages"
    packages.mkdir(parents=True, exist_ok=True)
    missing = [name for name in names if not list(packages.glob(f"{name}_*.deb"))]
    if missing:
        subprocess.run(["apt-get", "download", *missing], cwd=packages, check=True)
    for path in sorted(packages.glob("*.deb")):
        subprocess.run(["dpkg-deb", "--extract", str(path), str(folder / "debian")], check=True)
        name, version = path.name.split("_")[:2]
        yield name, version.replace("%3a", ":")


def fetch_deck(deck: Deck, folder: Path) -> None:
    """Unpack a deck of npm into a folder of its name, unless it is there."""
    if (folder / "artwork" / deck.deck).exists():
        return
    packages = folder / "packages"
    packages.mkdir(parents=True, exist_ok=True)
    subprocess.run(["npm", "pack", f"{deck.package}@{deck.version}"], cwd=packages, check=True)
    with tarfile.open(packages / f"{deck.package}-{deck.version}.tgz") as packed:
        packed.extractall(folder / "npm" / deck.deck, filter="data")
    shutil.copytree(folder / "npm" / deck.deck / deck.folder, folder / "artwork" / deck.deck)


def differences(fetched: dict[str, str], wanted: Iterable[Package]) -> Iterator[str]:
    """Yield a line for each package that is missing or has another version than the training had."""
    for package in wanted:
        version = fetched.get(package.package, "missing")
        if version != package.version:
            yield f"{package.package}: {version}, trained with {package.version}"


def main() -> None:
    """Fetch everything and say what is of another version."""
    parser = argparse.ArgumentParser(prog="python -m training.sources", description="Fetch fonts and decks.")
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args().out.resolve()
    fonts = font_packages()
    fetched = dict(fetch_debian([HELD_OUT, *(font.package for font in fonts)], out))
    for deck in DECKS:
        fetch_deck(deck, out)
    for name, inside in (("fonts", "usr/share/fonts"), ("held-out", "usr/share/aisleriot/cards")):
        if not (out / name).is_symlink():
            (out / name).symlink_to(out / "debian" / inside)
    lines = list(differences(fetched, fonts))
    print("\n".join([*lines, f"{len(fetched)} packages, {len(DECKS)} decks, {len(lines)} of other versions: {out}"]))


if __name__ == "__main__":
    main()
