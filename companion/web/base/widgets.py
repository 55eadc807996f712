"""What the components in ``templates/_macros.html`` need from Python: suits, cards, signed figures, tap steps."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask

from companion.cards import Card, Suit
from companion.game.view.tap_steps import tap_steps
from companion.rules.score.facts import signed

MINUS = "\N{MINUS SIGN}"


def init_app(app: Flask) -> None:
    """Give the templates of ``app`` their globals and filters."""
    app.jinja_env.globals.update(SUITS=tuple(Suit), CARD=Card, tap_steps=tap_steps)
    app.jinja_env.filters.update(signed=signed, figure=figure, is_far=is_far)


def figure(points: int) -> str:
    """A score with a minus sign that is as wide as a digit.

    >>> figure(-330), figure(160)
    ('−330', '160')
    """
    return f"{MINUS}{-points}" if points < 0 else str(points)


def is_far(points: Iterable[int]) -> bool:
    """Whether one of these figures has five digits, so that its column is wider than usual.

    >>> is_far((1500, -12340)), is_far((1500, -990)), is_far(())
    (True, False, False)
    """
    return any(abs(each) >= 10_000 for each in points)
