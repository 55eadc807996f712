"""The table: one page that shows what the deal waits for, and every form on it."""

from __future__ import annotations

from flask import Blueprint, Flask

from companion.web import deal_auction, deal_call, deal_checks, deal_draw, deal_end, deal_meld, deal_page, deal_stock

pages = Blueprint("deal", __name__, url_prefix="/game/<game>")

WRITES = {
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
    "/meld/photo": deal_meld.meld_photo,
    "/meld/close": deal_meld.close_meld,
    "/checks": deal_checks.tell_checks,
    "/count": deal_end.count,
    "/end": deal_end.end,
    "/confirm": deal_end.confirm,
    "/undo": deal_end.undo,
    "/redo": deal_end.redo,
}

pages.add_url_rule("/", "show", deal_page.show)
for _path, _view in WRITES.items():
    pages.add_url_rule(_path, _view.__name__, _view, methods=["POST"])


def init_app(app: Flask) -> None:
    """Serve the tables of ``app``."""
    app.register_blueprint(pages)
