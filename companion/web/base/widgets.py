"""What the components in ``templates/_macros.html`` need from Python: suits, cards, signed figures, tap steps."""

from __future__ import annotations

from flask import Flask

from companion.cards import Card, Suit
from companion.game.view.tap_steps import tap_steps
from companion.rules.score.facts import signed

MINUS = "\N{MINUS SIGN}"


def init_app(app: Flask) -> None:
    """Give the templates of ``app`` their globals and filters."""
    app.jinja_env.globals.update(SUITS=tuple(Suit), CARD=Card, tap_steps=tap_steps)
    app.jinja_env.filters.update(signed=signed, figure=figure)


def figure(points: int) -> str:
    """A score with a minus sign that is as wide as a digit.

    >>> figure(-330), figure(160)
    ('−330', '160')
    """
    return f"{MINUS}{-points}" if points < 0 else str(points)
