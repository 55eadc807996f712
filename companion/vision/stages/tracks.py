"""Indices matched from look to look: each on the table is a track, which gathers what its looks say."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import nlargest
from itertools import combinations

from companion.vision.stages.chances import Chances, softmax
from companion.vision.stages.indices import Index, contradict, likeness
from companion.vision.stages.planes import Match, Plane, fit_plane, turned
from companion.vision.stages.spots import Spot

STRAY = 0.01
"""The chance that a look at an index shows something else: one sure look can't outvote all others."""

HALF, MOST_LOOKS = 0.5, 2.5
"""The share of an independent look that a further one counts, and the most for which all together count.

What blurs one look mostly blurs the next, and a camera that stands still sees the same mistake every time.
"""


@dataclass
class Track:
    """One index on the table, as all looks so far show it, placed where the latest look has it."""

    index: Index
    """All that its looks say; with one look alone just that."""
    faced: Index
    """That index with its ranks weighed by the card's face."""
    seen: int = 1
    """In how many looks it was seen."""
    shown: float = 1.0
    """In how many looks it was to be seen; a look that shows little of what is there counts less."""
    fresh: bool = True
    """True if the latest look shows it."""
    missed: float = 0.0
    """In how many looks since it was seen it should have been."""
    cut: bool = False
    """True if no look shows it away from the look's edge."""
    before: float = 0.0
    """In how many looks before it was first seen it should have been."""
    _clearest: Index = field(init=False)
    _logs: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._clearest = self.index
        self._logs = [[0.0] * len(each) for each in _parts(self.index, self.faced)]
        for logs, chances in zip(self._logs, _parts(self.index, self.faced), strict=True):
            _count(logs, chances)

    def add(self, look: Track) -> None:
        """Gather what other looks at it say; it is where they have it if theirs are the latest."""
        for logs, more in zip(self._logs, look._logs, strict=True):
            logs[:] = [one + other for one, other in zip(logs, more, strict=True)]
        share = look.seen / (self.seen + look.seen)
        self.seen += look.seen
        self.shown += look.shown
        self.missed = min(self.missed, look.missed)
        self.before = min(self.before, look.before)
        self.cut = self.cut and look.cut
        weight = min(1 + HALF * (self.seen - 1), MOST_LOOKS) / self.seen
        ranks, of_face, suits, spelt = (softmax([weight * log for log in logs]) for logs in self._logs)
        one, other = self.index, look.index
        latest = other if look.fresh or not self.fresh else one
        self._clearest = max(
            self._clearest, look._clearest, key=lambda index: index.real * index.spot.heat * index.said[1]
        )
        self.fresh = self.fresh or look.fresh
        self.index = Index(
            spot=replace(latest.spot, heat=max(one.spot.heat, other.spot.heat)),
            ranks=ranks,
            suits=suits,
            real=max(one.real, other.real),
            strange=self._clearest.strange,
            spelt=spelt,
            open=one.open + (other.open - one.open) * share,
            whole=max(one.whole, other.whole),
            burnt=min(one.burnt, other.burnt),
        )
        self.faced = replace(self.index, ranks=of_face)

    @property
    def clearest(self) -> Index:
        """The index as the one look at it that is clearest has it: many faint looks at a sign agree on a name, too."""
        return replace(self._clearest, spot=replace(self.index.spot, heat=self._clearest.spot.heat))

    def move(self, plane: Plane) -> None:
        """Place it where the next look would have it."""
        spot = _moved(self.index.spot, plane)
        self.index, self.faced = replace(self.index, spot=spot), replace(self.faced, spot=spot)
        self.fresh = False


def _count(logs: list[float], chances: Chances) -> None:
    even = STRAY / len(chances)
    for number, chance in enumerate(chances):
        logs[number] += math.log((1 - STRAY) * chance + even)


def _parts(index: Index, faced: Index) -> tuple[Chances, ...]:
    total = sum(index.spelt)
    spelt = [chance / total for chance in index.spelt] if total > 0 else [1 / len(index.spelt)] * len(index.spelt)
    return index.ranks, faced.ranks, index.suits, spelt


def _moved(spot: Spot, plane: Plane) -> Spot:
    at = plane.to(spot.at)
    up, arrow = ((plane.to(spot.at + way) - plane.to(spot.at - way)) / 2 for way in (spot.upward, spot.arrow))
    return replace(spot, x=at.real, y=at.imag, up=(up.real, up.imag), to_centre=(arrow.real, arrow.imag))


ALIKE = 0.3
"""Two indices that are so alike may be one in two looks."""

SURE_MATCHES = 24
"""The likely matches, the surest first, that are tried two by two for a plane."""

ROUNDS = 3

REACH, NAMELESS = 1.6, 0.7
"""How far an index may be from where it was expected, in half heights; and one that says something else."""

MOST_TURN, MOST_GROWTH = 0.6, 0.6
"""How far an index itself may be turned, and grown as a logarithm, from what the plane says."""

STAYED = 1.2
"""A camera that hardly moved is this many times likelier than one that went elsewhere."""

LEAST_MATCHED = 0.4
"""The share of the indices of a look, or of the tracks if they are fewer, that must be found again."""


@dataclass(frozen=True)
class Pair:
    """A track and an index, by number, that may be one."""

    track: int
    index: int
    like: float
    one: Spot
    other: Spot

    @cached_property
    def turn(self) -> complex:
        """The index's way up by that of the track: a turn and a growth."""
        return self.other.upward / self.one.upward

    @property
    def match(self) -> Match:
        return self.one.at, self.other.at

    @property
    def matches(self) -> list[Match]:
        """Its middle, its top and its card's middle."""
        ways = ((0j, 0j), (self.one.upward, self.other.upward), (self.one.arrow, self.other.arrow))
        return [(self.one.at + here, self.other.at + then) for here, then in ways]


ENOUGH = 0.75
"""If this share is found again by turning and growing alone, no leaning camera is tried."""


def match_tracks(tracks: Sequence[Index], indices: Sequence[Index]) -> tuple[Plane, dict[int, int]] | None:
    """Return the way the camera moved, and for the number of each index found again that of its track.

    None if it can't be said where this look is.
    """
    pairs = list(_pairs(tracks, indices))
    sure = sorted(_two_each(pairs), key=lambda pair: -pair.like)[:SURE_MATCHES]
    fewer = min(len(tracks), len(indices))
    best: tuple[Plane, dict[int, int]] | None = None
    for leans in (False, True):
        plane = _likeliest_plane(sure, pairs, leans=leans)
        refined = _refined(tracks, indices, plane) if plane else None
        if refined and (best is None or len(refined[1]) > len(best[1])):
            best = refined
        if best and len(best[1]) >= ENOUGH * fewer:
            break
    return best if best and len(best[1]) >= LEAST_MATCHED * fewer else None


def _refined(tracks: Sequence[Index], indices: Sequence[Index], plane: Plane) -> tuple[Plane, dict[int, int]] | None:
    found: dict[int, int] = {}
    for _ in range(ROUNDS):
        found = _assign(tracks, indices, plane, found)
        if not found:
            return None
        plane = fit_plane(_all_matches(tracks, indices, found), plane)
    return plane, _assign(tracks, indices, plane, found)


def _pairs(tracks: Sequence[Index], indices: Sequence[Index]) -> Iterator[Pair]:
    for j, index in enumerate(indices):
        for i, track in enumerate(tracks):
            like = likeness(track, index)
            if like >= ALIKE:
                yield Pair(i, j, like * min(track.real, index.real), track.spot, index.spot)


def _two_each(pairs: Sequence[Pair]) -> list[Pair]:
    """Of each index the two tracks most like it, rather ones that stand as it does."""
    by_index: dict[int, list[Pair]] = {}
    for pair in pairs:
        by_index.setdefault(pair.index, []).append(pair)
    return [
        pair
        for those in by_index.values()
        for pair in nlargest(2, those, key=lambda pair: pair.like - 0.1 * abs(cmath.log(pair.turn)))
    ]


def _likeliest_plane(sure: Sequence[Pair], pairs: Sequence[Pair], *, leans: bool) -> Plane | None:
    """The plane on which most indices are where a track like them is, by two matches that are ``sure``.

    Without a lean their middles give it; with one also their tops and the middles of their cards.
    """
    planes = [] if leans else [(STAYED, Plane(0j, 1.0, 0j, 1 + 0j))]
    for one, other in combinations(sure, 2):
        if one.track == other.track or one.index == other.index:
            continue
        (here, then), (other_here, other_then) = one.match, other.match
        if abs(here - other_here) < 1.0 or abs(then - other_then) < 1.0:
            continue
        plane = turned(one.match, other.match)
        if leans and _agree(one.turn, other.turn):
            planes.append((1.0, fit_plane([*one.matches, *other.matches], plane)))
        elif not leans and _agree(plane.turn, one.turn) and _agree(plane.turn, other.turn):
            planes.append((1.0, plane))
    if len(sure) <= 2:
        planes += [(0.9, Plane(pair.one.at, 1.0, pair.other.at, pair.turn)) for pair in sure]
    scored = ((weight * _score(plane, pairs), plane) for weight, plane in planes)
    score, likeliest = max(scored, key=lambda each: each[0], default=(0.0, None))
    return likeliest if score > 0 else None


def _agree(turn: complex, other: complex) -> bool:
    if not turn or not other:
        return False
    off = cmath.log(turn / other)
    return abs(off.real) < MOST_GROWTH and abs(off.imag) < MOST_TURN


def _score(plane: Plane, pairs: Sequence[Pair]) -> float:
    best: dict[int, float] = {}
    for pair in pairs:
        at = plane.to(pair.one.at)
        off = abs(at - pair.other.at)
        reach = REACH * pair.other.half_height + 0.1 * abs(pair.other.at - plane.there)
        if off < reach and _agree(plane.to(pair.one.at + pair.one.upward) - at, pair.other.upward):
            best[pair.index] = max(best.get(pair.index, 0.0), pair.like * (1 - 0.5 * off / reach))
    return sum(best.values())


def _all_matches(tracks: Sequence[Index], indices: Sequence[Index], found: dict[int, int]) -> list[Match]:
    """The middles and tops of all indices found again."""
    spots = [(tracks[track].spot, indices[index].spot) for index, track in found.items()]
    return [(one.at + way * one.upward, two.at + way * two.upward) for one, two in spots for way in (0, 1)]


def _assign(tracks: Sequence[Index], indices: Sequence[Index], plane: Plane, known: dict[int, int]) -> dict[int, int]:
    """Match one to one, the best fit first; what bends is expected beside those that bent with it."""
    expected = [plane.to(track.spot.at) for track in tracks]
    ups = [plane.to(track.spot.at + track.spot.upward) - at for track, at in zip(tracks, expected, strict=True)]
    off = {track: indices[index].spot.at - expected[track] for index, track in known.items()}
    expected = [at + _bent(number, expected, off, abs(ups[number])) for number, at in enumerate(expected)]
    fits = []
    for j, index in enumerate(indices):
        half = index.spot.half_height
        for i, track in enumerate(tracks):
            apart = abs(expected[i] - index.spot.at) / half
            if apart >= REACH or abs(ups[i]) < 1e-6 or not _agree(ups[i], index.spot.upward):
                continue
            like = likeness(track, index)
            if apart < (NAMELESS if like < ALIKE else REACH):
                fits.append((apart + 1 - like, i, j))
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in sorted(fits):
        if j not in found and i not in taken:
            found[j] = i
            taken.add(i)
    return found


def _bent(number: int, expected: Sequence[complex], off: dict[int, complex], half: float) -> complex:
    """How far a track is from where the plane has it, by those around it."""
    total, weight = 0j, 0.0
    for other, by in off.items():
        if other != number:
            share = 1 / (abs(expected[other] - expected[number]) ** 2 + 4 * half * half)
            total, weight = total + share * by, weight + share
    if not weight:
        return 0j
    near = weight * 36 * half * half
    return total / weight * min(1.0, near)


OFTEN = 3
"""A track that was seen this many times as often as another in its place outvotes it."""


def are_one_track(one: Track, other: Track) -> bool:
    """Return True if two tracks, never seen at once, are one index: in one place, and one says the same or far less."""
    spot, its = one.index.spot, other.index.spot
    half = (spot.half_height + its.half_height) / 2
    if abs(spot.at - its.at) > REACH * half or not _agree(spot.upward, its.upward):
        return False
    less, more = sorted((one.seen, other.seen))
    return more >= OFTEN * less or not contradict(one.faced, other.faced)
