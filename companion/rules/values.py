"""The values of options, each described once: from this they are read, written, refused, asked for and shown."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from typing_extensions import override

from companion.cards import CardNames, Rank, parse_card
from companion.rules.choices import (
    AllTricks,
    CheckMelds,
    Choice,
    Extend,
    FourFold,
    GamePoints,
    LostBidPays,
    MeldMin,
    MeldTable,
    Moon,
    NoMarriagePays,
    PoorHand,
    Roundhouse,
    Save,
    SaveBy,
    TieRule,
    UnitPrices,
)
from companion.rules.pack import PACKS, Pack, pack_name


class BadValue(ValueError):
    """A value that an option can't take; the message says what would do."""


class ValueFormat(ABC):
    """The values of an option, and how JSON writes them."""

    choices: tuple[str, ...] = ()
    """The words to choose from, where it is one of a few words."""
    unset: tuple[bool | None, ...] = ()
    """The JSON where the option is not in use: null or false; empty where it always has a value."""

    def __init__(self, expects: str, names: Iterable[str] = ()) -> None:
        self.expects = expects
        """Text that says what would do, for messages and for help."""
        self.names = tuple(names)
        """The names for the clauses on its values."""

    def load(self, value: Any, now: Any) -> Any:
        """Reads JSON; ``now`` is the value in force, which a partial value completes.

        :raises BadValue: if it does not fit.
        """
        try:
            return self.read(value)
        except (KeyError, ValueError, TypeError, AttributeError):
            raise BadValue(f"it takes {self.expects}") from None

    @abstractmethod
    def read(self, value: Any) -> Any:
        """Return what JSON means; any of those errors where it does not fit."""

    @abstractmethod
    def dump(self, value: Any) -> Any:
        """How JSON writes it."""


class Whole(ValueFormat):
    """A whole number between two others."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(f"a whole number from {least} to {most}")
        self.least, self.most = least, most

    @override
    def read(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise ValueError
        return value

    @override
    def dump(self, value: Any) -> Any:
        return value


AMOUNT = Whole(1, 10_000)


class OneOf(ValueFormat):
    """One of a few values, or a number under a name: ``"wins"``, ``{"bonus": 100}``.

    :param values: by JSON, what has no number.
    :param counted: by name, a record, and its field that holds the number.
    :param in_ones: whether the number is always in ones.
    :param bare: the name that is left out: a number alone means that one.
    """

    def __init__(
        self,
        values: Mapping[Any, Any],
        counted: Mapping[str, tuple[Any, str]] = MappingProxyType({}),
        number: Whole = AMOUNT,
        in_ones: bool = False,
        bare: str = "",
    ) -> None:
        self.words = {"none" if value is None else str(value).lower(): value for value in values}
        """The JSON of each value by the word for it, in forms and in ``data/options/``: ``none`` is null."""
        self._values, self.counted, self.number, self.in_ones, self._bare = values, counted, number, in_ones, bare
        self._meant = {json.dumps(value): meant for value, meant in values.items()}
        if not counted and all(isinstance(value, str) for value in values):
            self.choices = tuple(values)
        *first, last = self.choices or (*self._meant, *(f'{{"{name}": n}}' for name in counted))
        expects = ", ".join(self.choices) or f"{', '.join(first)} or {last}"
        if counted:
            expects += f", n from {number.least} to {number.most}"
        super().__init__(f"{expects}; n alone means {bare}" if bare else expects, (*self.words, *counted))

    def word(self, value: Any) -> tuple[str, int | None]:
        """The word or name for a value in JSON, and its number."""
        value = self._named(value)
        if isinstance(value, dict):
            ((name, number),) = value.items()
            return name, number
        return next(word for word, each in self.words.items() if each == value), None

    def _named(self, value: Any) -> Any:
        """A value with the name that may be left out."""
        is_bare = self._bare and isinstance(value, int) and not isinstance(value, bool)
        return {self._bare: value} if is_bare else value

    @override
    def read(self, value: Any) -> Any:
        value = self._named(value)
        if not isinstance(value, Mapping):
            return self._meant[json.dumps(value)]
        ((name, number),) = value.items()
        record, holds = self.counted[name]
        return replace(record, **{holds: self.number.read(number)})

    @override
    def dump(self, value: Any) -> Any:
        for each, meant in self._values.items():
            if meant == value:
                return each
        return next(
            getattr(value, holds) if name == self._bare else {name: getattr(value, holds)}
            for name, (record, holds) in self.counted.items()
            if replace(record, **{holds: getattr(value, holds)}) == value
        )


class Unless(ValueFormat):
    """Another format, or that the option is not in use."""

    def __init__(self, form: ValueFormat, off: bool | None = None) -> None:
        super().__init__(f"{form.expects}, or {json.dumps(off)}", form.names)
        self.form, self.unset = form, (off,)

    @override
    def read(self, value: Any) -> Any:
        return None if value is None or value is self.unset[0] else self.form.read(value)

    @override
    def dump(self, value: Any) -> Any:
        return self.unset[0] if value is None else self.form.dump(value)


class RecordOf(ValueFormat):
    """An object with a key for each part of a record, or a list of them; those with a default may be left out.

    :param only: by part, the part and its JSON without which it can't be there.
    :param partial: whether what is left out keeps what it was.
    :param row: whether it is a list.
    """

    def __init__(
        self,
        makes: Callable[..., Any],
        parts: Mapping[str, ValueFormat],
        only: Mapping[str, tuple[str, Any]] = MappingProxyType({}),
        partial: bool = False,
        row: bool = False,
    ) -> None:
        alike = groupby(parts.items(), key=itemgetter(1))
        expects = "; ".join(f"{', '.join(name for name, _ in same)}: {form.expects}" for form, same in alike)
        super().__init__(f"an object of {expects}", [name.replace("_", "-") for name in parts])
        self._makes, self.parts, self.only, self._partial, self.row = makes, parts, only, partial, row

    def stands(self, name: str, value: Mapping[str, Any]) -> bool:
        """Return True if a part can be there beside the others, in JSON."""
        return name not in self.only or value[self.only[name][0]] == self.only[name][1]

    @override
    def load(self, value: Any, now: Any) -> Any:
        whole = {**self.dump(now), **value} if self._partial and isinstance(value, Mapping) else value
        return super().load(whole, now)

    @override
    def read(self, value: Any) -> Any:
        value = dict(zip(self.parts, value, strict=True)) if self.row else value
        if not isinstance(value, Mapping) or not all(self.stands(name, value) for name in value):
            raise ValueError
        return self._makes(**{name: self.parts[name].read(each) for name, each in value.items()})

    @override
    def dump(self, value: Any) -> Any:
        if self.row:
            return list(value)
        every = {name: form.dump(getattr(value, name)) for name, form in self.parts.items()}
        return {name: each for name, each in every.items() if self.stands(name, every)}


class ListOf(ValueFormat):
    """A list of values of one kind.

    :param rises: what must be more in each row than in the one before.
    """

    def __init__(
        self,
        row: ValueFormat,
        expects: str,
        least: int = 1,
        most: int = 1000,
        makes: Callable[[tuple[Any, ...]], Any] = tuple,
        rises: Callable[[Any], Any] | None = None,
    ) -> None:
        super().__init__(expects, row.names)
        self.row, self._least, self._most, self._makes, self._rises = row, least, most, makes, rises

    @override
    def read(self, value: Any) -> Any:
        if not isinstance(value, (list, tuple)) or not self._least <= len(value) <= self._most:
            raise ValueError
        rows = tuple(map(self.row.read, value))
        rising = list(map(self._rises, rows)) if self._rises else []
        if rising != sorted(set(rising)):
            raise ValueError
        return self._makes(rows)

    @override
    def dump(self, value: Any) -> list[Any]:
        return list(map(self.row.dump, value))


class Special(ValueFormat):
    """A value that is written in a way of its own."""

    def __init__(
        self, expects: str, read: Callable[[Any], Any], dump: Callable[[Any], Any], names: Iterable[str] = ()
    ) -> None:
        super().__init__(expects, names)
        self._read, self._dump = read, dump

    @override
    def read(self, value: Any) -> Any:
        return self._read(value)

    @override
    def dump(self, value: Any) -> Any:
        return self._dump(value)


def word(choices: type[Choice] | type[CardNames]) -> OneOf:
    """One of an enum's words."""
    return OneOf({choice.value: choice for choice in choices})


def _text(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 80 or value != value.strip() or not value.isprintable():
        raise ValueError
    return value


def _players(value: Any) -> tuple[int, int]:
    least, most = map(Whole(2, 8).read, value if isinstance(value, list) else (value, value))
    if least > most:
        raise ValueError
    return least, most


def _row(**columns: int) -> tuple[int, ...]:
    return tuple(columns.values())


def _ranks(value: Any) -> tuple[Rank, ...]:
    ranks = tuple(sorted({Rank(str(rank)) for rank in value}, key=list(Rank).index))
    if not ranks:
        raise ValueError
    return ranks


def _pack(value: Any) -> Pack:
    named = isinstance(value, (str, int)) and not isinstance(value, bool)
    return PACKS[str(value)] if named else OWN_PACK.read(value)


def _figures(value: Any) -> tuple[int, ...] | int:
    """One number for each of a meld, or a list of which one alone means that too."""
    if not isinstance(value, (list, tuple)):
        return FIGURE.read(value)
    figures: tuple[int, ...] = FIGURES.read(value)
    return figures[0] if len(figures) == 1 else figures


FLAG = OneOf({True: True, False: False})
ONE_OR_TWO = OneOf({1: 1, 2: 2})
TEXT = Special("a line of at most 80 characters", _text, str)
PLAYERS = Special("a number from 2 to 8, or [least, most]", _players, lambda p: p[0] if p[0] == p[1] else list(p))
STEPS = ListOf(
    RecordOf(_row, {"start": Whole(0, 1_000_000), "step": Whole(1, 10_000)}, row=True),
    "a rising list as in [[50, 1], [60, 5]]",
    rises=tuple,
)
UNIT_PRICES = Unless(
    ListOf(
        RecordOf(_row, {"start": Whole(1, 1_000_000), "units": Whole(1, 10_000)}, row=True),
        "a rising list of bids and units as in [[300, 3], [350, 5]]",
        makes=UnitPrices,
        rises=itemgetter(0),
    )
)
CHECKS = Whole(0, 100)
CHECK_MELDS = RecordOf(CheckMelds, dict.fromkeys((part.name for part in fields(CheckMelds)), CHECKS), partial=True)
ENDINGS = ListOf(Whole(0, 99), "a rising list of endings as in [40, 90], or an empty one", least=0, rises=int)
RANKS = Special('a list of ranks as in ["A", "10"]', _ranks, lambda ranks: [rank.value for rank in ranks])
CARDS = Special(
    'a list of cards as in ["9S"]', lambda cards: tuple(map(parse_card, cards)), lambda cards: [*map(str, cards)]
)
POOR_HANDS = ListOf(
    RecordOf(PoorHand, {"ranks": RANKS, "at_least": Whole(0, 40), "partner_agrees": FLAG, "no_meld": FLAG}),
    "a list of at most 6 hands as in "
    '[{"ranks": ["9"], "at_least": 5, "partner_agrees": true}], where 0 means none of these ranks',
    least=0,
    most=6,
)
COPIES = Whole(1, 8)
OWN_PACK = RecordOf(Pack, {"ranks": RANKS, "copies": COPIES, "add": CARDS, "without": CARDS})
PACK = Special(
    f"one of {', '.join(PACKS)}, or an object as in "
    '{"ranks": ["A", "10", "K", "Q", "J"], "copies": 4, "add": [], "without": []}',
    _pack,
    lambda pack: pack_name(pack) or OWN_PACK.dump(pack),
    tuple(PACKS),
)
FIGURE = Whole(0, 10_000)
FIGURES = ListOf(FIGURE, "a list of figures in ones for one, two, … copies as in [10, 100]", most=8)
FIGURE_OR_FIGURES = Special(
    "such a list, or one number for each",
    _figures,
    lambda figures: list(figures) if isinstance(figures, tuple) else figures,
)
MELD_TABLE = RecordOf(
    MeldTable,
    {
        **dict.fromkeys(("run", "family", "pinochle", "aces", "tens", "kings", "queens", "jacks"), FIGURES),
        **dict.fromkeys(("royal", "marriage"), FIGURE_OR_FIGURES),
        "dix": FIGURE,
    },
    partial=True,
)
ROUNDHOUSE = OneOf(
    {"parts": Roundhouse()},
    {"bonus": (Roundhouse(), "bonus"), "flat": (Roundhouse(), "flat")},
    Whole(1, 1000),
    in_ones=True,
)
MELD_MIN = OneOf(
    {None: None},
    {"at_least": (MeldMin(0), "points"), "more_than": (MeldMin(0, more_than=True), "points")},
    Whole(0, 10_000),
)
SAVE = RecordOf(
    Save,
    {"by": word(SaveBy), "at_least": AMOUNT, "loses_tricks": FLAG, "dix_safe": FLAG},
    only={"at_least": ("by", SaveBy.POINTS)},
)
THROW_IN_PAYS = OneOf(
    {"meld": LostBidPays(), "half-bid": LostBidPays(half_bid=True), "nothing": LostBidPays(meld=False)},
    {"bonus": (LostBidPays(), "bonus")},
)
SET_PAYS = OneOf({"own": LostBidPays(), "half-bid": LostBidPays(half_bid=True)}, {"bonus": (LostBidPays(), "bonus")})
NO_MARRIAGE_PAYS = OneOf(
    {"nothing": NoMarriagePays(), "meld": NoMarriagePays(meld=True)},
    {"at_least": (NoMarriagePays(meld=True), "at_least")},
)
TIE_RULE = OneOf({rule.value: rule for rule in TieRule}, {"extend": (Extend(0), "step")}, Whole(1, 100_000))
TIE = ListOf(TIE_RULE, f"a list of these in any order: {TIE_RULE.expects}")
MOON = Unless(
    RecordOf(
        Moon,
        {**dict.fromkeys(("made", "failed"), Whole(1, 100_000)), **dict.fromkeys(("others_score", "untrumped"), FLAG)},
    )
)
NO_TRICK = Unless(
    RecordOf(
        partial(Moon, untrumped=True), {**dict.fromkeys(("made", "failed"), Whole(1, 100_000)), "others_score": FLAG}
    )
)
GAME_POINTS = Unless(RecordOf(GamePoints, dict.fromkeys(("made", "failed", "saved"), Whole(0, 100))))
ALL_TRICKS = OneOf(
    {"wins": AllTricks(wins=True), "nothing": AllTricks()}, {"bonus": (AllTricks(), "bonus")}, Whole(1, 100_000)
)
FOUR_FOLD = OneOf(
    {False: None},
    {
        "pinochle": (FourFold(("pinochle",)), "at_least"),
        "run": (FourFold(("run",)), "at_least"),
        "either": (FourFold(("pinochle", "run")), "at_least"),
    },
    Whole(0, 10_000),
    bare="pinochle",
)

NEVER_OFF: Any = object()
"""For an option whose every value says something; null, false and 0 are values themselves."""


def option(
    key: str,
    default: Any,
    form: ValueFormat | None = None,
    *,
    also: tuple[str, ...] = (),
    off: Any = NEVER_OFF,
    points: bool = False,
    bids_priced: bool = False,
) -> Any:
    """The field of a variant that holds a choice of a table; ``companion.rules.options.Option`` explains the rest.

    :param form: what values there are; what is yes or no, or one of a few words, needs none.
    """
    form = form or (FLAG if isinstance(default, bool) else word(type(default)))
    said = {"form": form, "also": also, "off": off, "points": points, "bids_priced": bids_priced}
    return field(default=default, metadata={"key": key, **said})
