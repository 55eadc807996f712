"""How a phone tells bids and melds: as it chose at this very game, kept in cookies of that game alone."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request, url_for
from werkzeug.wrappers import Response

from companion.web.base.device import LIFETIME_SECONDS
from companion.web.table.ways import HOWS

BIDS_HOW = ("each", "result")
_CHOICES: Mapping[str, tuple[str, ...]] = {"how": BIDS_HOW, "way": HOWS}
"""What an address may choose, each with its words: how the bidding or a stock is told, and how melds are."""


def chosen(game: str, choice: str) -> str:
    """What this phone chose at a game; empty where it never did, as in every game that has just begun."""
    return request.cookies.get(_cookie(game, choice), "")


def keep_choices(response: Response, game: str) -> Response:
    """Keep for this game what the address chooses; the same response."""
    for choice, words in _CHOICES.items():
        if request.args.get(choice) in words:
            _keep(response, game, choice, request.args[choice])
    return response


def take_along(response: Response, game: str, rematch: str) -> Response:
    """Tell a game's rematch as this phone told the game; the same response."""
    for choice, words in _CHOICES.items():
        if chosen(game, choice) in words:
            _keep(response, rematch, choice, chosen(game, choice))
    return response


def _keep(response: Response, game: str, choice: str, word: str) -> None:
    response.set_cookie(
        _cookie(game, choice),
        word,
        max_age=LIFETIME_SECONDS,
        path=url_for("table.show", game=game),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def _cookie(game: str, choice: str) -> str:
    return f"{choice}-{game}"
