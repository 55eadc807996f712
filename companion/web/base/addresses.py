"""Addresses that carry what was said in other addresses: names that strangers chose never steer how one is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import url_for

_READABLE = "!$'()*,/:;?@"
"""Signs that a query may hold as they are."""


def address_of(endpoint: str, said: Mapping[str, Sequence[str]], **place: Any) -> str:
    """The address of an endpoint at its ``place``, with everything ``said`` as its query.

    What is said is never handed to ``url_for``, which takes ``_anchor``, ``_scheme`` or the name of a part of the
    path for its own.
    """
    query = urlencode(said, doseq=True, safe=_READABLE)
    return url_for(endpoint, **place) + (f"?{query}" if query else "")
