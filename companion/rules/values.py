"""How the values of options are written in JSON, read back, and refused with what would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from companion.cards import Card, CardError, Rank, parse_card
from companion.rules.choices import (
    AllTricks,
    Choice,
    Extend,
    MeldMin,
    MeldTable,
    Moon,
    NoMarriagePays,
    PoorHand,
    Roundhouse,
    Save,
    SaveBy,
    ThrowInPays,
    TieRule,
    UnitPrices,
)
from companion.rules.pack import PACKS, Pack, pack_name


class BadValue(ValueError):
    """A value that an option can't take; the message says what would do."""


@dataclass(frozen=True)
class ValueFormat:
    """One way to write a value."""

    load: Callable[[Any, Any], Any]
    """Reads JSON; the second argument is the value now in force, which a partial value completes."""
    dump: Callable[[Any], Any]
    expects: str
    """What would do, for messages and for help."""
    choices: tuple[str, ...] = ()
    """The words to choose from, where it is one of a few words."""
    unset: tuple[bool | None, ...] = ()
    """What is written where the option is not in use: null or false; empty where it always has a value."""
    set_expects: str = ""
    """What would do where it is in use, if that is less than all."""
    named: tuple[str, ...] = ()
    """What its values are called that have clauses of their own, where they are more than a word."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the clauses on its values are called after."""
        return self.choices or self.named


def _same(value: Any) -> Any:
    return value


def _form(
    load: Callable[[Any], Any],
    dump: Callable[[Any], Any],
    expects: str,
    choices: tuple[str, ...] = (),
    named: tuple[str, ...] = (),
) -> ValueFormat:
    def loaded(value: Any, _now: Any) -> Any:
        try:
            return load(value)
        except (KeyError, ValueError, TypeError, AttributeError):
            raise BadValue(f"it takes {expects}") from None

    return ValueFormat(loaded, dump, expects, choices, named=named)


def word(choices: type[Choice]) -> ValueFormat:
    """One of an enum's words."""
    words = tuple(choice.value for choice in choices)
    return _form(choices, str, ", ".join(words), words)


def _whole(value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError
    return value


def number(least: int, most: int) -> ValueFormat:
    """A whole number between two others."""
    return _form(lambda value: _whole(value, least, most), _same, f"a whole number from {least} to {most}")


def optional(form: ValueFormat) -> ValueFormat:
    """``form``, or null."""
    return ValueFormat(
        lambda value, now: None if value is None else form.load(value, now),
        lambda value: None if value is None else form.dump(value),
        f"{form.expects}, or null",
        unset=(None,),
        set_expects=form.expects,
    )


def needing(least: int, most: int) -> ValueFormat:
    """False, or the number that a way to win needs."""
    number_in_range = f"a whole number from {least} to {most}"
    form = _form(
        lambda value: None if value is False or value is None else _whole(value, least, most),
        lambda value: False if value is None else value,
        f"false, or {number_in_range}",
    )
    return replace(form, unset=(False,), set_expects=number_in_range)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 80 or value != value.strip() or not value.isprintable():
        raise ValueError
    return value


def _players(value: Any) -> tuple[int, int]:
    least, most = value if isinstance(value, list) else (value, value)
    if _whole(least, 2, 8) > _whole(most, 2, 8):
        raise ValueError
    return least, most


def _steps(value: Any) -> tuple[tuple[int, int], ...]:
    steps = tuple((_whole(start, 0, 1_000_000), _whole(step, 1, 10_000)) for start, step in value)
    if not steps or list(steps) != sorted(set(steps)):
        raise ValueError
    return steps


def _prices(value: Any) -> UnitPrices | None:
    if value is None:
        return None
    rows = tuple((_whole(start, 1, 1_000_000), _whole(units, 1, 10_000)) for start, units in value)
    if not rows or [start for start, _ in rows] != sorted({start for start, _ in rows}):
        raise ValueError
    return UnitPrices(rows)


def _dump_prices(prices: UnitPrices | None) -> Any:
    return None if prices is None else [list(row) for row in prices.rows]


def _endings(value: Any) -> tuple[int, ...]:
    endings = tuple(_whole(ending, 0, 99) for ending in value)
    if not isinstance(value, list) or list(endings) != sorted(set(endings)):
        raise ValueError
    return endings


def _poor_hand(value: Any) -> PoorHand:
    if set(value) - {"ranks", "at_least", "partner_agrees"}:
        raise ValueError
    ranks = tuple(sorted({Rank(str(rank)) for rank in value["ranks"]}, key=list(Rank).index))
    if not ranks:
        raise ValueError
    return PoorHand(ranks, _whole(value["at_least"], 0, 40), _flag(value.get("partner_agrees", False)))


def _poor_hands(value: Any) -> tuple[PoorHand, ...]:
    if not isinstance(value, list) or len(value) > _MOST_HANDS:
        raise ValueError
    return tuple(map(_poor_hand, value))


def _dump_poor_hand(hand: PoorHand) -> dict[str, Any]:
    ranks = [rank.value for rank in hand.ranks]
    return {"ranks": ranks, "at_least": hand.at_least, "partner_agrees": hand.partner_agrees}


def _pack(value: Any) -> Pack:
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return PACKS[str(value)]
    if set(value) - {"ranks", "copies", "add", "without"}:
        raise ValueError
    ranks = tuple(sorted({Rank(str(rank)) for rank in value["ranks"]}, key=list(Rank).index))
    if not ranks:
        raise ValueError
    return Pack(ranks, _whole(value["copies"], 1, 8), _cards(value.get("add", [])), _cards(value.get("without", [])))


def _cards(spelled: list[str]) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(text) for text in spelled)
    except CardError as wrong:
        raise ValueError(str(wrong)) from None


def _dump_pack(pack: Pack) -> Any:
    name = pack_name(pack)
    if name is not None:
        return name
    ranks = [rank.value for rank in pack.ranks]
    added, without = [str(card) for card in pack.added], [str(card) for card in pack.without]
    return {"ranks": ranks, "copies": pack.copies, "add": added, "without": without}


def _figure(name: str, value: Any) -> Any:
    if name == "dix" or (name in _MARRIAGES and not isinstance(value, (list, tuple))):
        return _whole(value, 0, 10_000)
    figures = tuple(_whole(figure, 0, 10_000) for figure in value)
    if not 1 <= len(figures) <= 8:
        raise ValueError
    return figures[0] if name in _MARRIAGES and len(figures) == 1 else figures


_MARRIAGES = ("royal", "marriage")
_MELD_FIGURES = tuple(figure.name for figure in fields(MeldTable))
_MELD_EXPECTS = (
    f"an object of figures in ones by meld ({', '.join(_MELD_FIGURES)}): "
    'a list for one, two, … copies as in {"aces": [10, 100]}, one number for the dix; for royal and marriage '
    "a list, or one number for each"
)


def _meld_table(value: Any, now: MeldTable) -> MeldTable:
    """Figures not named keep what they were."""
    if not isinstance(value, Mapping) or set(value) - set(_MELD_FIGURES):
        raise BadValue(f"it takes {_MELD_EXPECTS}")
    try:
        return replace(now, **{name: _figure(name, figure) for name, figure in value.items()})
    except (ValueError, TypeError):
        raise BadValue(f"it takes {_MELD_EXPECTS}") from None


def _dump_meld_table(table: MeldTable) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(table).items()}


def _only(value: Any, key: str) -> Any:
    """The one value of an object that must have this key and no other."""
    if not isinstance(value, Mapping) or set(value) != {key}:
        raise ValueError
    return value[key]


def _roundhouse(value: Any) -> Roundhouse:
    if value == "parts":
        return Roundhouse()
    if "bonus" in value:
        return Roundhouse(bonus=_whole(_only(value, "bonus"), 1, 1000))
    return Roundhouse(flat=_whole(_only(value, "flat"), 1, 1000))


def _dump_roundhouse(rule: Roundhouse) -> Any:
    if rule.flat is not None:
        return {"flat": rule.flat}
    return {"bonus": rule.bonus} if rule.bonus else "parts"


def _meld_min(value: Any) -> MeldMin | None:
    if value is None:
        return None
    if "at_least" in value:
        return MeldMin(_whole(_only(value, "at_least"), 0, 10_000))
    return MeldMin(_whole(_only(value, "more_than"), 0, 10_000), more_than=True)


def _dump_meld_min(least: MeldMin | None) -> Any:
    return None if least is None else {"more_than" if least.more_than else "at_least": least.points}


def _save(value: Any) -> Save:
    by = SaveBy(value["by"])
    allowed = {"by", "loses_tricks", "dix_safe"} | ({"at_least"} if by is SaveBy.POINTS else set())
    if set(value) - allowed:
        raise ValueError
    at_least = _whole(value.get("at_least", 1), 1, 10_000)
    return Save(by, at_least, _flag(value.get("loses_tricks", False)), _flag(value.get("dix_safe", False)))


def _dump_save(save: Save) -> Any:
    at_least = {"at_least": save.at_least} if save.by is SaveBy.POINTS else {}
    return {"by": save.by.value, **at_least, "loses_tricks": save.loses_tricks, "dix_safe": save.dix_safe}


def _throw_in_pays(value: Any) -> ThrowInPays:
    if value in ("meld", "nothing"):
        return ThrowInPays(meld=value == "meld")
    return ThrowInPays(bonus=_whole(_only(value, "bonus"), 1, 10_000))


def _dump_throw_in_pays(pays: ThrowInPays) -> Any:
    if pays.bonus:
        return {"bonus": pays.bonus}
    return "meld" if pays.meld else "nothing"


def _no_marriage_pays(value: Any) -> NoMarriagePays:
    if value in ("nothing", "meld"):
        return NoMarriagePays(meld=value == "meld")
    return NoMarriagePays(meld=True, least=MeldMin(_whole(_only(value, "at_least"), 1, 10_000)))


def _dump_no_marriage_pays(pays: NoMarriagePays) -> Any:
    if pays.least:
        return {"at_least": pays.least.points}
    return "meld" if pays.meld else "nothing"


def _tie_rule(value: Any) -> TieRule | Extend:
    return TieRule(value) if isinstance(value, str) else Extend(_whole(_only(value, "extend"), 1, 100_000))


def _tie(value: Any) -> tuple[TieRule | Extend, ...]:
    if isinstance(value, str) or not value:
        raise ValueError
    return tuple(_tie_rule(rule) for rule in value)


def _dump_tie(rules: tuple[TieRule | Extend, ...]) -> Any:
    return [{"extend": rule.step} if isinstance(rule, Extend) else rule.value for rule in rules]


def _all_tricks(value: Any) -> AllTricks:
    if value in ("wins", "nothing"):
        return AllTricks(wins=value == "wins")
    return AllTricks(bonus=_whole(_only(value, "bonus"), 1, 100_000))


def _dump_all_tricks(rule: AllTricks) -> Any:
    if rule.bonus:
        return {"bonus": rule.bonus}
    return "wins" if rule.wins else "nothing"


def _moon(value: Any) -> Moon | None:
    if value is None:
        return None
    if set(value) - {"made", "failed", "others_score"}:
        raise ValueError
    made, failed = (_whole(value[name], 1, 100_000) for name in ("made", "failed"))
    return Moon(made, failed, _flag(value.get("others_score", False)))


def _dump_moon(moon: Moon | None) -> Any:
    return None if moon is None else asdict(moon)


_MOST_HANDS = 6
FLAG = _form(_flag, _same, "true or false")
BELOW_ZERO = optional(number(-1_000_000, -1))
ONE_OR_TWO = number(1, 2)
TEXT = _form(_text, _same, "a line of at most 80 characters")
PLAYERS = _form(_players, lambda p: p[0] if p[0] == p[1] else list(p), "a number from 2 to 8, or [least, most]")
STEPS = _form(_steps, lambda steps: [list(step) for step in steps], "a rising list as in [[50, 1], [60, 5]]")
UNIT_PRICES = replace(
    _form(_prices, _dump_prices, "null, or a rising list of bids and units as in [[300, 3], [350, 5]]"), unset=(None,)
)
ENDINGS = _form(_endings, list, "a rising list of endings as in [40, 90], or an empty one")
POOR_HANDS = _form(
    _poor_hands,
    lambda hands: [_dump_poor_hand(hand) for hand in hands],
    f"a list of at most {_MOST_HANDS} hands as in "
    '[{"ranks": ["9"], "at_least": 5, "partner_agrees": true}], where 0 means none of these ranks',
)
PACK = _form(
    _pack,
    _dump_pack,
    f"one of {', '.join(PACKS)}, or an object as in "
    '{"ranks": ["A", "10", "K", "Q", "J"], "copies": 4, "add": [], "without": []}',
    named=tuple(PACKS),
)
MELD_TABLE = ValueFormat(_meld_table, _dump_meld_table, _MELD_EXPECTS)
ROUNDHOUSE = _form(_roundhouse, _dump_roundhouse, '"parts", {"bonus": 1} or {"flat": 24}', named=("bonus", "flat"))
MELD_MIN = _form(_meld_min, _dump_meld_min, 'null, {"at_least": 20} or {"more_than": 20}')
SAVE = _form(
    _save,
    _dump_save,
    '{"by": "nothing"}, {"by": "trick"} or {"by": "points", "at_least": 1}, '
    'each with "loses_tricks" and "dix_safe" true or false',
    named=("dix-safe",),
)
THROW_IN_PAYS = _form(_throw_in_pays, _dump_throw_in_pays, '"meld", {"bonus": 100} or "nothing"')
NO_MARRIAGE_PAYS = _form(_no_marriage_pays, _dump_no_marriage_pays, '"nothing", "meld" or {"at_least": 20}')
TIE = _form(
    _tie, _dump_tie, 'a list of "bidder", "high", "another", {"extend": 25}', named=(*map(str, TieRule), "extend")
)
MOON = replace(
    _form(_moon, _dump_moon, 'null, or figures as in {"made": 1500, "failed": 1500, "others_score": false}'),
    unset=(None,),
)
ALL_TRICKS = _form(_all_tricks, _dump_all_tricks, '"wins", {"bonus": 100} or "nothing"', named=("bonus",))
