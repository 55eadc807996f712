"""Counts the calls of a function."""

from __future__ import annotations

from typing import Any

import pytest


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[int]:
    """A list that grows at each call of a module's function."""
    calls, real = list[int](), getattr(module, name)

    def count(*given: Any) -> Any:
        calls.append(1)
        return real(*given)

    monkeypatch.setattr(module, name, count)
    return calls
