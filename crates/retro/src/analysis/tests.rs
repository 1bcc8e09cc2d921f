//! The analysis beside a naive fixpoint, on random graphs with cycles.

use super::{Analysis, Earlier};
use crate::build_error::BuildError;
use crate::code::Code;
use crate::numbering::{Numbering, Place, Slice};
use crate::progress::Watch;
use crate::states::States;
use crate::sync::Storage;
use crate::tests::graph::{Graph, Node, Random};
use eldest::{Score, Side, StopToken};

#[cfg(not(shuttle))]
mod refused;
#[cfg(shuttle)]
mod scheduled;

/// Every node of a graph at twice its rank in its slice: odd numbers have no position.
struct Numbered<const BACK: bool> {
    graph: Graph,
    places: Vec<Place>,
    slices: Vec<Slice>,
}

impl<const BACK: bool> Numbered<BACK> {
    /// Numbers the nodes of a graph. `slice_of` is the slice of each.
    fn new(graph: Graph, slice_of: &[usize]) -> Self {
        let rank =
            |at: usize, slice| slice_of[..at].iter().filter(|other| **other == slice).count();
        let place =
            |(at, &slice): (usize, &usize)| Place { slice, number: 2 * rank(at, slice) as u64 };
        let places: Vec<Place> = slice_of.iter().enumerate().map(place).collect();
        let slices = slice_of.iter().max().map_or(0, |last| last + 1);
        let len = |slice| 2 * rank(slice_of.len(), slice) as u64;
        let slices = (0..slices).map(|slice| Slice { name: slice.to_string(), len: len(slice) });
        Self { graph, places, slices: slices.collect() }
    }
}

impl<const BACK: bool> Numbering for Numbered<BACK> {
    type Position = Graph;
    const HAS_PREDECESSORS: bool = BACK;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }
    fn fingerprint(&self) -> u64 {
        0
    }
    fn place(&self, position: &Graph) -> Option<Place> {
        Some(self.places[position.at])
    }
    fn position(&self, place: Place) -> Option<Graph> {
        let at = self.places.iter().position(|other| *other == place)?;
        Some(self.graph.at(at))
    }
    fn for_each_predecessor(
        &self,
        slice: usize,
        position: &Graph,
        mut found: impl FnMut(u64, bool),
    ) {
        let side = self.graph.nodes[position.at].side;
        for (before, place) in self.graph.nodes.iter().zip(&self.places) {
            if place.slice == slice && before.to.contains(&position.at) {
                found(place.number, before.side != side);
            }
        }
    }
}

/// Returns a random graph and the slice of each node: nodes lead to their own slice and to earlier
/// ones.
fn graph(random: &mut Random, slices: usize) -> (Graph, Vec<usize>) {
    let len = 2 + random.below(30);
    let mut slice_of: Vec<usize> = (0..len).map(|_| random.below(slices)).collect();
    slice_of.sort_unstable();
    let (width, alternates) = (1 + random.below(4), random.below(2) == 0);
    let node = |&slice: &usize| {
        let within = slice_of.partition_point(|&other| other <= slice);
        let to = (0..=random.below(width)).map(|_| random.below(within)).collect();
        let over = (random.below(4) == 0).then(|| ENDS[random.below(ENDS.len())]);
        let is_first = alternates || random.below(2) == 0;
        Node { side: if is_first { Side::First } else { Side::Second }, over, to }
    };
    let nodes = slice_of.iter().map(node).collect();
    (Graph { nodes, at: 0, endless: Some(Score::DRAW) }, slice_of)
}

const ENDS: [Score; 6] =
    [Score::WIN, Score::LOSS, Score::LOSS, Score::DRAW, Score::win_in(1), Score::loss_in(4)];

impl Earlier for Vec<States> {
    fn code(&self, place: Place) -> Result<Code, BuildError> {
        Ok(self[place.slice].get(place.number))
    }
}

/// Returns the codes of all slices; `edges` is the memory for the moves back.
fn analysed<N: Numbering>(numbering: &N, edges: u64) -> Result<Vec<States>, BuildError> {
    let stop = StopToken::new();
    let mut finished: Vec<States> = Vec::new();
    for (slice, Slice { name, .. }) in numbering.slices().iter().enumerate() {
        let watch = Watch::new(name, &|_| {}, &stop);
        let states = Analysis::run(numbering, slice, &finished, (Storage::Memory, edges), &watch)?;
        finished.push(states);
    }
    Ok(finished)
}

/// Compares by un-moves, by listed moves and by passes.
fn compare(graph: &Graph, slice_of: &[usize]) -> Vec<Score> {
    let values = compare_in::<true>(graph, slice_of, 0);
    assert_eq!(values, compare_in::<false>(graph, slice_of, u64::MAX));
    assert_eq!(values, compare_in::<false>(graph, slice_of, 0));
    values
}

fn compare_in<const BACK: bool>(graph: &Graph, slice_of: &[usize], edges: u64) -> Vec<Score> {
    let numbered = Numbered::<BACK>::new(graph.clone(), slice_of);
    let states = analysed(&numbered, edges).unwrap();
    let values = graph.values();
    for ((place, value), node) in numbered.places.iter().zip(&values).zip(&graph.nodes[..]) {
        let Place { slice, number } = *place;
        let found = states[slice].get(number).score(Score::DRAW);
        assert_eq!(found, Some(*value), "{node:?} of {:?}", graph.nodes);
        assert_eq!(states[slice].get(number + 1), Code::NONE);
    }
    values
}

#[cfg(not(shuttle))]
#[test]
fn the_values_are_those_of_a_naive_fixpoint() {
    let mut random = Random(7);
    let (mut longest, mut endless) = (0, 0);
    for round in 0..2_000 {
        let (graph, slice_of) = graph(&mut random, 1 + round % 4);
        let values = compare(&graph, &slice_of);
        let distances = values.iter().filter_map(|value| value.distance());
        longest = longest.max(distances.max().unwrap_or(0));
        let is_open =
            |(node, value): &(&Node, &Score)| node.over.is_none() && **value == Score::DRAW;
        endless += graph.nodes.iter().zip(&values).filter(is_open).count();
    }
    assert!(longest > 10 && endless > 500, "{longest} {endless}");
}
