use super::*;
use crate::trees::TreePath;
use eldest::textbook;
use std::collections::{HashMap, HashSet};

fn root(spec: &str) -> Synthetic {
    spec.parse().expect(spec)
}

fn at(spec: &str, path: &str) -> Synthetic {
    path.parse::<TreePath>().and_then(|path| path.follow(root(spec))).expect(path)
}

/// Returns all nodes, one entry per path.
fn nodes(root: Synthetic) -> Vec<Synthetic> {
    let mut found = vec![root];
    let mut next = 0;
    while next < found.len() {
        let node = found[next];
        next += 1;
        if node.over().is_none() {
            found.extend(Moves::collect(|out| node.moves(out)).into_iter().map(|mv| {
                let mut child = node;
                child.play(mv);
                child
            }));
        }
    }
    found
}

fn minimax(node: Synthetic) -> Score {
    let value = |mv| {
        let mut child = node;
        child.play(mv);
        if child.side() == node.side() { minimax(child) } else { -minimax(child) }
    };
    let moves = || Moves::collect(|out| node.moves(out));
    node.over().unwrap_or_else(|| moves().into_iter().map(value).max().expect("a move"))
}

#[test]
fn uniform_trees_are_uniform() {
    let nodes = nodes(root("uniform:width=3,depth=4,range=5"));
    assert_eq!(nodes.len(), 1 + 3 + 9 + 27 + 81);
    assert_eq!(nodes.iter().filter(|node| node.over().is_some()).count(), 81);
    let keys: HashSet<u64> = nodes.iter().map(Position::key).collect();
    assert_eq!(keys.len(), nodes.len());
    let range = nodes[0].range();
    assert!(nodes.iter().all(|node| range.contains(node.estimate())));
}

#[test]
fn uneven_trees_have_chains_early_ends_and_second_turns() {
    let nodes = nodes(root("uneven:width=4,depth=7,stop=20,chain=20,again=30,seed=5"));
    let inner = || nodes.iter().filter(|node| node.over().is_none());
    let widths: HashSet<u16> = inner().map(Synthetic::width).collect();
    assert_eq!(widths, HashSet::from([1, 2, 3, 4]));
    assert!(nodes.iter().any(|node| node.over().is_some() && node.ply() < 7));
    let second = |node: &&Synthetic| (node.side() == Side::Second) != (node.ply() % 2 == 1);
    assert!(nodes.iter().any(|node| second(&node)));
}

#[test]
fn dags_have_transpositions_that_agree_on_everything() {
    for spec in ["dag:width=3,depth=5,range=9", "dag:width=3,depth=5,range=9,again=40"] {
        let nodes = nodes(root(spec));
        let mut by_key: HashMap<u64, Synthetic> = HashMap::new();
        for node in &nodes {
            assert_eq!(*by_key.entry(node.key()).or_insert(*node), *node);
        }
        assert!(by_key.len() * 3 < nodes.len(), "{} of {}", by_key.len(), nodes.len());
    }
    let after = |path: &str| at("dag:width=3", path).key();
    assert_eq!(after("0.1.2"), after("2.0.1"));
    assert_ne!(after("0.1.2"), after("0.1.1"));
}

#[test]
fn the_root_value_of_an_ordered_tree_is_minimax() {
    for seed in 0..50 {
        for (width, depth) in [(1, 3), (2, 6), (5, 4), (8, 3)] {
            let spec = format!("ordered:width={width},depth={depth},seed={seed},spread=20");
            let root = root(&spec);
            assert_eq!(Some(minimax(root)), root.assigned_value(), "{spec}");
        }
    }
}

#[test]
fn the_assigned_best_move_is_the_best_one() {
    for node in nodes(root("ordered:width=6,depth=4,seed=2")) {
        let Some(best) = node.best_move() else { continue };
        let mut child = node;
        child.play(best);
        assert_eq!(-minimax(child), minimax(node));
    }
}

fn minimax_at(node: Synthetic, depth: Depth) -> Score {
    textbook::minimax(&mut textbook::GameTree::new(node, &Synthetic::estimate), depth)
}

#[test]
fn the_value_of_an_ordered_tree_is_known_at_every_depth() {
    let specs = ["spread=20", "spread=20,fold=2", "spread=2,fold=3,tempo=7", "tempo=300"];
    for (seed, spec) in (0..40).flat_map(|seed| specs.map(|spec| (seed, spec))) {
        let root = root(&format!("ordered:width=4,depth=4,seed={seed},{spec}"));
        for depth in (0..=5).map(Depth::plies).chain([Depth::END]) {
            let value = Some(minimax_at(root, depth));
            assert_eq!(value, root.assigned_value_at(depth), "{} to {depth}", root.spec());
        }
    }
}

#[test]
fn a_tempo_gives_every_depth_a_value_of_its_own() {
    let root = root("ordered:width=3,depth=12,tempo=1000000");
    let values: HashSet<_> = (0..=12).map(|d| root.assigned_value_at(Depth::plies(d))).collect();
    assert_eq!(values.len(), 13);
    assert_eq!(root.assigned_value_at(Depth::plies(12)), root.assigned_value());
    assert!(values.iter().flatten().all(|value| root.range().contains(*value)));
}

#[test]
fn folded_nodes_agree_on_everything() {
    let nodes = nodes(root("ordered:width=6,depth=5,spread=3,fold=2,seed=1"));
    let mut by_key: HashMap<u64, Synthetic> = HashMap::new();
    for node in &nodes {
        assert_eq!(*by_key.entry(node.key()).or_insert(*node), *node);
    }
    // 2 classes of each value; at most 3 n + 1 values after n plies.
    assert!(by_key.len() <= 1 + 2 * (4 + 7 + 10 + 13 + 16), "{}", by_key.len());
    assert!(by_key.len() > 50 && nodes.len() == 9_331, "{} of {}", by_key.len(), nodes.len());
}

#[test]
fn ordering_is_as_strong_as_asked_for() {
    for (first, quarter) in [(70, 90), (50, 60), (0, 100), (100, 100)] {
        let spec = format!("ordered:width=20,depth=4,first={first},quarter={quarter}");
        let best: Vec<u16> = nodes(root(&spec)).iter().filter_map(Synthetic::best_move).collect();
        let percent = |limit: u16| {
            best.iter().filter(|mv| **mv < limit).count() as f64 * 100.0 / best.len() as f64
        };
        assert!((percent(1) - f64::from(first)).abs() < 1.5, "{spec}: {}", percent(1));
        assert!((percent(5) - f64::from(quarter)).abs() < 1.5, "{spec}: {}", percent(5));
        assert!(best.len() == 8_421 && (first == 100 || best.contains(&4)));
    }
}

#[test]
fn a_tree_is_the_same_on_every_machine() {
    let node = at("uniform:width=40,depth=12,seed=7", "0.1.2.3.4.5.6.7.8.9.10.11");
    assert_eq!(node.key(), 13_086_448_543_950_695_207);
    assert_eq!(node.over(), Some(Score::new(71)));
    let ordered = root("ordered:width=40,depth=12,seed=7");
    assert_eq!(ordered.assigned_value(), Some(Score::new(-66)));
}
