"""The score sheet, the log, and putting a deal right."""

from companion.web.sheet.pages import init_app

__all__ = ["init_app"]
