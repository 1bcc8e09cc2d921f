//! [`Judge`]: the evaluator of graphs.

use super::Graph;
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::{Evaluator, Moves, Score};

/// Judges nodes as the graph says, with quiescence over the noisy moves or without. Its state
/// changes by differences, so that a wrong one stays wrong, and the score is that of the node it names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    /// The most plies that quiescence follows.
    pub plies: u16,
    /// Who may stand pat.
    pub standing: Standing,
}

/// Who may be content with the static score instead of a noisy move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
    /// Whoever the node says.
    Some,
}

impl<'u> Arbitrary<'u> for Judge {
    fn arbitrary(u: &mut Unstructured<'u>) -> Result<Self> {
        let byte = u8::arbitrary(u)?;
        Ok(Self {
            plies: [0, 0, 0, 0, 1, 2, 3, 8][usize::from(byte & 7)],
            standing: [Standing::All, Standing::Nobody, Standing::Some, Standing::Some]
                [usize::from(byte >> 3 & 3)],
        })
    }
}

impl<const A: bool, const D: bool> Evaluator<Graph<A, D>> for Judge {
    type State = u64;

    fn start(&self, graph: &Graph<A, D>) -> u64 {
        u64::from(graph.at)
    }

    fn evaluate(&self, graph: &Graph<A, D>, state: &u64) -> Score {
        graph.shared.nodes[*state as usize].score
    }

    fn play(&self, before: &Graph<A, D>, mv: u16, state: &mut u64) {
        *state += u64::from(before.edge(mv).to - before.at);
    }

    fn undo(&self, before: &Graph<A, D>, mv: u16, state: &mut u64) {
        *state -= u64::from(before.edge(mv).to - before.at);
    }

    fn quiescence_plies(&self) -> u16 {
        self.plies
    }

    fn noisy_moves(&self, graph: &Graph<A, D>, out: &mut Moves<'_, u16>) {
        let noisy = (0..).zip(graph.edges()).filter(|(_, edge)| edge.noisy);
        noisy.for_each(|(mv, edge)| out.push_ranked(mv, edge.rank));
    }

    fn stands_pat(&self, graph: &Graph<A, D>) -> bool {
        match self.standing {
            Standing::All => true,
            Standing::Nobody => false,
            Standing::Some => graph.node().may_stand,
        }
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.plies) << 2 | self.standing as u64
    }
}
