"""Counting a meld from a photo: send one, put right what was read, and take the cards along."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

from flask import Blueprint, Flask, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, Suit, parse_card, sort_cards, spell
from companion.game.served import unserved
from companion.rules.meld import best_meld, meld_by_trump
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from companion.store.photos import Photo
from companion.web.forms import Form
from companion.web.htmx import respond, see_other, wants_fragment
from companion.web.reading_room import Picture, ReadingRoom, Unreadable, read_picture
from companion.web.security import accepts_body, local_path
from companion.web.shelf import photos
from companion.web.spread import Purpose, Spread, spread_from_json, spread_from_reading
from companion.web.table import load_table

MOST_BYTES = 12 * 1024 * 1024
MOST_CARDS = 60
KEPT_FOR = timedelta(hours=24)

pages = Blueprint("photo", __name__, url_prefix="/photo")


def init_app(app: Flask) -> None:
    """Serve the photo pages of ``app``, with ``READER`` in place of the real one where it is set."""
    app.extensions["reading_room"] = ReadingRoom(app.config["READER"] or read_picture)
    app.register_blueprint(pages)


@pages.get("/")
def show() -> Response:
    """Where a photo is taken or chosen; ``game``, ``variant``, ``trump``, ``next`` and ``back`` say what for."""
    return _show_start(read_purpose(request.args), Form())


@pages.post("/")
@accepts_body(MOST_BYTES)
def read() -> Response:
    """Read the photo that was sent, or the sample that was chosen."""
    purpose = read_purpose(request.form)
    try:
        content, purpose = _sent_photo(purpose)
        picture = _read_picture(content, variant_of(purpose))
    except Unreadable as refusal:
        return _show_start(purpose, Form(errors={"photo": str(refusal)}))
    spread = spread_from_reading(picture.reading, purpose)
    photo = _keep(picture, spread)
    return see_other(url_for("photo.show_reading", photo=photo))


@pages.get("/<photo>")
def show_reading(photo: str) -> Response:
    """The photo with what was found in it, and the meld that makes."""
    return _show_reading(photo, _spread_or_404(photo))


@pages.get("/<photo>.jpg")
def show_picture(photo: str) -> Response:
    """The photo itself, kept nowhere but here."""
    return Response(_photo_or_404(photo).jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.get("/<photo>/card/<int:index>")
def show_card(photo: str, index: int) -> Response:
    """One card of the photo, with a pad to say which it really is."""
    spread = _spread_or_404(photo)
    if index >= len(spread.found):
        return see_other(url_for("photo.show_reading", photo=photo))
    return respond(
        "photo/card.html", photo=photo, spread=spread, index=index, found=spread.found[index], ranks=_ranks(spread)
    )


@pages.post("/<photo>/card/<int:index>")
def correct_card(photo: str, index: int) -> Response:
    """Put another card in its place, or take it out; what is gone already stays gone."""
    spread = _spread_or_404(photo)
    if index < len(spread.found) and str(spread.found[index].card) == request.form.get("was"):
        spread = spread.remove(index) if "remove" in request.form else spread.correct(index, _posted_card())
        photos().correct_reading(photo, spread.to_json())
    return see_other(url_for("photo.show_reading", photo=photo))


@pages.post("/<photo>/add")
def add_card(photo: str) -> Response:
    """Add a card that was missed, unless this very tap has been counted."""
    spread = _spread_or_404(photo)
    if request.form.get("count") == str(len(spread.found)) and len(spread.found) < MOST_CARDS:
        spread = spread.add(_posted_card())
        photos().correct_reading(photo, spread.to_json())
    return _back_to_reading(photo, spread, adding=True)


@pages.post("/<photo>/price")
def price(photo: str) -> Response:
    """Count the same cards under another variant or trump."""
    spread = _spread_or_404(photo)
    spread = replace(spread, purpose=read_purpose(request.form))
    photos().correct_reading(photo, spread.to_json())
    return _back_to_reading(photo, spread)


def read_purpose(values: Any) -> Purpose:
    """What a photo is for, as a link or a form says it; what makes no sense falls back to counting alone."""
    key, trump = values.get("variant", ""), values.get("trump", "")
    known = key if key in {variant.key for variant in VARIANTS} else VARIANTS[0].key
    suit = Suit(trump) if trump in {suit.value for suit in Suit} else None
    onward, back = (local_path(values.get(name, "")) for name in ("next", "back"))
    return Purpose(known, suit, onward, back, values.get("game", ""))


def variant_of(purpose: Purpose) -> Variant:
    """The variant whose figures price the meld; 404 if it is for a game that is not there."""
    if purpose.game:
        return load_table(purpose.game).state.variant
    return next(variant for variant in VARIANTS if variant.key == purpose.variant)


def _sent_photo(purpose: Purpose) -> tuple[bytes, Purpose]:
    if name := request.form.get("sample"):
        return _sample(name, purpose)
    for file in request.files.values():
        with closing(file):
            if file.filename:
                return file.read(), purpose
    raise Unreadable("Take a photo or choose one first.")


def _sample(name: str, purpose: Purpose) -> tuple[bytes, Purpose]:
    """A sample, and unless a game asked for it, its own pack and trump to count it under."""
    from companion.vision.samples import find_sample

    try:
        sample = find_sample(name)
    except KeyError:
        raise Unreadable("There is no such sample photo. Choose one of those below.") from None
    if not purpose.next:
        purpose = Purpose(_played_with(sample.pack) or purpose.variant, Suit(sample.trump))
    return sample.picture.read_bytes(), purpose


def _played_with(cards: int) -> str:
    """The first variant with a pack of this size that can be played here, else the first one; empty if none."""
    like = [variant for variant in VARIANTS if variant.pack.size == cards]
    first = next((variant for variant in like if not unserved(variant)), like[0] if like else None)
    return first.key if first else ""


def _read_picture(content: bytes, variant: Variant) -> Picture:
    room: ReadingRoom = current_app.extensions["reading_room"]
    return room.read(content, variant.pack.counts)


def _keep(picture: Picture, spread: Spread) -> str:
    now = datetime.now(timezone.utc)
    photos().prune((now - KEPT_FOR).isoformat(timespec="milliseconds"))
    game = spread.purpose.game or None
    return photos().keep_photo(game, picture.jpeg, spread.to_json(), now.isoformat(timespec="milliseconds"))


def _show_start(purpose: Purpose, form: Form) -> Response:
    from companion.vision.samples import list_samples

    return respond(
        "photo/photo.html", "photo/_start.html", status=form.status, purpose=purpose, form=form, samples=list_samples()
    )


def _back_to_reading(photo: str, spread: Spread, adding: bool = False) -> Response:
    if wants_fragment():
        return _show_reading(photo, spread, adding)
    return see_other(url_for("photo.show_reading", photo=photo, adding="1" if adding else None))


def _show_reading(photo: str, spread: Spread, adding: bool = False) -> Response:
    variant = variant_of(spread.purpose)
    held = Counter(spread.cards)
    return respond(
        "photo/reading.html",
        "photo/_reading.html",
        photo=photo,
        spread=spread,
        purpose=spread.purpose,
        variant=variant,
        variants=VARIANTS,
        listed=sorted(range(len(spread.found)), key=lambda index: _list_order(spread, index)),
        beyond=spread.beyond(variant.pack.counts),
        meld=best_meld(variant, spread.purpose.trump, spread.cards),
        by_trump=meld_by_trump(variant, spread.cards),
        held=held,
        full=tuple(card for card, copies in variant.pack.counts.items() if held[card] >= copies),
        ranks=variant.pack.ranks,
        spelled=spell(sort_cards(spread.cards)),
        adding=adding or "adding" in request.args,
    )


def _list_order(spread: Spread, index: int) -> tuple[bool, int]:
    order = {card: place for place, card in enumerate(sort_cards(set(spread.cards)))}
    return spread.found[index].sure, order[spread.found[index].card]


def _ranks(spread: Spread) -> tuple[Any, ...]:
    return variant_of(spread.purpose).pack.ranks


def _posted_card() -> Card:
    try:
        return parse_card(request.form.get("card", ""))
    except CardError as error:
        abort(422, f"{error}.")


def _photo_or_404(photo: str) -> Photo:
    found = photos().find_photo(photo)
    if found is None:
        abort(404, "This photo is no longer kept. Photos are thrown away after a day; take a new one.")
    return found


def _spread_or_404(photo: str) -> Spread:
    return spread_from_json(_photo_or_404(photo).reading)
