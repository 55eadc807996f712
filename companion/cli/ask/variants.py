"""The variants at the command line: listed, shown, and found by key, in a file or a data folder.

The store is imported where it is needed: counting a meld by a variant of the rulebook opens no database.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.rules.clauses import Clause, find_clause
from companion.rules.house import HouseError, HouseVariant, house_variant
from companion.rules.json_text import RequestError, read_json
from companion.rules.known import KNOWN_TABLES, KnownTable, find_game, games, parent_of
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, VariantError

if TYPE_CHECKING:
    from companion.cli.where import Where
    from companion.rules.card import CardPart, CardSentence, MeldRow

_WIDTH = 96
_MARK = "◆"


def named_variant(name: str, houses: Mapping[str, HouseVariant] | None = None) -> Variant:
    """The variant of a key, of the id of a house variant, or in a file that one was exported to.

    :raises RequestError: if it is none of these; the message says what would do.
    """
    given = name if houses and name in houses else key_or_document(name)
    return keyed_variant(given, houses) if isinstance(given, str) else variant_in(given)


def keyed_variant(key: str, houses: Mapping[str, HouseVariant] | None = None) -> Variant:
    """The game of this key or id.

    :raises RequestError: if there is none, or a house variant no longer holds; the message says what would do.
    """
    try:
        return find_game(key, houses)
    except VariantError as fault:
        raise RequestError(str(fault)) from None
    except HouseError as fault:
        raise RequestError(f"{key}: {fault}") from None


def key_or_document(name: str) -> object:
    """Return the variant as typed, or the document in the file of that name.

    :raises RequestError: if the file can't be read.
    """
    return name if name in games() or not Path(name).is_file() else _read_document(name)


def _read_document(path: str) -> object:
    try:
        return read_json(Path(path).read_bytes())
    except OSError as fault:
        raise RequestError(f"{path} cannot be read: {fault.strerror}") from fault
    except RequestError as fault:
        raise RequestError(f"{path} is {fault}") from fault


def variant_in(document: object) -> Variant:
    """The variant of a house variant as it was exported.

    :raises RequestError: if the document is none; the message says why.
    """
    from companion.store.errors import StoreError
    from companion.store.files import read_house_document

    try:
        return house_variant(read_house_document(document))
    except StoreError as fault:
        raise RequestError(str(fault)) from fault


def houses_in(where: Where) -> dict[str, HouseVariant]:
    """The house variants that are kept there by their ids.

    :raises RequestError: if nothing is kept there, or it can't be read.
    """
    from companion.store import StoreError

    if not where.is_there:
        raise RequestError(f"nothing is kept in {where.data}; say by --data where the games are kept")
    try:
        store = where.open()
        try:
            return {row.id: row.house for row in store.houses.list_houses()}
        finally:
            store.close()
    except StoreError as fault:
        raise RequestError(str(fault)) from fault


def list_variants(houses: Mapping[str, HouseVariant] | None = None) -> dict[str, Any]:
    """All variants and known tables in a line each; then the house variants of a data folder, where one was named."""
    said: dict[str, Any] = {"variants": [_headline(variant) for variant in VARIANTS]}
    said["tables"] = [_table_headline(table) for table in KNOWN_TABLES.values()]
    if houses is not None:
        said["houses"] = [
            {"id": house_id, "name": house.name, "base": house.base, "changes": dict(house.changes)}
            for house_id, house in houses.items()
        ]
    return said


def show_variant(variant: Variant, key: str) -> dict[str, Any]:
    """A variant with every option and every clause behind them.

    :param key: what it was asked for by; a game of the list keeps that key.
    """
    from companion.rules.options import OPTIONS, all_options

    cites = {option.key: list(option.clauses_for(variant)) for option in OPTIONS.values()}
    named = chain(variant.rests_on, chain.from_iterable(cites.values()))
    clauses = [find_clause(clause) for clause in dict.fromkeys(named)]
    return {
        **_headline(variant),
        "key": key if key in games() else variant.key,
        "options": all_options(variant),
        "cites": cites,
        "rests_on": list(variant.rests_on),
        "clauses": {clause.id: _cited(clause) for clause in clauses},
    }


def _cited(clause: Clause) -> dict[str, Any]:
    """A clause with its source; ``instead`` names a source without an address in words."""
    source = clause.source
    where = {"name": source.name, "address": source.address, "instead": source.instead or None, "read": source.read}
    return {"title": clause.title, "says": clause.text, "source": where}


def _headline(variant: Variant) -> dict[str, Any]:
    return {"key": variant.key, "name": variant.name, "summary": variant.summary}


def _table_headline(table: KnownTable) -> dict[str, Any]:
    source, house = table.source, table.house
    page = {"name": source.name, "address": source.address, "read": source.read}
    about = {"key": table.key, "name": house.name, "summary": table.summary}
    return {**about, "base": house.base, "changes": dict(house.changes), "played_by": table.played_by, "source": page}


def variants_words(answer: Mapping[str, Any]) -> str:
    """The list of variants, or one variant with its options and clauses."""
    if "variants" in answer:
        headlines = ((each["key"], f"{each['name']}: {each['summary']}") for each in answer["variants"])
        says = "{name}: {summary} Played by {played_by}, read {source[read]}."
        tables = _columns((each["key"], says.format(**each)) for each in answer.get("tables", []))
        listed = [*_columns(headlines), "", "Played by known tables", *tables]
        return "\n".join([*listed, *_house_lines(answer.get("houses", []))])
    options = _columns((key, _value(value)) for key, value in answer["options"].items())
    clauses = _columns((key, clause["title"]) for key, clause in answer["clauses"].items())
    heading = [f"{answer['name']} ({answer['key']})", answer["summary"]]
    sources = dict.fromkeys(_source(clause["source"]) for clause in answer["clauses"].values())
    return "\n".join([*heading, "", "Options", *options, "", "Clauses", *clauses, "", "Sources", *sources])


def _source(source: Mapping[str, Any]) -> str:
    read = f", read {source['read']}" if source["read"] else ""
    return f"{source['name']}: {source['address'] or source['instead']}{read}"


def _house_lines(houses: Iterable[Mapping[str, Any]]) -> list[str]:
    """The house variants beneath the others; nothing where there are none."""
    rows = [(each["id"], f"{each['name']}: {each['base']}, with {_changed(each['changes'])}") for each in houses]
    return ["", "House variants", *_columns(rows)] if rows else []


def _changed(changes: Mapping[str, Any]) -> str:
    return ", ".join(changes) or "nothing changed"


def _columns(pairs: Iterable[tuple[str, str]]) -> list[str]:
    rows = list(pairs)
    widest = max(len(key) for key, _ in rows)
    return [f"  {key:{widest}}  {text}" for key, text in rows]


def _value(value: object) -> str:
    """An option's value as ``--set`` takes it."""
    return value if isinstance(value, str) else json.dumps(value)


def card_words(variant: Variant) -> str:
    """The rule card of a variant in plain text, with what differs from its parent marked."""
    from companion.rules.card import rule_card

    card = rule_card(variant, parent_of(variant))
    lines = [card.name, *_wrapped(card.summary, "")]
    if card.changes:
        lines += [f"{_MARK} differs from {card.parent}"]
    for part in card.parts:
        lines += ["", part.title, *(_table(card.melds) if part.title == "Meld" else ()), *_sentences(part)]
    return "\n".join(lines)


def _sentences(part: CardPart) -> Iterator[str]:
    for line in part.lines:
        says = " ".join(_marked(sentence) for sentence in line)
        clauses = ", ".join(clause for sentence in line for clause in sentence.clauses)
        yield from _wrapped(f"{says} ({clauses})", "  ")


def _marked(sentence: CardSentence) -> str:
    return f"{_MARK} {sentence.says}" if sentence.before else sentence.says


def _table(rows: tuple[MeldRow, ...]) -> Iterator[str]:
    names = [f"{row.name} ({row.cards})".replace("\ufe0e", "") if row.cards else row.name for row in rows]
    widest = max(map(len, names)) + 2
    for row, called in zip(rows, names, strict=True):
        name = f"{_MARK} {called}" if row.differs else called
        each = "  each" if len(row.pays) == 1 else ""
        yield f"  {name:{widest}}" + "".join(f"{pays:7}" for pays in row.pays) + each


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
