"""Which evening a moment belongs to."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.store.moments import ENDS_AT_HOUR, at, evening_of, on_the_wall, read_day, read_moment, read_stamp, stamp

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


NO_MOMENTS = [
    *("", "some day", "2026-11-20", "2026-11-20T19:00:00", "20261120T190000+0000", "2026-11-20T19:00:00Z"),
    *("9999-12-31T23:59:59.999-14:00", "0001-01-01T00:00:00+14:00", "1969-12-31T23:59:59.999+00:00"),
    *("2101-01-01T00:00:00.000+00:00", "2026-02-30T19:00:00+00:00", "2026-11-20T24:00:00+00:00"),
    "٢٠٢٦-11-20T19:00:00.000+00:00",
]
NO_DAYS = ["", "20261120", "2026-W47-5", "2026-11-31", "1999-12-31", "2101-01-01", "9999-12-31", "2026-1-2"]


@pytest.mark.parametrize("text", NO_MOMENTS)
def test_what_is_no_moment_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no time from 1970 to 2100 with its zone, as 2026-11-20T19:04:05\.000"):
        read_moment(text)


@pytest.mark.parametrize("text", NO_DAYS)
def test_what_is_no_day_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(ValueError, match="is no day from 2000 to 2100, as 2026-11-20"):
        read_day(text)


@given(st.datetimes(timezones=st.just(timezone.utc), min_value=_LONG_AGO, max_value=_FAR_OFF))
def test_what_was_written_is_read_as_it_was(moment: datetime) -> None:
    whole = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
    assert read_moment(at(moment)) == whole
    assert read_stamp(stamp(moment)) == moment.replace(microsecond=0)
    assert read_day(moment.date().isoformat()) == moment.date()


@pytest.mark.parametrize("stored", NO_MOMENTS)
def test_a_damaged_time_is_on_no_wall(stored: str) -> None:
    assert on_the_wall(stored, BERLIN) is None


@given(st.datetimes(timezones=st.sampled_from([timezone.utc, BERLIN]), min_value=_LONG_AGO, max_value=_FAR_OFF))
def test_all_from_five_to_five_is_one_evening(moment: datetime) -> None:
    evening = evening_of(moment)
    begins = datetime.combine(evening, time(ENDS_AT_HOUR))
    assert begins <= moment.replace(tzinfo=None) < begins + timedelta(days=1)
