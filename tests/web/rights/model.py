"""Who may do what, at this moment: the rights of ``docs/roles.md`` as a model that knows nothing of the server.

Whoever asks is a *who*: at home a phone, in a club the account that is signed in on it, or the phone where none is.

| at a game                | open home               | invited home   | club                                         |
|--------------------------|-------------------------|----------------|----------------------------------------------|
| reads                    | everybody               | who has a place| who is signed in, or has a place             |
| writes                   | all but view-only and   | scorer, player | scorer, player: a director, too, only after  |
|                          | removed phones          |                | taking a place                               |
| makes links, removes,    | the owner               | the owner      | the owner, directors                         |
| hands over, locks        |                         |                |                                              |
| takes a free place       | everybody               | the owner      | who is signed in                             |
| takes a held seat        | the owner, or by a link | the same       | the owner, directors, or by a link           |
| signs for a side         | who writes and plays on that side, or if nobody on that side has a phone              |||
| puts away, restores      | who writes, directors; the owner alone once it is signed (locked: directors, too)     |||

| elsewhere                | open home | invited home          | club                                       |
|--------------------------|-----------|-----------------------|--------------------------------------------|
| begins a game            | everybody | everybody, seldom     | who is signed in                           |
| imports a file           | everybody | who writes somewhere  | who is signed in                           |
| house rules, seasons,    | everybody | who keeps the house   | directors                                  |
| opens or imports a night |           |                       |                                            |
| sees a night             | everybody | who directs it or has | who is signed in                           |
|                          |           | a place at its table  |                                            |
| enters totals, its codes | everybody | who directs it        | directors, and whom they named             |
| its plan and penalties   | the same, but while its standing is hidden only who directs it                 |
| sees hidden totals       | who directs it: who opened or imported it, whom they named, who keeps the house |
| names who directs it     | the same                                                                       |
| gets advice              | who had no place at a game that goes on, within the hour                       |
| a seat at a night's table| anyone with the code that works now                                            |||
| claims a person          | who comes first, by phone         | by account; an account's own name for it alone |
| leaves a person out      | the person, or all while unclaimed| the person's account, directors            |
| sees a hidden person     | the person                        | the person                                 |

A phone that was removed from a game stays removed, also from what it reaches by "come along", until it takes a free
place where it may or uses a link that was made after the removal; links to write that were made before open for
nobody. What a link gives, its maker must still be able to give when an invitation to the club is redeemed; a link that
signs in one more device is void once a device of its maker's own account, or of all, was signed out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

OPEN, INVITED, CLUB = HOMES = ("open", "invited", "club")
MEMBER, DIRECTOR, OWNER = OFFICES = ("member", "director", "owner")
SCORER, PLAYER, WATCHER = "scorer", "player", "watcher"
SIDES = "AB"
SEATS = range(4)
EVERYBODY, ONLY_ME = "everybody", "self"


@dataclass(frozen=True)
class Place:
    """What somebody is at a game."""

    role: str
    seat: int | None = None

    @classmethod
    def of(cls, word: str) -> Place:
        """The place that forms call this: a seat's number, or a role."""
        return cls(PLAYER, int(word)) if word.isdecimal() else cls(word)

    @property
    def writes(self) -> bool:
        """Whether it lets anybody write."""
        return self.role != WATCHER


@dataclass
class Link:
    """A link to a place at a game."""

    game: str
    token: str
    place: Place
    made: int
    open: bool = True
    only_watches: bool = False


@dataclass
class WayIn:
    """A link into the club: an invitation to an office, or a sign-in for an account."""

    token: str
    maker: str
    office: str = ""
    account: str = ""
    open: bool = True


@dataclass
class Person:
    """What is recorded of a player's name."""

    claimed: set[str] = field(default_factory=set)
    seen_by: str = EVERYBODY
    left_out: bool = False


@dataclass
class Game:
    """A game, and everybody who has or had something to do with it."""

    owner: str
    places: dict[str, Place]
    previous: str = ""
    rematch: str = ""
    removed: dict[str, int] = field(default_factory=dict)
    """Who was removed, and when."""
    won: bool = False
    locked: bool = False
    signed: set[str] = field(default_factory=set)
    released: set[str] = field(default_factory=set)
    shelf: str = "open"
    sat: set[str] = field(default_factory=set)
    """Who ever had a place from which one writes."""

    def holder(self, seat: int | None) -> str:
        """Who has a seat; nobody where it is free."""
        return next((who for who, place in self.places.items() if seat is not None and place.seat == seat), "")

    @property
    def stands(self) -> bool:
        """Whether every side has signed, so that no side alone changes the result."""
        return self.signed >= set(SIDES)

    def seat(self, who: str, place: Place) -> None:
        """Give somebody a place; another phone that had the seat becomes view-only."""
        held = self.holder(place.seat)
        if held and held != who:
            self.places[held] = Place(WATCHER)
        self.places[who] = place

    def sign(self, side: str) -> None:
        """A side signs."""
        self.signed.add(side)
        self.released.discard(side)

    def withdraw(self, side: str) -> None:
        """A side withdraws its signature; what all have signed is open when the last has withdrawn."""
        if not self.stands:
            self.signed.discard(side)
            return
        self.released.add(side)
        if self.released >= self.signed:
            self.signed, self.released = set(), set()


@dataclass
class Night:
    """A tournament night of one table."""

    path: str
    directors: set[str]
    """Who opened it, and whom they named; in a club those whom its directors named."""
    codes: list[int]
    """Every code that it had, by number."""
    hidden: bool = False
    """Whether its standing is hidden until the end."""
    has_totals: bool = False
    """Whether somebody has entered the totals of its table."""
    game: str = ""
    """The game of its table, once a phone came to play."""
    is_done: bool = False
    """Whether both sides have signed, so that nobody comes to play any more."""
    good: int = 1
    """The code that lets phones in; 0 for none."""

    def change(self, *, renews: bool) -> None:
        """The next code is the good one, or none is."""
        if renews:
            self.codes.append(len(self.codes) + 1)
        self.good = self.codes[-1] if renews else 0


@dataclass
class Model:
    """Everything that decides what somebody may do."""

    home: str
    phones: dict[str, str]
    """By phone, the account that is signed in on it; empty where none is."""
    offices: dict[str, str] = field(default_factory=dict)
    """By account, its office; whose account was removed is not here."""
    games: dict[str, Game] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    ways_in: list[WayIn] = field(default_factory=list)
    nights: list[Night] = field(default_factory=list)
    people: dict[str, Person] = field(default_factory=dict)
    keepers: set[str] = field(default_factory=set)
    """Who looks after the house: outside a club the owner's phone, and whom it named."""
    step: int = 0

    def who(self, phone: str) -> str:
        """As whom a phone asks."""
        return self.phones[phone] or phone

    def office(self, phone: str) -> str:
        """The office of whoever is signed in on a phone."""
        return self.offices.get(self.phones[phone], "")

    def signed_in(self, phone: str) -> bool:
        """Whether anybody asks as an account; at home nobody has to."""
        return self.home != CLUB or bool(self.office(phone))

    def directs(self, phone: str) -> bool:
        """Whether a phone looks after all games of a club."""
        return self.office(phone) in (DIRECTOR, OWNER)

    # At a game

    def place(self, phone: str, game: str) -> Place | None:
        """What a phone is at a game."""
        return self.games[game].places.get(self.who(phone))

    def by_invitation(self, phone: str) -> bool:
        """Whether a phone sees only the games where it has a place."""
        return self.home == INVITED or not self.signed_in(phone)

    def may_read(self, phone: str, game: str) -> bool:
        return not self.by_invitation(phone) or self.place(phone, game) is not None

    def takes_part(self, phone: str, game: str) -> bool:
        """Whether a phone's place lets it write, as long as the game is not locked."""
        place = self.place(phone, game)
        if place is None:
            return self.home == OPEN and self.who(phone) not in self.games[game].removed
        return place.writes

    def may_write(self, phone: str, game: str) -> bool:
        return self.takes_part(phone, game) and not (self.games[game].won and self.games[game].locked)

    def may_manage(self, phone: str, game: str) -> bool:
        return self.directs(phone) or self.games[game].owner == self.who(phone)

    def may_sit(self, phone: str, game: str, place: Place) -> bool:
        """Whether a phone may give itself this place."""
        if self.may_manage(phone, game):
            return True
        free = self.games[game].holder(place.seat) in ("", self.who(phone))
        return free and not self.by_invitation(phone)

    def may_join(self, phone: str, link: Link) -> bool:
        """Whether a link opens for a phone: for one that was removed only if it was made afterwards."""
        return link.open and self.games[link.game].removed.get(self.who(phone), -1) < link.made

    def may_sign(self, phone: str, game: str, side: str) -> bool:
        """Whether a phone signs, and withdraws, for a side."""
        there, place = self.games[game], self.place(phone, game)
        own = place is not None and place.seat is not None and SIDES[place.seat % 2] == side
        nobody = not any(there.holder(seat) for seat in SEATS if SIDES[seat % 2] == side)
        return self.may_write(phone, game) and (own or nobody)

    def may_begin_rematch(self, phone: str, game: str) -> bool:
        return self.signed_in(phone) and self.takes_part(phone, game)

    def may_shelve(self, phone: str, game: str) -> bool:
        """Whether a phone archives or deletes a game, or restores it."""
        there, night = self.games[game], next((each for each in self.nights if each.game == game), None)
        if night:
            return self.may_read(phone, game) and self.directs_night(phone, night)
        if not self.takes_part(phone, game) and not self.directs(phone):
            return False
        if there.shelf != "bin" and there.stands:
            return there.owner == self.who(phone)
        return there.shelf == "bin" or not there.locked or self.may_manage(phone, game)

    def directs_night(self, phone: str, night: Night) -> bool:
        """Whether a phone decides over a night and its games, and sees what is hidden."""
        named = night.directors if self.home == CLUB else night.directors | self.keepers
        return self.who(phone) in named or self.directs(phone)

    def may_see_night(self, phone: str, night: Night) -> bool:
        """Whether a phone sees a night at all."""
        if self.home != INVITED:
            return self.signed_in(phone)
        at_table = bool(night.game) and self.who(phone) in self.games[night.game].places
        return at_table or self.directs_night(phone, night)

    def may_see_totals(self, phone: str, night: Night) -> bool:
        return self.may_see_night(phone, night) and (not night.hidden or self.directs_night(phone, night))

    def may_enter(self, phone: str, night: Night) -> bool:
        """Whether a phone enters totals, signs people in and changes the code."""
        return self.home == OPEN or self.directs_night(phone, night)

    def may_decide(self, phone: str, night: Night) -> bool:
        """Whether a phone changes the plan, gives penalties and undoes: not where it would see what is hidden."""
        return self.directs_night(phone, night) or (self.home == OPEN and not night.hidden)

    # What they do

    def begin(self, phone: str, game: str, previous: str = "") -> None:
        """A phone has begun a game, and keeps its score; a rematch belongs to the owner of the game before."""
        if not previous:
            self.games[game] = Game(self.who(phone), {self.who(phone): Place(SCORER)})
            return
        before = self.games[previous]
        before.rematch = game
        self.games[game] = Game(before.owner, {before.owner: before.places[before.owner]}, previous)
        self.come_along(phone, previous)

    def come_along(self, phone: str, game: str) -> None:
        """A phone goes to the rematch: once, with the role that it has now, and its seat if that is free there."""
        who, place, there = self.who(phone), self.place(phone, game), self.games[self.games[game].rematch]
        if place is not None and who not in there.places and who not in there.removed:
            there.seat(who, Place(WATCHER) if there.holder(place.seat) else place)

    def sit(self, phone: str, game: str, place: Place) -> None:
        """A phone has taken a place."""
        self.games[game].removed.pop(self.who(phone), None)
        self.games[game].seat(self.who(phone), place)

    def may_join_night(self, phone: str, night: Night) -> bool:
        """Whether a phone with a good code comes to the table: not one that was removed from its game."""
        return not night.game or self.who(phone) not in self.games[night.game].removed

    def come_by_code(self, phone: str, game: str, seat: int) -> None:
        """A phone has come to the game of a night's table, which the first one begins; it takes no held seat."""
        who, place = self.who(phone), Place(PLAYER, seat)
        if game not in self.games:
            self.games[game] = Game(who, {who: place})
        elif who not in self.games[game].places:
            self.games[game].seat(who, Place(WATCHER) if self.games[game].holder(seat) else place)

    def remove(self, game: str, who: str) -> None:
        """Somebody was removed from a game."""
        del self.games[game].places[who]
        for link in self.links:
            link.open = link.open and (link.game != game or not link.place.writes)
        self.games[game].removed[who] = self.step

    # Elsewhere

    def may_import(self, phone: str) -> bool:
        return self.writes_somewhere(phone) if self.home == INVITED else self.signed_in(phone)

    def may_restore_by_import(self, phone: str, game: str) -> bool:
        night = next((each for each in self.nights if each.game == game), None)
        return self.may_manage(phone, game) and (not night or self.directs_night(phone, night))

    def writes_somewhere(self, phone: str) -> bool:
        """Whether a phone owns, scores or plays a game."""
        return any(
            each.owner == self.who(phone) or (self.who(phone) in each.places and each.places[self.who(phone)].writes)
            for each in self.games.values()
        )

    def may_set_rules(self, phone: str) -> bool:
        """Whether a phone makes, changes and deletes house rules and seasons."""
        if self.home == CLUB:
            return self.directs(phone)
        return self.home == OPEN or self.who(phone) in self.keepers

    def may_name_keepers(self, phone: str) -> bool:
        """Whether a phone says who else looks after the house."""
        return self.directs(phone) if self.home == CLUB else self.who(phone) in self.keepers

    def may_ask_advice(self, phone: str) -> bool:
        """Whether a phone has sat at no game that goes on; every sequence is shorter than an hour."""
        return not any(self.who(phone) in each.sat and not each.won for each in self.games.values())

    # People

    def person(self, name: str) -> Person:
        return self.people.setdefault(name, Person())

    def may_claim(self, phone: str, name: str) -> bool:
        claimed = self.person(name).claimed
        if self.home == CLUB and (not self.signed_in(phone) or (name in self.offices and name != self.phones[phone])):
            return False
        return not claimed or self.who(phone) in claimed

    def may_see(self, phone: str, name: str) -> bool:
        """Whether a phone sees a person's name in figures."""
        person = self.person(name)
        return person.seen_by == EVERYBODY or self.who(phone) in person.claimed

    def may_hide(self, phone: str, name: str) -> bool:
        return self.who(phone) in self.person(name).claimed

    def may_leave_out(self, phone: str, name: str) -> bool:
        claimed = self.person(name).claimed
        if self.home == CLUB:
            return self.directs(phone) or (self.signed_in(phone) and self.who(phone) in {*claimed, name} - {""})
        return not claimed or self.who(phone) in claimed

    # The club

    def looks_after(self, account: str, office: str) -> bool:
        """Whether an account appoints to an office, and invites, signs out and removes who has it."""
        mine = self.offices.get(account, "")
        return mine == OWNER or (mine == DIRECTOR and office == MEMBER)

    def gives(self, way: WayIn) -> bool:
        """Whether the maker of a way into the club may still give what it gives; the machine's own always may."""
        if way.account and way.account not in self.offices:
            return False
        office = way.office or self.offices[way.account]
        return way.open and (not way.maker or way.maker == way.account or self.looks_after(way.maker, office))

    def is_last_owner(self, account: str) -> bool:
        return [each for each, office in self.offices.items() if office == OWNER] == [account]

    def appoint(self, account: str, office: str) -> None:
        """An account has another office, and what no longer fits is void for good."""
        loses = self.offices[account] in (DIRECTOR, OWNER) and office not in (DIRECTOR, OWNER)
        self.offices[account] = office
        for there in self.games.values() if loses else ():
            if there.places.get(account) == Place(SCORER) and there.owner != account:
                there.places[account] = Place(WATCHER)
        self.void()

    def sign_out(self, account: str, *, everywhere: bool = False) -> None:
        """A device was signed out, or all of an account's; so are those that would come by a link which it made."""
        for way in self.ways_in:
            way.open = way.open and (way.account != account or not (everywhere or way.maker == account))
        if everywhere:
            self.phones = {each: "" if who == account else who for each, who in self.phones.items()}

    def dismiss(self, account: str) -> None:
        """An account was removed from the club."""
        del self.offices[account]
        self.phones = {phone: "" if who == account else who for phone, who in self.phones.items()}
        self.void()

    def void(self) -> None:
        """Close what its maker could not make now."""
        for way in self.ways_in:
            way.open = self.gives(way)

    def enter(self, phone: str, account: str) -> None:
        """A phone is signed in; what it was at games before becomes its account's, where that has no place."""
        before, self.phones[phone] = self.phones[phone], account
        if before:
            self.sign_out(before)
        for game in self.games.values() if not before else ():
            if phone in game.places and account not in game.places and account not in game.removed:
                game.places[account] = game.places.pop(phone)
                game.owner = account if game.owner == phone else game.owner
