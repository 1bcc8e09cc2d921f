//! Short texts of scores, windows and counts.

use super::drawing::TreeSize;
use eldest::{Bound, Score, Window};

/// Writes a window, as in `(3,∞)`.
pub(super) fn window(window: Window) -> String {
    format!("({},{})", end(window.alpha()), end(window.beta()))
}

/// Writes the end of a window: a score, or infinity.
fn end(score: Score) -> String {
    match score {
        _ if score > Score::WIN => "∞".to_owned(),
        _ if score < Score::LOSS => "-∞".to_owned(),
        _ => format!("{score:#}"),
    }
}

/// Writes a value, as in `5`, `≥5` or `≤5`.
pub(super) fn value((score, bound): (Score, Bound)) -> String {
    let sign = match bound {
        Bound::Lower => "≥",
        Bound::Upper => "≤",
        Bound::Exact => "",
    };
    format!("{sign}{score:#}")
}

/// Writes counts, as in `3 leaves, 3 inner nodes`, with re-searches and passes if there are any.
pub(super) fn counts(counts: TreeSize) -> String {
    let TreeSize { leaves, interior, researches, passes } = counts;
    let mut words = several(leaves, "leaf", "leaves") + ", ";
    words += &several(interior, "inner node", "inner nodes");
    if researches > 0 {
        words += ", ";
        words += &several(researches, "re-search", "re-searches");
    }
    if passes > 1 {
        words += &format!(", {passes} passes");
    }
    words
}

/// Writes a number with its noun, as in `1 leaf` or `2 leaves`.
fn several(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_and_values_are_short() {
        assert_eq!(window(Window::FULL), "(-∞,∞)");
        assert_eq!(window(Window::new(Score::loss_in(3), Score::new(-4))), "(L3,-4)");
        assert_eq!(window(Window::new(Score::new(-8_000_001), Score::WIN)), "(-∞,W0)");
        assert_eq!(value((Score::new(5), Bound::Lower)), "≥5");
        assert_eq!(value((Score::win_in(5), Bound::Upper)), "≤W5");
    }

    #[test]
    fn counts_are_reported_if_there_is_something_to_count() {
        let all = TreeSize { leaves: 1, interior: 2, researches: 1, passes: 3 };
        assert_eq!(counts(all), "1 leaf, 2 inner nodes, 1 re-search, 3 passes");
        let few = TreeSize { leaves: 2, interior: 1, researches: 0, passes: 1 };
        assert_eq!(counts(few), "2 leaves, 1 inner node");
    }
}
