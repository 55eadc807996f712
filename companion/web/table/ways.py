"""How a phone enters bids and melds: as it last chose at this game, kept in cookies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import request, url_for
from werkzeug.wrappers import Response

from companion.game.commands import ShowNumber
from companion.game.events import MeldShown
from companion.game.state import GameState
from companion.game.view.meld import bidder_first
from companion.web.core.identity import keep_cookie

BY_NUMBER, BY_MELDS, BY_CARDS = "number", "melds", "cards"
HOWS = (BY_NUMBER, BY_MELDS, BY_CARDS)


@dataclass(frozen=True)
class Way:
    """How a meld is entered, and whose: a player's, or a side's sum where ``seat`` is None, which is a number only."""

    how: str
    seat: int | None = None

    def __str__(self) -> str:
        return self.how if self.seat is None else f"{self.how}.{self.seat}"


def field_of(side: str, seat: int | None = None) -> str:
    """The name of the field for a player's or a side's meld as a plain number."""
    return f"meld-{side}" if seat is None else f"meld-{side}-{seat}"


def dix_field_of(side: str, seat: int | None = None) -> str:
    """The name of the field for the dixes that stand apart in that meld."""
    return f"dix-{side}" if seat is None else f"dix-{side}-{seat}"


def number_fields(shown: Iterable[MeldShown | ShowNumber]) -> dict[str, str]:
    """The fields of melds that were entered as plain numbers."""
    fields = dict[str, str]()
    for each in shown:
        fields[field_of(each.side, each.seat)] = str(each.points - each.dix)
        fields[dix_field_of(each.side, each.seat)] = str(each.dix)
    return fields


def ways_in(asked: Mapping[str, str], usual: str, state: GameState) -> dict[str, Way]:
    """By side, the way that the address asks for, else the one this phone used last at this game."""
    return {side: _way(asked.get(side, usual), bidder_first(state, side)) for side in state.sides}


def _way(text: str, seats: Sequence[int]) -> Way:
    how, _, seat = text.partition(".")
    how = how if how in HOWS else BY_NUMBER
    chosen = next((each for each in seats if str(each) == seat), None)
    return Way(how, seats[0] if chosen is None and how != BY_NUMBER else chosen)


PAD = "pad"
"""How a deal is entered by default, if a pad can record all of it."""
POINTS = "points"
"""How a deal is entered of which only what each side made is known."""
EACH = "each"
"""How a deal is entered bid by bid, and where there is a stock meld by meld."""
_CHOICES: Mapping[str, tuple[str, ...]] = {"how": (PAD, POINTS, EACH), "way": HOWS}
"""The ways that an address may choose, each with its words: how the bidding, a stock and melds are entered.

With ``how=step`` the score pad opens one step on a page of its own; the next one is entered on the pad again.
"""


def chosen(game: str, choice: str) -> str:
    """Return this phone's choice at a game; empty where it never chose, as in every game that has just begun."""
    kept = request.cookies.get(_cookie(game, choice), "")
    return kept if kept in _CHOICES[choice] else ""


def keep_choices(response: Response, game: str) -> Response:
    """Keep for this game what the address chooses; the same response."""
    for choice, words in _CHOICES.items():
        if request.args.get(choice) in words:
            _keep(response, game, choice, request.args[choice])
    return response


def take_along(response: Response, game: str, rematch: str) -> Response:
    """Keep this phone's choices at a game for its rematch; the same response."""
    for choice, words in _CHOICES.items():
        if chosen(game, choice) in words:
            _keep(response, rematch, choice, chosen(game, choice))
    return response


def _keep(response: Response, game: str, choice: str, word: str) -> None:
    keep_cookie(response, _cookie(game, choice), word, path=url_for("table.show", game=game))


def _cookie(game: str, choice: str) -> str:
    return f"{choice}-{game}"
