"""The table: one page that shows what the deal waits for, and every form on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flask import Blueprint, Flask
from werkzeug.wrappers import Response

from companion.game.commands import Command, ConfirmDeal, Redo, Undo
from companion.game.state import GameState
from companion.web import deal_auction, deal_call, deal_checks, deal_draw, deal_end, deal_meld, deal_page, deal_stock
from companion.web.deal_forms import Asked, Reader, posted
from companion.web.forms import Form
from companion.web.table import load_table

pages = Blueprint("deal", __name__, url_prefix="/game/<game>")

READERS: Mapping[str, Reader] = {
    "/bid": deal_auction.bid,
    "/pass": deal_auction.pass_bid,
    "/take": deal_auction.take,
    "/bids": deal_auction.tell_bids,
    "/pass-out": deal_auction.pass_out,
    "/trump": deal_auction.trump,
    "/call": deal_call.call,
    "/partner": deal_call.partner,
    "/turn": deal_stock.turn,
    "/trick": deal_stock.trick,
    "/lay": deal_stock.lay,
    "/exchange": deal_stock.exchange,
    "/gone": deal_stock.gone,
    "/draw": deal_draw.draw,
    "/meld/melds": deal_meld.meld_melds,
    "/meld/cards": deal_meld.meld_cards,
    "/meld/number": deal_meld.meld_number,
    "/meld/close": deal_meld.close_meld,
    "/checks": deal_checks.tell_checks,
    "/count": deal_end.count,
    "/end": deal_end.end,
}
"""By address, what reads the forms that tell a deal; its name is that of the page."""


def confirm(_form: Form, _state: GameState) -> Sequence[Asked[Command]]:
    """Everyone agrees with the result."""
    return (Asked(ConfirmDeal()),)


def undo(_form: Form, _state: GameState) -> Sequence[Asked[Command]]:
    """Take the last step back."""
    return (Asked(Undo()),)


def redo(_form: Form, _state: GameState) -> Sequence[Asked[Command]]:
    """Do the step again that was taken back."""
    return (Asked(Redo()),)


def _view(read: Callable[[Form, GameState], Sequence[Asked[Command]]]) -> Callable[[str], Response]:
    """The page that carries out what a form asks."""

    def write(game: str) -> Response:
        form, table = posted(), load_table(game)
        asked = read(form, table.state)
        return deal_page.show_table(table, form) if form.errors else deal_page.carry(table, asked)

    return write


pages.add_url_rule("/", "show", deal_page.show)
pages.add_url_rule("/meld/photo", "meld_photo", deal_meld.meld_photo, methods=["POST"])
for _path, _read in {**READERS, "/confirm": confirm, "/undo": undo, "/redo": redo}.items():
    pages.add_url_rule(_path, _read.__name__, _view(_read), methods=["POST"])


def init_app(app: Flask) -> None:
    """Serve the tables of ``app``."""
    app.register_blueprint(pages)
