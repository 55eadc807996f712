"""What the components in ``templates/_macros.html`` need from Python: suits, cards, signed figures."""

from __future__ import annotations

from flask import Flask

from companion.cards import Card, Suit

MINUS = "\N{MINUS SIGN}"


def init_app(app: Flask) -> None:
    """Give the templates of ``app`` their globals and filters."""
    app.jinja_env.globals.update(SUITS=tuple(Suit), CARD=Card)
    app.jinja_env.filters.update(signed=signed, figure=figure)


def figure(points: int) -> str:
    """A score with a minus sign that is as wide as a digit.

    >>> figure(-330), figure(160)
    ('−330', '160')
    """
    return f"{MINUS}{-points}" if points < 0 else str(points)


def signed(points: int) -> str:
    """A change of score as it is written on a sheet.

    >>> signed(60), signed(0)
    ('+60', '+0')
    """
    return figure(points) if points < 0 else f"+{points}"
