"""A play of the trick log as a question to the referee, with all that the log tells of the player's hand."""

from __future__ import annotations

from collections import Counter

from companion.game.evidence.trick_log import Moment, TrickLog
from companion.game.evidence.worlds import unseen_cards
from companion.rules.referee import KnownHand, PlayedCard


def played_card(log: TrickLog, moment: Moment, who: str) -> PlayedCard:
    """The question whether this play was legal, as far as the whole log answers it."""
    unseen, seat = unseen_cards(log), moment.seat
    rest = Counter(unseen.seen[seat]) - Counter(moment.earlier) - Counter([moment.card])
    others = Counter(log.laid_away)
    for other, cards in enumerate(unseen.seen):
        others.update(cards if other != seat else moment.earlier)
    if seat != log.kitty_taker:
        # Copies that the kitty holds can be in nobody else's hand.
        others.update({card: left - unseen.outside[card] for card, left in unseen.cards.items()})
    gone = others - Counter(moment.turn.trick)
    size = log.hand_size - sum(moment.earlier.values()) - 1
    return PlayedCard(
        moment.turn, moment.card, KnownHand(tuple(rest.elements()), size=size, gone=tuple(gone.elements())), who=who
    )
