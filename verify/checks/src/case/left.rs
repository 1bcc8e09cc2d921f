//! What searches leave in the table, held against the oracle.

use crate::definition::bounds_to_come;
use crate::graph::GraphValues;
use crate::{AnyTable, GameGraph};
use eldest::table::Entry;
use eldest::{Bounds, Depth, Moves, Position, Table};

/// What a table holds about a key at a depth.
type TableProbe<'s> = &'s dyn Fn(u64, Depth) -> Option<Entry>;
/// Where a node's value may be found to lie.
type NodeSpan<'s> = &'s dyn Fn(u16, Depth) -> Bounds;

/// Every entry that `table` holds about `graph` is true: its bounds at its depth, and at the end if
/// it is proved; its move code names a move. How many there are.
///
/// # Panics
/// If an entry is not true.
pub fn check_entries<const A: bool, const D: bool>(
    table: &AnyTable,
    graph: &GameGraph<A, D>,
    values: &GraphValues,
) -> u64 {
    let probe = |key, depth| table.probe(key, depth);
    check_entries_of(&probe, graph, &|at, depth| Bounds::exact(values.value(at, depth)))
}

/// The same where deeper findings count: bounds at a fixed depth may be so.
///
/// # Panics
/// If an entry may not be true.
pub fn check_deeper_entries<const A: bool, const D: bool>(
    table: &AnyTable,
    graph: &GameGraph<A, D>,
    values: &GraphValues,
) -> u64 {
    let probe = |key, depth| table.probe(key, depth);
    check_entries_of(&probe, graph, &|at, depth| values.spans(graph).span(at, depth))
}

/// The same of whatever `probe` finds, where `span` says between which scores the value of a node
/// lies.
///
/// # Panics
/// If an entry may not be true.
pub fn check_entries_of<const A: bool, const D: bool>(
    probe: TableProbe<'_>,
    graph: &GameGraph<A, D>,
    span: NodeSpan<'_>,
) -> u64 {
    (0..graph.size()).map(|at| check_node(probe, &graph.node_at(at), span)).sum()
}

fn check_node<const A: bool, const D: bool>(
    probe: TableProbe<'_>,
    node: &GameGraph<A, D>,
    span: NodeSpan<'_>,
) -> u64 {
    let depths = (0..=node.node_at(0).height() + 2).map(Depth::plies).chain([Depth::END]);
    let mut last = None;
    let mut entries = 0;
    for entry in depths.filter_map(|depth| probe(node.key(), depth)) {
        // Most tables keep one entry for all depths.
        if last.replace(entry) != Some(entry) {
            check_entry(node, span, entry);
            entries += 1;
        }
    }
    entries
}

fn check_entry<const A: bool, const D: bool>(
    node: &GameGraph<A, D>,
    span: NodeSpan<'_>,
    entry: Entry,
) {
    let about = || format!("{entry:?} about {node}");
    let here = bounds_to_come(node, span(node.number(), entry.depth));
    assert!(entry.bounds.intersect(here).is_some(), "it is worth {here:?}: {}", about());
    let end = bounds_to_come(node, span(node.number(), Depth::END));
    let proved = entry.bounds.intersect(end).is_some();
    assert!(!entry.proved || proved, "not proved, but {end:?}: {}", about());
    assert!(!entry.depth.is_end() || entry.proved, "{}", about());
    let legal = Moves::collect(|out| node.moves(out));
    let named = legal.iter().any(|mv| node.move_code(*mv) == entry.move_code);
    assert!(entry.move_code == 0 || named, "no move has that move_code: {}", about());
}
