"""Answers what the variants are, and reads the variant of a request with its changed options."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from companion.cli.ask.fields import Fields, RequestError, show
from companion.cli.ask.house import keyed_variant, variant_in
from companion.rules.clauses import Clause, find_clause
from companion.rules.house import HouseVariant
from companion.rules.options import OPTIONS, OptionError, all_options, with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS


def read_variant(fields: Fields) -> Variant:
    """Return the variant that a request names or holds, with the request's own options.

    :raises RequestError: if it names no variant, or an option does not fit; the message says what would do.
    """
    given = fields.need("variant")
    variant = variant_in(given) if isinstance(given, dict) else keyed_variant(fields.text("variant"))
    options = fields.need("options") if fields.has("options") else {}
    if not isinstance(options, dict):
        raise RequestError(f"'options' must be a JSON object of options by key, not {show(options)}")
    try:
        return with_options(variant, options)
    except OptionError as error:
        raise RequestError(str(error)) from None


def list_variants(houses: Mapping[str, HouseVariant] | None = None) -> dict[str, Any]:
    """All variants in a line each; after them the house variants of a data folder, where one was named."""
    said: dict[str, Any] = {"variants": [_headline(variant) for variant in VARIANTS]}
    if houses is not None:
        said["houses"] = [_house_headline(house_id, house) for house_id, house in houses.items()]
    return said


def show_variant(variant: Variant) -> dict[str, Any]:
    """A variant with every option and every clause behind them."""
    cites = {key: list(option.clauses_for(variant)) for key, option in OPTIONS.items()}
    named = chain(variant.rests_on, chain.from_iterable(cites.values()))
    clauses = [find_clause(clause) for clause in dict.fromkeys(named)]
    return {
        **_headline(variant),
        "options": all_options(variant),
        "cites": cites,
        "rests_on": list(variant.rests_on),
        "clauses": {clause.id: _told(clause) for clause in clauses},
    }


def _told(clause: Clause) -> dict[str, Any]:
    """A clause with where it comes from; ``instead`` tells that in words where there is no address."""
    source = clause.source
    where = {"name": source.name, "address": source.address, "instead": source.instead or None, "read": source.read}
    return {"title": clause.title, "says": clause.text, "source": where}


def _headline(variant: Variant) -> dict[str, Any]:
    return {"key": variant.key, "name": variant.name, "summary": variant.summary}


def _house_headline(house_id: str, house: HouseVariant) -> dict[str, Any]:
    return {"id": house_id, "name": house.name, "base": house.base, "changes": dict(house.changes)}
