"""Numbers as people type them; the one parser that every page reads them with."""

from __future__ import annotations

import pytest

from companion.web.core.forms import NoNumber, number_in, parse_whole

READ = [
    ("0", 0),
    ("60", 60),
    ("060", 60),
    ("1250", 1250),
    ("1,250", 1250),
    ("1 250", 1250),
    ("1.250", 1250),
    ("60+40", 100),
    ("11 + 10 + 4", 25),
    ("1,200+50", 1250),
    ("0+0", 0),
]
REFUSED = [
    ("-60", "“-60” is below 0, and this never is. Did you mean 60?"),
    ("−60", "“−60” is below 0, and this never is. Did you mean 60?"),
    ("–5", "“–5” is below 0, and this never is. Did you mean 5?"),
    ("12,5", "“12,5” is not a whole number. Write it in digits, like 60."),
    ("sixty", "“sixty” is not a whole number. Write it in digits, like 60."),
    ("-", "“-” is not a whole number. Write it in digits, like 60."),
    ("６０", "“６０” is not a whole number. Write it in digits, like 60."),
    ("12345678", "12345678 has too many digits for a score."),
    ("60+", "“60+” is not a sum of whole numbers. Write it with a plus between them, like 60+40."),
    ("+60", "“+60” is not a sum of whole numbers. Write it with a plus between them, like 60+40."),
    ("60++4", "“60++4” is not a sum of whole numbers. Write it with a plus between them, like 60+40."),
    ("60+-4", "“60+-4” is not a sum of whole numbers. Write it with a plus between them, like 60+40."),
    ("60+x", "“60+x” is not a sum of whole numbers. Write it with a plus between them, like 60+40."),
    ("9999999+1", "10000000 has too many digits for a score."),
]


@pytest.mark.parametrize(("text", "number"), READ)
def test_a_number_is_read_however_its_thousands_are_parted(text: str, number: int) -> None:
    assert parse_whole(text) == number


@pytest.mark.parametrize(("text", "says"), REFUSED)
def test_what_is_no_number_is_told_why(text: str, says: str) -> None:
    with pytest.raises(NoNumber) as refused:
        parse_whole(text)
    assert str(refused.value) == says


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("07", 7), ("12", 12), ("13", None), ("9" * 5000, None)])
def test_a_number_in_an_address_has_bounds(text: str, number: int | None) -> None:
    assert number_in(text, 12) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.0", "1_0", " 1", "１", "²", "x"])
def test_what_an_address_says_is_a_number_in_plain_digits_or_none(text: str) -> None:
    assert number_in(text) is None
