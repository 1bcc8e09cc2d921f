//! The spans of graphs equal the ranges over all assignments of depths, which are enumerated.

use arbitrary::Unstructured;
use eldest::{Bounds, Depth, Moves, Position, Score};
use eldest_checks::definition::{after, value};
use eldest_checks::graph::GraphValues;
use eldest_checks::{GameGraph, SplitMix64};
use std::collections::{BTreeSet, HashMap};

const GRAPHS: u64 = 600;

fn graphs<const A: bool, const D: bool>() -> impl Iterator<Item = GameGraph<A, D>> {
    (0..GRAPHS).map(|seed| {
        let bytes = SplitMix64(seed << 32).input(20 + seed as usize / 4);
        let nodes = 2 + seed as u16 / 50;
        GameGraph::arbitrary_within(&mut Unstructured::new(&bytes), nodes, 4)
            .expect("any bytes are valid")
    })
}

/// All values that a node may be found to have with this many plies left; `None` means to the end.
type Found = HashMap<(u16, Option<u16>), BTreeSet<Score>>;

/// All values that `node` may be found to have, searched with at least `plies` left.
fn possible<const A: bool, const D: bool>(
    node: &GameGraph<A, D>,
    plies: Option<u16>,
    known: &mut Found,
) -> BTreeSet<Score> {
    if let Some(found) = known.get(&(node.number(), plies)) {
        return found.clone();
    }
    let deeper = plies.map_or(0..0, |plies| plies..node.height() + 2);
    let mut found: BTreeSet<Score> =
        deeper.flat_map(|plies| looked_at(node, Some(plies), known)).collect();
    found.extend(looked_at(node, None, known));
    known.insert((node.number(), plies), found.clone());
    found
}

/// All values that `node` may be found to have, searched with exactly `plies` left.
fn looked_at<const A: bool, const D: bool>(
    node: &GameGraph<A, D>,
    plies: Option<u16>,
    known: &mut Found,
) -> BTreeSet<Score> {
    if node.over().is_some() || plies == Some(0) {
        let depth = plies.map_or(Depth::END, Depth::plies);
        return [value(node, &node.judge(), depth)].into();
    }
    let moves = Moves::collect(|out| node.moves(out)).into_iter();
    let each = moves.map(|mv| {
        let mut child = node.clone();
        child.play(mv);
        let below = possible(&child, plies.map(|plies| plies - 1), known);
        below.into_iter().map(|value| after(node, mv, |_| value)).collect::<BTreeSet<_>>()
    });
    each.reduce(|best, mv| best.iter().flat_map(|a| mv.iter().map(|b| *a.max(b))).collect())
        .expect("a move")
}

fn bounds(found: &BTreeSet<Score>) -> Bounds {
    Bounds::new(*found.first().expect("a value"), *found.last().expect("a value"))
}

/// The number of spans, and of those that contain more than one score.
#[derive(Debug, Default)]
struct Census {
    all: u32,
    wide: u32,
}

fn check<const A: bool, const D: bool>(census: &mut Census) {
    for graph in graphs::<A, D>() {
        let (values, mut known) = (GraphValues::of(&graph), Found::new());
        for node in (0..graph.size()).map(|at| graph.node_at(at)) {
            let span = |depth| values.spans(&graph).span(node.number(), depth);
            for plies in 0..node.height() + 2 {
                let due = bounds(&possible(&node, Some(plies), &mut known));
                assert_eq!(span(Depth::plies(plies)), due, "{plies} left at {node}");
                census.all += 1;
                census.wide += u32::from(due.value().is_none());
            }
            assert_eq!(span(Depth::END), bounds(&possible(&node, None, &mut known)), "{node}");
        }
    }
}

#[test]
fn spans_hold_what_every_assignment_of_depths_gives_and_no_more() {
    let mut census = Census::default();
    check::<true, false>(&mut census);
    check::<false, true>(&mut census);
    assert!(census.wide.min(census.all - census.wide) > 1_000, "{census:?}");
}

#[test]
fn the_spans_of_moves_make_up_the_span_of_their_node() {
    for graph in graphs::<false, true>().filter(|graph| graph.over().is_none()) {
        let values = GraphValues::of(&graph);
        for depth in [Depth::plies(1), Depth::plies(3), Depth::END] {
            let moves = values.spans(&graph).root_spans(&graph, depth);
            let span = values.spans(&graph).span(0, depth);
            let lower = moves.iter().map(|(_, span)| span.lower()).max();
            let upper = moves.iter().map(|(_, span)| span.upper()).max();
            assert_eq!(
                (lower, upper),
                (Some(span.lower()), Some(span.upper())),
                "{depth}: {graph}"
            );
            let values = values.root_values(&graph, depth);
            assert!(values.iter().zip(&moves).all(|((_, v), (_, span))| span.contains(*v)));
        }
    }
}
