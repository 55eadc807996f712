"""The two largest controls of the house variant's form: the pack, and what the melds pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from typing_extensions import override

from companion.cards import CardError, Rank, parse_cards
from companion.rules.pack import PACKS
from companion.rules.words import Saying
from companion.web.base.forms import Form
from companion.web.house.controls import Control, Texts, part, read_scaled, read_within

OWN = "own"
MOST_COPIES = 8
MOST_FIGURE = 10_000


class PackControl(Control):
    """A pack of the rulebook, or a table's own: its ranks, the copies of each card, single cards more or less."""

    kind: ClassVar[str] = "pack"
    ranks: ClassVar[Sequence[Rank]] = tuple(Rank)

    def __init__(self, sayings: Mapping[str, Saying]) -> None:
        self.sayings = {**sayings, OWN: Saying("Our own", "Put together a pack of your own below.")}

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, OWN if isinstance(value, dict) else value
        pack = value if isinstance(value, dict) else _written(value)
        for rank in pack["ranks"]:
            yield part(key, "ranks"), rank
        yield part(key, "copies"), str(pack["copies"])
        for cards in ("add", "without"):
            yield part(key, cards), " ".join(pack[cards])

    @override
    def read(self, form: Form, key: str) -> Any:
        name = form.value(key)
        if name in PACKS:
            return name
        if name != OWN:
            form.refuse(key, "Please choose a pack.")
            return None
        ranks = form.every(part(key, "ranks"))
        if not ranks or not set(ranks) <= {rank.value for rank in Rank}:
            form.refuse(part(key, "ranks"), "Please tick the ranks that your pack has.")
        missing = "Please write how many there are of each card."
        copies = read_within(form, part(key, "copies"), missing, 1, MOST_COPIES)
        single = {cards: self._cards(form, part(key, cards)) for cards in ("add", "without")}
        return {"ranks": ranks, "copies": copies, **single}

    def _cards(self, form: Form, name: str) -> list[str]:
        try:
            return [str(card) for card in parse_cards(form.value(name))]
        except CardError as fault:
            form.refuse(name, f"That is {fault}.")
            return []


def _written(name: str) -> dict[str, Any]:
    pack = PACKS[name]
    added, without = ([str(card) for card in cards] for cards in (pack.added, pack.without))
    return {"ranks": [rank.value for rank in pack.ranks], "copies": pack.copies, "add": added, "without": without}


@dataclass(frozen=True)
class MeldTableControl(Control):
    """The price list as a table of figures: a row a meld, a column for one, two, three … of it."""

    kind: ClassVar[str] = "figures"
    scale: int
    """What one in the price list is worth where the form writes it: 10 at a table that counts in tens."""
    lists: ClassVar[Sequence[tuple[str, str]]] = (
        ("run", "Run"),
        ("pinochle", "Pinochle"),
        ("aces", "Aces around"),
        ("kings", "Kings around"),
        ("queens", "Queens around"),
        ("jacks", "Jacks around"),
    )
    singles: ClassVar[Sequence[tuple[str, str]]] = (
        ("royal", "Marriage in trump"),
        ("marriage", "Another marriage"),
        ("dix", "Dix, each"),
    )
    columns: ClassVar[Sequence[str]] = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")

    @override
    def fill(self, key: str, value: Any) -> Texts:
        for name, figures in value.items():
            for place, figure in enumerate([figures] if isinstance(figures, int) else figures, start=1):
                yield part(key, f"{name}-{place}"), str(figure * self.scale)

    def width(self, form: Form, key: str, copies: int) -> int:
        """How many columns to show: all that say something, and one more while the pack has so many of a card."""
        used = [
            place
            for place in range(1, MOST_COPIES + 1)
            if any(form.value(part(key, f"{name}-{place}")) for name, _ in self.lists)
        ]
        filled = max([1, *used])
        return max(2, filled + (filled < min(copies, MOST_COPIES)))

    @override
    def read(self, form: Form, key: str) -> Any:
        table: dict[str, Any] = {name: self._figures(form, key, name, label) for name, label in self.lists}
        for name, label in self.singles:
            table[name] = self._figure(form, part(key, f"{name}-1"), label)
        return table

    def _figures(self, form: Form, key: str, name: str, label: str) -> list[int]:
        fields = [part(key, f"{name}-{place}") for place in range(1, MOST_COPIES + 1)]
        last = max((at for at, field in enumerate(fields) if form.value(field)), default=0)
        return [self._figure(form, field, label) for field in fields[: last + 1]]

    def _figure(self, form: Form, field: str, label: str) -> int:
        figure = read_within(form, field, "Please write a figure, or 0.", 0, MOST_FIGURE * self.scale)
        figure = read_scaled(form, field, figure, self.scale)
        if field in form.errors:
            form.errors[field] = f"{label}: {form.errors[field]}"
        return figure
