"""A round drawn from who is here: nobody partners the same person twice while that can be avoided.

The draw is a search by a seed. The same rounds before, people and seed give the same seats on every machine, so a
draw can be repeated; its outcome is stored written out all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import accumulate, combinations, islice, product
from typing import TypeAlias, TypeVar

from companion.night.charts import rounds_apart
from companion.night.events import IN_PAIRS, Seating, Side, Sizes, Spare

VERSION = 2
"""Goes up whenever the same seed would draw otherwise."""
PARTNER_AGAIN, OPPONENT_AGAIN, THIRD_TIME, OTHER_ROLE = 100, 2, 20, 1
_OTHER_TABLE = 100_000
"""The cost of two at one table who stay at different ones, and of two apart who stay at the same."""
_SWEEPS = 60
"""How often the search starts from other seats at most."""
_SMALL = 12
"""Up to this many people a draw looks one round ahead, or the last rounds could not be drawn well."""
_CANDIDATES = 6

Item = TypeVar("Item")


@dataclass(frozen=True)
class Sat:
    """A round that was played, or is open: who sat where, and who sat out."""

    tables: tuple[Seating, ...]
    out: tuple[int, ...] = ()
    at_three: tuple[int, ...] = ()
    """The entrants at tables of three that count like sitting out."""


class _Chance:
    """Numbers by chance out of a seed, the same on every machine."""

    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(sha256(seed.encode()).digest()[:8], "big")

    def below(self, most: int) -> int:
        # A linear congruential generator of 64 bits (Knuth's MMIX), of which the high bits are used.
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % most

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


def draw(
    history: Sequence[Sat],
    here: Sequence[int],
    seed: str,
    sizes: Sizes = IN_PAIRS,
    *,
    of_pairs: bool = False,
    spare: Spare = Spare.SIT_OUT,
    stays: Mapping[int, int] | None = None,
) -> Sat:
    """The seats of the next round for those who are ``here``.

    :param sizes: the full tables.
    :param of_pairs: an entrant is a pair, so that two sit at a table.
    :param stays: the table of each who stays at one: the tables are drawn so that :func:`seat_staying` can seat them.
    :raises ValueError: if they are too few for a table.
    """
    chance = _Chance(f"{VERSION}:{seed}")
    tables, at_three, out = split(len(here), sizes, of_pairs, spare)
    if (sizes.alone or of_pairs) and not stays and (charted := _charted(history, here, tables, chance)):
        return charted
    search = partial(_search, tables=tables, chance=chance, stays=stays or {})
    small = len(here) * (1 + of_pairs) <= _SMALL and not sizes.alone
    found: list[tuple[int, Sat]] = []
    for _ in range(_CANDIDATES if small else 1):
        turn = _by_turn(history, here, chance)
        idle, playing = turn[: out + at_three], turn[out + at_three :]
        cost, order = search(history, playing)
        three = idle[out:]
        threes = [tuple((each,) for each in three[i : i + 3]) for i in range(0, len(three), 3)]
        sat = Sat((*_seated(order, tables), *threes), tuple(sorted(idle[:out])), tuple(three))
        if small:
            then = [*history, sat]
            cost += search(then, _by_turn(then, here, chance)[len(idle) :])[0]
        found.append((cost, sat))
    return min(found, key=lambda each: each[0])[1]


def _charted(history: Sequence[Sat], here: Sequence[int], tables: Sequence[Sizes], chance: _Chance) -> Sat | None:
    """A round, by chance, of the chart that round 1 began; None if in each two meet again or somebody has no place.

    Any round 1 begins one, by its tables and then who sits out. A late arrival takes the place of somebody who left.
    """
    if not history or not tables:
        return None
    seats, wanted = tables[0].seats, Counter(each.seats for each in tables)
    began = [each for sides in history[0].tables for each in [*_people(sides), *[0] * (seats - len(sides))]]
    began += history[0].out
    began += [0] * (len(began) % seats == seats - 1)
    late = iter([each for each in here if each not in began])
    began = [each if each in here else next(late, 0) for each in began]
    turns, met = _turns(history, here), _Encounters(history)
    for places in chance.shuffled(rounds_apart(len(began), seats)):
        groups = [[began[place] for place in table if began[place]] for table in places]
        playing = [each for each in groups if len(each) in wanted]
        idle = {*here}.difference(*playing)
        due = sorted(map(turns.__getitem__, idle)) == sorted(turns.values())[: len(idle)]
        seated = [tuple((each,) for each in chance.shuffled(group)) for group in chance.shuffled(playing)]
        if due and Counter(map(len, playing)) == wanted and not sum(map(met.repeats, seated)):
            return Sat(tuple(sorted(seated, key=len, reverse=True)), tuple(sorted(idle)))
    return None


def move_losers(played: Sequence[Seating], here: Sequence[int], *, of_pairs: bool = False) -> Sat:
    """The seats of the next round where the winners of each table stay there and its losers move up one.

    Those who sat out or came late sit down before the losers do; who is then too many sits out. Two who won together
    play the next round against each other.

    :param played: the tables of the round before, the winning side of each first.
    :raises ValueError: if they are too few for a table.
    """
    size = 1 if of_pairs else 2
    tables = len(split(len(here), IN_PAIRS, of_pairs, Spare.SIT_OUT)[0])
    left = {each for sides in played for side in sides for each in side} - set(here)
    winners = [[each for each in sides[0] if each not in left] for sides in played]
    losers = [[each for side in sides[1:] for each in side if each not in left] for sides in played]
    sat = {each for side in (*winners, *losers) for each in side}
    queue = [each for each in here if each not in sat]
    queue += [each for side in (*winners[tables:], *losers[-1:], *losers[:-1]) for each in side]
    seatings = []
    for stay in [*winners[:tables], *[[]] * (tables - len(winners))]:
        four = [*stay, *queue[: 2 * size - len(stay)]]
        del queue[: 2 * size - len(stay)]
        seatings.append((tuple(four[0::2]), tuple(four[1::2])))
    return Sat(tuple(seatings), tuple(sorted(queue)))


def seat_staying(sat: Sat, stays: Mapping[int, int], history: Sequence[Sat], *, renumbers: bool, first: int = 1) -> Sat:
    """Seat those who stay at a table there, unless the round has no such table or others who stay there fill it.

    First tables are exchanged, which changes nobody's partner or opponents. Those who are still elsewhere change places
    with somebody at their table, so that as few meetings as possible are repeated.

    :param stays: the number of the table of each who stays at one.
    :param renumbers: tables may be exchanged; not where losers move from one to the next.
    :param first: the number of the first of these tables.
    """
    tables = [*sat.tables]
    wanted = {each: table - first for each, table in stays.items() if first <= table < first + len(tables)}
    if renumbers:
        tables = _renumbered(tables, wanted)
    met = _Encounters(history)
    for each, place in sorted(wanted.items()):
        at = next((at for at, sides in enumerate(tables) if each in _people(sides)), place)
        others = [other for other in _people(tables[place]) if wanted.get(other) != place]
        if at != place and others:
            swaps = [_swapped((tables[at], tables[place]), each, other) for other in others]
            tables[at], tables[place] = min(swaps, key=lambda two: sum(map(met.repeats, two)))
    return replace(sat, tables=tuple(tables))


def _renumbered(tables: Sequence[Seating], wanted: Mapping[int, int]) -> list[Seating]:
    """Exchange tables so that most of those who want a place sit there; all others keep theirs."""
    wishes = Counter((wanted[each], at) for at, sides in enumerate(tables) for each in _people(sides) if each in wanted)
    order, given = [*range(len(tables))], dict[int, int]()
    for (place, at), _ in wishes.most_common():
        if place not in given and at not in given.values():
            given[place], now = at, order.index(at)
            order[now], order[place] = order[place], order[now]
    return [tables[at] for at in order]


def _swapped(tables: Sequence[Seating], one: int, other: int) -> tuple[Seating, ...]:
    change = {one: other, other: one}
    return tuple(tuple(tuple(change.get(each, each) for each in side) for side in sides) for sides in tables)


def _people(sides: Seating) -> list[int]:
    return [each for side in sides for each in side]


def split(people: int, sizes: Sizes, of_pairs: bool, spare: Spare) -> tuple[list[Sizes], int, int]:
    """Return the tables, sized in entrants, the number who play at tables of three that count as byes, and who sit out.

    :raises ValueError: if they are too few for a table.
    """
    usual = Sizes(2, 2) if of_pairs else sizes
    over, found, at_three = people % usual.seats, [usual] * (people // usual.seats), 0
    if spare is Spare.THREES and sizes.in_pairs and not of_pairs:
        at_three = (0, 0, 6, 3)[over] if people >= (0, 0, 6, 3)[over] else 0
        found = [usual] * ((people - at_three) // 4)
    elif spare is Spare.THREES and sizes.alone:
        fewer = sizes.seats - 1
        if fewer > 1 and (short := -people % sizes.seats) * fewer <= people:
            found = [*[usual] * ((people - short * fewer) // sizes.seats), *[Sizes(fewer, fewer)] * short]
    elif spare is Spare.PAUSE and sizes.alone:
        more = min(over, len(found))
        found[len(found) - more :] = [Sizes(sizes.seats + 1, sizes.seats + 1)] * more
    if not found and not at_three:
        raise ValueError(f"{people} {'pairs' if of_pairs else 'people'} are too few for a table")
    return found, at_three, people - at_three - sum(each.seats for each in found)


def _by_turn(history: Sequence[Sat], here: Sequence[int], chance: _Chance) -> list[int]:
    return sorted(chance.shuffled(here), key=_turns(history, here).__getitem__)


def _turns(history: Sequence[Sat], here: Sequence[int]) -> dict[int, tuple[bool, int]]:
    """By entrant, what decides who sits out first: nobody twice running, nor in the round for which they came late."""
    counted = outs(history)
    known = [counted[each] for each in here if each in counted]
    least = min(known, default=0)
    last = frozenset(_idle(history[-1])) if history else frozenset()
    return {each: (each in last or each not in counted, max(counted.get(each, least), least)) for each in here}


def outs(history: Iterable[Sat]) -> dict[int, int]:
    """How often each sat out or played at a table of three; who comes late begins with the fewest of those there."""
    counted: dict[int, int] = {}
    for sat in history:
        present = [each for sides in sat.tables for side in sides for each in side] + [*sat.out]
        least = min((counted[each] for each in present if each in counted), default=0)
        idle = frozenset(_idle(sat))
        for each in present:
            counted[each] = max(counted.get(each, least), least) + (each in idle)
    return counted


def _idle(sat: Sat) -> Iterable[int]:
    return *sat.out, *sat.at_three


class _Encounters:
    """How often each two sat together, and against each other."""

    def __init__(self, history: Iterable[Sat]) -> None:
        self.partners: Counter[Side] = Counter()
        self.opponents: Counter[Side] = Counter()
        for sat in history:
            for sides in sat.tables:
                self.add(sides)

    def add(self, sides: Seating) -> None:
        for place, side in enumerate(sides):
            for each in side:
                for mate in side:
                    if each < mate:
                        self.partners[each, mate] += 1
                for other in (one for rest in sides[place + 1 :] for one in rest):
                    self.opponents[min(each, other), max(each, other)] += 1

    def repeats(self, sides: Seating) -> int:
        """Return the cost of the meetings at a table, from the fewest repeated."""
        people, side_of = _people(sides), {each: place for place, side in enumerate(sides) for each in side}
        together, against = self.costs(people, len(sides[0]))
        return sum(
            (together if side_of[people[i]] == side_of[people[j]] else against)[i][j]
            for i, j in combinations(range(len(people)), 2)
        )

    def costs(self, playing: Sequence[int], size: int) -> tuple[list[list[int]], list[list[int]]]:
        """Return the costs of two being partners, and of being opponents, by their places in ``playing``."""
        together = [[0] * len(playing) for _ in playing]
        against = [[0] * len(playing) for _ in playing]
        for i, one in enumerate(playing):
            for j, other in enumerate(playing):
                pair = (one, other) if one < other else (other, one)
                partnered, opposed = self.partners[pair], self.opponents[pair]
                together[i][j] = PARTNER_AGAIN * partnered + OTHER_ROLE * opposed
                again = THIRD_TIME * opposed * opposed if size == 1 else _opposed_cost(opposed)
                against[i][j] = again + OTHER_ROLE * partnered
        return together, against


def _opposed_cost(times: int) -> int:
    return 0 if not times else OPPONENT_AGAIN if times == 1 else THIRD_TIME * (times - 1) ** 2


def _seated(order: Sequence[int], tables: Sequence[Sizes]) -> list[Seating]:
    """The tables at which those of an order sit: side by side, one table after the other."""
    sitting = iter(order)
    return [tuple(tuple(islice(sitting, each.of_a_side)) for _ in range(each.sides)) for each in tables]


_Costs: TypeAlias = Sequence[Sequence[int]]


def _search(
    history: Sequence[Sat],
    playing: Sequence[int],
    *,
    tables: Sequence[Sizes],
    chance: _Chance,
    stays: Mapping[int, int],
) -> tuple[int, list[int]]:
    """The cheapest order of seats that is found, and its cost: swaps that make it cheaper, from several starts."""
    together, against = _Encounters(history).costs(playing, tables[0].of_a_side if tables else 2)
    for i, j in product(range(len(playing)), repeat=2):
        if i != j and playing[i] in stays and playing[j] in stays:
            cost = -_OTHER_TABLE if stays[playing[i]] == stays[playing[j]] else _OTHER_TABLE
            together[i][j], against[i][j] = together[i][j] + cost, against[i][j] + cost
    best = (-1, list(playing))
    for _ in range(max(2, _SWEEPS // max(len(playing) // 4, 1))):
        order = chance.shuffled(range(len(playing)))
        cost = _improve(order, together, against, tables)
        if best[0] < 0 or cost < best[0]:
            best = cost, [playing[each] for each in order]
        if not cost:
            break
    return best


def _improve(order: list[int], together: _Costs, against: _Costs, tables: Sequence[Sizes]) -> int:
    """Swap two seats as long as that makes the tables cheaper; their cost in the end."""
    first = [0, *accumulate(each.seats for each in tables)]
    at = [place for place, each in enumerate(tables) for _ in range(each.seats)]

    def cost_of(table: int) -> int:
        sitting = order[first[table] : first[table + 1]]
        if tables[table].in_pairs:
            north, south, east, west = sitting
            by_north, by_south = against[north], against[south]
            apart = by_north[east] + by_north[west] + by_south[east] + by_south[west]
            return together[north][south] + together[east][west] + apart
        size = tables[table].of_a_side
        return sum(
            (together if i // size == j // size else against)[one][other]
            for (i, one), (j, other) in combinations(enumerate(sitting), 2)
        )

    costs = [cost_of(table) for table in range(len(tables))]
    improved = True
    while improved:
        improved = False
        for i in range(len(order)):
            a = at[i]
            if not costs[a]:
                continue  # a table that costs nothing need not change
            for j in range(len(order)):
                b = at[j]
                if i == j:
                    continue
                order[i], order[j] = order[j], order[i]
                at_a = cost_of(a)
                at_b = 0 if a == b else cost_of(b)
                if at_a + at_b < costs[a] + (0 if a == b else costs[b]):
                    costs[a] = at_a
                    costs[b] = at_a if a == b else at_b
                    improved = True
                else:
                    order[i], order[j] = order[j], order[i]
    return sum(costs)
