"""Random nights, with all that can go wrong at them."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.night.events import (
    IN_PAIRS,
    Bye,
    CashCounted,
    EntrantCame,
    EntrantLeft,
    EntrantRested,
    EntrantStays,
    EntryPaid,
    Event,
    LastUndone,
    Movement,
    NightOpened,
    PenaltyGiven,
    Plan,
    PrizeGiven,
    RankedBy,
    RoundDrawn,
    SeatsSwapped,
    SetsPaid,
    Sizes,
    Spare,
    SubstituteGets,
    SubstituteSeated,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.judge import Refused, further_tables, next_round, play_off, refuse
from companion.night.money import money
from companion.night.standing import standing
from companion.night.state import Night, fold
from companion.store.nights import CODEC
from tests.night.second_count.judge import Count, Entries

TABLES = [(Sizes(3, 3), 3), (Sizes(2, 2), 2), (Sizes(4, 4), 3), (Sizes(5, 5), 8), (Sizes(6, 2), 0), (Sizes(8, 4), 0)]
"""Tables that are not of two pairs, and how many play at a time where each is alone."""
KEPT = (EntrantCame, TotalsEntered, RoundDrawn)
"""What no evening undoes, as it would go on as if it were still there."""


class Evening:
    """A night that is played at random; what is refused is not entered."""

    def __init__(self, seed: int, first: int = 1) -> None:
        self.first = first
        """The number in the name of the first who comes."""
        self.chance = random.Random(seed)
        sizes, hands = self.chance.choice(TABLES) if seed % 2 else (IN_PAIRS, 0)
        movement = self.chance.choice([Movement.DRAWN, Movement.PAIRS, Movement.LOSERS, Movement.LOSING_PAIRS])
        plan = Plan(
            "Night",
            "Single deck",
            movement,
            bye=self.chance.choice([*Bye]),
            order=self.chance.choice([*RankedBy]),
            spare=self.chance.choice([*Spare]),
            per_deal=self.chance.random() < 0.5,
            target=self.chance.choice([0, 0, 500]),
            entry=500,
            per_set=25,
            sizes=sizes,
            hands=hands,
        )
        if sizes != IN_PAIRS:
            plan = replace(plan, movement=(movement := Movement.DRAWN))
        self.batches: list[list[Event]] = [[NightOpened(plan)]]
        self.pairs = movement.of_pairs
        self.people = 0
        self.refused = 0

    @property
    def night(self) -> Night:
        return fold(self.batches)

    @property
    def entries(self) -> Entries:
        """Tap by tap, as the store holds them."""
        return [[CODEC.encode(event) for event in batch] for batch in self.batches]

    def enter(self, *events: Event) -> bool:
        try:
            for place, event in enumerate(events):
                refuse(fold([*self.batches, events[:place]]), event)
        except Refused:
            self.refused += 1
            return False
        self.batches.append([*events])
        return True

    def come(self, house: bool = False) -> EntrantCame:
        self.people += 1
        called = self.first + self.people - 1
        names = (f"A{called}", f"B{called}") if self.pairs else (f"A{called}",)
        return EntrantCame(self.people, names, house)

    def play(self) -> None:
        self.enter(*(self.come(house=number == 3) for number in range(self.chance.randint(5, 18))))
        for _ in range(self.chance.randint(1, 5)):
            self.change()
            try:
                drawn = next_round(self.night, str(self.chance.random()))
            except Refused:
                self.refused += 1
                continue
            number = drawn.number
            self.enter(drawn)
            if self.chance.random() < 0.3:
                self.enter(SeatsSwapped(number, *self.chance.sample(sorted(self.night.rounds[-1].present), 2)))
            if self.chance.random() < 0.3:
                self.seat_further()
            for table in self.night.rounds[-1].tables:
                while self.chance.random() < 0.3:
                    self.substitute()
                self.enter(TotalsEntered(number, table.number, self.slip(len(table.sides))))
                self.change()
            self.correct(number)
            self.play_off()
            if self.chance.random() < 0.3:
                self.correct(number)
            self.play_off()

    def play_off(self) -> None:
        """An extra hand between two who are level, if there are such."""
        rows = standing(self.night)
        level = [row.entrant for row in rows if row.place and sum(row.place == each.place for each in rows) > 1]
        if level and self.chance.random() < 0.7:
            self.enter(play_off(self.night, self.chance.choice(level)))

    def seat_further(self) -> None:
        self.enter(*(self.come() for _ in range(self.chance.randint(1, 5))))
        try:
            self.enter(further_tables(self.night, str(self.chance.random())))
        except Refused:
            self.refused += 1

    def substitute(self) -> None:
        """Somebody leaves, or half a pair, and somebody new or at hand has the place."""
        night, number = self.night, len(self.night.rounds)
        leaving = self.chance.choice([*night.entrants])
        gets = self.chance.choice([*SubstituteGets])
        deals = self.chance.randint(1, 3)
        shared = deals, self.chance.randint(-200, 500), self.chance.randint(0, deals)
        if self.chance.random() < 0.5:
            self.enter(SubstituteSeated(number, leaving, self.chance.choice([*night.entrants]), (), gets, *shared))
            return
        came = self.come()
        names = came.names
        if self.pairs and self.chance.random() < 0.6:
            names = (night.entrants[leaving].names[0], names[1])
        self.enter(SubstituteSeated(number, leaving, came.number, names, gets, *shared))

    def slip(self, sides: int) -> TableTotals:
        deals = self.chance.choice([4, 4, 4, 2, 3])
        points = tuple(self.chance.choice([self.chance.randint(-300, 900), 200]) for _ in range(sides))
        return TableTotals(points, (self.chance.randint(0, deals), *[0] * (sides - 1)), deals)

    def correct(self, number: int) -> None:
        table = self.chance.choice(self.night.rounds[number - 1].tables)
        if table.totals and self.chance.random() < 0.6:
            self.enter(TotalsCorrected(number, table.number, table.totals, self.slip(len(table.sides)), "slip"))

    def change(self) -> None:
        who = self.chance.choice([*self.night.entrants])
        events: tuple[Event, ...] = (
            EntrantLeft(who),
            EntrantRested(who),
            EntrantStays(who, self.chance.randrange(5)),
            EntrantCame(who, ("x",)),
            EntryPaid(who, self.chance.random() < 0.8),
            SetsPaid(who, 25 * self.chance.randrange(4)),
            PenaltyGiven(who, self.chance.choice([-50, 20, 99]), "late"),
            PrizeGiven("High round", 1000),
            CashCounted("Side pot", -250),
        )
        choice = self.chance.randrange(len(events) + 3)
        if choice < len(events):
            if choice or len(self.night.here) > 4:
                self.enter(events[choice])
        elif choice == len(events):
            self.enter(self.come())
        elif choice == len(events) + 1 and not isinstance(
            self.batches[-1][0], (EntrantCame, TotalsEntered, RoundDrawn)
        ):
            self.batches.append([LastUndone()])


def differences(evening: Evening) -> list[str]:
    """What the second program counts otherwise at a night, and what does not add up on its pages."""
    night, second = evening.night, Count(evening.entries)
    rows = standing(night)
    found = []
    if {row.entrant: (row.total, row.wins, row.sets) for row in rows} != second.totals():
        found.append(f"standing: {second.totals()} there")
    if {row.entrant: row.place for row in rows} != second.places():
        found.append(f"places: {second.places()} there")
    here = money(night)
    if (here.coming_in, here.left, sum(here.by_sets.values())) != second.money():
        found.append(f"money: {here} here, {second.money()} there")
    if second.astray:
        found.append(f"drawn away from their table: {second.astray}")
    shown = {row.entrant for row in rows if row.total != sum(line.points for line in row.lines) - row.penalty}
    return [*found, *(f"entrant {entrant}: the lines do not add up" for entrant in sorted(shown))]
