"""Every setting of the companion: its purpose, the way it is read, and the place it was found.

A typed value comes before the environment, then the file named by ``COMPANION_X_FILE``, then the default.
An empty value counts as unset, so that a compose file may pass on unset values.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo


def address_of(base: str, path: str) -> str:
    """A page below the address of the companion; ``path`` counts from there.

    >>> address_of("https://club.example/pinochle", "/link/abc")
    'https://club.example/pinochle/link/abc'
    """
    return f"{base.rstrip('/')}{path}"


def terminal_address(url: str, path: str) -> str:
    """An address for a terminal, which knows the companion's own only if it is set (``COMPANION_URL``)."""
    return address_of(url, path) if url else f"after the companion's address: {path}"


HIDDEN = "•••"
HOMES = ("open", "invited", "club")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def read_address(text: str) -> str:
    """The public address without a slash at its end.

    >>> read_address("https://pinochle.example/")
    'https://pinochle.example'
    """
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise ValueError("write the address as people type it, such as https://pinochle.example")
    return text.rstrip("/")


def read_networks(text: str) -> tuple[Network, ...]:
    """Networks, or single addresses, with commas or blanks between them."""
    try:
        return tuple(ipaddress.ip_network(each) for each in re.split(r"[,\s]+", text.strip()))
    except ValueError as fault:
        raise ValueError(f"write addresses or networks, such as 127.0.0.1 or 172.16.0.0/12 ({fault})") from fault


def read_listening(text: str) -> tuple[str, int]:
    """An address of this machine and a port.

    >>> read_listening("127.0.0.1:8700"), read_listening("[::1]:8700")
    (('127.0.0.1', 8700), ('::1', 8700))
    """
    found = re.fullmatch(r"\[?([^\[\]/]+?)\]?:(\d{1,5})", text)
    if not found or int(found[2]) > 65535:
        raise ValueError("write an address and a port, such as 127.0.0.1:8700")
    return found[1], int(found[2])


def read_count(text: str) -> int:
    """A number from 1 on."""
    if not re.fullmatch(r"[1-9]\d{0,5}", text):
        raise ValueError("write a number from 1 on")
    return int(text)


def read_zone(text: str) -> str:
    """The name of a time zone that this machine knows."""
    try:
        return ZoneInfo(text).key
    except (KeyError, ValueError, OSError) as fault:
        raise ValueError("there is no such time zone here; write it as Europe/Berlin") from fault


def read_home(text: str) -> str:
    """Read the kind of house: open, invited or club."""
    if text not in HOMES:
        raise ValueError("write open, invited or club")
    return text


def read_log(text: str) -> str:
    """Read the log's format: text or json."""
    if text not in ("text", "json"):
        raise ValueError("write text or json")
    return text


def show_listening(value: tuple[str, int]) -> str:
    """The inverse of :func:`read_listening`, as far as people need it."""
    host, port = value
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def hide_password(address: str) -> str:
    """The address of a database without its password, also of an address that can't be read.

    A password may hold any character, so everything up to the last ``@`` is hidden; without one, what is no port.

    >>> hide_password("postgresql://club:p@ss/w#rd@db/games?password=secret")
    'postgresql://club:•••@db/games?password=•••'
    """
    hidden = re.sub(r"(//[^/@:]*):.*@", rf"\1:{HIDDEN}@", address, flags=re.DOTALL)
    hidden = re.sub(rf"(//[^/@:\[]*):(?!{HIDDEN}|\d*(?:[/?]|$)).*", rf"\1:{HIDDEN}", hidden, flags=re.DOTALL)
    return re.sub(r"(password\s*=\s*)('[^']*'|[^&\s]*)", rf"\1{HIDDEN}", hidden, flags=re.IGNORECASE)


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
        "Your proxy’s networks; its forwarding headers are trusted.",
        read_networks,
        (),
        lambda value: ", ".join(map(str, value)),
    ),
    Setting(
        "HOME",
        "Who sees the games: open for anyone who comes in, invited for those who were, club for those who sign in.",
        read_home,
        "open",
    ),
    Setting("LISTEN", "Where companion host listens.", read_listening, ("127.0.0.1", 8700), show_listening),
    Setting("SECRET_KEY", "Signs what is handed out; without it one kept with the games.", shown=lambda _: HIDDEN),
    Setting("WATCHERS", "How many phones may follow games live; the others check every 20 seconds.", read_count, 400),
    Setting("WATCHERS_EACH", "How many of those may share one address.", read_count, 120),
    Setting("TIME_ZONE", "Where the table stands, such as Europe/Berlin; without it this machine's.", read_zone),
    Setting("LOG", "json for one line of JSON for each request, else text.", read_log, "text"),
    Setting(
        "METRICS",
        "Address on which Prometheus metrics are served, such as 127.0.0.1:9700.",
        read_listening,
        None,
        show_listening,
    ),
    Setting("BACKUP_DIR", "A copy of everything is put here each night.", Path, None),
    Setting("BACKUP_KEEP", "How many backups are kept.", read_count, 14),
)
"""Every setting, in the order in which they are shown."""


IN_A_FILE = "_FILE"
OF_THE_TESTS = frozenset(f"{PREFIX}{name}" for name in ("CADDY", "CHROMIUM", "CUTS", "POSTGRES", "RACES"))
"""Names that only ``bootstrap.py test`` and the tests know."""
USUAL = "usual"


class SettingError(ValueError):
    """An unreadable or unknown setting; the message says what would do instead."""


@dataclass(frozen=True)
class SettingValue:
    """The value of a setting, and where it was found."""

    setting: Setting
    value: Any
    origin: str

    @property
    def shown(self) -> str:
        """The value as it may be printed: no password and no key."""
        return self.setting.shown(self.value) if self.value not in ("", None, ()) else "–"


def read_settings(
    environ: Mapping[str, str], typed: Mapping[str, SettingValue] | None = None
) -> dict[str, SettingValue]:
    """Return every setting by its name; ``typed`` ones are kept as they are.

    :raises SettingError: if one can't be read, or the environment has a name like one that there is not.
    """
    _refuse_unknown(environ)
    return {each.name: (typed or {}).get(each.name) or _find(each, environ) for each in SETTINGS}


def values(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return the values without their places."""
    return {name: found.value for name, found in read_settings(environ).items()}


def typed(name: str, value: Any, flag: str) -> SettingValue:
    """Return the typed value of a setting."""
    return SettingValue(next(each for each in SETTINGS if each.name == name), value, flag)


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


def _find(setting: Setting, environ: Mapping[str, str]) -> SettingValue:
    variable = setting.variable
    if text := environ.get(variable, ""):
        return SettingValue(setting, _read(setting, text, variable), variable)
    if file := environ.get(variable + IN_A_FILE, ""):
        origin = f"{variable}{IN_A_FILE}"
        return SettingValue(setting, _read(setting, _text_of(file, origin), f"{origin} ({file})"), f"{origin} ({file})")
    return SettingValue(setting, setting.usual, USUAL)


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
