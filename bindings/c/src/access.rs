//! Access to a report: what it has, written to structs of the caller.

use crate::ELDEST_BAD_INDEX;
use crate::failure::{Failure, guard, guard_pointer, release};
use crate::pointers::{borrow, take};
use crate::report::{MoveResult, Named, Report, SearchResult};
use crate::versioned::write;
use std::ffi::c_char;

pub(crate) fn at<'a, T>(list: &'a [T], index: usize, what: &str) -> Result<&'a T, Failure> {
    list.get(index).ok_or_else(|| {
        let message = format!("there is no {what} {index}: there are {}", list.len());
        Failure::new(ELDEST_BAD_INDEX, message)
    })
}

/// Writes what a report has to `result`.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`.
///
/// # Safety
/// `report` is null or a live report, `result` null or a struct whose `size` is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_report_result(
    report: *const Report,
    result: *mut SearchResult,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the report is live.
        let report = unsafe { borrow(report, "report") }?;
        // SAFETY: by the contract, `size` bytes can be written.
        unsafe { write(result, "result", &report.result()) }
    })
}

/// Writes what a report has about the move at `index` to `result`. The best move has index 0.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_SIZE`, `ELDEST_BAD_INDEX`.
///
/// # Safety
/// As `eldest_report_result`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_report_move(
    report: *const Report,
    index: usize,
    result: *mut MoveResult,
) -> i32 {
    guard(|| {
        // SAFETY: by the contract, the report is live.
        let report = unsafe { borrow(report, "report") }?;
        // SAFETY: by the contract, `size` bytes can be written.
        unsafe { write(result, "result", &at(&report.moves, index, "move")?.result()) }
    })
}

/// Returns the text of the move at `index` of the line of best play, and writes its number to
/// `number`, unless that is null. Returns null after an error.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_INDEX`.
///
/// # Safety
/// `report` is null or a live report, `number` null or can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_report_line(
    report: *const Report,
    index: usize,
    number: *mut u64,
) -> *const c_char {
    guard_pointer(|| {
        // SAFETY: by the contract, the report is live.
        let report = unsafe { borrow(report, "report") }?;
        // SAFETY: by the contract, `number` can be written to.
        unsafe { give_move(&report.line, index, number) }
    })
}

/// Returns the text of the move at `index` of the line that begins with the move at `root_move`, as
/// `eldest_report_line`.
///
/// Errors: `ELDEST_NULL_POINTER`, `ELDEST_BAD_INDEX`.
///
/// # Safety
/// As `eldest_report_line`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_report_move_line(
    report: *const Report,
    root_move: usize,
    index: usize,
    number: *mut u64,
) -> *const c_char {
    guard_pointer(|| {
        // SAFETY: by the contract, the report is live.
        let report = unsafe { borrow(report, "report") }?;
        // SAFETY: by the contract, `number` can be written to.
        unsafe { give_move(&at(&report.moves, root_move, "move")?.line, index, number) }
    })
}

/// Returns the text of a move, and writes its number.
///
/// # Safety
/// `number` is null or can be written to.
unsafe fn give_move(
    line: &[Named],
    index: usize,
    number: *mut u64,
) -> Result<*const c_char, Failure> {
    let mv = at(line, index, "move in the line")?;
    if !number.is_null() {
        // SAFETY: it is not null, so by the contract it can be written to.
        unsafe { number.write(mv.number) }
    }
    Ok(mv.text.as_ptr())
}

/// Frees a report, with all texts that were returned for it. Does nothing for null. The report must
/// not be used any more; freeing it twice is undefined behaviour. The report of an iteration is not
/// to be freed.
///
/// # Safety
/// `report` is null or a live report that a function returned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn eldest_report_free(report: *mut Report) {
    // SAFETY: by the contract, it is null or live, and not used any more.
    release(|| unsafe { take(report) });
}
