"""The rule card: a variant on one page, as players at a table need it, with what differs from its parent marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from companion.cards import Rank, Suit
from companion.rules.choices import MeldNames, MeldTable
from companion.rules.clauses import CLAUSES
from companion.rules.conditions import holds
from companion.rules.describe import describe_change, describe_option
from companion.rules.meld.kinds import AROUNDS, MeldKind, meld_cards, meld_name, split_figures
from companion.rules.options import OPTIONS, differences
from companion.rules.phrases import at_table, begun_large
from companion.rules.texts import read_file
from companion.rules.variant import Variant

_TABLE = "meld.table"
_UNASKED = "It does not come up."
"""The parent's side of a comparison, where the option does not matter there."""
_MOST_COLUMNS = 4
_ASKED_IN_BINOKEL = ("bid.moon", "bid.no-trick")
"""The Durch and the Untendurch: who plays Binokel looks for them, so that a card without them says so."""


@dataclass(frozen=True)
class CardSentence:
    """One thing that a card says."""

    says: str
    clauses: tuple[str, ...]
    """The ids of the clauses to look it up by."""
    option: str | None = None
    """The key of the option that it shows; None for a rule that no choice changes."""
    before: str = ""
    """The parent's sentence, where the parent plays otherwise."""


@dataclass(frozen=True)
class CardPart:
    """One heading of a card; a line holds sentences that belong together."""

    title: str
    lines: tuple[tuple[CardSentence, ...], ...]


@dataclass(frozen=True)
class MeldRow:
    """The prices of a meld, in the variant's unit."""

    name: str
    cards: str
    """Its cards in a few signs: ``K Q``."""
    clause: str
    pays: tuple[int, ...]
    """For one, two, … of it in a hand; a single figure for each."""
    differs: bool
    """True if the parent's table has other figures."""


@dataclass(frozen=True)
class RuleCard:
    """A variant on one page."""

    name: str
    summary: str
    parent: str | None
    """The name of the variant that it is compared with."""
    short: tuple[tuple[CardSentence, ...], ...]
    """The rules that a table must know first, in at most ten lines."""
    parts: tuple[CardPart, ...]
    melds: tuple[MeldRow, ...]
    changes: tuple[CardSentence, ...]
    """Everything in which it differs from its parent, in the order of the card."""
    rests_on: tuple[str, ...]
    """Ids of the clauses on the variant as a whole."""
    idle: tuple[str, ...] = ()
    """Keys of options that differ from the parent's and have no effect here."""

    @property
    def options(self) -> frozenset[str]:
        """The keys of the options that the card shows, in a sentence or as its table of melds."""
        sentences = (sentence for part in self.parts for line in part.lines for sentence in line)
        return frozenset({_TABLE, *(sentence.option for sentence in sentences if sentence.option)})


def rule_card(variant: Variant, parent: Variant | None = None) -> RuleCard:
    """The card of a variant, compared with ``parent``."""
    changes = [change for change in describe_change(parent, variant) if change.asked] if parent else []
    back = describe_change(variant, parent) if parent else ()
    instead = {change.key: change.says if change.asked else _UNASKED for change in back}
    before = {change.key: instead[change.key] for change in changes}
    parts = tuple(_part(variant, title, lines, before) for title, lines in card_lines())
    card = RuleCard(
        variant.name,
        variant.summary,
        parent.name if parent else None,
        _part(variant, "", tuple(map(tuple, read_file("card")["short"])), before).lines,
        tuple(part for part in parts if part.lines),
        tuple(_meld_rows(variant, parent)),
        tuple(CardSentence(each.says, (each.key,), each.key, before[each.key]) for each in changes),
        variant.rests_on,
    )
    differing = differences(variant, parent) if parent else ()
    return replace(card, idle=tuple(key for key in differing if key not in card.options))


def clauses_played(variant: Variant) -> frozenset[str]:
    """The ids of the clauses that a variant plays by: on its card, on the values in force, and not on the card."""
    card = rule_card(variant)
    shown = {key for key in card.options if not OPTIONS[key].is_off(variant)}
    asked = (option for key, option in OPTIONS.items() if describe_option(variant, key).asked)
    values = {clause for option in asked for clause in option.value_clauses(variant)}
    standing = {clause for clause in CLAUSES if rule_holds(variant, clause)}
    return frozenset(shown | values | standing | {row.clause for row in card.melds} | set(card.rests_on))


def rule_holds(variant: Variant, clause: str) -> bool:
    """Return True if a rule that no option decides holds in a variant, on its card or not."""
    rule = CLAUSES[clause]
    if rule.card:
        return bool(card_says(variant, clause))
    return bool(rule.when) and holds(variant, rule.when)


def card_says(variant: Variant, clause: str) -> str:
    """Return the card's text for a rule that no option decides; empty where it does not come up.

    A rule of conduct comes up only where the variant's texts have it.
    """
    if clause.startswith("conduct.") and clause not in variant.conduct:
        return ""
    return next((says for when, says in CLAUSES[clause].card if holds(variant, when)), "")


@lru_cache(maxsize=1)
def card_lines() -> tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]:
    """The parts of a card in the order of a deal, each with its lines; a line names options and rules.

    An option that ``data/card.toml`` does not name has a line of its own, below the option before it in ``OPTIONS``.
    """
    parts = {part["title"]: [*map(tuple, part["lines"])] for part in read_file("card")["parts"]}
    above = ""
    for key in OPTIONS:
        if not any(key in line for lines in parts.values() for line in lines):
            lines, place = next(
                (lines, n) for lines in parts.values() for n, line in enumerate(lines, 1) if above in line
            )
            lines.insert(place, (key,))
        above = key
    return tuple((title, tuple(lines)) for title, lines in parts.items())


def _part(variant: Variant, title: str, lines: tuple[tuple[str, ...], ...], before: dict[str, str]) -> CardPart:
    said = (tuple(_sentences(variant, keys, before)) for keys in lines)
    return CardPart(title, tuple(line for line in said if line))


def _sentences(variant: Variant, keys: tuple[str, ...], before: dict[str, str]) -> Iterator[CardSentence]:
    for key in keys:
        if key not in OPTIONS:
            if says := card_says(variant, key):
                yield CardSentence(at_table(variant, says), (key,))
        elif key != _TABLE and (key in before or _is_shown(variant, key)):
            yield CardSentence(describe_option(variant, key).says, _cites(variant, key), key, before.get(key, ""))


def _cites(variant: Variant, key: str) -> tuple[str, ...]:
    """The clauses on the value in force; the option's own where there are none, or where it is more than a word."""
    values = OPTIONS[key].value_clauses(variant)
    return values if values and not isinstance(OPTIONS[key].read(variant), dict) else (key, *values)


def _is_shown(variant: Variant, key: str) -> bool:
    expected = variant.meld_names is MeldNames.BINOKEL and key in _ASKED_IN_BINOKEL
    return (expected or not OPTIONS[key].is_off(variant)) and describe_option(variant, key).asked


def _meld_rows(variant: Variant, parent: Variant | None) -> Iterator[MeldRow]:
    melds = read_file("card")["melds"]
    for figure in fields(MeldTable):
        now = getattr(variant.meld_table, figure.name)
        differs = parent is not None and getattr(parent.meld_table, figure.name) != now
        is_paid = any(now) if isinstance(now, tuple) else now
        no_dix = not variant.pack.dix or (variant.meld_names is not MeldNames.PINOCHLE and not is_paid)
        if (figure.name == "dix" and no_dix) or not (differs or is_paid):
            continue
        name, clause = melds[figure.name]
        if variant.meld_names is not MeldNames.PINOCHLE:
            name = begun_large(meld_name(variant, MeldKind(figure.name), "another suit"))
        yield MeldRow(name, _cards(variant, MeldKind(figure.name)), clause, _pays(variant, now), differs)
        if figure.name == "royal" and variant.meld_run_extra:
            king, queen = (variant.card_names.of(rank) for rank in (Rank.KING, Rank.QUEEN))
            differs = differs or (parent is not None and not parent.meld_run_extra)
            name, cards = at_table(variant, OPTIONS["meld.run-extra"].title), f"{king.letter} / {queen.letter}"
            yield MeldRow(name, cards, "meld.run-extra", _pays(variant, now), differs)


def _cards(variant: Variant, kind: MeldKind) -> str:
    """The cards of a meld; of the dix, a pack without nines has none."""
    if kind is MeldKind.DIX and variant.pack.dix is None:
        return ""
    cards, letter = meld_cards(variant, kind, Suit.SPADES), variant.card_names.of
    if kind is MeldKind.PINOCHLE:
        return " ".join(f"{letter(card.rank).letter}{card.suit.symbol}" for card in reversed(cards))
    if kind in AROUNDS:
        return f"{letter(AROUNDS[kind]).letter}{''.join(suit.symbol for suit in Suit)}"
    return " ".join(letter(card.rank).letter for card in cards)


def _pays(variant: Variant, figures: tuple[int, ...] | int) -> tuple[int, ...]:
    """Return the pay for one, two, … of a meld; a single figure adds up."""
    if isinstance(figures, int):
        return (figures * variant.scale,)
    columns = range(1, min(variant.pack.copies, _MOST_COLUMNS) + 1)
    sums = (sum(figures[n - 1] for n in split_figures(figures, copies)) for copies in columns)
    return tuple(total * variant.scale for total in sums)
