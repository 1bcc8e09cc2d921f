//! Numbers that can be typed.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// The number in `range` that is written `text`; a range that has no end to speak of is told by its start.
///
/// # Errors
/// What would be right, as in "a whole number from 1 to 9".
pub(crate) fn number<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + fmt::Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let end = range.end().to_string();
        let end = if end.len() < 7 { format!(" to {end}") } else { " on".to_owned() };
        format!("a whole number from {}{end}", range.start())
    })
}

/// What reads a number in `range` behind an option.
pub(crate) fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + fmt::Display + Clone,
{
    move |text| number(text, range.clone()).map_err(|right| format!("expected {right}"))
}

/// A count from 1 on.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    within(1..=usize::MAX)(text)
}

/// So many milliseconds.
pub(crate) fn milliseconds(text: &str) -> Result<Duration, String> {
    let millis = number(text, 1..=u64::MAX).map(Duration::from_millis);
    millis.map_err(|_| "expected milliseconds from 1 on, as in 1000".to_owned())
}
