"""The ledger of checks at the table: each tap on what a side's meld held is written down at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.game.record.commands import DealStep, TellChecks
from companion.game.record.state import GameState
from companion.rules.score.facts import CheckMeld
from companion.web.base.fields import Asked
from companion.web.base.forms import Form


def tell_checks(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """One thing more, or one less, that earns a side checks."""
    side = form.value("side")
    told = Counter(state.deal.check_melds.get(side, ()) if state.deal else ())
    for field, step in (("more", 1), ("less", -1)):
        meld = next((each for each in CheckMeld if each.value == form.value(field)), None)
        if meld is not None:
            told[meld] += step
    return (Asked(TellChecks(side, tuple(told.elements()))),)
