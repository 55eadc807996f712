"""A ruling packed into a link: whoever has the link reads the answer, and finds no way into the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import current_app
from itsdangerous import BadData, URLSafeSerializer

from companion.cards import parse_cards, spell
from companion.rules.options import OptionError, Variant, differences, with_options
from companion.rules.referee import Elsewhere, Question, Settled, Step, Verdict
from companion.rules.variants import VariantError, find_variant

NOT_WHOLE = "This link to a ruling is not whole. Ask for it again at the table where it was given."


@dataclass(frozen=True)
class SealedRuling:
    """A ruling as it was given at a table: it needs nothing of the game to be read."""

    asked: str
    """The question, as people put it."""
    variant: Variant
    """With the rules of that table."""
    settled: Settled


def seal(ruling: SealedRuling) -> str:
    """The ruling as part of an address; it is signed, so that nobody can write one that was never given."""
    return _signer().dumps(_pack(ruling))


def unseal(token: str) -> SealedRuling:
    """The ruling in a link.

    :raises ValueError: if this server has given no such ruling.
    """
    try:
        return _unpack(_signer().loads(token))
    except (BadData, KeyError, ValueError, VariantError, OptionError):
        # Signed here, it may still come from an edition of the companion that knew other rules.
        raise ValueError(NOT_WHOLE) from None


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="ruling")


def _pack(ruling: SealedRuling) -> dict[str, Any]:
    settled, variant = ruling.settled, ruling.variant
    return {
        "asked": ruling.asked,
        "variant": variant.key,
        "name": variant.name,
        "rules": differences(variant, find_variant(variant.key)),
        "question": settled.question.value,
        "verdict": settled.verdict.value,
        "says": settled.says,
        "steps": [(step.says, spell(step.cards)) for step in settled.steps],
        "clauses": settled.clauses,
        "elsewhere": [(each.option, each.titles, each.verdict.value, each.says) for each in settled.elsewhere],
    }


def _unpack(told: dict[str, Any]) -> SealedRuling:
    settled = Settled(
        Question(told["question"]),
        Verdict(told["verdict"]),
        told["says"],
        tuple(Step(says, parse_cards(cards)) for says, cards in told["steps"]),
        tuple(told["clauses"]),
        tuple(
            Elsewhere(option, (), tuple(titles), Verdict(verdict), says)
            for option, titles, verdict, says in told["elsewhere"]
        ),
    )
    rules = with_options(find_variant(told["variant"]), told["rules"])
    return SealedRuling(told["asked"], replace(rules, name=told["name"]), settled)
