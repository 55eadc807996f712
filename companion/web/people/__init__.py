"""People and what the evenings were: who played, figures of each with the deals behind them, a year in a picture."""

from companion.web.people.app import init_app

__all__ = ["init_app"]
