"""Error pages with the reason and the way back; for htmx, a fragment with the same words."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, current_app, g, request, url_for
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    InternalServerError,
    NotFound,
    ServiceUnavailable,
    UnprocessableEntity,
    default_exceptions,
)
from werkzeug.wrappers import Response

from companion.store.errors import InBin, StoreError, Unavailable
from companion.store.errors import NotFound as NoSuchGame
from companion.store.games import judge_game
from companion.web.core.current import current_store, journal
from companion.web.core.identity import account_here, is_club
from companion.web.core.rendering import respond, wants_fragment
from companion.web.core.security import STRANGE_HOST, local_path
from companion.web.core.writing import not_written

TITLES = {
    400: "That request made no sense",
    403: "That isn’t allowed",
    404: "Nothing here",
    405: "That page can’t do that",
    409: "The score has moved on",
    411: "How long is it?",
    413: "That is too big",
    422: "That can’t be right",
    429: "One moment",
    500: "Our mistake",
    503: "Busy just now",
}
SENTENCES = {
    400: "The companion couldn’t read what your browser sent. Go back and try once more.",
    403: "Nothing was changed. Open the page again from this address and try there.",
    404: "There is no page at this address. The link may be mistyped, or cut off when it was copied.",
    405: "The page is there, but not for that kind of request. Go back and use its buttons.",
    409: "Somebody else wrote while you were looking. Reload the page to see the score now.",
    411: "What was sent doesn’t say how long it is, so it was not read. A browser does this by itself.",
    413: "What was sent is bigger than this page takes. Of a photo of more than 12 megabytes choose a smaller size.",
    422: "Something in the form doesn’t fit. Go back and look at it again.",
    429: "That was too quick. Wait a moment, then try again.",
    500: "Something broke on our side. Nothing that was already confirmed is lost: the score is where it was.",
    503: "Too much is going on at once. Wait a few seconds, then try again.",
}
RETRY_SECONDS = 10
WORTH_ANOTHER_TRY = frozenset((409, 413, 422, 429, 503))
"""Errors after which the page with the form is still usable, to send a changed form or try again later."""
NO_SUCH_TABLE = "This table link doesn’t exist. It may have been mistyped, or cut off when it was copied."
DELETED = "This game was deleted"
IN_BIN = "Nothing more is written to it. It can still be brought back: “Deleted games” is on the page of all games."
IN_BIN_OF_NIGHT = (
    "Nothing more is written to it. Keep the score of this table on paper; the director enters the totals. "
    "The director can still bring the game back."
)
DAMAGED = "This can’t be shown"
DAMAGED_SAYS = (
    "What was written down here can’t be read by this companion: a file was damaged, or a newer companion wrote it. "
    "Nothing was changed, and no other game is touched. "
)
CHECK = "On the machine that keeps the games, “companion check” says what is wrong."
RESCUE = "On the next page you can save every game that can still be read."
RESCUE_PAGE = "/damaged/"
"""The page that saves readable data on a phone with its own companion (``companion.browser.rescue``)."""


class GameDeleted(NotFound):
    """A game that is in the bin was asked for."""

    def __init__(self, game: str) -> None:
        self.of_night = current_store().nights.of_game(game) is not None
        super().__init__(IN_BIN_OF_NIGHT if self.of_night else IN_BIN)


def no_such_table(fault: NoSuchGame) -> NotFound:
    """The answer about a missing game, with the reason."""
    return GameDeleted(fault.game_id) if isinstance(fault, InBin) else NotFound(NO_SUCH_TABLE)


class CannotBeShown(UnprocessableEntity):
    """An existing thing that can't be shown: a damaged game is no fault of a program.

    Its page offers to save and to delete the game or the night that was asked for.
    """

    def __init__(self) -> None:
        super().__init__(DAMAGED_SAYS + (RESCUE if current_app.config["ALONE"] else CHECK))
        asked = request.view_args or {}
        self.game, self.night = (str(asked.get(name, "")) for name in ("game", "night"))


def init_app(app: Flask) -> None:
    """Answer every error of ``app`` with a page of its own."""
    app.register_error_handler(HTTPException, show_error)
    app.register_error_handler(StoreError, lambda fault: show_error(_of_store(fault)))
    app.register_error_handler(500, show_fault)
    app.after_request(say_when_again)


def say_when_again(response: Response) -> Response:
    """Say in each 503 when to ask again."""
    if response.status_code == 503:
        response.headers.setdefault("Retry-After", str(RETRY_SECONDS))
    return response


def show_fault(error: InternalServerError) -> Response:
    """The page for what broke: our own mistake, unless the game or the night that was asked for is damaged."""
    asked = CannotBeShown()
    return show_error(asked if _is_damaged(asked.game, asked.night) else error)


def _is_damaged(game: str, night: str) -> bool:
    try:
        if game:
            judge_game(journal().read(game))
        return bool(night and current_store().nights.fault(night))
    except StoreError:
        return True


def _of_store(fault: StoreError) -> HTTPException:
    if not isinstance(fault, Unavailable):
        return CannotBeShown()
    if request.method == "GET":
        return ServiceUnavailable(f"The games can’t be read just now: {fault.reason}. {fault.remedy}")
    return ServiceUnavailable(not_written(fault))


def show_error(error: HTTPException) -> Response:
    """The page of ``error``: its own sentence where the view gave one, else the usual one."""
    if error.response is not None:
        return error.get_response()
    if isinstance(request.routing_exception, BadRequest):
        # Flask stopped before it knew its own address, so no page with links can be made.
        return Response(f"{STRANGE_HOST}\n", 400, mimetype="text/plain")
    code = error.code or 500
    response = respond(
        "errors/error.html",
        "errors/_error.html",
        status=code,
        code=code,
        heading=_heading(error, code),
        says=_sentence(error, code),
        request_id=g.get("request_id", "") if code == 500 else "",
        home_url=f"{request.script_root}/",
        sign_in_url=_sign_in_url() if code == 403 else "",
        back_url=_back_url() if code in WORTH_ANOTHER_TRY else "",
        again=_sent() if code == 503 else (),
        deleted=error if isinstance(error, GameDeleted) else None,
        damaged=error if isinstance(error, CannotBeShown) else None,
        rescue_url=f"{request.script_root}{RESCUE_PAGE}" if _has_rescue(error) else "",
    )
    if wants_fragment():
        response.headers.update({"HX-Retarget": "#main", "HX-Reswap": "innerHTML show:window:top"})
    for name, value in error.get_headers(request.environ):
        if name in {"Allow", "Retry-After"}:
            response.headers[name] = value
    return response


def _has_rescue(error: HTTPException) -> bool:
    return isinstance(error, CannotBeShown) and bool(current_app.config["ALONE"])


def _heading(error: HTTPException, code: int) -> str:
    if isinstance(error, CannotBeShown):
        return DAMAGED
    if isinstance(error, GameDeleted):
        return DELETED
    return TITLES.get(code, TITLES[400] if code < 500 else TITLES[500])


def _back_url() -> str:
    """The page of the refused form; empty if nothing was sent, or the browser does not name the page."""
    try:
        asked = urlsplit(request.referrer or "")
    except ValueError:
        return ""
    if request.method != "POST" or asked.netloc != request.host:
        return ""
    return local_path(asked._replace(scheme="", netloc="").geturl())


def _sent() -> list[tuple[str, str]]:
    """The fields of the posted form, to send them once more; none if it had a file, which no page can send again."""
    return [] if request.method != "POST" or request.files else [*request.form.items(multi=True)]


def _sign_in_url() -> str:
    """The sign-in page for a refused visitor, with the way back; empty if signing in would not help."""
    if not is_club() or account_here() is not None:
        return ""
    asked = request.script_root + request.full_path.rstrip("?")
    return url_for("club.sign_in", next=asked if request.method == "GET" else None)


def _sentence(error: HTTPException, code: int) -> str:
    usual = default_exceptions[code].description if code in default_exceptions else None
    if error.description and error.description != usual and code != 500:
        return error.description
    return SENTENCES.get(code, SENTENCES[400] if code < 500 else SENTENCES[500])
