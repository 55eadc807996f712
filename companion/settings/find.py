"""Finds each setting, and says where it was found.

What was typed goes before the environment, that before the file which ``COMPANION_X_FILE`` names, that before the
usual. An empty value says nothing, so that a compose file may pass on what was left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from companion.settings.known import PREFIX, SETTINGS, Setting

IN_A_FILE = "_FILE"
OF_THE_TESTS = frozenset(f"{PREFIX}{name}" for name in ("CADDY", "CHROMIUM", "CUTS", "POSTGRES"))
"""Names that only ``bootstrap.py test`` and the tests know."""
USUAL = "usual"


class SettingError(ValueError):
    """A setting that can't be read, or that there is not; the message says what would do instead."""


@dataclass(frozen=True)
class Found:
    """The value of a setting, and where it was found."""

    setting: Setting
    value: Any
    origin: str

    @property
    def shown(self) -> str:
        """The value as it may be printed: no password and no key."""
        return self.setting.shown(self.value) if self.value not in ("", None, ()) else "–"


def read_settings(environ: Mapping[str, str], typed: Mapping[str, Found] | None = None) -> dict[str, Found]:
    """Every setting by its name; what was ``typed`` stands as it is.

    :raises SettingError: if one can't be read, or the environment has a name like one that there is not.
    """
    _refuse_unknown(environ)
    return {each.name: (typed or {}).get(each.name) or _find(each, environ) for each in SETTINGS}


def values(environ: Mapping[str, str]) -> dict[str, Any]:
    """What was found, without where."""
    return {name: found.value for name, found in read_settings(environ).items()}


def typed(name: str, value: Any, flag: str) -> Found:
    """What somebody typed for a setting."""
    return Found(next(each for each in SETTINGS if each.name == name), value, flag)


def _refuse_unknown(environ: Mapping[str, str]) -> None:
    known = {each.name + tail for each in SETTINGS for tail in ("", IN_A_FILE)}
    for variable in sorted(environ):
        name = variable.removeprefix(PREFIX)
        if name != variable and variable not in OF_THE_TESTS and name not in known:
            near = get_close_matches(name, sorted(known), n=1)
            instead = f"do you mean {PREFIX}{near[0]}?" if near else f"there are {', '.join(_names())}"
            raise SettingError(f"there is no setting {variable}: {instead}")


def _names() -> list[str]:
    return [each.variable for each in SETTINGS]


def _find(setting: Setting, environ: Mapping[str, str]) -> Found:
    variable = setting.variable
    if text := environ.get(variable, ""):
        return Found(setting, _read(setting, text, variable), variable)
    if file := environ.get(variable + IN_A_FILE, ""):
        origin = f"{variable}{IN_A_FILE}"
        return Found(setting, _read(setting, _text_of(file, origin), f"{origin} ({file})"), f"{origin} ({file})")
    return Found(setting, setting.usual, USUAL)


def _read(setting: Setting, text: str, origin: str) -> Any:
    try:
        return setting.read(text)
    except ValueError as fault:
        # What was written may be a secret, so it is not repeated.
        raise SettingError(f"{origin}: {fault}") from fault


def _text_of(name: str, origin: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise SettingError(f"{origin} names {name}, which can't be read: {fault}") from fault
