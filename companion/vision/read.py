"""Reads a photograph: passes → maps → spots → crops → indices → cards → reading."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from companion.cards import Card
from companion.vision.reading import Reading, SeenCard, Settings
from companion.vision.stages.chances import add_learned, softmax
from companion.vision.stages.geometry import share_pointing_left
from companion.vision.stages.indices import (
    Index,
    chances_to_indices,
    indices_to_guesses,
    indices_to_name,
    indices_to_sided,
    indices_to_sighted,
)
from companion.vision.stages.letters import (
    SETTLED,
    AlphabetChances,
    Evidence,
    Read,
    evidence_of,
    letters_note,
    read_letters,
    settle,
)
from companion.vision.stages.levels import Levels, brighten, photo_to_faults
from companion.vision.stages.looks import Logits, Spoken, in_parts, look_as_they_stand, look_twice, spots_to_poses
from companion.vision.stages.networks import crops_to_logits, pass_to_maps
from companion.vision.stages.notes import (
    MIRRORED,
    NO_CARDS,
    NO_LETTERS,
    card_to_why,
    cards_to_advice,
    cards_to_checked,
    cards_to_open,
    notes_on,
)
from companion.vision.stages.pairing import indices_to_cards, spots_to_outline
from companion.vision.stages.pips import weigh_by_pips
from companion.vision.stages.pixels import Pixels, mirrored
from companion.vision.stages.shapes import shows_cards
from companion.vision.stages.spots import (
    Box,
    Spot,
    bounded_side,
    cards_box,
    levels_to_pass,
    maps_to_spots,
    merge_spots,
    next_side,
    searches_to_spots,
    spot_to_crop,
    whole,
)
from companion.vision.stages.trust import (
    cards_to_agreeing,
    cards_to_maybe,
    cards_to_trust,
    letters_are_hard,
    weigh_by_faces,
)

if TYPE_CHECKING:
    from companion.vision.deck import Deck
    from companion.vision.trace import Trace


def levels_to_spots(levels: Levels, settings: Settings, trace: Trace | None = None) -> list[Spot]:
    """Every place in the photograph that looks like an index, found in any of the passes."""
    side, *others = settings.passes
    photo = levels.photo
    found = _search(levels, side, settings, trace, whole(photo))
    # A finer search costs more with each pixel; a coarser one costs little, and is for cards larger than the picture.
    finer = cards_box(found, photo) if found else None
    for further in [next_side(found, most, photo, settings) for most in others]:
        if further is not None and further > side and finer is not None:
            found += _search(levels, bounded_side(further, finer, photo, settings), settings, trace, finer)
        elif further is not None:
            found += _search(levels, further, settings, trace, whole(photo))
    return _shown(merge_spots(found, settings), photo, trace)


def search_again(levels: Levels, first: Sequence[Spot], settings: Settings, trace: Trace | None = None) -> list[Spot]:
    """Search at another size and return the spots with those that were found ``first``."""
    second = _search(levels, settings.again, settings, trace, whole(levels.photo))
    return _shown(searches_to_spots(first, second, settings), levels.photo, trace)


def _search(levels: Levels, long_side: int, settings: Settings, trace: Trace | None, box: Box) -> list[Spot]:
    picture, scale = levels_to_pass(levels, long_side, box)
    maps = pass_to_maps(picture)
    if trace is not None:
        trace.saw_pass(long_side, picture, maps)
    return [spot.moved(box.left, box.top) for spot in maps_to_spots(maps, scale, settings)]


def _shown(spots: list[Spot], photo: Pixels, trace: Trace | None) -> list[Spot]:
    """The spots, after the trace was shown them."""
    if trace is not None:
        trace.saw_spots(photo, spots)
    return spots


def photo_to_reading(
    photo: Pixels,
    pack: Mapping[Card, int] | None,
    settings: Settings,
    trace: Trace | None,
    deck: Deck | None,
    letters: Evidence = (),
) -> tuple[Reading, Look]:
    """Everything that :func:`companion.vision.read_photo` promises, and the indices for several looks at once."""
    started = time.perf_counter()
    levels = Levels(brighten(photo))
    stage_ends = _stage_hook(trace)
    spots = levels_to_spots(levels, settings, trace)
    stage_ends("search")
    remembered = letters if deck is None else evidence_of(deck.letters) or letters
    found = spots_to_found(levels, spots, settings, trace, deck, remembered)
    if settings.again and found.seen.doubtful:
        spots = search_again(levels, spots, settings, trace)
        stage_ends("search")
        found = spots_to_found(levels, spots, settings, trace, deck, remembered)
    faults = () if found.seen.cards else photo_to_faults(photo)
    is_blank = not (found.seen.cards or found.maybe or found.seen.strangers or faults)
    nothing = NO_LETTERS if is_blank and shows_cards(levels.photo) else NO_CARDS
    ms = (time.perf_counter() - started) * 1000
    reading = found_to_reading(found, pack, ms, faults, nothing, taught=deck is not None)
    if trace is not None:
        trace.saw_reading(photo, reading, found.look.paired)
    return reading, found.look


def found_to_reading(
    found: Findings,
    pack: Mapping[Card, int] | None,
    ms: float,
    faults: Sequence[str] = (),
    nothing: str = NO_CARDS,
    *,
    taught: bool = False,
) -> Reading:
    """The cards that were found with their notes; where there is none, ``faults`` of the photo and ``nothing``."""
    (seen, strangers, doubtful, hard), maybe, look = found
    checked = cards_to_checked(seen, pack)
    first = letters_note(look.alphabet.name) if checked else faults
    notes = (*first, *notes_on(checked, strangers, pack, nothing), *cards_to_advice(doubtful, hard, taught))
    asked = cards_to_open(maybe, seen, pack)
    return Reading(tuple(checked), notes, look.size, ms, strangers, look.alphabet.evidence, asked)


LEAST_SURE = 0.6
"""Of a photo with fewer sure cards than this share it is tried whether it is mirrored."""

MOSTLY_LEFT = 0.6
"""So it is where a greater share of the indices has its card's middle to the left: on no deck is that so for most."""


def read_either_way(
    photo: Pixels, pack: Mapping[Card, int] | None, deck: Deck | None, letters: Evidence = ()
) -> tuple[Pixels, Reading, Look]:
    """The photo with its reading and indices; a mirrored one, as a selfie camera saves it, turned round."""
    settings = Settings()
    reading, look = photo_to_reading(photo, pack, settings, None, deck, letters)
    cards = look.paired
    trusted = zip(cards, cards_to_trust(cards), strict=True)
    counted = [card for card, trust in trusted if trust >= settings.least_trust]
    wrong_way = share_pointing_left([index.spot for card in counted for index in card]) > MOSTLY_LEFT
    if not wrong_way and not _is_doubtful(reading):
        return photo, reading, look
    turned = mirrored(photo)
    other, its_look = photo_to_reading(turned, pack, settings, None, deck, letters)
    asked = _count_sure(reading) if wrong_way else 1.5 * _count_sure(reading) + 2
    if _count_sure(other) < asked:
        return photo, reading, look
    return turned, replace(other, notes=(MIRRORED, *other.notes)), its_look


def _is_doubtful(reading: Reading) -> bool:
    """Return True if cards were seen, but few that are sure."""
    seen = len(reading.cards) + reading.strangers
    return bool(seen) and (not reading.cards or _count_sure(reading) < LEAST_SURE * len(reading.cards))


def _count_sure(reading: Reading) -> int:
    """How many cards nobody needs to look at."""
    return sum(seen.sure for seen in reading.cards)


class Look(NamedTuple):
    """The indices of a photograph by card, before any is left out."""

    size: tuple[int, int]
    """Width and height of the photograph."""
    paired: Sequence[Sequence[Index]]
    """The indices of each card, as they were read."""
    faced: Sequence[Sequence[Index]]
    """These indices, weighed by the cards' faces."""
    alphabet: AlphabetChances
    """The photograph's alphabet, as far as it is known."""


class Findings(NamedTuple):
    """Results of one search."""

    seen: Reported
    maybe: list[SeenCard]
    """The cards that are asked about and not counted."""
    look: Look


def spots_to_found(
    levels: Levels,
    spots: Sequence[Spot],
    settings: Settings,
    trace: Trace | None,
    deck: Deck | None,
    remembered: Evidence,
) -> Findings:
    """From the places that look like indices to the cards."""
    stage_ends = _stage_hook(trace)
    spots, answers = spots_to_answers(levels, spots, settings, trace, deck)
    indices, alphabet = answers_to_read(spots, answers, settings, remembered)
    stage_ends("name")
    sighted = indices_to_sighted(levels, indices)
    paired = indices_to_cards(indices_to_sided(levels, sighted), settings)
    height, width = levels.photo.shape[:2]
    look = Look((width, height), paired, weigh_by_pips(levels, weigh_by_faces(levels, paired)), alphabet)
    # A card that lies across hides a face: what the indices say alone decides whether there is a card.
    found = look_to_found(look, cards_to_trust(paired), settings)
    stage_ends("pair")
    return found


def look_to_found(look: Look, trusts: Sequence[float], settings: Settings) -> Findings:
    """From the indices of each card to the cards that are reported; ``trusts`` says how far each can be trusted."""
    seen = cards_to_seen(look.faced, trusts, settings)
    maybe = cards_to_maybe(look.faced, trusts, look.size[::-1], settings)
    return Findings(seen, [_seen(look.faced[number], trusts[number]) for number in maybe], look)


def _stage_hook(trace: Trace | None) -> Callable[[str], None]:
    return trace.stage_ends if trace is not None else lambda _stage: None


def spots_to_answers(
    levels: Levels, spots: Sequence[Spot], settings: Settings, trace: Trace | None = None, deck: Deck | None = None
) -> tuple[Sequence[Spot], Sequence[Logits]]:
    """Return the spots, turned where that makes them readable, and the answer for each.

    The logits of a taught ``deck`` come last.
    """
    if trace is not None:
        trace.saw_crops("crops", levels, spots)

    def name(places: Sequence[Spot]) -> list[Logits]:
        crops = [spot_to_crop(levels, place) for place in places]
        return crops_to_logits(crops, None if deck is None else deck.weights)

    stand = partial(spots_to_poses, levels)
    turned, answers = look_as_they_stand(spots, look_twice(spots, name, settings), name, stand, settings)
    if trace is not None:
        changed = [spot for spot, before in zip(turned, spots, strict=True) if spot is not before]
        trace.saw_crops("turned", levels, changed)
    return turned, answers


def answers_to_read(
    spots: Sequence[Spot], answers: Sequence[Logits], settings: Settings, remembered: Evidence = ()
) -> tuple[list[Index], AlphabetChances]:
    """Return the spots that are indices, read by the photograph's alphabet, and that alphabet."""
    said = [in_parts(answer) for answer in answers]
    letters = [softmax(each.letters) for each in said]
    settled = settle(letters, [spot.heat for spot in spots], remembered)
    read = read_letters([softmax(each.ranks) for each in said], letters, settled)
    suits = [softmax(each.suits) for each in said]
    if said and said[0].learned:
        read = [_read_as_learned(*each, settled.english) for each in zip(read, said, strict=True)]
        suits = [add_learned(of, each.learned[len(each.ranks) :]) for of, each in zip(suits, said, strict=True)]
    return chances_to_indices(spots, read, suits, settings), settled


def _read_as_learned(read: Read, said: Spoken, english: bool) -> Read:
    """Return the reading with what was learned of its ranks.

    An English deck that was taught is known to have the letters that it has.
    """
    ranks, spelt = (add_learned(chances, said.learned[: len(said.ranks)]) for chances in (read.ranks, read.spelt))
    return Read(ranks, spelt, read.strange and not english, read.open, read.letter)


class Reported(NamedTuple):
    """The cards of a photograph as they are reported."""

    cards: list[SeenCard]
    strangers: int
    """How many have a rank that pinochle does not use."""
    doubtful: list[Sequence[Index]]
    """The indices of those that are not sure."""
    hard: bool
    """True if the letters are too hard to read for any to be sure."""


def cards_to_seen(cards: Sequence[Sequence[Index]], trusts: Sequence[float], settings: Settings) -> Reported:
    """The cards with name, confidence and outline; ``trusts`` says how far each can be trusted."""
    named = [indices_to_name(indices) for indices in cards]
    counted = [number for number, trust in enumerate(trusts) if trust >= settings.least_trust]
    hard = letters_are_hard([cards[number] for number in counted], [named[number] for number in counted], settings)
    sure = set() if hard else cards_to_agreeing(cards, named, trusts, settings)
    found: list[SeenCard] = []
    strangers, doubtful = 0, []
    for number in counted:
        if named[number][0] is None:
            strangers += 1
            continue
        found.append(_seen(cards[number], trusts[number], number in sure))
        doubtful += [] if number in sure else [cards[number]]
    return Reported(found, strangers, doubtful, hard)


def _seen(indices: Sequence[Index], trust: float, sure: bool = False) -> SeenCard:
    card, *guesses = indices_to_guesses(indices)
    spots = [index.spot for index in indices]
    letter = next((index.letter for index in indices if index.open > 1 - SETTLED), "")
    corners = tuple(spot.corners for spot in spots)
    why = "" if sure else card_to_why(indices)
    return SeenCard(card, trust, spots_to_outline(spots), sure, tuple(guesses), corners, letter, why)
