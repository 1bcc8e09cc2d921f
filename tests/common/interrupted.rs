//! What a search that was ended early may say, held against minimax.

use super::engines::{Estimate, Minimax, Truth};
use super::{Random, trees};
use eldest::{Depth, Engine, Evaluator, Position, Report, Score, SharedTable, Table};
use eldest_checks::interrupted;
use eldest_games::trees::Tree;

/// The values of trees with their own estimates.
const TRUTH: Minimax<'_, Estimate> = Minimax(&(Tree::estimate as Estimate));

/// Trees worth interrupting, not over at the root.
pub(crate) fn larger_trees(count: u64) -> impl Iterator<Item = (Random, Tree)> {
    trees(count, 10).skip(count as usize / 4).filter(|(_, tree)| tree.over().is_none())
}

pub(crate) fn shared() -> SharedTable {
    SharedTable::new(1024).expect("a table")
}

pub(crate) fn estimated(tree: &Tree, depth: Depth) -> Score {
    TRUTH.value(tree, depth)
}

/// As [`interrupted::check_deepening`].
pub(crate) fn check_deepening(tree: &Tree, report: &Report<u16>, about: &str) {
    interrupted::check_deepening(&TRUTH, tree, report, about);
}

/// As [`interrupted::check_proof`].
pub(crate) fn check_proof(tree: &Tree, report: &Report<u16>, about: &str) {
    interrupted::check_proof(&TRUTH, tree, report, about);
}

/// As [`interrupted::check_engine`].
pub(crate) fn check_engine<E, T>(engine: &mut Engine<Tree, E, T>, tree: &Tree, about: &str)
where
    E: Evaluator<Tree> + Clone + Send + Sync + 'static,
    T: Table + 'static,
{
    interrupted::check_engine(&TRUTH, engine, tree, about);
}
