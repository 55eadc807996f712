"""Whose house the companion serves: everybody's who is in it, the invited ones', or a club's."""

from __future__ import annotations

from enum import Enum

from flask import Flask, current_app


class Home(str, Enum):
    """Who comes in."""

    OPEN = "open"
    """Whoever is in the house."""
    INVITED = "invited"
    """Whoever was invited to a game, to that game."""
    CLUB = "club"
    """Whoever signs in; and whoever was invited to a game, to that game."""

    __hash__ = str.__hash__


def init_app(app: Flask) -> None:
    """Read whose house ``app`` serves.

    :raises ValueError: if ``HOME`` names none.
    """
    app.config["HOME"] = Home(app.config["HOME"])
    app.jinja_env.globals["is_club"] = is_club


def home() -> Home:
    """Whose house it is."""
    found: Home = current_app.config["HOME"]
    return found


def is_club() -> bool:
    """Whether one signs in here."""
    return home() is Home.CLUB
