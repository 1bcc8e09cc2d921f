//! Numbers of every size, above all around the ends of their ranges.

use arbitrary::{Result, Unstructured};

/// The ends of points, of wins by distance, of values, of windows, of 32 bits, and what lies
/// beyond.
const EDGES: [i64; 12] = [
    0,
    4_000_000,
    6_000_000,
    7_999_990,
    8_000_000,
    8_388_607,
    1 << 24,
    (1 << 31) - 4,
    1 << 31,
    1 << 32,
    1 << 40,
    1 << 60,
];

/// A value, which may lie beyond all that there are.
pub(super) fn any(u: &mut Unstructured<'_>) -> Result<i64> {
    let value = *u.choose(&EDGES)? + u.int_in_range(-3..=3)?;
    Ok(if u.arbitrary()? { value } else { -value })
}

/// A height around the greatest one, and beyond.
pub(super) fn height(u: &mut Unstructured<'_>) -> Result<u64> {
    let top = u64::from(u32::MAX);
    u.choose(&[top - 2, top - 1, top, top + 1, top + 2, 1 << 40, u64::MAX >> 1]).copied()
}

/// Whether the page allows it.
pub(super) fn is_value(least: i64) -> bool {
    least.abs() <= 8_000_000
}
