//! Refuses games whose values a database cannot hold.

use crate::build_error::BuildError;
use eldest::{KeyKind, Position, Score};

/// Refuses a game whose values depend on more than a position, or have no distances.
pub(crate) fn check_rules<P: Position>() -> Result<(), BuildError> {
    if P::PATH_DEPENDENT {
        Err(BuildError::PathDependent)
    } else if !P::WIN_DISTANCE {
        Err(BuildError::NoDistances)
    } else {
        Ok(())
    }
}

/// Refuses a game in which a play without end is possible, but no draw.
pub(crate) fn check_endless<P: Position>(position: &P) -> Result<(), BuildError> {
    match position.endless() {
        Some(Score::DRAW) => Ok(()),
        Some(score) => Err(BuildError::EndlessScore(score)),
        None if position.plies_left().is_some() => Ok(()),
        None => Err(BuildError::NoEndlessScore),
    }
}

/// Refuses a game whose keys are hashes.
pub(crate) fn check_keys<P: Position>(root: &P) -> Result<(), BuildError> {
    match root.key_kind() {
        KeyKind::Unique { .. } => Ok(()),
        _ => Err(BuildError::HashedKeys),
    }
}
