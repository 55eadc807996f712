"""A night that can't be shown: save it as it is, and remove it."""

from __future__ import annotations

import io
import json

from flask import Blueprint, abort, send_file, url_for
from werkzeug.wrappers import Response

from companion.store.bundle import export_night
from companion.store.errors import NotFound
from companion.web.core.access import DESK, allow
from companion.web.core.assets import file_name
from companion.web.core.current import current_store
from companion.web.core.rendering import see_other
from companion.web.night.case import NO_SUCH_NIGHT

CAN_BE_SHOWN = "This night can be shown. “Save all games” has it; “Day, archive, delete”, on its page, deletes it."

pages = Blueprint("damaged", __name__, url_prefix="/nights/<night>")


@pages.get("/file")
@allow(DESK)
def download(night: str) -> Response:
    """Send a night that can't be shown as it is kept, with the games of its tables.

    :raise 409: if it can be shown.
    """
    _require_damaged(night)
    try:
        document = export_night(current_store(), night)
    except NotFound:
        abort(404, NO_SUCH_NIGHT)
    text = json.dumps(document, ensure_ascii=False)
    name = f"{file_name('pinochle-night', night)}.json"
    return send_file(io.BytesIO(text.encode()), "application/json", as_attachment=True, download_name=name)


@pages.post("/delete")
@allow(DESK)
def remove(night: str) -> Response:
    """Forget a night that can't be shown; the games of its tables stay.

    :raise 409: if it can be shown.
    """
    _require_damaged(night)
    current_store().nights.remove(night)
    return see_other(url_for("night.index"))


def _require_damaged(night: str) -> None:
    nights = current_store().nights
    if nights.version(night) is not None and not nights.fault(night):
        abort(409, CAN_BE_SHOWN)
