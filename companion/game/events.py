"""Events at the table, in the past tense; a game is the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import get_args

from companion.cards import Card, Suit
from companion.rules.choices import Aim
from companion.rules.meld.kinds import Meld
from companion.rules.meld.laying import LaidMeld
from companion.rules.referee import Question, Verdict
from companion.rules.score import DealEnd
from companion.rules.score.facts import CheckMeld, Ending, Outcome
from companion.rules.score.history import NO_HISTORY, History


@dataclass(frozen=True)
class TrickLogChosen:
    """The table chose whether the cards are recorded as they are played; without this event they are not."""

    kept: bool
    counts: bool = False
    """True if the running count of counters is shown."""


@dataclass(frozen=True)
class CardPlayed:
    """A card was played to a trick."""

    seat: int
    card: Card


@dataclass(frozen=True)
class AccusationMade:
    """A player accused another of a renege in one trick; the ruling on it follows in the same batch."""

    accuser: int
    accused: int
    trick: int
    """Counted from 1."""


@dataclass(frozen=True)
class RulingEntered:
    """The table agreed on a ruling; where it ends the deal, the end follows in the same batch."""

    question: Question
    verdict: Verdict
    says: str
    """The verdict in a sentence, each side as ``{A}``."""
    clauses: tuple[str, ...]
    end: DealEnd | None = None
    """How the deal ended by it; None where it changes nothing."""
    offender: str | None = None
    """The side that pays for it."""


PlayRecord = CardPlayed | AccusationMade | RulingEntered
"""Events recorded with the deal on the table."""
RefereeEvent = TrickLogChosen | PlayRecord


@dataclass(frozen=True)
class TrumpTurned:
    """A card was turned up; its suit is trump."""

    card: Card
    side: str
    """The dealer's."""
    points: int
    """The points that it scores for that side: a dix, where a stock follows."""


@dataclass(frozen=True)
class TrickTaken:
    """A player took a trick while the stock lasted, and may meld; not every trick need be entered."""

    seat: int
    last: bool = False
    """True if it was the last trick of the stock."""


@dataclass(frozen=True)
class MeldLaid:
    """A meld that a player laid after taking a trick."""

    side: str
    seat: int
    meld: LaidMeld
    name: str
    points: int


@dataclass(frozen=True)
class DixExchanged:
    """A player took the turned-up card and put the dix, which had been shown, in its place."""

    seat: int
    dix: Card
    taken: Card
    """The card that was turned up."""


@dataclass(frozen=True)
class LaidCardPlayed:
    """A card of a player's laid melds, played to a trick."""

    seat: int
    card: Card
    back: bool = False
    """True if this takes it back: the card is on the table after all."""


TurnEvent = TrickTaken | MeldLaid | DixExchanged | LaidCardPlayed
StockEvent = TrumpTurned | TurnEvent


@dataclass(frozen=True)
class AgreementChosen:
    """The table chose whether its sides are asked if a deal is right; without this event they are not."""

    asked: bool


@dataclass(frozen=True)
class DealAnswered:
    """A side's answer on whether a deal is right as it is now; it replaces that side's earlier one."""

    side: str
    deal: int
    """The number of the deal."""
    agrees: bool


@dataclass(frozen=True)
class GameSigned:
    """A side signed the result of a game that is over, perhaps again after it had withdrawn its signature."""

    side: str


@dataclass(frozen=True)
class SignatureReleased:
    """A side's release of its signature; where every side had signed, the result is open once all have released."""

    side: str


Statement = DealAnswered | GameSigned | SignatureReleased
"""Statements that a side makes for itself: no step of the game, and no undo of others takes them back."""
AgreementEvent = AgreementChosen | Statement


class MeldSource(str, Enum):
    """How a meld was entered."""

    MELDS = "melds"
    CARDS = "cards"
    NUMBER = "number"
    PHOTO = "photo"


@dataclass(frozen=True)
class GameStarted:
    """People sat down and chose their rules."""

    variant: str
    """The key of the variant."""
    options: str
    """Every option's value as JSON: a game keeps the rules that it began with."""
    names: tuple[str, ...]
    """The players clockwise, seat 0 first."""
    rules_version: str
    previous: str | None = None
    """The id of the game that this one is a rematch of."""
    house: str | None = None
    """The table's own name for its variant; None for a variant of the rulebook."""
    cut: bool = False
    """True if the table cut for the first deal."""
    history: History = NO_HISTORY
    """The game before, where it goes on from paper."""


@dataclass(frozen=True)
class PlayerRenamed:
    """A player has another name: the same person's, corrected, or that of a substitute."""

    seat: int
    name: str
    substitute: bool = False
    """True if another person plays from the deal on the table on; earlier deals keep the name of the one who left."""


@dataclass(frozen=True)
class DealBegun:
    """The next deal is on the table."""

    dealer: int
    sits_out: tuple[int, ...] = ()
    """The seats that take no part in it."""


@dataclass(frozen=True)
class DealerChanged:
    """Another player deals the deal on the table than it began with."""

    dealer: int
    sits_out: tuple[int, ...] = ()
    """The seats that take no part in it."""


@dataclass(frozen=True)
class BidMade:
    """A player bid, in the variant's unit."""

    seat: int
    amount: int
    moon: bool = False
    """True for a bid to take every trick; the amount is then its cost if it fails (bid.moon)."""


@dataclass(frozen=True)
class BidPassed:
    """A player passed."""

    seat: int
    helps: bool = False
    """True if the pass said that the player could help partner (bid.pass-help)."""


@dataclass(frozen=True)
class AuctionWon:
    """Somebody has the bid: by the calls before this event, or entered as a result."""

    seat: int
    amount: int
    forced: bool = False
    moon: bool = False
    """True if every trick was bid, as in the bid itself."""
    no_trick: bool = False
    """True if the bidder said that no trick would be taken; the amount is then what one costs (bid.no-trick)."""

    @property
    def aim(self) -> Aim:
        """The task of the bidder."""
        return Aim.of(self.moon, self.no_trick)


@dataclass(frozen=True)
class DealPassedOut:
    """Nobody has the bid: the deal does not count."""

    says: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class TrumpNamed:
    """The bidder named the trump suit."""

    suit: Suit


@dataclass(frozen=True)
class CardsDrawn:
    """A player discarded cards and drew others; it replaces this player's earlier draw."""

    seat: int
    discarded: int
    drawn: int


@dataclass(frozen=True)
class CardCalled:
    """The bidder named a trump, and the player who holds it is the partner; it replaces a card named before."""

    seat: int
    card: Card


@dataclass(frozen=True)
class PartnerTold:
    """The called partner, known at once or only when the card fell; None where the bidder plays alone."""

    seat: int | None


@dataclass(frozen=True)
class MeldShown:
    """One player's meld, or a side's together where ``seat`` is None; it replaces the earlier one.

    Melds by name belong to one hand. Older games have them of a whole side: those keep what they came to.
    """

    side: str
    seat: int | None
    source: MeldSource
    points: int
    dix: int
    melds: tuple[Meld, ...]
    cards: tuple[Card, ...] = ()
    checks: tuple[CheckMeld, ...] = ()
    """The part of it that earns checks, where a ledger of checks is kept (end.checks)."""


@dataclass(frozen=True)
class SideChecks:
    """The melds of a side that earn checks; a meld shown twice is named twice."""

    side: str
    melds: tuple[CheckMeld, ...]


@dataclass(frozen=True)
class ChecksTold:
    """The melds of a side that earn checks, apart from its meld; they replace what was known before."""

    told: SideChecks


@dataclass(frozen=True)
class MeldClosed:
    """All meld is entered; the play may begin."""


@dataclass(frozen=True)
class SidePoints:
    """A figure of one side."""

    side: str
    points: int


@dataclass(frozen=True)
class DealEnded(Ending):
    """How the deal came to its end, before anyone confirms what that scores."""


@dataclass(frozen=True)
class DealScored:
    """The changes of the deal, as the rules then awarded them."""

    outcome: Outcome
    change: tuple[SidePoints, ...]
    working: tuple[str, ...]
    """Sentences with each side as ``{A}``: a player's name may be corrected later."""
    clauses: tuple[str, ...]
    rules_version: str
    checks: tuple[SidePoints, ...] = ()
    """Checks gained or lost by side, where a ledger of them is kept (end.checks)."""
    checks_working: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameWon:
    """A side has won, by this clause; ``says`` is how, with each side as ``{A}``."""

    side: str
    clause: str
    says: str
    deal: int
    """The number of the deal that decided it."""
    checks: int = 0
    """The checks that winning the game gains (check.game)."""
    also: tuple[str, ...] = ()
    """The sides that win together with it, as a called partner does."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Every side that has won."""
        return (self.side, *self.also)


@dataclass(frozen=True)
class GameReopened:
    """A correction took the victory back: the game goes on."""

    dealer: int
    sits_out: tuple[int, ...] = ()
    """The seats that take no part in the deal that follows."""


@dataclass(frozen=True)
class NoteWritten:
    """A note at a deal, perhaps with a bonus or a penalty; it replaces the earlier one with its number."""

    number: int
    """From 1."""
    deal: int
    """The number of the deal before whose result its points count."""
    says: str = ""
    side: str | None = None
    points: int = 0
    """The gain of the side, below 0 for a penalty."""

    @property
    def is_removed(self) -> bool:
        """True if nothing is left of it."""
        return not (self.says or self.points)


@dataclass(frozen=True)
class StepUndone:
    """Earlier events no longer count; they stay in the log."""

    strikes: tuple[int, ...]
    """Their sequence numbers."""


DealEvent = (
    BidMade
    | BidPassed
    | AuctionWon
    | DealPassedOut
    | TrumpNamed
    | CardCalled
    | PartnerTold
    | StockEvent
    | CardsDrawn
    | MeldShown
    | ChecksTold
    | MeldClosed
    | PlayRecord
    | DealEnded
    | DealScored
)
"""Events within a deal."""


@dataclass(frozen=True)
class DealCorrected:
    """An earlier deal was replaced from its first step to its score; its trick log stays."""

    number: int
    """The number of the deal, from 1."""
    steps: tuple[DealEvent, ...]

    @property
    def scored(self) -> DealScored | None:
        """The changes of the deal; None where nobody has the bid."""
        return next((step for step in self.steps if isinstance(step, DealScored)), None)

    @property
    def passed_out(self) -> DealPassedOut | None:
        """The reason why nobody has the bid, where nobody has."""
        return next((step for step in self.steps if isinstance(step, DealPassedOut)), None)


@dataclass(frozen=True)
class PaperCorrected:
    """The game went on from other scores than it began with."""

    history: History
    """The game before, in place of that of the start."""


Event = (
    GameStarted
    | PlayerRenamed
    | TrickLogChosen
    | AgreementEvent
    | DealBegun
    | DealerChanged
    | DealEvent
    | DealCorrected
    | PaperCorrected
    | NoteWritten
    | GameWon
    | GameReopened
    | StepUndone
)

EVENTS: tuple[type[Event], ...] = get_args(Event)
DEAL_EVENTS: tuple[type[DealEvent], ...] = get_args(DealEvent)
