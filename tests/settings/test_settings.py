"""A setting is found where it was said, and one that can't be read is refused in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.settings import OF_THE_TESTS, SETTINGS, USUAL, SettingError, read_settings, typed

URL = "https://pinochle.example"


def test_what_was_typed_goes_before_the_environment_that_before_a_file_and_that_before_the_usual(
    tmp_path: Path,
) -> None:
    file = tmp_path / "url"
    file.write_text(f"{URL}/\n", encoding="utf-8")
    said = {"COMPANION_URL_FILE": str(file)}
    told = typed("URL", "http://typed", "--url")

    found = [
        read_settings({"COMPANION_URL": "http://said", **said}, {"URL": told})["URL"],
        read_settings({"COMPANION_URL": "http://said", **said})["URL"],
        read_settings(said)["URL"],
        read_settings({"COMPANION_URL": ""})["URL"],
    ]

    assert [(each.value, each.origin) for each in found] == [
        ("http://typed", "--url"),
        ("http://said", "COMPANION_URL"),
        (URL, f"COMPANION_URL_FILE ({file})"),
        ("", USUAL),
    ]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("COMPANION_TRUSTED_PROXY", "do you mean COMPANION_TRUSTED_PROXIES?"),
        ("COMPANION_DATABASE_URL_FIL", "do you mean COMPANION_DATABASE_URL_FILE?"),
        ("COMPANION_XQ", "there are COMPANION_DATA, COMPANION_DATABASE_URL"),
    ],
)
def test_a_name_that_no_setting_has_is_refused_with_one_like_it(name: str, says: str) -> None:
    with pytest.raises(SettingError, match=f"there is no setting {name}") as refused:
        read_settings({name: "1", "OTHER": "2"})
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("URL", "pinochle.example", "as people type it"),
        ("URL", "https://a.example/?a=1", "as people type it"),
        ("TRUSTED_PROXIES", "10.0.0.1/8", "write addresses or networks"),
        ("LISTEN", "8700", "write an address and a port"),
        ("LISTEN", "127.0.0.1:99999", "write an address and a port"),
        ("WATCHERS", "many", "write a number from 1 on"),
        ("WATCHERS", "0", "write a number from 1 on"),
        ("TIME_ZONE", "Berlin", "write it as Europe/Berlin"),
        ("LOG", "xml", "write text or json"),
    ],
)
def test_what_cannot_be_read_says_what_would_do(name: str, text: str, says: str) -> None:
    with pytest.raises(SettingError, match=f"COMPANION_{name}: ") as refused:
        read_settings({f"COMPANION_{name}": text})
    assert says in str(refused.value)


def test_a_file_that_cannot_be_read_is_named_and_a_secret_in_one_is_not_told(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"COMPANION_SECRET_KEY_FILE names nowhere, which can't be read"):
        read_settings({"COMPANION_SECRET_KEY_FILE": "nowhere"})
    file = tmp_path / "secret"
    file.write_text("no/url", encoding="utf-8")
    with pytest.raises(SettingError) as refused:
        read_settings({"COMPANION_URL_FILE": str(file)})
    assert "no/url" not in str(refused.value)


READ: list[tuple[str, str, Any, str]] = [
    ("TRUSTED_PROXIES", "127.0.0.1, 172.16.0.0/12", 2, "127.0.0.1/32, 172.16.0.0/12"),
    ("LISTEN", "[::1]:8700", 2, "[::1]:8700"),
    ("DATABASE_URL", "postgresql://club:pa55@db/games", 31, "postgresql://club:•••@db/games"),
    ("SECRET_KEY", "pa55", 4, "•••"),
]


@pytest.mark.parametrize(("name", "text", "length", "shown"), READ)
def test_a_setting_is_shown_as_it_was_read_but_for_what_is_secret(
    name: str, text: str, length: int, shown: str
) -> None:
    found = read_settings({f"COMPANION_{name}": text})[name]
    assert (len(found.value), found.shown) == (length, shown)


PASSWORDS = {
    "postgresql://u:p@ss/w#rd@db/games": "postgresql://u:•••@db/games",
    "postgresql://u:p?w/x@db:5432/games?sslmode=require": "postgresql://u:•••@db:5432/games?sslmode=require",
    "postgresql://u:p/w@ss": "postgresql://u:•••@ss",
    "postgresql://u:p w/d": "postgresql://u:•••",
    "postgresql://u@db:5432/games": "postgresql://u@db:5432/games",
    "postgresql://db:5432/games": "postgresql://db:5432/games",
    "postgresql://[::1]:5432/games": "postgresql://[::1]:5432/games",
    "postgres://u@db/games?Password=s&sslpassword=t": "postgres://u@db/games?Password=•••&sslpassword=•••",
    "host=db password='a b' user=u": "host=db password=••• user=u",
}


@pytest.mark.parametrize("address", PASSWORDS)
def test_whatever_a_password_holds_it_is_hidden(address: str) -> None:
    found = read_settings({"COMPANION_DATABASE_URL": address})["DATABASE_URL"]
    assert found.shown == PASSWORDS[address]


def test_every_setting_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert [each.variable for each in SETTINGS if f"`{each.variable}`" not in page] == []


def test_a_name_that_the_tests_read_is_refused_by_no_server() -> None:
    root = Path(__file__).parents[1]
    read = re.compile(r"environ(?:\.get\(|\[)\"(COMPANION_\w+)\"")
    names = {name for file in root.rglob("*.py") for name in read.findall(file.read_text(encoding="utf-8"))}
    assert "COMPANION_RACES" in names and names <= OF_THE_TESTS | {each.variable for each in SETTINGS}
