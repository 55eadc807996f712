"""A companion that is newer than this one by one version of its tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.store import schema

NEXT = schema.version_here() + 1
STEP = "alter table game add column more text not null default '';\ncreate table more (id integer not null) strict"


@contextmanager
def newer_companion(step: str = STEP) -> Iterator[None]:
    """Have another step while the block lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "STEPS", {**schema.STEPS, NEXT: step})
        yield
