"""No route breaks, whatever it is asked; a longer run is ``python -m tests.web.fuzz``."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.conftest import tries
from tests.web.fuzz import LEAST_EACH, Found, fuzz, routes_of

REQUESTS = 2000
SEED = 20261122


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    return fuzz(tmp_path_factory.mktemp("fuzzed"), tries(REQUESTS), SEED)


def test_no_request_breaks_a_route_or_leaves_a_page_to_a_cache(found: Found) -> None:
    assert found.requests >= tries(REQUESTS)
    assert found.faults == []


def test_every_route_was_asked_by_each_of_its_methods_and_most_had_something_to_show(found: Found, app: Flask) -> None:
    routes = routes_of(app)
    assert {route for route in routes if found.asked[route] < LEAST_EACH} == set()
    views = {view for view, _ in routes}
    silent = {view for view in views if not found.answered[view]}
    assert len(silent) < len(views) / 2, silent
