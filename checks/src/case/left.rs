//! What searches leave in the table, held against the oracle.

use super::Rig;
use crate::Graph;
use crate::graph::Values;
use eldest::{Depth, Entry, Moves, Position};

/// Every entry that `table` holds about `graph` is true: its bounds at its depth, and at the end if
/// it is proved; its tag names a move. How many there are.
///
/// # Panics
/// If an entry is not true.
pub fn check_entries<const A: bool, const D: bool>(
    table: &Rig,
    graph: &Graph<A, D>,
    values: &Values,
) -> u64 {
    let nodes = (0..graph.size()).map(|at| graph.node_at(at));
    nodes.map(|node| check_node(table, &node, values, graph.node_at(0).height())).sum()
}

fn check_node<const A: bool, const D: bool>(
    table: &Rig,
    node: &Graph<A, D>,
    values: &Values,
    height: u16,
) -> u64 {
    let depths = (0..=height + 2).map(Depth::plies).chain([Depth::END]);
    let mut last = None;
    let mut entries = 0;
    for entry in depths.filter_map(|depth| table.honestly(node.key(), depth)) {
        // Most tables keep one entry for all depths.
        if last.replace(entry) != Some(entry) {
            check_entry(node, values, entry);
            entries += 1;
        }
    }
    entries
}

fn check_entry<const A: bool, const D: bool>(node: &Graph<A, D>, values: &Values, entry: Entry) {
    let about = || format!("{entry:?} about {node}");
    let value = values.value(node.number(), entry.depth);
    assert!(entry.bounds.contains(value), "it is worth {value}: {}", about());
    let end = values.value(node.number(), Depth::END);
    assert!(!entry.proved || entry.bounds.contains(end), "not proved, but {end}: {}", about());
    assert!(!entry.depth.is_end() || entry.proved, "{}", about());
    let legal = Moves::collect(|out| node.moves(out));
    let named = legal.iter().any(|mv| node.tag(*mv) == entry.tag);
    assert!(entry.tag == 0 || named, "no move has that tag: {}", about());
}
