"""The table: one page that shows what the deal waits for, and every form on it."""

from companion.web.table.pages import init_app

__all__ = ["init_app"]
