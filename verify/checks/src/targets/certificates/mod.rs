//! The target `certificates`. Its oracle: the table of all values of a graph, worked out from the definition of the
//! value.
//!
//! What is true is written, and accepted. What is accepted is true, whoever wrote it: every record of every file
//! that the checker takes, however it was forged. And whatever the bytes, nothing panics.

mod codec;
mod damaged;
mod forged;
mod written;

use crate::coverage::Coverage;
use crate::graph::Values;
use crate::{Chance, Graph, Random};
use arbitrary::{Arbitrary, Result, Unstructured};
use codec::Nodes;
use eldest::{Depth, Position, Score, Side};
use eldest_check::{Claim, Error, Header, Options, Proof, Record, Writer};
use std::io::Cursor;
use std::ops::ControlFlow;

/// So many forgeries are tried of each proof.
const FORGERIES: usize = 8;

/// What the target is held against.
pub const ORACLE: &str =
    "V(p, END) by its definition, for every record of every certificate that is accepted";

/// Checks one input.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; what has been met.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    match u8::arbitrary(u)? % 4 {
        0 => of_game::<true, false>(u),
        1 => of_game::<false, false>(u),
        2 => of_game::<false, true>(u),
        _ => of_game::<true, true>(u),
    }
}

fn of_game<const A: bool, const D: bool>(u: &mut Unstructured<'_>) -> Result<Coverage> {
    // A graph takes all the bytes there are: what is forged is drawn by a few that come before it.
    let plan: u32 = u.arbitrary()?;
    let case = Case::<A, D>::some(u)?;
    let mut met = Coverage::default();
    let lines = written::check(&case, &mut met);
    let mut chance = Random(plan.into());
    for _ in 0..FORGERIES {
        let drawn: Vec<u8> = (0..200).map(|_| chance.below(256) as u8).collect();
        let mut drawn = Unstructured::new(&drawn);
        if drawn.ratio(1, 4)? {
            damaged::check(&case, &lines, &mut drawn)?;
        } else {
            forged::check(&case, lines.clone(), &mut drawn, &mut met)?;
        }
    }
    Ok(met)
}

/// A claim about the root of a graph.
struct Case<const A: bool, const D: bool> {
    nodes: Nodes<A, D>,
    values: Values,
    claim: Claim,
    /// Whether static bounds are trusted.
    trust: bool,
    /// Bytes of memory for what is sorted.
    memory: usize,
}

/// A record that owns its bytes.
#[derive(Clone, Debug)]
struct Line {
    height: u32,
    code: Vec<u8>,
    least: i32,
    mv: Vec<u8>,
}

impl<const A: bool, const D: bool> Case<A, D> {
    /// A claim that is true, true and weak, or false.
    fn some(u: &mut Unstructured<'_>) -> Result<Self> {
        let [side, change, how] = <[u8; 3]>::arbitrary(u)?;
        let graph = Graph::<A, D>::arbitrary_within(u, 40, 9)?;
        let values = Values::up_to(&graph, graph.judge(), 0);
        let prover = [Side::First, Side::Second][usize::from(side % 2)];
        let value = values.value(graph.number(), Depth::END);
        let value = if graph.side() == prover { value } else { -value };
        let change = [0, 0, -1, -7, 1, 3][usize::from(change % 6)];
        let most = Score::WIN.get();
        let least = Score::new((value.get() + change).clamp(-most, most));
        // Sorting on disk takes longer than all the rest.
        let (trust, memory) = (how & 1 == 1, if how & 14 == 14 { 512 } else { 1 << 16 });
        let claim = Claim { prover, least };
        Ok(Self { nodes: Nodes::new(graph), values, claim, trust, memory })
    }

    fn root(&self) -> &Graph<A, D> {
        self.nodes.root()
    }

    /// What a node is worth to the prover.
    fn value(&self, node: &Graph<A, D>) -> i32 {
        let value = self.values.value(node.number(), Depth::END);
        if node.side() == self.claim.prover { value.get() } else { -value.get() }
    }

    fn is_true(&self, claim: Claim) -> bool {
        let value = self.values.value(self.root().number(), Depth::END);
        let value = if self.root().side() == claim.prover { value } else { -value };
        value >= claim.least
    }

    fn header(&self) -> Header {
        Header::new(&self.nodes, self.root(), self.claim, self.trust)
    }

    fn checked(&self, file: &[u8]) -> std::result::Result<Proof, Error> {
        let options = Options::new().memory_bytes(self.memory).trust_bounds(self.trust);
        let mut go_on = |_: &_| ControlFlow::Continue(());
        eldest_check::check(&self.nodes, Cursor::new(file), &options, &mut go_on)
    }
}

/// The file of these records.
fn file(header: &Header, lines: &[Line]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), header).expect("a header");
    for Line { height, code, least, mv } in lines {
        writer.push(Record::new(*height, code, *least, mv)).expect("a record");
    }
    writer.finish().expect("a vector takes all").0
}
