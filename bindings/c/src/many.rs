//! [`Reports`]: many positions, solved side by side.

use crate::failure::{Failure, guard, release};
use crate::pointers::{borrow, empty, give, take, texts};
use crate::report::Report;
use crate::search::waiting;
use crate::{ELDEST_BAD_OPTION, ELDEST_END, ELDEST_TIMEOUT, Engine, Query, versioned};
use eldest_bindings::{Exclusive, Inputs, NoOutcome, SolvedPositions};
use std::ffi::{c_char, c_void};
use std::time::Duration;

/// The reports of many positions, in their order. One thread uses it at a time.
#[derive(Debug)]
pub struct Reports(Exclusive<SolvedPositions>);

/// Begins to solve `count` positions side by side on the threads of the engine, which is busy until
/// the last report has been taken, or the reports are freed. Their texts are copied. The limits of
/// `query` apply to each position; its own position must not be set.
///
/// Errors: as `eldest_start`. A text that is not a position is an error of its own report.
///
/// # Safety
/// `engine` is null or live; `positions` is null or points to `count` texts; the other pointers are
/// as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_solve_many(
    engine: *const Engine,
    query: *const Query,
    positions: *const *const c_char,
    count: usize,
    reports: *mut *mut Reports,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `reports` can be written to.
        let out = unsafe { empty(reports, "reports") }?;
        // SAFETY: by the contract, the engine is live, and there are `count` texts.
        let (engine, positions) =
            unsafe { (borrow(engine, "engine")?, texts(positions, count, "positions")?) };
        let game = engine.engine.game().clone();
        let inputs = positions.into_iter().map(move |text| game.position(&text));
        // SAFETY: by the contract, the query is as described.
        *out = give(unsafe { start(engine, query, Box::new(inputs)) }?);
        Ok(())
    })
}

/// As `eldest_solve_many`, for a game by callbacks: `states` points to `count` positions, one after
/// the other, each of `position_size` bytes. They are copied.
///
/// Errors: as `eldest_start`; `ELDEST_UNSUPPORTED` for a shipped game.
///
/// # Safety
/// As `eldest_solve_many`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_solve_many_states(
    engine: *const Engine,
    query: *const Query,
    states: *const c_void,
    count: usize,
    reports: *mut *mut Reports,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `reports` can be written to.
        let out = unsafe { empty(reports, "reports") }?;
        // SAFETY: by the contract, the engine is live.
        let engine = unsafe { borrow(engine, "engine") }?;
        if states.is_null() && count > 0 {
            return Err(Failure::null("states"));
        }
        let position = |index| {
            let state = states.cast::<u8>().wrapping_add(index * engine.state_size());
            // SAFETY: by the contract, `states` has `count` positions, and this is one of them.
            unsafe { engine.position_of(state.cast(), "states") }
        };
        let positions: Vec<_> = (0..count).map(position).collect::<Result<_, _>>()?;
        let inputs = positions.into_iter().map(Ok);
        // SAFETY: by the contract, the query is as described.
        *out = give(unsafe { start(engine, query, Box::new(inputs)) }?);
        Ok(())
    })
}

/// Starts the searches.
///
/// # Safety
/// `query` is as the header describes.
unsafe fn start(engine: &Engine, query: *const Query, inputs: Inputs) -> Result<Reports, Failure> {
    // SAFETY: by the contract, `size` bytes can be read.
    let query = unsafe { versioned::read(query, "query") }?;
    if !(query.text.is_null() && query.state.is_null() && query.position.is_null()) {
        let message = "no position may be set in the eldest_query that holds the limits of many";
        return Err(Failure::new(ELDEST_BAD_OPTION, message));
    }
    // SAFETY: by the contract, the query is as described.
    let limits = unsafe { query.limits() }?;
    let solved = engine.engine.solve_many(inputs, &limits)?;
    Ok(Reports(Exclusive::new("the reports", solved)))
}

/// Waits for the next report, `seconds` at most, or for ever with `ELDEST_FOREVER`.
///
/// Errors: `ELDEST_END` after the last, `ELDEST_TIMEOUT` if the next is not known yet,
/// `ELDEST_NULL_POINTER`, `ELDEST_BAD_OPTION` for `seconds`, `ELDEST_IN_CALLBACK` as for
/// `eldest_handle_wait`. Any other error is that of the next position, as for `eldest_solve`; the call
/// after it goes on. Then `*report` is null.
///
/// # Safety
/// `reports` is null or live, and used by this thread alone; `report` is null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_reports_next(
    reports: *mut Reports,
    seconds: f64,
    report: *mut *mut Report,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, `report` can be written to.
        let out = unsafe { empty(report, "report") }?;
        // SAFETY: by the contract, it is live.
        let reports = &unsafe { borrow(reports, "reports") }?.0;
        let most = waiting(seconds)?;
        let next = reports.with(|reports| match most {
            None => Ok(reports.next()),
            Some(most) => within(reports, most),
        })??;
        let next = next.ok_or_else(|| Failure::new(ELDEST_END, "there are no more reports"))?;
        *out = give(Report::new(&next?));
        Ok(())
    })
}

/// Waits for the next outcome, `most` at most.
fn within(
    reports: &mut SolvedPositions,
    most: Duration,
) -> Result<Option<eldest_bindings::Result<eldest_bindings::Report>>, Failure> {
    reports.next_within(most).map_err(|reason| match reason {
        NoOutcome::Timeout => Failure::new(ELDEST_TIMEOUT, "the next position is not solved yet"),
        NoOutcome::Refused(refused) => refused.into(),
    })
}

/// Stops all searches, and frees the reports that were not taken. Does nothing for null. Freeing
/// them twice is undefined behaviour.
///
/// # Safety
/// `reports` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_reports_free(reports: *mut Reports) {
    // SAFETY: by the contract, it is null or live, and not used any more.
    release(|| unsafe { take(reports) });
}
