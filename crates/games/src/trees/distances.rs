//! [`Distances`]: the same game, with wins and losses that count their distance.

use eldest::{Position, forward_position};

/// A position whose wins and losses get one ply more distant each time they back up; apart from
/// that the one inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances<P>(pub P);

impl<P: Position> Position for Distances<P> {
    // What is known of the values inside is not true of distances: a move that wins may not be the one
    // that wins soonest, bounds may be nearer than the win, and distances have no grid.
    forward_position!(self.0: P; except
        WIN_DISTANCE, relevant_moves, bounds, bounds_for, granularity, fingerprint);

    const WIN_DISTANCE: bool = true;

    fn fingerprint(&self) -> u64 {
        !self.0.fingerprint()
    }
}
