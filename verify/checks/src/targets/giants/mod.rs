//! Giants: strongly ordered trees of width up to 40 and depth 10 to 12, whose value at every depth
//! is known by construction (Marsland and Campbell 1982).
//!
//! A tree of 40^12 paths cannot be searched thousands of times. So its nodes are folded into few
//! classes (`fold`, see [`Spec`](eldest_games::trees::Spec)), and a search with a table visits
//! thousands or ten thousands of nodes. Every depth has a value of its own (`tempo`), so that a
//! value of the wrong depth is a wrong one.

mod known;
mod recipe;

pub use recipe::{GiantGoal, GiantQuestion, GiantTree};

use crate::Iterations;
use arbitrary::{Result, Unstructured};
use eldest::observe::Iteration;
use eldest::{Engine, Evaluator, Limits, Report, Score, SharedTable};
use eldest_games::trees::{Path, Synthetic};
use known::GiantOracle;
use std::thread::yield_now;

/// What its findings are held against.
pub const ORACLE: &str = "values known by construction, in trees of up to 40^12 paths";

/// Asks one engine some questions about one giant, and checks the answers.
///
/// # Errors
/// None: missing bytes are zeros.
///
/// # Panics
/// If an answer is not the one known by construction.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    GiantTree::some(bytes).ask(|_, _| ());
    Ok(())
}

/// Judges giants as they are made, and gives way to other threads now and then, so that threads
/// meet even in searches of a millisecond.
#[derive(Copy, Clone, Debug)]
struct GiantJudge {
    pause: u32,
}

impl Evaluator<Synthetic> for GiantJudge {
    /// Moves played.
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
    /// Asks one engine all questions, checks the answers and passes them on.
    ///
    /// # Panics
    /// If an answer is not the one known by construction.
    pub fn ask(&self, mut hear: impl FnMut(&GiantQuestion, &Report<u16>)) {
        let builder = Engine::<Synthetic>::builder().evaluator(GiantJudge { pause: self.pause });
        let mut engine = builder.table_bytes(self.table_bytes).build().expect("a small table");
        for question in &self.questions {
            hear(question, &self.answer(&mut engine, question));
        }
    }

    fn answer(&self, engine: &mut GiantEngine, question: &GiantQuestion) -> Report<u16> {
        let path = Path(question.path.clone());
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

/// The answer, and every iteration on the way to it.
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
