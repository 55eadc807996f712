"""House variants: copied, changed, tried out, kept, handed on as a file, and deleted."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, abort, request, send_file, url_for
from werkzeug.wrappers import Response

from companion.game.commands import Refusal
from companion.rules.clauses import clauses_of
from companion.rules.describe import describe_change
from companion.rules.examples import examples
from companion.rules.house import HouseError, HouseVariant, house_variant, name_problems
from companion.rules.known import KNOWN_TABLES, find_game, games, nearest_game
from companion.rules.names import LONGEST_NAME, tidy_name
from companion.rules.phrases import as_sentence
from companion.rules.variant import Variant
from companion.rules.variants import VariantError, find_variant
from companion.store.errors import StoreError, Unavailable
from companion.store.files import house_document, house_from_link, house_to_link, read_house_file
from companion.store.houses import HouseRow
from companion.store.moments import now
from companion.web.core.access import ANYBODY, KEEPERS, MEMBERS, allow
from companion.web.core.assets import file_name, shared_address
from companion.web.core.current import current_store
from companion.web.core.forms import Form, read_creation_key, read_form_key
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import IMPORTS, KEEPING, LONGEST_PATH, limited
from companion.web.core.writing import write
from companion.web.house.form import filled, groups_of, read_changes, sent_with

NO_SUCH_HOUSE = "There are no house rules at this address: they may have been deleted. Games begun with them go on."

pages = Blueprint("house", __name__, url_prefix="/house")


def init_app(app: Flask) -> None:
    """Serve the house variants of ``app``."""
    app.register_blueprint(pages)


@dataclass(frozen=True)
class StartingPoint:
    """The variant that the form starts from, and its base."""

    base: Variant
    """The variant of the rulebook below it."""
    variant: Variant
    """The variant that is copied or changed."""
    name: str
    """The suggested name of the result."""
    row: HouseRow | None = None
    """The house variant that is changed; None where a new one is made."""


@pages.get("")
@allow(MEMBERS)
def index() -> Response:
    """The house variants, and how to make, bring in or take away one."""
    return _index(Form())


@pages.post("/file")
@allow(KEEPERS)
@limited(IMPORTS)
def bring_in() -> Response:
    """Keep the house variant in a saved file or in an opened link."""
    form, sent = Form(), request.files.get("file")
    content = sent.read() if sent else b""
    if not content and not request.form.get("rules"):
        form.refuse("file", "Please choose a file first.")
        return _index(form)
    try:
        house = read_house_file(content) if content else house_from_link(request.form["rules"])
        row = current_store().houses.bring_in(house, now(), read_creation_key())
    except Unavailable:
        raise
    except StoreError as fault:
        form.refuse("file", as_sentence(str(fault)))
        return _index(form)
    return see_other(url_for("house.house_rules", house=row.id))


@pages.get("/link/<rules>")
@allow(ANYBODY)
def offered(rules: str) -> Response:
    """The changes in a link's rules, and the button that keeps them: nothing is kept before.

    :raise 422: if the link holds none.
    """
    try:
        house = house_from_link(rules)
    except StoreError as fault:
        abort(422, as_sentence(str(fault)))
    return respond(
        "house/offered.html", house=house, rules=rules, **_changes(find_variant(house.base), house_variant(house))
    )


@pages.get("/new")
@allow(KEEPERS)
def choose() -> Response:
    """The variants to copy: the house's own first, then every game."""
    return respond("house/choose.html", houses=current_store().houses.list_houses(), games=games())


@pages.route("/new/<source>", methods=["GET", "POST"])
@allow(KEEPERS)
@limited(KEEPING)
def make(source: str) -> Response:
    """The form of a new house variant; ``save`` keeps it, anything else shows what would change."""
    return _edit(_copied(source))


@pages.get("/<house>")
@allow(MEMBERS)
def house_rules(house: str) -> Response:
    """A house variant's changes at the table, with examples, and the actions on it."""
    row = _row_or_404(house)
    try:
        variant = house_variant(row.house)
    except HouseError as fault:
        return respond("house/show.html", row=row, variant=None, fault=str(fault))
    path = url_for("house.offered", rules=house_to_link(row.house))
    return respond(
        "house/show.html",
        row=row,
        variant=variant,
        fault="",
        path=path if len(path) <= LONGEST_PATH else "",
        address=shared_address(path),
        **_changes(find_variant(row.house.base), variant),
    )


@pages.route("/<house>/edit", methods=["GET", "POST"])
@allow(KEEPERS)
@limited(KEEPING)
def edit(house: str) -> Response:
    """The form of a house variant that is there; ``save`` puts it in place."""
    row = _row_or_404(house)
    return _edit(StartingPoint(*_as_stands(row), row.house.name, row))


@pages.post("/<house>/delete")
@allow(KEEPERS)
@limited(KEEPING)
def delete(house: str) -> Response:
    """Forget a house variant; games that were begun with it keep their rules."""
    current_store().houses.delete(house)
    return see_other(url_for("house.index"))


@pages.get("/<house>/file")
@allow(MEMBERS)
def download(house: str) -> Response:
    """The house variant as a file to hand on."""
    row = _row_or_404(house)
    text = json.dumps(house_document(row.house), ensure_ascii=False, indent=2) + "\n"
    name = f"{file_name('pinochle', row.house.name)}.json"
    return send_file(io.BytesIO(text.encode()), "application/json", as_attachment=True, download_name=name)


def _index(form: Form) -> Response:
    return respond("house/index.html", status=form.status, houses=current_store().houses.list_houses(), form=form)


def _row_or_404(house: str) -> HouseRow:
    row = current_store().houses.find(house)
    if row is None:
        abort(404, NO_SUCH_HOUSE)
    return row


def _copied(source: str) -> StartingPoint:
    """The starting point of a new house variant: a variant by its key, or a house variant by its id."""
    row = current_store().houses.find(source)
    if row is not None:
        return StartingPoint(*_as_stands(row), f"Copy of {row.house.name}"[:LONGEST_NAME])
    try:
        variant = find_game(source)
    except VariantError:
        abort(404, "There is nothing of that name to copy. Choose from the variants of the first page.")
    return StartingPoint(
        find_variant(variant.key), variant, f"Copy of {variant.name}" if source in KNOWN_TABLES else ""
    )


def _as_stands(row: HouseRow) -> tuple[Variant, Variant]:
    """The base of a house variant, and itself; the base alone where its changes no longer hold."""
    try:
        return find_variant(row.house.base), house_variant(row.house)
    except VariantError as fault:
        abort(404, f"{NO_SUCH_HOUSE} ({fault})")
    except HouseError:
        return find_variant(row.house.base), find_variant(row.house.base)


def _edit(source: StartingPoint) -> Response:
    if request.method == "GET":
        return _page(source, filled(source.name, source.variant), source.variant)
    form = sent_with(request.form)
    name = tidy_name(form.value("name"))
    if "save" in request.form:
        for problem in name_problems(name):
            form.refuse("name", problem)
    changes = read_changes(form, source.base)
    if form.errors.keys() - {"name"}:
        return _page(source, form, None)
    house = HouseVariant(name, source.base.key, changes)
    variant = house_variant(house)
    if form.errors:
        return _page(source, form, variant)
    if "save" in request.form:
        return _keep(source, house, form)
    return _page(source, filled(name, variant), variant)


def _keep(source: StartingPoint, house: HouseVariant, form: Form) -> Response:
    houses, key, row = current_store().houses, read_creation_key(), source.row
    seen = read_form_key().seen
    kept = write(
        lambda: houses.change(row.id, seen or row.version, house, now(), key) if row else houses.add(house, now(), key)
    )
    if isinstance(kept, Refusal):
        form.take(kept, "name")
        return _page(source, form, house_variant(house))
    return see_other(url_for("house.house_rules", house=kept.id))


def _page(source: StartingPoint, form: Form, fits: Variant | None) -> Response:
    """The form and the effect of its options, if they fit; an invalid name hides nothing of that."""
    variant = fits or source.variant
    context = _changes(source.base, fits) if fits else {}
    return respond(
        "house/edit.html",
        "house/_form.html",
        status=form.status,
        source=source,
        form=form,
        variant=variant,
        groups=groups_of(form, nearest_game(variant, source.base), variant),
        **context,
    )


def _changes(base: Variant, variant: Variant) -> dict[str, Any]:
    """The variables of ``house/_changes.html``."""
    base = nearest_game(variant, base)
    return {
        "base": base,
        "changes": describe_change(base, variant),
        "examples": examples(base, variant),
        "clauses_of": clauses_of,
    }
