"""Every form there is, filled in so that it is taken: where it goes, and what somebody typed or tapped."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import count

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from companion.cards import Suit, parse_card, parse_cards
from companion.figures.scope import Season
from companion.game.commands import (
    AskSides,
    CallCard,
    ChooseTrickLog,
    CloseMeld,
    Command,
    ConfirmDeal,
    LayMeld,
    NameTrump,
    PlayTrick,
    ShowCards,
    SignGame,
    TakeBid,
    TakeTrick,
    TurnTrump,
    Undo,
)
from companion.night.events import (
    ClockStarted,
    EntrantCame,
    Event,
    NightOpened,
    Plan,
    RoundDrawn,
    TableTotals,
    TotalsEntered,
)
from companion.rules.house import make_house
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld
from companion.store import Office, Passkey
from companion.store.entries import Entry, NewNight
from companion.store.files import house_to_link
from companion.store.membership import HOUSE, Role, hashed
from companion.store.moments import now
from companion.store.nights import CODEC
from companion.store.photos import TaughtDeck, named_deck
from companion.web.core.current import current_store, seal_json
from companion.web.night.door import DOOR
from companion.web.people.naming import make_token as make_claim
from companion.web.photo.case import Purpose
from companion.web.photo.checked import checked_from_reading
from companion.web.setup import make_token as make_check
from tests.web.club.people import NEVER, another, come_in, token_of
from tests.web.conftest import NOW, browser
from tests.web.form_reader import forms_of
from tests.web.moments import CONCEDED, CONFIRM, FALLEN, MELD, PLAY, WON, Moment, game_at
from tests.web.people.played import write_evenings
from tests.web.photo_reader import deck_of_spades, reading

Typed = Mapping[str, str]
FRIDAY = "2026-11-27"
RENEGE = "trick=QH+JH&card=JH&lead=3&held=AH"
_keys = count()


@dataclass
class Scene:
    """A house in which a form can be sent, and the phone that sends it."""

    app: Flask
    phone: FlaskClient
    parts: dict[str, str] = field(default_factory=dict)
    seen: int | None = None
    """The version of the game, night or row that a page opened now would carry."""
    file: bytes = b""
    """The file that is chosen, where the form asks for one."""

    def another(self) -> FlaskClient:
        """A second phone, of somebody who may do the same."""
        other = browser(self.app)
        for name in ("sign-in", "device"):
            if cookie := self.phone.get_cookie(name):
                other.set_cookie(name, cookie.value)
        return other


Setting = Callable[[Flask], Scene]


@dataclass(frozen=True)
class Sent:
    """A form as somebody sends it."""

    at: Setting
    path: str
    typed: Typed = field(default_factory=dict)
    """The fields that a person typed or tapped."""
    other: Typed = field(default_factory=dict)
    """The fields that another phone sends meanwhile, where they differ."""
    page: str = ""
    """The page that has the form, if it has more fields than those."""
    stale: int = 0
    """The answer where another phone sent that first, if it is another than usual."""
    home: str = "open"
    alone: bool = False
    """True if only a phone alone has it."""

    def opened(self, make_app: Callable[..., Flask]) -> Scene:
        """The scene, in a house that has this form."""
        return self.at(make_app(HOME=self.home, READER=None, ALONE=self.alone))

    def fill_in(self, there: Scene, typed: Typed | None = None) -> MultiDict[str, str]:
        """All that is sent, with a new key and the version that the page shows."""
        path, page = self.path.format(**there.parts), self.page.format(**there.parts)
        forms = forms_of(there.phone.get(page).text) if page else []
        sent = next((each.sent for each in forms if each.action.partition("?")[0] == path.partition("?")[0]), None)
        assert bool(sent) == bool(page), f"{page} has no form to {path}"
        told = MultiDict([(name, value) for name, value in (sent or MultiDict()).items(multi=True) if name != "key"])
        told["key"] = f"key-{next(_keys):08}"
        if there.seen is not None:
            told["seen"] = str(there.seen)
        for name, value in {**self.typed, **(typed or {})}.items():
            told[name] = value.format(**there.parts)
        return told

    def send(self, there: Scene, phone: FlaskClient, told: MultiDict[str, str]) -> TestResponse:
        """Send it."""
        file = [("file", (BytesIO(there.file), "file"))] if there.file else []
        return phone.post(self.path.format(**there.parts), data=MultiDict([*told.items(multi=True), *file]))


def table(variant: str, *commands: Command, options: Sequence[tuple[str, object]] = ()) -> Setting:
    """A game that has come so far."""

    def make(app: Flask) -> Scene:
        game = game_at(app, Moment(variant, commands, options=tuple(options)))
        with app.app_context():
            seen = current_store().journal.version(game)
        return Scene(app, browser(app), {"game": game}, seen)

    return make


def asking(*commands: Command) -> Setting:
    """A table whose sides were asked from its first deal on."""
    return table("site", AskSides(asked=True), *commands)


def night(*events: Event, hidden: bool = False) -> Setting:
    """A night with four people at its first table, and what was entered since."""

    def make(app: Flask) -> Scene:
        phone = browser(app)
        phone.set_cookie("device", "director".ljust(22, "-"))
        with app.test_request_context():
            nights = current_store().nights
            plan = Plan("Thursday", "Single deck, partners", hidden=hidden)
            made = nights.open(plan, FRIDAY, "desk", NOW, director="director".ljust(22, "-"))
            came = [EntrantCame(number, (name,)) for number, name in enumerate(("Ann", "Bob", "Cy", "Di", "Eve"), 1)]
            nights.append(made, 1, came, "desk", NOW)
            nights.append(made, 6, [RoundDrawn(1, "drawn/1", "x", (((1, 2), (3, 4)),), (5,))], "desk", NOW)
            for each in events:
                nights.append(made, nights.version(made) or 0, [each], "desk", NOW)
            parts = {"night": made, "door": seal_json(DOOR, [made, 1])}
            return Scene(app, phone, parts, nights.version(made))

    return make


def house(app: Flask) -> Scene:
    """A house with rules and a season of its own, and people who have played."""
    write_evenings(app, 2)
    browser(app).get("/people/")
    with app.test_request_context():
        rules = current_store().houses.add(make_house("Ours", "site", {"end.target": 900}), NOW)
        season = current_store().seasons.add(Season("", "Winter", "2026-10-01"), NOW)
        claim = make_claim(app.config["SECRET_KEY"], "ann")
        check = make_check(app.config["SECRET_KEY"])
    parts = {"house": rules.id, "season": season.season.key, "claim": claim, "check": check}
    return Scene(app, browser(app), parts, 1)


def counted(app: Flask) -> Scene:
    """A season of a house, with a night of its days."""
    there = house(app)
    with app.test_request_context():
        made = current_store().nights.open(Plan("Thursday", "Single deck, partners"), FRIDAY, "desk", NOW)
    return replace(there, parts={**there.parts, "night": made})


def over(app: Flask) -> Scene:
    """A game that is over, and among the figures."""
    there = table("site", *WON)(app)
    there.phone.get("/people/")
    return there


def invited(app: Flask) -> Scene:
    """A game with its owner's phone, a second phone at it, and links to it."""
    there = table("site", *WON)(app)
    game = there.parts["game"]
    there.phone.set_cookie("device", "owner".ljust(22, "-"))
    with app.test_request_context():
        store = current_store()
        for who, role, seat in (("owner", Role.SCORER, None), ("bob", Role.PLAYER, 1)):
            store.members.join(game, who.ljust(22, "-"), role, seat, NOW)
        store.members.own(game, hashed("owner".ljust(22, "-")))
        there.parts["link"] = store.links.make_link(game, Role.WATCHER, NOW)
        there.parts["a-link"] = store.links.links_of(game)[0].id
        there.parts["bob"] = hashed("bob".ljust(22, "-"))
        store.keepers.add(HOUSE, "owner".ljust(22, "-"), NOW)
        store.keepers.add(HOUSE, "bob".ljust(22, "-"), NOW)
        there.parts["keep"] = store.keepers.make_link(HOUSE, now())
    return there


def club(app: Flask) -> Scene:
    """A club with two owners, a member and their links; the phone is an owner's."""
    phone = come_in(app, Office.OWNER, "Ann")
    come_in(app, Office.OWNER, "Olga")
    come_in(app, Office.MEMBER, "Bob")
    with app.test_request_context():
        store = current_store()
        parts = {each.name.lower(): each.id for each in store.accounts.list_accounts()}
        parts["in"] = store.ways_in.invite(Office.MEMBER, "", NOW, NEVER)
        parts["way-in"] = store.ways_in.list_ways_in(now())[0].id
        parts["game"] = game_at(app, Moment("site"))
    parts["device"] = hashed(token_of(another(app, phone)))
    return Scene(app, phone, parts)


def with_passkey(app: Flask) -> Scene:
    """A club whose owner has a passkey on the phone."""
    there = club(app)
    with app.app_context():
        current_store().passkeys.add(Passkey("AAAA", there.parts["ann"], b"public", 0, "Safari on iPhone", NOW))
    return there


def played(app: Flask) -> Scene:
    """A night whose table plays its round on another phone."""
    there = night()(app)
    answer = browser(app).post(f"/door/{there.parts['door']}/1/play", data={"key": "play"})
    return replace(there, parts={**there.parts, "game": str(answer.location).split("/")[2]})


def broken(app: Flask) -> Scene:
    """A night whose entries do not follow from one another."""
    events: list[Event] = [NightOpened(Plan("Broken", "Single deck")), ClockStarted(7, NOW)]
    entries = [Entry(*CODEC.encode(event), "desk", NOW, seq, seq) for seq, event in enumerate(events, 1)]
    with app.app_context():
        made, _ = current_store().nights.restore(NewNight("Broken", FRIDAY, NOW), entries, {})
    return Scene(app, browser(app), {"night": made})


def named(app: Flask) -> Scene:
    """A table without a deck of its own, beside one that was taught under a name."""
    there = table("site")(app)
    with app.app_context():
        current_store().examples.keep_deck(named_deck("Red"), TaughtDeck(deck_of_spades(), {}, NOW))
    return there


def saved(app: Flask) -> Scene:
    """A house, and a game of another one as a file."""
    there = table("site")(app)
    document = json.loads(there.phone.get(f"/game/{there.parts['game']}/export.json").data) | {"title": "Eve & Flo"}
    del document["seal"]
    return replace(there, file=json.dumps(document).encode())


def taught_table(app: Flask) -> Scene:
    """A table that has taken a deck that was taught."""
    there = named(app)
    there.phone.post("/deck/use", data={"deck": "Red", "game": there.parts["game"]})
    return there


def several(*, left_out: bool) -> Setting:
    """Two photos of one table, the second of which is left out, or may be."""

    def make(app: Flask) -> Scene:
        there = photo(app)
        with app.test_request_context():
            purpose = Purpose("site", game=there.parts["game"], whose="0", join=there.parts["photo"])
            checked = replace(checked_from_reading(reading("KS JS"), purpose), left_out=left_out)
            second = current_store().photos.keep_photo(there.parts["game"], b"jpeg", checked.to_json(), now())
        return replace(there, parts={**there.parts, "photo": second})

    return make


def with_deck(app: Flask) -> Scene:
    """A table on a phone alone, and the file of a deck that a computer was taught."""
    return replace(table("site")(app), file=deck_of_spades())


def signed_up(app: Flask) -> Scene:
    """A night of another day, for which this phone has signed somebody up."""
    phone = browser(app)
    with app.test_request_context():
        night = current_store().nights.open(Plan("Thursday", "Single deck, partners"), "2099-01-01", "desk", NOW)
        door = seal_json(DOOR, [night, 1])
    assert phone.post(f"/door/{door}", data={"name": "Florence"}).status_code == 303
    return Scene(app, phone, {"door": door}, 2)


def rematched(app: Flask) -> Scene:
    """A game that is over, whose rematch another phone has begun."""
    there = invited(app)
    there.phone.set_cookie("device", "bob".ljust(22, "-"))
    assert browser(app).post(f"/game/{there.parts['game']}/rematch", data={"dealer": "0"}).status_code == 303
    return there


def photo(app: Flask) -> Scene:
    """A photo of two cards at a table that lets its photos be kept."""
    there = table("site", *MELD)(app)
    with app.test_request_context():
        store, purpose = current_store(), Purpose("site", game=there.parts["game"], whose="0")
        checked = checked_from_reading(reading("KS QS"), purpose).correct(1, parse_card("QS"))
        there.parts["photo"] = store.photos.keep_photo(there.parts["game"], b"jpeg", checked.to_json(), now())
    fields = {"game": there.parts["game"]}
    there.phone.post("/deck/agree", data={"agree": "1", **fields})
    return there


def taught(app: Flask) -> Scene:
    """A photo that is kept to teach a deck."""
    there = photo(app)
    there.phone.post(f"/deck/keep?game={there.parts['game']}", data={"photo": there.parts["photo"]})
    return there


CARD = parse_card("AH")
CALLED = (TakeBid(0, 500), NameTrump(Suit.SPADES), CallCard(parse_card("AS")))
COUNTED = (*CONFIRM, ConfirmDeal())
NAMES = {f"name-{seat}": name for seat, name in enumerate(("Anna", "Berta", "Clara", "Dora"))}
TURNED = (TurnTrump(CARD),)
CARDS = (*PLAY, ChooseTrickLog(kept=True))
ROYAL = LayMeld(0, LaidMeld(MeldKind.ROYAL, Suit.HEARTS, parse_cards("KH QH")))
HELD = ShowCards(2, parse_cards("AH AC AD AS"))
PROVEN = (*MELD, HELD, CloseMeld(), ChooseTrickLog(kept=True), PlayTrick(1, parse_cards("KH 9H QC QC")))
SHOWN = {"cards": "KS QS", "seat": "0", "photo": "{photo}"}
PLAN = {"name": "Thursday", "rules": "Single deck, partners", "rounds": "3", "deals": "4"}
LATE = tuple(EntrantCame(number, (name,)) for number, name in ((6, "Flo"), (7, "Gus"), (8, "Hal")))
TOTALS = {"points-0": "1200", "points-1": "800", "sets-0": "1", "sets-1": "0", "deals": "4"}

AT_A_GAME: Mapping[str, Sent] = {
    "sheet.correct": Sent(
        table("site", *COUNTED),
        "/game/{game}/deal/1",
        {"meld-A": "150", "confirm": "1"},
        {"meld-A": "140"},
        "/game/{game}/deal/1",
    ),
    "sheet.rename": Sent(table("site"), "/game/{game}/names", NAMES, {"name-0": "Adele"}),
    "sheet.write_note": Sent(
        table("site", *COUNTED),
        "/game/{game}/note",
        {"says": "Cake", "points": "50", "kind": "bonus", "side": "A"},
        {"points": "60"},
        "/game/{game}/note",
    ),
    "settle.enter": Sent(table("site", *PLAY), f"/game/{{game}}/settle/play/enter?{RENEGE}"),
    "start.paper": Sent(
        table("site"), "/game/{game}/paper", {"carried-A": "240"}, {"carried-A": "230"}, "/game/{game}/paper"
    ),
    "table.answer": Sent(
        asking(*COUNTED), "/game/{game}/answer", {"side": "A", "agrees": "1", "deal": "1"}, {"agrees": "0"}
    ),
    "table.ask_sides": Sent(table("site"), "/game/{game}/asked", {"asked": "1"}),
    "table.bid": Sent(table("site"), "/game/{game}/bid", {"amount": "260"}, {"amount": "250"}),
    "table.call": Sent(table("five-handed", *CALLED[:2]), "/game/{game}/call", {"card": "AS"}, {"card": "KS"}),
    "table.change_dealer": Sent(table("site"), "/game/{game}/dealer", {"dealer": "1"}, {"dealer": "2"}),
    "table.close_meld": Sent(table("site", *MELD), "/game/{game}/meld/close", {"meld-A": "120"}, {"meld-A": "140"}),
    "table.confirm": Sent(table("site", *CONFIRM), "/game/{game}/confirm"),
    "table.count": Sent(table("site", *PLAY), "/game/{game}/count", {"points-A": "180"}, {"points-A": "170"}),
    "table.draw": Sent(
        table("bruce-7", TakeBid(1, 8), NameTrump(Suit.HEARTS)),
        "/game/{game}/draw",
        {"drawer": "1", "discarded": "3", "drawn": "3"},
        {"discarded": "2", "drawn": "2"},
    ),
    "table.end": Sent(table("site", *PLAY), "/game/{game}/end", {"end": "renege", "offender": "A"}, {"offender": "B"}),
    "table.exchange": Sent(table("two-handed", *TURNED), "/game/{game}/exchange", {"seat": "0"}, {"seat": "1"}),
    "table.gone": Sent(
        table("two-handed", *TURNED, TakeTrick(0), ROYAL), "/game/{game}/gone", {"seat": "0", "gone": "KH"}
    ),
    "table.lay": Sent(
        table("two-handed", *TURNED, TakeTrick(0)), "/game/{game}/lay", {"seat": "0", "meld": "dix.H.1 9H"}
    ),
    "table.meld_cards": Sent(
        table("site", *MELD, ShowCards(0, (parse_card("KS"),))),
        "/game/{game}/meld/cards?way=cards",
        {"seat": "0", "cards": "KS", "add": "QS"},
        {"add": "AS"},
    ),
    "table.meld_melds": Sent(
        table("site", *MELD),
        "/game/{game}/meld/melds?way=melds",
        {"side": "A", "seat": "0", "more": "run"},
        {"more": "pinochle"},
    ),
    "table.meld_number": Sent(
        table("site", *MELD), "/game/{game}/meld/number", {"save": "meld-A", "meld-A": "120"}, {"meld-A": "140"}
    ),
    "table.meld_photo": Sent(photo, "/game/{game}/meld/photo", SHOWN),
    "table.pad": Sent(
        table("site"),
        "/game/{game}/pad?how=pad",
        {"pad": "1", "seat": "0", "amount": "300", "meld-A": "120"},
        {"amount": "310", "meld-A": "40"},
    ),
    "table.partner": Sent(table("five-handed", *CALLED), "/game/{game}/partner", {"partner": "2"}, {"partner": "3"}),
    "table.pass_bid": Sent(table("site"), "/game/{game}/pass"),
    "table.pass_out": Sent(table("site", options=[("bid.forced", "redeal")]), "/game/{game}/pass-out"),
    "table.points_only": Sent(
        table("site"), "/game/{game}/points?how=points", {"made-A": "250", "made-B": "100"}, {"made-A": "240"}
    ),
    "table.record_bids": Sent(
        table("summed"), "/game/{game}/bids", {f"bid-{seat}": "30" for seat in range(4)}, {"bid-0": "20"}
    ),
    "table.record_checks": Sent(
        table("check", *PLAY), "/game/{game}/checks", {"side": "A", "more": "flush"}, {"more": "aces-around"}
    ),
    "table.redo": Sent(table("site", *MELD, Undo()), "/game/{game}/redo"),
    "table.release": Sent(asking(*WON, SignGame("A")), "/game/{game}/release", {"side": "A"}),
    "table.sign": Sent(asking(*WON), "/game/{game}/sign", {"side": "A"}),
    "table.stop": Sent(table("auction", *CONCEDED), "/game/{game}/stop"),
    "table.take": Sent(table("site"), "/game/{game}/take", {"seat": "0", "amount": "300"}, {"amount": "310"}),
    "table.trick": Sent(table("two-handed", *TURNED), "/game/{game}/trick", {"seat": "0"}, {"seat": "1"}),
    "table.trump": Sent(table("site", *MELD[:1]), "/game/{game}/trump", {"trump": "S"}, {"trump": "H"}),
    "table.turn": Sent(table("two-handed"), "/game/{game}/turn", {"turned": "AS"}, {"turned": "AH"}),
    "table.undo": Sent(table("site", *MELD), "/game/{game}/undo"),
    "tricks.card": Sent(
        table("site", *FALLEN), "/game/{game}/tricks/card", {"card": "KS", "seat": "1"}, {"card": "QS"}
    ),
    "tricks.choose": Sent(table("site", *PLAY), "/game/{game}/tricks/choose", {"kept": "1"}),
    "tricks.enter_accusation": Sent(
        table("site", *PROVEN), "/game/{game}/tricks/accuse/enter?accuser=1&accused=2&trick=1"
    ),
    "tricks.enter_proof": Sent(table("site", *PROVEN), "/game/{game}/tricks/proof/1/enter"),
    "tricks.undo": Sent(table("site", *FALLEN), "/game/{game}/tricks/undo"),
    "tricks.whole": Sent(
        table("site", *CARDS), "/game/{game}/tricks/trick", {"fallen": "AS KS QS JS", "lead": "0"}, {"lead": "1"}
    ),
}
AT_A_NIGHT: Mapping[str, Sent] = {
    "check_in.change_entrant": Sent(
        night(), "/nights/{night}/who/1", {"do": "rename", "called-1": "Anneliese"}, {"called-1": "Adele"}
    ),
    "check_in.come": Sent(night(), "/nights/{night}/here", {"names": "Flo\nGus"}, stale=422),
    "check_in.seat_substitute": Sent(
        night(),
        "/nights/{night}/substitute",
        {"leaving": "1", "called": "Ida", "gets": "rest", "points": "120", "deals": "1"},
        {"called": "Jo"},
    ),
    "door.sign_in": Sent(night(), "/door/{door}", {"name": "Florence"}, stale=303),
    "door.sign_off": Sent(signed_up, "/door/{door}/1/leave"),
    "money.count": Sent(night(), "/nights/{night}/money", {"what": "Coffee", "cents": "12.50", "kind": "out"}),
    "night.change_door": Sent(night(), "/nights/{night}/phones", {"do": "renew"}),
    "night.clock": Sent(night(), "/nights/{night}/clock"),
    "night.close": Sent(night(TotalsEntered(1, 1, TableTotals((1200, 800), (0, 0), 4))), "/nights/{night}/close"),
    "night.draw": Sent(night(), "/nights/{night}/draw", {"number": "1"}),
    "night.penalize": Sent(
        night(), "/nights/{night}/penalty", {"entrant": "1", "points": "50", "why": "late"}, {"points": "20"}
    ),
    "night.play_off": Sent(night(), "/nights/{night}/play-off", {"entrant": "1"}, {"entrant": "2"}),
    "night.replan": Sent(night(), "/nights/{night}/plan", {**PLAN, "name": "Friday"}, {"name": "Saturday"}),
    "night.reveal": Sent(night(hidden=True), "/nights/{night}/shown", {"shown": "1"}),
    "night.seat_further": Sent(night(*LATE), "/nights/{night}/further"),
    "night.swap": Sent(night(), "/nights/{night}/swap", {"one": "1", "other": "3"}, {"other": "4"}),
    "night.undo": Sent(night(), "/nights/{night}/undo"),
    "night_shelf.correct_day": Sent(night(), "/nights/{night}/day", {"day": "2026-11-20"}, {"day": "2026-11-19"}),
    "totals.enter": Sent(night(), "/nights/{night}/round/1/table/1", TOTALS, {"points-0": "1100"}),
}
OF_THE_HOUSE: Mapping[str, Sent] = {
    "house.edit": Sent(
        house, "/house/{house}/edit", {"name": "Mary’s", "save": "1"}, {"name": "Bob’s"}, "/house/{house}/edit"
    ),
    "season.change": Sent(house, "/seasons/{season}", {"name": "Autumn", "first": "2026-09-01"}, {"name": "Summer"}),
    "season.end": Sent(house, "/seasons/{season}/end", stale=303),
}
BY_ITSELF: Mapping[str, Sent] = {
    "club.appoint": Sent(club, "/members/office", {"account": "{bob}", "office": "director"}, home="club"),
    "club.end": Sent(club, "/account/end", {"sign-in": "{device}"}, home="club"),
    "club.invite": Sent(club, "/members/invite", {"office": "member"}, home="club"),
    "club.let_in": Sent(club, "/members/let-in", {"account": "{bob}"}, home="club"),
    "club.pair": Sent(club, "/account/pair", home="club"),
    "club.remove_passkey": Sent(with_passkey, "/account/passkey/remove", {"passkey": "AAAA"}, home="club"),
    "club.rename": Sent(club, "/account/name", {"name": "Annabel"}, home="club"),
    "club.send_out": Sent(club, "/members/send-out", {"account": "{bob}"}, home="club", stale=404),
    "club.sign_out": Sent(club, "/account/sign-out", home="club", stale=403),
    "club.sign_out_everywhere": Sent(club, "/members/sign-out", {"account": "{bob}"}, home="club"),
    "club.take_back": Sent(club, "/members/take-back", {"way-in": "{way-in}"}, home="club"),
    "club.use": Sent(club, "/in/{in}", {"name": "Florence"}, home="club", stale=404),
    "damaged.remove": Sent(broken, "/nights/{night}/delete"),
    "deck.agree": Sent(photo, "/deck/agree", {"agree": "", "game": "{game}"}),
    "deck.bring_in": Sent(with_deck, "/deck/file", {"game": "{game}"}, alone=True),
    "deck.delete": Sent(taught, "/deck/{photo}/delete", {"game": "{game}"}),
    "deck.delete_all": Sent(taught, "/deck/delete-all", {"game": "{game}"}),
    "deck.forget": Sent(taught_table, "/deck/forget", {"game": "{game}"}),
    "deck.keep": Sent(photo, "/deck/keep?game={game}", {"photo": "{photo}"}),
    "deck.use": Sent(named, "/deck/use", {"deck": "Red", "game": "{game}"}),
    "door.play": Sent(night(), "/door/{door}/1/play"),
    "house.bring_in": Sent(house, "/house/file", {"rules": house_to_link(make_house("Theirs", "site", {}))}),
    "house.delete": Sent(house, "/house/{house}/delete"),
    "house.make": Sent(house, "/house/new/site", {"name": "Mary’s", "save": "1"}, page="/house/new/site", stale=422),
    "keepers.make_link": Sent(invited, "/keepers/house/link"),
    "keepers.remove": Sent(invited, "/keepers/house/remove", {"keeper": "{bob}"}),
    "keepers.use": Sent(invited, "/keep/{keep}", stale=404),
    "league.choose_nights": Sent(counted, "/league/nights", {"season": "{season}", "listed": "{night}"}),
    "league.end_links": Sent(house, "/league/links"),
    "league.take_in": Sent(over, f"/league/games?season={FRIDAY[:4]}", {"game": "{game}"}),
    "night.begin": Sent(house, "/nights/", PLAN),
    "night_shelf.lay": Sent(night(), "/nights/{night}/shelf", {"shelf": "bin"}),
    "photo.add_card": Sent(photo, "/photo/{photo}/add", {"card": "AS"}),
    "photo.correct_card": Sent(photo, "/photo/{photo}/card/0", {"card": "AS", "was": "KS"}),
    "photo.leave_out": Sent(several(left_out=False), "/photo/{photo}/leave-out"),
    "photo.price": Sent(photo, "/photo/{photo}/price", {"trump": "H"}),
    "photo.put_back": Sent(photo, "/photo/{photo}/card/0/put-back"),
    "photo.set_apart": Sent(photo, "/photo/{photo}/apart", {"apart": "1"}),
    "photo.set_players": Sent(photo, "/photo/{photo}/players", {"leader": "1"}),
    "photo.set_whose": Sent(photo, "/photo/{photo}/whose", {"whose": "1"}),
    "photo.take_in": Sent(several(left_out=True), "/photo/{photo}/take-in"),
    "season.make": Sent(house, "/seasons/", {"name": "Autumn", "first": "2026-09-01", "last": "2026-12-01"}, stale=422),
    "season.remove": Sent(house, "/seasons/{season}/remove"),
    "share.close_watch_links": Sent(invited, "/game/{game}/share/watch/close"),
    "share.hand_out": Sent(invited, "/game/{game}/share/link", {"place": "2"}),
    "share.hand_over": Sent(invited, "/game/{game}/share/hand_over", {"member": "{bob}", "sure": "1"}, stale=403),
    "share.keep_score": Sent(club, "/game/{game}/share/keep-score", home="club"),
    "share.let_out": Sent(invited, "/game/{game}/share/let_out", {"member": "{bob}"}),
    "share.lock": Sent(invited, "/game/{game}/share/lock", {"lock": "1"}),
    "share.sit": Sent(invited, "/game/{game}/share/seat", {"seat": "2"}),
    "share.take_back": Sent(invited, "/game/{game}/share/back", {"link": "{a-link}"}),
    "share.use_link": Sent(invited, "/link/{link}"),
    "share.watch_link": Sent(invited, "/game/{game}/share/watch"),
    "shelf.bring_in": Sent(saved, "/games/file"),
    "shelf.lay": Sent(invited, "/games/lay", {"each": "{game}", "shelf": "bin"}),
    "start.begin": Sent(house, "/new/site", {**NAMES, "dealer": "0", "start": "1"}),
    "start.come_along": Sent(rematched, "/game/{game}/come-along"),
    "start.rematch": Sent(table("site", *WON), "/game/{game}/rematch", {"dealer": "0"}),
    "start.sample": Sent(house, "/sample"),
    "totals.visit": Sent(played, "/nights/{night}/round/1/table/1/game", {"do": "enter"}),
    "who.change": Sent(house, "/who/Ann", {"say": "leave-out"}),
    "who.use_link": Sent(house, "/who/phone/{claim}"),
}
"""Forms that say of themselves what is to be, whatever others wrote meanwhile."""
JUDGED: Mapping[str, Sent] = {**AT_A_GAME, **AT_A_NIGHT, **OF_THE_HOUSE}
"""Forms that are judged by what their page showed."""
FORMS: Mapping[str, Sent] = {**JUDGED, **BY_ITSELF}
