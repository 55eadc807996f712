"""Every option in the words of a player: what it is called, where it belongs, and what each of its values means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.options import OPTIONS, find_option
from companion.rules.options.variant import Variant
from companion.rules.words.bidding import BIDDING, EXCHANGE
from companion.rules.words.ending import CHECKS, ENDING, TIES
from companion.rules.words.melds import MELD
from companion.rules.words.play import COUNTING, PLAY
from companion.rules.words.scoring import KEEPING, PENALTIES
from companion.rules.words.table import TABLE
from companion.rules.words.word import Saying, Words, of_players

__all__ = [
    "GROUPS",
    "TIES",
    "WORDS",
    "OptionText",
    "Saying",
    "ToldChange",
    "ToldGroup",
    "Words",
    "describe",
    "describe_change",
    "describe_option",
    "of_players",
]

WORDS: Mapping[str, Words] = {
    **TABLE,
    **BIDDING,
    **EXCHANGE,
    **MELD,
    **PLAY,
    **COUNTING,
    **KEEPING,
    **PENALTIES,
    **ENDING,
    **CHECKS,
}
"""What is said of every option, by its key, in the order in which a player asks."""

GROUPS: tuple[str, ...] = tuple(dict.fromkeys(find_option(key).group for key in WORDS))
"""The headings under which a player looks for an option, in the order of a deal."""


@dataclass(frozen=True)
class OptionText:
    """One option of a variant, told to a player."""

    key: str
    label: str
    says: str
    """A sentence for the value in force, amounts in the variant's unit."""
    clauses: tuple[str, ...]
    """Ids of the clauses behind it."""
    asked: bool
    """Whether anything hangs on it in this variant; a card for the table can leave the others out."""


@dataclass(frozen=True)
class ToldGroup:
    """The options that a player looks for under one heading."""

    title: str
    options: tuple[OptionText, ...]


@dataclass(frozen=True)
class ToldChange:
    """One option in which a variant differs from its parent."""

    key: str
    label: str
    before: str
    """The parent's sentence; empty where ``says`` tells what it was."""
    says: str
    """What holds now."""
    clauses: tuple[str, ...]
    asked: bool
    """Whether anything hangs on it in the variant."""


def describe(variant: Variant) -> tuple[ToldGroup, ...]:
    """Every option of a variant in sentences, grouped as a player thinks."""
    told = [describe_option(variant, key) for key in WORDS]
    return tuple(ToldGroup(title, tuple(t for t in told if OPTIONS[t.key].group == title)) for title in GROUPS)


def describe_option(variant: Variant, key: str) -> OptionText:
    """One option of a variant in a sentence.

    :raises OptionError: if there is no option of this key.
    """
    option, words = find_option(key), WORDS[key]
    says = of_players(variant, words.says(variant))
    return OptionText(key, option.title, says, option.clauses_for(variant), words.asked(variant))


def describe_change(parent: Variant, variant: Variant) -> tuple[ToldChange, ...]:
    """Each option in which a variant plays otherwise than a parent, and what it means; in the order of ``describe``.

    A value that is spelled otherwise and means the same is left out: the height from which the first step counts.
    """
    differing = (key for key in WORDS if OPTIONS[key].differs(variant, parent))
    changes = (_change(parent, variant, key) for key in differing)
    return tuple(change for change in changes if change.before != change.says)


def _change(parent: Variant, variant: Variant, key: str) -> ToldChange:
    words, now = WORDS[key], describe_option(variant, key)
    if words.changed:
        return ToldChange(key, now.label, "", words.changed(parent, variant), now.clauses, now.asked)
    before = describe_option(parent, key).says
    return ToldChange(key, now.label, before, now.says, now.clauses, now.asked)
