//! The search on the engine's thread, and what comes of it.

use super::{Ending, Error, Line, LineEnd, Report};
use crate::position::Position;
use crate::search::contract::{check_start, no_moves};
use crate::search::control::Reason;
use crate::search::deepening::{Answer, Goal};
use crate::search::memory::Memory;
use crate::search::observer::Progress;
use crate::search::options::DepthMatch;
use crate::search::root_moves::Root;
use crate::search::statistics::Statistics;
use crate::search::worker::{Gear, Move, Parts, Worker};
use crate::{Bounds, Depth, Score};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` gives; if it panics, that as an error.
pub(super) fn caught<R>(work: impl FnOnce() -> Result<R, Error>) -> Result<R, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Error::panicked(&*panic)))
}

/// The search itself, on the engine's thread.
pub(super) fn search<C: Parts>(
    position: C::Position,
    root: Root<Move<C>>,
    gear: Gear<C>,
    memory: Memory,
    goal: Goal,
) -> (Result<Report<Move<C>>, Error>, Worker<C>) {
    let start = position.clone();
    check_start(&start, goal.to_end);
    let mut worker = Worker::new(position, root, gear, memory);
    if let Some(value) = start.over() {
        return (Ok(over(value)), worker);
    }
    if worker.root.list.is_empty() {
        no_moves(&start);
    }
    let (answer, reason) = worker.answer(goal);
    if reason == Some(Reason::TooDeep) && answer.depth.is_none() {
        let max_ply = worker.max_ply;
        let told = start.plies_left() == Some(max_ply);
        return (Err(Error::TooDeep { max_ply, told }), worker);
    }
    let exact = !C::Position::PATH_DEPENDENT
        && (worker.options.depth_match == DepthMatch::Exact || goal.to_end);
    let (progress, statistics) = (worker.progress(), worker.statistics);
    (Ok(report(&start, answer, reason, exact, progress, statistics)), worker)
}

/// The report of a game that is over.
fn over<M: Copy>(value: Score) -> Report<M> {
    Report {
        best_move: None,
        bounds: Bounds::exact(value),
        depth: Some(Depth::END),
        line: Line { moves: Vec::new(), end: LineEnd::GameOver },
        moves: Vec::new(),
        proved: true,
        exact: true,
        ending: Ending::Proved,
        progress: Progress::default(),
        statistics: Statistics::default(),
        workers: vec![Statistics::default()],
    }
}

/// The report of `answer` to a question about `start`.
fn report<P: Position>(
    start: &P,
    answer: Answer<P::Move>,
    reason: Option<Reason>,
    exact: bool,
    progress: Progress,
    statistics: Statistics,
) -> Report<P::Move> {
    let best = &answer.moves[0];
    let line = Line::new(start, best.line.clone(), best.depth);
    Report {
        best_move: Some(best.mv),
        bounds: answer.known,
        depth: answer.depth,
        line,
        proved: answer.proved,
        exact,
        ending: match reason {
            Some(Reason::Nodes) => Ending::Nodes,
            Some(Reason::Time) => Ending::Time,
            Some(Reason::Stopped) => Ending::Stopped,
            Some(Reason::TooDeep) => Ending::TooDeep,
            None if answer.proved => Ending::Proved,
            None => Ending::Complete,
        },
        moves: answer.moves,
        progress,
        statistics,
        workers: vec![statistics],
    }
}
