//! `go mate n`: finds the shortest mate in at most n moves.
//!
//! For one move, two moves, and so on, the exact search decides whether the value is at least a win
//! in 2k − 1 plies, at just that depth. This takes a single null window, which no evaluation at the
//! horizon can affect, and as no shorter mate was found before, the first mate is the shortest.
//! Earlier positions of the game are ignored: the shortest mate repeats none.

use crate::clock::Budget;
use crate::evaluation::Evaluation;
use crate::info::{MoveWriter, counts};
use crate::lines::Output;
use crate::query::{BestMove, EngineQuery, among, options, prepare, report_best};
use crate::request::GoRequest;
use crate::settings::Settings;
use crate::{Engine, Move};
use eldest::observe::{Observer, Progress};
use eldest::{DepthMatch, Error, Limits, Report, Score, StopToken};
use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// The number of nodes of the search for a move to play when there is no mate.
const NODES_WITHOUT_MATE: u64 = 20_000;

/// A search for a mate on its own thread, which owns the engine.
#[derive(Debug)]
pub struct MateSearch {
    thread: JoinHandle<(Engine, Option<BestMove>)>,
    token: StopToken,
    budget: Option<Budget>,
    end: Deadline,
}

/// The end of the search; unset while the opponent thinks.
type Deadline = Arc<OnceLock<Instant>>;

/// Stops a search that its limits do not stop: the deadline was unset when it began, or it is still
/// at depth one, which is always completed.
struct Watchdog {
    end: Deadline,
    nodes: u64,
    token: StopToken,
}

impl Observer<Move> for Watchdog {
    fn progress(&mut self, progress: &Progress) {
        let is_late = self.end.get().is_some_and(|end| Instant::now() > *end);
        if is_late || progress.nodes > self.nodes {
            self.token.stop();
        }
    }
}

impl MateSearch {
    /// Starts the search; `done` is called at its end.
    pub fn start(
        engine: Engine,
        request: GoRequest,
        out: Output,
        writer: MoveWriter,
        done: impl FnOnce() + Send + 'static,
    ) -> Self {
        let (token, end, budget) = (StopToken::new(), Deadline::default(), request.budget);
        if !request.ponders {
            begin_clock(&end, budget);
        }
        let (switch, until) = (token.clone(), Arc::clone(&end));
        let mut solver =
            MateSolver { engine, request, out, writer, token: switch, end: until, spent: 0 };
        let thread = thread::spawn(move || {
            let answer = solver.answer();
            done();
            (solver.engine, answer)
        });
        Self { thread, token, budget, end }
    }

    /// Starts the clock: the opponent has played the expected move.
    pub fn hit(&self) {
        begin_clock(&self.end, self.budget);
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.token.stop();
    }

    /// Waits for the end.
    ///
    /// # Panics
    /// If its thread has panicked.
    #[must_use]
    pub fn wait(self) -> (Engine, Option<BestMove>) {
        self.thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// Sets the deadline, if time is limited and it is not set yet.
fn begin_clock(end: &Deadline, budget: Option<Budget>) {
    if let Some(last) = budget.and_then(|budget| Instant::now().checked_add(budget.hard)) {
        end.get_or_init(|| last);
    }
}

struct MateSolver {
    engine: Engine,
    request: GoRequest,
    out: Output,
    writer: MoveWriter,
    token: StopToken,
    end: Deadline,
    /// Nodes so far.
    spent: u64,
}

impl MateSolver {
    fn answer(&mut self) -> Option<BestMove> {
        let found = self.mate().unwrap_or_else(|error| {
            self.out.info(format_args!("the search failed: {error}"));
            None
        });
        found.or_else(|| self.without_mate())
    }

    /// Returns the shortest mate, if there is one within the limits of the request.
    fn mate(&mut self) -> Result<Option<BestMove>, Error> {
        let Settings { threads, algorithm, .. } = self.request.settings;
        let exact = options(threads as usize, algorithm);
        self.engine.set_options(exact.with(|options| options.depth_match = DepthMatch::Exact));
        self.engine.set_evaluator(Evaluation::mating());
        let most = self.request.mate.unwrap_or(0);
        for moves in 1..=most {
            let plies = 2 * moves - 1;
            let decided = self.query(plies).decide(Score::win_in(plies)).run()?;
            self.spent += decided.progress.nodes;
            if decided.depth.is_none() {
                self.out.info(format_args!(
                    "stopped before deciding whether there is a mate in {moves}"
                ));
                return Ok(None);
            }
            if decided.bounds.lower() >= Score::win_in(plies) {
                return self.shown(plies, decided).map(Some);
            }
            let (depth, counts) = (plies, counts(&decided.progress));
            self.out.line(format_args!("info depth {depth} {counts}"));
        }
        self.out.info(format_args!("there is no mate in {most}"));
        Ok(None)
    }

    /// Finds and writes the line of the mate in `decided`.
    fn shown(&mut self, plies: u32, decided: Report<Move>) -> Result<BestMove, Error> {
        let mut best = decided.moves.into_iter().next().expect("a mate has a first move");
        self.request.moves = Some(vec![best.mv]);
        let report = self.query(plies).run()?;
        let line = report.moves.into_iter().next().filter(|shown| shown.value == best.value);
        best = line.unwrap_or(best);
        self.out.line(self.writer.found(&best, 1, &report.progress));
        Ok(BestMove { best: best.mv, reply: best.line.get(1).copied() })
    }

    /// Creates a query for an exact search to `plies`, within the remaining nodes and time.
    fn query(&mut self, plies: u32) -> EngineQuery<'_> {
        let GoRequest { root, moves, nodes, .. } = &self.request;
        let mut limits = Limits::new().depth(plies as u16).stop(&self.token);
        if let Some(nodes) = nodes {
            limits = limits.nodes(nodes.saturating_sub(self.spent));
        }
        if let Some(end) = self.end.get() {
            limits = limits.time(end.saturating_duration_since(Instant::now()));
        }
        let watch =
            Watchdog { end: Arc::clone(&self.end), nodes: u64::MAX, token: self.token.clone() };
        let root = root.clone().without_repetition();
        among(self.engine.query(&root).limits(&limits).observer(watch), moves.as_deref())
    }

    fn without_mate(&mut self) -> Option<BestMove> {
        let GoRequest { root, moves, settings, endings, .. } = &self.request;
        prepare(&mut self.engine, settings, endings.clone());
        let (nodes, token) = (NODES_WITHOUT_MATE, StopToken::new());
        let limits = Limits::new().nodes(nodes).stop(&token);
        let watch = Watchdog { end: Arc::clone(&self.end), nodes, token };
        let query = self.engine.query(root).limits(&limits).observer(watch);
        let query = among(query, moves.as_deref());
        let report = query.run().ok()?;
        report_best(&report, &self.writer, &self.out);
        BestMove::of(&report)
    }
}
