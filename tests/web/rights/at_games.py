"""The steps at games: begun and begun again, joined and left, shared, locked, signed and put away."""

from __future__ import annotations

from typing import Any

from tests.web.rights.driver import game_in, hashed, token_in
from tests.web.rights.model import INVITED, SEATS, SIDES, WATCHER, Game, Link, Place
from tests.web.rights.play import Play

WORDS = (*map(str, SEATS), "scorer", WATCHER)
SHELVES = ("bin", "open", "archive", "bin")
BURST = 80
MOST_GAMES = 6


class AtGames(Play):
    """A home with games."""

    def start(self) -> None:
        super().start()
        self.passers_by = 0
        self.begun_by: dict[tuple[str, str], str] = {}
        """By who sent a chosen key and the key, the game that it began."""

    def begin(self, phone: str, game: str, number: int) -> None:
        """Begin a game; some send a key of their own choice, made like the ones that the server makes."""
        if len(self.model.games) >= MOST_GAMES:
            return
        key: dict[str, Any] = ({}, {}, {"key": f"rematch-{game}"}, {"key": f"rematch:{game}"})[number % 4]
        self.say(f"{phone} begins a game {key or ''}")
        answer = self.house.begin(phone, **key)
        begun = game_in(answer)
        sent = (self.model.phones[phone] or phone, str(key))
        if key and begun and self.begun_by.setdefault(sent, begun) == begun in self.model.games:
            return  # the same form again
        if begun in self.model.games:
            self.report("a chosen key leads to a game that was there", begun, game)
            return
        if key and not begun:
            return
        if self.judge("a phone", self.model.signed_in(phone), bool(begun)):
            self.model.begin(phone, begun)

    def begin_many(self, phone: str, game: str, number: int) -> None:
        """A phone that belongs to no game begins one after the other."""
        if self.model.home != INVITED or self.passers_by:
            return
        self.passers_by += 1
        self.say("a passer-by begins one game after the other")
        passer_by = self.house.add_phone("passer-by")
        answers = (self.house.begin(passer_by, limited=True).status_code for _ in range(BURST))
        self.judge("no rate limit holds", False, 429 not in answers)

    def finish(self, phone: str, game: str, number: int) -> None:
        there = self.usable(game)
        if there and not there.won:
            self.say("side A wins the game")
            self.house.finish(game)
            there.won = True

    def rematch(self, phone: str, game: str, number: int) -> None:
        there = self._over(game)
        if not there or len(self.model.games) >= MOST_GAMES:
            return
        self.say(f"{phone} begins the rematch")
        may = self.model.may_begin_rematch(phone, game) and not self._was_removed(phone, there.rematch)
        led = game_in(self.house.post(phone, f"/game/{game}/rematch"))
        if not self.judge(self.called(phone, game), may, bool(led), game):
            return
        if there.rematch or led in self.model.games:
            self._led_on(phone, game, led)
        else:
            self.model.begin(phone, led, previous=game)

    def come_along(self, phone: str, game: str, number: int) -> None:
        there = self._over(game)
        if not there:
            return
        self.say(f"{phone} comes along to the rematch")
        led = game_in(self.house.post(phone, f"/game/{game}/come-along"))
        may = self.model.may_read(phone, game) and not self._was_removed(phone, there.rematch)
        if led or (there.rematch and may and self.judge(self.called(phone, game), True, False)):
            self._led_on(phone, game, led)

    def _over(self, game: str) -> Game | None:
        """A game that is won, and whose rematch is not in the bin."""
        there = self.usable(game)
        return there if there and there.won and (not there.rematch or self.usable(there.rematch)) else None

    def _was_removed(self, phone: str, game: str) -> bool:
        return game in self.model.games and self.model.who(phone) in self.model.games[game].removed

    def _led_on(self, phone: str, game: str, led: str) -> None:
        if led != self.model.games[game].rematch:
            self.report("leads to a game that is not its rematch", game, led)
        else:
            self.model.come_along(phone, game)

    def sit(self, phone: str, game: str, number: int) -> None:
        if not self.usable(game):
            return
        place = Place.of(WORDS[number % len(WORDS)])
        self.say(f"{phone} takes the place {WORDS[number % len(WORDS)]}")
        may = self.model.may_sit(phone, game, place)
        there = self.model.games[game]
        held = "a held seat" if there.holder(place.seat) else "a free place"
        is_new = there.places.get(self.model.who(phone)) != place  # who has the place already changes nothing
        with self.logged(phone, game) as done:
            answer = self.house.share(phone, game, "seat", seat=WORDS[number % len(WORDS)])
            if self.judge(f"{self.called(phone, game)} takes {held}", may, answer.status_code == 303, game):
                self.model.sit(phone, game, place)
                done.append(place.seat is not None and is_new)

    def make_link(self, phone: str, game: str, number: int) -> None:
        """A link to a place, or one that only shows the game on a television."""
        if not self.usable(game):
            return
        word = (*WORDS, "television")[number % (len(WORDS) + 1)]
        self.say(f"{phone} makes a link for {word}")
        television = word == "television"
        told = {} if television else {"place": word}
        answer = self.house.share(phone, game, "watch" if television else "link", **told)
        token = token_in(answer, "watch" if television else "link")
        may = self.model.may_manage(phone, game) and self.model.may_read(phone, game)
        if self.judge(f"{self.called(phone, game)} makes a link", may, bool(token), game):
            place = Place(WATCHER) if television else Place.of(word)
            self.model.links.append(Link(game, token, place, self.model.step, only_watches=television))

    def revoke(self, phone: str, game: str, number: int) -> None:
        link = self._link(number)
        if not link:
            return
        self.say(f"{phone} revokes the link for {link.place}")
        answer = self.house.share(phone, link.game, "revoke", link=hashed(link.token))
        may = self.model.may_manage(phone, link.game)
        if self.judge(f"{self.called(phone, link.game)} revokes a link", may, answer.status_code == 303, link.game):
            link.open = False

    def join(self, phone: str, game: str, number: int) -> None:
        link = self._link(number)
        if not link:
            return
        if link.only_watches:
            self._watch(phone, link)
            return
        self.say(f"{phone} uses the link for {link.place}")
        may = self.model.may_join(phone, link)
        answer = self.house.post(phone, f"/link/{link.token}")
        if self.judge(f"{self.called(phone, link.game)} by a link", may, answer.status_code == 303, link.game):
            self.model.sit(phone, link.game, link.place)

    def _watch(self, phone: str, link: Link) -> None:
        """A television shows the game, and the rematch once there is one."""
        self.say("a television shows the game and its rematch")
        shows = self.house.get(phone, f"/watch/{link.token}").status_code == 200
        follows = self.house.get(phone, f"/watch/{link.token}", rematch="1").status_code == 200
        there = self.model.games[link.game]
        if self.judge("a television shows the game", link.open, shows, link.game):
            self.judge("a television shows a rematch", bool(there.rematch), follows, link.game)

    def _link(self, number: int) -> Link | None:
        links = [each for each in self.model.links if self.usable(each.game) and each.game not in self.spoiled]
        return links[number % len(links)] if links else None

    def remove(self, phone: str, game: str, number: int) -> None:
        there = self.usable(game)
        others = [who for who in there.places if who != there.owner] if there else []
        if not others:
            return
        whom = others[number % len(others)]
        self.say(f"{phone} removes {whom}")
        with self.logged(phone, game) as done:
            answer = self.house.share(phone, game, "remove", member=self.house.id_of(whom))
            may = self.model.may_manage(phone, game)
            if self.judge(f"{self.called(phone, game)} removes", may, answer.status_code == 303, game):
                self.model.remove(game, whom)
                done.append(self.model.may_read(phone, game))

    def hand_over(self, phone: str, game: str, number: int) -> None:
        there = self.usable(game)
        others = [who for who in there.places if who != there.owner] if there else []
        if not there or not others:
            return
        whom = others[number % len(others)]
        self.say(f"{phone} hands the game over to {whom}")
        answer = self.house.share(phone, game, "hand_over", member=self.house.id_of(whom), sure="1")
        may = self.model.may_manage(phone, game)
        if self.judge(f"{self.called(phone, game)} hands over", may, answer.status_code == 303, game):
            there.owner = whom

    def lock(self, phone: str, game: str, number: int) -> None:
        """Lock a game that is over, or unlock it."""
        there = self.usable(game)
        if not there or not there.won:
            return
        self.say(f"{phone} {'un' if there.locked else ''}locks the game")
        answer = self.house.share(phone, game, "lock", lock="" if there.locked else "1")
        if self.judge(self.called(phone, game), self.model.may_manage(phone, game), answer.status_code == 303, game):
            there.locked = not there.locked

    def sign(self, phone: str, game: str, number: int) -> None:
        there, side = self.usable(game), SIDES[number % 2]
        if (
            there
            and there.won
            and side not in there.signed - there.released
            and self._speaks(phone, game, "sign", side)
        ):
            there.sign(side)

    def withdraw(self, phone: str, game: str, number: int) -> None:
        there, side = self.usable(game), SIDES[number % 2]
        if there and side in there.signed - there.released and self._speaks(phone, game, "release", side):
            there.withdraw(side)

    def _speaks(self, phone: str, game: str, what: str, side: str) -> bool:
        self.say(f"{phone}: {what} side {side}")
        may = self.model.may_sign(phone, game, side)
        with self.logged(phone, game) as done:
            answer = self.house.post(phone, f"/game/{game}/{what}", side=side)
            right = self.judge(f"{self.called(phone, game)} for a side", may, answer.status_code == 303, game)
            done.append(right)
        return right

    def shelve(self, phone: str, game: str, number: int) -> None:
        """Archive or delete a game, or restore it."""
        there = self.model.games.get(game)
        shelf = SHELVES[number % len(SHELVES)]
        if not there or there.shelf == shelf:
            return
        self.say(f"{phone} puts the game from {there.shelf} into {shelf}")
        may, called = self.model.may_shelve(phone, game), self.called(phone, game)
        did = self.house.post(phone, "/games/lay", each=game, shelf=shelf).status_code == 303
        if self.judge(f"{called} puts a game away", may, did, game):
            there.shelf = shelf

    def export(self, phone: str, game: str, number: int) -> None:
        if not self.usable(game):
            return
        self.say(f"{phone} exports the game")
        answer = self.house.get(phone, f"/game/{game}/export.json")
        if self.judge(self.called(phone, game), self.model.may_read(phone, game), answer.status_code == 200):
            self.files[game] = answer.data

    def import_file(self, phone: str, game: str, number: int) -> None:
        """Import a file that somebody exported; files go from hand to hand."""
        if game not in self.files:
            return
        there, may = self.model.games[game], self.model.may_import(phone)
        self.say(f"{phone} imports the file of the game, which is in {there.shelf}")
        answer = self.house.import_file(phone, self.files[game])
        self.judge("a phone that belongs to no game imports", may, answer.status_code not in (401, 403) or may)
        lies = self.house.shelf_of(game)
        returns = there.shelf == "bin" and may and self.model.may_restore_by_import(phone, game)
        if there.shelf == "bin" and self.judge(f"{self.called(phone, game)} restores it", returns, lies != "bin", game):
            there.shelf = lies

    def follow(self, phone: str, game: str, number: int) -> None:
        """Follow a game by its stream, which goes on until the phone may read no more."""
        if not self.usable(game) or (phone, game) in self.streams:
            return
        self.say(f"{phone} follows the game")
        stream = self.house.follow(phone, game)
        did = stream.status == 200
        if self.judge(f"{self.called(phone, game)} follows", self.model.may_read(phone, game), did, game):
            next(stream)
            self.streams[phone, game] = stream
