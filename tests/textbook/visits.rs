//! Which textbook algorithms visit the same nodes, and which visit more; the claims of
//! `docs/textbook.md`.

use crate::common::{Chance, depths, sample, scoutings, trees, value, windows};
use eldest::textbook::{
    GameTree, NullWindows, Research, Scouting, alpha_beta, alpha_beta_hard, minimax, negamax,
    negascout_1983, negascout_1989, pvs, pvs_pair,
};
use eldest::{Depth, Score, Window};
use eldest_games::trees::{Tree, Watched};
use std::collections::HashSet;

/// Trees of each kind, every one searched with several windows.
const TREES: u64 = 2_000;

type Game<'e> = GameTree<'e, Watched<Tree>, fn(&Watched<Tree>) -> Score>;

/// The keys of all nodes visited below the root, in order; the counts must agree with them.
fn visits(tree: &Tree, search: impl FnOnce(&mut Game<'_>) -> Score) -> Vec<u64> {
    let evaluator: fn(&Watched<Tree>) -> Score = |node| node.inner().estimate();
    let mut game = GameTree::new(Watched::new(tree.clone()), &evaluator);
    search(&mut game);
    let (visits, counts) = (game.position().take(), game.counts());
    assert_eq!(counts.total(), 1 + visits.len() as u64);
    assert!(counts.researches <= counts.in_researches && counts.in_researches < counts.total());
    visits
}

/// Many trees with a depth and a window each, of all kinds.
fn tasks(again: u64) -> impl Iterator<Item = (Tree, Depth, Window)> {
    trees(TREES, again).flat_map(|(mut random, tree)| {
        let depth = random.pick(&depths(&tree));
        let value = value(&tree, &Tree::estimate, depth);
        let windows = windows(&mut random, value);
        let windows = sample(&mut random, &windows);
        windows.into_iter().map(move |window| (tree.clone(), depth, window)).collect::<Vec<_>>()
    })
}

fn all_tasks() -> impl Iterator<Item = (Tree, Depth, Window)> {
    tasks(0).chain(tasks(30))
}

#[test]
fn pvs_and_negascout_1989_visit_the_same_nodes_in_the_same_order() {
    let second = |scouting: &Scouting| scouting.start == NullWindows::SecondMove;
    for scouting in (0..=2).flat_map(scoutings).filter(second) {
        for (tree, depth, w) in all_tasks() {
            let one = visits(&tree, |game| pvs(game, scouting, w, depth));
            let other = visits(&tree, |game| negascout_1989(game, scouting, w, depth));
            assert_eq!(one, other, "{tree} to {depth} in {w:?}, {scouting:?}");
        }
    }
}

#[test]
fn the_pair_and_the_one_routine_visit_the_same_nodes_in_the_same_order() {
    for (tree, depth, w) in all_tasks() {
        let one = visits(&tree, |game| pvs(game, Scouting::SAFE, w, depth));
        let pair = visits(&tree, |game| pvs_pair(game, w, depth));
        assert_eq!(one, pair, "{tree} to {depth} in {w:?}");
    }
}

#[test]
fn hard_and_soft_alpha_beta_visit_the_same_nodes_in_the_same_order() {
    for (tree, depth, w) in all_tasks() {
        let hard = visits(&tree, |game| alpha_beta_hard(game, w, depth));
        let soft = visits(&tree, |game| alpha_beta(game, w, depth));
        assert_eq!(hard, soft, "{tree} to {depth} in {w:?}");
    }
}

#[test]
fn minimax_and_negamax_visit_every_node_once() {
    for (tree, _, _) in all_tasks() {
        for search in [minimax, negamax] {
            let mut seen = visits(&tree, |game| search(game, Depth::END));
            seen.sort_unstable();
            assert!(seen.into_iter().eq(1..tree.size() as u64), "{tree}");
        }
    }
}

/// The listing of 1983 searches again what is at or below alpha, or at or above beta.
#[test]
fn the_listing_of_1983_visits_more_than_the_mended_one_never_less() {
    let mut more = 0;
    for (tree, depth, w) in all_tasks() {
        let listed = visits(&tree, |game| negascout_1983(game, w, depth));
        let mended = visits(&tree, |game| pvs(game, Scouting::MARSLAND_1986, w, depth));
        assert!(listed.len() >= mended.len(), "{tree} to {depth} in {w:?}");
        more += u32::from(listed.len() > mended.len());
    }
    assert!(more > 0);
}

/// NegaScout may visit a node twice, but none that alpha-beta prunes.
#[test]
fn negascout_visits_no_node_that_alpha_beta_prunes() {
    for (tree, depth, w) in all_tasks() {
        let plain: HashSet<u64> =
            visits(&tree, |game| alpha_beta(game, w, depth)).into_iter().collect();
        let scouted = visits(&tree, |game| negascout_1989(game, Scouting::SAFE, w, depth));
        assert!(scouted.iter().all(|key| plain.contains(key)), "{tree} to {depth} in {w:?}");
    }
}

#[test]
fn a_research_from_the_score_never_visits_more_than_one_from_alpha() {
    let narrow = Scouting { research: Research::FromScore, ..Scouting::SAFE };
    for (tree, depth, w) in all_tasks() {
        let wide = visits(&tree, |game| pvs(game, Scouting::SAFE, w, depth));
        let narrow = visits(&tree, |game| pvs(game, narrow, w, depth));
        assert!(narrow.len() <= wide.len(), "{tree} to {depth} in {w:?}");
    }
}
