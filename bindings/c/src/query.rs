//! [`Query`]: a position with the limits and the goal of its search.

use crate::callbacks::{Shared, outcome};
use crate::failure::Failure;
use crate::pointers::{borrow, text, texts};
use crate::position::Position;
use crate::report::Report;
use crate::versioned::{self, Versioned};
use crate::{ELDEST_BAD_OPTION, Engine};
use eldest_bindings::{OnIteration, SearchLimits};
use std::ffi::{c_char, c_void};
use std::mem::offset_of;
use std::time::Duration;

/// What is searched, and how far. Set `size` to `sizeof(eldest_query)` and all fields that are not
/// used to zero. One of `text`, `state` and `position` is set, or none for the position at the start
/// of the game. Everything that they point to is copied, except for `user`.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct Query {
    /// `sizeof(eldest_query)`.
    pub size: usize,
    /// A position as the program `eldest` writes it.
    pub text: *const c_char,
    /// A position of a game by callbacks, of `position_size` bytes.
    pub state: *const c_void,
    /// A position of the game of the engine.
    pub position: *const Position,
    /// The most plies; 0 for no limit. A search to the end ignores it.
    pub depth: u32,
    /// The number of moves with exact values; 0 and 1 for the best move, `UINT32_MAX` for all.
    pub multi_pv: u32,
    /// The most nodes; 0 for no limit.
    pub nodes: u64,
    /// The most seconds; 0 for no limit.
    pub seconds: f64,
    /// The seconds after which no iteration begins; 0 for no limit.
    pub soft_seconds: f64,
    /// Whether to find a line of best play even where that costs another pass: 1 for yes, -1 for no,
    /// 0 for the default: not in a search to the end.
    pub line: i32,
    /// 1 to test only whether the value is at least `least`, which is cheaper than finding it.
    pub decides: i32,
    /// See `decides`.
    pub least: i32,
    /// Zero.
    pub reserved: u32,
    /// The texts of the only moves that are searched first; null for all.
    pub root_moves: *const *const c_char,
    /// The number of `root_moves`.
    pub root_move_count: usize,
    /// Called after each iteration of `eldest_search` and `eldest_start`, with a report that lives
    /// as long as the call, on a thread of the engine: one call at a time for each search. Any other
    /// number than `ELDEST_OK` ends the search, which fails with `ELDEST_CALLBACK_FAILED`. It may
    /// stop its search and free the handle, but not wait (`ELDEST_IN_CALLBACK`). Null: nothing.
    pub on_iteration: Option<unsafe extern "C" fn(user: *mut c_void, report: *const Report) -> i32>,
    /// Passed to `on_iteration`. It is in use until the search is freed or has returned.
    pub user: *mut c_void,
}

// SAFETY: `repr(C)`, `size` is first, and zero is valid for numbers, pointers and optional
// functions. A C compiler writes numbers, pointers and functions there.
unsafe impl Versioned for Query {
    const NAME: &'static str = "eldest_query";
    const LEAST: usize = offset_of!(Self, user) + size_of::<usize>();
}

/// What an engine is to search, in its terms.
pub(crate) struct Asked<'a> {
    pub(crate) engine: &'a eldest_bindings::Engine,
    pub(crate) position: eldest_bindings::Position,
    pub(crate) limits: SearchLimits,
    pub(crate) on_iteration: Option<OnIteration>,
}

impl<'a> Asked<'a> {
    /// Reads what a call asks of an engine.
    ///
    /// # Safety
    /// `engine` is null or live for `'a`; `query` is as the header describes.
    pub(crate) unsafe fn read(engine: *const Engine, query: *const Query) -> Result<Self, Failure> {
        // SAFETY: by the contract, the engine is live, and the query as described.
        let (engine, query): (&'a Engine, _) =
            unsafe { (borrow(engine, "engine")?, versioned::read(query, "query")?) };
        // SAFETY: as above.
        let (position, limits) = unsafe { (query.position(engine)?, query.limits()?) };
        Ok(Self { engine: &engine.engine, position, limits, on_iteration: query.on_iteration() })
    }
}

impl Query {
    /// Returns the position.
    ///
    /// # Safety
    /// The pointers are as the header describes.
    pub(crate) unsafe fn position(
        &self,
        engine: &Engine,
    ) -> Result<eldest_bindings::Position, Failure> {
        match (self.text.is_null(), self.state.is_null(), self.position.is_null()) {
            // SAFETY: by the contract, `text` is a text.
            (false, true, true) => engine.parse(unsafe { text(self.text, "query.text") }?),
            // SAFETY: by the contract, `state` points to a position of the game.
            (true, false, true) => unsafe { engine.position_of(self.state, "query.state") },
            (true, true, false) => {
                // SAFETY: by the contract, `position` is a live handle.
                let position = unsafe { borrow(self.position, "query.position") }?;
                Ok(position.0.copy()?)
            }
            (true, true, true) => Ok(engine.engine.game().start()?),
            _ => Err(Failure::new(
                ELDEST_BAD_OPTION,
                "at most one of text, state and position may be set in eldest_query",
            )),
        }
    }

    /// Returns the limits.
    ///
    /// # Safety
    /// As [`position`](Self::position).
    pub(crate) unsafe fn limits(&self) -> Result<SearchLimits, Failure> {
        // SAFETY: by the contract, there are `root_move_count` texts.
        let moves = unsafe { texts(self.root_moves, self.root_move_count, "query.root_moves") }?;
        if self.reserved != 0 {
            return Err(option("reserved", self.reserved, "0"));
        }
        Ok(SearchLimits {
            depth: plies(self.depth)?,
            time: time("seconds", self.seconds)?,
            soft_time: time("soft_seconds", self.soft_seconds)?,
            nodes: (self.nodes != 0).then_some(self.nodes),
            multi_pv: usize::try_from(self.multi_pv).unwrap_or(usize::MAX),
            line: sign(self.line)?,
            decide: flag(self.decides)?.then_some(self.least),
            root_moves: (!moves.is_empty()).then_some(moves),
            stop: None,
        })
    }

    /// Returns the callback after each iteration.
    fn on_iteration(&self) -> Option<OnIteration> {
        let (call, user) = (self.on_iteration?, Shared(self.user));
        Some(Box::new(move |iteration| {
            let report = Report::of_iteration(iteration);
            // SAFETY: the header describes this call: the report lives as long as it, and `user` is
            // in use until the search ends.
            let code = unsafe { call(user.get(), &raw const report) };
            outcome("on_iteration", code)
        }))
    }
}

fn option(field: &str, value: impl std::fmt::Display, right: &str) -> Failure {
    let message = format!("query.{field} is {value}; {right} is expected");
    Failure::new(ELDEST_BAD_OPTION, message)
}

fn plies(depth: u32) -> Result<Option<u16>, Failure> {
    let plies = u16::try_from(depth).map_err(|_| option("depth", depth, "at most 65535"))?;
    Ok((plies != 0).then_some(plies))
}

fn time(field: &str, seconds: f64) -> Result<Option<Duration>, Failure> {
    let time = Duration::try_from_secs_f64(seconds);
    let time = time.map_err(|_| option(field, seconds, "a number of seconds from 0 on"))?;
    Ok((seconds != 0.0).then_some(time))
}

fn sign(line: i32) -> Result<Option<bool>, Failure> {
    match line {
        0 => Ok(None),
        1 => Ok(Some(true)),
        -1 => Ok(Some(false)),
        other => Err(option("line", other, "-1, 0 or 1")),
    }
}

fn flag(decides: i32) -> Result<bool, Failure> {
    match decides {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(option("decides", other, "0 or 1")),
    }
}
