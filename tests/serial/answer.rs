//! What a report says beside the value: the best move, its line, the list of moves, what is proved.
//! Held against the values of all moves by minimax, and against the position at the line's end.

use crate::common::engines::{
    Case, Evaluates, Game, Trial, Visitor, every_kind, limits, options, plain_engine, tree_engine,
};
use crate::common::{AnyTable, Chance, Random, trees};
use eldest::DepthMatch;
use eldest::observe::Observer;
use eldest::options::Driver;
use eldest::report::{LineEnd, StopReason};
use eldest::table::{MapTable, NewEntry, NoTable};
use eldest::{
    Bound, Bounds, Depth, Engine, Limits, Moves, Options, Position, Score, SharedTable, Table,
    forward_position,
};
use eldest_checks::answers::check_report;
use eldest_games::trees::{Distances, Synthetic, Tree};
use std::sync::Arc;

struct Answers;

impl Visitor for Answers {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        match case.random.below(4) {
            0 => ask_all(case, AnyTable::Map(MapTable::new())),
            1 => ask_all(case, AnyTable::No(NoTable)),
            _ => ask_all(case, AnyTable::shared(1024)),
        }
    }
}

fn ask_all<P: Game, E: Evaluates<P>>(case: &mut Case<P, E>, table: AnyTable) {
    let mut engine = case.engine(table);
    for _ in 0..4 {
        engine.set_options(options(&mut case.random));
        let (position, depth) = (case.some_position(), case.some_depth());
        if position.over().is_none() {
            ask(case, &mut engine, &position, depth);
        }
    }
}

fn ask<P: Game, E: Evaluates<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    engine: &mut Engine<P, E, T>,
    position: &P,
    depth: Depth,
) {
    let with_line = case.random.odds(60);
    let query = engine.query(position).limits(&limits(depth));
    let query = if depth.is_end() { query.to_end() } else { query };
    let report = query.line(with_line).run().expect("a report");
    check_report(case, &report, position, depth, with_line, engine.options());
}

#[test]
fn moves_lines_and_proofs_are_true() {
    every_kind(600, &mut Answers);
}

/// Where deeper entries count, values need not fit together; lines are legal all the same.
#[test]
fn lines_are_legal_where_deeper_entries_count() {
    for seed in 0..400 {
        let about = format!("dag:width=3,depth=7,range=20,again=20,seed={seed}");
        let root: Synthetic = about.parse().expect("a spec");
        let evaluator = Synthetic::estimate as fn(&_) -> _;
        let mut case = Case { position: root, evaluator, random: Random(seed), about };
        let mut engine = case.engine(SharedTable::new(1 << 14).expect("a table"));
        for plies in [5, 3, 4, 2] {
            let depth_match = DepthMatch::AtLeast;
            engine.set_options(options(&mut case.random).with(|o| o.depth_match = depth_match));
            let report = engine.search(&root, &Limits::new().depth(plies)).expect("a report");
            assert!(report.line.moves.len() <= plies.into(), "{}", case.about);
            let mut last = root;
            for mv in report.line.moves {
                let legal = last.over().is_none();
                assert!(legal && Moves::collect(|out| last.moves(out)).contains(&mv));
                last.play(mv);
            }
        }
    }
}

/// The second move is refuted at once, whatever lies below the other reply.
#[test]
fn deepening_ends_when_the_value_is_proved() {
    let tree: Tree = "[0 [-5 [[[1]]]]]".parse().expect("a tree");
    let report = tree_engine(MapTable::new()).search(&tree, &Limits::new()).expect("a report");
    assert_eq!((report.value(), report.proved), (Some(Score::DRAW), true));
    assert_eq!((report.depth, report.stop_reason), (Some(Depth::plies(2)), StopReason::Proved));
}

/// The side to move wins in one ply or in three, or loses in two, beside much that is open.
#[test]
fn deepening_ends_with_a_win_or_a_loss_within_the_depth() {
    let open = "[[[1 2] [3 4]] [[5 6] [7 8]]]";
    let trees = [
        (format!("[L {open} {open}]"), Score::win_in(1)),
        (format!("[[[{open} L]] {open}]"), Score::win_in(3)),
        (format!("[[L {open}] [L [{open}]]]"), Score::loss_in(2)),
    ];
    for (text, value) in trees {
        let tree = Distances(text.parse::<Tree>().expect("a tree"));
        let depth = value.distance().expect("it is decided") as u16;
        for depth_match in [DepthMatch::Exact, DepthMatch::AtLeast] {
            let builder = Engine::<Distances<Tree>>::builder().table(MapTable::new());
            let mut engine = builder.build().expect("an engine");
            engine.set_options(engine.options().with(|o| o.depth_match = depth_match));
            let report = engine.search(&tree, &Limits::new()).expect("a report");
            assert_eq!((report.value(), report.proved), (Some(value), true), "{text}");
            assert_eq!(report.depth, Some(Depth::plies(depth)), "{text}");
            assert_eq!(report.stop_reason, StopReason::Proved, "{text}");
            for (least, is) in [(value, true), (Score::new(value.get() + 1), false)] {
                let query = engine.query(&tree).limits(&Limits::new().depth(depth));
                let report = query.decide(least).run().expect("a report");
                assert_eq!((report.bounds.lower() >= least, report.proved), (is, true), "{text}");
            }
        }
    }
}

/// Stores what is true about a position, as soon as the value of the root is known at a depth.
struct Planter {
    table: Arc<SharedTable>,
    key: u64,
    finding: NewEntry,
}

impl Observer<u16> for Planter {
    fn bounds(&mut self, _: Depth, known: Bounds) {
        if known.value() == Some(Score::new(1)) {
            self.table.store(self.table.slot(self.key), self.finding);
        }
    }
}

/// At depth 3 the root is worth 1, because the second reply to its first move is judged too early.
/// Before the pass that finds the line, the table receives the final value of that reply.
#[test]
fn a_pass_for_the_line_proves_nothing_about_another_value() {
    let tree: Tree = "[[1 [-1:[0]]] 0]".parse().expect("a tree");
    let mut reply = tree.clone();
    [0, 1].into_iter().for_each(|mv| {
        reply.play(mv);
    });
    let table = Arc::new(SharedTable::new(1024).expect("a table"));
    let (value, bound, depth) = (Score::DRAW, Bound::Exact, Depth::plies(9));
    let finding = NewEntry::new(value, bound, depth).with(|new| new.proved = true);
    let planter = Planter { table: Arc::clone(&table), key: reply.key(), finding };
    let mut engine = plain_engine(table);
    let (driver, depth_match) = (Driver::MtdF, DepthMatch::AtLeast);
    engine
        .set_options(Options::plain().with(|o| (o.driver, o.depth_match) = (driver, depth_match)));
    let query = engine.query(&tree).limits(&Limits::new().depth(3)).observer(planter);
    let report = query.run().expect("a report");
    assert_eq!((report.value(), report.depth), (Some(Score::new(1)), Some(Depth::plies(3))));
    assert!(!report.proved, "in the end it is worth 0");
}

/// Up to depth 3 the first move draws in two plies, at depth 4 both lose; no line is requested.
#[test]
fn no_line_is_kept_from_a_depth_at_which_it_was_worth_something_else() {
    let tree: Tree = "[[0 9:[[L]]] [L]]".parse().expect("a tree");
    let mut engine = tree_engine(MapTable::new());
    let query = engine.query(&tree).limits(&Limits::new().depth(4)).line(false);
    let report = query.run().expect("a report");
    assert_eq!(report.value(), Some(Score::LOSS));
    assert_eq!((report.line.moves, report.line.end), (vec![0], LineEnd::Unfinished));
}

/// Its history is no part of the key.
#[derive(Clone, Debug)]
struct Remembering(Distances<Tree>);

impl Position for Remembering {
    forward_position!(self.0: Distances<Tree>; except PATH_DEPENDENT);

    const PATH_DEPENDENT: bool = true;
}

/// On another path the win may not be there.
#[test]
fn a_win_that_depends_on_the_path_does_not_end_deepening() {
    let tree = Distances("[L [[[1 2] [3 4]] [[5 6] [7 8]]]]".parse::<Tree>().expect("a tree"));
    let builder = Engine::<Remembering>::builder().table(MapTable::new());
    let mut engine = builder.build().expect("an engine");
    let report = engine.search(&Remembering(tree), &Limits::new().depth(2)).expect("a report");
    assert_eq!((report.value(), report.depth), (Some(Score::win_in(1)), Some(Depth::plies(2))));
    assert!(!report.proved && !report.exact, "{report:?}");
}

/// The value of the best move is final, that of the second is not.
#[test]
fn deepening_goes_on_while_one_of_several_moves_is_open() {
    let tree = Distances("[L [[1 [2]] [3 [4]]]]".parse::<Tree>().expect("a tree"));
    let builder = Engine::<Distances<Tree>>::builder().table(MapTable::new());
    let mut engine = builder.build().expect("an engine");
    let mut ask = |count| engine.query(&tree).multi_pv(count).run().expect("a report").depth;
    assert_eq!(ask(1), Some(Depth::plies(1)));
    assert!(ask(2) > Some(Depth::plies(1)));
}

/// Deeper entries may count: then the report does not claim fixed-depth minimax, but to the end.
#[test]
fn only_exact_searches_are_called_exact() {
    let (_, tree) = trees(50, 0).last().expect("a tree");
    let mut engine = tree_engine(MapTable::new());
    for (depth_match, exact) in [(DepthMatch::Exact, true), (DepthMatch::AtLeast, false)] {
        engine.set_options(engine.options().with(|o| o.depth_match = depth_match));
        let report = engine.search(&tree, &Limits::new().depth(2)).expect("a report");
        assert_eq!(report.exact, exact);
        assert!(engine.solve(&tree, &Limits::new()).expect("a report").exact);
    }
}
