"""Builds the folder: the shell, the workers, Pyodide, the companion with its libraries, a snapshot of its memory."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Container, Iterator, Mapping
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from companion import notices
from companion.browser import pyodide
from companion.browser.weights import networks
from companion.shipped import PACKAGE, NotSetUp, shipped, vendored
from companion.vision.deck import DIGEST, classifier_digest

OURS = PACKAGE / "browser" / "files"
SHELL = ("shell.js", "shell.css")
WORKER = ("worker.js", "storage.js", "pack.js", "reader.js", "border.js")
LATER = ("app/border.wasm.gz", "app/border-plain.wasm.gz", "app/weights")
"""The reader's pixels and networks, fetched before the first photo."""
LIBRARIES = (
    "attr",
    "attrs",
    "blinker",
    "cattrs",
    "click",
    "click_default_group",
    "dateutil",
    "flask",
    "itsdangerous",
    "jinja2",
    "markupsafe",
    "platformdirs",
    "pluggy",
    "segno",
    "sqlite_fts4",
    "sqlite_utils",
    "typing_extensions",
    "werkzeug",
)
"""The libraries imported by the pages; each is plain Python, or works without its compiled part."""
COMMAND_LINES = ("sqlite_utils/cli.py", "segno/cli.py")
"""The modules of libraries unused by pages."""
LEFT_OUT = ("cli", "vision/models", "templates", "static", "sample_images")
"""The parts of the package unused by pages, and those copied from elsewhere in a checkout."""
TEMPLATES, STATIC = "companion/templates/", "companion/static/"
"""The parts of the package with a file of their own, and those that a phone keeps as the host sends them."""
TEXTS = (".py", ".toml", ".json", ".sql", ".txt")
LOOK = f"\n{(OURS / 'look.js').read_text(encoding='utf-8')}"
"""The script in the pages that a host sends, where no other script may run."""
LOOK_SUM = f"sha256-{base64.b64encode(hashlib.sha256(LOOK.encode()).digest()).decode()}"
POLICY = (
    f"default-src 'none'; script-src 'self' '{LOOK_SUM}' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The policy of the shell and the worker; the pages bring their own. Only WebAssembly needs a word of its own."""
NO_NODE = "Install Node.js, and try again: it makes the snapshot from which phones start."
NOT_OURS = "{} is not empty, and nothing says that it was built by this command. Name another folder, or empty it."
PACKED = (".wasm", ".mjs", ".js", ".css")
STDLIB, LIBRARY = "app/python_stdlib.zip", "/lib/python314.zip"
"""Python's own library in the folder, and where Python has it."""
LOCK = "app/pyodide-lock.json"
"""The list of Pyodide's packages, none of which a page loads."""
PAGE = 4096
"""Bytes of memory that are left out if all are zero. WebAssembly's memory is a multiple of it."""
BUILT = 1_790_000_000_000
"""The time stamp of every build, in milliseconds since 1970."""
MARK = "companion.json"
"""The file in the folder that describes the build and marks it as replaceable."""


class BuildError(Exception):
    """The folder can't be built; the message says why."""


def build(folder: Path, cache: Path) -> dict[str, int]:
    """Build the folder, in place of what this command built there before; the size of each file.

    :param cache: where Pyodide is kept, or is already.
    :raises BuildError: if something that it takes is missing.
    :raises pyodide.PyodideError: if Pyodide is.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise BuildError(NOT_OURS.format(folder))
    try:
        vendored("htmx-*.js")
    except NotSetUp as fault:
        raise BuildError(str(fault)) from fault
    base = pyodide.parts(cache)
    files = {f"app/{name}": content for name, content in base.items()}
    carried = carried_notices(base)
    files[LOCK] = json.dumps({**json.loads(files[LOCK]), "packages": {}}).encode()
    files |= {f"app/{name}": (OURS / name).read_bytes() for name in WORKER}
    files |= {f"app/{name}": (OURS / name).read_bytes() for name in ("border.wasm", "border-plain.wasm")}
    ours = {**companion_files(), f"companion/{notices.FILE}": carried}
    memory, loaded, compiled = snapshot(files, pack(ours))
    pages = {name: of for name, of in ours.items() if name.startswith(TEMPLATES)} | compiled
    rest = (name for name in ours if f"/app/{name}" not in loaded and not name.startswith((TEMPLATES, STATIC)))
    files |= {"app/snapshot.gz": gzip.compress(memory, mtime=0), "app/pages.gz": gzip.compress(pack(pages), mtime=0)}
    files["app/companion.gz"] = gzip.compress(pack({name: ours[name] for name in rest}), mtime=0)
    files[STDLIB] = without(files[STDLIB], loaded)
    files["app/weights"] = networks(PACKAGE / "vision" / "models")
    files |= {name: (OURS / name).read_bytes() for name in SHELL} | {"index.html": _page("index.html")}
    files |= {f"static/{name}": content for name, content in _files_in(shipped("static"))}
    files["manifest.webmanifest"] = json.dumps(MANIFEST, indent=1).encode()
    files = dict(_sent(name, content) for name, content in files.items())
    files["sw.js"] = service_worker(files)
    # For the host and those who pass the folder on: no phone keeps these.
    files |= {MARK: json.dumps({"pyodide": pyodide.VERSION}).encode(), notices.FILE: carried}
    files["404.html"] = _page("404.html")
    _write(folder, files)
    return {name: len(content) for name, content in files.items()}


def _page(name: str) -> bytes:
    page = (OURS / name).read_text(encoding="utf-8")
    for word, instead in (("POLICY", POLICY), ("LOOK_SUM", LOOK_SUM), ("LOOK", LOOK)):
        page = page.replace(word, instead)
    return page.encode()


def _sent(name: str, content: bytes) -> tuple[str, bytes]:
    """A file as the host has it: what hosts often send uncompressed is packed here, and a phone keeps it unpacked."""
    is_packed = "/" in name and name.endswith(PACKED)  # the shell comes before what unpacks
    return (f"{name}.gz", gzip.compress(content, mtime=0)) if is_packed else (name, content)


def companion_files() -> dict[str, bytes]:
    """The package with pages and rules, and the libraries, by path as the worker has them."""
    files: dict[str, bytes] = {}
    for name in LIBRARIES:
        files |= _library(name)
    for name, content in _files_in(PACKAGE):
        if name.endswith(TEXTS) and not name.startswith(tuple(f"{part}/" for part in LEFT_OUT)):
            files[f"companion/{name}"] = content
    files[f"companion/vision/models/{DIGEST}"] = classifier_digest().encode()
    for part in ("templates", "static"):
        files |= {f"companion/{part}/{name}": content for name, content in _files_in(shipped(part))}
    return files


def carried_notices(base: Mapping[str, bytes]) -> bytes:
    """The notices of all that the folder carries.

    :param base: the files of Pyodide, which are looked into.
    :raises BuildError: if something carries none.
    """
    libraries = [distribution(notices.OURS), *notices.of_modules(LIBRARIES)]
    try:
        found = (*notices.scripts(), *pyodide.inside(base), *map(notices.notice_of, libraries))
        return notices.write_notices(found).encode()
    except ValueError as fault:
        raise BuildError(str(fault)) from fault


def _library(name: str) -> Mapping[str, bytes]:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise BuildError(f"the library {name} is not installed")
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return {origin.name: origin.read_bytes()}
    files = {f"{name}/{path}": content for path, content in _files_in(origin.parent) if path.endswith(".py")}
    return {path: content for path, content in files.items() if path not in COMMAND_LINES}


def _files_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and "__pycache__" not in name and not name.startswith("."):
            yield name, path.read_bytes()


def pack(files: Mapping[str, bytes]) -> bytes:
    """All files in one: a line of JSON with their positions, then one after the other."""
    index = json.dumps([[name, len(content)] for name, content in files.items()])
    return index.encode() + b"\n" + b"".join(files.values())


def snapshot(parts: Mapping[str, bytes], packed: bytes) -> tuple[bytes, frozenset[str], dict[str, bytes]]:
    """The memory of a started companion, the files whose modules it contains, and the compiled templates.

    :raises BuildError: if there is no Node.js, or it fails.
    """
    node = shutil.which("node")
    if node is None:
        raise BuildError(NO_NODE)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, content in parts.items():
            (folder / Path(path).name).write_bytes(content)
        (folder / "companion").write_bytes(packed)
        for each in ("snapshot.mjs", "package.json"):
            shutil.copy(OURS / each, folder)
        (folder / "compiled").mkdir()
        needed = _run(node, folder, "compiled")
        (folder / "modules").write_text(needed, encoding="utf-8")
        loaded = _run(node, folder, "memory", "modules")
        compiled = {f"compiled/{path}": content for path, content in _files_in(folder / "compiled")}
        return without_zeros((folder / "memory").read_bytes()), frozenset(loaded.splitlines()), compiled


def _run(node: str, folder: Path, into: str, *modules: str) -> str:
    argv = [node, "snapshot.mjs", "companion", into, f"{BUILT}", *modules]
    ran = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise BuildError(f"the snapshot could not be made: {ran.stderr.strip()[-2000:]}")
    return ran.stdout


def without_zeros(snapshot: bytes) -> bytes:
    """The pages that hold something: a line of JSON, Pyodide's own head, then the runs of pages.

    The line says how large the memory and the head are, and where each run is.
    """
    head = int.from_bytes(snapshot[4:8], "little")
    memory = snapshot[head:]
    starts = range(0, len(memory), PAGE)
    runs: list[list[int]] = []
    for start in (each for each in starts if any(memory[each : each + PAGE])):
        if runs and sum(runs[-1]) == start:
            runs[-1][1] += PAGE
        else:
            runs.append([start, PAGE])
    index = json.dumps({"size": len(memory), "head": head, "runs": runs}, separators=(",", ":"))
    pages = b"".join(memory[start : start + size] for start, size in runs)
    return index.encode() + b"\n" + snapshot[:head] + pages


def without(archive: bytes, loaded: Container[str]) -> bytes:
    """Python's own library for a phone: without the modules in the snapshot."""
    left = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as whole, zipfile.ZipFile(left, "w", zipfile.ZIP_DEFLATED) as rest:
        for each in whole.infolist():
            if f"{LIBRARY}/{each.filename}" not in loaded:
                rest.writestr(each, whole.read(each), compresslevel=9)
    return left.getvalue()


ICONS = (("icon.svg", "any"), ("icon-192.png", "192x192"), ("icon-512.png", "512x512"))
MANIFEST = {
    "name": "Pinochle companion",
    "short_name": "Pinochle",
    "description": "Keeps the score and settles the argument, on this phone.",
    "id": "./",
    "start_url": "./",
    "scope": "./",
    "lang": "en",
    "display": "standalone",
    "background_color": "#14432f",
    "theme_color": "#14432f",
    "icons": [
        *({"src": f"./static/icons/{name}", "sizes": sizes} for name, sizes in ICONS),
        {"src": "./static/icons/maskable-512.png", "sizes": "512x512", "purpose": "maskable"},
    ],
}


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """The service worker, with the names of all files of this build, what each unpacked adds up to, and its size."""
    unpacked = {name: gzip.decompress(of) if name.endswith(".gz") else of for name, of in files.items()}
    sums = {name: [hashlib.sha256(unpacked[name]).hexdigest(), len(content)] for name, content in files.items()}
    code = (OURS / "sw.js").read_bytes()
    version = hashlib.sha256(json.dumps([sums, POLICY], sort_keys=True).encode() + code).hexdigest()[:16]
    later = {name: sums.pop(name) for name in LATER}
    build = {"version": version, "policy": f"{POLICY}; frame-ancestors 'none'", "files": sums, "later": later}
    return f"const BUILD = {json.dumps(build)};\n".encode() + code


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    if folder.exists():
        for old in folder.iterdir():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
