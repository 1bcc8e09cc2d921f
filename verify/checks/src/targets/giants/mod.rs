//! Giants: strongly ordered trees of width up to 40 and depth 10 to 12, with values at every depth
//! that are known by construction (Marsland and Campbell 1982).
//!
//! A tree of 40^12 paths cannot be searched thousands of times. So its nodes are folded into few
//! classes (`fold`, see [`Spec`](eldest_games::trees::Spec)), and a search with a table visits
//! thousands or tens of thousands of nodes. Each depth has its own value (`tempo`), so a value of
//! the wrong depth is noticed.

mod known;
mod recipe;

pub use recipe::{GiantGoal, GiantQuestion, GiantTree};

use crate::Iterations;
use arbitrary::{Result, Unstructured};
use eldest::observe::Iteration;
use eldest::{Engine, Evaluator, Limits, Report, Score, SharedTable};
use eldest_games::trees::{Synthetic, TreePath};
use known::GiantOracle;
use std::thread::yield_now;

/// The oracle of the target.
pub const ORACLE: &str = "values known by construction, in trees of up to 40^12 paths";

/// Runs some queries about one giant on one engine, and checks the reports.
///
/// # Errors
/// Never fails; missing bytes count as zeros.
///
/// # Panics
/// If a result differs from the one known by construction.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    GiantTree::some(bytes).run(|_, _| ());
    Ok(())
}

/// Returns the estimates of the tree, and yields to other threads at intervals, so that threads
/// interact even in searches of a millisecond.
#[derive(Copy, Clone, Debug)]
struct GiantJudge {
    pause: u32,
}

impl Evaluator<Synthetic> for GiantJudge {
    /// The number of moves played.
    type State = u32;

    fn start(&self, _: &Synthetic) -> u32 {
        0
    }

    fn play(&self, _: &Synthetic, _: u16, played: &mut u32) {
        *played = played.wrapping_add(1);
        if self.pause > 0 && played.is_multiple_of(self.pause) {
            yield_now();
        }
    }

    fn evaluate(&self, node: &Synthetic, _: &u32) -> Score {
        node.estimate()
    }
}

type GiantEngine = Engine<Synthetic, GiantJudge, SharedTable>;

impl GiantTree {
    /// Runs all queries on one engine, checks the reports, and passes them to `inspect`.
    ///
    /// # Panics
    /// If a result differs from the one known by construction.
    pub fn run(&self, mut inspect: impl FnMut(&GiantQuestion, &Report<u16>)) {
        let builder = Engine::<Synthetic>::builder().evaluator(GiantJudge { pause: self.pause });
        let mut engine = builder.table_bytes(self.table_bytes).build().expect("a small table");
        for question in &self.questions {
            inspect(question, &self.answer(&mut engine, question));
        }
    }

    fn answer(&self, engine: &mut GiantEngine, question: &GiantQuestion) -> Report<u16> {
        let path = TreePath(question.path.clone());
        let start = path.follow(Synthetic::root(self.spec)).expect("within the width");
        engine.set_options(question.options);
        let (report, iterations) = run(engine, &start, question);
        let about = || format!("{self:#?} {question:#?} {iterations:#?} {report:#?}");
        let known = GiantOracle { start, question, about: &about };
        iterations.iter().for_each(|iteration| known.check_iteration(iteration));
        known.check_report(&report);
        report
    }
}

/// Runs a query. Returns the report and all iterations.
fn run(
    engine: &mut GiantEngine,
    start: &Synthetic,
    question: &GiantQuestion,
) -> (Report<u16>, Vec<Iteration<u16>>) {
    let (observer, iterations) = Iterations::whole();
    let limits = Limits::new().nodes(question.nodes);
    let limits = match question.goal {
        GiantGoal::End => limits,
        GiantGoal::Depth(plies) | GiantGoal::AtLeast { plies, .. } => limits.depth(plies),
    };
    let query = engine.query(start).limits(&limits).observer(observer);
    let report = match question.goal {
        GiantGoal::End => query.to_end().line(question.line).run(),
        GiantGoal::Depth(_) => query.line(question.line).run(),
        GiantGoal::AtLeast { .. } => query.decide(question.least(start)).run(),
    };
    let report = report.unwrap_or_else(|error| panic!("{error}: {question:#?}"));
    (report, iterations.try_iter().collect())
}
