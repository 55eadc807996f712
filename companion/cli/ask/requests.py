"""Requests of the command line: their rules, by a key or a document, and the options that change them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.cards import speak
from companion.cli.ask.variants import keyed_variant, variant_in
from companion.rules import Variant, with_options
from companion.rules.json_text import RequestError
from companion.rules.records import CONVERTER, read

__all__ = ["Request", "Rules", "read"]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules by which a request is answered."""

    variant: Variant
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def rules(self) -> Variant:
        """The variant with the request's own options; from here on cards are named in its words.

        :raises RequestError: if an option does not fit; the message says what would do.
        """
        rules = self._changed() if self.options else self.variant
        speak(rules.card_names)
        return rules

    def _changed(self) -> Variant:
        from companion.rules.options import OptionError

        try:
            return with_options(self.variant, self.options)
        except OptionError as error:
            raise RequestError(str(error)) from None


class Request(Rules, ABC):
    """The common part of every request; the fields of a request are its keys."""

    @abstractmethod
    def answer(self) -> dict[str, Any]:
        """Return the rules' answer.

        :raises RequestError: if what was asked can't be so.
        """


def _read_variant(value: Any, _: Any) -> Variant:
    return variant_in(value) if isinstance(value, dict) else keyed_variant(read(value, str, "'variant'"))


CONVERTER.register_structure_hook(Variant, _read_variant)
