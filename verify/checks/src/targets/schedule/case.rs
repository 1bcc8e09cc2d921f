//! [`ScheduleCase`]: what is searched, how, and what goes wrong.

use super::fault::SearchFault;
use super::memory::TableChoice;
use super::question::RootQuestion;
use super::settings::options;
use crate::chance::Chance;
use crate::graph::{GameGraph, GraphSeed, GraphSize, GraphValues};
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::{Depth, DepthMatch, Options, Position};
use std::fmt;
use std::sync::Arc;

/// How large the graphs are.
const SIZE: GraphSize = GraphSize { least: 64, nodes: 96, height: 8 };

/// What is searched, how, and what goes wrong.
#[derive(Clone)]
pub(super) struct ScheduleCase<const A: bool, const D: bool> {
    pub(super) graph: GameGraph<A, D>,
    /// What the graph is worth.
    pub(super) values: Arc<GraphValues>,
    pub(super) question: RootQuestion,
    pub(super) depth: Depth,
    pub(super) options: Options,
    pub(super) fault: SearchFault,
    pub(super) memory: TableChoice,
}

impl<const A: bool, const D: bool> fmt::Debug for ScheduleCase<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScheduleCase")
            .field("graph", &self.graph)
            .field("question", &self.question)
            .field("depth", &self.depth)
            .field("options", &self.options)
            .field("fault", &self.fault)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

impl<const A: bool, const D: bool> ScheduleCase<A, D> {
    /// What matters most comes first: where bytes run out, the rest is as simple as it can be, and
    /// the threads are as eager to share.
    pub(super) fn decode(u: &mut Unstructured<'_>) -> Result<Self> {
        let (seed, options, fault) = (GraphSeed::arbitrary(u)?, options(u), SearchFault::some(u));
        let (kind, plies) = (u.below(8), 2 + u.below(4) as u16);
        // What is asked depends on the graph, and a graph that is spelt out reads all that it can.
        let mut asked = Unstructured::new(u.bytes(ASKED.min(u.len()))?);
        let graph = seed.graph(u, SIZE)?;
        let memory = TableChoice::some(&mut asked, &graph);
        let to_end = kind < 4 || memory.end_only();
        let depth = if to_end { Depth::END } else { Depth::plies(plies) };
        let values = Arc::new(GraphValues::of(&graph));
        let question = RootQuestion::some(&mut asked, &graph, &values, depth);
        Ok(Self { graph, values, question, depth, options, fault, memory })
    }

    /// The bytes that [`decode`](Self::decode) has read, all of which were there, with the graph
    /// spelt out.
    pub(super) fn spelt_out(input: &[u8]) -> Result<Vec<u8>> {
        let mut u = Unstructured::new(input);
        let seed = GraphSeed::arbitrary(&mut u)?;
        let _ = (options(&mut u), SearchFault::some(&mut u), u.below(8), u.below(4));
        let _asked = u.bytes(ASKED.min(u.len()))?;
        let (head, spelt) = input.split_at(input.len() - u.len());
        let grown = seed.spelt_out::<A, D>(SIZE);
        Ok([&[0; GraphSeed::BYTES], &head[GraphSeed::BYTES..], &grown, spelt].concat())
    }

    /// Whether an entry counts at its own depth only.
    pub(super) fn is_exact(&self) -> bool {
        self.options.depth_match == DepthMatch::Exact || self.depth.is_end()
    }

    /// Whether there is nothing to search.
    pub(super) fn is_over(&self) -> bool {
        self.graph.over().is_some()
    }
}

/// Bytes that say what is asked.
const ASKED: usize = 12;
