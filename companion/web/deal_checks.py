"""The ledger of checks at the table: each tap on what a side's meld held is written down at once."""

from __future__ import annotations

from collections import Counter

from flask import request
from werkzeug.wrappers import Response

from companion.game.commands import TellChecks
from companion.rules.deal import CheckMeld
from companion.web.deal_page import carry
from companion.web.table import load_table


def tell_checks(game: str) -> Response:
    """One thing more, or one less, that earns a side checks."""
    state, side = load_table(game).state, request.form.get("side", "")
    told = Counter(state.deal.check_melds.get(side, ()) if state.deal else ())
    for field, step in (("more", 1), ("less", -1)):
        meld = next((each for each in CheckMeld if each.value == request.form.get(field)), None)
        if meld is not None:
            told[meld] += step
    return carry(game, TellChecks(side, tuple(told.elements())))
