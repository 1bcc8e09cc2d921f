//! [`ScheduleCase`]: a search and its fault.

use super::memory::TableChoice;
use super::question::RootQuestion;
use crate::chance::Chance;
use crate::fuse::{CALLS, UserCall};
use crate::graph::{GameGraph, GraphSeed, GraphSize, GraphValues};
use crate::sharing::lively;
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::options::{Driver, Sharing};
use eldest::{Depth, DepthMatch, Options, Position};
use std::fmt;
use std::sync::Arc;

/// The size of the graphs.
const SIZE: GraphSize = GraphSize { least: 64, nodes: 96, height: 8 };

/// A search and its fault.
#[derive(Clone)]
pub(super) struct ScheduleCase<const A: bool, const D: bool> {
    pub(super) graph: GameGraph<A, D>,
    /// The values of the graph.
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
    /// Decodes important choices first: if bytes run out, the rest is as simple as possible, and
    /// threads share as eagerly as possible.
    pub(super) fn decode(u: &mut Unstructured<'_>) -> Result<Self> {
        let (seed, options, fault) = (GraphSeed::arbitrary(u)?, options(u), SearchFault::some(u));
        let options = if fault.is_side_by_side() { side_by_side(options) } else { options };
        let (kind, plies) = (u.below(8), 2 + u.below(4) as u16);
        // The question depends on the graph, but an explicit graph reads all bytes that it can.
        let mut bytes = Unstructured::new(u.bytes(QUESTION_BYTES.min(u.len()))?);
        let graph = seed.graph(u, SIZE)?;
        let memory = TableChoice::some(&mut bytes, &graph);
        let to_end = kind < 4 || fault.is_side_by_side() || memory.end_only();
        let depth = if to_end { Depth::END } else { Depth::plies(plies) };
        let values = Arc::new(GraphValues::of(&graph));
        let question = RootQuestion::some(&mut bytes, &graph, &values, depth);
        Ok(Self { graph, values, question, depth, options, fault, memory })
    }

    /// Rewrites the bytes that [`decode`](Self::decode) reads, all of which must be present, with
    /// an explicit graph.
    pub(super) fn spelt_out(input: &[u8]) -> Result<Vec<u8>> {
        let mut u = Unstructured::new(input);
        let seed = GraphSeed::arbitrary(&mut u)?;
        let _ = (options(&mut u), SearchFault::some(&mut u), u.below(8), u.below(4));
        let _question = u.bytes(QUESTION_BYTES.min(u.len()))?;
        let (head, spelt) = input.split_at(input.len() - u.len());
        let grown = seed.spelt_out::<A, D>(SIZE);
        Ok([&[0; GraphSeed::BYTES], &head[GraphSeed::BYTES..], &grown, spelt].concat())
    }

    /// Whether an entry counts only at its own depth.
    pub(super) fn is_exact(&self) -> bool {
        self.options.depth_match == DepthMatch::Exact || self.depth.is_end()
    }

    /// Whether the game is over at the root.
    pub(super) fn is_over(&self) -> bool {
        self.graph.over().is_some()
    }
}

/// The bytes that determine the question.
const QUESTION_BYTES: usize = 12;

/// A fault of a search, and its time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchFault {
    None,
    /// The user stops the search after this many steps of the user's thread.
    Stop {
        steps: u64,
        /// Whether another search with the same token runs at the same time.
        both: bool,
    },
    /// The search has this limit on nodes.
    Nodes {
        nodes: u64,
    },
    /// The search has this time limit, in steps of all threads.
    Time {
        steps: u64,
    },
    /// User code panics at the last of this many calls.
    Panic {
        call: UserCall,
        calls: u64,
    },
}

impl SearchFault {
    /// Whether a panic is to meet windows of the root that are searched side by side.
    fn is_side_by_side(self) -> bool {
        matches!(self, Self::Panic { calls, .. } if calls.is_multiple_of(2))
    }

    /// A random fault; mostly none.
    pub(super) fn some(chance: &mut impl Chance) -> Self {
        match chance.below(14) {
            1 => Self::Stop { steps: chance.below(200), both: false },
            2 => Self::Stop { steps: chance.below(60), both: true },
            3 => Self::Nodes { nodes: chance.below(120) },
            4 => Self::Time { steps: chance.below(2_000) },
            5 | 6 => Self::Panic { call: chance.pick(&CALLS), calls: 1 + chance.below(120) },
            _ => Self::None,
        }
    }
}

/// Random options with threads that share eagerly, any driver, and random switches.
pub(in crate::targets) fn options(chance: &mut impl Chance) -> Options {
    let (algorithm, threads) = (lively(chance), chance.pick(&[3, 4, 3, 2]));
    let (sharing, learns) = (sharing(chance), chance.odds(12));
    let (driver, prover) = (driver(chance), prover(chance));
    let (far, near) = (chance.odds(12), chance.odds(50));
    Options::default().with(|options| {
        (options.algorithm, options.threads, options.sharing) = (algorithm, threads, sharing);
        (options.driver, options.driver_to_end) = (driver, prover);
        (options.history, options.countermove, options.killers) = (learns, learns, learns);
        (options.local_table_bytes, options.table_from) = (32, if far { 2 } else { 0 });
        options.local_table_from = (far && near).then_some(0);
        options.etc = chance.pick(&[None, Some(0)]);
        options.iid = chance.odds(12);
        if chance.odds(12) {
            options.depth_match = DepthMatch::AtLeast;
        }
        options.sharing.passes = chance.pick(&[Some(2), Some(2), Some(3), None]);
    })
}

/// The same with two windows of the root, each searched by one of two threads.
fn side_by_side(options: Options) -> Options {
    options.with(|options| {
        (options.threads, options.sharing.passes) = (2, Some(2));
        options.driver_to_end = Driver::Bisection;
    })
}

/// A random driver. Threads come too late where windows fail high by more than a point.
fn driver(chance: &mut impl Chance) -> Driver {
    let narrow = Driver::Aspiration { delta: chance.pick(&[1, 3, 8, 50]) };
    chance.pick(&[narrow, Driver::Bisection, narrow, Driver::MtdF, Driver::Pvs])
}

/// A random driver for searches to the end, mostly one of null windows, which distinguish the
/// windows that the search may use from all others.
fn prover(chance: &mut impl Chance) -> Driver {
    if chance.odds(50) { Driver::Bisection } else { driver(chance) }
}

fn sharing(chance: &mut impl Chance) -> Sharing {
    Sharing::default().with(|sharing| {
        sharing.split_depth = chance.pick(&[0, 0, 0, 1]);
        sharing.split_work = chance.pick(&[0, 0, 0, 3]);
        sharing.only_when_idle = chance.odds(20);
        sharing.split_workers = chance.pick(&[usize::MAX, usize::MAX, 2]);
        sharing.cut_siblings = chance.pick(&[Some(0), Some(1), None, Some(2)]);
        sharing.defer_depth = chance.pick(&[Some(0), Some(0), Some(1), None]);
        sharing.call_after = chance.pick(&[0, 0, 0, 5]);
        sharing.common_history = chance.odds(50);
    })
}
