//! Runs the search on the engine's thread, and makes its report.
//!
//! Functions that depend on the game alone are not inlined: they are compiled once for each game,
//! instead of once for each type of search.

use super::{Error, Line, LineEnd, Report, StopReason};
use crate::position::Position;
use crate::search::Statistics;
use crate::search::contract::{check_start, no_moves};
use crate::search::control::Reason;
use crate::search::deepening::{Conclusion, Goal, possible_to_end};
use crate::search::memory::MoveMemory;
use crate::search::observer::Progress;
use crate::search::options::{DepthMatch, Options};
use crate::search::root_moves::RootMoves;
use crate::search::stack::{Cap, CapSource};
use crate::search::worker::{Move, SearchTypes, Worker, WorkerContext};
use crate::{Bound, Bounds, Depth, Score};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Runs `work` and converts a panic to an error. Not inlined, so that the unwinding code exists
/// once.
#[inline(never)]
pub(super) fn caught<R>(work: impl FnOnce() -> Result<R, Error>) -> Result<R, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Error::panicked(&*panic)))
}

/// Runs the search and makes its report, on the engine's thread.
pub(super) fn search_and_report<C: SearchTypes>(
    position: C::Position,
    root: RootMoves<Move<C>>,
    context: WorkerContext<C>,
    memory: MoveMemory,
    goal: Goal,
) -> (Result<Report<Move<C>>, Error>, Worker<C>) {
    let (start, cap) = (position.clone(), context.cap);
    check_start(&start, goal.to_end);
    let mut worker = Worker::new(position, root, context, memory);
    if let Some(value) = start.over() {
        return (Ok(over(value)), worker);
    }
    if worker.root.list.is_empty() {
        no_moves(&start);
    }
    let (answer, reason) = worker.answer(goal);
    let wrong = reason.and_then(|reason| wrong_cap(reason, &start, cap, worker.passes()));
    if let Some(Cap { plies: max_ply, set_by }) = wrong
        && answer.depth.is_none()
    {
        return (Err(Error::TooDeep { max_ply, set_by }), worker);
    }
    let exact = is_exact::<C::Position>(goal, worker.selects(), &worker.options);
    let (progress, statistics) = (worker.progress(), worker.statistics);
    let mut report = report(&start, answer, reason, exact, progress, statistics);
    if worker.selects() && report.moves[0].bound == Bound::Exact {
        report.line.ends_at_horizon();
    }
    if wrong.is_some_and(|wrong| wrong.set_by == CapSource::PliesLeft) {
        report.stop_reason = StopReason::BeyondPliesLeft;
    }
    (Ok(report), worker)
}

/// Makes the outcome of a search that was stopped before it began: the same as that of a search
/// stopped at its first node, but without using table or threads. `selects` is whether it would
/// have been selective.
#[inline(never)]
pub(super) fn not_begun<P: Position>(
    start: &P,
    root: RootMoves<P::Move>,
    goal: Goal,
    selects: bool,
    options: &Options,
    time: Duration,
) -> Result<Report<P::Move>, Error> {
    check_start(start, goal.to_end);
    if let Some(value) = start.over() {
        return Ok(over(value));
    }
    if root.list.is_empty() {
        no_moves(start);
    }
    let known = match goal {
        Goal { to_end: false, .. } => Bounds::FULL,
        Goal { decide: Some(_), .. } => start.range(),
        _ => possible_to_end(start, root.is_whole()),
    };
    let answer = Conclusion { depth: None, known, moves: root.list, proved: false };
    let exact = is_exact::<P>(goal, selects, options);
    let progress = Progress { time, ..Progress::default() };
    let statistics = Statistics::all_idle(time);
    Ok(report(start, answer, Some(Reason::Stopped), exact, progress, statistics))
}

/// Whether values are those of minimax.
fn is_exact<P: Position>(goal: Goal, selects: bool, options: &Options) -> bool {
    let at_depth = options.depth_match == DepthMatch::Exact || goal.to_end;
    !P::PATH_DEPENDENT && !selects && at_depth
}

/// Returns the cap at fault, if the search ended because it went too deep. If the game exceeded
/// `plies_left`, the rules are wrong, even where the user has set the cap; but not where a stack
/// was full before. A pass after each ply is not counted by the rules.
#[inline(never)]
fn wrong_cap<P: Position>(reason: Reason, start: &P, cap: Cap, passes: bool) -> Option<Cap> {
    let each = if passes { 2 } else { 1 };
    let exceeded = || start.plies_left().filter(|left| left.saturating_mul(each) <= cap.plies);
    match reason {
        Reason::OutOfStack => Some(Cap { set_by: CapSource::Stack, ..cap }),
        Reason::TooDeep => {
            Some(exceeded().map_or(cap, |plies| Cap { plies, set_by: CapSource::PliesLeft }))
        }
        _ => None,
    }
}

/// Makes the report of a game that is over.
#[inline(never)]
fn over<M: Copy>(value: Score) -> Report<M> {
    Report {
        best_move: None,
        bounds: Bounds::exact(value),
        depth: Some(Depth::END),
        line: Line { moves: Vec::new(), end: LineEnd::GameOver },
        moves: Vec::new(),
        proved: true,
        exact: true,
        stop_reason: StopReason::Proved,
        progress: Progress::default(),
        statistics: Statistics::default(),
        workers: vec![Statistics::default()],
    }
}

/// Makes the report of `answer` to a query about `start`.
#[inline(never)]
fn report<P: Position>(
    start: &P,
    answer: Conclusion<P::Move>,
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
        stop_reason: match reason {
            Some(Reason::Nodes) => StopReason::Nodes,
            Some(Reason::Time) => StopReason::Time,
            Some(Reason::Stopped) => StopReason::Stopped,
            Some(Reason::TooDeep | Reason::OutOfStack) => StopReason::TooDeep,
            None if answer.proved => StopReason::Proved,
            None => StopReason::Complete,
        },
        moves: answer.moves,
        progress,
        statistics,
        workers: vec![statistics],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Countdown;

    #[test]
    fn rules_are_not_to_blame_for_passes() {
        let named = |plies, passes| {
            let cap = Cap { plies, set_by: CapSource::MaxPly };
            wrong_cap(Reason::TooDeep, &Countdown::new(5), cap, passes).map(|cap| cap.set_by)
        };
        let (rules, user) = (Some(CapSource::PliesLeft), Some(CapSource::MaxPly));
        assert_eq!([4, 5].map(|plies| named(plies, false)), [user, rules]);
        assert_eq!([5, 9, 10].map(|plies| named(plies, true)), [user, user, rules]);
    }
}
