"""Settling a dispute: the question, the ruling, and what follows from it."""

from companion.web.settle.pages import init_app

__all__ = ["init_app"]
