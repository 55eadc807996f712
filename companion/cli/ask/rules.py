"""The command that answers a player's own question from the rulebook: ``rules``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import click

from companion.cli.ask.commands import answer_lines, change_of, print_answer
from companion.cli.ask.json_text import RequestError
from companion.cli.ask.variants import named_variant
from companion.rules.options import OptionError, with_options
from companion.rules.search import Found, look_up, variant_named
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

_USUAL = "site"
_MOST_TOLD = 5
_WIDTH = 96


@dataclass(frozen=True)
class _Asked:
    """A question as a line of ``--jsonl`` holds it."""

    question: str
    variant: Variant | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def rules(self) -> Variant:
        """The rules that answer: those given, else those that the question names, else the usual ones."""
        if not self.question.strip():
            raise RequestError("nothing was asked; ask in your own words: how many cards do we pass?")
        variant = self.variant or variant_named(self.question) or find_variant(_USUAL)
        try:
            return with_options(variant, self.options)
        except OptionError as error:
            raise RequestError(str(error)) from None

    @cached_property
    def found(self) -> tuple[Found, ...]:
        return look_up(self.question, self.rules)

    def answer(self) -> dict[str, Any]:
        return {"clauses": [_clause(each) for each in self.found]}


@click.command()
@click.argument("question", nargs=-1)
@click.option("--variant", metavar="KEY", help="The variant, or the file of a house variant.")
@click.option("--set", "changes", metavar="KEY=VALUE", multiple=True, help="Change an option of the variant.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--jsonl", is_flag=True, help="Answer each line of standard input with a line.")
def rules(question: tuple[str, ...], variant: str | None, changes: tuple[str, ...], as_json: bool, jsonl: bool) -> None:
    """Answer a question in your own words from the rulebook.

    Ask as you would at the table: how many cards do we pass? The best clause comes first. Without --variant the
    question may name a variant; where it names none, site answers.
    """
    if jsonl:
        from companion.cli.ask.requests import read

        answer_lines(lambda request: read(request, _Asked).answer())
        return
    try:
        given = named_variant(variant) if variant is not None else None
        asked = _Asked(" ".join(question), given, dict(map(change_of, changes)))
        print_answer(asked.answer(), lambda _: "\n".join(_tell(asked.rules, asked.found)), as_json)
    except RequestError as error:
        print_answer({"error": str(error)}, str, as_json)


def _clause(found: Found) -> dict[str, Any]:
    return {"id": found.clause.id, "title": found.clause.title, "says": found.clause.text, "here": found.here}


def _tell(table: Variant, found: tuple[Found, ...]) -> Iterator[str]:
    if not found:
        yield "No clause answers this. Try other words."
        return
    yield f"By the rules of {table.name}:"
    for each in found[:_MOST_TOLD]:
        yield ""
        yield f"{each.clause.title} ({each.clause.id})"
        if each.here:
            yield from _wrapped(f"Here: {each.here}")
        yield from _wrapped(each.clause.text)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
