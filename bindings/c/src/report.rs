//! [`Report`]: the result of a search, with all its texts.

use crate::failure::to_c;
use crate::versioned::Versioned;
use eldest_bindings::{Iteration, Move, MoveReport, Progress, StopReason, Value};
use std::ffi::{CString, c_char};
use std::mem::offset_of;
use std::ptr;

/// A depth: to the end of the game.
pub const ELDEST_TO_END: u32 = 4_294_967_295;

/// A reason why a search ended: the depth is reached, or the question is answered.
pub const ELDEST_COMPLETE: i32 = 0;
/// A reason why a search ended: the value is that of the game itself.
pub const ELDEST_PROVED: i32 = 1;
/// A reason why a search ended: the most nodes.
pub const ELDEST_NODES: i32 = 2;
/// A reason why a search ended: the most seconds.
pub const ELDEST_TIME: i32 = 3;
/// A reason why a search ended: it was stopped.
pub const ELDEST_STOPPED: i32 = 4;
/// A reason why a search ended: the cap on plies.
pub const ELDEST_TOO_DEEP: i32 = 5;
/// A reason why a search ended: a game is longer than its rules declare.
pub const ELDEST_BEYOND_PLIES_LEFT: i32 = 6;
/// Why a search ended: it has not, this is the report of an iteration.
pub const ELDEST_RUNNING: i32 = 7;

/// The result of a search, or of an iteration. It owns all texts that functions return for it, and
/// does not change: several threads may read it.
#[derive(Debug)]
pub struct Report {
    outcome: Outcome,
    value_text: CString,
    pub(crate) line: Vec<Named>,
    pub(crate) moves: Vec<RootMove>,
    best: Option<Named>,
}

/// What a report has, apart from lists.
#[derive(Copy, Clone, Debug)]
struct Outcome {
    value: Value,
    depth: u32,
    is_complete: bool,
    is_line_complete: bool,
    proved: bool,
    exact: bool,
    stop_reason: i32,
    progress: Progress,
}

/// A move with its text.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) number: u64,
    pub(crate) text: CString,
}

/// A move at the root.
#[derive(Debug)]
pub(crate) struct RootMove {
    named: Named,
    value: Value,
    value_text: CString,
    depth: u32,
    nodes: u64,
    pub(crate) line: Vec<Named>,
}

/// What a report has. Set `size` to `sizeof(eldest_result)`. Texts live as long as the report.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct SearchResult {
    /// `sizeof(eldest_result)`.
    pub size: usize,
    /// The value as a text: a number, "W5" for a win in 5 plies, "L4" for a loss in 4, or bounds, as
    /// in "[-3,5]".
    pub value_text: *const c_char,
    /// The text of the best move; null if there is none, because the game is over or a database
    /// knows the value.
    pub best_move: *const c_char,
    /// The number of the best move: for a game by callbacks, the one that it handed out; else its
    /// index among the legal moves.
    pub best_number: u64,
    /// 1 if the bounds are equal, and the search has completed an iteration: they are the value.
    pub has_value: i32,
    /// The value is at least this, for the side to move.
    pub lower: i32,
    /// The value is at most this, for the side to move.
    pub upper: i32,
    /// 1 if the value is that of the game itself.
    pub proved: i32,
    /// 1 if the value is exactly that of minimax.
    pub exact: i32,
    /// Why the search ended, such as `ELDEST_COMPLETE`.
    pub stop_reason: i32,
    /// The depth of the last completed iteration, in plies; 0 if there is none, `ELDEST_TO_END` if
    /// it went to the end of the game.
    pub depth: u32,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Seconds taken.
    pub seconds: f64,
    /// The moves in the line of best play.
    pub line_length: usize,
    /// The moves at the root.
    pub move_count: usize,
    /// 1 if the line ends with the end of the game, or where its value is known.
    pub is_line_complete: i32,
    /// Zero.
    pub reserved: i32,
}

// SAFETY: `repr(C)`, `size` is first, and zero is valid for numbers and pointers.
unsafe impl Versioned for SearchResult {
    const NAME: &'static str = "eldest_result";
    const LEAST: usize = offset_of!(Self, reserved) + size_of::<i32>();
}

/// What a report has about a move at the root. Set `size` to `sizeof(eldest_move_result)`. Texts
/// live as long as the report.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct MoveResult {
    /// `sizeof(eldest_move_result)`.
    pub size: usize,
    /// The text of the move.
    pub text: *const c_char,
    /// The value after it, as a text.
    pub value_text: *const c_char,
    /// The number of the move, as `best_number`.
    pub number: u64,
    /// Nodes spent on it.
    pub nodes: u64,
    /// The moves in the line that begins with it.
    pub line_length: usize,
    /// The value after it is at least this, for the side to move at the root.
    pub lower: i32,
    /// The value after it is at most this, for the side to move at the root.
    pub upper: i32,
    /// The depth of the search that found it, in plies; 0 if it was not searched, `ELDEST_TO_END` if
    /// to the end of the game.
    pub depth: u32,
    /// Zero.
    pub reserved: u32,
}

// SAFETY: `repr(C)`, `size` is first, and zero is valid for numbers and pointers.
unsafe impl Versioned for MoveResult {
    const NAME: &'static str = "eldest_move_result";
    const LEAST: usize = offset_of!(Self, reserved) + size_of::<u32>();
}

impl Report {
    /// Creates the report of a search.
    pub(crate) fn new(report: &eldest_bindings::Report) -> Self {
        let outcome = Outcome {
            value: report.value,
            depth: plies(report.depth, report.is_complete),
            is_complete: report.is_complete,
            is_line_complete: report.is_line_complete,
            proved: report.proved,
            exact: report.exact,
            stop_reason: reason(report.stop_reason),
            progress: report.progress,
        };
        let best = report.best_move.as_ref();
        Self::of(outcome, &report.line, &report.moves, best)
    }

    /// Creates the report of an iteration.
    pub(crate) fn of_iteration(iteration: &Iteration) -> Self {
        let outcome = Outcome {
            value: iteration.value,
            depth: plies(iteration.depth, true),
            is_complete: true,
            is_line_complete: false,
            proved: iteration.proved,
            exact: false,
            stop_reason: ELDEST_RUNNING,
            progress: iteration.progress,
        };
        let best = iteration.moves.first();
        let line = best.map_or(&[][..], |best| &best.line);
        Self::of(outcome, line, &iteration.moves, best.map(|best| &best.mv))
    }

    fn of(outcome: Outcome, line: &[Move], moves: &[MoveReport], best: Option<&Move>) -> Self {
        Self {
            outcome,
            value_text: to_c(&outcome.value.to_string()),
            line: named(line),
            moves: moves.iter().map(RootMove::new).collect(),
            best: best.map(Named::new),
        }
    }

    pub(crate) fn result(&self) -> SearchResult {
        let Outcome { value, progress, .. } = self.outcome;
        SearchResult {
            size: 0,
            value_text: self.value_text.as_ptr(),
            best_move: self.best.as_ref().map_or(ptr::null(), |best| best.text.as_ptr()),
            best_number: self.best.as_ref().map_or(0, |best| best.number),
            has_value: (self.outcome.is_complete && value.is_exact()).into(),
            lower: value.lower.get(),
            upper: value.upper.get(),
            proved: self.outcome.proved.into(),
            exact: self.outcome.exact.into(),
            stop_reason: self.outcome.stop_reason,
            depth: self.outcome.depth,
            hashfull: progress.hashfull,
            nodes: progress.nodes,
            seconds: progress.seconds,
            line_length: self.line.len(),
            move_count: self.moves.len(),
            is_line_complete: self.outcome.is_line_complete.into(),
            reserved: 0,
        }
    }
}

impl Named {
    fn new(mv: &Move) -> Self {
        Self { number: mv.number, text: to_c(&mv.name) }
    }
}

impl RootMove {
    fn new(found: &MoveReport) -> Self {
        Self {
            named: Named::new(&found.mv),
            value: found.value,
            value_text: to_c(&found.value.to_string()),
            depth: plies(found.depth, found.is_searched),
            nodes: found.nodes,
            line: named(&found.line),
        }
    }

    pub(crate) fn result(&self) -> MoveResult {
        MoveResult {
            size: 0,
            text: self.named.text.as_ptr(),
            value_text: self.value_text.as_ptr(),
            number: self.named.number,
            nodes: self.nodes,
            line_length: self.line.len(),
            lower: self.value.lower.get(),
            upper: self.value.upper.get(),
            depth: self.depth,
            reserved: 0,
        }
    }
}

fn named(moves: &[Move]) -> Vec<Named> {
    moves.iter().map(Named::new).collect()
}

fn plies(depth: Option<u16>, is_complete: bool) -> u32 {
    match depth {
        Some(plies) => plies.into(),
        None if is_complete => ELDEST_TO_END,
        None => 0,
    }
}

fn reason(reason: StopReason) -> i32 {
    match reason {
        StopReason::Proved => ELDEST_PROVED,
        StopReason::Nodes => ELDEST_NODES,
        StopReason::Time => ELDEST_TIME,
        StopReason::Stopped => ELDEST_STOPPED,
        StopReason::TooDeep => ELDEST_TOO_DEEP,
        StopReason::BeyondPliesLeft => ELDEST_BEYOND_PLIES_LEFT,
        _ => ELDEST_COMPLETE,
    }
}
