"""The controls of the house variant’s form: each writes an option’s value into fields, and reads the fields back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from typing_extensions import override

from companion.cards import CardError, Rank, parse_cards
from companion.rules.pack import PACKS
from companion.rules.words import Saying
from companion.web.core.forms import Form, parse_number, read_number

NUMBER = "number"
MOST_ROWS = 12
SPARE_ROWS = 2
MOST_MOON = 100_000
NUMERALS = 2
"""The digits of the ending of a bid."""

Texts = Iterator[tuple[str, str]]
"""Fields by name with what stands in them; a name comes twice where several boxes are ticked."""


class Control(Protocol):
    """How one option is asked for."""

    kind: ClassVar[str]
    """Which macro of ``house/_controls.html`` draws it."""

    def fill(self, key: str, value: Any) -> Texts:
        """The fields that say ``value``."""
        ...

    def read(self, form: Form, key: str) -> Any:
        """What the fields say; where that can't be read, the form gets a sentence and the answer means nothing."""
        ...


def part(key: str, name: object) -> str:
    """The name of a further field of an option."""
    return f"{key}--{name}"


def read_within(form: Form, name: str, missing: str, least: int, most: int) -> int:
    """The whole number in a field from ``least`` to ``most``; 0 or any other, with a sentence, where there is none."""
    number = read_number(form, name, missing) or 0
    if not least <= number <= most:
        form.refuse(name, f"Please write a number from {least} to {most}.")
    return number


def read_scaled(form: Form, name: str, typed: int, scale: int) -> int:
    """A figure in ones that was typed in the table's unit; one that is no multiple of it gets its sentence."""
    if typed % scale:
        form.refuse(name, f"This table counts in tens: write {typed - typed % scale}, not {typed}.")
    return typed // scale


@dataclass(frozen=True)
class Tiles(Control):
    """One of a few values as tiles; one with a number of its own is spelled ``{word: number}`` in JSON."""

    sayings: Mapping[str, Saying]
    values: Mapping[str, Any]
    """What each tile means; those that are not here ask for a number."""
    asks: str = ""
    """The label of that number."""
    least: int = 1
    most: int = 10_000
    scale: int = 1
    """What one of that number is worth where the form writes it."""
    kind: ClassVar[str] = "tiles"

    @property
    def counted(self) -> tuple[str, ...]:
        """The tiles that ask for a number."""
        return tuple(word for word in self.sayings if word not in self.values)

    @override
    def fill(self, key: str, value: Any) -> Texts:
        if isinstance(value, dict):
            ((word, number),) = value.items()
            yield part(key, NUMBER), str(number * self.scale)
        else:
            word = next(word for word, each in self.values.items() if each == value and type(each) is type(value))
        yield key, word

    @override
    def read(self, form: Form, key: str) -> Any:
        word = form.value(key)
        if word in self.values:
            return self.values[word]
        if word in self.sayings:
            name = part(key, NUMBER)
            typed = read_within(
                form, name, f"{self.asks}: please write it in digits.", self.least, self.most * self.scale
            )
            return {word: read_scaled(form, name, typed, self.scale)}
        form.refuse(key, "Please choose one of these.")
        return None


@dataclass(frozen=True)
class Number(Control):
    """A whole number; an empty field says ``empty``, where that is a value of the option."""

    required: bool = True
    empty: Any = None
    sign: int = 1
    """-1 where people leave the minus out because there is always one."""
    kind: ClassVar[str] = "number"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, "" if value is self.empty and not self.required else str(value * self.sign)

    @override
    def read(self, form: Form, key: str) -> Any:
        text = form.value(key)
        if not text and not self.required:
            return self.empty
        typed = text.lstrip("-−") if self.sign < 0 else text
        number = parse_number(form, key, typed) if typed else None
        if number is None:
            form.refuse(key, "Please write a number in digits.")
            return None
        return number * self.sign


class Text(Control):
    """A few words."""

    kind: ClassVar[str] = "text"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, value

    @override
    def read(self, form: Form, key: str) -> Any:
        return form.value(key)


class Players(Control):
    """The least and the most who play."""

    kind: ClassVar[str] = "players"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        least, most = value if isinstance(value, list) else (value, value)
        yield key, str(least)
        yield part(key, "most"), str(most)

    @override
    def read(self, form: Form, key: str) -> Any:
        least = read_number(form, key, "Please write how many play at least.") or 0
        most = read_number(form, part(key, "most"), "Please write how many play at most.") or 0
        if not form.errors.keys() & {key, part(key, "most")} and not 2 <= least <= most <= 8:
            form.refuse(key, "From 2 to 8 people can play, and the second number can’t be below the first.")
        return [least, most] if least != most else least


class Steps(Control):
    """The steps between bids: the first from the start, each further one from a bid of its own."""

    kind: ClassVar[str] = "steps"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        for row, (start, step) in enumerate(value):
            yield part(key, f"from-{row}"), str(start)
            yield part(key, f"step-{row}"), str(step)

    def rows(self, form: Form, key: str) -> range:
        """The rows to show: those that say something, and some to spare."""
        used = [row for row in range(MOST_ROWS) if form.value(part(key, f"step-{row}")) or self._start(form, key, row)]
        return range(min(MOST_ROWS, max(used, default=0) + 1 + SPARE_ROWS))

    @override
    def read(self, form: Form, key: str) -> Any:
        steps = [
            [
                self._read_start(form, key, row),
                read_within(form, part(key, f"step-{row}"), "Please write the step.", 1, 10_000),
            ]
            for row in range(MOST_ROWS)
            if row == 0 or form.value(part(key, f"step-{row}")) or self._start(form, key, row)
        ]
        starts = [start for start, _ in steps[1:]]
        if starts != sorted(set(starts)):
            form.refuse(part(key, "from-1"), "Please write the bids from the lowest to the highest, each once.")
        if starts and steps[0][0] >= starts[0]:
            steps[0][0] = 0
        return steps

    def _start(self, form: Form, key: str, row: int) -> str:
        return form.value(part(key, f"from-{row}")) if row else ""

    def _read_start(self, form: Form, key: str, row: int) -> int:
        if row == 0:
            start = form.value(part(key, "from-0"))
            return int(start) if start.isdecimal() and len(start) < 8 else 0
        return read_within(form, part(key, f"from-{row}"), "Please write from which bid on.", 1, 1_000_000)


class Endings(Control):
    """A few numbers, with commas; none where the field is empty."""

    kind: ClassVar[str] = "text"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, ", ".join(map(str, value))

    @override
    def read(self, form: Form, key: str) -> Any:
        typed = form.value(key).replace(",", " ").split()
        if any(not each.isdecimal() or len(each) > NUMERALS for each in typed):
            form.refuse(key, "Please write endings of one or two digits, with commas between them.")
            return []
        return sorted({int(each) for each in typed})


class PoorHands(Control):
    """Hands in a few words each, with commas: ``5 of 9 with partner, 0 of A K``; none where the field is empty."""

    kind: ClassVar[str] = "text"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, ", ".join(map(self._written, value))

    def _written(self, hand: Mapping[str, Any]) -> str:
        agreed = " with partner" if hand["partner_agrees"] else ""
        return f"{hand['at_least']} of {' '.join(hand['ranks'])}{agreed}"

    @override
    def read(self, form: Form, key: str) -> Any:
        typed = [words for words in form.value(key).split(",") if words.strip()]
        found = [_POOR_HAND.fullmatch(words.strip()) for words in typed]
        if not all(found):
            form.refuse(key, "Please write hands such as 5 of 9, or 0 of A K with partner, with commas between them.")
            return []
        return [self._meant(hand) for hand in found if hand]

    def _meant(self, hand: re.Match[str]) -> Mapping[str, Any]:
        ranks = hand["ranks"].upper().split()
        return {"ranks": ranks, "at_least": int(hand["count"]), "partner_agrees": hand["partner"] is not None}


_POOR_HAND = re.compile(
    r"(?P<count>\d\d?) of (?P<ranks>(?:(?:10|[AKQJ987]) ?)+?)(?P<partner> ?with partner)?", re.IGNORECASE
)


class Prices(Control):
    """What a bid is worth in units, a row for each bid from which a price holds; no row where points are scored."""

    kind: ClassVar[str] = "prices"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        for row, (start, units) in enumerate(value or [("", "")]):
            yield part(key, f"from-{row}"), str(start)
            yield part(key, f"units-{row}"), str(units)

    def rows(self, form: Form, key: str) -> range:
        """The rows to show: those that say something, and some to spare."""
        used = [row for row in range(MOST_ROWS) if self._says(form, key, row)]
        return range(min(MOST_ROWS, max(used, default=-1) + 1 + SPARE_ROWS))

    @override
    def read(self, form: Form, key: str) -> Any:
        prices = [
            [
                read_within(form, part(key, f"from-{row}"), "Please write from which bid on.", 1, 1_000_000),
                read_within(form, part(key, f"units-{row}"), "Please write how many units.", 1, 10_000),
            ]
            for row in range(MOST_ROWS)
            if self._says(form, key, row)
        ]
        starts = [start for start, _ in prices]
        if starts != sorted(set(starts)):
            form.refuse(part(key, "from-0"), "Please write the bids from the lowest to the highest, each once.")
        return prices or None

    def _says(self, form: Form, key: str, row: int) -> bool:
        return any(form.value(part(key, f"{name}-{row}")) for name in ("from", "units"))


class Moon(Control):
    """What a moon scores and costs, and whether the others score beside it; no such bid where both are empty."""

    kind: ClassVar[str] = "moon"
    figures: ClassVar[Mapping[str, str]] = {"made": "Scores", "failed": "Costs if it fails"}
    others: ClassVar[str] = "others_score"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        for name in self.figures:
            yield part(key, name), "" if value is None else str(value[name])
        if value is not None and value[self.others]:
            yield part(key, self.others), "1"

    @override
    def read(self, form: Form, key: str) -> Any:
        if not any(form.value(part(key, name)) for name in self.figures):
            return None
        amounts = {
            name: read_within(form, part(key, name), "Please write both figures, or neither.", 1, MOST_MOON)
            for name in self.figures
        }
        return {**amounts, self.others: bool(form.value(part(key, self.others)))}


@dataclass(frozen=True)
class Save(Control):
    """What keeps a side's meld, and what else is lost or kept."""

    sayings: Mapping[str, Saying]
    kind: ClassVar[str] = "save"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, value["by"]
        yield part(key, NUMBER), str(value.get("at_least", 1))
        for flag in ("loses_tricks", "dix_safe"):
            if value[flag]:
                yield part(key, flag), "1"

    @override
    def read(self, form: Form, key: str) -> Any:
        by = form.value(key)
        if by not in self.sayings:
            form.refuse(key, "Please choose one of these.")
        flags = {flag: bool(form.value(part(key, flag))) for flag in ("loses_tricks", "dix_safe")}
        if by != "points":
            return {"by": by, **flags}
        at_least = read_within(form, part(key, NUMBER), "Please write how many.", 1, 10_000)
        return {"by": by, "at_least": at_least, **flags}


@dataclass(frozen=True)
class Ties(Control):
    """The tie rules in the order in which they are tried."""

    sayings: Mapping[str, Saying]
    kind: ClassVar[str] = "ties"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        for row, rule in enumerate(value):
            yield part(key, row), rule if isinstance(rule, str) else "extend"
            if not isinstance(rule, str):
                yield part(key, f"by-{row}"), str(rule["extend"])

    def rows(self, form: Form, key: str) -> range:
        """The places to show: those that are taken, and one more."""
        used = [row for row in range(MOST_ROWS) if form.value(part(key, row))]
        return range(min(MOST_ROWS, max(3, max(used, default=0) + 2)))

    @override
    def read(self, form: Form, key: str) -> Any:
        rules = [(row, form.value(part(key, row))) for row in range(MOST_ROWS)]
        chosen = [(row, rule) for row, rule in rules if rule]
        if not chosen or any(rule not in self.sayings for _, rule in chosen):
            form.refuse(part(key, 0), "Please choose what decides first.")
            return None
        return [self._rule(form, key, row) if rule == "extend" else rule for row, rule in chosen]

    def _rule(self, form: Form, key: str, row: int) -> dict[str, int]:
        missing = "Please write by how much the target rises."
        return {"extend": read_within(form, part(key, f"by-{row}"), missing, 1, 100_000)}


def texts_of(controls: Mapping[str, Control], values: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Every field of a form whose options have these values."""
    return [text for key, control in controls.items() for text in control.fill(key, values[key])]


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
        ("royal", "Marriage in trump"),
        ("marriage", "Another marriage"),
    )
    singles: ClassVar[Sequence[tuple[str, str]]] = (("dix", "Dix, each"),)
    columns: ClassVar[Sequence[str]] = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")

    @override
    def fill(self, key: str, value: Any) -> Texts:
        for name, figures in value.items():
            for place, figure in enumerate([figures] if isinstance(figures, int) else figures, start=1):
                yield part(key, f"{name}-{place}"), str(figure * self.scale)

    def width(self, form: Form, key: str, copies: int) -> int:
        """How many columns to show: all that say something, and one more while the pack has that many of a card."""
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
