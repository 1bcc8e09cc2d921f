//! The target `selections`: selective searches by several threads under the deterministic
//! scheduler.
//!
//! For a decision without a table and move memories, threads must decide what the recursive
//! definition decides ([`Decision`]), under every schedule: selection depends only on the order of
//! moves and on the path to a node, whichever thread searches it. For best moves over a shared
//! table, they must report values of positions, with lines that lead there ([`SelectiveQuestion`]).

use super::schedule::{options, policy};
use crate::passing::{PassingGame, PassingJudge};
use crate::selected::Decision;
use crate::selecting::{SelectiveQuestion, some_selection};
use crate::shares::InputEvents;
use crate::{AnyTable, Chance, DecoratedTable, Meetings};
use arbitrary::{Result, Unstructured};
use eldest::selective::{Parameter, Selection, Selective};
use eldest::table::NoTable;
use eldest::{Algorithm, Engine, Limits, Options, Report, Score};
use eldest_schedule::{Policy, run};
use std::sync::Arc;

/// The oracle of the target.
pub const ORACLE: &str = "a recursive definition of the decision, and the positions at the ends of lines, whatever the \
                          schedule";

/// The bytes needed for a case and the seed of a schedule.
pub const SHORTEST: usize = 80;

/// The number of candidate games among which one with relevant null moves is chosen.
const CANDIDATES: u64 = 8;

/// Far more steps than any case needs.
const MOST_STEPS: u64 = 1 << 23;

/// Counts of queries over some cases.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "named after what they count")]
pub struct SelectionTally {
    pub decisions: u64,
    /// Decisions with the answer yes.
    pub held: u64,
    pub reports: u64,
    /// Reports of single-threaded searches, which run twice.
    pub alone: u64,
}

/// Checks one input.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a decision differs from its definition, or a report contains a value that no line leads to.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// As [`check`].
pub fn examine(u: &mut Unstructured<'_>) -> Result<InputEvents> {
    examine_counted(u, &mut SelectionTally::default())
}

/// The same; counts queries in `tally`.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// As [`check`].
pub fn examine_counted(
    u: &mut Unstructured<'_>,
    tally: &mut SelectionTally,
) -> Result<InputEvents> {
    let case = SelectionCase::decode(u);
    Ok(case.check(policy(u)?, tally))
}

/// The query of a case.
#[derive(Copy, Clone, Debug)]
enum SelectionQuestion {
    /// Whether the value is at least this, without a table.
    AtLeast(Score),
    /// `count` best moves, over a table of this many bytes, or without a table.
    Best { count: usize, table: Option<usize> },
}

/// A search and its options.
#[derive(Clone, Debug)]
struct SelectionCase {
    root: PassingGame,
    judge: PassingJudge,
    selection: Selection,
    depth: u16,
    options: Options,
    question: SelectionQuestion,
}

impl SelectionCase {
    /// Games are small, so that interactions of threads dominate.
    fn decode(u: &mut Unstructured<'_>) -> Self {
        let options = options(u);
        let options = options.with(|o| o.threads = if u.odds(6) { 1 } else { o.threads });
        let question = if u.odds(50) {
            let near = Score::new(u.below(32) as i32 - 16);
            SelectionQuestion::AtLeast(u.pick(&[
                near,
                near,
                near,
                Score::WIN,
                Score::new(Score::LOSS.get() + 1),
            ]))
        } else {
            let table = u.pick(&[Some(4096), Some(192), None]);
            SelectionQuestion::Best { count: 1 + u.below(3) as usize, table }
        };
        let case = Self {
            root: PassingGame::new(u.below(1 << 16), 2 + u.below(4)),
            judge: PassingJudge::new(u.pick(&[0, 0, 1, 3])),
            depth: 2 + u.below(5) as u16,
            selection: some_selection(u),
            options,
            question,
        };
        match question {
            SelectionQuestion::AtLeast(_) if u.odds(60) => case.of_passes(u),
            // Racing threads differ only in the sibling that they begin with.
            SelectionQuestion::AtLeast(_) if u.odds(35) => case.by(Algorithm::LazySmp),
            _ => case,
        }
    }

    fn by(self, algorithm: Algorithm) -> Self {
        let options = self.options.with(|options| options.algorithm = algorithm);
        Self { options, ..self }
    }

    /// Selects only null moves, some of them verified: whether one is allowed depends on the path
    /// to a node. Owners of split points below the first child help at nodes on another path, and
    /// their later moves show whether they returned to their own. For that, games are deep, and
    /// first children take long.
    fn of_passes(self, chance: &mut impl Chance) -> Self {
        let selection = Selection::NONE.with(|selection| {
            (selection.null_move, selection.margin) = (true, 20);
            selection.verify_from = chance.pick(&[4, 5]);
            // With the depth of a move, a pass gives a true bound in this game.
            selection.parameters.set(Parameter::NullBase, chance.pick(&[200, 300]));
            selection.parameters.set(Parameter::NullSlope, 0);
        });
        let (seed, height) = (chance.below(1 << 16), 7 + chance.below(2));
        let options = self.options.with(|options| {
            (options.algorithm, options.threads) =
                (Algorithm::YoungBrothersWait, options.threads.max(2));
            options.sharing.cut_siblings = Some(0);
            options.sharing.only_when_idle = false;
            (options.sharing.split_depth, options.sharing.split_work) = (0, 0);
            options.sharing.call_after = 0;
        });
        let depth = 7 + chance.below(3) as u16;
        let games = (0..CANDIDATES).map(|more| PassingGame::new(seed | more << 16, height));
        let case = Self { selection, depth, options, ..self };
        let root = games.max_by_key(|game| case.before_passes_matter(game)).expect("several");
        Self { root, ..case }
    }

    /// The number of nodes that the search of `root` takes before null moves matter.
    fn before_passes_matter(&self, root: &PassingGame) -> u64 {
        let SelectionQuestion::AtLeast(least) = self.question else { return 0 };
        let mut definition = Decision::new(&self.judge, self.selection, self.depth, false);
        definition.nodes_before_passes_matter(root, least, self.depth)
    }

    /// Searches under the schedule of `policy`. Returns the events.
    fn check(&self, policy: Policy, tally: &mut SelectionTally) -> InputEvents {
        let (meetings, mut happened) = (Arc::<Meetings>::default(), InputEvents::default());
        let (case, noticed) = (self.clone(), Arc::clone(&meetings));
        let execution = run(policy, MOST_STEPS, move || case.play(&noticed));
        let reports = execution.result.unwrap_or_else(|failure| panic!("{failure:?} in {self:#?}"));
        for report in &reports {
            happened.begin(self.options.algorithm);
            happened.add(report);
        }
        happened.meet(meetings.met());
        self.judge(&reports, tally);
        happened
    }

    /// Runs the search; twice with a single thread.
    fn play(&self, meetings: &Arc<Meetings>) -> Vec<Report<u64>> {
        let times = if self.options.threads == 1 { 2 } else { 1 };
        (0..times).map(|_| self.search(meetings)).collect()
    }

    fn search(&self, meetings: &Arc<Meetings>) -> Report<u64> {
        let (table, options) = match self.question {
            SelectionQuestion::Best { table: Some(bytes), .. } => {
                (AnyTable::shared(bytes), self.options)
            }
            SelectionQuestion::Best { table: None, .. } => (AnyTable::No(NoTable), self.options),
            SelectionQuestion::AtLeast(_) => (AnyTable::No(NoTable), self.forgetful()),
        };
        let table = DecoratedTable::new(table).with(Arc::clone(meetings));
        let evaluator = Selective::new(self.judge, self.selection);
        let builder = Engine::<PassingGame>::builder().evaluator(evaluator).options(options);
        let mut engine = builder.table(table).build().expect("an engine");
        let query = engine.query(&self.root);
        let query = query.limits(&Limits::new().depth(self.depth));
        match self.question {
            SelectionQuestion::AtLeast(least) => query.decide(least).run(),
            SelectionQuestion::Best { count, .. } => query.multi_pv(count).run(),
        }
        .expect("a report")
    }

    /// The options without any that change the order of moves.
    fn forgetful(&self) -> Options {
        self.options.with(|options| {
            (options.history, options.killers, options.countermove) = (false, false, false);
            options.iid = false;
        })
    }

    fn judge(&self, reports: &[Report<u64>], tally: &mut SelectionTally) {
        match self.question {
            SelectionQuestion::AtLeast(least) => {
                let mut definition = Decision::new(&self.judge, self.selection, self.depth, false);
                let defined = definition.root(&self.root, least, self.depth);
                let found = reports[0].bounds.lower() >= least;
                assert_eq!(found, defined, "{:#?} in {self:#?}", reports[0]);
                tally.decisions += 1;
                tally.held += u64::from(defined);
            }
            SelectionQuestion::Best { count, .. } => {
                let Self { root, judge, selection, .. } = self;
                let question =
                    SelectiveQuestion { root, judge: *judge, selection: *selection, count };
                reports.iter().for_each(|report| question.check(report, &self.options));
                tally.reports += 1;
            }
        }
        if let [first, second] = reports {
            let summary = |report: &Report<_>| (report.moves.clone(), report.statistics.nodes);
            assert_eq!(summary(first), summary(second), "the repetition differs in {self:#?}");
            tally.alone += 1;
        }
    }
}
