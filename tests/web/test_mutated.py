"""What was taken from a file can be shown, whatever stood in the file (:mod:`tests.web.mutated`)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from flask import Flask

from tests.web.mutated import KINDS, Mutated


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_brought_in_every_page_of_it_can_be_shown(app: Flask, kind: str) -> None:
    found = Mutated(app, Random(kind)).run(24, (kind,))
    assert found.faults == []
    assert found.taken[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_a_phone_alone_can_show_it_too(make_app: Callable[..., Flask], kind: str) -> None:
    app = make_app(ALONE=True, URL="https://cards.example")
    assert Mutated(app, Random(f"alone {kind}")).run(6, (kind,)).faults == []


def test_what_postgresql_keeps_can_be_shown_too(make_far: Callable[..., Flask]) -> None:
    assert Mutated(make_far(), Random(5)).run(4).faults == []


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_brought_in_can_be_shown_at_length(app: Flask, kind: str) -> None:
    assert Mutated(app, Random(f"long {kind}")).run(500, (kind,)).faults == []
