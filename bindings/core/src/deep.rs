//! [`on_deep_stack`]: runs work that recurses with the plies of a game.

use crate::engine_core::within;
use crate::waits::Caller;
use crate::{Error, Position, Result};
use std::thread::{Builder, scope};

/// The most plies for which the stack suffices.
pub(crate) const MOST_PLIES: u32 = 5_000;

/// The bytes of the stack for a ply. Of the textbook's algorithms, PVS and NegaScout took the most in
/// a build that was not optimised: 963. The others are for the rules.
const FRAME: usize = 4_096;

/// Runs `work`, which may call the rules of the game of `position`, on a thread whose stack suffices
/// for [`MOST_PLIES`].
pub(crate) fn on_deep_stack<T: Send>(
    position: &Position,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    let foreign = position.with(|erased| Ok(erased.kind()?.scope()))?;
    let (caller, mut found) = (Caller::current().scope(foreign), None);
    scope(|threads| {
        let thread =
            Builder::new().name("eldest".to_owned()).stack_size(MOST_PLIES as usize * FRAME);
        let spawned = thread.spawn_scoped(threads, || within(&caller, || found = Some(work())));
        spawned.map(drop)
    })
    .map_err(|error| Error::of_thread(&error))?;
    found.unwrap_or_else(|| Err(Error::Panic("the work ended early".to_owned())))
}
