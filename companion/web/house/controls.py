"""The controls of the house variant’s form: each writes an option’s value into fields, and reads the fields back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from typing_extensions import override

from companion.cards import CardError, Rank, parse_cards
from companion.rules import values
from companion.rules.pack import PACKS
from companion.rules.values import BadValue, ListOf, OneOf, RecordOf, Unless, ValueFormat, Whole
from companion.rules.words import OptionWords, Wording
from companion.web.core.forms import Form, number_in, parse_number, read_number

NUMBER = "number"
START = "start"
MOST_ROWS = 20
SPARE_ROWS = 2
NUMERALS = 2
"""The digits of the ending of a bid."""

Texts = Iterator[tuple[str, str]]
"""The fields by name with their contents; a name comes twice if several boxes are ticked."""


class Control(Protocol):
    """The input for one option, or for a part of it."""

    kind: ClassVar[str]
    """The macro of ``house/_controls.html`` for it."""

    def fill(self, key: str, value: Any) -> Texts:
        """The fields that say ``value``."""
        ...

    def read(self, form: Form, key: str) -> Any:
        """The value of the fields; if they can't be read, the form gets a sentence and the value is meaningless."""
        ...


def part(key: str, name: object) -> str:
    """The name of a further field of an option."""
    return f"{key}--{name}"


def control_of(form: ValueFormat, words: OptionWords, scale: int) -> Control:
    """The control for the values of an option, in its words.

    :param scale: the value of one in the price list as the form writes it.
    """
    if form in _SPECIAL:
        return _SPECIAL[form](words, scale)
    optional = bool(form.unset)
    match form.form if isinstance(form, Unless) else form:
        case OneOf() as one:
            return Tiles(one, words, scale if one.in_ones else 1)
        case Whole() as whole:
            return Number(whole, form.unset)
        case RecordOf() as record:
            return Parts(record, words, optional)
        case ListOf(row=OneOf() as one):
            return Precedence(Tiles(one, words), words)
        case ListOf(row=RecordOf() as record):
            return Ladder(Parts(record, words), words, optional)
    raise TypeError(f"no control for {form}")


@dataclass(frozen=True)
class Figure(Control):
    """A number that is a part of a value; an empty field has nothing to say."""

    words: Wording
    """Its label, and the sentence if it is missing."""
    within: Whole
    scale: int = 1
    """The value of one in the price list as the form writes it: 10 for single points at a table that counts in tens."""
    kind: ClassVar[str] = "figure"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, "" if value is None else str(value * self.scale)

    @override
    def read(self, form: Form, key: str) -> int:
        typed, most = read_number(form, key, self.words.says) or 0, self.within.most * self.scale
        if not self.within.least <= typed <= most:
            form.refuse(key, f"Please write a number from {self.within.least} to {most}.")
        if typed % self.scale:
            form.refuse(key, f"This table counts in tens: write {typed - typed % self.scale}, not {typed}.")
        return typed // self.scale


@dataclass(frozen=True)
class Checkbox(Control):
    """Yes or no, as a part of a value."""

    words: Wording
    kind: ClassVar[str] = "tick"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        if value:
            yield key, "1"

    @override
    def read(self, form: Form, key: str) -> bool:
        return bool(form.value(key))


@dataclass(frozen=True)
class Tiles(Control):
    """One of a few values as tiles, some with a number."""

    form: OneOf
    words: OptionWords
    scale: int = 1
    kind: ClassVar[str] = "tiles"

    @property
    def number(self) -> Figure:
        """The field for the number."""
        return Figure(self.words.fields[NUMBER], self.form.number, self.scale)

    @override
    def fill(self, key: str, value: Any) -> Texts:
        word, number = self.form.word(value)
        yield key, word
        if number is not None:
            yield from self.number.fill(part(key, NUMBER), number)

    @override
    def read(self, form: Form, key: str) -> Any:
        word = form.value(key)
        if word in self.form.words:
            return self.form.words[word]
        if word in self.form.counted:
            return {word: self.number.read(form, part(key, NUMBER))}
        form.refuse(key, "Please choose one of these.")
        return None


@dataclass(frozen=True)
class Number(Control):
    """A whole number; an empty field means ``unset``, if given; people omit a minus that is always there."""

    whole: Whole
    unset: tuple[bool | None, ...]
    kind: ClassVar[str] = "number"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, "" if any(value is unset for unset in self.unset) else str(abs(value))

    @override
    def read(self, form: Form, key: str) -> Any:
        text = form.value(key)
        if not text and self.unset:
            return self.unset[0]
        least, most, sign = self.whole.least, self.whole.most, 1
        if most < 0:
            text, least, most, sign = text.lstrip("-−"), -most, -least, -1
        number = parse_number(form, key, text) if text else None
        if number is None:
            form.refuse(key, "Please write a number in digits.")
            return None
        if not least <= number <= most:
            form.refuse(key, f"Please write {Whole(least, most).expects}.")
        return number * sign


class Text(Control):
    """A few words."""

    kind: ClassVar[str] = "text"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, value

    @override
    def read(self, form: Form, key: str) -> Any:
        try:
            return values.TEXT.load(form.value(key), None)
        except BadValue:
            form.refuse(key, f"Please write {values.TEXT.expects}.")
            return None


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


class Endings(Control):
    """A few numbers, with commas; none where the field is empty."""

    kind: ClassVar[str] = "text"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, ", ".join(map(str, value))

    @override
    def read(self, form: Form, key: str) -> Any:
        typed = [number_in(each, 10**NUMERALS - 1) for each in form.value(key).replace(",", " ").split()]
        endings = {each for each in typed if each is not None}
        if None in typed:
            form.refuse(key, "Please write endings of one or two digits, with commas between them.")
            return []
        return sorted(endings)


class PoorHands(Control):
    """Hands in a few words each, with commas: ``5 of 9 with partner, 0 of A K``; none where the field is empty."""

    kind: ClassVar[str] = "text"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, ", ".join(map(self._written, value))

    def _written(self, hand: Mapping[str, Any]) -> str:
        empty = " without meld" if hand["no_meld"] else ""
        agreed = " with partner" if hand["partner_agrees"] else ""
        return f"{hand['at_least']} of {' '.join(hand['ranks'])}{empty}{agreed}"

    @override
    def read(self, form: Form, key: str) -> Any:
        typed = [words for words in form.value(key).split(",") if words.strip()]
        found = [_POOR_HAND.fullmatch(words.strip()) for words in typed]
        if not all(found):
            form.refuse(
                key,
                "Please write hands such as 5 of 9 without meld, or 0 of A K with partner, with commas between them.",
            )
            return []
        return [self._meant(hand) for hand in found if hand]

    def _meant(self, hand: re.Match[str]) -> Mapping[str, Any]:
        ranks = hand["ranks"].upper().split()
        agrees, no_meld = hand["partner"] is not None, hand["empty"] is not None
        return {"ranks": ranks, "at_least": int(hand["count"]), "partner_agrees": agrees, "no_meld": no_meld}


_POOR_HAND = re.compile(
    r"(?P<count>\d\d?) of (?P<ranks>(?:(?:10|[AKQJ987]) ?)+?)(?P<empty> ?without meld)?(?P<partner> ?with partner)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Parts(Control):
    """A group of tiles, numbers and boxes to tick; if it is optional, empty numbers mean that there is none."""

    record: RecordOf
    words: OptionWords
    optional: bool = False
    kind: ClassVar[str] = "parts"

    @property
    def parts(self) -> Mapping[str, Figure | Checkbox | Tiles]:
        """The control of each part."""
        return {name: self._part(name, form) for name, form in self.record.parts.items()}

    def _part(self, name: str, form: ValueFormat) -> Figure | Checkbox | Tiles:
        if isinstance(form, Whole):
            return Figure(self.words.fields[name], form)
        if isinstance(form, OneOf) and form is not values.FLAG:
            return Tiles(form, self.words)
        return Checkbox(self.words.fields[name])

    def of(self, kind: str) -> Mapping[str, Figure | Checkbox | Tiles]:
        """The parts of one kind."""
        return {name: control for name, control in self.parts.items() if control.kind == kind}

    @property
    def counted(self) -> tuple[str, ...]:
        """The tiles that ask for a number."""
        return tuple(str(word) for _, word in self.record.only.values())

    @override
    def fill(self, key: str, value: Any) -> Texts:
        given = dict(zip(self.parts, value, strict=True)) if isinstance(value, list) else value or {}
        unasked = None if value is None else 1
        for name, control in self.parts.items():
            yield from control.fill(part(key, name), given.get(name, unasked))

    @override
    def read(self, form: Form, key: str) -> Any:
        if self.optional and not any(form.value(part(key, name)) for name in self.of("figure")):
            return None
        value: dict[str, Any] = {}
        for name, control in self.parts.items():
            if self.record.stands(name, value):
                value[name] = control.read(form, part(key, name))
        return list(value.values()) if self.record.row else value


@dataclass(frozen=True)
class Precedence(Control):
    """Some of a few values in the order in which they are tried."""

    row: Tiles
    words: OptionWords
    kind: ClassVar[str] = "order"

    @override
    def fill(self, key: str, value: Any) -> Texts:
        for row, each in enumerate(value):
            yield from self.row.fill(part(key, row), each)

    def rows(self, form: Form, key: str) -> range:
        """The places to show: those that are taken, and one more."""
        return range(min(MOST_ROWS, max(3, max(self._used(form, key), default=0) + 2)))

    @override
    def read(self, form: Form, key: str) -> Any:
        used = self._used(form, key)
        if not used:
            form.refuse(part(key, 0), "Please choose what decides first.")
        return [self.row.read(form, part(key, row)) for row in used]

    def _used(self, form: Form, key: str) -> list[int]:
        return [row for row in range(MOST_ROWS) if form.value(part(key, row))]


@dataclass(frozen=True)
class Ladder(Control):
    """Rows of numbers, each from a bid on; where there must be a row, the first holds from the start."""

    row: Parts
    words: OptionWords
    optional: bool
    kind: ClassVar[str] = "ladder"

    def called(self, row: int) -> str:
        """The name of a row."""
        first, later = self.words.fields["row"]
        return later.format(row + 1) if row else first

    def asked(self, row: int) -> Mapping[str, Figure | Checkbox | Tiles]:
        """The fields that a row shows."""
        return {name: each for name, each in self.row.parts.items() if row or self.optional or name != START}

    @override
    def fill(self, key: str, value: Any) -> Texts:
        for row, each in enumerate(value or [None]):
            yield from self.row.fill(part(key, row), each)

    def rows(self, form: Form, key: str) -> range:
        """The rows to show: those that say something, and some to spare."""
        return range(min(MOST_ROWS, max(self._used(form, key), default=-1) + 1 + SPARE_ROWS))

    @override
    def read(self, form: Form, key: str) -> Any:
        rows = [self.row.read(form, part(key, row)) for row in self._used(form, key)]
        if not self.optional and rows[1:] and rows[0][0] >= rows[1][0]:
            rows[0][0] = 0
        starts = [row[0] for row in rows]
        if starts != sorted(set(starts)):
            name = part(part(key, 0 if self.optional else 1), START)
            form.refuse(name, "Please write the bids from the lowest to the highest, each once.")
        return rows or None

    def _used(self, form: Form, key: str) -> list[int]:
        says = [any(form.value(part(part(key, row), name)) for name in self.asked(row)) for row in range(MOST_ROWS)]
        return [row for row, said in enumerate(says) if said or (row == 0 and not self.optional)]


def texts_of(controls: Mapping[str, Control], options: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Every field of a form whose options have these values."""
    return [text for key, control in controls.items() for text in control.fill(key, options[key])]


OWN = "own"


class PackBuilder(Control):
    """A pack of the rulebook, or a table's own: its ranks, the copies of each card, single cards more or less."""

    kind: ClassVar[str] = "pack"
    ranks: ClassVar[Sequence[Rank]] = tuple(Rank)
    copies: ClassVar[Figure] = Figure(
        Wording("How many of each card", "Please write how many there are of each card."), values.COPIES
    )

    def __init__(self, words: OptionWords) -> None:
        self.sayings = {**words.choices, OWN: Wording("Our own", "Put together a pack of your own below.")}

    @override
    def fill(self, key: str, value: Any) -> Texts:
        yield key, OWN if isinstance(value, dict) else value
        pack = value if isinstance(value, dict) else values.OWN_PACK.dump(PACKS[value])
        for rank in pack["ranks"]:
            yield part(key, "ranks"), rank
        yield from self.copies.fill(part(key, "copies"), pack["copies"])
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
        copies = self.copies.read(form, part(key, "copies"))
        single = {cards: self._cards(form, part(key, cards)) for cards in ("add", "without")}
        return {"ranks": ranks, "copies": copies, **single}

    def _cards(self, form: Form, name: str) -> list[str]:
        try:
            return [str(card) for card in parse_cards(form.value(name))]
        except CardError as fault:
            form.refuse(name, f"That is {fault}.")
            return []


@dataclass(frozen=True)
class PriceList(Control):
    """The price list as a table of figures: a row a meld, a column for one, two, three … of it."""

    words: OptionWords
    scale: int
    """The value of one in the price list as the form writes it: 10 at a table that counts in tens."""
    kind: ClassVar[str] = "figures"
    columns: ClassVar[Sequence[str]] = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")

    def labels(self, single: bool) -> Mapping[str, str]:
        """The names of the melds with a single figure each, or of those with one for each number."""
        forms = values.MELD_TABLE.parts
        return {
            name: each.title for name, each in self.words.fields.items() if (forms[name] is values.FIGURE) is single
        }

    @override
    def fill(self, key: str, value: Any) -> Texts:
        for name, figures in value.items():
            for place, figure in enumerate([figures] if isinstance(figures, int) else figures, start=1):
                yield part(key, f"{name}-{place}"), str(figure * self.scale)

    def width(self, form: Form, key: str, copies: int) -> int:
        """The number of columns to show: all filled ones, and one more while the pack has enough copies of a card."""
        filled = max(1, *(self._filled(form, key, name) for name in self.labels(single=False)))
        return max(2, filled + (filled < min(copies, len(self.columns))))

    @override
    def read(self, form: Form, key: str) -> Any:
        lists = {
            name: [
                self._figure(form, key, name, place) for place in range(1, 1 + max(1, self._filled(form, key, name)))
            ]
            for name in self.labels(single=False)
        }
        return {**lists, **{name: self._figure(form, key, name, 1) for name in self.labels(single=True)}}

    def _filled(self, form: Form, key: str, name: str) -> int:
        """The last place that says something."""
        places = range(1, len(self.columns) + 1)
        return max((place for place in places if form.value(part(key, f"{name}-{place}"))), default=0)

    def _figure(self, form: Form, key: str, name: str, place: int) -> int:
        field, label = part(key, f"{name}-{place}"), self.words.fields[name].title
        figure = Figure(Wording(label, "Please write a figure, or 0."), values.FIGURE, self.scale).read(form, field)
        if field in form.errors:
            form.errors[field] = f"{label}: {form.errors[field]}"
        return figure


_SPECIAL: Mapping[ValueFormat, Callable[[OptionWords, int], Control]] = {
    values.TEXT: lambda *_: Text(),
    values.PLAYERS: lambda *_: Players(),
    values.ENDINGS: lambda *_: Endings(),
    values.POOR_HANDS: lambda *_: PoorHands(),
    values.PACK: lambda words, _: PackBuilder(words),
    values.MELD_TABLE: PriceList,
}
