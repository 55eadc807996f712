"""``python -m companion.cli`` is ``companion``."""

from __future__ import annotations

from companion.cli import main

main(prog_name="companion")
