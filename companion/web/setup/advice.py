"""What to set, by what arrived."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from companion.settings.written import Network


@dataclass(frozen=True)
class Arrival:
    """How a request came in, before anything of it was believed."""

    peer: str
    """Who connected: the browser, or the proxy nearest to the companion."""
    host: str
    scheme: str
    forwarded: Mapping[str, str]
    """What proxies said, by the names of WSGI."""
    origin: str = ""
    """The address of the page whose form was sent, as the browser knows it; empty where none was sent."""

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The same as people know the headers."""
        return [(name.removeprefix("HTTP_").replace("_", "-").title(), value) for name, value in self.forwarded.items()]


@dataclass(frozen=True)
class Advice:
    """A sentence, and the line that puts it right."""

    says: str
    line: str


def advise(arrival: Arrival, url: str, proxies: Sequence[Network]) -> list[Advice]:
    """What is still to be set; nothing if all fits."""
    return [*_of_proxy(arrival, proxies), *_of_address(arrival, url, proxies)]


def _of_proxy(arrival: Arrival, proxies: Sequence[Network]) -> Iterator[Advice]:
    trusted = _is_in(arrival.peer, proxies)
    if arrival.forwarded and not trusted:
        yield Advice(
            f"{arrival.peer} says for whom it asks, and is not believed. If that is your proxy, every phone now counts "
            "as one and the same.",
            f"COMPANION_TRUSTED_PROXIES={arrival.peer}",
        )
    elif trusted and "HTTP_X_FORWARDED_FOR" not in arrival.forwarded:
        yield Advice(
            "Your proxy does not say for whom it asks, so every phone counts as one and the same. Let it send the "
            "header X-Forwarded-For; Caddy does so by itself.",
            "",
        )


def _of_address(arrival: Arrival, url: str, proxies: Sequence[Network]) -> Iterator[Advice]:
    used = arrival.origin if arrival.origin not in ("", "null") else _address_told(arrival, proxies)
    if not url and used and (arrival.forwarded or urlsplit(used).netloc != arrival.host):
        yield Advice("The companion does not know its public address.", f"COMPANION_URL={used}")
    elif url and used and urlsplit(used)[:2] != urlsplit(url)[:2]:
        yield Advice(
            f"Your browser is at {used}, and the public address is {url}. Codes and links lead to the latter. If "
            "yours is the right one, set it.",
            f"COMPANION_URL={used}",
        )


def _address_told(arrival: Arrival, proxies: Sequence[Network]) -> str:
    """The address as far as the proxy tells it; of a form the browser itself tells it."""
    scheme = arrival.forwarded.get("HTTP_X_FORWARDED_PROTO", "") if _is_in(arrival.peer, proxies) else ""
    host = arrival.forwarded.get("HTTP_X_FORWARDED_HOST", "") or arrival.host
    return f"{scheme}://{host}" if scheme in ("http", "https") and host else ""


def _is_in(address: str, networks: Sequence[Network]) -> bool:
    try:
        return any(ipaddress.ip_address(address) in network for network in networks)
    except ValueError:
        return False
