//! [`Handle`]: a search in the background.

use crate::failure::{Failure, guard, release};
use crate::pointers::{borrow, empty, give, take};
use crate::query::Asked;
use crate::report::Report;
use crate::versioned::{self, Versioned};
use crate::{ELDEST_BAD_OPTION, ELDEST_TIMEOUT, Engine, Query};
use std::mem::offset_of;
use std::time::Duration;

/// A number of seconds: for ever.
pub const ELDEST_FOREVER: f64 = -1.0;

/// A search in the background. Several threads may call functions with it at the same time, except
/// for `eldest_handle_free`.
#[derive(Debug)]
pub struct Handle(eldest_bindings::Handle);

/// The progress of a search. Set `size` to `sizeof(eldest_progress)`.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct SearchProgress {
    /// `sizeof(eldest_progress)`.
    pub size: usize,
    /// Nodes so far.
    pub nodes: u64,
    /// Seconds so far.
    pub seconds: f64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// 1 if the search has ended.
    pub is_finished: i32,
}

// SAFETY: `repr(C)`, `size` is first, and zero is valid for numbers.
unsafe impl Versioned for SearchProgress {
    const NAME: &'static str = "eldest_progress";
    const LEAST: usize = offset_of!(Self, is_finished) + size_of::<i32>();
}

/// Returns the time of a call that waits; `None` for ever.
pub(crate) fn waiting(seconds: f64) -> Result<Option<Duration>, Failure> {
    if seconds == ELDEST_FOREVER {
        return Ok(None);
    }
    Duration::try_from_secs_f64(seconds).map(Some).map_err(|_| {
        let message = format!(
            "seconds is {seconds}; a number from 0 on is expected, or ELDEST_FOREVER, which is -1"
        );
        Failure::new(ELDEST_BAD_OPTION, message)
    })
}

/// Begins to search a position in the background, as `eldest_search`.
///
/// Errors: as `eldest_solve`, except for those that occur during the search, which `eldest_handle_wait`
/// returns. Then `*search` is null.
///
/// # Safety
/// `engine` is null or live; the other pointers are as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_start(
    engine: *const Engine,
    query: *const Query,
    search: *mut *mut Handle,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `search` can be written to.
        let out = unsafe { empty(search, "search") }?;
        // SAFETY: by the contract, the engine is live, and the query as described.
        let asked = unsafe { Asked::read(engine, query) }?;
        let Asked { engine, position, limits, on_iteration } = asked;
        *out = give(Handle(engine.start(&position, &limits, on_iteration)?));
        Ok(())
    })
}

/// Begins to solve a position in the background, as `eldest_solve`.
///
/// Errors: as `eldest_start`.
///
/// # Safety
/// As `eldest_start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_start_solve(
    engine: *const Engine,
    query: *const Query,
    search: *mut *mut Handle,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `search` can be written to.
        let out = unsafe { empty(search, "search") }?;
        // SAFETY: by the contract, the engine is live, and the query as described.
        let asked = unsafe { Asked::read(engine, query) }?;
        *out = give(Handle(asked.engine.start_solve(&asked.position, &asked.limits)?));
        Ok(())
    })
}

/// Stops a search, from any thread, callbacks too. It ends at once, or when the callbacks return
/// that it is calling, and its report has what it has found.
///
/// Errors: `ELDEST_NULL_POINTER`.
///
/// # Safety
/// `search` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_handle_stop(search: *const Handle) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the search is null or live.
        unsafe { borrow(search, "search") }?.0.stop();
        Ok(())
    })
}

/// Waits for the end of a search, `seconds` at most, or for ever with `ELDEST_FOREVER`. Each call
/// after the end makes a report, to be freed.
///
/// Errors: `ELDEST_TIMEOUT` if the search goes on, `ELDEST_NULL_POINTER`, `ELDEST_BAD_OPTION` for
/// `seconds`, `ELDEST_IN_CALLBACK` from a callback of the search or of its rules, or of a search that
/// it waits for, and those that ended the search, as for `eldest_solve`. Then `*report` is null.
///
/// # Safety
/// `search` is null or live; `report` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_handle_wait(
    search: *const Handle,
    seconds: f64,
    report: *mut *mut Report,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `report` can be written to.
        let out = unsafe { empty(report, "report") }?;
        // SAFETY: by the contract, the search is live.
        let handle = &unsafe { borrow(search, "search") }?.0;
        let outcome = handle.wait(waiting(seconds)?);
        let goes_on = || Failure::new(ELDEST_TIMEOUT, "the search goes on");
        *out = give(Report::new(&outcome.ok_or_else(goes_on)??));
        Ok(())
    })
}

/// Writes the progress of a search, or that at its end, to `progress`.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`.
///
/// # Safety
/// `search` is null or live; `progress` is null or a struct whose `size` is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_handle_progress(
    search: *const Handle,
    progress: *mut SearchProgress,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the search is live.
        let handle = &unsafe { borrow(search, "search") }?.0;
        let is_finished = handle.is_finished().into();
        let now = handle.progress();
        let (nodes, seconds, hashfull) = (now.nodes, now.seconds, now.hashfull);
        let found = SearchProgress { size: 0, nodes, seconds, hashfull, is_finished };
        // SAFETY: by the contract, `size` bytes can be written.
        unsafe { versioned::write(progress, "progress", &found) }
    })
}

/// Stops a search, waits for its end, and frees it: afterwards none of its callbacks runs. It does
/// not wait where `eldest_handle_wait` fails with `ELDEST_IN_CALLBACK`. Does nothing for null.
/// Freeing it twice is undefined behaviour.
///
/// # Safety
/// `search` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_handle_free(search: *mut Handle) {
    release(|| {
        // SAFETY: by the contract, it is null or live, and not used any more.
        let Some(search) = (unsafe { take(search) }) else { return };
        search.0.stop();
        let _ = search.0.wait(None);
    });
}
