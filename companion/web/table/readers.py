"""Reads the table’s forms into the steps of a deal before its count: auction, trump, stock, draw, meld, checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.cards import Card, CardError, Suit, parse_card, parse_cards
from companion.game.commands import (
    CallCard,
    DealStep,
    ExchangeDix,
    LayMeld,
    MakeBid,
    NamePartner,
    NameTrump,
    Pass,
    PassOut,
    PlayLaidCard,
    RecordBids,
    RecordChecks,
    RecordDraw,
    ShowNumber,
    TakeBid,
    TakeTrick,
    TurnTrump,
)
from companion.game.events import AuctionWon
from companion.game.state import GameState
from companion.rules.choices import Aim
from companion.rules.meld.best import keeps_dix_apart
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld
from companion.rules.phrases import series
from companion.rules.score.facts import CheckMeld
from companion.rules.variant import Variant
from companion.web.core.forms import (
    Answer,
    Asked,
    Form,
    is_sure,
    read_by_seat,
    read_number,
    read_numbers,
    read_seat,
    read_word,
    tapped_card,
)

Steps = Sequence[Asked[DealStep]]
MOON = "moon"
"""The field for a bid of every trick, or of none where that is said in place of trump."""
ALONE = "alone"
"""The partner of a bidder who plays alone."""


def bid(form: Form, state: GameState) -> Steps:
    """The player on turn bids an amount, or the moon."""
    if form.value("moon"):
        return (Asked(MakeBid(0, moon=True), _TO_THE_TOP),)
    amount = read_number(form, "amount", "Please write the bid, or pass.")
    return () if amount is None or not is_sure(form, "amount", state, amount) else (Asked(MakeBid(amount)),)


def pass_bid(form: Form, _state: GameState) -> Steps:
    """The player on turn passes."""
    return (Asked(Pass("help" in form.values)),)


def take(form: Form, state: GameState) -> Steps:
    """Only the auction's result, and the moon where that is said in place of trump."""
    said = said_moon(form)
    if said and form.value(MOON):
        form.refuse("trump", f"The {state.variant.meld_names.moon} was bid already. Choose a suit, or bid an amount.")
        return ()
    aim, seat = read_aim(form.value(MOON) or said), read_seat(form, "seat", state.players, _BIDDER)
    amount = 0 if aim else read_number(form, "amount", "Please write how much was bid.")
    if seat is None or amount is None or not (aim or is_sure(form, "amount", state, amount)):
        return ()
    return (Asked(TakeBid(seat, amount, aim), {MOON: "trump"} if said else {}),)


_BIDDER = "Please choose who has the bid."


def bid_fields(won: AuctionWon, variant: Variant) -> dict[str, str]:
    """The fields that say what was bid: its amount, or that it was the moon, which may be said in place of trump."""
    if won.aim:
        return {"trump" if won.aim in variant.said_for_trump else MOON: won.aim.value}
    return {"amount": str(won.amount)}


def read_aim(said: str) -> Aim:
    """The aim of the bid by the field for the moon, or by what the field for trump has in its place."""
    return Aim.of(moon=bool(said) and said != Aim.NO_TRICK, no_trick=said == Aim.NO_TRICK)


def said_moon(form: Form) -> str:
    """The word for a bid of every trick, or of none, in the field for trump; empty where a suit is named."""
    said = form.value("trump")
    return said if said in (Aim.EVERY_TRICK, Aim.NO_TRICK) else ""


def record_bids(form: Form, state: GameState) -> Steps:
    """The bids of all who have not spoken yet; an empty field is a pass."""
    bids = read_by_seat(form, "bid", range(state.players))
    sure = [is_sure(form, f"bid-{seat}", state, amount) for seat, amount in bids.items()]
    return (Asked(RecordBids(bids)),) if all(sure) else ()


def pass_out(_form: Form, _state: GameState) -> Steps:
    """Nobody bid, or the only bidder declines."""
    return (Asked(PassOut()),)


def trump(form: Form, state: GameState) -> Steps:
    """The bidder names trump, or says the moon in its place."""
    if said_moon(form) and state.deal and state.deal.contract:
        said = TakeBid(state.deal.contract.bidder, 0, read_aim(form.value("trump")))
        return (Asked(said, {MOON: "trump"}),)
    suit = read_word(form, "trump", Suit, "Please tap one of the four suits.")
    return () if suit is None else (Asked(NameTrump(suit)),)


def call(form: Form, _state: GameState) -> Sequence[Asked[DealStep]]:
    """The bidder names a card, or another one."""
    try:
        return (Asked(CallCard(parse_card(form.value("card")))),)
    except CardError:
        form.refuse("card", "Please tap the card that finds the partner.")
        return ()


def partner(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """The partner, or that the bidder plays alone."""
    if form.value("partner") == ALONE:
        return (Asked(NamePartner(None)),)
    seat = read_seat(form, "partner", state.players, "Please tap the name of the partner.")
    return () if seat is None else (Asked(NamePartner(seat)),)


_TO_THE_TOP: Mapping[str | None, str] = dict.fromkeys(("seat", "meld", "dix", "card", "moon"), "")
"""A tap has no field beside which its refusal could stand."""
_WHO = "Please say which player this was."


def turn(form: Form, _state: GameState) -> Steps:
    """This card was turned up for trump."""
    card = _card(form, form.value("turned"), "turned")
    return (Asked(TurnTrump(card), {"card": "turned"}),) if card else ()


def trick(form: Form, state: GameState) -> Steps:
    """A player took a trick of the stock, perhaps its last."""
    seat = read_seat(form, "seat", state.players, _WHO)
    return () if seat is None else (Asked(TakeTrick(seat, last="last" in form.values), _TO_THE_TOP),)


def lay(form: Form, state: GameState) -> Steps:
    """One meld of the player who took the trick."""
    seat, meld = read_seat(form, "seat", state.players, _WHO), _meld(form)
    return () if seat is None or meld is None else (Asked(LayMeld(seat, meld), _TO_THE_TOP),)


def exchange(form: Form, state: GameState) -> Steps:
    """The dix for the turned-up card."""
    seat = read_seat(form, "seat", state.players, _WHO)
    return () if seat is None else (Asked(ExchangeDix(seat), _TO_THE_TOP),)


def gone(form: Form, state: GameState) -> Steps:
    """A card of a laid meld was played to a trick, or lies there after all."""
    back = form.value("back")
    seat, card = read_seat(form, "seat", state.players, _WHO), _card(form, back or form.value("gone"))
    return () if seat is None or card is None else (Asked(PlayLaidCard(seat, card, bool(back)), _TO_THE_TOP),)


def _meld(form: Form) -> LaidMeld | None:
    """The meld of the button that was tapped, with the cards ticked beside it; None with a sentence if it is none."""
    key, _, spelled = form.value("meld").partition(" ")
    try:
        kind, suit, copies = key.split(".")
        cards = parse_cards([*spelled.split(), *form.every(f"hand-{key}")])
        return LaidMeld(MeldKind(kind), Suit(suit), cards, int(copies))
    except ValueError:
        form.refuse("", "Please tap one of the melds.")
        return None


def _card(form: Form, text: str, field: str = "") -> Card | None:
    try:
        return tapped_card(text)
    except CardError as error:
        form.refuse(field, f"{error}.")
        return None


def draw(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """A player exchanged some cards; unless another number is written, as many were drawn as were discarded."""
    seat = read_seat(form, "drawer", state.players, "Please tap the player who drew.")
    discarded = read_number(form, "discarded", "Please write how many cards were discarded.")
    drawn = discarded
    if "drawn" in form.values:
        drawn = read_number(form, "drawn", "Please write how many cards were drawn.")
    if seat is None or discarded is None or drawn is None:
        return ()
    return (Asked(RecordDraw(seat, discarded, drawn), {"seat": "drawer"}),)


def record_checks(form: Form, state: GameState) -> Sequence[Asked[DealStep]]:
    """One thing more, or one less, that earns a side checks."""
    side = form.value("side")
    checks = Counter(state.deal.check_melds.get(side, ()) if state.deal else ())
    for field, step in (("more", 1), ("less", -1)):
        meld = next((each for each in CheckMeld if each.value == form.value(field)), None)
        if meld is not None:
            checks[meld] += step
    return (Asked(RecordChecks(side, tuple(checks.elements()))),)


NO_MELD = "no-meld"
"""The field that names the sides of which it was confirmed that they have no meld."""


Owner = tuple[str, int | None]
"""The seat and side of a meld; the seat is None for a side's sum."""


def numbers(form: Form, state: GameState, fields: Mapping[Owner, tuple[str, str]]) -> list[Asked[ShowNumber]]:
    """Melds as plain numbers, of all fields that are filled in and say something new.

    :param fields: by whose meld it is, the names of its fields, for the meld and for the dixes that stand apart.
    """
    asked = list[Asked[ShowNumber]]()
    typed = read_numbers(form, (name for names in fields.values() for name in names))
    for (side, seat), (field, dix_field) in fields.items():
        points, dix = typed.get(field), typed.get(dix_field, 0)
        number = ShowNumber(side, seat, (points or 0) + dix, dix)
        is_typed = points is not None or dix > 0
        if is_typed and not _is_recorded(number, state) and is_sure(form, field, state, points):
            asked.append(Asked(number, {"points": field, "dix": dix_field}))
    return asked


def _is_recorded(number: ShowNumber, state: GameState) -> bool:
    """Return True if a meld of this sum is recorded, in any way."""
    deal, side = state.deal, number.side
    shown = [each for each in deal.shown if each.side == side and number.seat in (None, each.seat)] if deal else []
    points, dix = sum(each.points for each in shown), sum(each.dix for each in shown)
    if deal and number.seat is None:
        points, dix = deal.meld(side), deal.dix(side)
    is_same = points == number.points and (dix == number.dix or not keeps_dix_apart(state.variant))
    return is_same and bool(shown or points)


def melded(state: GameState) -> set[str]:
    """The sides whose meld is recorded."""
    deal = state.deal
    return (
        set()
        if deal is None
        else {each.side for each in deal.shown} | {side for side in state.sides if deal.meld(side)}
    )


def has_none(form: Form, state: GameState, empty: Sequence[str]) -> bool:
    """Return True if these sides, with empty fields, are known to have no meld; if not, the form asks."""
    if set(empty) <= set(form.value(NO_MELD)):
        return True
    names = series([state.side_name(side) for side in empty], "or")
    form.refuse(NO_MELD, f"No meld for {names}?", Answer("Yes, no meld", NO_MELD, "".join(empty)))
    return False
