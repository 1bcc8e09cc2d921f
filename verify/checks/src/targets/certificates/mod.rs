//! The target `certificates`. Its oracle: the table of all values of a graph, computed from the
//! definition.
//!
//! True claims must be written and accepted. Accepted files must be true, whatever their
//! origin: every record of every file that the checker accepts, however it was forged, with numbers
//! of any size. No input may cause a panic.

mod codec;
mod damaged;
mod forged;
mod written;

use crate::graph::GraphValues;
use crate::raw::RawRecord;
use crate::shares::Coverage;
use crate::{Chance, GameGraph, SplitMix64};
use arbitrary::{Arbitrary, Result, Unstructured};
use codec::{CodeForm, GraphCodec};
use eldest::{Depth, Position, Score, Side};
use eldest_check::{
    CertificateWriter, CheckOptions, CheckedProof, Claim, Error, Header, NodeRecord,
};
use std::io::Cursor;
use std::ops::ControlFlow;

/// The number of forgeries of each proof, normally and when everything is sorted on disk.
const FORGERIES: [usize; 2] = [8, 2];

/// The oracle of the target.
pub const ORACLE: &str =
    "V(p, END) by its definition, for every record of every certificate that is accepted";

/// Events of which a few hundred inputs have more than five each.
pub const MET: [&str; 9] = [
    "written",
    "false",
    "accepted",
    "refused",
    "beyond the range",
    "bytes left over",
    "written otherwise",
    "written with long codes",
    "proved from more than 64 runs",
];

/// Checks one input.
///
/// # Errors
/// If the bytes run out.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// If the bytes run out.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    match u8::arbitrary(u)? % 4 {
        0 => of_game::<false>(u, true),
        1 => of_game::<false>(u, false),
        2 => of_game::<true>(u, false),
        _ => of_game::<true>(u, true),
    }
}

/// Alternation of the sides is not part of the type here. Certificates do not depend on it, and so
/// generic code is compiled twice instead of four times.
fn of_game<const D: bool>(u: &mut Unstructured<'_>, alternates: bool) -> Result<Coverage> {
    // The graph consumes all bytes, so the bytes that select forgeries come first.
    let plan: u32 = u.arbitrary()?;
    let case = CertificateCase::<D>::some(u, plan, alternates)?;
    let mut met = Coverage::default();
    let lines = written::check(&case, &mut met);
    let mut chance = SplitMix64(plan.into());
    for _ in 0..FORGERIES[usize::from(case.memory == 0)] {
        let drawn: Vec<u8> = (0..200).map(|_| chance.below(256) as u8).collect();
        let mut drawn = Unstructured::new(&drawn);
        if drawn.ratio(1, 4)? {
            damaged::check(&case, &lines, &mut drawn, &mut met)?;
        } else {
            forged::check(&case, lines.clone(), &mut drawn, &mut met)?;
        }
    }
    Ok(met)
}

/// A claim about the root of a graph.
struct CertificateCase<const D: bool> {
    nodes: GraphCodec<D>,
    values: GraphValues,
    claim: Claim,
    /// Whether static bounds are trusted.
    trust: bool,
    /// The memory for sorting, in bytes.
    memory: usize,
}

impl<const D: bool> CertificateCase<D> {
    /// A claim that is true, true and weak, or false.
    fn some(u: &mut Unstructured<'_>, plan: u32, alternates: bool) -> Result<Self> {
        let [side, change, how] = <[u8; 3]>::arbitrary(u)?;
        // Sorting on disk takes longer than everything else.
        let memory = match how {
            _ if how & 0x2E == 0x2E => 0,
            _ if how & 0x0E == 0x0E => 512,
            _ => 1 << 16,
        };
        let graph = if alternates {
            graph::<true, D>(u, memory, plan)?.without_alternation()
        } else {
            graph::<false, D>(u, memory, plan)?
        };
        let values = GraphValues::up_to(&graph, graph.judge(), 0);
        let prover = [Side::First, Side::Second][usize::from(side % 2)];
        let value = values.value(graph.number(), Depth::END);
        let value = if graph.side() == prover { value } else { -value };
        let change = [0, 0, -1, -7, 1, 3][usize::from(change % 6)];
        let most = Score::WIN.get();
        let least = Score::new((value.get() + change).clamp(-most, most));
        let names = match how >> 4 {
            11 => CodeForm::Eight,
            12 => CodeForm::Ten,
            13 => CodeForm::Zeros,
            14 | 15 => CodeForm::Long,
            _ => CodeForm::Short,
        };
        let (trust, claim) = (how & 1 == 1, Claim { prover, least });
        Ok(Self { nodes: GraphCodec::new(graph, names), values, claim, trust, memory })
    }

    fn root(&self) -> &GameGraph<false, D> {
        self.nodes.root()
    }

    /// The value of a node for `prover`.
    fn value(&self, node: &GameGraph<false, D>, prover: Side) -> i32 {
        let value = self.values.value(node.number(), Depth::END);
        if node.side() == prover { value.get() } else { -value.get() }
    }

    fn is_true(&self, claim: Claim) -> bool {
        let value = self.values.value(self.root().number(), Depth::END);
        let value = if self.root().side() == claim.prover { value } else { -value };
        value >= claim.least
    }

    fn header(&self) -> Header {
        Header::new(&self.nodes, self.root(), self.claim, self.trust)
    }

    fn checked(&self, file: &[u8]) -> std::result::Result<CheckedProof, Error> {
        let options = CheckOptions::new().memory_bytes(self.memory).trust_bounds(self.trust);
        let mut go_on = |_: &_| ControlFlow::Continue(());
        eldest_check::check(&self.nodes, Cursor::new(file), &options, &mut go_on)
    }
}

fn graph<const A: bool, const D: bool>(
    u: &mut Unstructured<'_>,
    memory: usize,
    plan: u32,
) -> Result<GameGraph<A, D>> {
    if memory == 0 { large(plan) } else { GameGraph::arbitrary_within(u, 40, 9) }
}

/// A graph with many nodes for every input. Where each entry is a file of its own, there must be
/// more of them than may be open at once.
fn large<const A: bool, const D: bool>(plan: u32) -> Result<GameGraph<A, D>> {
    let mut chance = SplitMix64(!u64::from(plan));
    let drawn: Vec<u8> = (0..600).map(|_| chance.below(256) as u8).collect();
    GameGraph::hardy_within(&mut Unstructured::new(&drawn), 50, 70, 12)
}

/// A certificate with these records.
fn file(header: &Header, lines: &[RawRecord]) -> Vec<u8> {
    let mut writer = CertificateWriter::new(Vec::new(), header).expect("a header");
    for RawRecord { height, code, least, mv } in lines {
        let (height, least) = ((*height).try_into(), (*least).try_into());
        let (height, least) = (height.expect("a height"), least.expect("a value"));
        writer.push(NodeRecord::new(height, code, least, mv)).expect("a record");
    }
    writer.finish().expect("a vector takes all").0
}
