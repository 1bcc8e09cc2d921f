//! Graphs keep their declarations, and their oracle agrees with minimax.

use arbitrary::Unstructured;
use eldest::textbook::{GameTree, minimax, root_values};
use eldest::{Bounds, Depth, KeyKind, Moves, Position, conformance};
use eldest_checks::definition::value;
use eldest_checks::graph::{CertainBounds, GraphValues, MoveCodes, PliesLeft};
use eldest_checks::{GameGraph, SplitMix64};
use std::collections::BTreeMap;

const GRAPHS: u64 = 1_500;

/// Random graphs, small ones first.
fn graphs<const A: bool, const D: bool>() -> impl Iterator<Item = GameGraph<A, D>> {
    (0..GRAPHS).map(|seed| {
        let bytes = SplitMix64(seed << 32).input(20 + seed as usize / 8);
        let nodes = 2 + seed as u16 / 100;
        GameGraph::arbitrary_within(&mut Unstructured::new(&bytes), nodes, 6)
            .expect("any bytes are valid")
    })
}

fn depths<P: Position>(graph: &P) -> impl Iterator<Item = Depth> + use<P> {
    let most = graph.plies_left().unwrap_or(6) as u16;
    (0..=most + 1).map(Depth::plies).chain([Depth::END])
}

fn check_values<const A: bool, const D: bool>() {
    for graph in graphs::<A, D>() {
        let (values, judge) = (GraphValues::of(&graph), graph.judge());
        for depth in depths(&graph) {
            let found = values.value(0, depth);
            let mut tree = GameTree::new(graph.clone(), &judge);
            assert_eq!(found, minimax(&mut tree, depth), "to {depth}: {graph}");
            assert_eq!(found, value(&graph, &judge, depth), "to {depth}: {graph}");
            if !depth.is_horizon() {
                let moves = values.root_values(&graph, depth);
                assert_eq!(moves, expected_moves(&mut tree, depth), "to {depth}: {graph}");
            }
        }
    }
}

/// Sorted, because the library orders moves by rank.
fn expected_moves<P: Position<Move = u16>, E: eldest::Evaluator<P>>(
    tree: &mut GameTree<'_, P, E>,
    depth: Depth,
) -> Vec<(u16, eldest::Score)> {
    let mut moves = root_values(tree, depth);
    moves.sort_by_key(|(mv, _)| *mv);
    moves
}

#[test]
fn the_oracle_gives_the_values_of_minimax() {
    check_values::<false, false>();
    check_values::<false, true>();
    check_values::<true, false>();
    check_values::<true, true>();
}

#[test]
fn values_up_to_a_depth_are_those_of_all_depths() {
    for graph in graphs::<false, true>() {
        let (some, all) = (GraphValues::up_to(&graph, graph.judge(), 2), GraphValues::of(&graph));
        for depth in [Depth::HORIZON, Depth::plies(1), Depth::plies(2), Depth::END] {
            assert!((0..graph.size()).all(|at| some.value(at, depth) == all.value(at, depth)));
        }
    }
}

#[test]
fn graphs_conform() {
    graphs::<false, false>().for_each(|graph| conforms(&graph));
    graphs::<true, true>().for_each(|graph| conforms(&graph));
}

fn conforms(graph: &impl Position) {
    conformance::assert_conforms(graph, 300);
}

/// Counts of properties among many graphs.
#[derive(Debug, Default)]
struct Census(BTreeMap<&'static str, usize>);

impl Census {
    fn note(&mut self, what: &'static str, is_there: bool) {
        *self.0.entry(what).or_default() += usize::from(is_there);
    }

    fn take_in<const A: bool, const D: bool>(&mut self, graph: &GameGraph<A, D>) {
        let declared = graph.declared();
        let nodes = (0..graph.size()).map(|at| graph.node_at(at));
        self.note("larger than 10 nodes", graph.size() > 10);
        self.note("higher than 4 plies", graph.height() > 4);
        self.note("over at the root", graph.over().is_some());
        self.note("unique keys", matches!(graph.key_kind(), KeyKind::Unique { .. }));
        self.note("no move_codes", declared.move_codes == MoveCodes::None);
        self.note("no plies", declared.plies_left == PliesLeft::Unknown);
        self.note("keys ahead", declared.key_after);
        self.note("a narrow range", graph.range() != Bounds::FULL);
        self.note("a grid", graph.granularity() > 1);
        self.note("quiescence", graph.judge().plies > 0);
        self.note("points", graph.taken().is_some());
        self.take_in_pasts(graph);
        let mut parents = vec![0; graph.size().into()];
        for node in nodes.filter(|node| node.over().is_none()) {
            self.take_in_node(&node, &mut parents);
        }
        self.note("a node with several parents", parents.iter().any(|count| *count > 1));
    }

    /// Notes classes of several nodes, and the points taken there.
    fn take_in_pasts<const A: bool, const D: bool>(&mut self, graph: &GameGraph<A, D>) {
        if graph.taken().is_none() {
            return;
        }
        let mut classes = BTreeMap::<u64, Vec<i32>>::new();
        for node in (0..graph.size()).map(|at| graph.node_at(at)) {
            classes.entry(node.key()).or_default().extend(node.taken());
        }
        self.note("points, and wins", graph.range().upper().distance().is_some());
        for taken in classes.values() {
            self.note("one key after several pasts", taken.len() > 1);
            self.note(
                "one key after both gains and losses",
                taken.iter().any(|t| *t < 0) && taken.iter().any(|t| *t > 0),
            );
            self.note("nearly all points there are", taken.iter().any(|t| t.abs() > 3_900_000));
        }
    }

    fn take_in_node<const A: bool, const D: bool>(
        &mut self,
        node: &GameGraph<A, D>,
        parents: &mut [usize],
    ) {
        let legal = Moves::collect(|out| node.moves(out));
        let relevant = Moves::collect(|out| node.relevant_moves(out));
        let mut again = false;
        for mv in &legal {
            let mut child = node.clone();
            child.play(*mv);
            parents[usize::from(child.number())] += 1;
            again |= child.side() == node.side();
        }
        self.note("a second turn", again);
        self.note("a wide node", legal.len() > 10);
        self.note("one move", legal.len() == 1);
        self.note("a move left out", relevant.len() < legal.len());
        self.note("nothing relevant", relevant.is_empty());
        self.note("exact static bounds", node.bounds().value().is_some());
        let judge = node.judge();
        let noisy = Moves::collect(|out| eldest::Evaluator::noisy_moves(&judge, node, out));
        self.note("a noisy move", judge.plies > 0 && !noisy.is_empty());
    }
}

#[test]
fn everything_is_met_among_graphs() {
    let mut census = Census::default();
    graphs::<false, false>().for_each(|graph| census.take_in(&graph));
    graphs::<true, true>().for_each(|graph| census.take_in(&graph));
    assert!(census.0.values().all(|count| *count > 30), "{census:#?}");
}

fn check_certain<const A: bool, const D: bool>() -> usize {
    let mut open = 0;
    for graph in graphs::<A, D>() {
        let (values, certain) = (GraphValues::of(&graph), CertainBounds::of(&graph));
        for depth in depths(&graph) {
            let bounds = certain.bounds(0, depth);
            let (value, end) = (values.value(0, depth), values.value(0, Depth::END));
            assert!(
                bounds.contains(value) && bounds.contains(end),
                "{bounds:?} to {depth}: {graph}"
            );
            open += usize::from(bounds.value().is_none());
        }
        assert_eq!(certain.bounds(0, Depth::END), Bounds::exact(values.value(0, Depth::END)));
    }
    open
}

#[test]
fn certain_bounds_hold_at_the_depth_and_at_the_end() {
    let open = check_certain::<false, true>() + check_certain::<true, false>();
    assert!(open > 1_000, "{open} values depend on a horizon");
}
