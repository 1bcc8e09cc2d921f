//! [`Oracle`]: whoever knows which move proves a claim.

use eldest::{Position, Score};

/// Whoever knows which move proves a claim.
pub trait Oracle<P: Position> {
    /// A legal move of `position`, where the game is not over, that proves it to be worth `least` or more for
    /// its side to move.
    ///
    /// # Errors
    /// If the search fails.
    fn proving_move(
        &mut self,
        position: &P,
        least: Score,
    ) -> Result<Answer<P::Move>, eldest::Error>;
}

/// What an oracle says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// This move proves it.
    Proves(M),
    /// It is not true.
    False,
    /// A limit has ended the search before it was known.
    Unknown,
}
