//! The ticks of a time axis and their format.

use std::time::Duration;

/// The most ticks, besides 0.
const MOST: f64 = 8.0;

/// Units in nanoseconds, the largest first.
const UNITS: [(f64, &str); 4] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];

/// Returns the ticks of an axis of this `length`: the place of each, as a share of it, and its
/// text.
pub(super) fn ticks(length: Duration) -> Vec<(f64, String)> {
    let length = nanoseconds(length);
    let (unit, name) = unit(length);
    let step = step(length / unit / MOST) * unit;
    let count = (length / step * (1.0 + 1e-9)) as usize;
    let tick = |number: usize| {
        let at = number as f64 * step;
        (at / length, format!("{} {name}", round(at / unit)))
    };
    (0..=count).map(tick).collect()
}

/// Formats `time` with three digits.
pub(super) fn rounded(time: Duration) -> String {
    let time = nanoseconds(time);
    let (unit, name) = unit(time);
    let number = time / unit;
    let places = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.places$} {name}")
}

/// Returns at least one, to avoid a division by zero.
fn nanoseconds(time: Duration) -> f64 {
    (time.as_nanos() as f64).max(1.0)
}

fn unit(nanoseconds: f64) -> (f64, &'static str) {
    UNITS.into_iter().find(|(unit, _)| nanoseconds >= *unit).unwrap_or(UNITS[3])
}

/// Returns the next of 1, 2, 5, 10, 20 and so on.
fn step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

/// Rounds to three decimals, to remove floating-point errors.
fn round(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_round_and_few() {
        let texts = |nanos| {
            let ticks = ticks(Duration::from_nanos(nanos));
            ticks.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(texts(8_000), "0 µs, 1 µs, 2 µs, 3 µs, 4 µs, 5 µs, 6 µs, 7 µs, 8 µs");
        assert_eq!(texts(27_400_000), "0 ms, 5 ms, 10 ms, 15 ms, 20 ms, 25 ms");
        assert_eq!(texts(1_300_000_000), "0 s, 0.2 s, 0.4 s, 0.6 s, 0.8 s, 1 s, 1.2 s");
        assert!(!texts(0).is_empty());
    }

    #[test]
    fn times_have_three_digits() {
        let all = [7, 4_321, 98_765_432, 123_456_789, 12_345_678_900].map(Duration::from_nanos);
        assert_eq!(all.map(rounded), ["7.00 ns", "4.32 µs", "98.8 ms", "123 ms", "12.3 s"]);
    }
}
