//! Numbers of any length: what is too large for a type is the largest that it has.

/// The whole number `text`, with a sign or without, held within the range of its type.
#[must_use]
pub fn whole(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let add = |number: i64, digit: char| {
        let digit = i64::from(digit.to_digit(10)?);
        Some(number.saturating_mul(10).saturating_add(sign * digit))
    };
    if digits.is_empty() { None } else { digits.chars().try_fold(0, add) }
}

/// The same, from `least` on.
#[must_use]
pub fn at_least(least: i64, text: &str) -> Option<u64> {
    let number = whole(text).filter(|number| *number >= least)?;
    u64::try_from(number).ok()
}
