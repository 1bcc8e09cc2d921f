//! [`several`]: counts in words.

/// `1 ply`, `2 plies`.
pub(crate) fn several(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
