//! Which textbook algorithm is exact under which conditions; the claims of `docs/textbook.md`.

use crate::common::{
    Chance, Noisy, Random, answers, answers_as, assert_answers_as, depths, sample, scoutings,
    trees, value, windows,
};
use eldest::textbook::{
    Algorithm, GameTree, Scouting, alpha_beta_hard, best_moves, mtdf, negascout_1983,
    negascout_1989, negascout_1999, pvs, root_values,
};
use eldest::{Depth, Evaluator, Position, Score, Window};
use eldest_games::trees::{Branch, Distances, Synthetic, Tree};

/// Trees for each claim; where a claim is checked for many forms, [`FEWER`].
const TREES: u64 = 2_000;
const FEWER: u64 = 400;

type Game<'e, P, E> = GameTree<'e, P, E>;

/// Every algorithm of `which`, at every depth, with windows all around the value.
fn check<P: Position, E: Evaluator<P>>(
    position: &P,
    evaluator: &E,
    random: &mut Random,
    about: &str,
    which: impl Fn(Algorithm, Depth) -> bool,
) {
    for depth in depths(position) {
        let value = value(position, evaluator, depth);
        let windows = windows(random, value);
        for algorithm in Algorithm::ALL.into_iter().filter(|a| which(*a, depth)) {
            for window in sample(random, &windows) {
                let mut tree = GameTree::new(position.clone(), evaluator);
                let answer = algorithm.search(&mut tree, window, depth);
                assert_answers_as(algorithm, answer, window, value, &(depth, about));
            }
        }
    }
}

fn in_any_game(algorithm: Algorithm, depth: Depth) -> bool {
    depth.is_end() || !algorithm.needs_alternation()
}

#[test]
fn all_are_exact_if_sides_alternate() {
    for (mut random, tree) in trees(TREES, 0) {
        check(&tree, &Tree::estimate, &mut random, &tree.to_string(), |_, _| true);
    }
}

#[test]
fn all_that_claim_it_are_exact_if_a_side_moves_twice() {
    for (mut random, tree) in trees(TREES, 30) {
        check(&tree, &Tree::estimate, &mut random, &tree.to_string(), in_any_game);
    }
}

#[test]
fn win_distances_change_nothing() {
    for again in [0, 30] {
        for (mut random, tree) in trees(TREES / 2, again) {
            let about = tree.to_string();
            let evaluator = |tree: &Distances<Tree>| tree.0.estimate();
            let which = |algorithm, depth| again == 0 || in_any_game(algorithm, depth);
            check(&Distances(tree), &evaluator, &mut random, &about, which);
        }
    }
}

#[test]
fn generated_trees_change_nothing() {
    let kinds = [
        ("uniform:width=3,depth=4,range=2", true),
        ("uneven:width=4,depth=6,range=9,stop=30,chain=30", true),
        ("uneven:width=4,depth=5,range=9,again=30", false),
        ("dag:width=3,depth=4,range=3,again=30", false),
        ("ordered:width=4,depth=4,spread=5", true),
    ];
    for (kind, alternates) in kinds {
        for seed in 0..100 {
            let spec = format!("{kind},seed={seed}");
            let tree: Synthetic = spec.parse().expect("a spec");
            let which = |algorithm, depth| alternates || in_any_game(algorithm, depth);
            check(&tree, &Synthetic::estimate, &mut Random(seed), &spec, which);
        }
    }
}

#[test]
fn quiescence_changes_nothing() {
    for again in [0, 30] {
        for (mut random, tree) in trees(TREES / 2, again) {
            let noisy = Noisy { plies: 1 + random.below(3) as u16, stands_pat: random.odds(50) };
            let which = |algorithm, depth| again == 0 || in_any_game(algorithm, depth);
            check(&tree, &noisy, &mut random, &tree.to_string(), which);
        }
    }
}

#[test]
fn alpha_beta_hard_clamps_to_the_window() {
    for (mut random, tree) in trees(TREES, 20) {
        for depth in [Depth::HORIZON, Depth::plies(2), Depth::END] {
            let value = value(&tree, &Tree::estimate, depth);
            for window in windows(&mut random, value) {
                let mut game = GameTree::new(tree.clone(), &Tree::estimate);
                let answer = alpha_beta_hard(&mut game, window, depth);
                let clamped = value.max(window.alpha()).min(window.beta());
                assert_eq!(answer, clamped, "{tree} to {depth} in {window:?}");
            }
        }
    }
}

#[test]
fn negascout_1999_never_answers_less_than_alpha() {
    for (mut random, tree) in trees(TREES, 20) {
        let value = value(&tree, &Tree::estimate, Depth::END);
        for window in windows(&mut random, value).into_iter().filter(|w| value <= w.alpha()) {
            let mut game = GameTree::new(tree.clone(), &Tree::estimate);
            let answer = negascout_1999(&mut game, Scouting::REINEFELD_1999, window, Depth::END);
            assert!(answer == window.alpha() || tree.over().is_some(), "{tree} in {window:?}");
        }
    }
}

/// Its `m := re-search` forgets an elder sibling that is worth more, in an empty window.
#[test]
fn negascout_1983_returns_the_side_of_the_window_and_no_bound() {
    let cases = [
        ("[0 [3 [0 [4 [-2 -4]]]]]", -10, 2, 4, 3),
        ("[4 [-1 [4 [0 [2 0]]]]]", -14, -2, 0, -1),
        ("[2 [1 =[=-1 =[[=-3 1] =3]]]]", -1, 18, -3, -2),
    ];
    for (text, alpha, beta, wrong, right) in cases {
        let tree: Tree = text.parse().expect("a tree");
        let window = Window::new(Score::new(alpha), Score::new(beta));
        let value = value(&tree, &Tree::estimate, Depth::END);
        assert_eq!(value, Score::new(right), "{text}");
        for algorithm in Algorithm::ALL {
            let mut game = GameTree::new(tree.clone(), &Tree::estimate);
            let answer = algorithm.search(&mut game, window, Depth::END);
            assert!(answers_as(algorithm, answer, window, value), "{algorithm}: {text}");
            assert_eq!(answers(answer, window, value), algorithm.returns_bounds(), "{algorithm}");
            assert!(algorithm.returns_bounds() || answer == Score::new(wrong), "{answer}: {text}");
        }
    }
}

#[test]
fn root_values_and_best_moves_are_those_of_the_definition() {
    for (_, tree) in trees(TREES, 20) {
        let mut game = GameTree::new(tree.clone(), &Tree::estimate);
        let value = value(&tree, &Tree::estimate, Depth::plies(3));
        let values = root_values(&mut game, Depth::plies(3));
        let best = best_moves(&mut game, Depth::plies(3));
        assert!(values.iter().all(|(mv, v)| (*v == value) == best.contains(mv) && *v <= value));
        assert_eq!(best.is_empty(), tree.over().is_some());
    }
}

// --- Re-search: where it may be left out ---

/// The first tree, window and depth where `search` is wrong.
fn first_wrong(
    again: u64,
    search: impl Fn(&mut Game<'_, Tree, fn(&Tree) -> Score>, Window, Depth) -> Score,
) -> Option<String> {
    let evaluator: fn(&Tree) -> Score = Tree::estimate;
    for (mut random, tree) in trees(FEWER, again) {
        for depth in depths(&tree) {
            let value = value(&tree, &evaluator, depth);
            let all = windows(&mut random, value);
            for window in sample(&mut random, &all) {
                let mut game = GameTree::new(tree.clone(), &evaluator);
                let answer = search(&mut game, window, depth);
                if !answers(answer, window, value) {
                    return Some(format!("{tree} to {depth} in {window:?}: {answer}, not {value}"));
                }
            }
        }
    }
    None
}

#[test]
fn no_or_one_trusted_ply_is_exact_for_any_game() {
    for scouting in scoutings(0).into_iter().chain(scoutings(1)) {
        assert!(scouting.is_exact_for_any_game());
        for again in [0, 30] {
            let wrong = first_wrong(again, |game, w, depth| pvs(game, scouting, w, depth));
            assert_eq!(wrong, None, "{scouting:?}");
            let wrong =
                first_wrong(again, |game, w, depth| negascout_1989(game, scouting, w, depth));
            assert_eq!(wrong, None, "{scouting:?}");
            let wrong =
                first_wrong(again, |game, w, depth| negascout_1999(game, scouting, w, depth));
            assert_eq!(wrong, None, "{scouting:?}");
        }
    }
}

#[test]
fn two_trusted_plies_are_exact_if_sides_alternate() {
    for scouting in scoutings(2) {
        assert!(scouting.is_exact_if_sides_alternate() && !scouting.is_exact_for_any_game());
        let wrong = first_wrong(0, |game, w, depth| pvs(game, scouting, w, depth));
        assert_eq!(wrong, None, "{scouting:?}");
        let wrong = first_wrong(0, |game, w, depth| negascout_1989(game, scouting, w, depth));
        assert_eq!(wrong, None, "{scouting:?}");
    }
}

/// Value and answer of one tree, searched to `plies` with the full window.
fn answer(
    tree: &str,
    plies: u16,
    search: impl FnOnce(&mut Game<'_, Tree, fn(&Tree) -> Score>, Depth) -> Score,
) -> (i32, i32) {
    let evaluator: fn(&Tree) -> Score = Tree::estimate;
    let tree: Tree = tree.parse().expect("a tree");
    let depth = Depth::plies(plies);
    let answer = search(&mut GameTree::new(tree.clone(), &evaluator), depth);
    (value(&tree, &evaluator, depth).get(), answer.get())
}

/// The second sibling is the same player's: it fails high by a cutoff, after its first child.
#[test]
fn two_trusted_plies_are_not_exact_if_a_side_moves_twice() {
    let tree = "[1 =[0 -1]]";
    for scouting in scoutings(2) {
        assert_eq!(answer(tree, 2, |game, d| pvs(game, scouting, Window::FULL, d)), (1, 0));
    }
    assert_eq!(answer(tree, 2, |game, d| negascout_1983(game, Window::FULL, d)), (1, 0));
    let wrong = Algorithm::ALL.into_iter().filter(|algorithm| {
        let (value, answer) = answer(tree, 2, |game, d| algorithm.search(game, Window::FULL, d));
        value != answer
    });
    let needy = Algorithm::ALL.into_iter().filter(|algorithm| algorithm.needs_alternation());
    assert!(wrong.eq(needy));
}

/// Three plies above the horizon a null window may fail high by a cutoff in the last ply but one.
#[test]
fn three_trusted_plies_are_not_exact() {
    let tree = "[1 [[0 -1]]]";
    for scouting in scoutings(3) {
        assert!(!scouting.is_exact_if_sides_alternate());
        assert_eq!(answer(tree, 3, |game, d| pvs(game, scouting, Window::FULL, d)), (1, 0));
        assert_eq!(
            answer(tree, 3, |game, d| negascout_1989(game, scouting, Window::FULL, d)),
            (1, 0)
        );
    }
}

/// A value held up at alpha says nothing about how far beyond the true one lies.
#[test]
fn negascout_1999_with_two_trusted_plies_is_not_exact() {
    let two = Scouting { trusted_plies: 2, ..Scouting::REINEFELD_1999 };
    let search =
        |scouting| answer("[0 [2]]", 2, |game, d| negascout_1999(game, scouting, Window::FULL, d));
    assert_eq!(search(two), (2, 1));
    assert_eq!(search(Scouting::REINEFELD_1999), (2, 2));
}

// --- MTD(f) ---

#[test]
fn mtdf_finds_the_value_from_any_guess() {
    for (mut random, tree) in trees(TREES, 20) {
        let value = value(&tree, &Tree::estimate, Depth::END);
        for window in windows(&mut random, value) {
            let mut game = GameTree::new(tree.clone(), &Tree::estimate);
            assert_eq!(mtdf(&mut game, window.alpha(), Depth::END), value, "{tree}");
        }
    }
}

/// Each pass over these leaves raises the lower bound by one step, so the cap is reached.
#[test]
fn mtdf_that_runs_out_of_passes_is_still_exact() {
    let leaves = |count: i32| Tree::from(Branch::inner((0..count).map(|n| Branch::from(-n))));
    for (count, passes) in [(900, 900), (1_500, 1_001)] {
        let mut game = GameTree::new(leaves(count), &Tree::estimate);
        assert_eq!(mtdf(&mut game, Score::DRAW, Depth::END), Score::new(count - 1));
        assert_eq!(game.counts().interior, passes);
    }
}
