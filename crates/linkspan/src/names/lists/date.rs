//! Dates, for the age of lists. The library has no clock; the caller provides the current date.

use core::fmt;
use core::str::FromStr;

/// A day of the Gregorian calendar. The library has no clock, so the caller provides the current
/// date, as with [`Profile::today`](crate::Profile::today).
///
/// ```
/// use linkspan::Date;
///
/// let list: Date = "2026-11-01".parse()?;
/// let today = Date::from_unix_days(20_772);
/// assert_eq!(today.to_string(), "2026-11-15");
/// assert_eq!(today.days_since(list), 14);
/// # Ok::<(), linkspan::DateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Days since 1970-01-01.
    days: i32,
}

impl Date {
    /// The day that is `days` after 1970-01-01.
    ///
    /// ```
    /// assert_eq!(linkspan::Date::from_unix_days(0).to_string(), "1970-01-01");
    /// assert_eq!(linkspan::Date::from_unix_days(20_758).to_string(), "2026-11-01");
    /// ```
    #[must_use]
    pub fn from_unix_days(days: i32) -> Self {
        Self { days }
    }

    /// The day with this year, month and day; `None` if it does not exist.
    ///
    /// ```
    /// use linkspan::Date;
    ///
    /// assert_eq!(Date::new(2026, 11, 1), "2026-11-01".parse().ok());
    /// assert_eq!(Date::new(2026, 2, 29), None);
    /// ```
    #[must_use]
    pub fn new(year: i32, month: u8, day: u8) -> Option<Self> {
        let date = Self {
            days: days_from_civil(year, month, day)?,
        };
        (date.civil() == (year, month, day)).then_some(date)
    }

    /// The number of days from `earlier` to this day; negative if this day is before it.
    ///
    /// ```
    /// use linkspan::Date;
    ///
    /// let (list, today) = (Date::new(2026, 11, 1).unwrap(), Date::new(2026, 11, 15).unwrap());
    /// assert_eq!(today.days_since(list), 14);
    /// assert_eq!(list.days_since(today), -14);
    /// ```
    #[must_use]
    pub fn days_since(self, earlier: Self) -> i32 {
        self.days.saturating_sub(earlier.days)
    }

    /// The year, month and day.
    fn civil(self) -> (i32, u8, u8) {
        // Days of a 400-year era that starts on March 1, so that leap days are at the end of a
        // year.
        let shifted = i64::from(self.days) + 719_468;
        let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 {
            march_month + 3
        } else {
            march_month - 9
        };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let small = |n: i64| u8::try_from(n).unwrap_or(0);
        (i32::try_from(year).unwrap_or(0), small(month), small(day))
    }
}

fn days_from_civil(year: i32, month: u8, day: u8) -> Option<i32> {
    let year = i64::from(year) - i64::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let march_month = (i64::from(month) + 9) % 12;
    let of_year = (153 * march_month + 2) / 5 + i64::from(day) - 1;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    i32::try_from(era * 146_097 + of_era - 719_468).ok()
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The error for a text that is not a date in the form `2026-11-01`.
///
/// ```
/// use linkspan::{Date, DateError};
///
/// assert_eq!("1 November".parse::<Date>(), Err(DateError));
/// assert_eq!(DateError.to_string(), "not a date: expected a day in the form 2026-11-01");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateError;

impl fmt::Display for DateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a date: expected a day in the form 2026-11-01")
    }
}

impl core::error::Error for DateError {}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let parse = || {
            let mut fields = text.splitn(3, '-');
            let year = fields.next()?.parse().ok()?;
            let month = fields.next()?.parse().ok()?;
            Self::new(year, month, fields.next()?.parse().ok()?)
        };
        parse().ok_or(DateError)
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn days_and_dates_agree() {
        let mut before = Date::from_unix_days(-30_001).civil();
        for days in -30_000..60_000 {
            let date = Date::from_unix_days(days);
            let (year, month, day) = date.civil();
            assert_eq!(Date::new(year, month, day), Some(date));
            assert!(before < date.civil(), "{date}");
            before = date.civil();
        }
        assert_eq!(std::format!("{}", Date::from_unix_days(0)), "1970-01-01");
        assert_eq!(Date::new(2024, 2, 29).map(|date| date.days), Some(19_782));
    }

    #[test]
    fn there_is_no_such_day() {
        for text in [
            "2026-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "2026",
            "",
            "2026-1-x",
            "99999999999-1-1",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}
