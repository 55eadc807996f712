"""What every room's tests share."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings

from boot import caddy as boot_caddy
from boot.postgres import OTHERWISE, WHY, find_postgres, in_ci
from companion.cards import CardNames, speak
from tests import templates
from tests.cluster import Cluster, started
from tests.forwarder import Forwarder, forwarder

T = TypeVar("T")

# How long a test waits for what is sure to come. It only says when to give up: a busy machine is no fault of ours.
PATIENCE_SECONDS = 60.0

ALL_EXAMPLES = 100
# The same examples in every run, so that what is green stays green until something changes, and without a deadline; in
# the quick run the first of them.
settings.register_profile("same", derandomize=True, deadline=None, max_examples=ALL_EXAMPLES)
settings.register_profile("quick", derandomize=True, deadline=None, max_examples=ALL_EXAMPLES // 4)
# Other examples every time: `pytest --hypothesis-profile=wander`.
settings.register_profile("wander", deadline=None, max_examples=ALL_EXAMPLES)
settings.load_profile("quick")


def tries(most: int) -> int:
    """How many examples a test tries that tries so many with ``--thorough``."""
    return max(1, most * settings().max_examples // ALL_EXAMPLES)


def also(*values: Any) -> Any:
    """A case of a parametrized test that runs with ``--thorough``: those beside it ask nearly the same."""
    return pytest.param(*values, marks=pytest.mark.thorough)


def one_in(number: int, values: Iterable[Any]) -> list[Any]:
    """Cases of a parametrized test: the first of each so many, and the others with ``--thorough``."""
    return [value if place % number == 0 else also(value) for place, value in enumerate(values)]


def some(values: Sequence[T]) -> Sequence[T]:
    """Return every third of the values, and all of them with ``--thorough``."""
    return values if tries(ALL_EXAMPLES) == ALL_EXAMPLES else values[::3]


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--thorough") and not config.getoption("--hypothesis-profile"):
        settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run the tests marked thorough, too, as CI does")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--thorough"):
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("thorough")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the seconds that each folder took, beside the slowest tests."""
    if config.getoption("durations") is None:
        return
    seconds = defaultdict[str, float](float)
    for report in chain.from_iterable(terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport):
            folder = Path(*Path(report.nodeid.partition("::")[0]).parts[:2])
            seconds[str(folder if folder.suffix == "" else folder.parent)] += report.duration
    terminalreporter.section("seconds a folder")
    for name, took in sorted(seconds.items(), key=lambda each: -each[1]):
        terminalreporter.write_line(f"{took:8.1f}s {name}")


@pytest.fixture(autouse=True)
def english_cards() -> None:
    """Cards are named in English where a test begins, whatever table the last one asked about."""
    speak(CardNames.ENGLISH)


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile each template once, for the applications of all workers."""
    folder = tmp_path_factory.getbasetemp()
    templates.keep_compiled(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL for these tests alone; where none is installed its tests are left out, but never in CI."""
    with started(postgres_programs()) as server:
        yield server


@pytest.fixture
def network(cluster: Cluster) -> Iterator[Forwarder]:
    """What leads to that PostgreSQL, and can be cut."""
    with forwarder(cluster.socket) as made:
        yield made


@pytest.fixture(scope="module")
def careful_cluster() -> Iterator[Cluster]:
    """Another one, that writes as a club's would, for the tests that kill it."""
    with started(postgres_programs(), careful=True) as server:
        yield server


def postgres_programs() -> Path:
    """PostgreSQL's programs; where there are none the test is left out, but never in CI."""
    programs = find_postgres()
    if os.name == "nt":
        pytest.skip("the tests' own PostgreSQL is reached by a socket of the file system")
    if programs is None:
        (pytest.fail if in_ci(os.environ) else pytest.skip)(f"{WHY} {OTHERWISE}")
    return programs


@pytest.fixture(scope="session")
def caddy() -> Path:
    """Caddy's program; where there is none its tests are left out, but never in CI."""
    program = boot_caddy.find_caddy()
    if program is None:
        (pytest.fail if in_ci(os.environ) else pytest.skip)(f"{boot_caddy.WHY} {boot_caddy.OTHERWISE}")
    return program


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    """The address of a PostgreSQL database in which there is nothing."""
    return cluster.new_address()
