//! Runs queries about a root, and compares the reports with the values of all moves.

use crate::answers::{check_decision, holds};
use crate::trial::{EngineEvaluator, EngineGame, GameTrial, Truth, limits};
use crate::{Chance, Iterations};
use eldest::timeline::Recorder;
use eldest::{
    Bound, Bounds, Depth, DepthMatch, Engine, Error, Position, Query, Report, Score, Table,
};
use std::fmt::{Debug, Display, from_fn};

type TrialMove<C> = <<C as GameTrial>::Position as Position>::Move;

/// Searches `position` to `depth`. The value must be correct after every iteration; where deeper
/// entries count, values are compared only for searches to the end.
///
/// # Panics
/// If a value is wrong.
pub fn ask_value<C: GameTrial, E: EngineEvaluator<C::Position>, T: Table + 'static>(
    case: &C,
    engine: &mut Engine<C::Position, E, T>,
    position: &C::Position,
    depth: Depth,
    with_line: bool,
) -> Report<TrialMove<C>> {
    ask_value_recorded(case, engine, position, (depth, with_line), None)
}

/// The same, with an optional line, and with the search recorded in `recorder`.
///
/// # Panics
/// If a value is wrong.
pub fn ask_value_recorded<C: GameTrial, E: EngineEvaluator<C::Position>, T: Table + 'static>(
    case: &C,
    engine: &mut Engine<C::Position, E, T>,
    position: &C::Position,
    (depth, with_line): (Depth, bool),
    recorder: Option<&Recorder>,
) -> Report<TrialMove<C>> {
    let (observer, iterations) = Iterations::channel();
    let options = *engine.options();
    let query = engine.query(position).limits(&limits(depth)).observer(observer);
    let query = if depth.is_end() { query.to_end() } else { query };
    let query = if let Some(recorder) = recorder { query.record(recorder) } else { query };
    let report = query.line(with_line).run().expect("a report");
    if options.depth_match == DepthMatch::AtLeast && !depth.is_end() {
        return report;
    }
    let about = |depth| format!("{position:?} to {depth} with {options:?}");
    let value = case.truth().value(position, depth);
    assert_eq!(report.value(), Some(value), "{}", about(depth));
    for (depth, found) in iterations {
        let value = case.truth().value(position, depth);
        assert_eq!(found, Bounds::exact(value), "{}", about(depth));
    }
    report
}

/// Runs a random query about some position, unless the game is over there.
///
/// # Panics
/// If the report is wrong.
pub fn ask_something<C: GameTrial, E: EngineEvaluator<C::Position>, T: Table + 'static>(
    case: &mut C,
    engine: &mut Engine<C::Position, E, T>,
) {
    let Some(root) = RootValues::some(case) else { return };
    match case.chance().below(4) {
        0 => several(case, &root, engine),
        1 => only_some(case, &root, engine),
        2 => enough(case, &root, engine),
        _ => root.check(case.truth(), &root.query(engine).run().expect("a report"), 1),
    }
}

/// A root where the game is not over, and the values of the searched moves, best first.
#[derive(Debug)]
struct RootValues<P: EngineGame> {
    position: P,
    depth: Depth,
    values: Vec<(P::Move, Score)>,
}

impl<P: EngineGame> RootValues<P> {
    fn some<C: GameTrial<Position = P>>(case: &mut C) -> Option<Self> {
        let (position, depth) = (case.some_position(), case.some_depth());
        let root = Self::new(position, depth, case.truth());
        (!root.values.is_empty()).then_some(root)
    }

    fn new(position: P, depth: Depth, truth: &impl Truth<P>) -> Self {
        let mut values = truth.root_values(&position, depth);
        values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        Self { position, depth, values }
    }

    fn query<'e, E: EngineEvaluator<P>, T: Table + 'static>(
        &self,
        engine: &'e mut Engine<P, E, T>,
    ) -> Query<'e, P, E, T> {
        let query = engine.query(&self.position).limits(&limits(self.depth));
        if self.depth.is_end() { query.to_end() } else { query }
    }

    /// The searched moves.
    fn moves(&self) -> Vec<P::Move> {
        self.values.iter().map(|(mv, _)| *mv).collect()
    }

    /// Checks that the report decides on which side of `least` the value lies.
    fn check_decision(&self, truth: &impl Truth<P>, least: Score, report: &Report<P::Move>) {
        let moves = self.moves();
        let mut end = truth.root_values(&self.position, Depth::END);
        end.retain(|(mv, _)| moves.contains(mv));
        let end = end.into_iter().map(|(_, value)| value).max().expect("a move");
        let about = from_fn(|f| write!(f, "{self:?}: {report:#?}"));
        check_decision(report, least, Bounds::exact(self.values[0].1), end, &about);
    }

    /// Checks that the first `count` moves have exact values, those of the end if the report claims
    /// a proof, and that the bounds on all other moves are true.
    fn check(&self, truth: &impl Truth<P>, report: &Report<P::Move>, count: usize) {
        let (position, depth, values) = (&self.position, self.depth, &self.values);
        let about = from_fn(|f| write!(f, "{position:?} to {depth} with {values:?}: {report:#?}"));
        check_first(report, values, count, &about);
        if report.proved {
            let end = truth.root_values(position, Depth::END);
            for found in report.moves.iter().take(count) {
                let is_end = end.contains(&(found.mv, found.value));
                assert!(is_end, "{found:?} is not proved: {about}");
            }
        }
        let mut by_depth = vec![(depth, values.clone())];
        for found in report.moves.iter().filter(|found| !found.depth.is_horizon()) {
            if by_depth.iter().all(|(depth, _)| *depth != found.depth) {
                by_depth.push((found.depth, truth.root_values(position, found.depth)));
            }
            let (_, values) =
                by_depth.iter().find(|(depth, _)| *depth == found.depth).expect("it is there");
            let (_, value) = values.iter().find(|(mv, _)| *mv == found.mv).expect("a legal move");
            assert!(holds(found, *value), "{found:?} is worth {value}: {about}");
        }
    }
}

/// Checks that the first `count` moves of `report` have exactly the first `count` of `values`, and
/// that each has a line beginning with it. `values` contains all searched moves, best first.
///
/// # Panics
/// If not.
pub fn check_first<M: Copy + Eq + Debug>(
    report: &Report<M>,
    values: &[(M, Score)],
    count: usize,
    about: &dyn Display,
) {
    assert_eq!(report.moves.len(), values.len(), "{about}");
    for (found, (_, value)) in report.moves.iter().zip(values).take(count) {
        let own = values.iter().find(|(mv, _)| *mv == found.mv).expect("a searched move");
        assert_eq!(
            (found.value, found.value, found.bound),
            (*value, own.1, Bound::Exact),
            "{about}"
        );
        assert_eq!(found.line.first(), Some(&found.mv), "{about}");
    }
    assert_eq!(report.value(), Some(values[0].1), "{about}");
    assert_eq!(report.best_move, Some(report.moves[0].mv), "{about}");
}

fn several<C: GameTrial, E: EngineEvaluator<C::Position>, T: Table + 'static>(
    case: &mut C,
    root: &RootValues<C::Position>,
    engine: &mut Engine<C::Position, E, T>,
) {
    let count = case.chance().pick(&[0, 1, 2, 3, usize::MAX]);
    let query = root.query(engine).multi_pv(count).line(case.chance().odds(50));
    root.check(case.truth(), &query.run().expect("a report"), count.max(1));
}

/// Searches some of the moves, sometimes with one of them named twice. Half of the searches go to
/// the end without the best move: static bounds of the position do not apply then.
fn only_some<C: GameTrial, E: EngineEvaluator<C::Position>, T: Table + 'static>(
    case: &mut C,
    root: &RootValues<C::Position>,
    engine: &mut Engine<C::Position, E, T>,
) {
    let worse = case.chance().odds(50);
    let depth = if worse { Depth::END } else { root.depth };
    let mut root = RootValues::new(root.position.clone(), depth, case.truth());
    let best = root.values[0].1;
    root.values.retain(|(_, value)| case.chance().odds(60) && !(worse && *value == best));
    let count = 1 + case.chance().below(2) as usize;
    let mut moves = root.moves();
    moves.reverse();
    let line = case.chance().odds(50);
    if !moves.is_empty() && case.chance().odds(40) {
        moves.push(case.chance().pick(&moves));
    }
    let query = root.query(engine).root_moves(moves).multi_pv(count).line(line);
    match query.run() {
        Ok(report) => root.check(case.truth(), &report, count),
        Err(error) => assert!(root.values.is_empty() && matches!(error, Error::NoRootMoves)),
    }
}

/// Decides whether the value is at least a bound: near the value, and at the extremes. Sometimes
/// only some of the moves are searched.
fn enough<C: GameTrial, E: EngineEvaluator<C::Position>, T: Table + 'static>(
    case: &mut C,
    root: &RootValues<C::Position>,
    engine: &mut Engine<C::Position, E, T>,
) {
    let depth = if case.chance().odds(30) { Depth::END } else { root.depth };
    let mut root = RootValues::new(root.position.clone(), depth, case.truth());
    let few = case.chance().odds(30);
    let left_out = if few { case.chance().below(root.values.len() as u64) } else { 0 };
    root.values.drain(..left_out as usize);
    let least = some_least(case.chance(), root.values[0].1, root.position.range());
    let query = root.query(engine);
    let query = if few { query.root_moves(root.moves()) } else { query };
    root.check_decision(case.truth(), least, &query.decide(least).run().expect("a report"));
    let query = root.query(engine);
    let query = if few { query.root_moves(root.moves()) } else { query };
    let answer = query.decide(least).run().expect("an answer").decides(least);
    assert_eq!(answer, Some(root.values[0].1 >= least), "at least {least}: {root:?}");
}

/// A bound to decide for a position of value `value`, in a game whose values lie within `range`.
fn some_least(chance: &mut impl Chance, value: Score, range: Bounds) -> Score {
    let ends = [range.lower(), -Score::INFINITY, Score::LOSS, range.upper(), Score::INFINITY];
    match chance.below(4) {
        0 => chance.pick(&ends),
        _ => Score::new(value.get() + chance.below(7) as i32 - 3),
    }
}
