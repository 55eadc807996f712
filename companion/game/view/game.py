"""The view of a game: everything a template needs, computed before the template is rendered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.game.events import DealScored, GameWon
from companion.game.standing import STOPPED, deal_with_dealer
from companion.game.state import DealState, GameState, Phase
from companion.game.view.auction import AuctionView, CallView, TrumpView, auction_view, bids_say, call_view, trump_view
from companion.game.view.heading import (
    DealLine,
    Melded,
    SideView,
    VariantName,
    deal_line,
    melded,
    side_views,
    variant_name,
)
from companion.game.view.meld import CheckPanel, DrawView, check_panels, draw_view
from companion.game.view.outlook import look_ahead
from companion.game.view.play import ClaimView, PlayView, claim_view
from companion.game.view.reminders import Reminder, reminders
from companion.game.view.sheet import (
    KITTY,
    Ledger,
    Settlement,
    SheetRow,
    VictoryView,
    confirmed,
    ledger_of,
    notes_at,
    settlement_of,
    sheet_rows,
    victory_of,
)
from companion.game.view.tricks import StockView, stock_view
from companion.game.view.turn import NOBODYS, AgreementView, Awaited, agreement_view, asked_of, turn_of
from companion.rules.choices import FalseClaim
from companion.rules.count import smallest_count
from companion.rules.describe import poor_hand_says
from companion.rules.meld.best import dix_name, keeps_dix_apart
from companion.rules.phrases import begun_large, series
from companion.rules.score.ending import judge_stop
from companion.rules.score.facts import Begun, Misdeal
from companion.rules.score.settlement import Payment
from companion.rules.score.unplayed import asks_taken, is_dealers_renege
from companion.rules.variant import Variant
from companion.rules.words import WORDS


@dataclass(frozen=True)
class WrongView:
    """Things that a table may say went wrong, as far as the deal has come."""

    reneges: bool
    """True if somebody can have reneged."""
    reneges_unseen: bool
    """True if somebody can have reneged where a page shows the score alone and the cards may be down already."""
    corrected: bool
    """True if a slip corrected in time costs nothing."""
    false_claim: bool
    """True if a false claim of a renege counts against those who made it."""
    misdeals: tuple[tuple[str, str, str], ...]
    """The kinds of misdeal it is not too late for: the value, its name, and a few words."""
    asks_dealt: bool
    """True if a deal that was dealt wrongly counts the tricks taken until then."""


def wrong_view(state: GameState, deal: DealState) -> WrongView:
    """Return what can have gone wrong in a deal by now."""
    variant, is_played = state.variant, deal.phase in (Phase.STOCK, Phase.MELD, Phase.PLAY)
    return WrongView(
        reneges=is_played and not deal.partner_hidden,
        reneges_unseen=deal.phase is Phase.TURN and deal.has_stock,
        corrected=variant.score_renege_corrected,
        false_claim=variant.score_false_claim is FalseClaim.AS_RENEGE,
        misdeals=_misdeals(state, deal),
        asks_dealt=variant.misdeal_procedure and deal.phase is Phase.PLAY and asks_taken(variant),
    )


def _misdeals(state: GameState, deal: DealState) -> tuple[tuple[str, str, str], ...]:
    variant, begun = state.variant, state.begun(deal)
    kinds = [(Misdeal.CARD_FAULT, "Wrong cards", "the pack or the deal was faulty")]
    if (variant.misdeal_technical or variant.misdeal_hands) and begun is not Begun.TRICK:
        kinds.append((Misdeal.TECHNICAL, "A hopeless hand", _hopeless_hands(variant)))
    if variant.misdeal_procedure:
        late = is_dealers_renege(variant, begun, is_bid=deal.contract is not None)
        note = "noticed after the first card: the dealer’s renege" if late else "before the first card: dealt again"
        kinds.append((Misdeal.PROCEDURE, "Dealt wrongly", note))
    return tuple((str(kind), label, note) for kind, label, note in kinds)


def _hopeless_hands(variant: Variant) -> str:
    listed = [poor_hand_says(WORDS["misdeal.hands"], hand) for hand in variant.misdeal_hands]
    own = ["no ace and at least thirteen worthless cards"] if variant.misdeal_technical else []
    return series([*own, *listed], "or")


class TapSteps(NamedTuple):
    """How far one tap beside a number goes, the shortest way first."""

    bid: tuple[int, ...]
    counters: tuple[int, ...]
    meld: tuple[int, ...]


def tap_steps(variant: Variant) -> TapSteps:
    """The steps in which a table's bids, counters and melds are entered.

    >>> from companion.rules.variants import find_variant
    >>> tap_steps(find_variant("site"))
    TapSteps(bid=(10, 50), counters=(10,), meld=(10,))
    """
    _, step = variant.bid_step[0]
    return TapSteps((step, 5 * step), (smallest_count(variant),), (variant.scale,))


@dataclass(frozen=True)
class GameView:
    """A game as one seat sees it."""

    state: GameState
    seat: int | None
    """The seat that looks, or None for a watcher."""
    phase: Phase
    sides: tuple[SideView, ...]
    in_deal: tuple[SideView, ...]
    """The sides that take part in the deal on the table."""
    seats: tuple[tuple[int, str], ...]
    """The players who take part in it, each seat with its name."""
    target: int | None
    notes: tuple[str, ...]
    """The reasons why a side at the target has not won yet, and the sides that can still win."""
    chances: tuple[str, ...]
    """Sentences on who can win the game with the deal on the table; none until its meld is entered."""
    dealer: str | None
    bids_say: tuple[str, ...]
    """The bids, a few words for each side with a contract."""
    dix_name: str
    """The name of the trumps that are a line of their own in a meld; empty where none are."""
    melded: Mapping[str, Melded]
    """By side that takes part, its meld as entered so far."""
    draws: DrawView | None
    """The players and numbers of cards exchanged, where that is done and the meld is being entered."""
    auction: AuctionView | None
    trump: TrumpView | None
    """The naming of trump, while the table waits for it."""
    stock: StockView | None
    call: CallView | None
    """The search for a partner; None where none is called."""
    play: PlayView | None
    claim: ClaimView | None
    """How far each side is from declaring out; None where nobody may."""
    wrong: WrongView | None
    """Things that can have gone wrong; None between two games."""
    ledger: Ledger | None
    """The checks now; None where none are kept."""
    settlement: Settlement | None
    """The payments between players; None where points alone are kept."""
    preview: DealScored | None
    """The score of the deal once the result is confirmed."""
    wins: GameWon | None
    """How the game ends when it is confirmed; None where it goes on."""
    reminders: tuple[Reminder, ...]
    """The reminders of the rules for this moment of the deal."""

    @cached_property
    def rows(self) -> tuple[SheetRow, ...]:
        """The score sheet; worked out where a page shows it."""
        return sheet_rows(self.state)

    @cached_property
    def agreement(self) -> AgreementView:
        """The questions to the sides, their disputes and signatures."""
        return agreement_view(self.state)

    @cached_property
    def check_panels(self) -> tuple[CheckPanel, ...]:
        """The checks of each side; none where none are kept."""
        return check_panels(self.state, self.preview)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.state.names

    @property
    def variant(self) -> VariantName:
        """The variant, as far as a page shows it."""
        return variant_name(self.state)

    @property
    def by(self) -> TapSteps:
        """How far one tap beside a number goes."""
        return tap_steps(self.state.variant)

    @property
    def deal(self) -> DealLine | None:
        """The deal on the table, as every page at it says; None once the game is over."""
        return deal_line(self.state, self.state.deal) if self.state.deal else None

    @property
    def dealers(self) -> tuple[tuple[int, str], ...]:
        """The players who can deal the deal on the table, each seat with its name."""
        return tuple((seat, name) for seat, name in enumerate(self.names) if deal_with_dealer(self.state, seat))

    @property
    def cut_says(self) -> str:
        """Text that names the player who was cut for the first deal, while it begins; empty where nobody was."""
        return f"Cut: {self.dealer} deals first." if self.state.cut and self.deal and self.deal.begins_game else ""

    @property
    def place(self) -> int | None:
        """The looking seat's place among those who take part; None if it is not among them."""
        playing = [seat for seat, _ in self.seats]
        return playing.index(self.seat) if self.seat in playing else None

    @property
    def keeps_trick_log(self) -> bool:
        """True if the cards are recorded as they are played."""
        return self.state.trick_log.kept

    @property
    def won(self) -> VictoryView | None:
        """How the game ended; None while it goes on."""
        return victory_of(self.state, self.state.won) if self.state.won else None

    @property
    def would_win(self) -> VictoryView | None:
        """How the game ends when the result is confirmed; None where it goes on."""
        return victory_of(self.state, self.wins) if self.wins else None

    @property
    def sits_out(self) -> str:
        """The names of those who take no part in the deal on the table; empty where everyone plays."""
        seated = [seat for seat, _ in self.seats]
        return series(name for seat, name in enumerate(self.state.names) if seated and seat not in seated)

    @property
    def lead_says(self) -> str:
        """The leader and the lead, in a sentence; empty before the first deal."""
        if not self.state.deals:
            return ""
        leaders, scores = [side for side in self.sides if side.leads], sorted({side.score for side in self.sides})
        if not leaders:
            return f"All level at {scores[-1]}."
        verb = "lead" if sum(len(side.seats) for side in leaders) > 1 else "leads"
        return f"{series(side.name for side in leaders)} {verb} by {scores[-1] - scores[-2]}."

    @property
    def own_side(self) -> str | None:
        """The side for which the looking seat plays."""
        return None if self.seat is None else self.state.side_of(self.seat)

    def side(self, letter: str) -> SideView:
        """One side by its letter."""
        return next(side for side in self.sides if side.side == letter)

    def pays(self, payment: Payment) -> str:
        """Say who pays whom in a settlement: ``Ben pays the kitty``."""
        several = payment.payer != KITTY and len(self.side(payment.payer).seats) > 1
        says = f"{self._party(payment.payer)} {'pay' if several else 'pays'} {self._party(payment.paid)}"
        return begun_large(says)

    def _party(self, letter: str) -> str:
        return "the kitty" if letter == KITTY else self.side(letter).name

    @property
    def carried(self) -> Mapping[str, int]:
        """By side, the score that a game from paper began with; empty where all began at 0."""
        return self.state.history.scores

    @property
    def notes_now(self) -> Mapping[int, str]:
        """The notes since the last deal, by number; they count, too, where the table stopped the game."""
        won = self.state.won
        return notes_at(self.state, len(self.state.deals) + 1) if won is None or won.clause == STOPPED else {}

    @property
    def may_stop(self) -> bool:
        """True if the table may end the game now, which need not end by itself."""
        deal = self.state.deal
        untouched = deal is not None and deal == self.state.new_deal(deal.number, deal.dealer, deal.sits_out)
        is_scored = any(each.scored for each in self.state.deals)
        return untouched and is_scored and bool(judge_stop(self.state.variant, self.state.standing))

    @property
    def turn(self) -> Awaited:
        """The players that the table waits for."""
        return turn_of(self.state, self.state.deal) if self.state.deal else NOBODYS

    @property
    def asked(self) -> Awaited:
        """The players who are asked if a deal is right."""
        return asked_of(self.state)

    @property
    def is_asked(self) -> bool:
        """True if this very seat is."""
        return self.seat in self.asked.seats

    @property
    def is_on_turn(self) -> bool:
        """True if the table waits for this very seat."""
        return self.seat in self.turn.seats


def view(state: GameState, seat: int | None = None) -> GameView:
    """The picture that ``seat`` gets; nothing hidden is ever known, so seats differ only in whose turn it is."""
    deal, phase = state.deal, state.phase
    outlook, ledger = look_ahead(state), ledger_of(state)
    sides = side_views(state, outlook, ledger)
    taking_part = state.sides_in(deal) if deal else ()
    preview, wins = confirmed(state, deal) if deal and phase is Phase.CONFIRM else (None, None)
    return GameView(
        state=state,
        seat=seat,
        phase=phase,
        sides=sides,
        in_deal=tuple(side for side in sides if side.side in taking_part),
        seats=tuple((each, state.names[each]) for each in state.seats_in(deal)) if deal else (),
        target=outlook.target,
        notes=() if wins else outlook.notes,
        chances=outlook.chances,
        dealer=state.names[deal.dealer] if deal else None,
        bids_say=bids_say(state, deal) if deal else (),
        dix_name=dix_name(state.variant) if keeps_dix_apart(state.variant) else "",
        melded=melded(state, deal) if deal else {},
        draws=draw_view(state, deal) if deal and phase is Phase.MELD else None,
        auction=auction_view(state, deal) if deal and phase is Phase.AUCTION else None,
        trump=trump_view(state, deal) if deal and phase is Phase.TRUMP else None,
        stock=stock_view(state, deal) if deal else None,
        call=call_view(state, deal) if deal else None,
        play=PlayView(state, deal) if deal and phase is Phase.PLAY else None,
        claim=claim_view(state, deal) if deal else None,
        wrong=wrong_view(state, deal) if deal else None,
        ledger=ledger,
        settlement=settlement_of(state, ledger),
        preview=preview,
        wins=wins,
        reminders=reminders(state, deal) if deal else (),
    )
