"""The little language of the transcripts: one command a line, in the words of the table.

``sit VARIANT DEALER [PLAYERS] [OPTIONS]`` begins a game of Ann, Ben, Cleo, Dan and so on, clockwise; sides A, B and
so on; as few play as can, where it does not say how many.
Where a player is named for a meld there are two sides. Then::

    bid 260             pass                the player on turn speaks
    takes Ann 300       pass-out            only the auction's result
    takes Ann moon      takes Ann no-trick  the same for every trick, or for none, or said in place of trump
    bids Ann 60 Dan 70                      all who have not spoken yet bid once; who is not named passes
    trump S             call AS             the bidder names trump, and the card that finds a partner
    partner Dan         alone               who plays with the bidder
    draws Ann 3 [4]                         a player discards three cards and draws as many, or four
    cards Ann KS QS     melds Ann run aces*2          sum Ann 120      sum A 120      sum A 5 nines 1
    turned 10H                              without an auction, the card turned up for trump
    trick Ann [last]    lays Ann run AH 10H JH    with a stock: who takes a trick, and melds which cards of the hand
    exchange Ann        gone Ann KH         back Ann KH    the dix for the turned card; a laid card played, or not
    checks B flush flush seven-nines        what a side showed that earns checks
    close                                   every meld is told
    played A 180 [all-tricks A] [quad A]    the side that is missing fills in
    played B 15 C 10 [took A] [none A]      a side that took a trick worth nothing, or none whatever it counts
    throw-in [unseen]   no-marriage [A 24]  renege B [A 20 B 10]       misdeal card-fault
    misdeal procedure B [A 20 B 10]         found in the play, and charged to the dealer's side
    log                 fall Ann AS KS QS JS    the tricks are recorded from now on; a trick, its leader first
    claim A A 20 [B 10]                     the side named first declares out
    confirm             undo                redo
    correct 2 ; takes Ann 300 ; trump S ; sum A 120 ; close ; played A 180     deal 2 told again
    names Anna Ben Cleo Dan
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards import Suit, parse_card, parse_cards
from companion.game.commands import (
    AnswerDeal,
    AskSides,
    CallCard,
    ChooseTrickLog,
    CloseMeld,
    Command,
    ConfirmDeal,
    CorrectDeal,
    DealStep,
    EndDeal,
    ExchangeDix,
    LayMeld,
    MakeBid,
    NamePartner,
    NameTrump,
    Pass,
    PassOut,
    PlayLaidCard,
    PlayTrick,
    RecordBids,
    RecordChecks,
    RecordDraw,
    Redo,
    ReleaseGame,
    RenamePlayers,
    ShowCards,
    ShowMelds,
    ShowNumber,
    SignGame,
    StopGame,
    TakeBid,
    TakeTrick,
    TurnTrump,
    Undo,
    WriteNote,
)
from companion.rules.choices import Aim
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld
from companion.rules.score.facts import CheckMeld, DealEnd, Misdeal
from tests.game.table import EIGHT


class TranscriptError(ValueError):
    """A line that is no command."""


def parse_command(line: str) -> Command:
    """The command that a line spells.

    :raises TranscriptError: if it spells none.
    """
    verb, *words = line.split()
    try:
        return _VERBS[verb](words)
    except (KeyError, ValueError, IndexError) as fault:
        raise TranscriptError(f"no such command: {line!r} ({fault})") from fault


def _seat(name: str) -> int:
    return EIGHT.index(name)


def _side_of(owner: str) -> tuple[str, int | None]:
    """A side and, where a player is named, the player's seat."""
    return (owner, None) if owner in "ABCDEFGH" else ("AB"[_seat(owner) % 2], _seat(owner))


def _by_side(words: list[str]) -> dict[str, int]:
    return {side: int(points) for side, points in zip(words[::2], words[1::2], strict=True)}


def _melds(words: list[str]) -> ShowMelds:
    side, seat = _side_of(words[0])
    picks = [(key, int(copies or 1)) for key, _, copies in (word.partition("*") for word in words[1:])]
    return ShowMelds(side, seat, dict(picks))


def _misdeal(words: list[str]) -> EndDeal:
    kind, offender = Misdeal(words[0]), words[1] if words[1:] else None
    return EndDeal(DealEnd.MISDEAL, _by_side(words[2:]), offender=offender, misdeal=kind)


def _sum(words: list[str]) -> ShowNumber:
    owner, points, *nines = words
    return ShowNumber(*_side_of(owner), int(points), int(nines[1]) if nines else 0)


def _draws(words: list[str]) -> RecordDraw:
    name, discarded, *drawn = words
    return RecordDraw(_seat(name), int(discarded), int(drawn[0] if drawn else discarded))


def _taken(words: list[str]) -> TakeBid:
    return TakeBid(_seat(words[0]), int(words[1]))


def _bids(words: list[str]) -> RecordBids:
    return RecordBids({_seat(name): int(bid) for name, bid in zip(words[::2], words[1::2], strict=True)})


def _played(words: list[str]) -> EndDeal:
    plain, all_tricks, quad = list(words), None, frozenset[str]()
    if "quad" in plain:
        quad = frozenset({plain.pop(plain.index("quad") + 1)})
        plain.remove("quad")
    if "all-tricks" in plain:
        all_tricks = plain.pop(plain.index("all-tricks") + 1)
        plain.remove("all-tricks")
    took = plain.pop(plain.index("took") + 1) if "took" in plain else ""
    none = plain.pop(plain.index("none") + 1) if "none" in plain else ""
    points = _by_side([word for word in plain if word not in ("took", "none")])
    tricks = {**dict.fromkeys(took, 1), **dict.fromkeys(none, 0)}
    return EndDeal(DealEnd.PLAYED, points, tricks, quad, all_tricks=all_tricks)


def _correct(words: list[str]) -> CorrectDeal:
    number, *steps = " ".join(words).split(" ; ")
    return CorrectDeal(int(number), tuple(map(_step, steps)))


def _step(line: str) -> DealStep:
    step = parse_command(line)
    if not isinstance(step, DealStep):
        raise ValueError(f"{line!r} is no step of a deal")
    return step


def _lays(words: list[str]) -> LayMeld:
    """``lays Ann run AH 10H JH``, ``lays Ann marriage-S KS``, ``lays Ann pinochle*2 QS JD``: the cards of the hand."""
    name, told, *cards = words
    key, _, copies = told.partition("*")
    kind, _, suit = key.partition("-")
    hand = parse_cards(cards)
    return LayMeld(_seat(name), LaidMeld(MeldKind(kind), Suit(suit) if suit else hand[0].suit, hand, int(copies or 1)))


_VERBS: Mapping[str, Callable[[list[str]], Command]] = {
    "bid": lambda words: MakeBid(int(words[0])),
    "pass": lambda words: Pass(helps="help" in words),
    "takes": lambda words: TakeBid(_seat(words[0]), 0, Aim(words[1])) if words[1] in [*Aim] else _taken(words),
    "bids": _bids,
    "draws": _draws,
    "pass-out": lambda _: PassOut(),
    "trump": lambda words: NameTrump(Suit(words[0])),
    "call": lambda words: CallCard(parse_card(words[0])),
    "partner": lambda words: NamePartner(_seat(words[0])),
    "alone": lambda _: NamePartner(None),
    "turned": lambda words: TurnTrump(parse_card(words[0])),
    "trick": lambda words: TakeTrick(_seat(words[0]), last="last" in words),
    "lays": _lays,
    "exchange": lambda words: ExchangeDix(_seat(words[0])),
    "gone": lambda words: PlayLaidCard(_seat(words[0]), parse_card(words[1])),
    "back": lambda words: PlayLaidCard(_seat(words[0]), parse_card(words[1]), back=True),
    "cards": lambda words: ShowCards(_seat(words[0]), parse_cards(words[1:])),
    "melds": _melds,
    "sum": _sum,
    "checks": lambda words: RecordChecks(words[0], tuple(CheckMeld(word) for word in words[1:])),
    "close": lambda _: CloseMeld(),
    "played": _played,
    "throw-in": lambda words: EndDeal(DealEnd.THROWN_IN, kitty_seen="unseen" not in words),
    "no-marriage": lambda words: EndDeal(DealEnd.NO_MARRIAGE, meld=_by_side(words)),
    "renege": lambda words: EndDeal(DealEnd.RENEGE, _by_side(words[1:]), offender=words[0] if words else None),
    "claim": lambda words: EndDeal(DealEnd.CLAIM, _by_side(words[1:]), claimant=words[0]),
    "misdeal": _misdeal,
    "log": lambda _: ChooseTrickLog(kept=True),
    "fall": lambda words: PlayTrick(_seat(words[0]), parse_cards(words[1:])),
    "confirm": lambda _: ConfirmDeal(),
    "stop": lambda _: StopGame(),
    "correct": _correct,
    "ask": lambda _: AskSides(asked=True),
    "right": lambda words: AnswerDeal(words[0], int(words[1]), agrees=True),
    "wrong": lambda words: AnswerDeal(words[0], int(words[1]), agrees=False),
    "sign": lambda words: SignGame(words[0]),
    "release": lambda words: ReleaseGame(words[0]),
    "names": lambda words: RenamePlayers(tuple(words)),
    "note": lambda words: WriteNote(" ".join(words)),
    "bonus": lambda words: WriteNote(" ".join(words[2:]), words[0], int(words[1])),
    "undo": lambda _: Undo(),
    "redo": lambda _: Redo(),
}
