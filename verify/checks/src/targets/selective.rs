//! The target `selective`. Its oracle: a recursive definition of the decision of a selective
//! search, without a table and move memories.
//!
//! For a decision at a depth, a search without a table must visit the same nodes and decide the
//! same for every selection; with several threads it must decide the same. With nothing selected it
//! must be the exact search. With a table, too, claimed wins and losses must be true, and all moves
//! of its lines legal.

use crate::passing::{PassingGame, PassingJudge};
use crate::selected::{Decision, KINDS};
use crate::selecting::{SelectiveQuestion, some_selection};
use crate::sharing::{driver, eager};
use crate::{AnyTable, Chance};
use arbitrary::{Result, Unstructured};
use eldest::selective::{Selection, Selective};
use eldest::table::NoTable;
use eldest::{Algorithm, DepthMatch, Engine, Evaluator, Limits, Options, Report, Score};

/// The oracle of the target.
pub const ORACLE: &str = "a recursive definition of the decision, node for node; values of the game for claimed wins and losses";

/// Checks one input.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a decision differs from its definition, or a claim is false.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    counted(bytes, &mut [0; KINDS.len()])
}

/// The same; also counts each kind of selection.
///
/// # Errors
/// As [`check`].
///
/// # Panics
/// As [`check`].
pub fn counted(bytes: &mut Unstructured<'_>, selected: &mut [u64; KINDS.len()]) -> Result<()> {
    let seed = bytes.below(1 << 16);
    let case = SelectiveCase {
        root: PassingGame::new(seed, 2 + bytes.below(5)),
        judge: PassingJudge::new(bytes.pick(&[0, 0, 1, 3])),
        selection: some_selection(bytes),
        depth: 2 + bytes.below(8) as u16,
        learns: bytes.odds(60),
    };
    let least =
        [Score::WIN, Score::new(Score::LOSS.get() + 1), some_points(bytes), some_points(bytes)];
    let least = bytes.pick(&least);
    case.decides_as_defined(least, selected);
    case.exact_if_nothing_is_selected(least);
    case.values_are_shown(bytes);
    case.decides_side_by_side(least, bytes);
    Ok(())
}

fn some_points(chance: &mut impl Chance) -> Score {
    Score::new(chance.below(32) as i32 - 16)
}

/// A query.
struct SelectiveCase {
    root: PassingGame,
    judge: PassingJudge,
    selection: Selection,
    depth: u16,
    /// Whether move memories are used.
    learns: bool,
}

impl SelectiveCase {
    fn limits(&self) -> Limits {
        Limits::new().depth(self.depth)
    }

    fn selective(&self) -> Selective<PassingJudge> {
        Selective::new(self.judge, self.selection)
    }

    /// Whether the value is at least `least`, and the number of nodes.
    fn decision<E>(&self, evaluator: E, options: Options, least: Score) -> (bool, u64)
    where
        E: Evaluator<PassingGame> + Send + Sync + 'static,
    {
        let builder = Engine::<PassingGame>::builder().evaluator(evaluator);
        let mut engine =
            builder.table(AnyTable::No(NoTable)).options(options).build().expect("no table");
        let report =
            engine.query(&self.root).limits(&self.limits()).decide(least).run().expect("a value");
        assert_eq!(report.exact, !(E::SELECTS && self.selection.is_any()), "{report:?}");
        (report.bounds.lower() >= least, report.statistics.nodes)
    }

    fn decides_as_defined(&self, least: Score, selected: &mut [u64; KINDS.len()]) {
        let mut definition = Decision::new(&self.judge, self.selection, self.depth, self.learns);
        let defined = definition.root(&self.root, least, self.depth);
        // Without signed history, move memories are those of the exact search.
        let is_signed = self.learns && self.selection.signed_history;
        let options = if is_signed { Options::default() } else { Options::ranked_only() };
        let found = self.decision(self.selective(), options, least);
        let context = || format!("{:?} at {}, {:?}", self.selection, self.depth, self.root);
        assert_eq!(found, (defined, definition.nodes), "at least {least}, {}", context());
        selected.iter_mut().zip(definition.selected).for_each(|(sum, count)| *sum += count);
    }

    /// Several threads decide the same as one, with every algorithm. Signed history is excluded: it
    /// determines reductions, and differs between threads.
    fn decides_side_by_side(&self, least: Score, chance: &mut impl Chance) {
        if self.learns && self.selection.signed_history {
            return;
        }
        let options = Options::ranked_only();
        let (defined, _) = self.decision(self.selective(), options, least);
        let (algorithm, threads) = (chance.pick(&Algorithm::ALL), 2 + chance.below(3) as usize);
        for algorithm in [Algorithm::YoungBrothersWait, algorithm] {
            let shared = options.with(|o| {
                (o.threads, o.algorithm, o.sharing) = (threads, algorithm, eager(chance));
            });
            let found = self.decision(self.selective(), shared, least).0;
            assert_eq!(found, defined, "at least {least} for {:?} with {shared:?}", self.root);
        }
    }

    fn exact_if_nothing_is_selected(&self, least: Score) {
        let nothing = Selective::new(self.judge, Selection::NONE);
        let case = Self { root: self.root.clone(), selection: Selection::NONE, ..*self };
        let options = Options::default();
        assert_eq!(
            case.decision(nothing, options, least),
            case.decision(self.judge, options, least),
            "nothing is selected"
        );
    }

    /// With a table, for every algorithm: values are those of positions, lines are legal and end as
    /// stated, and nothing is called exact. A single thread is reproducible.
    fn values_are_shown(&self, chance: &mut impl Chance) {
        let options = Options::default().with(|options| {
            options.depth_match = chance.pick(&[DepthMatch::Exact, DepthMatch::AtLeast]);
            options.threads = 1 + chance.below(2) as usize;
            options.algorithm = chance.pick(&Algorithm::ALL);
        });
        let count = 1 + chance.below(3) as usize;
        let judge = PassingJudge::new(if chance.odds(30) { self.judge.plies } else { 0 });
        let options = options.with(|options| {
            options.threads += 2 * chance.below(2) as usize;
            if chance.odds(50) {
                options.sharing = eager(chance);
            }
            if chance.odds(30) {
                options.driver = driver(chance);
            }
        });
        let report = self.report(judge, options, count);
        let Self { root, selection, .. } = self;
        let question = SelectiveQuestion { root, judge, selection: *selection, count };
        question.check(&report, &options);
        if options.threads == 1 {
            let again = self.report(judge, options, count);
            let summary = |report: &Report<_>| (report.moves.clone(), report.statistics.nodes);
            assert_eq!(summary(&again), summary(&report), "{question:?} repeated");
        }
    }

    fn report(&self, judge: PassingJudge, options: Options, count: usize) -> Report<u64> {
        let builder = Engine::<PassingGame>::builder()
            .evaluator(Selective::new(judge, self.selection))
            .table(AnyTable::shared(1 << 14));
        let mut engine = builder.options(options).build().expect("a small table");
        let query = engine.query(&self.root).limits(&self.limits());
        query.multi_pv(count).run().expect("a value")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::selective::Parameter;

    /// The nodes of a search with a table, which singular extensions need.
    fn nodes(seed: u64, selection: Selection) -> u64 {
        let judge = Selective::new(PassingJudge::new(0), selection);
        let builder =
            Engine::<PassingGame>::builder().evaluator(judge).table(AnyTable::shared(1 << 14));
        let mut engine = builder.build().expect("a small table");
        let report = engine.search(&PassingGame::new(seed, 9), &Limits::new().depth(8));
        report.expect("a value").statistics.nodes
    }

    /// Whether changing `number` to an extreme value changes some search.
    fn matters(number: Parameter, selection: Selection) -> bool {
        let changed = |value| selection.with(|selection| selection.parameters.set(number, value));
        let ends = [*number.range().start(), *number.range().end()].map(changed);
        (0..16).any(|seed| {
            let usual = nodes(seed, selection);
            ends.iter().any(|selection| nodes(seed, *selection) != usual)
        })
    }

    #[test]
    fn a_parameter_matters_exactly_where_it_is_used() {
        let usual = Selection::default().with(|selection| selection.margin = 5);
        let all = usual.with(|selection| selection.singular = true);
        for number in Parameter::all() {
            assert!(all.counts_with(number) && matters(number, all), "{number}");
            assert_eq!(matters(number, usual), usual.counts_with(number), "{number}");
            let other = Selection::NONE.with(|selection| selection.null_move = true);
            assert_eq!(matters(number, other), other.counts_with(number), "{number}");
        }
    }
}
