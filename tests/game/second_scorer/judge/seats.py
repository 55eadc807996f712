"""Who sits where: sides by letter, who is dealt to, who deals next (sections 1 and 9)."""

from __future__ import annotations

from collections.abc import Collection

from tests.game.second_scorer.judge.cards import pack
from tests.game.second_scorer.judge.figures import Options

LETTERS = "ABCDEFGH"


def side_count(options: Options, players: int) -> int:
    """Two sides seated alternately, pairs seated apart, or everyone alone."""
    return {"alternate": 2, "opposite": players // 2}.get(options["sides"], players)


def sides(options: Options, players: int) -> list[str]:
    return list(LETTERS[: side_count(options, players)])


def side_of(options: Options, players: int, seat: int) -> str:
    return LETTERS[seat % side_count(options, players)]


def seats_of(options: Options, players: int, side: str) -> list[int]:
    return [seat for seat in range(players) if side_of(options, players, seat) == side]


def sitting_out(options: Options, players: int, among: Collection[int], dealer: int) -> list[int]:
    """Who takes no part in a deal: who can't win any more, and who finds no hand (deal.sits-out)."""
    clockwise = [(dealer + n) % players for n in range(players)]
    able = [seat for seat in clockwise if seat in among]
    hands = len(able)
    if options["sides"] in ("each", "called") and options["draw"] == "none":
        hands = (len(pack(options)) - options["kitty.size"]) // options["hand.size"]
    least = least_players(options)
    dealt = able[:hands] if least <= hands < len(able) else able
    if options["deal.sits-out"] == "dealer":
        # The dealer, then every second player to the left, then those passed over.
        leaving = (able[0::2] + able[1::2])[: len(able) - len(dealt)]
        dealt = [seat for seat in able if seat not in leaving]
    return [seat for seat in range(players) if seat not in dealt]


def least_players(options: Options) -> int:
    given = options["players"]
    return int(given[0] if isinstance(given, list) else given)


def most_players(options: Options) -> int:
    given = options["players"]
    return int(given[-1] if isinstance(given, list) else given)


def dealt_to(options: Options, players: int, playing: Collection[str]) -> list[int]:
    """The seats of the sides that can still win, where so few can play; else all."""
    among = [seat for seat in range(players) if side_of(options, players, seat) in playing]
    few = not least_players(options) <= len(among) <= most_players(options)
    return list(range(players)) if few else among


def next_dealer(
    options: Options, players: int, playing: Collection[str], dealer: int, again: bool
) -> tuple[int, list[int]]:
    """Who deals next, and who sits out then.

    :param playing: the sides that can still win.
    :param again: whether the same dealer deals again.
    """
    among = dealt_to(options, players, playing)
    after = [(dealer + n + (not again)) % players for n in range(players)]
    chosen = next(seat for seat in after if seat in among)
    return chosen, sitting_out(options, players, among, chosen)
