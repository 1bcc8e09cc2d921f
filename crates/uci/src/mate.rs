//! `go mate n`: is there a mate in n moves, and how soon is the soonest?
//!
//! The exact search decides, for one move, two moves, and so on: *is the value at least a win in 2k − 1 plies?*, at
//! just that depth. That is a single null window, in which nothing beyond the horizon matters, and where no shorter
//! mate was found before, a mate that is found is the shortest. Positions that were there before do not count: the
//! shortest way to mate repeats none.

use crate::ask::{BestMove, EngineQuery, among, options, prepare, tell_best};
use crate::clock::Budget;
use crate::info::{Writer, counts};
use crate::lines::Output;
use crate::question::GoRequest;
use crate::settings::Settings;
use crate::{Engine, Move};
use eldest::observe::{Observer, Progress};
use eldest::{DepthMatch, Error, Limits, Report, Score, StopToken};
use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Without a mate some good move is played: the best of so many nodes.
const NODES_WITHOUT_MATE: u64 = 20_000;

/// A search for a mate, on a thread of its own, which has the engine.
#[derive(Debug)]
pub struct MateSearch {
    thread: JoinHandle<(Engine, Option<BestMove>)>,
    token: StopToken,
    budget: Option<Budget>,
    end: Deadline,
}

/// When it is to end; not known while the opponent thinks.
type Deadline = Arc<OnceLock<Instant>>;

/// Ends a search that its limits do not end: they did not know of the end when it began, or it is still at its first ply, which is searched
/// through whatever they are.
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
    /// Begins; `done` is called at the end.
    pub fn start(
        engine: Engine,
        question: GoRequest,
        out: Output,
        writer: Writer,
        done: impl FnOnce() + Send + 'static,
    ) -> Self {
        let (token, end, budget) = (StopToken::new(), Deadline::default(), question.budget);
        if !question.ponders {
            begin_clock(&end, budget);
        }
        let (switch, until) = (token.clone(), Arc::clone(&end));
        let mut solver =
            MateSolver { engine, question, out, writer, token: switch, end: until, spent: 0 };
        let thread = thread::spawn(move || {
            let answer = solver.answer();
            done();
            (solver.engine, answer)
        });
        Self { thread, token, budget, end }
    }

    /// The opponent has played what was expected: the clock begins to run.
    pub fn hit(&self) {
        begin_clock(&self.end, self.budget);
    }

    /// Ends it soon.
    pub fn stop(&self) {
        self.token.stop();
    }

    /// Waits for the end.
    ///
    /// # Panics
    /// If its thread has.
    #[must_use]
    pub fn wait(self) -> (Engine, Option<BestMove>) {
        self.thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// The end is so far away, if time is limited. It does not move any more.
fn begin_clock(end: &Deadline, budget: Option<Budget>) {
    if let Some(last) = budget.and_then(|budget| Instant::now().checked_add(budget.hard)) {
        end.get_or_init(|| last);
    }
}

struct MateSolver {
    engine: Engine,
    question: GoRequest,
    out: Output,
    writer: Writer,
    token: StopToken,
    end: Deadline,
    /// Nodes so far.
    spent: u64,
}

impl MateSolver {
    fn answer(&mut self) -> Option<BestMove> {
        let found = self.mate().unwrap_or_else(|error| {
            self.out.tell(format_args!("the search failed: {error}"));
            None
        });
        found.or_else(|| self.without_mate())
    }

    /// The shortest mate, if there is one in so few moves, and nothing ends the search before.
    fn mate(&mut self) -> Result<Option<BestMove>, Error> {
        let Settings { threads, algorithm, .. } = self.question.settings;
        let exact = options(threads as usize, algorithm);
        self.engine.set_options(exact.with(|options| options.depth_match = DepthMatch::Exact));
        self.engine.set_evaluator(crate::mating());
        let most = self.question.mate.unwrap_or(0);
        for moves in 1..=most {
            let plies = 2 * moves - 1;
            let decided = self.ask(plies).decide(Score::win_in(plies)).run()?;
            self.spent += decided.progress.nodes;
            if decided.depth.is_none() {
                self.out.tell(format_args!("no mate in {} was found before the end", moves - 1));
                return Ok(None);
            }
            if decided.bounds.lower() >= Score::win_in(plies) {
                return self.shown(plies, decided).map(Some);
            }
            let (depth, counts) = (plies, counts(&decided.progress));
            self.out.line(format_args!("info depth {depth} {counts}"));
        }
        self.out.tell(format_args!("there is no mate in {most}"));
        Ok(None)
    }

    /// The line of the mate that is `decided`.
    fn shown(&mut self, plies: u32, decided: Report<Move>) -> Result<BestMove, Error> {
        let mut best = decided.moves.into_iter().next().expect("a mate has a first move");
        self.question.moves = Some(vec![best.mv]);
        let report = self.ask(plies).run()?;
        let line = report.moves.into_iter().next().filter(|shown| shown.value == best.value);
        best = line.unwrap_or(best);
        self.out.line(self.writer.found(&best, 1, &report.progress));
        Ok(BestMove { best: best.mv, reply: best.line.get(1).copied() })
    }

    /// A question to the exact search to so many `plies`, within what is left of nodes and time.
    fn ask(&mut self, plies: u32) -> EngineQuery<'_> {
        let GoRequest { root, moves, nodes, .. } = &self.question;
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
        let GoRequest { root, moves, settings, .. } = &self.question;
        prepare(&mut self.engine, settings);
        let (nodes, token) = (NODES_WITHOUT_MATE, StopToken::new());
        let limits = Limits::new().nodes(nodes).stop(&token);
        let watch = Watchdog { end: Arc::clone(&self.end), nodes, token };
        let ask = self.engine.query(root).limits(&limits).observer(watch);
        let ask = among(ask, moves.as_deref());
        let report = ask.run().ok()?;
        tell_best(&report, &self.writer, &self.out);
        BestMove::of(&report)
    }
}
