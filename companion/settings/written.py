"""How what was written for a setting is read; each says what would do instead."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

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
    """Who comes in: open, invited or club."""
    if text not in HOMES:
        raise ValueError("write open, invited or club")
    return text


def read_log(text: str) -> str:
    """How the log is written: text or json."""
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
