"""The pages of a club, and those by which its members sign in."""

from __future__ import annotations

from flask import Blueprint, Flask

from companion.web.club import account, members, passkeys, ways_in

pages = Blueprint("club", __name__)
for _part in (passkeys, ways_in, account, members):
    _part.add_to(pages)


def init_app(app: Flask) -> None:
    """Serve the pages of a club."""
    app.register_blueprint(pages)
