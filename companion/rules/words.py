"""Every option in the words of a player: its label, its values and when it comes up. They are in ``data/options/``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.rules.conditions import holds
from companion.rules.texts import LazyTexts, TextError, names_in, one_line, read_entries, read_file
from companion.rules.variant import Variant

CHAPTERS = (
    *("cards", "seats", "bidding", "exchange", "meld", "play", "counting"),
    *("keeping", "penalties", "ending", "units", "checks"),
)
"""The files in ``data/options/``, in the order of a deal."""
_FIELDS = ("hint", "when", "values", "says", "fields", "yes", "no", "none", "zero", "one", "some", "in_words")


class Wording(NamedTuple):
    """One value of a choice: a few words for its tile, and the sentence below them."""

    title: str
    says: str


@dataclass(frozen=True)
class OptionWords:
    """The words for one option."""

    key: str
    group: str
    """The heading under which a player looks for it."""
    label: str
    hint: str = ""
    """The hint on what to write where it is filled in, if its label leaves that open."""
    when: tuple[str, ...] = ()
    """The conditions under which it comes up: nobody shows a kitty that is not there."""
    choices: Mapping[str, Wording] = field(default_factory=dict)
    """By value, where it is one of a few."""
    says: Mapping[str, str] = field(default_factory=dict)
    """Sentences for other values, ``{}`` or a name in braces where a figure goes."""
    fields: Mapping[str, Wording] = field(default_factory=dict)
    """By name, the label of each part in a form, and the text for one left out."""
    in_words: bool = False
    """True if its number is written out: four cards."""

    def asked(self, variant: Variant) -> bool:
        """Return True if it comes up in a variant."""
        return holds(variant, self.when)


def _load() -> dict[str, OptionWords]:
    return {words.key: words for chapter in CHAPTERS for words in _chapter(f"options/{chapter}")}


def _chapter(name: str) -> list[OptionWords]:
    group = read_file(name)["group"]
    return [_words(name, group, key, entry) for key, entry in read_entries(name, ("label",), _FIELDS).items()]


def _words(name: str, group: str, key: str, entry: Mapping[str, Any]) -> OptionWords:
    when = names_in(entry.get("when", ()))
    choices = {value: _saying(name, key, f"values.{value}", pair) for value, pair in entry.get("values", {}).items()}
    if "yes" in entry:
        choices = {"true": Wording("Yes", entry["yes"]), "false": Wording("No", entry["no"])}
    numbers = {case: entry[case] for case in ("none", "zero", "one", "some") if case in entry}
    says = numbers | {case: one_line(text) for case, text in entry.get("says", {}).items()}
    in_words = entry.get("in_words", False)
    fields = {part: _field(name, key, part, text) for part, text in entry.get("fields", {}).items()}
    return OptionWords(key, group, entry["label"], entry.get("hint", ""), when, choices, says, fields, in_words)


def _field(name: str, key: str, part: str, text: Any) -> Wording:
    pair = [text, f"{text}: please write it in digits."] if isinstance(text, str) else text
    return _saying(name, key, f"fields.{part}", pair)


def _saying(name: str, key: str, what: str, pair: Any) -> Wording:
    if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(text, str) and text.strip() for text in pair):
        raise TextError(f'data/{name}.toml: {what} of ["{key}"] is not a title and a sentence')
    return Wording(*map(one_line, pair))


WORDS = LazyTexts(_load)
"""The words for every option, by its key, in the order in which a player asks."""


def groups() -> tuple[str, ...]:
    """The headings under which a player looks for an option, in the order of a deal."""
    return tuple(dict.fromkeys(words.group for words in WORDS.values()))
