//! [`Value`]: a value, exact or bounded.

use eldest::{Bounds, Score};
use std::fmt;

/// A value for the side to move, exact or bounded.
///
/// Written as `5`, or as `[-3,5]` if it is not known exactly. `W5` is a win in 5 plies, `L4` a loss
/// in 4.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl Value {
    /// Returns the score as a number, if it is known exactly. A win in n plies is 8,000,000 − n, a
    /// loss its negative.
    #[must_use]
    pub fn number(&self) -> Option<i32> {
        self.is_exact().then(|| self.lower.get())
    }

    /// Returns the plies to the win or the loss, if the value is known to be one.
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        if self.is_exact() { self.lower.distance() } else { None }
    }

    /// Whether the bounds are equal.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}

impl From<Bounds> for Value {
    fn from(bounds: Bounds) -> Self {
        Self { lower: bounds.lower(), upper: bounds.upper() }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_exact() {
            true => write!(f, "{:#}", self.lower),
            false => write!(f, "[{:#},{:#}]", self.lower, self.upper),
        }
    }
}
