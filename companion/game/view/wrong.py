"""What can go wrong in a deal, and what the page may be told of it: a renege, a misdeal."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.record.state import DealState, GameState, Phase
from companion.rules.choices import FalseClaim
from companion.rules.score.facts import Begun, Misdeal
from companion.rules.score.unplayed import asks_taken, is_dealers_renege
from companion.rules.variant import Variant


@dataclass(frozen=True)
class WrongView:
    """What a table may say went wrong, as far as the deal has come."""

    reneges: bool
    """Whether somebody can have reneged."""
    reneges_unseen: bool
    """Whether somebody can have where a page tells the score alone, and the cards may be down already."""
    corrected: bool
    """Whether a slip put right in time costs nothing."""
    false_claim: bool
    """Whether a false claim of a renege counts against those who made it."""
    misdeals: tuple[tuple[str, str, str], ...]
    """The kinds of misdeal it is not too late for: the value, its name, and a few words."""
    asks_dealt: bool
    """Whether a deal that was dealt wrongly counts the tricks that were taken until then."""


def wrong_view(state: GameState, deal: DealState) -> WrongView:
    """What can have gone wrong in a deal as it stands."""
    variant, is_played = state.variant, deal.phase in (Phase.STOCK, Phase.MELD, Phase.PLAY)
    return WrongView(
        reneges=is_played and not deal.partner_hidden,
        reneges_unseen=deal.phase is Phase.TURN and deal.has_stock,
        corrected=variant.score_renege_corrected,
        false_claim=variant.score_false_claim is FalseClaim.AS_RENEGE,
        misdeals=_misdeals(variant, state.begun(deal)),
        asks_dealt=variant.misdeal_procedure and deal.phase is Phase.PLAY and asks_taken(variant),
    )


def _misdeals(variant: Variant, begun: Begun | None) -> tuple[tuple[str, str, str], ...]:
    kinds = [(Misdeal.CARD_FAULT, "Wrong cards", "the pack or the deal was faulty")]
    if variant.misdeal_technical and begun is not Begun.TRICK:
        kinds.append((Misdeal.TECHNICAL, "A hopeless hand", "no ace, at least thirteen worthless cards"))
    if variant.misdeal_procedure:
        late = is_dealers_renege(variant, begun)
        note = "noticed after the first card: the dealer’s renege" if late else "before the first card: dealt again"
        kinds.append((Misdeal.PROCEDURE, "Dealt wrongly", note))
    return tuple((str(kind), label, note) for kind, label, note in kinds)
