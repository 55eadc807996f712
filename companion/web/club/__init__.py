"""A club: signing in, one’s own account, and who is a member."""

from __future__ import annotations

from flask import Flask

from companion.web.club import account, members, passkeys  # noqa: F401 - their pages are those of the club
from companion.web.club.sign_in import pages


def init_app(app: Flask) -> None:
    """Serve the pages of a club."""
    app.register_blueprint(pages)
