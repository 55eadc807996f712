"""Answers what the variants are, and reads the variant of a request with its changed options."""

from __future__ import annotations

from itertools import chain
from typing import Any

from companion.cli.fields import Fields, RequestError, show
from companion.rules.clauses import find_clause
from companion.rules.options import OPTIONS, OptionError, all_options, with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, VariantError, find_variant


def read_variant(fields: Fields) -> Variant:
    """Return the variant that a request names, with the request's own options.

    :raises RequestError: if it names no variant, or an option does not fit; the message says what would do.
    """
    variant = _named(fields.text("variant"))
    options = fields.need("options") if fields.has("options") else {}
    if not isinstance(options, dict):
        raise RequestError(f"'options' must be a JSON object of options by key, not {show(options)}")
    try:
        return with_options(variant, options)
    except OptionError as error:
        raise RequestError(str(error)) from None


def answer_variants(key: str | None) -> dict[str, Any]:
    """All variants in a line each, or one with every option and every clause behind them.

    :raises RequestError: if no variant has this key.
    """
    if key is None:
        return {"variants": [_headline(variant) for variant in VARIANTS]}
    variant = _named(key)
    cites = {key: list(option.clauses_for(variant)) for key, option in OPTIONS.items()}
    named = chain(variant.rests_on, chain.from_iterable(cites.values()))
    clauses = [find_clause(clause) for clause in dict.fromkeys(named)]
    return {
        **_headline(variant),
        "options": all_options(variant),
        "cites": cites,
        "rests_on": list(variant.rests_on),
        "clauses": {clause.id: {"title": clause.title, "says": clause.text} for clause in clauses},
    }


def _headline(variant: Variant) -> dict[str, Any]:
    return {"key": variant.key, "name": variant.name, "summary": variant.summary}


def _named(key: str) -> Variant:
    try:
        return find_variant(key)
    except VariantError as error:
        raise RequestError(str(error)) from None
