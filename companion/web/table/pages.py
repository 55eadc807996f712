"""The table: one page that shows what the deal waits for, and every form on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flask import Blueprint, Flask
from werkzeug.wrappers import Response

from companion.game.commands import (
    AgreementCommand,
    AnswerDeal,
    AskSides,
    ChangeDealer,
    Command,
    EndDeal,
    Redo,
    Refusal,
    ReleaseGame,
    SignGame,
    StopGame,
    Undo,
)
from companion.game.state import GameState, Phase
from companion.game.view.sheet import foreseen
from companion.web.core.access import MEMBERS, RECORD, allow
from companion.web.core.forms import Asked, Form, number_in, posted, read_seat
from companion.web.core.game import OpenGame, open_game, state_seen, was_carried_out
from companion.web.table import counters, meld, pad, page, readers, unwritten

pages = Blueprint("table", __name__, url_prefix="/game/<game>")


def count(form: Form, state: GameState) -> Sequence[Asked[Command]]:
    """The tricks are counted; the result is confirmed, too, where it stood beside the button already."""
    counters.ask_about_tricks(form, state)
    counted = counters.count(form, state)
    return (*counted, *counters.confirm(form, state)) if counters.was_foreseen(form, state) else counted


def points_only(form: Form, state: GameState) -> Sequence[Asked[Command]]:
    """Only what each side made is entered; it counts at once, unless it ends the game."""
    entered = counters.points_only(form, state)
    ended = next((each.command for each in entered if isinstance(each.command, EndDeal)), None)
    goes_on = ended and state.deal and foreseen(state, state.deal, ended)
    return (*entered, *counters.confirm(form, state)) if goes_on else entered


def undo(form: Form, _state: GameState) -> Sequence[Asked[Command]]:
    """Take the last step back, or all from the one that was tapped."""
    return (Asked(Undo(number_in(form.value("step")))),)


def redo(_form: Form, _state: GameState) -> Sequence[Asked[Command]]:
    """Do the step again that was taken back."""
    return (Asked(Redo()),)


def stop(_form: Form, _state: GameState) -> Sequence[Asked[Command]]:
    """The table stops a game that has no end of its own."""
    return (Asked(StopGame()),)


def change_dealer(form: Form, state: GameState) -> Sequence[Asked[Command]]:
    """Another player is the dealer of the deal on the table."""
    seat = read_seat(form, "dealer", state.players, "Please choose who dealt.")
    return () if seat is None else (Asked(ChangeDealer(seat)),)


def ask_sides(form: Form, _state: GameState) -> Sequence[Asked[AgreementCommand]]:
    """Ask each side whether a deal is right from now on, or no longer."""
    return (Asked(AskSides(form.value("asked") == "1")),)


def answer(form: Form, _state: GameState) -> Sequence[Asked[AgreementCommand]]:
    """A side says whether a deal is right."""
    return (Asked(AnswerDeal(form.value("side"), number_in(form.value("deal")) or 0, form.value("agrees") == "1")),)


def sign(form: Form, _state: GameState) -> Sequence[Asked[AgreementCommand]]:
    """A side signs the result."""
    return (Asked(SignGame(form.value("side"))),)


def release(form: Form, _state: GameState) -> Sequence[Asked[AgreementCommand]]:
    """A side withdraws its signature."""
    return (Asked(ReleaseGame(form.value("side"))),)


def not_its_own(table: OpenGame, asked: Sequence[Asked[Command]]) -> Refusal | None:
    """Why something is not said here: its side has a phone of its own. What was carried out before is no matter."""
    for command in (each.command for each in asked):
        if not isinstance(command, (AnswerDeal, SignGame, ReleaseGame)) or command.side not in table.state.sides:
            continue
        if command.side not in page.speaks_for(table) and not was_carried_out(table.game):
            name = table.state.side_name(command.side)
            return Refusal(f"Only {name} can say that: their side has a phone of its own at this table.", (), "side")
    return None


def _view(read: Callable[[Form, GameState], Sequence[Asked[Command]]]) -> Callable[[str], Response]:
    """The page that carries out what a form asks."""

    @allow(MEMBERS, RECORD)
    def write(game: str) -> Response:
        form, table = posted(), open_game(game)
        asked = read(form, state_seen(table))
        if form.errors:
            return page.hand_back(table, form)
        refusal = not_its_own(table, asked)
        return page.refuse(table, refusal, asked[0]) if refusal else page.carry(table, asked)

    return write


READERS: Mapping[str, Callable[[Form, GameState], Sequence[Asked[Command]]]] = {
    "/bid": readers.bid,
    "/pass": readers.pass_bid,
    "/take": readers.take,
    "/bids": readers.record_bids,
    "/pass-out": readers.pass_out,
    "/trump": readers.trump,
    "/call": readers.call,
    "/partner": readers.partner,
    "/turn": readers.turn,
    "/trick": readers.trick,
    "/lay": readers.lay,
    "/exchange": readers.exchange,
    "/gone": readers.gone,
    "/draw": readers.draw,
    "/meld/melds": meld.meld_melds,
    "/meld/cards": meld.meld_cards,
    "/meld/number": meld.meld_number,
    "/meld/close": meld.close_meld,
    "/checks": readers.record_checks,
    "/end": counters.end,
    "/count": count,
    "/points": points_only,
    "/confirm": counters.confirm,
    "/stop": stop,
    "/asked": ask_sides,
    "/answer": answer,
    "/sign": sign,
    "/release": release,
    "/dealer": change_dealer,
    "/undo": undo,
    "/redo": redo,
}
"""By address, what reads the forms of a table into commands; its name is that of the page."""


@allow(MEMBERS, RECORD)
def write_pad(game: str) -> Response:
    """Write down what the score pad holds, as one step; what could not be written yet stays in its fields."""
    form, table = posted(), open_game(game)
    seen = state_seen(table)
    asked = pad.read(form, seen)
    if not asked and not form.errors:
        if table.state.phase is Phase.AUCTION:
            form.refuse("seat", pad.NOTHING_YET)
        else:
            form.refuse("pad", "Nothing new is filled in yet.")
    if form.errors:
        return page.hand_back(table, form)
    return page.carry(table, asked, lambda now: unwritten.rest(form, seen, now.moment))


@pages.post("/use")
@allow(MEMBERS, RECORD)
def use(game: str) -> Response:
    """Show what was typed for another deal in the fields of the one on the table; nothing is written."""
    form = posted()
    return page.hand_back(open_game(game), Form({**unwritten.typed(form), "pad": form.value("pad")}))


pages.add_url_rule("/", "show", page.show)
pages.add_url_rule("/totals", "show_totals", page.show_totals)
pages.add_url_rule("/pad", "pad", write_pad, methods=["POST"])
pages.add_url_rule("/count", "foresee", page.show_foreseen)
pages.add_url_rule("/meld/photo", "meld_photo", meld.meld_photo, methods=["POST"])
for _path, _read in READERS.items():
    pages.add_url_rule(_path, _read.__name__, _view(_read), methods=["POST"])


def init_app(app: Flask) -> None:
    """Serve the tables of ``app``."""
    app.register_blueprint(pages)
