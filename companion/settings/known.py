"""Every setting of the companion: its name, what it is for, how it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.settings.written import (
    HIDDEN,
    hide_password,
    read_address,
    read_count,
    read_home,
    read_listening,
    read_log,
    read_networks,
    read_zone,
    show_listening,
)

PREFIX = "COMPANION_"


@dataclass(frozen=True)
class Setting:
    """One thing that can be said, as ``COMPANION_<name>`` in the environment."""

    name: str
    says: str
    read: Callable[[str], Any] = str
    """Reads what was written.

    :raises ValueError: saying what would do instead."""
    usual: Any = ""
    shown: Callable[[Any], str] = str

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.name


SETTINGS = (
    Setting("DATA", "The folder of the games; without it the platform's own.", Path, None),
    Setting("DATABASE_URL", "Another database for them: postgresql://USER@HOST/NAME.", shown=hide_password),
    Setting("URL", "The one address under which everybody finds the companion.", read_address),
    Setting(
        "TRUSTED_PROXIES",
        "The networks of your proxy: what it says of whom it asks for is believed.",
        read_networks,
        (),
        lambda value: ", ".join(map(str, value)),
    ),
    Setting(
        "HOME",
        "Who sees the games: open for whoever comes in, invited for those who were, club for those who sign in.",
        read_home,
        "open",
    ),
    Setting("LISTEN", "Where companion host listens.", read_listening, ("127.0.0.1", 8700), show_listening),
    Setting("SECRET_KEY", "Signs what is handed out; without it one kept with the games.", shown=lambda _: HIDDEN),
    Setting("WATCHERS", "So many phones follow games at once; the others ask now and then.", read_count, 400),
    Setting("WATCHERS_EACH", "So many of them from one address.", read_count, 120),
    Setting("TIME_ZONE", "Where the table stands, such as Europe/Berlin; without it this machine's.", read_zone),
    Setting("LOG", "json for one line of JSON for each request, else text.", read_log, "text"),
    Setting(
        "METRICS",
        "Figures for Prometheus are given away here, such as 127.0.0.1:9700.",
        read_listening,
        None,
        show_listening,
    ),
    Setting("BACKUP_DIR", "A copy of everything is put here each night.", Path, None),
    Setting("BACKUP_KEEP", "So many of these copies are kept.", read_count, 14),
)
"""Every setting, in the order in which they are shown."""
