"""Commands that people ask the companion to record, judged before they happen; and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.cards import Card, Suit
from companion.game.events import MeldSource
from companion.rules.choices import Aim
from companion.rules.meld.laying import LaidMeld
from companion.rules.referee import Consequence, Question, Verdict
from companion.rules.ruling import Ruling
from companion.rules.score.facts import CheckMeld, Ending
from companion.rules.score.history import History


@dataclass(frozen=True)
class Refusal:
    """One sentence that says the fault and its correction."""

    says: str
    clauses: tuple[str, ...] = ()
    field: str | None = None
    """The part of the command that is wrong, where it is one part."""


def refusal_of(ruling: Ruling, field: str | None = None) -> Refusal:
    """A ruling against, as the answer to a command."""
    return Refusal(ruling.says, ruling.clauses, field)


@dataclass(frozen=True)
class ChooseTrickLog:
    """Record the cards as they are played from now on, or no longer."""

    kept: bool
    counts: bool = False
    """True if the running count of counters is shown."""


@dataclass(frozen=True)
class PlayCard:
    """A player plays a card to the trick; it need not be that player's turn, nor the card legal."""

    seat: int
    card: Card


@dataclass(frozen=True)
class PlayTrick:
    """A whole trick, as a photo of it shows: its cards in the order in which they fell, clockwise from the leader."""

    leader: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class EnterRuling:
    """The table agrees on a ruling, with what follows from it."""

    question: Question
    verdict: Verdict
    says: str
    clauses: tuple[str, ...] = ()
    consequence: Consequence | None = None
    """The end of the deal that follows; None where nothing does."""
    points: Mapping[str, int] = field(default_factory=dict)
    """Trick points taken until then by side, where the consequence asks for them."""
    accuser: int | None = None
    """The seat that accused, where somebody did; then ``accused`` and ``trick`` say whom, and of which trick."""
    accused: int | None = None
    trick: int | None = None
    meld: Mapping[str, int] = field(default_factory=dict)
    """The meld laid with no trump by side, where the consequence asks for it."""


RefereeCommand = ChooseTrickLog | PlayCard | PlayTrick | EnterRuling


@dataclass(frozen=True)
class TurnTrump:
    """This card was turned up after the deal."""

    card: Card


@dataclass(frozen=True)
class TakeTrick:
    """A player took a trick of the stock."""

    seat: int
    last: bool = False


@dataclass(frozen=True)
class LayMeld:
    """A player melds; unless it is that player's turn already, this records a trick taken too."""

    seat: int
    meld: LaidMeld


@dataclass(frozen=True)
class ExchangeDix:
    """A player exchanges the dix for the turned-up card, showing it first if it was in the hand."""

    seat: int


@dataclass(frozen=True)
class PlayLaidCard:
    """The command that a card of a player's laid melds was played to a trick; with ``back`` it was not."""

    seat: int
    card: Card
    back: bool = False


StockCommand = TurnTrump | TakeTrick | LayMeld | ExchangeDix | PlayLaidCard


@dataclass(frozen=True)
class AskSides:
    """Ask each side whether a deal is right, from the one on the table on; or no longer."""

    asked: bool


@dataclass(frozen=True)
class AnswerDeal:
    """A side says whether a deal is right."""

    side: str
    deal: int
    agrees: bool


@dataclass(frozen=True)
class SignGame:
    """A side signs the result, or signs again after it had released its signature."""

    side: str


@dataclass(frozen=True)
class ReleaseGame:
    """A side lets go of its signature."""

    side: str


SideCommand = AnswerDeal | SignGame | ReleaseGame
"""Statements that a side makes for itself."""
AgreementCommand = AskSides | SideCommand


@dataclass(frozen=True)
class MakeBid:
    """The player on turn bids."""

    amount: int
    moon: bool = False
    """True if it is a bid to take every trick; its written amount does not matter then (bid.moon)."""


@dataclass(frozen=True)
class Pass:
    """The player on turn passes."""

    helps: bool = False


@dataclass(frozen=True)
class TakeBid:
    """Only the auction's result: who has it, and for how much."""

    seat: int
    amount: int
    aim: Aim = Aim.POINTS
    """The task of the bidder; for every trick, or none, the amount does not matter."""


@dataclass(frozen=True)
class RecordBids:
    """The bids of all who have not spoken yet, where everyone bids once."""

    bids: Mapping[int, int]
    """By seat; who is not named, or has 0, passed."""


@dataclass(frozen=True)
class PassOut:
    """Only the auction's result: nobody has it. Also a lone bidder who declines."""


@dataclass(frozen=True)
class NameTrump:
    """The bidder names the trump suit."""

    suit: Suit


@dataclass(frozen=True)
class RecordDraw:
    """A player discards cards and draws others."""

    seat: int
    discarded: int
    drawn: int


@dataclass(frozen=True)
class CallCard:
    """The bidder names the card that finds a partner."""

    card: Card


@dataclass(frozen=True)
class NamePartner:
    """The partner is known now; None where the bidder plays alone."""

    seat: int | None


@dataclass(frozen=True)
class ShowCards:
    """A player's meld, as the cards on the table."""

    seat: int
    cards: tuple[Card, ...]
    source: MeldSource = MeldSource.CARDS


@dataclass(frozen=True)
class ShowMelds:
    """A player's meld as the names of the melds; ``seat`` may be None only where the side is one player."""

    side: str
    seat: int | None
    picks: Mapping[str, int]
    """By tile key, how many."""


@dataclass(frozen=True)
class ShowNumber:
    """A player's meld, or a whole side's together where ``seat`` is None, as a plain sum."""

    side: str
    seat: int | None
    points: int
    dix: int = 0
    """The part of them that nines of trump made, where they are kept apart (score.save.dix-safe)."""


@dataclass(frozen=True)
class RecordChecks:
    """The melds of a side that earn checks; a meld shown twice is named twice."""

    side: str
    melds: tuple[CheckMeld, ...]


@dataclass(frozen=True)
class CloseMeld:
    """All meld is entered."""


@dataclass(frozen=True)
class EndDeal(Ending):
    """The deal has come to its end, in one of its ways; where there are two sides the points of one are enough."""

    all_tricks: str | None = None
    """The side that took every trick, if one did."""


@dataclass(frozen=True)
class ConfirmDeal:
    """Everyone agrees with the result shown."""


@dataclass(frozen=True)
class StopGame:
    """The table stops playing, in a game that has no end of its own."""


DealStep = (
    MakeBid
    | Pass
    | TakeBid
    | RecordBids
    | PassOut
    | NameTrump
    | CallCard
    | NamePartner
    | StockCommand
    | RecordDraw
    | ShowCards
    | ShowMelds
    | ShowNumber
    | RecordChecks
    | CloseMeld
    | EndDeal
)
"""The steps that record a deal, from its first bid to its end."""


@dataclass(frozen=True)
class CorrectDeal:
    """Correct an earlier deal by replaying other steps; its trick log stays."""

    number: int
    """The number of the deal, from 1."""
    steps: tuple[DealStep, ...]
    """All of them, to the end of the deal."""


@dataclass(frozen=True)
class CorrectPaper:
    """Correct what came before a game that goes on from paper."""

    history: History


@dataclass(frozen=True)
class WriteNote:
    """Write a note, with a bonus or a penalty, or correct one; a correction that leaves nothing removes it."""

    says: str
    side: str | None = None
    points: int = 0
    """Below 0 for a penalty."""
    number: int | None = None
    """The number of the note that this corrects; None for another one."""


@dataclass(frozen=True)
class RenamePlayers:
    """Names are spelled otherwise, all at once, so that two can be exchanged."""

    names: tuple[str, ...]
    """Every player's, by seat."""
    substitutes: tuple[int, ...] = ()
    """The seats whose new name is another person's, as a substitute."""


@dataclass(frozen=True)
class ChangeDealer:
    """Another player deals, or has dealt, the deal on the table."""

    seat: int


@dataclass(frozen=True)
class Undo:
    """Undo the last step, or everything in the deal on the table from one step on."""

    back_to: int | None = None
    """The number of an event of the first step to take back; None for the last step alone."""


@dataclass(frozen=True)
class Redo:
    """Do the step again that was just taken back."""


DealCommand = DealStep | ConfirmDeal | StopGame | RefereeCommand
"""Commands for the deal on the table."""

Command = (
    DealCommand | CorrectDeal | CorrectPaper | WriteNote | RenamePlayers | ChangeDealer | AgreementCommand | Undo | Redo
)
