"""Teach your deck: photos of known cards are kept, looked through, learnt from, taken away and deleted."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.wrappers import Response

from companion.store.moments import now
from companion.web.base.admission import belongs
from companion.web.base.current import current_store
from companion.web.base.forms import Form
from companion.web.base.htmx import see_other
from companion.web.deck import lesson
from companion.web.photo.case import case_of_deck
from companion.web.photo.kept import keep_photo, to_set
from companion.web.photo.reading import game_of_photo

pages = Blueprint("deck", __name__, url_prefix="/deck")

pages.add_url_rule("/learn", "learn", lesson.learn, methods=["POST"])
pages.add_url_rule("/lesson/<ticket>", "wait", lesson.wait)
pages.add_url_rule("/use", "use", lesson.use, methods=["POST"])
pages.add_url_rule("/forget", "forget", lesson.forget, methods=["POST"])


def init_app(app: Flask) -> None:
    """Serve the page and what it does."""
    lesson.init_app(app)
    app.register_blueprint(pages)
    belongs(app, "deck", "game", str)
    belongs(app, "deck", "photo", game_of_photo)
    belongs(app, "deck", "ticket", lesson.game_of)


@pages.get("/")
def show() -> Response:
    """What is kept, what was learnt, and what can be done."""
    return lesson.show_deck(request.args.get("game", ""), Form())


@pages.post("/agree")
def agree() -> Response:
    """Keep the photos that are corrected at this table from now on, or no more."""
    game, photo = request.form.get("game", ""), request.form.get("photo", "")
    owner = case_of_deck(game).owner
    if request.form.get("agree") != "1":
        current_store().examples.disagree(owner)
    else:
        current_store().examples.agree(owner, now())
        if photo and request.form.get("checked") == "1":
            keep_photo(owner, photo)
    return see_other(url_for("photo.show_reading", photo=photo) if photo else _here(game))


@pages.post("/keep")
def keep() -> Response:
    """Keep one photo whose names a person has confirmed."""
    game = request.args.get("game", "")
    keep_photo(case_of_deck(game).owner, request.form.get("photo", ""))
    return see_other(_here(game))


@pages.get("/<example>.jpg")
def show_picture(example: str) -> Response:
    """One of the photos."""
    found = current_store().examples.find(case_of_deck(request.args.get("game", "")).owner, example)
    if found is None:
        abort(404)
    return Response(found.jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.post("/<example>/delete")
def delete(example: str) -> Response:
    """Forget one of the photos."""
    game = request.form.get("game", "")
    current_store().examples.delete(case_of_deck(game).owner, example)
    return see_other(_here(game))


@pages.get("/photos.zip")
def download() -> Response:
    """All photos with their names, as a set to measure and to train with."""
    packed = to_set(current_store().examples.all_of(case_of_deck(request.args.get("game", "")).owner))
    return Response(
        packed, mimetype="application/zip", headers={"Content-Disposition": 'attachment; filename="photos.zip"'}
    )


def _here(game: str) -> str:
    return url_for("deck.show", game=game or None)
