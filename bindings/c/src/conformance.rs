//! A check of the rules of a game in C.

use crate::Engine;
use crate::failure::{self, guard};
use crate::pointers::borrow;
use crate::versioned::{self, Versioned};
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
            doubts: found.doubts.len() as u64,
        }
    }
}

/// Plays `games` random games by the rules of the engine's game, and checks every promise on which a
/// search relies, such as that `undo` restores the position. `start` is a position by callbacks, or
/// null for the one at the start. Call it in a test before anything else. `checks` may be null.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BROKEN_CONTRACT` with the broken promise
/// and the moves that lead there, `ELDEST_CALLBACK_FAILED`.
///
/// # Safety
/// `engine` is null or live; the other pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_conformance(
    engine: *const Engine,
    start: *const c_void,
    games: u32,
    checks: *mut Checks,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the engine is live.
        let engine = unsafe { borrow(engine, "engine") }?;
        // SAFETY: by the contract, a start that is not null is a position.
        let given = || unsafe { engine.position_of(start, "start") };
        let start = (!start.is_null()).then(given).transpose()?;
        let options = CheckOptions { games: games as usize, ..CheckOptions::default() };
        let found = conformance::check(engine.engine.game(), start.as_ref(), &options)?;
        failure::note(&found.doubts.join("; "));
        if checks.is_null() {
            return Ok(());
        }
        // SAFETY: by the contract, `size` bytes can be written.
        unsafe { versioned::write(checks, "checks", &Checks::of(&found)) }
    })
}
