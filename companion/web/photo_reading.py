"""What was read in a photo, or in several of one table: put right by a person, counted, and taken along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_card, sort_cards
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS
from companion.store.photos import Photo
from companion.web.htmx import respond, see_other, wants_fragment
from companion.web.kept_photos import keep_if_agreed, owner_of
from companion.web.meld_marks import Marks, colour_of
from companion.web.photo_outcome import outcome_of
from companion.web.purpose import read_purpose, variant_of
from companion.web.shelf import photos, store
from companion.web.spread import Found, Point, Spread, copies_of, join_cards, spread_from_json

MOST_CARDS = 90
GONE = "This photo is no longer kept. Photos are thrown away after a day; take a new one."


@dataclass(frozen=True)
class Marked:
    """A card found in a photo, with its place there and the numbers of the melds in which it scores."""

    index: int
    found: Found
    melds: tuple[int, ...]

    @property
    def colour(self) -> int:
        """The colour of its first meld; 0 if it scores in none."""
        return colour_of(self.melds[0]) if self.melds else 0


@dataclass(frozen=True)
class Shot:
    """One of the photos of a table."""

    photo: str
    spread: Spread
    marked: tuple[Marked, ...] = ()


def show_reading(photo: str) -> Response:
    """The photo with what was found in it, and what that comes to."""
    spread = _spread_or_404(photo)
    first = spread.purpose.join
    if first and photos().find_photo(first):
        return see_other(url_for("photo.show_reading", photo=first))
    return _show_reading(photo, spread)


def show_picture(photo: str) -> Response:
    """The photo itself, kept nowhere but here."""
    return Response(_photo_or_404(photo).jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def show_card(photo: str, index: int) -> Response:
    """One card of the photo, with a pad to say which it really is."""
    spread = _spread_or_404(photo)
    if index >= len(spread.found):
        return see_other(url_for("photo.show_reading", photo=photo))
    doubtful = spread.doubtful
    return respond(
        "photo/card.html",
        photo=photo,
        spread=spread,
        index=index,
        found=spread.found[index],
        place=doubtful.index(index) + 1 if index in doubtful else 0,
        doubtful=len(doubtful),
        ranks=variant_of(spread.purpose).pack.ranks,
    )


def correct_card(photo: str, index: int) -> Response:
    """Put another card in its place, or take it out, and ask for the next; what is gone already stays gone."""
    spread = _spread_or_404(photo)
    if index >= len(spread.found) or str(spread.found[index].card) != request.form.get("was"):
        return see_other(url_for("photo.show_reading", photo=photo))
    asked = not spread.found[index].sure
    spread = spread.remove(index) if "remove" in request.form else spread.correct(index, _posted_card())
    _put_right(photo, spread)
    if asked and spread.doubtful:
        return see_other(url_for("photo.show_card", photo=photo, index=spread.doubtful[0]))
    return see_other(url_for("photo.show_reading", photo=photo))


def add_card(photo: str) -> Response:
    """Add a card that was missed, unless this very tap has been counted."""
    spread = _spread_or_404(photo)
    if request.form.get("count") == str(len(spread.found)) and len(spread.found) < MOST_CARDS:
        spread = spread.add(_posted_card(), _posted_outline(spread))
        _put_right(photo, spread)
    return _back_to_reading(photo, spread, adding=True)


def price(photo: str) -> Response:
    """Count the same cards for another purpose: another variant or trump, with or without the last trick."""
    spread = _spread_or_404(photo)
    said = {name: request.form[name] for name in ("variant", "trump") if name in request.form}
    said["last"] = request.form.get("last", "")
    spread = replace(spread, purpose=read_purpose({**spread.purpose.asked, **said}))
    photos().correct_reading(photo, spread.to_json())
    return _back_to_reading(photo, spread)


def tell_players(photo: str) -> Response:
    """Who played which card of a trick, who led it, and from where the photo was taken."""
    spread = _spread_or_404(photo)
    said = {name: request.form.get(name, "") for name in ("seat", "leader", "trump")}
    # Another seat of the photographer's turns the whole picture: what was guessed before says nothing any more.
    turned = said["seat"] != spread.purpose.asked.get("seat", "")
    purpose = read_purpose({**spread.purpose.asked, **said})
    found = tuple(
        replace(each, player=None if turned else _posted_seat(f"player-{index}"))
        for index, each in enumerate(spread.found)
    )
    spread = replace(spread, purpose=purpose, found=found)
    photos().correct_reading(photo, spread.to_json())
    return _back_to_reading(photo, spread)


def tell_apart(photo: str) -> Response:
    """Whether a joined photo shows other cards than those before it, or the same once more."""
    spread = _spread_or_404(photo)
    photos().correct_reading(photo, replace(spread, apart=request.form.get("apart") == "1").to_json())
    first = spread.purpose.join or photo
    return _back_to_reading(first, _spread_or_404(first))


def leave_out(photo: str) -> Response:
    """Take a joined photo away again."""
    first = _spread_or_404(photo).purpose.join
    spread = _spread_or_404(first)
    spread = replace(spread, joined=tuple(other for other in spread.joined if other != photo))
    photos().correct_reading(first, spread.to_json())
    return _back_to_reading(first, spread)


WRITES: Mapping[str, Callable[..., Response]] = {
    "/card/<int:index>": correct_card,
    "/add": add_card,
    "/price": price,
    "/players": tell_players,
    "/apart": tell_apart,
    "/leave-out": leave_out,
}


def _put_right(photo: str, spread: Spread) -> None:
    photos().correct_reading(photo, spread.to_json())
    keep_if_agreed(photo, spread)


def _back_to_reading(photo: str, spread: Spread, adding: bool = False) -> Response:
    if wants_fragment():
        return _show_reading(photo, spread, adding)
    return see_other(url_for("photo.show_reading", photo=photo, adding="1" if adding else None))


def _show_reading(photo: str, spread: Spread, adding: bool = False) -> Response:
    variant, purpose = variant_of(spread.purpose), spread.purpose
    shots = [Shot(photo, spread), *_joined(spread)]
    cards = join_cards(shot.spread for shot in shots)
    outcome = outcome_of(purpose, variant, cards, spread.found)
    shots = _mark(shots, outcome.marks)
    held = Counter(cards)
    return respond(
        "photo/reading.html",
        "photo/_reading.html",
        photo=photo,
        spread=spread,
        shots=shots,
        purpose=purpose,
        variant=variant,
        variants=VARIANTS,
        count=len(cards),
        doubtful=[(shot.photo, index) for shot in shots for index in shot.spread.doubtful],
        beyond=_beyond(variant, held),
        outcome=outcome,
        held=held,
        full=tuple(card for card, copies in variant.pack.counts.items() if held[card] >= copies),
        ranks=variant.pack.ranks,
        adding=adding or "adding" in request.args,
        colour_of=colour_of,
        kept_here=store().examples.agrees(owner_of(purpose.game)),
        join=replace(purpose, join=photo).asked,
        again=replace(purpose, join="").asked,
    )


def _joined(spread: Spread) -> list[Shot]:
    kept = [(photo, photos().find_photo(photo)) for photo in spread.joined]
    return [Shot(photo, spread_from_json(found.reading)) for photo, found in kept if found]


def _mark(shots: list[Shot], marks: Marks) -> list[Shot]:
    copies = copies_of(shot.spread for shot in shots)
    return [
        replace(shot, marked=_listed(shot.spread, numbers, marks)) for shot, numbers in zip(shots, copies, strict=True)
    ]


def _listed(spread: Spread, copies: list[int], marks: Marks) -> tuple[Marked, ...]:
    """The cards of one photo: what is to be looked at first, then as a hand is held."""
    order = {card: place for place, card in enumerate(sort_cards(set(spread.cards)))}
    marked = [
        Marked(index, found, tuple(marks.get((found.card, copy), ())))
        for index, (found, copy) in enumerate(zip(spread.found, copies, strict=True))
    ]
    return tuple(sorted(marked, key=lambda each: (each.found.sure, order[each.found.card])))


def _beyond(variant: Variant, held: Counter[Card]) -> list[Card]:
    return [card for card, copies in held.items() if copies > variant.pack.counts.get(card, 0)]


def _posted_card() -> Card:
    try:
        return parse_card(request.form.get("card", ""))
    except CardError as error:
        abort(422, f"{error}.")


def _posted_outline(spread: Spread) -> tuple[Point, ...]:
    """The rectangle that was dragged over the photo, as left, top, right and bottom; nothing where none was."""
    sides = request.form.get("outline", "").split(",")
    if len(sides) != 4 or not all(side.isdecimal() and len(side) < 6 for side in sides):
        return ()
    left, top, right, bottom = (float(side) for side in sides)
    width, height = spread.size
    fits = left < right <= width and top < bottom <= height
    return ((left, top), (right, top), (right, bottom), (left, bottom)) if fits else ()


def _posted_seat(name: str) -> int | None:
    text = request.form.get(name, "")
    return int(text) if text.isdecimal() and len(text) == 1 else None


def _photo_or_404(photo: str) -> Photo:
    found = photos().find_photo(photo)
    if found is None:
        abort(404, GONE)
    return found


def _spread_or_404(photo: str) -> Spread:
    return spread_from_json(_photo_or_404(photo).reading)
