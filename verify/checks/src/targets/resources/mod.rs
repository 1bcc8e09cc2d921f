//! The target `resources`. Its oracle: the values of a game of up to 6,000 plies, by recursion.
//!
//! One engine searches repeatedly and changes in between: threads, algorithm, evaluator, selection,
//! and the table and its size. The length of the game changes, and with it the stacks; the position
//! changes, and with it the game that the table is bound to. Each report must equal that of a new
//! engine.

mod ladder;

use crate::Chance;
use crate::answers::{check_legal, holds};
use crate::shares::Coverage;
use crate::sharing::{lively, team};
use arbitrary::{Result, Unstructured};
use eldest::options::Driver;
use eldest::report::CapSource;
use eldest::selective::{Selection, Selective};
use eldest::{
    Algorithm, Depth, Engine, Error, Limits, Options, Position, Report, SharedTable, Table,
};
use ladder::{Ladder, LadderJudge};

/// The oracle of the target.
pub const ORACLE: &str =
    "values of games of thousands of plies by recursion, after any changes of the engine";

/// The bytes needed for some queries.
pub const SHORTEST: usize = 64;

/// Checks one input.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    Ok(run(u))
}

/// Sizes of tables in bytes, some of them around those of cache lines and pages.
const SIZES: [usize; 9] = [1 << 12, 128, 129, 191, 192, 4_095, 4_097, 65_537, 1 << 20];
/// Lengths of ladders: short, too deep for the stack of a short one, and in between.
const LENGTHS: [u32; 8] = [2, DEEP, 40, 1, DEEP, 1_000, DEEP, DEEP / 2];
/// Deep enough to overflow a stack for few plies: a ply takes 4,000 bytes or more in unoptimised
/// builds, and 144 or more in others.
const DEEP: u32 = if cfg!(debug_assertions) { 6_000 } else { 60_000 };
/// Stacks of searches to a depth are sized for at least this many plies.
const LEAST_PLIES: u32 = 1_000;

/// An engine and its settings.
struct LadderEngine {
    engine: Engine<Ladder, Selective<LadderJudge>, SharedTable>,
    judge: LadderJudge,
    /// The selection of the search.
    selection: Selection,
    /// The most plies for which each thread has had a stack, counted from thread 1; 0 for a thread
    /// that has not searched.
    longest: [u32; 10],
    met: Coverage,
}

/// Runs up to nine queries on an engine.
fn run(chance: &mut impl Chance) -> Coverage {
    let (judge, selection) = (LadderJudge::default(), Selection::NONE);
    let engine = Engine::<Ladder>::builder().evaluator(Selective::new(judge, selection));
    let engine = engine.table_bytes(chance.pick(&SIZES)).build().expect("an engine");
    let (longest, met) = ([0; 10], Coverage::default());
    let mut subject = LadderEngine { engine, judge, selection, longest, met };
    let queries = chance.below(14);
    if queries >= 7 {
        subject.stagger(chance);
    }
    for _ in 0..if queries < 7 { 2 + queries } else { queries - 7 } {
        subject.change(chance);
        subject.search(chance);
    }
    subject.met
}

impl LadderEngine {
    /// Changes the number of threads most of the time, and something else at times.
    fn change(&mut self, chance: &mut impl Chance) {
        if chance.below(8) < 7 {
            let threads = chance.pick(&[1, 4, 2, 1, 3, 2, 9]);
            self.engine.set_options(options(chance, threads));
        }
        match chance.below(8) {
            0 => self.judge(LadderJudge(chance.below(4)), self.selection),
            1 => self.judge(self.judge, selection(chance)),
            2 => self.resize(chance.pick(&SIZES)),
            3 => self.replace(chance.pick(&SIZES)),
            4 => self.clear(),
            5 => self.engine.new_game(),
            _ => {}
        }
    }

    fn judge(&mut self, judge: LadderJudge, selection: Selection) {
        (self.judge, self.selection) = (judge, selection);
        self.engine.set_evaluator(Selective::new(judge, selection));
        self.met.add("evaluator", 1);
    }

    fn resize(&mut self, bytes: usize) {
        self.engine.resize(bytes).expect("a table");
        assert!(self.engine.table().bytes() <= bytes);
        self.check_empty();
    }

    fn replace(&mut self, bytes: usize) {
        self.engine.set_table(SharedTable::new(bytes).expect("a table"));
        self.check_empty();
    }

    fn clear(&mut self) {
        self.engine.clear();
        self.check_empty();
    }

    /// Checks that no word of the table is set.
    fn check_empty(&mut self) {
        let words = self.engine.table().words().iter();
        let left = words.filter(|word| word.load(std::sync::atomic::Ordering::Relaxed) > 0).count();
        assert_eq!(left, 0, "the table is not empty");
        self.met.add("table", 1);
    }

    /// Searches many plies with few threads, then few plies with more threads, then many plies with
    /// these: the threads added by the second search must not keep their small stacks. The first
    /// and the last search are about different games, so that the table does not hold the result.
    fn stagger(&mut self, chance: &mut impl Chance) {
        let (few, more) = chance.pick(&[(1, 4), (2, 4), (1, 2), (2, 3)]);
        let (seed, ladders) = (chance.pick(&[2, 0, 2, 3]), chance.pick(&[4, 3, 2]));
        let short = chance.pick(&[2, 1, 40]);
        for (threads, seed, length) in
            [(few, seed, DEEP), (more, seed, short), (more, seed + 4, DEEP)]
        {
            self.engine.set_options(options(chance, threads));
            self.question(&Ladder::new(seed, ladders, length), Depth::END);
        }
        self.met.add("staggered", 1);
    }

    /// Runs a query, to the end or to a depth.
    fn search(&mut self, chance: &mut impl Chance) {
        let (seed, ladders) = (chance.below(4), chance.pick(&[2, 3, 1, 4]));
        let ladder = Ladder::new(seed, ladders, chance.pick(&LENGTHS));
        let depth = chance.pick(&[0, 1, 6, 0, 3, 0, 12, 0]);
        self.question(&ladder, if depth == 0 { Depth::END } else { Depth::plies(depth) });
    }

    fn question(&mut self, ladder: &Ladder, depth: Depth) {
        let query = self.engine.query(ladder);
        let limits = depth.to_plies().map_or(Limits::new(), |plies| Limits::new().depth(plies));
        let query = query.limits(&limits);
        let outcome = if depth.is_end() { query.to_end().run() } else { query.run() };
        self.count(ladder, depth);
        match outcome {
            Ok(report) => self.judge_report(ladder, depth, &report),
            // Only in unoptimised builds without debug assertions.
            Err(Error::TooDeep { set_by: CapSource::Stack, .. }) => self.met.add("no stack", 1),
            Err(error) => panic!("{error}: {ladder:?} to {depth} with {:?}", self.engine),
        }
    }

    fn count(&mut self, ladder: &Ladder, depth: Depth) {
        let threads = self.engine.options().threads;
        let plies = ladder.plies_left().expect("a ladder ends");
        let plies = if depth.is_end() { plies } else { plies.min(LEAST_PLIES) };
        let before = &mut self.longest[1..=threads];
        let grows = before.iter().any(|before| (1..plies).contains(before));
        let mixed = before.iter().min() != before.iter().max();
        before.iter_mut().for_each(|before| *before = plies.max(*before));
        let deep = plies > LEAST_PLIES;
        self.met.add("questions", 1);
        self.met.add("several threads", u64::from(threads > 1));
        self.met.add("stacks grow", u64::from(grows && deep));
        self.met.add("some stacks grow", u64::from(grows && deep && mixed && threads > 1));
    }

    fn judge_report(&mut self, ladder: &Ladder, depth: Depth, report: &Report<u8>) {
        let about = std::fmt::from_fn(|f| {
            write!(f, "{ladder:?} to {depth} with {:?}: {report:?}", self.engine)
        });
        assert_eq!(report.workers.len(), self.engine.options().threads, "{about}");
        check_legal(report, ladder, &about);
        let selects = self.selection.is_any() && !depth.is_end();
        assert_eq!(report.exact, !selects, "{about}");
        if selects && !report.proved {
            return;
        }
        let searched = if report.proved { Depth::END } else { report.depth.expect("a depth") };
        let values = ladder.values(searched, self.judge);
        let best = values.iter().map(|(_, value)| *value).max();
        assert_eq!(report.value(), best, "{about}");
        let is_best =
            |mv| values.iter().any(|(best_mv, value)| *best_mv == mv && Some(*value) == best);
        assert!(report.best_move.is_some_and(is_best), "{about}");
        for found in report.moves.iter().filter(|found| !found.depth.is_horizon() && !selects) {
            let values = ladder.values(found.depth, self.judge);
            assert!(holds(found, values[usize::from(found.mv)].1), "{found:?}: {about}");
        }
        self.met.add("answers", 1);
    }
}

/// Random options with `threads` threads.
fn options(chance: &mut impl Chance, threads: usize) -> Options {
    let algorithm = lively(chance);
    let driver = chance.pick(&[Driver::Pvs, Driver::MtdF, Driver::Bisection]);
    let algorithm = if threads == 1 { Algorithm::default() } else { algorithm };
    team(algorithm, threads)
        .with(|options| (options.driver, options.driver_to_end) = (driver, driver))
}

/// No selection, or the default one.
fn selection(chance: &mut impl Chance) -> Selection {
    let margin = 10 + chance.below(3) as i32;
    chance.pick(&[Selection::NONE, Selection::default().with(|all| all.margin = margin)])
}
