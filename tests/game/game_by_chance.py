"""A game that chance plays, legal commands and others, to its end."""

from __future__ import annotations

from functools import cache
from random import Random

from companion.game.commands import CloseMeld, Command, EndDeal, RecordDraw, Refusal, ShowNumber, StopGame, Undo
from companion.game.decide import Decision, decide
from companion.game.decide.ending import scored_as
from companion.game.decide.start import start_game
from companion.game.events import Event
from companion.game.fold import Recorded, fold, fold_on
from companion.game.state import GameState, Phase
from companion.rules.choices import TieRule
from companion.rules.score.facts import DealEnd, Misdeal
from companion.rules.variant import Variant
from companion.store.games import CODEC
from tests.game.random_commands import BACKWARDS, COMMANDS, Maker
from tests.game.table import EIGHT

FORWARDS = tuple(kind for kind in COMMANDS if kind not in BACKWARDS)
MOST_COMMANDS = 8000
DEALS_BY_CHANCE = 10
"""So many deals come as they may; a game that goes on then is brought to its end."""


class Game:
    """A game as the store would keep it, its state carried along."""

    def __init__(self, variant: Variant, players: int, dealer: int) -> None:
        started = start_game(variant, EIGHT[:players], dealer)
        assert not isinstance(started, Refusal), started
        self.history = tuple(Recorded(seq, 1, event) for seq, event in enumerate(started, 1))
        self.state = fold(self.history)

    def ask(self, command: Command) -> Decision:
        """What the command leads to, which must be the same when it is asked again."""
        decision = decide(self.history, command, self.state)
        assert decide(self.history, command, self.state) == decision
        return decision

    def try_out(self, command: Command) -> bool:
        """Carry the command out, if it is not refused."""
        decision = self.ask(command)
        if isinstance(decision, Refusal):
            assert decision.says.strip()[-1] in ".?!"
            return False
        self.write(decision)
        return True

    def write(self, events: tuple[Event, ...]) -> None:
        """Write events down; each must survive the store."""
        batch, after = self.history[-1].batch + 1, len(self.history) + 1
        added = tuple(Recorded(seq, batch, event) for seq, event in enumerate(events, after))
        assert all(CODEC.decode(*CODEC.encode(event)) == event for event in events)
        self.state = fold_on(self.state, self.history, added)
        self.history = (*self.history, *added)


def go_on(game: Game, random: Random) -> None:
    """One more command; mostly a prudent one, because bids that nobody makes end no game."""
    command = Maker(game.state, random).command(FORWARDS)
    if _prudent(game, command) or random.random() < 0.1:
        game.try_out(command)


def _prudent(game: Game, command: Command) -> bool:
    """Whether the bidder has melded what was bid before the meld is closed, and as many are drawn as discarded."""
    if isinstance(command, RecordDraw):
        return command.drawn == command.discarded
    deal = game.state.deal
    if deal is None or deal.contract is None or deal.aim or not isinstance(command, CloseMeld):
        return True
    return deal.meld(game.state.side_of(deal.contract.bidder)) >= deal.contract.bid


@cache
def play_to_the_end(variant: Variant) -> Game:
    """A game by chance, and once enough has gone wrong, one in which every bid is made; nobody may play it on."""
    random = Random(variant.key)
    game = Game(variant, random.randint(*variant.players), 0)
    for _ in range(MOST_COMMANDS):
        if game.state.phase is Phase.OVER:
            return game
        if len(game.state.deals) >= DEALS_BY_CHANCE:
            game.try_out(StopGame())
            make_the_bid(game)
        go_on(game, random)
    raise AssertionError(f"{variant.key} is still going on after {len(game.state.deals)} deals")


def make_the_bid(game: Game) -> None:
    """Tell a meld and counters that make the bid, where the deal has come to that; void a deal that cost points."""
    state, deal = game.state, game.state.deal
    if deal is None or deal.contract is None:
        return
    side, falls = state.side_of(deal.contract.bidder), _must_fall(state)
    if state.phase is Phase.MELD and deal.meld(side) < deal.contract.bid and side not in falls:
        game.try_out(ShowNumber(side, None, deal.contract.bid))
    elif state.phase is Phase.PLAY:
        heads = state.teams_of(deal).heads
        taker = next(head for head in heads if head not in falls) if side in falls else side
        told = dict.fromkeys(heads, 0) | {taker: state.trick_range(deal)[1]}
        game.try_out(EndDeal(DealEnd.PLAYED, told))
    elif _costs(state):
        # What was said of the result since is undone before the result itself.
        while game.state.phase is Phase.CONFIRM:
            assert game.try_out(Undo())
        assert game.try_out(EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.CARD_FAULT))


def _must_fall(state: GameState) -> list[str]:
    """Those behind the leader where several are at the target: their failed bids end the game (end.tie-another)."""
    scores, target = state.standing.scores, state.standing.target
    there = [side for side, points in scores.items() if target is not None and points >= target]
    if TieRule.ANOTHER not in state.variant.end_tie or len(there) < 2:
        return []
    return sorted(scores, key=lambda side: -scores[side])[1:]


def _costs(state: GameState) -> bool:
    """Whether the deal that waits to be confirmed takes points from anybody."""
    if state.deal is None or state.phase is not Phase.CONFIRM or _must_fall(state):
        return False
    scored = scored_as(state, state.deal)
    return not isinstance(scored, Refusal) and any(entry.points < 0 for entry in scored.change)
