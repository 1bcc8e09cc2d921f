//! Checks of the rules of a game.

use crate::failure::{self, guard};
use crate::pointers::{borrow, borrow_mut};
use crate::versioned::{self, Versioned};
use crate::{Engine, Query};
use eldest_bindings::StopToken;
use eldest_bindings::conformance::{self, CheckOptions, Conformance};
use std::ffi::c_void;
use std::mem::offset_of;

/// What `eldest_conformance` has checked. Set `size` to `sizeof(eldest_checks)`.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct Checks {
    /// `sizeof(eldest_checks)`.
    pub size: usize,
    /// The positions that were checked.
    pub positions: u64,
    /// The random games that were played.
    pub games: u64,
    /// The plies of the longest.
    pub longest: u64,
    /// The positions whose value was found by minimax, and compared with bounds and keys.
    pub solved: u64,
    /// The positions with the key of an earlier one, which were compared.
    pub repeated_keys: u64,
    /// How often a game came back to an earlier position. Above 0, the game has cycles.
    pub repetitions: u64,
    /// The reasons not to rely on the verdict: `eldest_last_error` has them, if there are any.
    pub doubts: u64,
}

// SAFETY: `repr(C)`, `size` is first, and zero is valid for numbers.
unsafe impl Versioned for Checks {
    const NAME: &'static str = "eldest_checks";
    const LEAST: usize = offset_of!(Self, doubts) + size_of::<u64>();
}

impl Checks {
    fn of(found: &Conformance) -> Self {
        Self {
            size: 0,
            positions: found.positions as u64,
            games: found.games as u64,
            longest: found.longest as u64,
            solved: found.solved as u64,
            repeated_keys: found.repeated_keys as u64,
            repetitions: found.repetitions as u64,
            doubts: found.doubts.len() as u64,
        }
    }
}

/// Checks the rules of a game by callbacks at about `positions` positions, 0 for 2,000: every promise
/// on which a search relies, such as that `undo` restores the position. `start` is a position, or
/// null for the one at the start. Call it in a test before anything else. `checks` may be null.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BROKEN_CONTRACT` with the broken promise
/// and the moves that lead there, `ELDEST_CALLBACK_FAILED`, `ELDEST_UNSUPPORTED` for a shipped game.
///
/// # Safety
/// `engine` is null or live; the other pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_conformance(
    engine: *const Engine,
    start: *const c_void,
    positions: u32,
    checks: *mut Checks,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the engine is live.
        let engine = unsafe { borrow(engine, "engine") }?;
        // SAFETY: by the contract, a start that is not null is a position.
        let given = || unsafe { engine.position_of(start, "start") };
        let start = (!start.is_null()).then(given).transpose()?;
        let mut options = CheckOptions::default();
        if positions != 0 {
            options.positions = positions as usize;
        }
        let found = conformance::check(engine.engine.game(), start.as_ref(), &options)?;
        failure::note(&found.doubts.join("; "));
        if checks.is_null() {
            return Ok(());
        }
        // SAFETY: by the contract, `size` bytes can be written.
        unsafe { versioned::write(checks, "checks", &Checks::of(&found)) }
    })
}

/// Counts the games of exactly `plies` moves from the position of a query: "perft", the customary way
/// to compare two implementations of rules. Games that end sooner do not count. There are at most
/// 65,000 `plies`.
///
/// Errors: as `eldest_position_of`.
///
/// # Safety
/// `engine` is null or live; `count` is null or can be written to; `query` is as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_perft(
    engine: *const Engine,
    query: *const Query,
    plies: u32,
    count: *mut u64,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the engine is live, and the query as described.
        let (engine, query) =
            unsafe { (borrow(engine, "engine")?, versioned::read(query, "query")?) };
        // SAFETY: by the contract, `count` can be written to.
        let count = unsafe { borrow_mut(count, "count") }?;
        // SAFETY: as above.
        let position = unsafe { query.position(engine) }?;
        *count = conformance::perft(&position, plies, &StopToken::new())?;
        Ok(())
    })
}
