"""What every room's tests share."""

from __future__ import annotations

import pytest
from jinja2 import FileSystemBytecodeCache


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """Where templates are kept compiled, so that each is compiled once and not once for every application made."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
