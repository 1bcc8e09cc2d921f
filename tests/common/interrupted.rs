//! What a search that was ended early may say, held against minimax.

use super::engines::{Estimate, limits};
use super::{Random, trees, value};
use eldest::textbook::{GameTree, root_values};
use eldest::{Depth, Engine, Evaluator, Limits, Position, Report, Score, SharedTable, Table};
use eldest_games::trees::Tree;

/// Trees worth interrupting, not over at the root.
pub(crate) fn larger_trees(count: u64) -> impl Iterator<Item = (Random, Tree)> {
    trees(count, 10).skip(count as usize / 4).filter(|(_, tree)| tree.over().is_none())
}

pub(crate) fn shared() -> SharedTable {
    SharedTable::new(1024).expect("a table")
}

pub(crate) fn estimated(tree: &Tree, depth: Depth) -> Score {
    value(tree, &(Tree::estimate as Estimate), depth)
}

/// Of a search deeper and deeper that may have been interrupted: what it says is true at the depth
/// it says, and the move is a best one there, or one that beats the best ones a ply deeper.
pub(crate) fn check_deepening(tree: &Tree, report: &Report<u16>, about: &str) {
    let legal = Position::plies_left(tree).expect("a finite game") > 0;
    assert!(legal && report.best_move == Some(report.moves[0].mv), "{about}");
    let Some(depth) = report.depth else {
        assert_eq!(report.value(), None, "{about}");
        return;
    };
    let values =
        |depth| root_values(&mut GameTree::new(tree.clone(), &(Tree::estimate as Estimate)), depth);
    let of = |mv, depth| values(depth).into_iter().find(|(m, _)| *m == mv).expect("legal").1;
    assert_eq!(report.value(), Some(estimated(tree, depth)), "{about}");
    let best = report.moves[0].mv;
    if of(best, depth) != estimated(tree, depth) {
        let next = Depth::plies(depth.to_plies().expect("plies") + 1);
        assert_eq!(report.moves[0].depth, next, "{about}");
        let former =
            report.moves.iter().find(|m| m.depth == depth && m.value == estimated(tree, depth));
        let former = former.expect("the best move before").mv;
        assert!(of(best, next) > of(former, next), "{about}");
    }
}

/// Of a search to the end that was interrupted: the bounds hold.
pub(crate) fn check_proof(tree: &Tree, report: &Report<u16>, about: &str) {
    let value = estimated(tree, Depth::END);
    assert!(report.bounds.contains(value), "{value} {about}");
    assert!(report.value().is_none_or(|found| found == value), "{about}");
    assert!(report.best_move == Some(report.moves[0].mv), "{about}");
}

/// The engine gives the values of minimax.
pub(crate) fn check_engine<E, T>(engine: &mut Engine<Tree, E, T>, tree: &Tree, about: &str)
where
    E: Evaluator<Tree> + Send + Sync + 'static,
    T: Table + 'static,
{
    let end = engine.solve(tree, &Limits::new()).expect("a report");
    assert_eq!(end.value(), Some(estimated(tree, Depth::END)), "{about}");
    for plies in 1..4 {
        let report = engine.search(tree, &limits(Depth::plies(plies))).expect("a report");
        assert_eq!(report.value(), Some(estimated(tree, Depth::plies(plies))), "{about}");
    }
}
