//! The target `abort`. Its oracle: the table of all values of a graph, computed from the
//! definition.
//!
//! A search is ended at every possible moment: by a limit on nodes, by a token, by a panic in user
//! code, or by a time limit of zero. The report must be true, all stored entries must be true,
//! every move must have been taken back, the engine must still answer, and its threads must end
//! with it.

use crate::answers::holds;
use crate::case::{DepthQuestion, FusedCase};
use crate::fuse::{BLOWN, CALLS, Fuse, UserCall, expect_panics};
use crate::interrupted::{check_deepening, check_proof};
use crate::shares::Coverage;
use crate::{Chance, InterruptedDepth, SplitMix64};
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::observe::Observer;
use eldest::report::{RootMove, StopReason};
use eldest::{Bounds, Depth, Error, Limits, Report, StopToken};
use std::fmt;
use std::time::Duration;

/// The oracle of the target.
pub const ORACLE: &str =
    "V(p, d) by its definition, for completed depths and for every stored entry";

/// Checks one input.
///
/// # Errors
/// If the bytes run out.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// If the bytes run out.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    expect_panics();
    if bool::arbitrary(u)? { check_case::<true, false>(u) } else { check_case::<false, true>(u) }
}

/// Nodes that a thread may visit between two checks of the limits.
const BATCH: u64 = 1_024;
/// The most moments to try; if there are more, they are sampled.
const MOMENTS: u64 = 40;

/// What ends the search.
#[derive(Arbitrary, Copy, Clone, Debug)]
enum AbortCause {
    /// A limit on nodes.
    Nodes,
    /// A token, thrown in user code.
    Stop,
    /// A panic in user code.
    Panic,
    /// A token, thrown by an observer.
    Observer,
    /// A time limit of zero.
    Time,
}

/// An engine whose searches are ended early.
struct AbortTrial<const A: bool, const D: bool> {
    case: FusedCase<A, D>,
    question: DepthQuestion,
    chance: SplitMix64,
    /// Whether each search begins with an empty table.
    cold: bool,
    met: Coverage,
}

fn check_case<const A: bool, const D: bool>(u: &mut Unstructured<'_>) -> Result<Coverage> {
    let (way, plan) = (AbortCause::arbitrary(u)?, u16::arbitrary(u)?);
    let mut chance = SplitMix64(plan.into());
    let (nodes, height) = chance.pick(&[(12, 5), (12, 5), (20, 6), (40, 8)]);
    let case = FusedCase::<A, D>::some(u, nodes, height, |table| table)?;
    if case.is_over() {
        return Ok(Coverage::default());
    }
    let question =
        DepthQuestion::some(&mut chance, case.graph().height(), case.table().is_end_only());
    let cold = chance.odds(60);
    let mut trial = AbortTrial { case, question, chance, cold, met: Coverage::default() };
    match way {
        AbortCause::Nodes => trial.nodes(),
        AbortCause::Stop => trial.calls(AbortTrial::stop_at),
        AbortCause::Panic => trial.calls(AbortTrial::panic_at),
        AbortCause::Observer => trial.observed(),
        AbortCause::Time => trial.no_time(),
    }
    Ok(trial.end())
}

impl<const A: bool, const D: bool> AbortTrial<A, D> {
    /// Tries limits on nodes, up to one more than the search needs.
    fn nodes(&mut self) {
        let question = self.question;
        let whole = self.begin().check_unlimited(question).statistics.nodes;
        let first = self.limited(0).statistics.nodes;
        let step = 1 + whole / MOMENTS;
        for nodes in (self.chance.below(step)..=whole + 1).step_by(step as usize) {
            let report = self.limited(nodes);
            let (spent, about) = (report.statistics.nodes, || self.case.about(question, &report));
            let most = if question.to_end { nodes } else { nodes.max(first) };
            if self.case.is_serial() && self.cold {
                assert_eq!(spent, most.min(whole), "{nodes} of {whole}: {}", about());
                assert_eq!(report.stop_reason == StopReason::Nodes, spent < whole, "{}", about());
            } else {
                let most = most + self.case.threads() as u64 * BATCH;
                assert!(spent <= most, "{nodes}: {}", about());
            }
            self.check_after();
        }
    }

    /// Searches with a limit on nodes.
    fn limited(&mut self, nodes: u64) -> Report<u16> {
        let (question, limits) = (self.question, Limits::new().nodes(nodes));
        let report = self.begin().search(question, &limits, |_| ()).expect("a report");
        let least = if question.to_end { None } else { Some(Depth::plies(1)) };
        assert!(report.depth >= least, "{}", self.case.about(question, &report));
        self.check_report(&report);
        report
    }

    /// Ends searches at the first call of some kind, at the second, and so on, until one completes.
    fn calls(&mut self, end_at: impl Fn(&mut Self, UserCall, u64) -> bool) {
        let call = self.chance.pick(&CALLS);
        let step = 1 + self.chance.below(3);
        let mut calls = 1;
        while calls < step * MOMENTS && end_at(self, call, calls) {
            self.check_after();
            calls += step;
        }
    }

    fn stop_at(&mut self, call: UserCall, calls: u64) -> bool {
        let (question, token) = (self.question, StopToken::new());
        let set = |fuse: &Fuse| fuse.set_to_stop(call, calls, &token);
        let limits = Limits::new().stop(&token);
        let report = self.begin().search(question, &limits, set).expect("a report");
        self.check_report(&report);
        let fired = self.case.fuse.take_out();
        assert!(fired || report.stop_reason != StopReason::Stopped, "{report:?}");
        fired
    }

    fn panic_at(&mut self, call: UserCall, calls: u64) -> bool {
        let question = self.question;
        let set = |fuse: &Fuse| fuse.set_to_panic(call, calls);
        let outcome = self.begin().search(question, &Limits::new(), set);
        let fired = self.case.fuse.take_out();
        match outcome {
            Ok(report) => {
                assert!(!fired, "the panic was not reported: {report:?}");
                self.check_report(&report);
            }
            Err(Error::Panicked { message }) if fired => {
                assert_eq!(message, BLOWN);
                let _ = self.case.fuse.take_balance();
                self.met.add("panics", 1);
            }
            Err(error) => panic!("{error}: {}", self.case.set_up(question)),
        }
        fired
    }

    /// Ends searches from an observer of root moves.
    fn observed(&mut self) {
        for moves in 1..MOMENTS {
            let token = StopToken::new();
            let limits = self.question.limits(&Limits::new().stop(&token));
            let question = self.question;
            let case = self.begin();
            let query = case.engine.query(&case.root).multi_pv(question.multi_pv).limits(&limits);
            let query = if question.to_end { query.to_end() } else { query };
            case.shown = InterruptedDepth::default();
            let shown = case.shown.clone();
            let thrower = Thrower { left: moves, token: token.clone(), shown };
            let report = query.observer(thrower).run().expect("a report");
            self.check_report(&report);
            self.check_after();
            if !token.is_stopped() {
                break;
            }
        }
    }

    /// Searches with a time limit of zero: only depth 1 is completed, unless deeper results are
    /// found on the way.
    fn no_time(&mut self) {
        let (question, limits) = (self.question, Limits::new().time(Duration::ZERO));
        let report = self.begin().search(question, &limits, |_| ()).expect("a report");
        let about = || self.case.about(question, &report);
        let due = if question.to_end { None } else { Some(Depth::plies(1)) };
        assert!(report.depth == due, "{}", about());
        let whole = report.proved || due.is_some() && question.plies == 1;
        assert!(whole || report.stop_reason == StopReason::Time, "{}", about());
        self.check_report(&report);
        self.check_after();
    }

    /// Prepares the next search.
    fn begin(&mut self) -> &mut FusedCase<A, D> {
        if self.cold {
            self.case.engine.clear();
        }
        let _ = self.case.fuse.take_balance();
        &mut self.case
    }

    /// The report is true, and every move has been taken back except those of the line, which the
    /// engine replays on a separate position.
    fn check_report(&mut self, report: &Report<u16>) {
        let better = check_answer(&self.case, self.question, report);
        let line = report.line.moves.len() as i64;
        let balance = self.case.fuse.take_balance();
        assert_eq!(balance, (line, 0), "{}", self.case.about(self.question, report));
        let ended = matches!(
            report.stop_reason,
            StopReason::Nodes | StopReason::Stopped | StopReason::Time
        );
        self.met.add("aborted", u64::from(ended));
        self.met.add("aborted, several threads", u64::from(ended && self.case.threads() > 1));
        self.met.add("a better move", u64::from(better));
        self.met.add("splits", report.statistics.splits);
        self.met.add("steals", report.statistics.steals);
    }

    /// The entries are true, and the engine still answers.
    fn check_after(&mut self) {
        let entries = self.case.check_entries();
        self.met.add("entries", entries);
        if self.chance.odds(40) {
            self.case.check_unlimited(self.question);
            self.met.add("searched again", 1);
        }
    }

    /// Drops the engine, and checks that its threads end.
    fn end(self) -> Coverage {
        let fuse = self.case.fuse.clone();
        drop(self.case);
        assert_eq!(fuse.threads(), 0, "threads are left");
        self.met
    }
}

/// Throws a token at the k-th root move.
struct Thrower {
    left: u64,
    token: StopToken,
    shown: InterruptedDepth,
}

impl Observer<u16> for Thrower {
    fn root_move(&mut self, _: &RootMove<u16>) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.token.stop();
        }
    }

    fn line(&mut self, better: &RootMove<u16>) {
        Observer::line(&mut self.shown, better);
    }

    fn bounds(&mut self, depth: Depth, known: Bounds) {
        Observer::<u16>::bounds(&mut self.shown, depth, known);
    }
}

/// Checks that the report is true. Returns whether it contains a move that is better than the best
/// move of the last completed depth.
///
/// # Panics
/// If it is not true.
fn check_answer<const A: bool, const D: bool>(
    case: &FusedCase<A, D>,
    question: DepthQuestion,
    report: &Report<u16>,
) -> bool {
    case.check_legal(question, report);
    check_moves(case, question, report);
    let about = fmt::from_fn(|f| f.write_str(&case.about(question, report)));
    if question.to_end {
        check_proof(&case.values, case.graph(), report, &about);
        assert!(report.depth.is_none_or(Depth::is_end), "{report:?}");
        return false;
    }
    check_deepening(&case.values, case.graph(), report, &about);
    case.shown.check(&case.values, case.graph(), report, &about);
    report.depth.is_some_and(|depth| report.moves[0].depth > depth)
}

/// Every legal move is listed once, with a true bound at its depth; an unsearched move has no
/// bound.
fn check_moves<const A: bool, const D: bool>(
    case: &FusedCase<A, D>,
    question: DepthQuestion,
    report: &Report<u16>,
) {
    let about = || case.about(question, report);
    let mut named: Vec<u16> = report.moves.iter().map(|root| root.mv).collect();
    named.sort_unstable();
    let legal = case.values.root_values(case.graph(), Depth::plies(1));
    assert!(named.iter().eq(legal.iter().map(|(mv, _)| mv)), "{}", about());
    for root in report.moves.iter().filter(|root| !root.depth.is_horizon()) {
        let values = case.values.root_values(case.graph(), root.depth);
        let value = values[usize::from(root.mv)].1;
        assert!(holds(root, value), "move {} is worth {value}: {}", root.mv, about());
    }
}
