"""What the server writes into an address and reads back from there; signed, so that nobody else can have written it."""

from __future__ import annotations

from flask import current_app
from itsdangerous import BadData, URLSafeSerializer

from companion.store.database import Json


def seal_json(use: str, value: Json) -> str:
    """JSON as part of an address.

    :param use: what it is for; what was sealed for one use is no good for another.
    """
    return _signer(use).dumps(value)


def unseal_json(use: str, token: str) -> Json:
    """The JSON in an address; the inverse of :func:`seal_json`, but that lists come back for tuples.

    :raises ValueError: if this server has sealed no such thing for this use.
    """
    try:
        return _signer(use).loads(token)
    except BadData as fault:
        raise ValueError(str(fault)) from fault


def _signer(use: str) -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt=use)
