"""A page that is open follows who has which place, and not the score alone."""

from __future__ import annotations

import re
from html import unescape
from unittest.mock import patch

from companion.web.table.page import show_table
from tests.web.new_game import finish
from tests.web.share.invited import house, invited, owner
from tests.web.table_player import FRAGMENT, Player, words

__all__ = ["house", "owner"]


def followed(at: Player) -> str:
    """What an open page of a phone asks for at each signal."""
    return unescape(re.findall(r'hx-get="([^"]+since=[^"]+)"', at.client.get(f"/game/{at.game}/").text)[0])


def test_an_open_page_is_renewed_as_soon_as_its_phone_has_another_place(owner: Player) -> None:
    first = invited(owner, "0")
    asked = followed(first)
    assert first.client.get(asked, headers=FRAGMENT).status_code == 204
    invited(owner, "0")
    assert "This phone is view-only" in words(first.client.get(asked, headers=FRAGMENT))


def test_an_open_page_is_renewed_as_soon_as_its_game_is_locked(owner: Player) -> None:
    phone = invited(owner, "scorer")
    finish(owner.app, owner.game)
    asked = followed(phone)
    owner.client.post(f"/game/{owner.game}/share/lock", data={"lock": "1"})
    page = phone.client.get(asked, headers=FRAGMENT)
    assert page.status_code == 200
    assert "Undo" not in words(page)
    assert phone.client.get(followed(phone), headers=FRAGMENT).status_code == 204


def test_of_many_who_follow_one_page_is_made_for_all_when_a_place_changes(owner: Player) -> None:
    watchers = [invited(owner, "watcher") for _ in range(5)]
    asked = [followed(each) for each in watchers]
    assert len(set(asked)) == 1
    invited(owner, "0")
    with patch("companion.web.table.page.show_table", wraps=show_table) as made:
        answers = {each.client.get(asked[0], headers=FRAGMENT).status_code for each in watchers}
    assert (answers, made.call_count) == ({200}, 1)
