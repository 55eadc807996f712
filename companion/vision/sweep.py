"""Several looks at one table, one answer: each index is a track through the looks, and makes cards with others."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from companion.cards import Card
from companion.vision.read import Look, found_to_reading, look_to_found
from companion.vision.reading import Reading, SeenCard, Settings
from companion.vision.stages.chances import chance_to_logit, logit_to_chance
from companion.vision.stages.indices import indices_to_name
from companion.vision.stages.letters import UNKNOWN
from companion.vision.stages.pairing import indices_to_cards, is_inside
from companion.vision.stages.spots import Spot
from companion.vision.stages.tracks import Track, are_one_track, match_tracks
from companion.vision.stages.trust import LEAST, cards_to_trust

EDGE = 1.5
"""The distance from a look's edge, in half heights, from which an index should be seen there."""

CUT_VOTE = 0.01
"""How much a look counts in which two indices are of two cards, if its edge may cut one of them."""

UNSEEN = 0.8
"""How much less a card can be trusted, as a logit, for each look that should show it, by those that do."""

CUT = 1.2
"""How much less, as a logit, a card can be trusted that all looks show at their edge: such a card is asked about."""

GONE = 3.0
"""The looks in a row that should show a card and do not, from which it was taken away, or moved."""

LAID = 3
"""The looks in a row, from its first, that show a card that was laid under the camera."""

SELDOM = 0.25
"""Two cards of one name and place are one if so few of the looks at either, as a share, show both."""

MOST_TRACKS = 160
"""The most that are kept, no matter how long the camera moves: the ones seen least go first."""

MOST_VIEWS = 24
"""The latest looks of which it is known what they show."""

MOST_LOST = 3
"""The looks in a row that fit nothing before, after which all begins again with the last."""


class Sweep:
    """All that the looks so far have gathered."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self.looks = self._next = self._lost = 0
        self.alphabet = UNKNOWN
        self.size = (0, 0)
        self._tracks: dict[int, Track] = {}
        self._views: list[tuple[list[complex], float]] = []
        """The corners of the looks so far, placed as in the latest, and the share of its cards that each shows."""
        self._links: dict[tuple[int, int], list[float]] = {}
        """Of two tracks, in how many looks they were of one card, and of two; one that cuts an index hardly counts."""

    def add(self, look: Look, *, may_begin: bool = True) -> bool:
        """Gather a look; return False if it can't be said which part of the table it shows."""
        flat = [
            (Track(index, faced), number)
            for number, (paired, of_faces) in enumerate(zip(look.paired, look.faced, strict=True))
            for index, faced in zip(paired, of_faces, strict=True)
        ]
        names = list(self._tracks)
        found = match_tracks([self._tracks[name].index for name in names], [track.index for track, _ in flat])
        if found is None and names:
            if not flat or not may_begin:
                return False
            self._lost += 1
            if self._lost < MOST_LOST and not (self.looks == 1 and len(flat) > len(names)):
                return False
            self._clear()
            names = []
        self._lost = 0
        self.looks += 1
        self.size = look.size
        if look.alphabet.name or not self.alphabet.name:
            self.alphabet = look.alphabet
        matched: dict[int, int] = {}
        if found:
            plane, pairs = found
            matched = {index: names[track] for index, track in pairs.items()}
            for track in self._tracks.values():
                track.move(plane)
            self._views = [([plane.to(corner) for corner in corners], share) for corners, share in self._views]
        share = self._count_shown(set(matched.values()))
        now: dict[int, int] = {}
        for number, (track, card) in enumerate(flat):
            track.cut = not self._is_inside(track, EDGE)
            if number in matched:
                name = matched[number]
                track.before = self._tracks[name].before
                self._tracks[name].add(track)
            else:
                name, self._next = self._next, self._next + 1
                self._tracks[name] = track
                track.before = self._shown_before(track.index.spot)
            now[name] = card
        cut = {name for name in now if not self._is_inside(self._tracks[name], EDGE)}
        self._keep_view(share if now else 0.0)
        for one, other in combinations(sorted(now), 2):
            apart = now[one] != now[other]
            self._links.setdefault((one, other), [0, 0])[apart] += CUT_VOTE if apart and cut & {one, other} else 1
        self._tidy()
        return True

    def _keep_view(self, share: float) -> None:
        """Remember what the latest look shows; one without an index can't be placed, and shows nothing."""
        width, height = self.size
        corners = [0j, width + 0j, complex(width, height), height * 1j]
        self._views = [*self._views[1 - MOST_VIEWS :], (corners, share)]

    def _shown_before(self, spot: Spot) -> float:
        """Return how many earlier looks should have shown what stands here."""
        return sum(share for corners, share in self._views if is_inside(spot.at, corners, EDGE * spot.half_height))

    def _count_shown(self, found: set[int]) -> float:
        """Count the look for each track that it should show and does not, by the share of them that it shows."""
        inside = [name for name, track in self._tracks.items() if self._is_inside(track, EDGE)]
        known = [name for name in inside if 2 * self._tracks[name].seen >= self._tracks[name].shown]
        share = sum(name in found for name in known) / len(known) if known else 1.0
        for name in set(inside) - found:
            self._tracks[name].shown += share
            self._tracks[name].missed += share
        return share

    def _is_inside(self, track: Track, margin: float) -> bool:
        spot = track.index.spot
        width, height = self.size
        return min(spot.x, spot.y, width - spot.x, height - spot.y) > margin * spot.half_height

    def _tidy(self) -> None:
        """Join tracks that were one all along, and keep :data:`MOST_TRACKS` at most."""
        for one, other in combinations(list(self._tracks), 2):
            if one in self._tracks and other in self._tracks and self._link(one, other) == [0, 0]:
                first, second = self._tracks[one], self._tracks[other]
                if are_one_track(first, second):
                    shown = max(first.shown, second.shown)
                    first.add(second)
                    first.shown = max(shown, first.seen)
                    self._relink(other, one)
        if len(self._tracks) > MOST_TRACKS:
            least = sorted(self._tracks, key=lambda name: (self._tracks[name].fresh, self._tracks[name].seen))
            self._drop(least[: len(least) - MOST_TRACKS])

    def _relink(self, old: int, new: int) -> None:
        """Give the links of a track to the one it is joined to."""
        for (one, other), link in list(self._links.items()):
            if old in (one, other):
                third = other if one == old else one
                pair = (min(new, third), max(new, third))
                self._links[pair] = [a + b for a, b in zip(self._links.get(pair, [0, 0]), link, strict=True)]
        self._drop([old])

    def _drop(self, names: Iterable[int]) -> None:
        gone = set(names)
        self._tracks = {name: track for name, track in self._tracks.items() if name not in gone}
        self._links = {pair: link for pair, link in self._links.items() if gone.isdisjoint(pair)}

    def _link(self, one: int, other: int) -> list[float]:
        return self._links.get((min(one, other), max(one, other)), [0, 0])

    def reading(
        self, pack: Mapping[Card, int] | None, settings: Settings, ms: float, *, taught: bool = False
    ) -> Reading:
        """The cards of all looks, placed as in the latest; one beyond its edge is reported if it counts."""
        groups = self._grouped(settings)
        gathered, clearest = (
            cards_to_trust([[getattr(self._tracks[name], each) for name in group] for group in groups])
            for each in ("index", "clearest")
        )
        trusts = map(min, gathered, clearest)
        kept = [
            (group, trust)
            for group, trust in zip(groups, map(self._trust, groups, trusts), strict=True)
            if trust >= settings.least_trust or any(self._is_inside(self._tracks[name], 0.0) for name in group)
        ]
        paired, faced = (
            [[getattr(self._tracks[name], each) for name in group] for group, _ in kept] for each in ("index", "faced")
        )
        look = Look(self.size, paired, faced, self.alphabet)
        reading = found_to_reading(look_to_found(look, [trust for _, trust in kept], settings), pack, ms, taught=taught)
        return replace(reading, cards=tuple(map(self._placed, reading.cards)))

    def _placed(self, seen: SeenCard) -> SeenCard:
        """The card; without an outline where the latest look shows none of its indices."""
        width, height = self.size
        middles = [(sum(x for x, _ in index) / 4, sum(y for _, y in index) / 4) for index in seen.indices]
        inside = any(0 <= x < width and 0 <= y < height for x, y in middles)
        return seen if inside else replace(seen, outline=(), indices=())

    def _is_gone(self, group: Sequence[int]) -> bool:
        return min(self._tracks[name].missed for name in group) >= GONE

    def _trust(self, group: Sequence[int], trust: float) -> float:
        if self._is_gone(group):
            return 0.0
        if self.looks == 1:
            return trust
        tracks = [self._tracks[name] for name in group]
        less = UNSEEN * min(map(self._missing, tracks)) + CUT * all(track.cut for track in tracks)
        return logit_to_chance(chance_to_logit(trust, LEAST) - less) if less else trust

    def _missing(self, track: Track) -> float:
        """Return how many looks that should show the track don't, by those that do; it may have been laid since."""
        shown = track.shown if track.seen == track.shown >= LAID else track.shown + track.before
        return max(shown / track.seen - 1, 0.0)

    def _grouped(self, settings: Settings) -> list[list[int]]:
        """The tracks of each card: those that most looks pair, and those never seen at once that pair on the table."""
        groups = {name: [name] for name in self._tracks}
        links = sorted(
            (-together / (together + apart), -together, pair)
            for pair, (together, apart) in self._links.items()
            if together
        )
        for _, _, (one, other) in links:
            self._join(groups, one, other, 0)
        indices = [track.index for track in self._tracks.values()]
        if any(self._link(one, other) == [0, 0] for one, other in combinations(self._tracks, 2)):
            of_index = {id(index.ranks): name for index, name in zip(indices, self._tracks, strict=True)}
            for card in indices_to_cards(indices, settings):
                for one, other in combinations([of_index[id(index.ranks)] for index in card], 2):
                    if self._link(one, other) == [0, 0]:
                        self._join(groups, one, other, 1)
        return self._without_doubles([group for name, group in groups.items() if group[0] == name])

    def _without_doubles(self, groups: list[list[int]]) -> list[list[int]]:
        """Leave out a card that hardly a look shows together with one of its name and place, still there or clearer."""
        often = sorted(groups, key=lambda group: (self._is_gone(group), -max(self._tracks[n].seen for n in group)))
        doubles = [
            group
            for number, group in enumerate(often)
            if any(self._is_double(group, other) for other in often[:number])
        ]
        return [group for group in groups if group not in doubles]

    def _is_double(self, one: Sequence[int], other: Sequence[int]) -> bool:
        looks = min(max(self._tracks[name].seen for name in group) for group in (one, other))
        both = max(sum(self._link(a, b)) for a in one for b in other)
        if self._name(one) != self._name(other) or both > SELDOM * looks:
            return False
        spots = [self._tracks[name].index.spot for name in (*one, *other)]
        apart = min(abs(a.at - b.at) for a in spots[: len(one)] for b in spots[len(one) :])
        return apart < max(abs(spot.arrow) for spot in spots)

    def _join(self, groups: dict[int, list[int]], one: int, other: int, unknown: int) -> None:
        """Join two groups if most looks that show tracks of both have them on one card; ``unknown`` counts for none."""
        mine, theirs = groups[one], groups[other]
        if mine is theirs or len(mine) + len(theirs) > 4:
            return
        links = [self._link(a, b) for a in mine for b in theirs]
        together, apart = (sum(link[side] for link in links) for side in (0, 1))
        same = self._name(mine) == self._name(theirs)
        if together + unknown < apart or (together == apart and not same):
            return
        if not same and unknown:
            return
        if mine[0] > theirs[0]:
            mine, theirs = theirs, mine
        mine += theirs
        groups.update(dict.fromkeys(theirs, mine))

    def _name(self, group: Sequence[int]) -> object:
        return indices_to_name([self._tracks[name].faced for name in group])[0]


MOST_SWEEPS = 8
"""The live cameras that may gather looks at once; the one that was idle longest begins again."""


class Sweeps:
    """The sweeps of live cameras, each by the secret name that its page gave it."""

    def __init__(self) -> None:
        self._kept: dict[str, Sweep] = {}

    def read(
        self,
        name: str,
        look: Look,
        alone: Reading,
        pack: Mapping[Card, int] | None,
        settings: Settings,
        *,
        taught: bool,
    ) -> Reading:
        """Return the reading of all looks.

        It is that of the look ``alone`` where this has no ``name`` or fits none before, and where none shows a card:
        it says why.
        """
        if not name:
            return alone
        sweep = self._kept.pop(name, None) or Sweep()
        self._kept[name] = sweep
        for old in list(self._kept)[:-MOST_SWEEPS]:
            del self._kept[old]
        started = time.perf_counter()
        if not sweep.add(look) or sweep.looks == 1:
            return alone
        gathered = sweep.reading(pack, settings, alone.ms + (time.perf_counter() - started) * 1000, taught=taught)
        return gathered if gathered.cards or gathered.maybe else alone


def looks_to_sweep(looks: Iterable[Look]) -> Sweep:
    """Gather the looks in their order; one that fits nothing before is tried once more after the others."""
    sweep = Sweep()
    for look in [look for look in looks if not sweep.add(look)]:
        sweep.add(look, may_begin=False)
    return sweep
