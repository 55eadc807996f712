"""Prints a rule card at a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from companion.rules.card import CardPart, CardSentence, MeldRow, parent_of, rule_card
from companion.rules.variant import Variant

_WIDTH = 96
_MARK = "◆"


def tell_card(variant: Variant) -> str:
    """The rule card of a variant in plain text, with what differs from its parent marked."""
    card = rule_card(variant, parent_of(variant))
    lines = [card.name, *_wrapped(card.summary, "")]
    if card.changes:
        lines += [f"{_MARK} differs from {card.parent}"]
    for part in card.parts:
        lines += ["", part.title, *(_table(card.melds) if part.title == "Meld" else ()), *_told(part)]
    return "\n".join(lines)


def _told(part: CardPart) -> Iterator[str]:
    for line in part.lines:
        says = " ".join(_marked(sentence) for sentence in line)
        clauses = ", ".join(clause for sentence in line for clause in sentence.clauses)
        yield from _wrapped(f"{says} ({clauses})", "  ")


def _marked(sentence: CardSentence) -> str:
    return f"{_MARK} {sentence.says}" if sentence.before else sentence.says


def _table(rows: tuple[MeldRow, ...]) -> Iterator[str]:
    widest = max(len(row.name) for row in rows) + 2
    for row in rows:
        name = f"{_MARK} {row.name}" if row.differs else row.name
        yield f"  {name:{widest}}" + "".join(f"{pays:7}" for pays in row.pays)


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")
