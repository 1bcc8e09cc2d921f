//! Compares the entries that searches leave in a table with the oracle.

use crate::definition::bounds_to_come;
use crate::graph::GraphValues;
use crate::{AnyTable, GameGraph};
use eldest::table::Entry;
use eldest::{Bounds, Depth, Moves, Position, Table};

/// Probes a table with a key and a depth.
type TableProbe<'s> = &'s dyn Fn(u64, Depth) -> Option<Entry>;
/// The range in which the value of a node may be found at a depth.
type NodeSpan<'s> = &'s dyn Fn(u16, Depth) -> Bounds;

/// Checks that every entry of `table` about `graph` is true: its bounds at its depth, and at the
/// end if it is proved; and that its move code names a move. Returns the number of entries.
///
/// # Panics
/// If an entry is wrong.
pub fn check_entries<const A: bool, const D: bool>(
    table: &AnyTable,
    graph: &GameGraph<A, D>,
    values: &GraphValues,
) -> u64 {
    let probe = |key, depth| table.probe(key, depth);
    check_entries_of(&probe, graph, &|at, depth| Bounds::exact(values.value(at, depth)))
}

/// Like [`check_entries`], where deeper entries count: bounds at a fixed depth must agree with some
/// value in the span.
///
/// # Panics
/// If an entry is wrong.
pub fn check_deeper_entries<const A: bool, const D: bool>(
    table: &AnyTable,
    graph: &GameGraph<A, D>,
    values: &GraphValues,
) -> u64 {
    let probe = |key, depth| table.probe(key, depth);
    check_entries_of(&probe, graph, &|at, depth| values.spans(graph).span(at, depth))
}

/// Like [`check_entries`] for all that `probe` finds, where `span` gives the range of the value of
/// a node.
///
/// # Panics
/// If an entry is wrong.
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
    assert!(entry.bounds.intersect(here).is_some(), "the value is {here:?}: {}", about());
    let end = bounds_to_come(node, span(node.number(), Depth::END));
    let proved = entry.bounds.intersect(end).is_some();
    assert!(!entry.proved || proved, "not proved; the value is {end:?}: {}", about());
    assert!(!entry.depth.is_end() || entry.proved, "{}", about());
    let legal = Moves::collect(|out| node.moves(out));
    let named = legal.iter().any(|mv| node.move_code(*mv) == entry.move_code);
    assert!(entry.move_code == 0 || named, "no move has this move code: {}", about());
}
