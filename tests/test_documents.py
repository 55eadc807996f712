"""README, CONTRIBUTING, docs/ and docstrings: their Python runs, links lead somewhere, and what they name exists."""

from __future__ import annotations

import doctest
import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import mypy.api

ROOT = Path(__file__).resolve().parents[1]
INDEX = ROOT / "docs" / "README.md"
PYTHON = ROOT / "docs" / "python.md"
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
DECISIONS = sorted((ROOT / "docs" / "adr").glob("*.md"))
LIST_OF_DECISIONS = ROOT / "docs" / "adr" / "README.md"
TOPS = "bench|boot|companion|deploy|docs|sample_images|static|templates|tests|training"
SECURITY = ROOT / "docs" / "security.md"
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(rf"(?<![\w./-])(?:{TOPS})/[\w./+-]*")
DOTTED = re.compile(r"(?<![\w./-])(?:bench|boot|companion|docs|tests|training)(?:\.[A-Za-z_]\w*)+(?![\w/])")
FILE = re.compile(r"`(?!/)([\w/-]+\.(?:css|html|js|py))`")  # with a slash before it, it is an address
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _links(page: Path) -> Iterator[tuple[Path, str]]:
    """The file and the anchor of each link of a page that stays in the project."""
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if not re.match(r"[a-z]+:", link):
            path, _, anchor = unquote(link).partition("#")
            yield (page.parent / path).resolve() if path else page, anchor


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _named(pages: Iterable[Path], find: Callable[[str], list[Any]]) -> list[tuple[str, Any]]:
    """What is found in each page, with the name of the page, once."""
    return [(_name(page), each) for page in pages for each in dict.fromkeys(find(page.read_text(encoding="utf-8")))]


def _exists(dotted: str) -> bool:
    """Whether a module has this name, or something in one; a module is only looked for, as it may need an extra."""
    owner, _, name = dotted.rpartition(".")
    if not owner:
        return find_spec(name) is not None
    if not _exists(owner):
        return False
    try:
        module = find_spec(dotted)
    except ModuleNotFoundError:  # the owner is no package
        module = None
    return module is not None or hasattr(_found(owner), name)


def _found(dotted: str) -> object:
    """The module of this name, or what a module holds under it."""
    try:
        return importlib.import_module(dotted)
    except ModuleNotFoundError:
        owner, _, name = dotted.rpartition(".")
        return getattr(_found(owner), name, None)


def test_the_page_s_python_answers_as_shown() -> None:
    tried = doctest.testfile(str(PYTHON), module_relative=False, encoding="utf-8")
    assert tried.attempted >= 10
    assert tried.failed == 0


def test_the_page_s_python_uses_every_public_name() -> None:
    shown = doctest.DocTestParser().get_examples(PYTHON.read_text(encoding="utf-8"))
    used = re.findall(r"\w+", "".join(each.source for each in shown if "import" not in each.source))
    assert {*importlib.import_module("companion.rules").__all__} <= {*used}


def test_the_examples_in_docstrings_answer_as_shown() -> None:
    files = [path for path in (ROOT / "companion").rglob("*.py") if ">>>" in path.read_text(encoding="utf-8")]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in files]
    tried = {name: doctest.testmod(importlib.import_module(name)) for name in names}
    assert [name for name, each in tried.items() if each.failed or not each.attempted] == []
    assert len(tried) > 20


def test_the_page_s_python_has_the_types_that_it_shows(tmp_path: Path) -> None:
    shown = doctest.DocTestParser().get_examples(PYTHON.read_text(encoding="utf-8"))
    script = tmp_path / "page.py"
    script.write_text("".join(example.source for example in shown), encoding="utf-8")
    config = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    says, faults, status = mypy.api.run([*config, "--strict", str(script)])
    assert (faults, status) == ("", 0), says


def test_every_link_leads_somewhere() -> None:
    lost = [
        f"{_name(page)}: {path}#{anchor}"
        for page in (*PAGES, *DECISIONS)
        for path, anchor in _links(page)
        if not path.exists() or (anchor and anchor not in _anchors(path))
    ]
    assert lost == []


def test_every_page_of_the_docs_is_linked_from_their_index() -> None:
    linked = {path for path, _ in _links(INDEX)}
    assert {page for page in (ROOT / "docs").glob("*.md") if page != INDEX} - linked == set()
    assert {LIST_OF_DECISIONS, ROOT / "CONTRIBUTING.md"} <= linked


def test_every_decision_is_linked_from_the_list_of_decisions() -> None:
    listed = {path for path, _ in _links(LIST_OF_DECISIONS)}
    assert {page for page in DECISIONS if page != LIST_OF_DECISIONS} - listed == set()


def test_every_path_that_a_page_names_exists() -> None:
    named = _named([*PAGES, *DECISIONS], PATH.findall)
    assert [each for each in named if not (ROOT / each[1].rstrip(".")).exists()] == []


def test_every_test_that_a_page_names_exists() -> None:
    named = ((page, *test) for page, test in _named(PAGES, TEST.findall))
    assert [each for each in named if f"\ndef {each[2]}(" not in (ROOT / each[1]).read_text("utf-8")] == []


def test_every_point_of_security_is_answered_and_what_is_met_is_held_by_a_test() -> None:
    points = re.findall(r"^- (?:–|\d).*$", SECURITY.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert len(points) > 50
    for point in points:
        said = re.search(r": \*\*(Met|In part|Not met)\*\*", point)
        assert said, point
        assert said[1] != "Met" or TEST.search(point), point


def test_every_file_that_a_page_names_without_its_folder_exists() -> None:
    tops = [(ROOT / top).glob("*" if top == "." else "**/*") for top in (".", *TOPS.split("|"))]
    files = "\n".join(f"{path.as_posix()}\n" for top in tops for path in top)
    assert [each for each in _named(PAGES, FILE.findall) if f"/{each[1]}\n" not in files] == []


def test_every_module_that_a_page_names_exists() -> None:
    named = _named(PAGES, lambda text: DOTTED.findall(re.sub(rf"(?:{TOPS})/[\w./+-]*", "", text)))
    modules = [each for each in named if not re.search(r"\.(md|py|json|db)$", each[1])]
    known = {name: _exists(name) for name in {name for _, name in modules}}
    assert [each for each in modules if not known[each[1]]] == []
