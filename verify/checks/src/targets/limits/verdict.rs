//! Compares the outcome of a case with the limits that held.

use super::log::{TimedAct, TimedIteration};
use super::plan::Act;
use super::span::LimitSpan;
use super::{LimitCase, SteeredSearch};
use crate::answers::check_legal;
use crate::findings::check_findings;
use crate::graph::GraphValues;
use crate::interrupted::{check_deepening, check_proof};
use crate::shares::Coverage;
use arbitrary::Result;
use eldest::report::StopReason;
use eldest::{Depth, Position};
use eldest_schedule::{Policy, run};
use std::collections::HashMap;
use std::fmt::from_fn;
use std::time::Duration;

/// Far more steps than any case needs: threads that race through 200 windows at each depth take
/// more than four million.
const MOST_STEPS: u64 = 1 << 26;
/// The most nodes that a thread may visit between two checks of the limits.
const BATCH: usize = 1_024;
/// The same in the first iterations of a search.
const FEW: usize = 32;

/// A case and its outcome.
struct LimitTrial<'c, const A: bool, const D: bool> {
    case: &'c LimitCase<A, D>,
    outcome: SteeredSearch,
    spans: Vec<LimitSpan>,
    met: Coverage,
}

impl<const A: bool, const D: bool> LimitCase<A, D> {
    /// Searches under the schedule of `policy`. Returns the events.
    pub(super) fn check(&self, policy: Policy) -> Result<Coverage> {
        if self.graph.over().is_some() {
            return Ok(Coverage::default());
        }
        let case = self.clone();
        let execution = run(policy, MOST_STEPS, move || case.play());
        let outcome = execution.result.unwrap_or_else(|failure| panic!("{failure:?} in {self:#?}"));
        let spans = LimitSpan::all(self.first, &outcome);
        let mut trial = LimitTrial { case: self, outcome, spans, met: Coverage::default() };
        trial.judge();
        Ok(trial.met)
    }
}

impl<const A: bool, const D: bool> LimitTrial<'_, A, D> {
    fn judge(&mut self) {
        self.judge_answer();
        if self.done(|act| matches!(act, Act::TurnBack { .. })).next().is_some() {
            self.met.add("the clock goes back", 1);
        } else {
            self.judge_end();
            self.judge_time();
            self.judge_iterations();
            self.judge_nodes();
            self.judge_stop();
            self.judge_progress();
        }
        self.count();
    }

    /// Panics with a description of the failure.
    fn fail(&self, what: &str) -> ! {
        let SteeredSearch { started, events, report, .. } = &self.outcome;
        let (spans, iterations, end) = (&self.spans, &events.iterations, events.end);
        panic!(
            "{what}: begun at {started:?}, ended at {end:?} after {} moves, limits {spans:#?}, \
             iterations {iterations:#?}, done {:#?}, {report:#?} in {:#?}",
            events.moves.len(),
            events.done,
            self.case
        );
    }

    fn assert(&self, is_right: bool, what: &str) {
        if !is_right {
            self.fail(what);
        }
    }

    fn done(&self, kind: impl Fn(Act) -> bool) -> impl Iterator<Item = &TimedAct> {
        self.outcome.events.done.iter().filter(move |done| kind(done.act))
    }

    /// The report and all stored entries are true.
    fn judge_answer(&self) {
        let (case, report) = (self.case, &self.outcome.report);
        let about = from_fn(|f| write!(f, "{report:#?} in {case:#?}"));
        let check = if case.to_end { check_proof } else { check_deepening };
        let values: &GraphValues = &case.values;
        check(values, &case.graph, report, &about);
        check_legal(report, &case.graph, &about);
        check_findings(values, &case.graph, &self.outcome.stored);
        let end = case.values.value(case.graph.number(), Depth::END);
        assert!(!report.proved || report.bounds.contains(end), "{about}");
        assert!(report.exact, "{about}");
    }

    /// An interval that contains the moment at which the search was ended. The thread that found
    /// the reason plays no more moves, but may be suspended before it stops the others.
    fn ending(&self) -> (Duration, Duration) {
        let events = &self.outcome.events;
        let last: HashMap<usize, Duration> = events.moves.iter().copied().collect();
        let first = last.values().min().filter(|_| last.len() == self.case.options.threads);
        (first.copied().unwrap_or(self.outcome.started.0), events.end)
    }

    /// The search ended for a reason that existed at that time.
    fn judge_end(&self) {
        let (report, ending) = (&self.outcome.report, self.ending());
        let mut spans = self.spans.iter().filter(|span| span.may_hold(ending));
        let is_there = match report.stop_reason {
            StopReason::Proved => report.proved,
            StopReason::Complete => !self.case.to_end && spans.any(|span| self.is_complete(span)),
            StopReason::Nodes => spans
                .any(|span| span.plan.nodes.is_some_and(|most| most <= report.statistics.nodes)),
            StopReason::Time => spans.any(|span| span.deadline().0 <= ending.1.min(span.until.1)),
            StopReason::Stopped => {
                self.done(|act| act == Act::Stop).any(|done| done.at.0 <= ending.1)
            }
            _ => false,
        };
        self.assert(is_there, "there was no reason to end");
    }

    /// Whether the limits of `span` allow no further iteration.
    fn is_complete(&self, span: &LimitSpan) -> bool {
        let (depth, end) = (self.outcome.report.depth, self.outcome.events.end);
        let is_deep = span.plan.depth.is_some_and(|most| depth >= Some(Depth::plies(most.max(1))));
        is_deep || span.soft_deadline().0 <= end.min(span.until.1)
    }

    /// The moment at which depth 1 was completed: limits on nodes and time do not apply before.
    fn limited_from(&self) -> Option<(usize, Duration)> {
        let first = self.outcome.events.iterations.first();
        let first = first.map(|first| (first.moves, first.at));
        if self.case.to_end { Some((0, Duration::ZERO)) } else { first }
    }

    /// The most moves that a thread may play after `moves` others before it checks the clock. If
    /// all moves take the same time, these are the moves of a few milliseconds; if they become slow
    /// later, the same holds once a check must have happened since.
    fn unseen(&self, moves: usize) -> usize {
        let (price, free) = (self.case.price, self.case.price.free as usize);
        let is_steady = free == 0 || self.is_serial() && moves > 6 * free + FEW;
        let play = price.play.as_micros() as usize;
        if is_steady && play > 0 && price.evaluate.is_zero() {
            (4_000 / play + 8).min(BATCH)
        } else {
            BATCH + 1
        }
    }

    fn is_serial(&self) -> bool {
        self.case.options.threads == 1
    }

    /// The most moves of a single thread between the times `from` and `until`.
    fn moves_within(&self, from: Duration, until: Duration) -> usize {
        let within = self.outcome.events.moves.iter().filter(|(_, at)| (from..until).contains(at));
        let mut by_thread = [0; 8];
        within.for_each(|(thread, _)| by_thread[thread % 8] += 1);
        by_thread.into_iter().max().unwrap_or_default()
    }

    /// No thread plays on for long after a deadline.
    fn judge_time(&mut self) {
        let Some((_, limited)) = self.limited_from() else { return };
        for span in self.spans.clone() {
            let late = span.deadline().1.max(span.from.1).max(limited);
            if late >= self.outcome.events.end.min(span.until.0) {
                continue;
            }
            let before = self.outcome.events.moves.iter().filter(|(_, at)| *at < late).count();
            let (most, moves) = (self.unseen(before), self.moves_within(late, span.until.0));
            self.met.add("late", 1);
            self.met
                .add("late, slow all at once", u64::from(most < BATCH && self.case.price.free > 0));
            self.assert(
                moves <= most,
                &format!("{moves} moves after the deadline, at most {most} allowed"),
            );
        }
    }

    /// No iteration begins beyond the depth limit, or after the soft limit on time.
    fn judge_iterations(&self) {
        let iterations = &self.outcome.events.iterations;
        let next = iterations.iter().skip(1).map(Some).chain([None]);
        for (done, next) in iterations.iter().zip(next) {
            for span in &self.spans {
                self.judge_next(span, done, next);
            }
        }
        let depths = iterations.iter().map(|iteration| iteration.depth);
        let is_right =
            self.case.to_end || depths.eq((1..=iterations.len() as u16).map(Depth::plies));
        self.assert(is_right, "an iteration is missing");
    }

    /// Checks the iteration after `done`; `next` is the next completed one, if any. A single thread
    /// may not play another move; other threads may be about to play one.
    fn judge_next(&self, span: &LimitSpan, done: &TimedIteration, next: Option<&TimedIteration>) {
        let is_over = span.soft_deadline().1 <= done.at
            || span.plan.depth.is_some_and(|most| done.depth >= Depth::plies(most.max(1)));
        if self.case.to_end || !is_over || span.from.1 > done.at {
            return;
        }
        let is_begun = next.is_some_and(|next| span.holds((done.at, next.at)));
        self.assert(!is_begun, "an iteration was begun too late");
        let moves = &self.outcome.events.moves[done.moves..];
        let until = moves.iter().take_while(|(_, at)| *at < span.until.0).count();
        self.assert(!self.is_serial() || until == 0, "a move was played too late");
    }

    /// The number of nodes is at most the last limit; if the limit was not tightened below the
    /// current count, it is exact.
    fn judge_nodes(&self) {
        let (report, moves) = (&self.outcome.report, self.outcome.events.moves.len());
        let last = self.spans.last().expect("the first");
        let (Some(limit), Some((limited, _))) = (last.plan.nodes, self.limited_from()) else {
            return;
        };
        if last.from.1 > self.ending().0 {
            return;
        }
        let (limit, threads) = (limit as usize, self.case.options.threads);
        let unseen = if last.is_first && self.is_serial() { 1 } else { self.unseen(last.moves) };
        let most = limit.max(last.moves + unseen).max(limited) + (threads - 1) * unseen + threads;
        let most = most + self.unreported(last.moves);
        self.assert(moves <= most, &format!("{moves} moves, at most {most} allowed"));
        let was_ahead = last.is_first || last.moves + unseen + self.roots() < limit;
        let first = self.outcome.events.iterations.first().filter(|_| !self.case.to_end);
        let least = first.map_or(0, |first| first.nodes);
        if self.is_serial() && was_ahead && report.stop_reason == StopReason::Nodes {
            let nodes = report.statistics.nodes;
            self.assert(
                nodes == least.max(limit as u64),
                "the number of nodes differs from the limit",
            );
        }
    }

    /// Nodes that helpers may not have reported when the last limit was set, after `moves` moves:
    /// without a limit on nodes they report rarely.
    fn unreported(&self, moves: usize) -> usize {
        let (_, before) = self.spans.split_last().expect("the first");
        let is_limited = before.iter().all(|span| span.plan.nodes.is_some());
        if self.is_serial() || is_limited { 0 } else { moves }
    }

    /// The most nodes missing from the log: visits of the root, for which no move is played. The
    /// last move may not lead to a node.
    fn roots(&self) -> usize {
        let nodes = self.outcome.report.statistics.nodes as usize;
        nodes.saturating_sub(self.outcome.events.moves.len()) + 1
    }

    /// After a stop each thread plays at most one more move.
    fn judge_stop(&self) {
        for done in self.done(|act| act == Act::Stop) {
            let moves =
                self.outcome.events.moves.len() - done.moves.1.min(self.outcome.events.moves.len());
            self.assert(moves <= self.case.options.threads, "moves after a stop");
        }
    }

    /// The report states the elapsed time; helpers may still be finishing their last moves then.
    fn judge_progress(&self) {
        let (started, (last, end)) = (self.outcome.started, self.ending());
        let time = self.outcome.report.progress.time;
        let most = end.saturating_sub(started.0);
        let least = last.saturating_sub(started.1);
        let is_right = (time >= least || !self.is_serial()) && time <= most;
        self.assert(is_right, "the elapsed time is wrong");
    }

    fn count(&mut self) {
        let (report, ending) = (&self.outcome.report, self.ending());
        let name = match report.stop_reason {
            StopReason::Complete => "complete",
            StopReason::Proved => "proved",
            StopReason::Nodes => "out of nodes",
            StopReason::Time => "out of time",
            _ => "stopped",
        };
        let mut names = vec![name, "searches"];
        for pair in self.spans.windows(2).filter(|pair| pair[1].from.1 < ending.0) {
            names.push("limits changed");
            names.extend(self.changes(pair));
        }
        if self.case.options.threads > 1 {
            names.push("several threads");
        }
        self.met.add("moves", self.outcome.events.moves.len() as u64);
        names.into_iter().for_each(|name| self.met.add(name, 1));
    }

    /// The effects of a change that took place during the search.
    fn changes(&self, pair: &[LimitSpan]) -> Vec<&'static str> {
        let (before, after) = (pair[0].plan, pair[1].plan);
        let has_passed = |span: &LimitSpan| span.deadline().1 < self.outcome.events.end;
        let nodes = self.outcome.report.statistics.nodes;
        let mut names = Vec::new();
        if before.nodes.is_some_and(|most| most < nodes) && after.nodes.is_none() {
            names.push("limit on nodes lifted");
        }
        if before.nodes.zip(after.nodes).is_some_and(|(was, is)| was < is && was < nodes) {
            names.push("limit on nodes relaxed");
        }
        if before.nodes.unwrap_or(u64::MAX) > after.nodes.unwrap_or(u64::MAX) {
            names.push("limit on nodes tightened");
        }
        if has_passed(&pair[0]) {
            names.push(if after.time.is_none() {
                "limit on time lifted"
            } else {
                "limit on time relaxed"
            });
        }
        if before.time.is_none() && after.time.is_some() {
            names.push("pondering ended");
        }
        if after.soft.is_some() {
            names.push("soft limit set");
        }
        names
    }
}
