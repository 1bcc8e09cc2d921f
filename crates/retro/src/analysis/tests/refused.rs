//! What the analysis refuses, and how it stops.

use super::{Numbered, analysed, graph};
use crate::analysis::Analysis;
use crate::build_error::BuildError;
use crate::progress::Watch;
use crate::sync::Storage;
use crate::tests::graph::{Graph, Node, Random};
use eldest::{Score, Side, StopToken};

#[test]
fn a_stop_ends_the_analysis() {
    let (graph, slice_of) = graph(&mut Random(3), 1);
    let stop = StopToken::new();
    stop.stop();
    let watch = Watch::new("", &|_| {}, &stop);
    let numbered = Numbered::<true>::new(graph, &slice_of);
    let result = Analysis::run(&numbered, 0, &Vec::new(), (Storage::Memory, 0), &watch);
    assert!(matches!(result.err(), Some(BuildError::Stopped)));
}

/// Returns a numbering of nodes with these ends and moves, each in a slice of its own.
fn chain<const N: usize>(nodes: [(Option<Score>, &[usize]); N]) -> Numbered<true> {
    let node =
        |(over, to): (Option<Score>, &[usize])| Node { side: Side::First, over, to: to.to_vec() };
    let graph = Graph { nodes: nodes.map(node).into(), at: 0, endless: Some(Score::DRAW) };
    Numbered::new(graph, &(0..N).collect::<Vec<_>>())
}

#[test]
fn points_are_refused() {
    let score = Score::new(5);
    let result = analysed(&chain([(Some(score), &[])]), 0);
    assert!(matches!(result.err(), Some(BuildError::Points(found)) if found == score));
}

#[test]
fn a_move_to_a_later_slice_is_refused() {
    let result = analysed(&chain([(None, &[1]), (None, &[1])]), 0);
    let error = result.err().expect("a move that is refused").to_string();
    assert!(error.ends_with("from number 0 of slice 0 a move leads to a later slice"), "{error}");
}
