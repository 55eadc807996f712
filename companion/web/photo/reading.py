"""The reading of a photo, or of several of one table, and its value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from companion.cards import sort_cards
from companion.rules.known import games
from companion.rules.pack import beyond
from companion.store.photos import Photo
from companion.vision.stages.notes import ANOTHER_HELPS, NO_CARDS, NO_LETTERS, UNUSUAL
from companion.web.core.access import MEMBERS, allow
from companion.web.core.current import current_store, photos
from companion.web.core.rendering import respond, see_other, wants_fragment
from companion.web.photo.case import Kind, case_of
from companion.web.photo.checked import CheckedReading, FoundCard, checked_from_json, copies_of, join_cards
from companion.web.photo.desk import is_over
from companion.web.photo.labels import Label, Name, place_labels
from companion.web.photo.outcome import Marks, color_of, outcome_of

SPREAD_OUT = (Kind.MELD, Kind.HAND, Kind.TRICKS)
"""The kinds that may need several photos."""
NONE_LEFT = "No cards are left here. Add them by hand below, or take the photo again."
GONE = "This photo is no longer kept. Photos are thrown away after a day; take a new one."


@dataclass(frozen=True)
class Marked:
    """A card found in a photo, with its place there and the numbers of its melds."""

    index: int
    found: FoundCard
    melds: tuple[int, ...]
    label: Label | None = None
    """The place of its name over the photo; None if its outline is unknown."""

    @property
    def numbers(self) -> str:
        """The numbers of its melds as they are written below its name."""
        return "·".join(map(str, self.melds))

    @property
    def color(self) -> int:
        """The color of its first meld; 0 if it scores in none."""
        return color_of(self.melds[0]) if self.melds else 0


@dataclass(frozen=True)
class Removed:
    """A card removed from a photo by a person."""

    photo: str
    index: int
    found: FoundCard


@dataclass(frozen=True)
class Shot:
    """One of the photos of a table."""

    photo: str
    checked: CheckedReading
    marked: tuple[Marked, ...] = ()
    """The cards on the table."""
    maybe: tuple[Marked, ...] = ()
    """The unconfirmed cards."""

    @property
    def drawn(self) -> tuple[Marked, ...]:
        """All that are drawn over the photo."""
        return (*self.marked, *self.maybe)

    @property
    def notes(self) -> tuple[str, ...]:
        """The reader's notes, or the one sentence for a photo without a card."""
        if self.checked.lying:
            return tuple(note for note in self.checked.notes if note != NO_LETTERS)
        if self.checked.notes:
            return self.checked.notes
        return (NONE_LEFT if self.checked.removed else NO_CARDS,)

    @property
    def is_unusual(self) -> bool:
        """Return True if the reader should learn its deck."""
        return self.checked.purpose.kind is not Kind.DECK and any(note in (UNUSUAL, NO_LETTERS) for note in self.notes)

    @property
    def removed(self) -> tuple[Removed, ...]:
        """The removed cards, which can be restored."""
        return tuple(Removed(self.photo, index, found) for index, found in self.checked.removed.items())

    @property
    def asks_for_another(self) -> bool:
        """Return True if another photo would show something missing here."""
        helps = any(note in ANOTHER_HELPS for note in self.checked.notes)
        return not self.checked.lying or (helps and bool(self.checked.doubtful))


@allow(MEMBERS)
def show_reading(photo: str) -> Response:
    """The photo with its cards, and their value."""
    checked = reading_or_404(photo)
    first, _ = _first_of(photo, checked)
    if first != photo:
        return see_other(url_for("photo.show_reading", photo=first, removed=request.args.get("removed")))
    return _show_reading(photo, checked)


@allow(MEMBERS)
def show_picture(photo: str) -> Response:
    """The photo itself, kept nowhere but here."""
    return Response(_photo_or_404(photo).jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@allow(MEMBERS)
def show_card(photo: str, index: int) -> Response:
    """One card of the photo, with a pad to name it, or a button to restore a removed one."""
    checked = reading_or_404(photo)
    if index >= len(checked.found):
        return see_other(url_for("photo.show_reading", photo=photo))
    return show_found(photo, checked, index)


def show_found(photo: str, checked: CheckedReading, index: int, wrong: str = "") -> Response:
    """The page of one card; with 409 and the reason, if a change to it is refused."""
    found = checked.found[index]
    removed = Removed(photo, index, found) if found.removed else _just_removed([Shot(photo, checked)])
    return respond(
        "photo/card.html",
        "photo/_card.html",
        status=409 if wrong else 200,
        wrong=wrong,
        photo=photo,
        checked=checked,
        index=index,
        found=found,
        doubtful=len(checked.doubtful),
        queue_as=checked.purpose.join or photo,
        just_removed=removed,
        ranks=case_of(checked.purpose).variant.pack.ranks,
    )


def game_of_photo(photo: str) -> str | None:
    """The game of a photo; None if it has none, or is gone."""
    found = photos().find_photo(photo)
    return found.game_id if found else None


def back_to_reading(photo: str, checked: CheckedReading, adding: bool = False) -> Response:
    """The reading of all photos that this one is of, after a write: for htmx at once, else by a redirect."""
    photo, checked = _first_of(photo, checked)
    if wants_fragment():
        return _show_reading(photo, checked, adding)
    return see_other(url_for("photo.show_reading", photo=photo, adding="1" if adding else None))


def _show_reading(photo: str, checked: CheckedReading, adding: bool = False) -> Response:
    case = case_of(checked.purpose)
    variant, purpose = case.variant, case.purpose
    every = [Shot(photo, checked), *_joined(checked)]
    shots = _standing(every)
    left_out = [shot.photo for shot in every if shot not in shots]
    cards = join_cards(shot.checked for shot in shots)
    doubtful = [(shot.photo, index) for shot in shots for index in shot.checked.doubtful]
    outcome = outcome_of(case, cards, tuple(checked.lying.values()), checked=not doubtful)
    shots = _mark(shots, outcome.marks)
    held = Counter(cards)
    return respond(
        "photo/reading.html",
        "photo/_reading.html",
        photo=photo,
        queue_as=photo,
        checked=checked,
        shots=shots,
        purpose=purpose,
        case=case,
        variant=variant,
        games=games(),
        count=len(cards),
        doubtful=doubtful,
        maybe=sum(len(shot.maybe) for shot in shots),
        removed=[each for shot in shots for each in shot.removed],
        just_removed=_just_removed(every),
        left_out=left_out,
        beyond=beyond(variant.pack, held),
        outcome=outcome,
        held=held,
        full=tuple(card for card, copies in variant.pack.counts.items() if held[card] >= copies),
        ranks=variant.pack.ranks,
        adding=adding or "adding" in request.args,
        color_of=color_of,
        kept_here=current_store().examples.agrees(case.owner),
        join=replace(purpose, join=photo).asked if purpose.kind in SPREAD_OUT else None,
        again=replace(purpose, join="").asked,
    )


def _first_of(photo: str, checked: CheckedReading) -> tuple[str, CheckedReading]:
    """The first photo of this one's group, if it is still kept; else this one."""
    first = checked.purpose.join
    found = photos().find_photo(first) if first else None
    return (first, checked_from_json(found.reading)) if found else (photo, checked)


def photos_beside(photo: str, checked: CheckedReading) -> list[CheckedReading]:
    """The readings of all photos that count together with this one, itself among them."""
    first, its = _first_of(photo, checked)
    return [shot.checked for shot in _standing([Shot(first, its), *_joined(its)])]


def _standing(every: list[Shot]) -> list[Shot]:
    """All photos but those that are left out; where two phones left out the last ones at once, all of them."""
    return [shot for shot in every if not shot.checked.left_out] or every


def _joined(checked: CheckedReading) -> list[Shot]:
    kept = [(photo, photos().find_photo(photo)) for photo in checked.joined]
    return [Shot(photo, checked_from_json(found.reading)) for photo, found in kept if found]


def _mark(shots: list[Shot], marks: Marks) -> list[Shot]:
    copies = copies_of(shot.checked for shot in shots)
    return [_with_marks(shot, numbers, marks) for shot, numbers in zip(shots, copies, strict=True)]


def _with_marks(shot: Shot, copies: list[int], marks: Marks) -> Shot:
    """The photo with its cards; their names do not overlap."""
    listed = _listed(shot.checked, copies, marks)
    maybe = [Marked(index, found, ()) for index, found in shot.checked.maybe.items()]
    drawn = _labelled([*listed, *maybe], shot.checked.size)
    return replace(shot, marked=drawn[: len(listed)], maybe=drawn[len(listed) :])


def _listed(checked: CheckedReading, copies: list[int], marks: Marks) -> list[Marked]:
    """The cards of one photo: doubtful ones first, then as a hand is held."""
    order = {card: place for place, card in enumerate(sort_cards(set(checked.cards)))}
    marked = [
        Marked(index, found, tuple(marks.get((found.card, copy), ())))
        for (index, found), copy in zip(checked.lying.items(), copies, strict=True)
    ]
    return sorted(marked, key=lambda each: (each.found.sure, order[each.found.card]))


def _labelled(marked: Sequence[Marked], size: tuple[int, int]) -> tuple[Marked, ...]:
    """Each card with the place of its name, if it has an outline."""
    names = [Name(each.found.name, each.numbers, each.found.outline) for each in marked if each.found.outline]
    labels = iter(place_labels(names, size))
    return tuple(replace(each, label=next(labels)) if each.found.outline else each for each in marked)


def _just_removed(shots: list[Shot]) -> Removed | None:
    """The card that was taken out of one of these photos by the last tap, as the address says."""
    photo, _, index = request.args.get("removed", "").rpartition("-")
    removed = (each for shot in shots for each in shot.removed)
    return next((each for each in removed if (each.photo, str(each.index)) == (photo, index)), None)


def _photo_or_404(photo: str) -> Photo:
    found = photos().find_photo(photo)
    if found is None or is_over(found):
        abort(404, GONE)
    return found


def reading_or_404(photo: str) -> CheckedReading:
    """Return the reading of a photo, as corrected so far; 404 if it is gone."""
    return checked_from_json(_photo_or_404(photo).reading)
