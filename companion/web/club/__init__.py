"""A club: signing in, one’s own account, and who is a member."""

from __future__ import annotations

from flask import Blueprint, Flask

from companion.web.club import account, members, passkeys, sign_in

pages = Blueprint("club", __name__)
for _part in (passkeys, sign_in, account, members):
    _part.add_to(pages)


def init_app(app: Flask) -> None:
    """Serve the pages of a club."""
    app.register_blueprint(pages)
