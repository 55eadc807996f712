"""Which evening a moment belongs to."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.store.moments import ENDS_AT_HOUR, evening_of, on_the_wall

FRIDAY, SATURDAY = date(2026, 11, 20), date(2026, 11, 21)
BERLIN = ZoneInfo("Europe/Berlin")
_LONG_AGO, _FAR_OFF = (datetime.combine(date(year, 1, 1), time()) for year in (2000, 2100))


@pytest.mark.parametrize(
    ("stored", "zone", "evening"),
    [
        ("2026-11-20T19:00:00.000+00:00", timezone.utc, FRIDAY),
        ("2026-11-21T04:59:59.999+00:00", timezone.utc, FRIDAY),
        ("2026-11-21T05:00:00.000+00:00", timezone.utc, SATURDAY),
        # Half past eleven on Friday in New York is Saturday morning in Greenwich.
        ("2026-11-21T04:30:00.000+00:00", ZoneInfo("America/New_York"), FRIDAY),
        ("2026-11-21T03:59:00.000+00:00", BERLIN, FRIDAY),
        ("2026-11-21T04:00:00.000+00:00", BERLIN, SATURDAY),
        # The night on which clocks are set back has the hour from two to three twice.
        ("2026-10-25T00:30:00.000+00:00", BERLIN, date(2026, 10, 24)),
        ("2026-10-25T01:30:00.000+00:00", BERLIN, date(2026, 10, 24)),
    ],
)
def test_an_evening_lasts_until_five_in_the_morning_of_the_table(stored: str, zone: tzinfo, evening: date) -> None:
    moment = on_the_wall(stored, zone)
    assert moment is not None
    assert evening_of(moment) == evening


@pytest.mark.parametrize("stored", ["", "some day", "2026-11-20T19:00:00"])
def test_a_damaged_time_is_on_no_wall(stored: str) -> None:
    assert on_the_wall(stored, BERLIN) is None


@given(st.datetimes(timezones=st.sampled_from([timezone.utc, BERLIN]), min_value=_LONG_AGO, max_value=_FAR_OFF))
def test_all_from_five_to_five_is_one_evening(at: datetime) -> None:
    evening = evening_of(at)
    begins = datetime.combine(evening, time(ENDS_AT_HOUR))
    assert begins <= at.replace(tzinfo=None) < begins + timedelta(days=1)
