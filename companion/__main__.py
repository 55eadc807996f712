"""``python -m companion`` is ``companion``."""

from __future__ import annotations

import sys

from companion.shipped import NOT_SET_UP

try:
    from companion.cli import main
except ModuleNotFoundError as fault:
    sys.exit(NOT_SET_UP.format(f"library {fault.name}"))

main(prog_name="companion")
