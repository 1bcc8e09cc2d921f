//! What can be asked about a root: the values of several moves, of some of them only, or whether
//! the value is at least a bound. Compared with the values of all moves by minimax.

use crate::common::engines::{Case, Evaluates, Game, Visitor, every_kind, options, tree_engine};
use crate::common::trees;
use crate::common::{AnyTable, Chance};
use eldest::options::Driver;
use eldest::table::{MapTable, NoTable};
use eldest::{Engine, Error, Limits, Options, Position, Score, SharedTable};
use eldest_checks::questions::ask_something;
use eldest_games::connect4::ConnectFour;
use eldest_games::trees::Tree;

struct Questions;

impl Visitor for Questions {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        match case.random.below(3) {
            0 => ask_all(case, AnyTable::Map(MapTable::new())),
            1 => ask_all(case, AnyTable::No(NoTable)),
            _ => ask_all(case, AnyTable::shared(1024)),
        }
    }
}

/// Every kind of question to one engine, so that what one of them stores meets the others.
fn ask_all<P: Game, E: Evaluates<P>>(case: &mut Case<P, E>, table: AnyTable) {
    let mut engine = case.engine(table);
    for _ in 0..5 {
        engine.set_options(options(&mut case.random));
        ask_something(case, &mut engine);
    }
}

#[test]
fn every_question_is_answered_truly() {
    every_kind(800, &mut Questions);
}

/// Every threshold from below the worst to above the best.
#[test]
fn at_least_reports_on_which_side_the_value_lies() {
    for (_, tree) in trees(60, 10) {
        let mut engine = tree_engine(SharedTable::new(1024).expect("a table"));
        let value =
            engine.solve(&tree, &Limits::new()).expect("a report").value().expect("a value");
        for least in (value.get() - 25..=value.get() + 25).map(Score::new) {
            let answer = engine.query(&tree).decide(least).run().expect("an answer").decides(least);
            assert_eq!(answer, Some(value >= least), "{tree} at least {least}");
        }
        let stopped = engine.query(&tree).limits(&Limits::new().nodes(0)).decide(value).run();
        let is_clear = tree.over().is_some() || tree.range().lower() >= value;
        let answer = stopped.expect("an answer").decides(value);
        assert_eq!(answer, is_clear.then_some(true), "no node, no answer: {tree}");
    }
}

/// A null window finds a bound that may be better than its question.
#[test]
fn a_decision_reports_all_that_its_pass_has_found() {
    let tree: Tree = "[-9 5 [-30 -20]]".parse().expect("a tree");
    let mut engine = tree_engine(SharedTable::new(1024).expect("a table"));
    let mut decide = |least| engine.query(&tree).decide(Score::new(least)).run().expect("a report");
    let (yes, no) = (decide(1), decide(20));
    assert_eq!((yes.bounds.lower().get(), yes.bounds.value(), yes.proved), (9, None, true));
    assert_eq!((no.bounds.upper().get(), no.bounds.value(), no.proved), (9, None, true));
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
        let answer =
            query.decide(Score::new(least)).run().expect("an answer").decides(Score::new(least));
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
    let query = engine.query(&tree).root_moves([2, 1, 2, 2, 1]).multi_pv(usize::MAX);
    let moves: Vec<_> = query.run().expect("a report").moves.iter().map(|found| found.mv).collect();
    assert_eq!(moves, [1, 2], "one that is named twice counts once");
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
            o.driver_to_end = driver;
        }));
        for line in [false, true] {
            let report = engine.query(&tree).to_end().line(line).run().expect("a report");
            assert_eq!(report.value(), Some(Score::LOSS));
            let null_windows = matches!(driver, Driver::MtdF | Driver::Bisection);
            assert!(!null_windows || report.best_move == Some(2), "{driver:?}");
        }
    }
}
