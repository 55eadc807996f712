"""Bounds of what the benches measure: a figure is printed beside its bound, and one beyond it makes a bench fail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Bounds:
    """The maximum of each figure of a bench; with ``least``, the minimum."""

    limits: Mapping[str, float]
    unit: str = "ms"
    least: bool = False
    beyond: list[str] = field(default_factory=list)

    def said(self, what: str, figure: float, of: str = "") -> str:
        """A figure with its unit and its bound, remembered if it is beyond it.

        :param what: one of ``limits``.
        :param of: which of several figures with this bound it is.
        """
        limit = self.limits[what]
        said = f"{figure:,.{self._digits(limit)}f} {self.unit}".rstrip()
        if figure < limit if self.least else figure > limit:
            self.beyond.append(f"{of + ': ' if of else ''}{what}, {said}, bound {limit:,g}")
        return f"{said} (bound {limit:,g})"

    def status(self) -> int:
        """Say what was beyond its bound; the exit status, 1 if anything was."""
        for each in self.beyond:
            print(f"Beyond its bound: {each}")
        return 1 if self.beyond else 0

    @staticmethod
    def _digits(limit: float) -> int:
        """Decimals enough to compare with the bound."""
        return 4 if limit < 1 else 2 if limit < 10 else 0
