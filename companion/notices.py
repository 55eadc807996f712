"""The notices of what others made and this installation carries: each name, version, license and its text.

A library's is in its metadata. What has none (a script, Python itself) has its text in ``licenses/``. The folder for
phones and the one-file program carry no metadata: their builds look what is inside, and write its notices into
``notices.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from typing import Any

from companion.shipped import PACKAGE, shipped, vendored

FILE = "notices.txt"
TEXTS = PACKAGE / "licenses"
OURS = "pinochle-companion"
EXTRAS = ("photos", "postgres", "server")
"""The optional parts of an installation; libraries for development or training are never shipped."""
KEPT = {
    "htmx": "0BSD",
    "htmx-ext-sse": "0BSD",
    "lucide": "ISC AND MIT",
    "python": "PSF-2.0",
    "pyodide": "MPL-2.0",
    "emscripten": "MIT OR NCSA",
    "musl": "MIT",
    "llvm": "Apache-2.0 WITH LLVM-exception",
    "mimalloc": "MIT",
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "bzip2": "bzip2-1.0.6",
    "expat": "MIT",
    "hacl": "MIT",
    "libffi": "MIT",
    "libmpdec": "BSD-2-Clause",
    "libuuid": "BSD-3-Clause",
    "openssl": "Apache-2.0",
    "sqlite": "public domain",
    "stackframe": "MIT",
    "xz": "public domain",
    "zlib": "Zlib",
    "zstd": "BSD-3-Clause",
}
"""The licenses of what has no metadata, by the names of their texts."""
WRAPPED = {
    "_bz2": "bzip2",
    "_ctypes": "libffi",
    "_decimal": "libmpdec",
    "_elementtree": "expat",
    "pyexpat": "expat",
    **dict.fromkeys(("_blake2", "_hmac", "_md5", "_sha1", "_sha2", "_sha3"), "hacl"),
    "_hashlib": "openssl",
    "_ssl": "openssl",
    "_lzma": "xz",
    "_sqlite3": "sqlite",
    "_uuid": "libuuid",
    "_zstd": "zstd",
    "zlib": "zlib",
    "binascii": "zlib",
    "_curses": "ncurses",
    "_curses_panel": "ncurses",
    "_dbm": "gdbm",
    "_gdbm": "gdbm",
    "_tkinter": "tk",
    "readline": "readline",
    "nis": "libnsl",
}
"""The library inside each of Python's own modules that has one of others in it or asks for it."""
QR = "qr-0.7.0"

_SCRIPT = re.compile(r"(.+?)-([\d.]+)(?:\.min\.js|\.svg)")
_REQUIRED = re.compile(r"([\w.-]+)\s*(?:\[([^]]*)\])?")
_IF_EXTRA = re.compile(r"""extra\s*==\s*['"]([\w.-]+)['"]""")
_TEXT = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)
_HEAD = "=== {0.name} {0.version} · {0.license} ===\n\n"
_HEADS = re.compile(r"^=== (\S+) (\S+) · (.+) ===\n\n", re.MULTILINE)
_SHORT = 60


@dataclass(frozen=True)
class Notice:
    """A package's name and version, and its license."""

    name: str
    version: str
    license: str
    text: str


@cache
def carried() -> Sequence[Notice]:
    """The notices of this installation, by name."""
    written = PACKAGE / FILE
    if written.is_file():
        return read_notices(written.read_text(encoding="utf-8"))
    return in_order([*scripts(), *map(notice_of, libraries())])


def in_order(notices: Iterable[Notice]) -> list[Notice]:
    """Our own first, then the others by name."""
    return sorted(notices, key=lambda each: (each.name != OURS, each.name.lower()))


def scripts() -> Iterator[Notice]:
    """The notices of the scripts and icons of others that are served with the pages."""
    for path in vendored("*"):
        if named := _SCRIPT.fullmatch(path.name):
            yield kept(named[1], named[2])
    name, version = QR.split("-")
    yield Notice(name, version, "MIT", (shipped("static") / QR / "LICENSE").read_text(encoding="utf-8"))


def kept(name: str, version: str) -> Notice:
    """The notice of what has no metadata: one of ``KEPT``; of anything else one without a text."""
    text = (TEXTS / f"{name}.txt").read_text(encoding="utf-8") if name in KEPT else ""
    return Notice(name, version, KEPT.get(name, ""), text)


def libraries() -> list[Distribution]:
    """The companion and all libraries that it asks for, as far as they are installed."""
    found: dict[tuple[str, str], Distribution] = {}
    waiting = [(OURS, EXTRAS)]
    while waiting:
        name, extras = waiting.pop()
        if (name, str(extras)) in found:
            continue
        try:
            package = found[name, str(extras)] = distribution(name)
        except PackageNotFoundError:  # for another system, or an extra that nobody chose
            continue
        for line in package.requires or ():
            asked, only_if = _REQUIRED.match(line), _IF_EXTRA.search(line)
            if asked and (only_if is None or only_if[1] in extras):
                waiting.append((asked[1], tuple(re.findall(r"[\w.-]+", asked[2] or ""))))
    return list({each.metadata["Name"].lower(): each for each in found.values()}.values())


def of_modules(modules: Iterable[str]) -> list[Distribution]:
    """The libraries that these modules, named as they are imported, belong to."""
    # Python 3.10's own packages_distributions knows only packages that list their modules.
    files = ((file, package) for package in distributions() for file in package.files or () if file.suffix == ".py")
    tops = {file.parts[0].removesuffix(".py"): package for file, package in files}
    return list({tops[module].metadata["Name"]: tops[module] for module in modules}.values())


def notice_of(package: Distribution) -> Notice:
    """The notice of an installed library."""
    texts = [
        str(file.read_text(encoding="utf-8")).strip()
        for file in package.files or ()
        if file.parts[0].endswith(".dist-info") and _TEXT.search(file.name)
    ]
    return Notice(package.metadata["Name"], package.version, _license(package), "\n\n".join(texts) + "\n")


def _license(package: Distribution) -> str:
    said: dict[str, Any] = package.metadata.json
    classes = (each.rpartition(" :: ")[2] for each in said.get("classifier", ()) if each.startswith("License"))
    each_said = (said.get("license_expression", ""), said.get("license", ""), *classes)
    return next((each for each in each_said if each and "\n" not in each and len(each) <= _SHORT), "see its text")


def write_notices(notices: Iterable[Notice]) -> str:
    """All notices in one text.

    :raises ValueError: if a package has none, naming it: it may not be passed on.
    """
    found = in_order(notices)
    if lacking := [each.name for each in found if not each.text.strip()]:
        raise ValueError(f"{', '.join(lacking)} may not be passed on: no license was found")
    return "\n".join(_HEAD.format(each) + each.text.rstrip("\n") + "\n" for each in found)


def read_notices(text: str) -> Sequence[Notice]:
    """The inverse of :func:`write_notices`."""
    _, *parts = _HEADS.split(text)
    fours = zip(*(parts[at::4] for at in range(4)), strict=True)
    return [Notice(name, version, terms, text.rstrip("\n") + "\n") for name, version, terms, text in fours]
