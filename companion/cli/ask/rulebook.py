"""The commands that read the rulebook: ``variants`` and ``rules``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import click

from companion.cli.ask.commands import answer_lines, changes_of, check_lines_alone, print_answer
from companion.cli.ask.variants import (
    card_words,
    houses_in,
    list_variants,
    named_variant,
    show_variant,
    variants_words,
)
from companion.cli.where import Where, kept_in
from companion.rules import Variant, find_variant, with_options
from companion.rules.json_text import RequestError
from companion.rules.options import OptionError
from companion.rules.search import Match, look_up, variant_named


@click.command()
@click.argument("key", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--card", is_flag=True, help="Print the variant's rule card.")
@kept_in("Add the house variants that are kept there.")
def variants(key: str | None, as_json: bool, card: bool, where: Where) -> None:
    """List the variants, or show one with its options and clauses, or as its rule card.

    KEY is a variant's key, the id of a house variant that is kept there, or the file that one was exported to.
    """
    if card and (key is None or as_json):
        raise click.UsageError("--card takes the KEY of one variant and prints it for people")
    try:
        houses = houses_in(where) if where.is_given else None
        if key is None:
            print_answer(list_variants(houses), variants_words, as_json)
        else:
            variant = named_variant(key, houses)
            print_answer(
                show_variant(variant, key),
                lambda answer: card_words(variant) if card else variants_words(answer),
                as_json,
            )
    except RequestError as error:
        print_answer({"error": str(error)}, variants_words, as_json)


_USUAL = "site"
_MOST_SHOWN = 5
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
    def found(self) -> tuple[Match, ...]:
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

        check_lines_alone(question, variant, changes)
        answer_lines(lambda request: read(request, _Asked).answer())
        return
    try:
        given = named_variant(variant) if variant is not None else None
        asked = _Asked(" ".join(question), given, changes_of(changes))
        print_answer(asked.answer(), lambda _: "\n".join(_found_lines(asked.rules, asked.found)), as_json)
    except RequestError as error:
        print_answer({"error": str(error)}, str, as_json)


def _clause(found: Match) -> dict[str, Any]:
    return {"id": found.clause.id, "title": found.clause.title, "says": found.clause.text, "here": found.here}


def _found_lines(table: Variant, found: tuple[Match, ...]) -> Iterator[str]:
    if not found:
        yield "No clause answers this. Try other words."
        return
    yield f"By the rules of {table.name}:"
    for each in found[:_MOST_SHOWN]:
        yield ""
        yield f"{each.clause.title} ({each.clause.id})"
        if each.here:
            yield from _wrapped(f"Here: {each.here}")
        yield from _wrapped(each.clause.text)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
