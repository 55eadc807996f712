"""The command that answers a player's own question from the rulebook: ``rules``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

import click

from companion.cli.ask.commands import change_of, print_answer
from companion.cli.ask.json_text import RequestError
from companion.cli.ask.variants import named_variant
from companion.rules.options import OptionError, with_options
from companion.rules.search import Found, look_up, variant_named
from companion.rules.variant import Variant
from companion.rules.variants import find_variant

_USUAL = "site"
_MOST_TOLD = 5
_WIDTH = 96


@click.command()
@click.argument("question", nargs=-1, required=True)
@click.option("--variant", metavar="KEY", help="The variant, or the file of a house variant.")
@click.option("--set", "changes", metavar="KEY=VALUE", multiple=True, help="Change an option of the variant.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rules(question: tuple[str, ...], variant: str | None, changes: tuple[str, ...], as_json: bool) -> None:
    """Answer a question in your own words from the rulebook.

    Ask as you would at the table: how many cards do we pass? The best clause comes first. Without --variant the
    question may name a variant; where it names none, site answers.
    """
    asked = " ".join(question)
    try:
        table = _table(asked, variant, changes)
        found = look_up(asked, table)
        said: dict[str, Any] = {"clauses": [_clause(each) for each in found]}
        print_answer(said, lambda _: "\n".join(_tell(table, found)), as_json)
    except RequestError as error:
        print_answer({"error": str(error)}, str, as_json)


def _table(asked: str, name: str | None, changes: tuple[str, ...]) -> Variant:
    """The rules that answer: those named, else those that the question names, else the usual ones.

    :raises RequestError: if there is no such variant, nothing is asked, or an option does not fit.
    """
    if not asked.strip():
        raise RequestError("nothing was asked; ask in your own words: how many cards do we pass?")
    variant = named_variant(name) if name is not None else variant_named(asked) or find_variant(_USUAL)
    try:
        return with_options(variant, dict(map(change_of, changes)))
    except OptionError as error:
        raise RequestError(str(error)) from None


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
