"""The pages of a club, and the one by which its members sign in."""

from __future__ import annotations

from flask import Blueprint, Flask, request, url_for
from werkzeug.wrappers import Response

from companion.web.base.current import current_store
from companion.web.base.htmx import respond
from companion.web.base.security import local_path
from companion.web.club import account, members, ways_in

pages = Blueprint("club", __name__)
for _part in (ways_in, account, members):
    _part.add_to(pages)


def init_app(app: Flask) -> None:
    """Serve the pages of a club."""
    app.register_blueprint(pages)


@pages.get("/sign-in")
def sign_in() -> Response:
    """How one signs in; ``?next=`` is where one wanted to go."""
    wanted = local_path(request.args.get("next", "")) or url_for("home.show")
    return respond("club/sign_in.html", wanted=wanted, is_new=not current_store().accounts.list_accounts())
