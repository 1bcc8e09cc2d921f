//! Values and counts as text, and values as JSON.

use eldest::report::RootMove;
use eldest::{Bounds, Depth, Score};
use serde::Serialize;
use std::fmt;

/// A value, exact or bounded.
///
/// Written as `5`, or as `[-3,5]` if it is not known exactly. `W5` is a win in 5 plies, `L4` a loss
/// in 4, with the same letters as in trees.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// The score, if it is known exactly.
    score: Option<Score>,
    /// Plies to the win or the loss, if the score is one.
    distance: Option<u32>,
    /// The value is at least this.
    lower: Score,
    /// The value is at most this.
    upper: Score,
}

impl From<Bounds> for Value {
    fn from(bounds: Bounds) -> Self {
        let score = bounds.value();
        let distance = score.and_then(Score::distance);
        Self { score, distance, lower: bounds.lower(), upper: bounds.upper() }
    }
}

impl Value {
    /// Returns the value that a search found for a move at the root, in a game whose values lie in
    /// `range`.
    pub fn of_move<M>(searched: &RootMove<M>, range: Bounds) -> Self {
        if searched.depth == Depth::HORIZON {
            return range.into();
        }
        let found = Bounds::from_bound(searched.value, searched.bound);
        found.intersect(range).unwrap_or(found).into()
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lower, upper) = (format!("{:#}", self.lower), format!("{:#}", self.upper));
        match self.score {
            Some(_) => f.pad(&lower),
            None => f.pad(&format!("[{lower},{upper}]")),
        }
    }
}

/// Writes a number with its noun, as in `1 ply` or `2 plies`.
#[must_use]
pub fn several(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_one_word() {
        let exact = |score| Value::from(Bounds::exact(score)).to_string();
        assert_eq!(exact(Score::new(-3)), "-3");
        assert_eq!(exact(Score::win_in(5)), "W5");
        assert_eq!(exact(Score::LOSS), "L0");
        let bounds = Bounds::new(Score::DRAW, Score::WIN);
        assert_eq!(Value::from(bounds).to_string(), "[0,W0]");
    }

    #[test]
    fn json_has_all_that_is_known() {
        let json = |bounds| serde_json::to_string(&Value::from(bounds)).unwrap();
        let bounds = Bounds::new(Score::new(-3), Score::new(4));
        assert_eq!(json(bounds), r#"{"score":null,"distance":null,"lower":-3,"upper":4}"#);
        let win = Bounds::exact(Score::win_in(2));
        assert_eq!(json(win), r#"{"score":7999998,"distance":2,"lower":7999998,"upper":7999998}"#);
    }
}
