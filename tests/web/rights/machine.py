"""The state machine: every step that grants, takes or uses a right, in any order."""

from __future__ import annotations

from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from typing_extensions import override

from tests.web.rights.at_games import AtGames
from tests.web.rights.at_night import AtNight
from tests.web.rights.driver import STRANGER
from tests.web.rights.elsewhere import Elsewhere
from tests.web.rights.model import CLUB, HOMES, INVITED
from tests.web.rights.play import Step

AT_GAMES = (
    *("begin", "finish", "rematch", "come_along", "sit", "make_link", "revoke", "join", "remove", "hand_over"),
    *("lock", "sign", "withdraw", "shelve", "export", "import_file", "follow"),
)
AT_NIGHT = (
    *("open_night", "renew_code", "take_code_back", "read_code", "use_code", "enter_totals", "look_at_night"),
    *("write_at_night", "save_all", "name_keeper", "remove_keeper"),
)
ELSEWHERE = ("set_rules", "make_rules", "import_bundle", "ask_advice", "claim", "hide", "leave_out")
IN_CLUB = (
    "release",
    "invite",
    "let_in",
    "redeem",
    "take_back",
    "appoint",
    "dismiss",
    "sign_out_everywhere",
    "sign_out",
)
VERBS: dict[str, tuple[str, ...]] = dict.fromkeys(HOMES, (*AT_GAMES, *AT_NIGHT, *ELSEWHERE))
VERBS[CLUB] += IN_CLUB
VERBS[INVITED] += ("begin_many",)
FIRST = 4
"""So many phones sit down at the first game, before anything else happens."""


class Home(Elsewhere, AtGames, AtNight):
    """A home in which every step can be played."""


class Rights(RuleBasedStateMachine):
    """A home of some kind, and a random sequence of steps in it."""

    home: ClassVar[str]
    strict: ClassVar[bool] = True
    made: ClassVar[list[tuple[list[Step], Home]]] = []
    """The sequences that were played, where somebody collects them."""

    def __init__(self) -> None:
        super().__init__()
        self.playing = Home(self.home, strict=self.strict)
        self.steps: list[Step] = []

    def step(self, *step: Any) -> None:
        self.steps.append(Step(*step))
        self.playing.play(self.steps[-1])

    @initialize(
        places=st.lists(st.integers(0, 6), min_size=1, max_size=FIRST),
        over=st.booleans(),
        night=st.integers(0, 3),
        stranger=st.booleans(),
    )
    def sit_down(self, places: list[int], over: bool, night: int, stranger: bool) -> None:
        """A game is begun, others sit down at it by links, and it may be over; some come to a night by its code.

        A stranger may have a game of their own.
        """
        self.step("begin")
        if stranger:
            self.step("begin", [*self.playing.model.phones].index(STRANGER))
        for phone, place in enumerate(places, 1):
            self.step("make_link", 0, 0, place % 6)
            self.step("join", phone, 0, phone - 1)
        if over:
            self.step("finish")
        if night:
            self.step("open_night", 0, 0, night)
        for phone in range(night):
            self.step("use_code", 7 - phone)

    @override
    def teardown(self) -> None:
        try:
            if self.playing.model.games:
                self.playing.ask_everything()
        finally:
            self.playing.close()
            if not self.strict:
                self.made.append((self.steps, self.playing))


def machine(home: str, *, strict: bool = True) -> type[Rights]:
    """The state machine of a kind of home, with a rule for each step that there is in it."""
    named: dict[str, Any] = {verb: _rule(verb) for verb in VERBS[home]}
    return type(f"Rights_{home}", (Rights,), {**named, "home": home, "strict": strict, "made": []})


def _rule(verb: str) -> Any:
    def play(self: Rights, phone: int, game: int, number: int) -> None:
        self.step(verb, phone, game, number)

    play.__name__ = verb
    return rule(phone=st.integers(0, 7), game=st.integers(0, 5), number=st.integers(0, 23))(play)
