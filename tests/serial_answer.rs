//! What a report says beside the value: the best move, its line, the list of moves, what is proved.
//! Held against the values of all moves by minimax, and against the position at the line's end.

mod common;

use common::engines::{Case, Game, Judge, Visitor, every_kind, limits, options, tree_engine};
use common::{Random, after, trees, value};
use eldest::{
    Bound, Depth, DepthMatch, Ending, Engine, Limits, LineEnd, MapTable, Moves, NoTable, Position,
    Report, Score, SharedTable, Table,
};
use eldest_games::trees::{Synthetic, Tree};
use std::fmt::Debug;

struct Answers;

impl Visitor for Answers {
    fn visit<P: Game, E: Judge<P>>(&mut self, case: &mut Case<P, E>) {
        match case.random.below(4) {
            0 => ask_all(case, MapTable::new()),
            1 => ask_all(case, NoTable),
            _ => ask_all(case, SharedTable::new(1024).expect("a table")),
        }
    }
}

fn ask_all<P: Game, E: Judge<P>, T: Table + 'static>(case: &mut Case<P, E>, table: T) {
    let mut engine = case.engine(table);
    for _ in 0..4 {
        engine.set_options(options(&mut case.random));
        let (position, depth) = (case.some_position(), case.some_depth());
        if position.over().is_none() {
            ask(case, &mut engine, &position, depth);
        }
    }
}

fn ask<P: Game, E: Judge<P>, T: Table + 'static>(
    case: &mut Case<P, E>,
    engine: &mut Engine<P, E, T>,
    position: &P,
    depth: Depth,
) {
    let with_line = case.random.odds(60);
    let query = engine.query(position).limits(&limits(depth));
    let query = if depth.is_end() { query.to_end() } else { query };
    let report = query.line(with_line).run().expect("a report");
    let searched = report.depth.expect("no limit but depth");
    let about = format!("{position:?} to {depth} with {:?}: {report:#?}", engine.options());
    check_best(&report, &case.root_values(position, searched), &about);
    check_moves(&report, |depth| case.root_values(position, depth), &about);
    check_proof(case, &report, position, depth, &about);
    check_line(case, &report, position, searched, with_line, &about);
}

/// The best move is a best one, and stands first with its exact value.
fn check_best<M: Copy + Eq + Debug>(report: &Report<M>, values: &[(M, Score)], about: &str) {
    let best = values.iter().map(|(_, value)| *value).max();
    let value = |mv| values.iter().find(|(legal, _)| *legal == mv).map(|(_, value)| *value);
    let first = &report.moves[0];
    assert_eq!((value(first.mv), report.best_move), (best, Some(first.mv)), "{about}");
    assert_eq!((Some(first.value), first.bound), (best, Bound::Exact), "{about}");
    assert_eq!(Some(first.depth), report.depth, "{about}");
}

/// Every legal move once, with what is true of it at its depth; an unsearched one says nothing.
fn check_moves<M: Copy + Eq + Debug>(
    report: &Report<M>,
    values: impl Fn(Depth) -> Vec<(M, Score)>,
    about: &str,
) {
    let legal = values(Depth::plies(1));
    assert_eq!(report.moves.len(), legal.len(), "{about}");
    for (mv, _) in legal {
        let found = report.moves.iter().find(|found| found.mv == mv);
        let found = found.unwrap_or_else(|| panic!("{mv:?} is missing: {about}"));
        let value = values(found.depth).into_iter().find(|(other, _)| *other == mv);
        let (_, value) = value.expect("a legal move");
        let holds = match found.bound {
            Bound::Exact => found.value == value,
            Bound::Lower => found.value <= value,
            Bound::Upper => found.value >= value,
        };
        assert!(holds, "{mv:?} is worth {value}: {about}");
        assert_eq!(found.line.first(), Some(&mv), "{about}");
    }
}

/// What is proved is the value to the end; the last depth is the first one proved, or the one asked.
fn check_proof<P: Game, E: Judge<P>>(
    case: &Case<P, E>,
    report: &Report<P::Move>,
    position: &P,
    depth: Depth,
    about: &str,
) {
    assert!(report.exact, "{about}");
    if report.proved {
        assert_eq!(report.value(), Some(case.value(position, Depth::END)), "{about}");
        assert_eq!(report.ending, Ending::Proved, "{about}");
    } else {
        assert_eq!((report.depth, report.ending), (Some(depth), Ending::Complete), "{about}");
    }
    let whole = depth.to_plies().is_none_or(|plies| u32::from(plies) >= plies_left(position));
    assert!(report.proved || !whole, "no horizon is left: {about}");
}

fn plies_left(position: &impl Position) -> u32 {
    position.plies_left().expect("a finite game")
}

/// The line is legal, ends as it says, and the value of its end is the value of the root.
fn check_line<P: Game, E: Judge<P>>(
    case: &Case<P, E>,
    report: &Report<P::Move>,
    position: &P,
    depth: Depth,
    with_line: bool,
    about: &str,
) {
    let line = &report.line;
    assert_eq!(line.moves.first(), report.best_move.as_ref(), "{about}");
    let mut last = position.clone();
    for mv in &line.moves {
        assert!(Moves::collect(|out| last.moves(out)).contains(mv), "{mv:?} is illegal: {about}");
        last.play(*mv);
    }
    let at_horizon = depth.to_plies().is_some_and(|plies| line.moves.len() == plies.into());
    let ended = match line.end {
        LineEnd::GameOver => last.over().is_some(),
        LineEnd::Horizon => last.over().is_none() && at_horizon,
        LineEnd::Decided => {
            last.over().is_none() && depth.is_end() && last.bounds().value().is_some()
        }
        _ => !with_line,
    };
    assert!(ended, "{about}");
    if line.end != LineEnd::Unfinished {
        let end = |end: &P| end.bounds().value().filter(|_| depth.is_end());
        let end =
            |last: &P| end(last).unwrap_or_else(|| value(last, &case.evaluator, Depth::HORIZON));
        assert_eq!(Some(along(position, &line.moves, &end)), report.value(), "{about}");
    }
}

/// What `end` says of the line's end, as seen from its beginning.
fn along<P: Position>(position: &P, line: &[P::Move], end: &dyn Fn(&P) -> Score) -> Score {
    match line {
        [] => end(position),
        [mv, rest @ ..] => after(position, *mv, |child| along(child, rest, end)),
    }
}

#[test]
fn moves_lines_and_proofs_are_true() {
    every_kind(1_200, &mut Answers);
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
    assert_eq!((report.depth, report.ending), (Some(Depth::plies(2)), Ending::Proved));
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
