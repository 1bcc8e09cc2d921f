//! The target `textbook`. Its oracle: the table of all values of a graph, computed from the
//! definition.
//!
//! Every algorithm must keep its contract for all windows, under the conditions that it states. So
//! must principal variation search with all ways to use null windows and re-searches.

use super::on_graph::{Body, GraphTrial, with_graph};
use crate::contract::{assert_answers, assert_answers_as, scoutings};
use crate::{Chance, GameGraph, GameTrial};
use arbitrary::{Result, Unstructured};
use eldest::textbook::{
    Algorithm, GameTree, Scouting, alpha_beta_hard, best_moves, mtdf, negascout_1989,
    negascout_1999, pvs, root_values,
};
use eldest::{Depth, Score, Window};

/// The oracle of the target.
pub const ORACLE: &str = "values from the definition, row by row, for every window";

/// Checks one input.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If an algorithm returns a wrong score.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    with_graph(bytes, 30, 7, &mut Textbook)
}

struct Textbook;

impl Body for Textbook {
    fn check<const A: bool, const D: bool>(&mut self, trial: &mut GraphTrial<'_, '_, A, D>) {
        let position = trial.some_position();
        let depth = match trial.bytes.below(8) {
            0 => Depth::HORIZON,
            _ => trial.some_depth(),
        };
        let value = trial.values.value(position.number(), depth);
        let window = some_window(trial.bytes, value);
        let question = TextbookQuestion { position, depth, value, window };
        question.every_algorithm();
        question.every_scouting();
        question.moves(trial);
    }
}

/// A window near `value` or far from it, or with extreme ends; the full one if all bytes are zero.
fn some_window(chance: &mut impl Chance, value: Score) -> Window {
    let (one, other) = (some_end(chance, value), some_end(chance, value));
    match one.cmp(&other) {
        std::cmp::Ordering::Less => Window::new(one, other),
        std::cmp::Ordering::Greater => Window::new(other, one),
        std::cmp::Ordering::Equal if one == Score::INFINITY => Window::FULL,
        std::cmp::Ordering::Equal => Window::null(one),
    }
}

fn some_end(chance: &mut impl Chance, value: Score) -> Score {
    let near = [0, -1, 1, -2, 2, -7, 7, 1_000];
    let ends = [-Score::INFINITY, Score::LOSS, -Score::MAX_VALUE, Score::MAX_VALUE, Score::WIN];
    match chance.below(16) as usize {
        0 => Score::INFINITY,
        choice @ 1..=5 => ends[choice - 1],
        choice @ 6..=13 => held(value.get() + near[choice - 6]),
        _ => Score::new(chance.below(256) as i32 - 128),
    }
}

fn held(score: i32) -> Score {
    Score::new(score.clamp(-Score::INFINITY.get(), Score::INFINITY.get()))
}

/// A position, a depth, a window, and the true value.
struct TextbookQuestion<const A: bool, const D: bool> {
    position: GameGraph<A, D>,
    depth: Depth,
    value: Score,
    window: Window,
}

impl<const A: bool, const D: bool> TextbookQuestion<A, D> {
    fn answer(
        &self,
        search: impl FnOnce(
            &mut GameTree<'_, GameGraph<A, D>, crate::graph::GraphJudge>,
            Window,
            Depth,
        ) -> Score,
    ) -> Score {
        let judge = self.position.judge();
        let mut tree = GameTree::new(self.position.clone(), &judge);
        search(&mut tree, self.window, self.depth)
    }

    /// Checks that `search` keeps the contract.
    fn check(
        &self,
        name: &dyn std::fmt::Debug,
        search: impl FnOnce(
            &mut GameTree<'_, GameGraph<A, D>, crate::graph::GraphJudge>,
            Window,
            Depth,
        ) -> Score,
    ) {
        let about = (name, self.depth, &self.position);
        assert_answers(self.answer(search), self.window, self.value, &about);
    }

    fn every_algorithm(&self) {
        for algorithm in Algorithm::ALL {
            if A || self.depth.is_end() || !algorithm.needs_alternation() {
                let answer =
                    self.answer(|tree, window, depth| algorithm.search(tree, window, depth));
                let about = (self.depth, &self.position);
                assert_answers_as(algorithm, answer, self.window, self.value, &about);
            }
        }
        let judge = self.position.judge();
        let tree = &mut GameTree::new(self.position.clone(), &judge);
        let about = || format!("to {} in {:?}: {}", self.depth, self.window, self.position);
        let hard = alpha_beta_hard(tree, self.window, self.depth);
        let clamped = self.value.max(self.window.alpha()).min(self.window.beta());
        assert_eq!(hard, clamped, "fail-hard {}", about());
        assert_eq!(mtdf(tree, self.window.alpha(), self.depth), self.value, "MTD(f) {}", about());
    }

    fn every_scouting(&self) {
        for scouting in (0..=2).flat_map(scoutings) {
            let exact = scouting.is_exact_for_any_game()
                || (A && scouting.is_exact_if_sides_alternate())
                || self.depth.is_end();
            if exact {
                self.check(&("PVS", scouting), |tree, w, d| pvs(tree, scouting, w, d));
                self.check(&("1989", scouting), |tree, w, d| negascout_1989(tree, scouting, w, d));
            }
            if exact && (scouting.is_exact_for_any_game() || self.depth.is_end()) {
                self.check_1999(scouting);
            }
        }
    }

    /// Reinefeld's form returns values cut off at alpha, so it can trust one ply at most.
    fn check_1999(&self, scouting: Scouting) {
        self.check(&("1999", scouting), |tree, w, d| negascout_1999(tree, scouting, w, d));
    }

    /// Checks the values of the moves, and the best moves.
    fn moves(&self, trial: &GraphTrial<'_, '_, A, D>) {
        if self.depth.is_horizon() {
            return;
        }
        let judge = self.position.judge();
        let tree = &mut GameTree::new(self.position.clone(), &judge);
        let about = || format!("to {}: {}", self.depth, self.position);
        let expected = trial.values.root_values(&self.position, self.depth);
        let mut values = root_values(tree, self.depth);
        values.sort_by_key(|(mv, _)| *mv);
        assert_eq!(values, expected, "{}", about());
        let mut best = best_moves(tree, self.depth);
        best.sort_unstable();
        let expected = expected.into_iter().filter(|(_, value)| *value == self.value);
        assert!(best.iter().copied().eq(expected.map(|(mv, _)| mv)), "{best:?} {}", about());
    }
}
