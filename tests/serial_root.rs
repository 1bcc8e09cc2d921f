//! What can be asked about a root: the values of several moves, of some of them only, or whether
//! the value is at least so much. Held against the values of all moves by minimax.

mod common;

use common::engines::{Case, Game, Judge, Visitor, every_kind, limits, options, tree_engine};
use common::trees;
use eldest::{
    Bound, Depth, Driver, Engine, Error, Limits, MapTable, NoTable, Options, Query, Report, Score,
    SharedTable, Table,
};
use eldest_games::connect4::ConnectFour;
use eldest_games::trees::Tree;

/// A root whose game is not over, and the values of its moves, the best first.
struct Root<P: Game> {
    position: P,
    depth: Depth,
    values: Vec<(P::Move, Score)>,
}

impl<P: Game> Root<P> {
    fn some<E: Judge<P>>(case: &mut Case<P, E>) -> Option<Self> {
        let (position, depth) = (case.some_position(), case.some_depth());
        let mut values = case.root_values(&position, depth);
        values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        (!values.is_empty()).then_some(Self { position, depth, values })
    }

    fn query<'e, E: Judge<P>, T: Table + 'static>(
        &self,
        engine: &'e mut Engine<P, E, T>,
    ) -> Query<'e, P, E, T> {
        let query = engine.query(&self.position).limits(&limits(self.depth));
        if self.depth.is_end() { query.to_end() } else { query }
    }

    /// The first `count` moves of `report` are exactly worth the first `count` of `values`, each
    /// with a line that begins with it.
    fn check(&self, report: &Report<P::Move>, values: &[(P::Move, Score)], count: usize) {
        let about = format!("{:?} to {} with {values:?}: {report:#?}", self.position, self.depth);
        assert_eq!(report.moves.len(), values.len(), "{about}");
        for (found, (_, value)) in report.moves.iter().zip(values).take(count) {
            let own = values.iter().find(|(mv, _)| *mv == found.mv).expect("a move asked for");
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
}

struct Questions;

impl Visitor for Questions {
    fn visit<P: Game, E: Judge<P>>(&mut self, case: &mut Case<P, E>) {
        match case.random.below(3) {
            0 => ask_all(case, MapTable::new()),
            1 => ask_all(case, NoTable),
            _ => ask_all(case, SharedTable::new(1024).expect("a table")),
        }
    }
}

/// Every kind of question to one engine, so that what one of them stores meets the others.
fn ask_all<P: Game, E: Judge<P>, T: Table + 'static>(case: &mut Case<P, E>, table: T) {
    let mut engine = case.engine(table);
    for _ in 0..5 {
        let Some(root) = Root::some(case) else { continue };
        engine.set_options(options(&mut case.random));
        match case.random.below(4) {
            0 => several(case, &root, &mut engine),
            1 => only_some(case, &root, &mut engine),
            2 => enough(case, &root, &mut engine),
            _ => root.check(&root.query(&mut engine).run().expect("a report"), &root.values, 1),
        }
    }
}

fn several<P: Game, E: Judge<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    root: &Root<P>,
    engine: &mut Engine<P, E, T>,
) {
    let count = case.random.pick(&[0, 1, 2, 3, usize::MAX]);
    let query = root.query(engine).multi_pv(count).line(case.random.odds(50));
    root.check(&query.run().expect("a report"), &root.values, count.max(1));
}

fn only_some<P: Game, E: Judge<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    root: &Root<P>,
    engine: &mut Engine<P, E, T>,
) {
    let mut values = root.values.clone();
    values.retain(|_| case.random.odds(60));
    let count = 1 + case.random.below(2) as usize;
    let mut moves: Vec<P::Move> = values.iter().map(|(mv, _)| *mv).collect();
    moves.reverse();
    let query = root.query(engine).root_moves(moves).multi_pv(count).line(case.random.odds(50));
    match query.run() {
        Ok(report) => root.check(&report, &values, count),
        Err(error) => assert!(values.is_empty() && matches!(error, Error::NoRootMoves)),
    }
}

fn enough<P: Game, E: Judge<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    root: &Root<P>,
    engine: &mut Engine<P, E, T>,
) {
    let value = root.values[0].1;
    let least = match case.random.below(4) {
        0 => case.random.pick(&[Score::INFINITY, -Score::INFINITY, Score::WIN, Score::LOSS]),
        _ => Score::new(value.get() + case.random.below(7) as i32 - 3),
    };
    let answer = root.query(engine).at_least(least).expect("an answer");
    assert_eq!(
        answer,
        Some(value >= least),
        "at least {least}: {:?} to {}",
        root.position,
        root.depth
    );
}

#[test]
fn every_question_is_answered_truly() {
    every_kind(1_500, &mut Questions);
}

/// Every threshold from below the worst to above the best.
#[test]
fn at_least_tells_on_which_side_the_value_lies() {
    for (_, tree) in trees(60, 10) {
        let mut engine = tree_engine(SharedTable::new(1024).expect("a table"));
        let value =
            engine.solve(&tree, &Limits::new()).expect("a report").value().expect("a value");
        for least in (value.get() - 25..=value.get() + 25).map(Score::new) {
            let answer = engine.query(&tree).at_least(least).expect("an answer");
            assert_eq!(answer, Some(value >= least), "{tree} at least {least}");
        }
        let stopped = engine.query(&tree).limits(&Limits::new().nodes(0)).at_least(value);
        let over = eldest::Position::over(&tree).is_some();
        assert_eq!(stopped.expect("an answer").is_none(), !over, "no node, no answer: {tree}");
    }
}

/// An evaluator may go beyond what the game can be worth at its end.
#[test]
fn at_least_to_a_depth_is_not_held_within_the_range() {
    let thousand = |_: &ConnectFour| Score::new(1_000);
    let builder = Engine::<ConnectFour>::builder().evaluator(thousand).table(NoTable);
    let mut engine = builder.build().expect("an engine");
    let limits = Limits::new().depth(2);
    for (least, reached) in [(-2_000, true), (1_000, true), (1_001, false), (2_000, false)] {
        let query = engine.query(&ConnectFour::default()).limits(&limits);
        let answer = query.at_least(Score::new(least)).expect("an answer");
        assert_eq!(answer, Some(reached), "at least {least}");
    }
}

#[test]
fn root_moves_are_checked() {
    let tree: Tree = "[1 2 3]".parse().expect("a tree");
    let mut engine = tree_engine(MapTable::new());
    let error = engine.query(&tree).root_moves([0, 3]).run().expect_err("there is no move 3");
    assert!(matches!(&error, Error::IllegalRootMove { mv } if mv == "3"), "{error}");
    let error = engine.query(&tree).root_moves([]).run().expect_err("nothing to search");
    assert!(matches!(error, Error::NoRootMoves), "{error}");
    let report = engine.query(&tree).root_moves([2, 1]).run().expect("a report");
    assert_eq!((report.best_move, report.value()), (Some(1), Some(Score::new(-2))));
}

/// Where all moves are equally bad, the one that was hardest to refute comes first; whichever
/// driver, it is a best one.
#[test]
fn a_lost_root_has_a_best_move() {
    let tree: Tree = "[W [L] [[[L]] L]]".parse().expect("a tree");
    for driver in [Driver::Pvs, Driver::Aspiration { delta: 1 }, Driver::MtdF, Driver::Bisection] {
        let mut engine = tree_engine(NoTable);
        engine.set_options(Options::default().with(|o| {
            o.driver = driver;
            o.prover = driver;
        }));
        for line in [false, true] {
            let report = engine.query(&tree).to_end().line(line).run().expect("a report");
            assert_eq!(report.value(), Some(Score::LOSS));
            let null_windows = matches!(driver, Driver::MtdF | Driver::Bisection);
            assert!(!null_windows || report.best_move == Some(2), "{driver:?}");
        }
    }
}
