"""Steps of a sequence, and what is asked of the server after each: it and the model have to agree.

A step is plain data, so that a sequence can be played again, and shortened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.web.follower import Follower
from tests.web.rights.driver import ACCOUNTS, KEEPER, NOBODYS, House, phones_of
from tests.web.rights.model import CLUB, Game, Model

PULLS = 4
"""So many events at most a stream may send before it closes on a phone that may read no more."""


@dataclass(frozen=True)
class Step:
    """What is done, by which phone, at which game; ``number`` chooses what else there is to choose."""

    verb: str
    phone: int = 0
    game: int = 0
    number: int = 0


@dataclass(frozen=True)
class Violation:
    """Where the server lets somebody do what the model does not, or the other way round."""

    name: str
    """The same for the same defect, whoever did it at which game."""
    detail: str


class Disagreement(AssertionError):
    """The server and the model disagree."""


class Play:
    """A home in which steps are played; ``strict`` raises at the first violation, else they are collected.

    What follows from a violation is not reported: its game, or the club, is left alone for the rest of the sequence.
    """

    def __init__(self, home: str, *, strict: bool = True) -> None:
        self.house, self.strict = House(home), strict
        self.model = Model(home, phones_of(home), dict(ACCOUNTS) if home == CLUB else {})
        self.model.keepers = set() if home == CLUB else {KEEPER}
        self.said: list[str] = []
        self.found: list[Violation] = []
        self.spoiled: set[str] = set()
        self.streams: dict[tuple[str, str], Follower] = {}
        self.files: dict[str, bytes] = {}
        self.verb = ""
        self.start()

    def start(self) -> None:
        """What the classes that have the steps keep."""

    def close(self) -> None:
        for stream in self.streams.values():
            stream.close()
        self.house.close()

    # What steps are made of

    def play(self, step: Step) -> None:
        """Carry out a step, then ask what whoever is concerned may do now."""
        phones, games = [*self.model.phones], [each for each in self.model.games if each not in self.spoiled]
        phone = phones[step.phone % len(phones)]
        game = games[step.game % len(games)] if games else ""
        self.model.step += 1
        self.verb = step.verb
        before = self._rights()
        say = len(self.said)
        act: Callable[[str, str, int], None] = getattr(self, step.verb)
        act(phone, game, step.number)
        for there in self.model.games.values():
            there.sat |= {who for who, place in there.places.items() if place.writes}
        if len(self.said) > say:  # otherwise there was nothing to do
            self._ask_after(before, phone, game)

    def say(self, words: str) -> None:
        """Put down what is done, in words."""
        self.said.append(words)

    def judge(self, what: str, may: bool, did: bool, *spoils: str) -> bool:
        """Hold what the server did against what it may; whether it is done and was right."""
        if may != did:
            self.report(f"{what}{'' if did else ' is refused'}", *spoils)
        return may and did

    def report(self, what: str, *spoils: str) -> None:
        violation = Violation(f"{self.verb}: {what}", "; ".join(self.said[-1:]))
        if self.strict:
            raise Disagreement(f"{violation.name}\n" + "\n".join(self.said))
        self.found.append(violation)
        for each in spoils:
            self._spoil(each)

    def _spoil(self, game: str) -> None:
        """Leave a game alone from now on, and those before and after it."""
        if game in self.spoiled:
            return
        self.spoiled.add(game)
        there = self.model.games.get(game)
        for near in (there.previous, there.rematch) if there else ():
            if near:
                self._spoil(near)

    def usable(self, game: str) -> Game | None:
        """A game that is played here and not in the bin; None where there is none."""
        there = self.model.games.get(game)
        return there if there and there.shelf != "bin" else None

    def called(self, phone: str, game: str) -> str:
        """What a phone is at a game, for the name of a violation."""
        who, there = self.model.who(phone), self.model.games[game]
        place = there.places.get(who)
        if there.owner == who:
            return "the owner"
        if place is not None:
            return f"a {place.role}"
        if who in there.removed:
            return "a removed phone"
        return "a director without a place" if self.model.directs(phone) else "a phone without a place"

    @contextmanager
    def logged(self, phone: str, game: str) -> Iterator[list[bool]]:
        """What happens here, if it comes to pass, has to be in the game's log with the name of who did it."""
        account, done = self.model.phones[phone], list[bool]()
        before = self._named_in_log(phone, game, account)
        yield done
        if any(done):
            self.judge("the log names who did it", True, self._named_in_log(phone, game, account) > before)

    def _named_in_log(self, phone: str, game: str, account: str) -> int:
        """How often a game's log names an account; at home, how many of its entries have a phone's mark."""
        log = self.house.get(phone, f"/game/{game}/log").text
        return log.count(account) if account else log.count("UTC") - log.count(NOBODYS)

    # What is asked after each step

    def _rights(self) -> dict[tuple[str, str], tuple[bool, bool, bool]]:
        """What each phone may do at each game."""
        model = self.model
        return {
            (phone, game): (
                model.may_read(phone, game),
                model.may_write(phone, game),
                model.may_manage(phone, game) and model.may_read(phone, game),
            )
            for game, there in model.games.items()
            if game not in self.spoiled and there.shelf != "bin"
            for phone in model.phones
        }

    def _ask_after(self, before: dict[tuple[str, str], tuple[bool, bool, bool]], phone: str, game: str) -> None:
        rights = self._rights()
        pairs = [pair for pair in rights if rights[pair] != before.get(pair)]
        pairs += [pair for pair in rights if pair == (phone, game)]
        pairs += [*rights][self.model.step % max(len(rights), 1) :][:1]
        self._ask(dict.fromkeys(pairs))
        self._ask_streams()
        self.ask_more()

    def ask_more(self) -> None:
        """What else is asked after each step."""

    def ask_everything(self) -> None:
        """Ask for every phone at every game; at the end of a sequence."""
        self.verb = "at the end"
        self._ask(self._rights())

    def _ask(self, pairs: Iterable[tuple[str, str]]) -> None:
        for phone, game in pairs:
            if game in self.spoiled:
                continue
            asked = (self.house.reads, self.house.writes, self.house.manages)
            rights = self._rights()[phone, game]
            for what, ask, may in zip(("reads", "writes", "manages"), asked, rights, strict=True):
                did = ask(phone, game)
                called = self.called(phone, game)
                # What a rule gives or takes from all who are that leaves the rest of the sequence as it is.
                always = called in ("a director without a place", "a removed phone") and what == "writes"
                verb, self.verb = self.verb, "always" if always else self.verb
                self.judge(f"{called} {what}", may, did, *(() if always else (game,)))
                self.verb = verb
                if game in self.spoiled:
                    break

    def _ask_streams(self) -> None:
        for (phone, game), stream in [*self.streams.items()]:
            there = self.usable(game)
            if there is None or game in self.spoiled:
                self.streams.pop((phone, game)).close()
            elif not self.model.may_read(phone, game):
                ended = any(next(stream, None) is None for _ in range(PULLS))
                self.streams.pop((phone, game)).close()
                self.judge("a stream stays open", False, not ended)
