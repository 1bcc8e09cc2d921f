//! The queries, and the giants that they are about.

use crate::Chance;
use crate::sharing::{driver, eager};
use eldest::options::Sharing;
use eldest::{Algorithm, Depth, DepthMatch, Options, Score};
use eldest_games::trees::{Spec, Synthetic, TreeKind};

/// A giant, and the queries of one engine about it.
#[derive(Clone, Debug)]
pub struct GiantTree {
    /// The tree.
    pub spec: Spec,
    /// The size of the engine's table, in bytes.
    pub table_bytes: usize,
    /// A thread yields after this many moves; 0 means never.
    pub pause: u32,
    /// The queries, run in order.
    pub questions: Vec<GiantQuestion>,
}

/// A query about a giant.
#[derive(Clone, Debug)]
pub struct GiantQuestion {
    /// The moves from the root to the position to search.
    pub path: Vec<u16>,
    /// The goal of the search.
    pub goal: GiantGoal,
    /// Whether to report a line even if that costs another pass.
    pub line: bool,
    /// The limit on nodes.
    pub nodes: u64,
    /// The options of the search.
    pub options: Options,
}

/// The goal of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GiantGoal {
    /// The value to the end, at once.
    End,
    /// The value at this depth in plies, by iterative deepening.
    Depth(u16),
    /// Whether the value at a depth is at least the known value plus some points.
    AtLeast {
        /// The depth, in plies.
        plies: u16,
        /// Points above the value.
        above: i8,
    },
}

/// A limit that only searches with a small table for their tree reach.
const MANY_NODES: u64 = 200_000;

impl GiantQuestion {
    /// The bound to decide for [`GiantGoal::AtLeast`].
    #[must_use]
    pub fn least(&self, start: &Synthetic) -> Score {
        let GiantGoal::AtLeast { plies, above } = self.goal else { return Score::DRAW };
        let value = start.assigned_value_at(Depth::plies(plies)).expect("an ordered tree");
        Score::new(value.get() + i32::from(above))
    }
}

impl GiantTree {
    /// A random giant, and one to three queries about it.
    pub fn some(chance: &mut impl Chance) -> Self {
        let spec = spec(chance);
        let sizes = [1 << 20, 1 << 23, 1 << 20, 1 << 17, 1 << 17, 1 << 15, 1 << 12, 128];
        let table_bytes = chance.pick(&sizes);
        let questions = (0..=chance.below(3)).map(|_| question(chance, spec)).collect();
        Self { spec, table_bytes, pause: chance.pick(&[1_000, 0, 100]), questions }
    }
}

fn spec(chance: &mut impl Chance) -> Spec {
    let first = chance.pick(&[70, 0, 50, 95, 100]);
    let kind = TreeKind::Ordered {
        first,
        quarter: first.max(chance.pick(&[90, 0, 60, 100])),
        fold: chance.pick(&[4, 1, 2, 16, 64]),
        tempo: chance.pick(&[20, 0, 1, 1_000]),
    };
    Spec {
        kind,
        width: chance.pick(&[40, 40, 30, 12, 3]),
        depth: 10 + chance.below(3) as u16,
        seed: chance.below(u16::MAX.into()),
        range: chance.pick(&[10, 1, 3, 100]),
    }
}

fn question(chance: &mut impl Chance, spec: Spec) -> GiantQuestion {
    let moves = chance.pick(&[0, 0, 0, 1, 2, 3]);
    let path = (0..moves).map(|_| chance.below(spec.width.into()) as u16).collect();
    let goal = goal(chance, spec.depth);
    let nodes = if chance.odds(20) { 1 + chance.below(20_000) } else { MANY_NODES };
    let mut options = options(chance);
    if ignores_depth(goal, spec) && chance.odds(25) {
        options.depth_match = DepthMatch::AtLeast;
    }
    GiantQuestion { path, goal, line: chance.odds(50), nodes, options }
}

/// Whether deeper entries are harmless: to the end, or where all depths have the same value.
fn ignores_depth(goal: GiantGoal, spec: Spec) -> bool {
    goal == GiantGoal::End || matches!(spec.kind, TreeKind::Ordered { tempo: 0, .. })
}

fn goal(chance: &mut impl Chance, depth: u16) -> GiantGoal {
    let plies = 1 + chance.below(depth.into()) as u16;
    match chance.below(5) {
        0 | 1 => GiantGoal::Depth(plies),
        2 | 3 => GiantGoal::End,
        _ => GiantGoal::AtLeast { plies, above: chance.pick(&[0, 1, -1, 2, -2, 3]) },
    }
}

/// Random switches; sometimes many more threads than cores.
fn options(chance: &mut impl Chance) -> Options {
    Options::default().with(|o| {
        (o.driver, o.driver_to_end) = (driver(chance), driver(chance));
        o.table_move = !chance.odds(30);
        o.killers = chance.odds(50);
        o.history = chance.odds(50);
        o.countermove = chance.odds(50);
        o.iid = chance.odds(50);
        o.etc = chance.pick(&[None, Some(2), Some(0)]);
        o.table_from = chance.pick(&[0, 0, 1, 3, 6]);
        (o.local_table_from, o.local_table_bytes) = (chance.pick(&[None, Some(0)]), 128);
        o.algorithm = chance.pick(&Algorithm::ALL);
        o.threads = chance.pick(&[2, 1, 3, 4, 5, 6, 7, 8]);
        if chance.odds(5) {
            o.threads = chance.pick(&[16, 64]);
        }
        o.sharing = if chance.odds(25) { Sharing::default() } else { eager(chance) };
    })
}
